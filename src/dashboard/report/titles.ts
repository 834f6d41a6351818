// The first line of a finding. The engine's own sentence, but where it uses words of the trade.

const PLAIN: Record<string, string> = {
  tag_amount_differs: "A number looks like one thing and copies as another.",
  annotation_hides_text: "A note laid over the page hides a value.",
  annotation_over_text: "A note with words of its own lies over words of the page.",
  bytes_after_end: "The file goes on after its end.",
  bytes_before_header: "The file begins with data that do not belong to it.",
  bytes_between_objects: "The file holds data that belong to nothing.",
  bytes_outside_signed_range: "The file holds data that the signature does not cover and that nothing explains.",
  column_retyped:
    "Numbers of a table were put in after the page was finished, among others that were written in their turn.",
  contents_of_other_writer: "The pages were written by another program than the file names.",
  contents_padded: "The data of a page were made to fit into the room of longer ones.",
  covered_and_redrawn: "Words were covered with a patch, and letters were drawn over it.",
  covered_and_retyped: "Words were covered with a patch, and others were written over it.",
  created_after_modification: "The file says that it was changed before it was made.",
  digit_left_in_font:
    "The file carries the shape of a digit that it shows nowhere, as if that digit had been replaced.",
  ocr_digit_differs: "A digit that was read from the picture looks like another one.",
  digit_taken_out:
    "The file carries the shape of a digit that it shows nowhere, and no page is missing: the digit was replaced.",
  earlier_text_left_in_file: "The file still holds an older version of the page, with other words.",
  edited_by_named_tool: "The file names a program that edits finished documents.",
  emptied_string_refilled: "A value fills a gap from which something else was taken out.",
  extended_after_signing: "After signing, only such things were done as the signature allows.",
  glyph_missing_from_subset: "A letter or digit does not belong to the set of letters the document was made with.",
  glyph_out_of_turn: "A few characters were added after the rest of the document had been written.",
  ocr_text_differs_from_picture: "Digits that were read from the picture look like others.",
  layer_holds_other_value: "A hidden part of the page holds another number in the same place.",
  metadata_disagree: "The file names two different programs that made it.",
  modified_after_creation: "The file was changed after it was made, by its own dates.",
  object_shadowed: "The file holds a part twice, and only one of the two is shown.",
  page_of_another_file: "A page seems to come from another file than the others.",
  painted_into_picture: "A value was set into the picture of the page later than all around it.",
  double_compression_missing_in_part: "A part of the picture of a page seems to have been put there later.",
  rewritten_by_editor: "The file was last written by a program that edits documents, and names another as its maker.",
  rewritten_by_other_writer: "The file was last written by another program than the one it names as its maker.",
  second_document_in_file: "A second document waits in the file, in which the page reads differently.",
  shown_differs_from_text: "A digit looks like another one than it is: copying or searching finds another number.",
  signature_padding: "Beside a signature stand data that nobody signed.",
  signature_range_malformed: "A digital signature does not say properly which part of the file it covers.",
  signature_time: "The signature says when it was made; how that is known stands below.",
  signature_weak: "A signature is made in a way that is too weak today.",
  signer_not_trusted: "The signer is vouched for by nobody on this service's list.",
  signer_trusted: "The signer is vouched for by an authority on this service's list.",
  signer_unverified: "Who signed was not verified: this service has no list of authorities.",
  tables_rebuilt: "The file is damaged and had to be pieced together to be read.",
  tag_text_differs: "What the page reads out to screen readers has other digits than what it shows.",
  text_drawn_as_shapes: "A value is drawn like a picture, in the shapes of the letters around it.",
  text_overprinted: "Two different words stand on top of each other.",
  text_replaced_in_later_save: "Words of the page were replaced by others in a later save.",
  text_without_tag: "Words of the page are missing from what it reads out to screen readers.",
  title_differs: "A title in the file has another number than the page.",
  value_drawn_as_shapes: "A number is drawn like a picture, where the words around it are text.",
  value_in_late_font: "A value was put in after the page was finished, in letters that nothing else on the page uses.",
  value_in_stream_of_its_own: "A value was put in after the page was finished, apart from everything else.",
  value_on_erased_ground:
    "A value stands on a patch in the colour of the paper, put there after the page was finished.",
  value_out_of_order: "A value was put in after the page was finished, among words that were written in their turn.",
  value_typesetting_differs:
    "A value is written in another manner than all other text, in ways that the eye does not see.",
  value_typesetting_differs_slightly: "A value is written in a somewhat other manner than most text.",
  width_patched: "The width of one or two characters was changed by hand.",
  words_in_late_font: "Words were put in after the page was finished, in letters that nothing else on the page uses.",
};

/** `meaning` is the engine's; a signal of a newer engine that no table knows yet is named by its id. */
export function titleOf(id: string, meaning: string | undefined): string {
  return PLAIN[id] ?? meaning ?? `${id.replaceAll("_", " ")}.`;
}

/** What the two values of a finding are: for most, what stood there and what stands there now. */
export type Sides = { old: string; now: string };

/** One took the other's place. */
export const BEFORE_NOW: Sides = { old: "was", now: "now" };
const RECKONED: Sides = { old: "should read", now: "reads" };

/** Where the two values stand side by side in the file, or one is only reckoned. */
const SIDES: Record<string, Sides> = {
  amount_in_words_differs: { old: "one says", now: "the other says" },
  tag_amount_differs: { old: "copies as", now: "shows" },
  balance_broken: RECKONED,
  ocr_digit_differs: { old: "picture", now: "recognised text" },
  field_held_other_value: { old: "held", now: "holds" },
  field_appearance_differs: { old: "holds", now: "shows" },
  field_shows_other_value: { old: "holds", now: "shows" },
  ocr_text_differs_from_picture: { old: "picture", now: "recognised text" },
  layer_holds_other_value: { old: "hidden", now: "shows" },
  link_carries_other_value: { old: "link", now: "shows" },
  other_value_invisible: { old: "hidden", now: "shows" },
  page_twice_with_other_value: { old: "one page", now: "the other" },
  print_differs_from_code: { old: "code", now: "print" },
  print_differs_from_data: { old: "embedded data", now: "print" },
  prints_other_value: { old: "on the screen", now: "on paper" },
  shown_differs_from_text: { old: "copies as", now: "shows" },
  sum_broken: RECKONED,
  sum_broken_in_picture: RECKONED,
  sum_unlikely: RECKONED,
  sum_unlikely_in_picture: RECKONED,
  tag_text_differs: { old: "read out as", now: "shows" },
  title_differs: { old: "title", now: "page" },
};

export function sidesOf(id: string): Sides {
  return SIDES[id] ?? BEFORE_NOW;
}
