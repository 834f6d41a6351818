//! Whole fonts, written as a file writes them.

use super::*;
use crate::fonts::testing::{with_file, with_object};
use crate::fonts::{ProgramKind, TextSource};

/// Reads the font that is object 4 of a file made of `objects`.
fn with_font(objects: &str, look: impl FnOnce(&Font)) {
    with_file(objects.as_bytes(), |view, object| {
        look(&Font::read(
            view,
            &object.as_dictionary().cloned().unwrap_or_default(),
        ));
    });
}

/// The text, its source and the width of a code.
fn facts(font: &Font, code: u32) -> (String, TextSource, f64) {
    let glyph = font.glyph(code);
    (glyph.text.to_string(), glyph.text_source, glyph.width)
}

#[test]
fn a_subset_tag_is_six_capitals_and_a_plus() {
    assert_eq!(split_subset_tag("ABCDEF+Arial"), (Some("ABCDEF"), "Arial"));
    assert_eq!(split_subset_tag("abcdef+Arial"), (None, "abcdef+Arial"));
    assert_eq!(split_subset_tag("C+Plus"), (None, "C+Plus"));
}

#[test]
fn a_standard_font_needs_nothing_but_its_name() {
    with_font(
        "4 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj",
        |font| {
            assert_eq!(facts(font, 65), ("A".into(), TextSource::Encoding, 0.667));
            // StandardEncoding, not ASCII.
            assert_eq!(facts(font, 39).0, "’");
            assert_eq!((font.ascent(), font.descent()), (0.718, -0.207));
            assert!(font.anomalies().is_empty());
            assert!(font.is_space(32, 1) && !font.is_space(32, 2));
        },
    );
    with_font(
        "4 0 obj <</Subtype/Type1/BaseFont/ZapfDingbats>> endobj",
        |font| {
            assert_eq!(facts(font, 0x34), ("✔".into(), TextSource::Encoding, 0.846));
        },
    );
}

#[test]
fn differences_widths_and_missing_width() {
    with_font(
        "4 0 obj <</Subtype/TrueType/BaseFont/ABCDEF+Foo/FirstChar 65/LastChar 67/Widths[500 null 5 0 R]
         /Encoding<</BaseEncoding/WinAnsiEncoding/Differences[66/Euro/f_f 200/uni0041 300/B]>>
         /FontDescriptor<</MissingWidth 250/Ascent 900/Descent 200/Flags 32>>>> endobj 5 0 obj 333 endobj",
        |font| {
            assert_eq!(facts(font, 65), ("A".into(), TextSource::Encoding, 0.5));
            assert_eq!(facts(font, 66), ("€".into(), TextSource::Encoding, 0.25));
            assert_eq!(facts(font, 67), ("ff".into(), TextSource::Encoding, 0.333));
            assert_eq!(facts(font, 200), ("A".into(), TextSource::GlyphName, 0.25));
            assert_eq!(facts(font, 0x80), ("€".into(), TextSource::Encoding, 0.25));
            assert_eq!((font.base_font(), font.subset_tag()), ("Foo", Some("ABCDEF")));
            assert_eq!((font.ascent(), font.descent()), (0.9, -0.2));
        },
    );
}

#[test]
fn to_unicode_counts_before_the_encoding_and_leaves_holes_to_it() {
    let map = "1 beginbfchar <41> <00660069> endbfchar";
    let file = format!(
        "4 0 obj <</Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 5 0 R>> endobj
         5 0 obj <</Length {}>> stream\n{map}\nendstream endobj",
        map.len()
    );
    with_font(&file, |font| {
        assert_eq!(
            facts(font, 0x41),
            ("fi".into(), TextSource::ToUnicode, 0.667)
        );
        assert_eq!(facts(font, 0x42), ("B".into(), TextSource::Encoding, 0.667));
    });
}

#[test]
fn a_type0_font_reads_codes_by_its_cmap() {
    let map = "1 beginbfrange <0001> <0003> <0041> endbfrange";
    let file = format!(
        "4 0 obj <</Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 5 0 R>> endobj
         5 0 obj <</Length {}>> stream\n{map}\nendstream endobj
         6 0 obj <</Subtype/CIDFontType2/DW 600/W[2[250]]/FontDescriptor<</Ascent 0>>>> endobj",
        map.len()
    );
    with_font(&file, |font| {
        let codes: Vec<_> = font.codes(b"\0\x01\0\x02\0").collect();
        assert_eq!(codes.len(), 3);
        assert_eq!(facts(font, 1), ("A".into(), TextSource::ToUnicode, 0.6));
        assert_eq!(facts(font, 2), ("B".into(), TextSource::ToUnicode, 0.25));
        assert_eq!(facts(font, 9), (String::new(), TextSource::Unknown, 0.6));
        assert_eq!(
            font.kind(),
            FontKind::Type0 {
                descendant: CidFontKind::Type2
            }
        );
        assert!(!font.vertical());
    });
}

