//! The table of all signals: stable ids, what they mean, which honest files raise them too. Weights stand in the rules.

use crate::report::{Severity, SignalKind};

/// What a signal bears witness to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proves {
    /// What a reader sees was changed after production.
    Content,
    /// Bytes, structure or signature coverage changed; whether content did is open.
    Structure,
    /// Speaks for the file.
    Trust,
}

/// One row.
#[derive(Debug, Clone, Copy)]
pub struct Definition {
    pub id: &'static str,
    pub module: &'static str,
    pub kind: SignalKind,
    /// `None` for integrity signals.
    pub severity: Option<Severity>,
    pub scored: bool,
    pub proves: Proves,
    /// Signals of one cause count once.
    pub cause: &'static str,
    /// One sentence.
    pub meaning: &'static str,
    /// Which honest files raise it too.
    pub benign: &'static str,
}

macro_rules! tamper {
    ($id:literal, $module:literal, $severity:ident, scored: $scored:literal, $proves:ident, $cause:literal, $meaning:literal, $benign:literal) => {
        Definition {
            id: $id,
            module: $module,
            kind: SignalKind::Tamper,
            severity: Some(Severity::$severity),
            scored: $scored,
            proves: Proves::$proves,
            cause: $cause,
            meaning: $meaning,
            benign: $benign,
        }
    };
}

macro_rules! integrity {
    ($id:literal, $module:literal, $meaning:literal, $benign:literal) => {
        Definition {
            id: $id,
            module: $module,
            kind: SignalKind::Integrity,
            severity: None,
            scored: true,
            proves: Proves::Trust,
            cause: $module,
            meaning: $meaning,
            benign: $benign,
        }
    };
}

/// Gravest first; a report lists its findings in this order.
pub static TABLE: &[Definition] = &[
    tamper!(
        "signature_broken", "signatures", High, scored: true, Content, "signature",
        "A digital signature does not hold: the signed bytes, its value or its range were changed.",
        "A transfer that damaged the file."
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
        "Stamps of a registry, an e-signing service or a mail gateway; filling of a blank form."
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
        "value_in_late_font", "retyped", High, scored: true, Content, "retyped value",
        "A value among other text was painted after the page was finished, in a font that nothing else on the page uses.",
        "Numbers that an issuer stamps into a finished form."
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
        "digit_left_in_font", "fonts", Medium, scored: true, Content, "left in font",
        "A font's tight subset carries a digit that nothing in the document shows.",
        "Pages taken out of a longer document, where that digit stood on them alone."
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
    integrity!(
        "signature_covers_file",
        "signatures",
        "An intact digital signature covers every byte of the file.",
        "Speaks for the file."
    ),
    integrity!(
        "signature_covers_save",
        "signatures",
        "A digital signature is intact for the state it signed; allowed changes follow.",
        "Speaks for the state it signed."
    ),
    integrity!(
        "signer_trusted",
        "signatures",
        "The signer's certificate leads to a root of the trust list.",
        "Speaks for the file."
    ),
    integrity!(
        "signer_unverified",
        "signatures",
        "Who signed was not verified: no trust list is configured.",
        "Any signed file where no trust list is set."
    ),
    integrity!(
        "signer_not_trusted",
        "signatures",
        "The signer's certificate leads to no root of the trust list.",
        "Signers of another country or trade than the list."
    ),
    integrity!(
        "signature_weak",
        "signatures",
        "A signature rests on an algorithm or key that is too weak.",
        "Old documents."
    ),
    integrity!(
        "signature_unverifiable",
        "signatures",
        "A signature uses means that this engine cannot verify.",
        "Rare algorithms."
    ),
];

/// The row of an id.
pub fn definition(id: &str) -> Option<&'static Definition> {
    TABLE.iter().find(|definition| definition.id == id)
}
