// Signals that prove by argument, not by how often files raise them: the mathematics of a signature, or both states of a value
// in one file. They weigh what makes a file tampered or suspicious by itself, whatever was counted.

/** Bits that make a file tampered by themselves at any prior that is at hand. */
const PROVES = 12;
/** Bits that make it suspicious. */
const POINTS = 7;

const SIGNED = "What was signed is known to the bit, and it is not what is there.";
const ANSWERS = "Only the one who set it answers for it, and anybody can sign; nothing else explains it.";
const TWICE = "The document says the value twice, once in a form that nobody retypes by hand.";
const LAID = "A picture as high as a value, laid over the picture of the page, hides what was scanned there.";
const BOTH = "The file itself holds the text as it was and as it is.";

const ARGUMENTS: Record<string, { bits: number; why: string }> = {
  signature_broken: { bits: PROVES, why: SIGNED },
  signature_range_malformed: { bits: PROVES, why: SIGNED },
  signature_gap_holds_more: { bits: PROVES, why: SIGNED },
  signature_dictionary_unsigned: { bits: PROVES, why: SIGNED },
  signature_ends_inside_save: { bits: PROVES, why: SIGNED },
  signature_range_shared: { bits: PROVES, why: SIGNED },
  signature_replaced_later: { bits: PROVES, why: SIGNED },
  signature_not_in_signed_bytes: { bits: PROVES, why: SIGNED },
  permission_violated: { bits: PROVES, why: SIGNED },
  changed_after_signing: { bits: PROVES, why: SIGNED },
  covered_after_signing: { bits: PROVES, why: SIGNED },
  bytes_outside_signed_range: { bits: PROVES, why: SIGNED },
  signature_removed: { bits: PROVES, why: SIGNED },
  covered_by_later_signer: { bits: POINTS, why: ANSWERS },
  signature_stripped: { bits: POINTS, why: ANSWERS },
  field_appearance_differs: { bits: POINTS, why: BOTH },
  print_differs_from_data: { bits: POINTS, why: TWICE },
  print_differs_from_code: { bits: POINTS, why: TWICE },
  patch_over_picture: { bits: POINTS, why: LAID },
  text_replaced_in_later_save: { bits: PROVES, why: BOTH },
};

/** The bits of a signal that proves by argument. */
export function proof(id: string): number | undefined {
  return ARGUMENTS[id]?.bits;
}

/** Why it does. */
export function argument(id: string): string | undefined {
  return ARGUMENTS[id]?.why;
}
