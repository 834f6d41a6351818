// The first line of a finding. The engine's own sentence, but where it uses words of the trade.

const PLAIN: Record<string, string> = {
  annotation_over_text: "A note with words of its own lies over words of the page.",
  bytes_outside_signed_range: "The file holds data that the signature does not cover and that nothing explains.",
  earlier_text_left_in_file: "The file still holds an older version of the page, with other words.",
  emptied_string_refilled: "A value fills a gap from which something else was taken out.",
  glyph_missing_from_subset: "A letter or digit does not belong to the set of letters the document was made with.",
  glyph_out_of_turn: "A few characters were added after the rest of the document had been written.",
  shown_differs_from_text: "A digit looks like another one than it is: copying or searching finds another number.",
  value_in_late_font: "A value was put in after the page was finished, in letters that nothing else on the page uses.",
  value_in_stream_of_its_own: "A value was put in after the page was finished, apart from everything else.",
  value_on_erased_ground:
    "A value stands on a patch in the colour of the paper, put there after the page was finished.",
  value_out_of_order: "A value was put in after the page was finished, among words that were written in their turn.",
  page_of_another_file: "A page seems to come from another file than the others.",
  signature_range_malformed: "A digital signature does not say properly which part of the file it covers.",
};

/** `meaning` is the engine's; a signal of a newer engine that no table knows yet is named by its id. */
export function titleOf(id: string, meaning: string | undefined): string {
  return PLAIN[id] ?? meaning ?? `${id.replaceAll("_", " ")}.`;
}
