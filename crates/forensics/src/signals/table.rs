//! The table of all signals: stable ids, what they mean, which honest files raise them too. Weights stand in the rules.

use std::sync::LazyLock;

use super::definition::{Definition, tamper};
use super::signatures::trust::TRUST;

/// Gravest first; a report lists its findings in this order.
pub static TABLE: LazyLock<Vec<Definition>> = LazyLock::new(|| [TAMPER, TRUST].concat());

static TAMPER: &[Definition] = &[
    tamper!(
        "signature_broken", "signatures", High, scored: true, Content, "signature",
        "A digital signature does not hold: the signed bytes, its value or its range were changed.",
        "A transfer that damaged the file."
    ),
    tamper!(
        "signature_range_malformed", "signatures", High, scored: true, Content, "signature",
        "The byte range of a digital signature is missing or no range of this file.",
        "None known."
    ),
    tamper!(
        "signature_gap_holds_more", "signatures", High, scored: true, Content, "signature",
        "The part of the file that a digital signature leaves out holds more than the signature itself.",
        "Writers whose gap is wrong by a byte."
    ),
    tamper!(
        "signature_dictionary_unsigned", "signatures", High, scored: true, Content, "signature",
        "The description of a digital signature is not part of what it signs.",
        "None known."
    ),
    tamper!(
        "signature_ends_inside_save", "signatures", High, scored: true, Content, "signature",
        "The signed bytes end in the middle of a save of the file.",
        "None known."
    ),
    tamper!(
        "signature_range_shared", "signatures", High, scored: true, Content, "signature",
        "Two digital signatures claim the same bytes or the same value.",
        "None known."
    ),
    tamper!(
        "signature_replaced_later", "signatures", High, scored: true, Content, "signature",
        "A later save describes a digital signature otherwise than it was signed.",
        "None known."
    ),
    tamper!(
        "signature_not_in_signed_bytes", "signatures", High, scored: true, Content, "signature",
        "The signed bytes are no document that shows the signature.",
        "None known."
    ),
    tamper!(
        "permission_violated", "signatures", High, scored: true, Content, "signature",
        "A later save did what the signer had forbidden for this document.",
        "None known: what the permission allows is told apart."
    ),
    tamper!(
        "changed_after_signing", "signatures", High, scored: true, Content, "signature",
        "The document was changed after it was signed, beyond what the signature allows.",
        "None known: form filling, further signatures and validation data are told apart."
    ),
    tamper!(
        "covered_after_signing", "signatures", High, scored: true, Content, "signature",
        "Something was laid over the signed text after signing.",
        "Comments set upon the text by a reviewer."
    ),
    tamper!(
        "bytes_outside_signed_range", "signatures", High, scored: true, Content, "signature",
        "Bytes that no save explains stand outside the signed range.",
        "Servers that append to a download."
    ),
    tamper!(
        "signature_removed", "signatures", High, scored: true, Content, "signature removed",
        "A later save took a signature off the document.",
        "Signers who take their own signature back before sending."
    ),
    tamper!(
        "covered_by_later_signer", "signatures", Medium, scored: true, Content, "signature",
        "The seal of a later signer hides values that were signed before.",
        "Seals set upon a line with a date or a number."
    ),
    tamper!(
        "field_shown_otherwise", "signatures", Medium, scored: true, Content, "form field",
        "A form field shows another number than the one it holds.",
        "Forms whose scripts compute what is shown."
    ),
    tamper!(
        "signature_stripped", "signatures", Medium, scored: true, Content, "signature removed",
        "The file holds data for a digital signature that is not there.",
        "None known."
    ),
    tamper!(
        "text_replaced_in_later_save", "saves", High, scored: true, Content, "page text",
        "A later save put other text in the place of text that the page showed before.",
        "Issuers that stamp a final number over a placeholder before release."
    ),
    tamper!(
        "earlier_text_left_in_file", "saves", High, scored: true, Content, "page text",
        "Contents that nothing refers to any more show the page with another text.",
        "None known."
    ),
    tamper!(
        "covered_and_retyped", "content", High, scored: true, Content, "page text",
        "Text was covered by an opaque area and other text was painted on top of it.",
        "Panels drawn over text of a template; the same text drawn again."
    ),
    tamper!(
        "covered_and_redrawn", "content", High, scored: true, Content, "page text",
        "Text was covered by an opaque area and letters were drawn on top of it as shapes.",
        "Logos and headings set over placeholder text of a template."
    ),
    tamper!(
        "picture_in_place_of_text", "content", High, scored: true, Content, "page text",
        "A picture as tight as a line of text covers text of the page.",
        "None known: logos, stamps and signatures are larger than the text they cover."
    ),
    tamper!(
        "value_on_erased_ground", "retyped", High, scored: true, Content, "retyped value",
        "A value stands on a box of the paper's colour as tight as a line, both painted when the page was finished.",
        "Labels that a design sets on boxes of their own, at the end of a page."
    ),
    tamper!(
        "text_overprinted", "content", High, scored: true, Content, "page text",
        "Two different texts are painted in the same place.",
        "Bold by double strike paints the same text twice."
    ),
    tamper!(
        "annotation_over_text", "content", High, scored: true, Content, "page text",
        "An annotation with its own text lies over text of the page.",
        "Stamps, signatures and comments set beside the text."
    ),
    tamper!(
        "typed_over_picture", "pictures", High, scored: true, Content, "picture",
        "Text is typed on an opaque box of paper colour that lies over the picture of a page.",
        "Forms filled over a scan, where a program sets a ground under its fields."
    ),
    tamper!(
        "painted_into_picture", "pictures", High, scored: true, Content, "picture",
        "A value in the picture of a page was set there after all around it had been compressed.",
        "Marks and signatures that an app sets into a scan, where they are as small as a value."
    ),
    tamper!(
        "copied_in_picture", "pictures", High, scored: true, Content, "picture",
        "A part of the picture of a page stands in it twice, with the same noise.",
        "None known: drawn pages, which have no noise, are told apart."
    ),
    tamper!(
        "balance_broken", "values", High, scored: true, Content, "values",
        "A running balance or the totals of a period do not add up, and one value would mend it.",
        "Samples with made-up amounts."
    ),
    tamper!(
        "sum_broken", "values", High, scored: true, Content, "values",
        "Sums of the document do not add up, and one value would mend them.",
        "Samples with made-up amounts."
    ),
    tamper!(
        "sum_broken_in_picture", "pictures", High, scored: true, Content, "values",
        "Sums that the picture of a page shows do not add up, and one value would mend them.",
        "Scans that are misread; samples with made-up amounts."
    ),
    tamper!(
        "sum_unlikely_in_picture", "pictures", Medium, scored: true, Content, "values",
        "A sum that the picture of a page shows does not add up, and its reading is likely but not certain.",
        "Scans that are misread; deposits and discounts that the document does not print."
    ),
    tamper!(
        "print_differs_from_data", "values", High, scored: true, Content, "values",
        "The invoice data embedded in the file give another value than the page prints.",
        "Data of another invoice attached by mistake; samples put together by hand."
    ),
    tamper!(
        "print_differs_from_code", "values", High, scored: true, Content, "values",
        "A QR code on the page says another amount, account, reference or date than the print beside it.",
        "Codes that ask for a part of the total, or lead to the account of a collector."
    ),
    tamper!(
        "amount_in_words_differs", "values", High, scored: true, Content, "values",
        "An amount in words is another one than in figures.",
        "Misprints of a person who wrote both by hand."
    ),
    tamper!(
        "check_digits_wrong", "values", Medium, scored: true, Content, "identifiers",
        "An identifier fails its own check digits.",
        "Samples with invented numbers; misprints of a person who typed it."
    ),
    tamper!(
        "sum_unlikely", "values", Medium, scored: true, Content, "values",
        "A sum of the document does not add up, and its reading is likely but not certain.",
        "Deposits, discounts and roundings that the document does not print."
    ),
    tamper!(
        "sum_far_off", "values", Low, scored: true, Content, "values",
        "A sum of the document does not add up, and no slip of one or two digits explains it.",
        "Numbers that belong to other sums; deposits, discounts and roundings that the document does not print."
    ),
    tamper!(
        "dates_or_formats_disagree", "values", Low, scored: false, Content, "values",
        "A date or the notation of a number does not fit the others.",
        "Value dates, late postings, letters typed by hand."
    ),
    tamper!(
        "values_unclear", "values", Low, scored: false, Content, "values",
        "Values do not agree in one way of reading them.",
        "Whatever the document does not print."
    ),
    tamper!(
        "page_text_removed_in_later_save", "saves", Medium, scored: true, Content, "page text",
        "A later save removed text that the page showed before.",
        "A template's blank lines that are cleared before release."
    ),
    tamper!(
        "page_text_added_in_later_save", "saves", Medium, scored: true, Content, "page text",
        "A later save added text to a page that already showed some.",
        "Stamps set between the lines; filling of a blank form."
    ),
    tamper!(
        "mark_added_in_later_save", "saves", Low, scored: false, Content, "page text",
        "A later save added a watermark, a picture beside all words, or text above or below all other text of a page.",
        "Stamps of a registry, an e-signing service or a mail gateway, signatures written by hand."
    ),
    tamper!(
        "layer_differs_from_picture", "pictures", Medium, scored: false, Content, "recognised text",
        "Digits of the recognised text look like others in the picture.",
        "Bad recognition, which misreads digits of honest scans too."
    ),
    tamper!(
        "page_picture_changed_in_later_save", "saves", Medium, scored: true, Content, "page picture",
        "A later save changed which pictures a page shows.",
        "Signature pictures, stamps."
    ),
    tamper!(
        "pages_changed_in_later_save", "saves", Medium, scored: true, Content, "pages",
        "A later save added or removed pages.",
        "An appended certificate or cover page."
    ),
    tamper!(
        "print_copied_in_picture", "pictures", Medium, scored: true, Content, "picture",
        "Two characters in the picture of a page are one print: one was copied from the other.",
        "None known: drawn pages, whose characters are all alike, are told apart."
    ),
    tamper!(
        "text_covered", "content", Medium, scored: true, Content, "page text",
        "Text lies beneath an opaque area that hides it, with nothing in its place.",
        "Redaction for privacy; panels over text of a template."
    ),
    tamper!(
        "picture_over_text", "content", Medium, scored: true, Content, "page text",
        "A small picture covers text of the page.",
        "Logos, stamps and signatures set over placeholder text."
    ),
    tamper!(
        "text_drawn_as_shapes", "retyped", High, scored: true, Content, "page text",
        "A value is drawn as shapes of letters in the font, size and colour of the text around it.",
        "Slogans that a design draws in the font of its text."
    ),
    tamper!(
        "value_in_late_font", "retyped", High, scored: true, Content, "retyped value",
        "A value among other text was painted after the page was finished, in a font that nothing else on the page uses.",
        "Numbers that an issuer stamps into a finished form."
    ),
    tamper!(
        "value_in_stream_of_its_own", "retyped", High, scored: true, Content, "retyped value",
        "A value among other text was painted after the page was finished, by a content stream that draws nothing else.",
        "Numbers that an issuer stamps into a finished page."
    ),
    tamper!(
        "column_retyped", "retyped", High, scored: true, Content, "retyped value",
        "Numbers of a table were painted when the page was finished, between numbers of the same columns and rows that were painted in their turn.",
        "Numbers that an issuer stamps into a table that holds some already."
    ),
    tamper!(
        "value_set_otherwise", "retyped", Medium, scored: true, Content, "retyped value",
        "A value among other text is written in another manner than all text of the document, in several ways that do not show.",
        "Values that a second program fills into a finished page."
    ),
    tamper!(
        "emptied_string_refilled", "retyped", Medium, scored: true, Content, "retyped value",
        "A value painted late fills the room that an emptied string of the page leaves.",
        "Templates whose sentences leave room without a rule."
    ),
    tamper!(
        "value_out_of_order", "retyped", Medium, scored: true, Content, "retyped value",
        "A value was painted after the page was finished, among text that was painted in its turn.",
        "Writers that paint some fields in a second pass."
    ),
    tamper!(
        "glyph_out_of_turn", "glyph_order", High, scored: true, Content, "glyph order",
        "A font numbers its characters in the order of their first use, and a few are out of their turn.",
        "Pages put in another order, which breaks the count in many places."
    ),
    tamper!(
        "shown_differs_from_text", "fonts", High, scored: true, Content, "shown glyphs",
        "A digit is shown as another one than is copied and searched.",
        "Fonts with several sets of figures, where many digits are doubled."
    ),
    tamper!(
        "glyph_missing_from_subset", "fonts", High, scored: true, Content, "missing glyph",
        "A letter or digit of the page has no glyph in its font, a subset cut from what the document showed when it was written.",
        "Damaged font programs, which lack many."
    ),
    tamper!(
        "page_of_another_file", "pages", High, scored: true, Content, "page exchanged",
        "A page has font programs of its own that were made for the whole document, as the other pages have theirs.",
        "Pages of two editions of one document put together by their owner."
    ),
    tamper!(
        "noiseless_in_picture", "pictures", Medium, scored: true, Content, "picture",
        "A value in the picture of a page stands on ground without the noise that the paper around it has.",
        "Labels and notes that a program set into a scan."
    ),
    tamper!(
        "sharper_in_picture", "pictures", Medium, scored: true, Content, "picture",
        "A word in the picture of a page is darker and sharper than all other print of its size.",
        "Single words that another machine printed or that a program set into a scan."
    ),
    tamper!(
        "mail_leads_elsewhere", "hidden", Medium, scored: true, Content, "link",
        "A link is printed as a mail address of one host and leads to an address of another.",
        "Slips of whoever set the link."
    ),
    tamper!(
        "sheet_of_two_editions", "pages", Medium, scored: true, Content, "page twice",
        "One sheet stands in the file in two editions, with the same number and date and another value.",
        "Sheets that an issuer corrects under the same number and date, put together by their owner."
    ),
    tamper!(
        "page_missing", "pages", Medium, scored: true, Content, "page missing",
        "The printed page numbers leap over a page.",
        "Owners who leave out a page that does not matter."
    ),
    tamper!(
        "digit_taken_out", "fonts", High, scored: true, Content, "left in font",
        "A font's tight subset carries a digit that nothing shows, though no page of the document is missing.",
        "Writers that add a digit to every subset."
    ),
    tamper!(
        "width_patched", "fonts", Medium, scored: true, Content, "patched width",
        "A font declares one or two characters with other widths than its embedded program has, which agrees on all others.",
        "None known: converters that reckon widths anew are off for many."
    ),
    tamper!(
        "digit_left_in_font", "fonts", Medium, scored: true, Content, "left in font",
        "A font's tight subset carries a digit that nothing in the document shows.",
        "Pages taken out of a longer document, where that digit stood on them alone."
    ),
    tamper!(
        "words_in_late_font", "retyped", Medium, scored: true, Content, "retyped value",
        "Words among other text were painted after the page was finished, in a font that nothing else on the page uses.",
        "Notes and names that a design sets in a font of their own."
    ),
    tamper!(
        "value_beside_its_column", "columns", Medium, scored: true, Content, "column edge",
        "An amount ends by the width of a digit beside the edge that all others of its column keep.",
        "Numbers that a design sets apart from their column."
    ),
    tamper!(
        "value_in_other_notation", "columns", Medium, scored: true, Content, "column notation",
        "A number of a column is a whole one with a thousands separator, where all others have two decimals.",
        "Lists that set a count among amounts."
    ),
    tamper!(
        "value_drawn_as_shapes", "columns", Medium, scored: true, Content, "page text",
        "A number is drawn as shapes of digits, where the text around it is text.",
        "Marks and small charts that a design draws in a column of amounts."
    ),
    tamper!(
        "row_missing", "columns", Medium, scored: true, Content, "row gap",
        "The rows of a table follow each other evenly but for one gap of exactly a row.",
        "A blank line between two groups of rows."
    ),
    tamper!(
        "contents_padded", "structure", Medium, scored: true, Content, "stream data",
        "The packed data of a page's contents ends before its stream does.",
        "Writers that leave a rest behind every stream."
    ),
    tamper!(
        "annotation_hides_text", "content", Medium, scored: true, Content, "page text",
        "An annotation without text of its own hides a value of the page.",
        "Owners who black out a number before they pass a file on."
    ),
    tamper!(
        "text_under_panel", "content", Low, scored: false, Content, "page text",
        "Text lies beneath a panel or field that was set over it.",
        "Designs that layer panels, form fields over printed lines."
    ),
    tamper!(
        "text_redacted", "content", Low, scored: false, Content, "page text",
        "Text lies beneath a dark or coloured box.",
        "Redaction for privacy by the owner."
    ),
    tamper!(
        "rewritten_by_editor", "writers", Medium, scored: true, Structure, "writer",
        "The file was last written whole by a library that edits files, while its metadata name another program.",
        "Portals and scripts that merge, number or unlock files."
    ),
    tamper!(
        "contents_of_other_writer", "writers", Medium, scored: true, Content, "writer",
        "The contents of every page were written by another program than the metadata name.",
        "None known: programs that take pages of others in are left out."
    ),
    tamper!(
        "page_of_another_scanner", "pictures", Low, scored: false, Content, "picture",
        "One page of a scan was taken by another device than all others.",
        "Papers of two sources put together."
    ),
    tamper!(
        "edited_by_named_tool", "metadata", Low, scored: false, Structure, "writer",
        "The metadata name a program that edits finished PDF files.",
        "Owners who merge, sign or shrink a file."
    ),
    tamper!(
        "rewritten_by_other_writer", "writers", Low, scored: false, Structure, "writer",
        "The file was last written whole by another program than the metadata name.",
        "Issuers that linearise, merge or archive with a second tool."
    ),
    tamper!(
        "modified_after_creation", "metadata", Low, scored: false, Structure, "dates",
        "The modification date is later than the creation date.",
        "Portals that add a password or a signature on download; archives."
    ),
    tamper!(
        "created_after_modification", "metadata", Low, scored: false, Structure, "dates",
        "The modification date is earlier than the creation date on both clocks.",
        "Wrong zone of one of the two dates."
    ),
    tamper!(
        "metadata_disagree", "metadata", Low, scored: false, Structure, "dates",
        "The information dictionary and the XMP packet name different producers.",
        "Tools that update one of the two."
    ),
    tamper!(
        "bytes_after_end", "structure", Low, scored: false, Structure, "structure",
        "Bytes that belong to no save stand after the last end-of-file mark.",
        "Web servers and mail gateways that append to a download."
    ),
    tamper!(
        "bytes_before_header", "structure", Low, scored: false, Structure, "structure",
        "Bytes stand before the header.",
        "Files taken from a mail or a print spool."
    ),
    tamper!(
        "tables_rebuilt", "structure", Low, scored: false, Structure, "structure",
        "The cross-reference tables lead nowhere; the objects had to be found by a scan.",
        "Damaged downloads and buggy writers; also edits by hand."
    ),
    tamper!(
        "digit_of_layer_differs", "pictures", Medium, scored: false, Content, "picture",
        "A digit of the recognised text looks like another one in the picture.",
        "A slip of text recognition."
    ),
    tamper!(
        "picture_editor_named", "pictures", Low, scored: false, Structure, "picture program",
        "The picture of a page was saved by a program for changing pictures.",
        "A scan cut, turned or brightened in such a program."
    ),
    tamper!(
        "patch_over_picture", "pictures", Medium, scored: false, Content, "picture",
        "A small opaque picture lies over the picture of a page.",
        "Labels, logos and signatures set on a scan; layered scans."
    ),
    tamper!(
        "picture_part_compressed_once", "pictures", Low, scored: false, Content, "picture",
        "A part of the picture of a page seems to have been compressed less often than the rest.",
        "Bold text on white whose pixels were cut off between two compressions; signatures, stamps and marks set into a scan before it was saved again."
    ),
    tamper!(
        "amount_reads_otherwise", "hidden", Medium, scored: true, Content, "tag text",
        "An amount, a date or a number shown on the page is given with another one as its text in the contents.",
        "None known."
    ),
    tamper!(
        "field_shows_other_value", "hidden", Medium, scored: false, Content, "field value",
        "A form field shows another value than the one it holds.",
        "Programs that fill a form and leave its drawing to the viewer."
    ),
    tamper!(
        "tag_reads_otherwise", "hidden", Medium, scored: false, Content, "tag text",
        "The tag of a text reads as the page does but for its digits.",
        "Templates whose tags were never renewed."
    ),
    tamper!(
        "field_held_other_value", "hidden", Medium, scored: false, Content, "field value",
        "An earlier version of a form field, left in the file, holds another value.",
        "Forms that their owner filled again."
    ),
    tamper!(
        "title_reads_otherwise", "hidden", Low, scored: false, Content, "title text",
        "A title of the outline or of the document reads as a line of a page does but for its number.",
        "Titles taken over from the document that served as a template."
    ),
    tamper!(
        "page_twice_with_other_value", "pages", Low, scored: false, Content, "page twice",
        "Two pages read the same at the same places but for one or two amounts.",
        "Labels, vouchers and sheets of instalments that differ in the amount alone."
    ),
    tamper!(
        "link_carries_other_value", "hidden", Medium, scored: true, Content, "link",
        "A date, an amount or a number is a link that carries another one.",
        "Numbers that lead to a page by a number of its own."
    ),
    tamper!(
        "link_leads_elsewhere", "hidden", Low, scored: false, Content, "link",
        "A link is printed as one address and leads to another.",
        "Services that count clicks or shorten links; slips of whoever set the link."
    ),
    tamper!(
        "text_without_tag", "hidden", Low, scored: false, Content, "tagging",
        "Text stands in no mark on a page whose rest is tagged.",
        "Page numbers and stamps that a second program adds."
    ),
    tamper!(
        "layer_holds_other_value", "hidden", Medium, scored: false, Content, "layer",
        "A layer that is off holds another number at the place of one that the page shows.",
        "Price lists and drawings with a layer for each edition."
    ),
    tamper!(
        "other_value_invisible", "hidden", Medium, scored: true, Content, "layer",
        "Invisible text at the place of a value that the page shows holds another number.",
        "Text read from a scan, which lies on a picture and is left out here."
    ),
    tamper!(
        "prints_other_value", "hidden", Medium, scored: false, Content, "layer",
        "The page is printed with another number than it shows on the screen.",
        "Forms with notes for the screen alone."
    ),
    tamper!(
        "thumbnail_shows_otherwise", "hidden", Medium, scored: false, Content, "thumbnail",
        "The thumbnail of a page lacks a line or block that the page shows, or has one more.",
        "Forms filled for good and stamps set into the page by a program that leaves thumbnails alone."
    ),
    tamper!(
        "object_shadowed", "hidden", Low, scored: false, Structure, "leftovers",
        "An object stands in the file under a number that the tables lead elsewhere.",
        "Files joined by concatenation, damaged files."
    ),
    tamper!(
        "bytes_between_objects", "hidden", Low, scored: false, Structure, "leftovers",
        "Bytes between objects belong to nothing.",
        "Writers that reserve room."
    ),
    tamper!(
        "fields_not_drawn", "hidden", Low, scored: false, Structure, "field value",
        "Form fields show other values than those they hold, in many places or as boxes.",
        "Programs that fill a form and leave its drawing to the viewer."
    ),
    tamper!(
        "value_set_somewhat_otherwise", "retyped", Low, scored: false, Content, "retyped value",
        "A value among other text is written in another manner than most text of the document, in a few ways that do not show.",
        "Values that a design or a second program sets apart."
    ),
    tamper!(
        "signer_revoked", "signatures", High, scored: false, Structure, "signer",
        "A certificate behind a digital signature was revoked.",
        "Signatures made before the revocation."
    ),
    tamper!(
        "timestamp_broken", "signatures", Medium, scored: false, Structure, "timestamp",
        "A timestamp does not belong to the signature it hangs on.",
        "None known; the signature itself is not touched by it."
    ),
    tamper!(
        "signature_field_emptied", "signatures", Low, scored: false, Structure, "signature removed",
        "An empty signature field looks as if it had been signed once.",
        "Files prepared for signing that nobody signed."
    ),
    tamper!(
        "seal_over_text", "signatures", Low, scored: false, Structure, "signature",
        "The seal of a later signer lies over signed words.",
        "Seals set upon a line of text."
    ),
    tamper!(
        "signature_padding", "signatures", Low, scored: false, Structure, "signature",
        "Bytes that nobody signed follow the value of a digital signature in its own room.",
        "A few signing programs that do not clear that room."
    ),
    tamper!(
        "signature_range_odd", "signatures", Low, scored: false, Structure, "signature",
        "The range of a digital signature is written oddly, in a way that lets nobody change anything.",
        "Signing programs that count by a byte too few, or break lines in the value."
    ),
];

/// The row of an id.
pub fn definition(id: &str) -> Option<&'static Definition> {
    TABLE.iter().find(|definition| definition.id == id)
}