#[test]
fn a_font_of_a_published_collection_needs_no_to_unicode() {
    with_font(
        "4 0 obj <</Subtype/Type0/Encoding/90ms-RKSJ-V/DescendantFonts[<</Subtype/CIDFontType0
         /CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>]>> endobj",
        |font| {
            let codes: Vec<_> = font.codes(b"A\x82\xa0").collect();
            assert_eq!(
                codes.iter().map(|code| code.length).collect::<Vec<_>>(),
                [1, 2]
            );
            assert_eq!(facts(font, 0x82a0), ("あ".into(), TextSource::CMap, 1.0));
            assert!(font.vertical());
            assert_eq!(font.glyph(0x82a0).vertical.map(|v| v.advance), Some(-1.0));
        },
    );
}

#[test]
fn a_type3_font_scales_by_its_matrix_and_names_its_procedures() {
    with_font(
        "4 0 obj <</Subtype/Type3/FontMatrix[.01 0 0 .01 0 0]/FontBBox[0 -20 50 80]/FirstChar 97/Widths[60]
         /Encoding<</Differences[97/a]>>/CharProcs<</a 7 0 R/b 8 0 R>>>> endobj",
        |font| {
            assert_eq!(facts(font, 97), ("a".into(), TextSource::Encoding, 0.6));
            assert_eq!((font.ascent(), font.descent()), (0.8, -0.2));
            let procedures = font.type3().map(|t| t.char_procs.len());
            assert_eq!(procedures, Some(1));
        },
    );
}

#[test]
fn an_embedded_type1_program_gives_names_and_widths_where_the_file_does_not() {
    let program = crate::fonts::type1::tests::sample();
    let mut file = format!(
        "4 0 obj <</Subtype/Type1/BaseFont/Sample/FontDescriptor<</Flags 4/FontFile 5 0 R>>>> endobj
         5 0 obj <</Length {}>> stream\n",
        program.len()
    )
    .into_bytes();
    file.extend_from_slice(&program);
    file.extend_from_slice(b"\nendstream endobj");
    with_file(&file, |view, object| {
        let dictionary = object.as_dictionary().cloned().unwrap_or_default();
        let font = Font::read(view, &dictionary);
        assert_eq!(facts(&font, 65), ("A".into(), TextSource::Program, 0.6));
        assert_eq!(facts(&font, 32), (" ".into(), TextSource::Program, 0.25));
        assert_eq!(font.anomalies(), [FontAnomaly::WidthsMissing]);
        let kind = font.program(view).and_then(FontProgram::kind);
        assert_eq!(kind, Some(ProgramKind::Type1));
    });
}

/// LibreOffice numbers the glyphs of a Type 1 subset, and only the program says so.
#[test]
fn codes_lead_where_the_program_says_though_a_map_reads_them_all() {
    let program = crate::fonts::type1::tests::sample();
    let (old, new): (&[u8], &[u8]) = (b"dup 8#101 /A put", b"dup 8#102 /A put");
    let at = program.windows(old.len()).position(|bytes| bytes == old);
    let at = at.unwrap_or(usize::MAX);
    let program = [&program[..at], new, &program[at + old.len()..]].concat();
    let map =
        "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <42> <0041> endbfchar";
    let mut file = format!(
        "4 0 obj <</Subtype/Type1/BaseFont/ABCDEF+Sample/FirstChar 66/Widths[600]/ToUnicode 6 0 R
         /FontDescriptor<</Flags 4/FontFile 5 0 R>>>> endobj
         6 0 obj <</Length {}>> stream\n{map}\nendstream endobj 5 0 obj <</Length {}>> stream\n",
        map.len(),
        program.len()
    )
    .into_bytes();
    file.extend_from_slice(&program);
    file.extend_from_slice(b"\nendstream endobj");
    with_file(&file, |view, object| {
        let dictionary = object.as_dictionary().cloned().unwrap_or_default();
        let font = Font::read(view, &dictionary);
        assert_eq!(facts(&font, 66), ("A".into(), TextSource::ToUnicode, 0.6));
        let codes: Vec<u32> = font.program(view).map_or_else(Vec::new, |program| {
            let pairs = font.program_glyphs(view, program);
            pairs.iter().map(|(code, _)| *code).collect()
        });
        assert_eq!(codes, [32, 66]);
    });
}

#[test]
fn nonsense_is_read_as_nothing() {
    for object in [
        "<<>>",
        "<</Subtype/Type0>>",
        "<</Subtype/Type0/DescendantFonts[4 0 R]/Encoding 4 0 R>>",
        "<</Subtype/Type3/FontMatrix[1]/CharProcs 9 0 R/Encoding 4 0 R>>",
        "<</Subtype/TrueType/FirstChar -5/Widths[4 0 R]/Encoding<</Differences[-9/A 255/B/C]>>>>",
        "<</Subtype/Type1/ToUnicode 4 0 R/FontDescriptor<</FontFile 4 0 R>>>>",
    ] {
        with_object(object, |view, object| {
            let dictionary = object.as_dictionary().cloned().unwrap_or_default();
            let font = Font::read(view, &dictionary);
            for code in [0, 65, 255, 256, u32::MAX] {
                assert!(font.glyph(code).width.is_finite(), "{dictionary:?}");
            }
        });
    }
}
