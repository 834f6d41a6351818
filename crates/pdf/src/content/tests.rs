//! Whole pages, written as files write them, and what is said of their contents.

use super::*;
use crate::document::Document;

/// Reads page 1 of a file whose page has these contents and resources, with further `objects` from number 10 on.
#[track_caller]
fn with_page(contents: &str, resources: &str, objects: &str, look: impl Fn(&PageContent)) {
    let file = format!(
        "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OCProperties 9 0 R>>endobj
         2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Annots 8 0 R
           /Resources<</Font<</F 5 0 R/V 6 0 R>>{resources}>>>>endobj
         4 0 obj<</Length {}>>stream\n{contents}\nendstream endobj
         5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>endobj
         6 0 obj<</Type/Font/Subtype/Type0/BaseFont/Mincho/Encoding/UniJIS-UCS2-V/DescendantFonts[7 0 R]>>endobj
         7 0 obj<</Type/Font/Subtype/CIDFontType0/BaseFont/Mincho
           /CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>endobj
         {objects} trailer<</Root 1 0 R>>",
        contents.len()
    );
    let document = Document::open(file.as_bytes());
    assert!(document.is_ok(), "{:?}", document.err());
    let Ok(document) = document else { return };
    let view = document.latest();
    let pages = view.pages();
    assert_eq!(pages.len(), 1);
    let contents = Contents::new(view);
    for page in &pages {
        look(&contents.page(page));
    }
}

/// Text, angle in degrees and box of each word, in reading order.
fn words(content: &PageContent) -> Vec<(String, i32, [i32; 4])> {
    lines(content, |run| !run.hidden)
        .iter()
        .flat_map(|line| &line.words)
        .map(|word| {
            let Area { x0, y0, x1, y1 } = word.area;
            (
                word.text.clone(),
                word.angle,
                [x0, y0, x1, y1].map(|value| value.round() as i32),
            )
        })
        .collect()
}

fn texts(content: &PageContent) -> Vec<String> {
    words(content).into_iter().map(|word| word.0).collect()
}

#[test]
fn a_negative_size_turns_the_baseline_around() {
    let contents = "BT /F -10 Tf 100 50 Td (abc) Tj ET";
    with_page(contents, "", "", |content| {
        assert_eq!(words(content), [("abc".into(), 180, [82, 44, 100, 52])]);
    });
    // Twice around is upright: writers that flip the page set both.
    let contents = "BT /F -10 Tf -1 0 0 -1 100 50 Tm (abc) Tj ET";
    with_page(contents, "", "", |content| {
        assert_eq!(words(content), [("abc".into(), 0, [100, 48, 118, 56])]);
    });
}

#[test]
fn slanted_letters_are_as_wide_as_their_advance() {
    let contents = "BT /F 10 Tf 1 0 0.4 1 100 50 Tm (ab) Tj 1 0 0.4 1 113.5 50 Tm (cd) Tj ET";
    with_page(contents, "", "", |content| {
        let advances: Vec<f32> = content.glyphs.iter().map(|glyph| glyph.advance).collect();
        assert_eq!(advances, [6.0; 4]);
        // A gap of 0.15 em, which the boxes of slanted letters would hide.
        assert_eq!(texts(content), ["ab", "cd"]);
    });
}

#[test]
fn a_run_keeps_its_matrix() {
    let contents = "2 0 0 2 10 20 cm BT /F 10 Tf 1 0 0 1 5 5 Tm 50 Tz (a) Tj ET";
    with_page(contents, "", "", |content| {
        let run = content.runs.first();
        let matrix = run.map(|run| run.matrix);
        assert_eq!(matrix, Some(Matrix([2.0, 0.0, 0.0, 2.0, 20.0, 30.0])));
        assert_eq!(content.glyphs.first().map(|glyph| glyph.advance), Some(6.0));
    });
}

#[test]
fn what_is_written_downwards_is_one_word() {
    let contents = "BT /V 10 Tf 100 200 Td <65e5672c8a9e> Tj ET";
    with_page(contents, "", "", |content| {
        let words = words(content);
        let found: Vec<_> = words
            .iter()
            .map(|(text, angle, _)| (text.as_str(), *angle))
            .collect();
        assert_eq!(found, [("日本語", 270)]);
        assert!(content.glyphs.iter().all(|glyph| glyph.advance == 10.0));
    });
}

#[test]
fn a_shading_paints_what_the_clip_leaves() {
    with_page("/S sh", "", "", |content| {
        let areas: Vec<_> = content.paints.iter().map(|paint| paint.area).collect();
        assert_eq!(areas, [Area::between(0.0, 0.0, 400.0, 300.0)]);
    });
    with_page("10 10 20 20 re W n /S sh", "", "", |content| {
        let areas: Vec<_> = content.paints.iter().map(|paint| paint.area).collect();
        assert_eq!(areas, [Area::between(10.0, 10.0, 30.0, 30.0)]);
    });
}

#[test]
fn text_that_clips_does_so_from_the_end_of_its_object() {
    let contents = "BT /F 10 Tf 7 Tr 100 50 Td (ab) Tj ET 0 0 400 300 re f";
    with_page(contents, "", "", |content| {
        let area = content.paints.first().map(|paint| paint.area);
        assert_eq!(area.map(|area| (area.x0, area.x1)), Some((100.0, 112.0)));
    });
    let contents = "q BT /F 10 Tf 7 Tr 100 50 Td (ab) Tj ET Q 0 0 400 300 re f";
    with_page(contents, "", "", |content| {
        let area = content.paints.first().map(|paint| paint.area);
        assert_eq!(area, Some(Area::between(0.0, 0.0, 400.0, 300.0)));
    });
}

#[test]
fn what_the_clip_takes_away_is_no_word_of_a_line() {
    // The clip ends after two of five letters; a third is cut in half.
    let contents = "q 100 0 15 300 re W n BT /F 10 Tf 100 50 Td (abcde) Tj ET Q BT /F 10 Tf 100 80 Td (fg) Tj ET";
    with_page(contents, "", "", |content| {
        assert_eq!(texts(content), ["fg", "abc"]);
        assert_eq!(content.glyphs.len(), 7);
    });
    let contents = "q 0 0 9 9 re W n BT /F 10 Tf 100 50 Td (abcde) Tj ET Q";
    with_page(contents, "", "", |content| {
        assert!(texts(content).is_empty())
    });
}

#[test]
fn what_is_painted_through_a_soft_mask_may_show_what_is_beneath() {
    let states = "/ExtGState<</M<</SMask<</S/Alpha/G 10 0 R>>>>/N<</SMask/None>>>>";
    let contents = "/M gs 0 0 9 9 re f /N gs 0 0 9 9 re f";
    with_page(contents, states, "", |content| {
        let blends: Vec<_> = content.paints.iter().map(|paint| paint.blends).collect();
        assert_eq!(blends, [true, false]);
    });
}

#[test]
fn visibility_expressions_count_before_groups() {
    let off = "9 0 obj<</OCGs[10 0 R 11 0 R]/D<</OFF[10 0 R]>>>>endobj 10 0 obj<</Type/OCG>>endobj
               11 0 obj<</Type/OCG>>endobj";
    for (membership, shown) in [
        ("/VE[/Not 10 0 R]/OCGs 10 0 R", true),
        ("/VE[/And 10 0 R 11 0 R]", false),
        ("/VE[/Or 10 0 R 11 0 R]", true),
        ("/VE[/And[/Not 10 0 R]11 0 R]", true),
        ("/VE[/Not[/Or 10 0 R 11 0 R]]", false),
        // What cannot be read does not count.
        ("/VE[/Xor 10 0 R]/OCGs 10 0 R", false),
        ("/OCGs[10 0 R 11 0 R]/P/AllOn", false),
    ] {
        let properties = format!("/Properties<</M<</Type/OCMD{membership}>>>>");
        let contents = "/OC/M BDC BT /F 10 Tf (a) Tj ET EMC BT /F 10 Tf 50 0 Td (b) Tj ET";
        with_page(contents, &properties, off, |content| {
            let expected: &[&str] = if shown { &["a", "b"] } else { &["b"] };
            assert_eq!(texts(content), expected, "{membership}");
        });
    }
}

#[test]
fn what_stands_in_a_hidden_layer_is_hidden_at_any_depth() {
    let off = "9 0 obj<</OCGs[10 0 R]/D<</OFF[10 0 R]>>>>endobj 10 0 obj<</Type/OCG>>endobj";
    let properties = "/Properties<</M 10 0 R>>";
    let contents = "BT /F 10 Tf /OC/M BDC /P BMC (a) Tj EMC (b) Tj EMC 50 0 Td (c) Tj ET";
    with_page(contents, properties, off, |content| {
        assert_eq!(texts(content), ["c"]);
    });
}

#[test]
fn an_annotation_in_a_hidden_layer_is_hidden() {
    let objects = |group: &str| {
        format!(
            "8 0 obj[<</Subtype/Stamp/Rect[10 10 110 30]/AP<</N 12 0 R>>{group}>>]endobj
             9 0 obj<</OCGs[10 0 R]/D<</OFF[10 0 R]>>>>endobj 10 0 obj<</Type/OCG>>endobj
             12 0 obj<</Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F 5 0 R>>>>/Length 29>>stream\n\
             BT /F 10 Tf 0 5 Td (paid) Tj ET\nendstream endobj"
        )
    };
    with_page("", "", &objects(""), |content| {
        assert_eq!(texts(content), ["paid"]);
    });
    with_page("", "", &objects("/OC 10 0 R"), |content| {
        assert_eq!(content.runs.len(), 1);
        assert!(texts(content).is_empty());
    });
}

#[test]
fn forms_drawn_again_have_one_source() {
    let forms = "/XObject<</A 10 0 R/B 11 0 R>>";
    let objects = "10 0 obj<</Subtype/Form/BBox[0 0 9 9]/Length 12>>stream\n0 0 1 1 re f\nendstream endobj
                   11 0 obj<</Subtype/Form/BBox[0 0 9 9]/Length 12>>stream\n0 0 2 2 re f\nendstream endobj";
    with_page(
        "/A Do /B Do /A Do 5 5 1 1 re f",
        forms,
        objects,
        |content| {
            let sources: Vec<_> = content.paints.iter().map(|paint| paint.source).collect();
            assert_eq!(sources, [1, 2, 1, 0]);
            assert_eq!(content.sources.len(), 3);
        },
    );
}

/// A page with the widgets of `fields`, whose form says `form`.
#[track_caller]
fn with_fields(form: &str, fields: &str, look: impl Fn(&PageContent)) {
    let subtype = match fields.contains("/Subtype") {
        true => "",
        false => "/Subtype/Widget",
    };
    let file = format!(
        "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]/DA(/F 10 Tf 0 g)/DR<</Font<</F 5 0 R>>>>{form}>>>>endobj
         2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Annots[6 0 R]>>endobj
         5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>endobj
         6 0 obj<</Type/Annot{subtype}/T(a)/Rect[100 100 220 120]{fields}>>endobj
         7 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 120 20]/Resources<</Font<</F 5 0 R>>>>/Length 36>>stream
BT /F 10 Tf 2 4 Td (200) Tj ET      
endstream endobj
         trailer<</Root 1 0 R>>"
    );
    let document = Document::open(file.as_bytes());
    assert!(document.is_ok(), "{:?}", document.err());
    let Ok(document) = document else { return };
    let view = document.latest();
    for page in &view.pages() {
        look(&Contents::new(view).page(page));
    }
}

#[test]
fn a_push_button_without_an_appearance_shows_its_caption() {
    with_fields("", "/FT/Btn/Ff 65536/MK<</CA(Go)>>", |content| {
        assert_eq!(words(content), [("Go".into(), 0, [154, 104, 166, 112])]);
    });
    let look = "/FT/Btn/Ff 65536/MK<</CA(Go)>>/AP<</N 7 0 R>>";
    with_fields("/NeedAppearances true", look, |content| {
        let shown: Vec<_> = words(content).into_iter().map(|word| word.0).collect();
        assert_eq!(shown, ["200"]);
    });
    // The caption of a check box names its mark, not a text.
    with_fields("", "/FT/Btn/MK<</CA(4)>>", |content| {
        assert!(content.runs.is_empty());
    });
}

#[test]
fn a_field_without_an_appearance_shows_its_value() {
    with_fields("", "/FT/Tx/V(12,50)", |content| {
        assert_eq!(words(content), [("12,50".into(), 0, [102, 104, 132, 112])]);
        let source = content.sources.first();
        assert!(source.is_some_and(|source| source.id.is_none()));
        assert_eq!(content.appearance_text(0), "");
    });
    let right = "/FT/Tx/V(12,50)/Q 2/DA(/F 8 Tf)";
    with_fields("", right, |content| {
        assert_eq!(words(content), [("12,50".into(), 0, [194, 106, 218, 112])]);
    });
    // Cells of a comb; a font that the form lacks; signs that the font lacks.
    with_fields("", "/FT/Tx/V(123)/Ff 16777216/MaxLen 4", |content| {
        assert_eq!(texts(content), ["1", "2", "3"]);
    });
    with_fields("", "/FT/Tx/V<FEFF04120030>/DA(/X 0 Tf)", |content| {
        assert_eq!(texts(content), ["\u{412}0"]);
    });
    with_fields("", "/FT/Tx/Ff 4096/V(one two three four five)", |content| {
        assert_eq!(texts(content), ["one", "two", "three", "four", "five"]);
    });
}

#[test]
fn fields_that_viewers_do_not_draw_show_nothing() {
    for field in [
        "/FT/Tx/V(x)/Ff 8192",
        "/FT/Tx/V(x)/F 2",
        "/FT/Btn/V/Yes",
        "/FT/Tx",
        "/FT/Ch/V(x)",
    ] {
        with_fields("", field, |content| assert_eq!(texts(content), [""; 0]));
    }
    with_fields("", "/FT/Tx/V(300)/AP<</N 7 0 R>>", |content| {
        assert_eq!(texts(content), ["200"]);
    });
}

#[test]
fn a_note_without_an_appearance_shows_its_words() {
    let note = "/Subtype/FreeText/DA(/F 10 Tf)/Contents(paid in full)";
    with_fields("", note, |content| {
        assert_eq!(texts(content), ["paid", "in", "full"]);
    });
    let drawn = "/Subtype/FreeText/Contents(paid)/AP<</N 7 0 R>>";
    with_fields("", drawn, |content| assert_eq!(texts(content), ["200"]));
    for silent in ["/Subtype/FreeText", "/Subtype/Text/Contents(aside)"] {
        with_fields("", silent, |content| assert_eq!(texts(content), [""; 0]));
    }
}

#[test]
fn text_whose_font_is_missing_is_read_as_viewers_set_it() {
    let file = b"%PDF-1.4
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R>>endobj
        4 0 obj<</Length 42>>stream
BT /F1 12 Tf 50 200 Td (Total 310.00) Tj ET
endstream endobj
        trailer<</Root 1 0 R>>";
    let document = Document::open(file);
    assert!(document.is_ok(), "{:?}", document.err());
    let Ok(document) = document else { return };
    let view = document.latest();
    for page in &view.pages() {
        let content = Contents::new(view).page(page);
        assert_eq!(texts(&content), ["Total", "310.00"]);
    }
}

#[test]
fn fields_drawn_anew_show_their_value_and_keep_what_the_appearance_says() {
    let anew = "/NeedAppearances true";
    with_fields(anew, "/FT/Tx/V(300)/AP<</N 7 0 R>>", |content| {
        assert_eq!(texts(content), ["300"]);
        assert_eq!(content.appearance_text(0), "200");
    });
    with_fields(anew, "/FT/Tx/V(200)/AP<</N 7 0 R>>", |content| {
        assert_eq!(texts(content), ["200"]);
        assert_eq!(content.runs.len(), 1);
    });
    with_fields(anew, "/FT/Ch/Ff 131072/Opt[[(a)(one)]]/V(a)", |content| {
        assert_eq!(texts(content), ["one"]);
    });
}

#[test]
fn sequences_keep_their_numbers_and_texts() {
    let contents = "/P <</MCID 4>> BDC BT /F 9 Tf 10 10 Td (a) Tj
        /Span <</ActualText(b)/E(c)>> BDC (x) Tj EMC ET EMC /Artifact BMC EMC /P <</MCID 5>> BDC EMC";
    with_page(contents, "", "", |content| {
        let told = content.sequences.iter().map(|one| {
            let texts = one.texts.iter().map(|(_, text)| text.as_str());
            (one.mcid, texts.collect::<String>(), one.runs.clone())
        });
        let expected = [
            (Some(4), String::new(), 0..2),
            (None, "bc".into(), 1..2),
            (Some(5), String::new(), 2..2),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    });
}

#[test]
fn wide_steps_within_a_string_are_kept() {
    let contents =
        "BT /F 10 Tf 100 50 Td [(a b) -3000 () -500 (c) -900 (d)] TJ 0 -20 Td [() -2500 ( )] TJ ET";
    with_page(contents, "", "", |content| {
        let told = content.leaps.iter().map(|leap| {
            let (x0, x1) = (leap.area.x0.round(), leap.area.x1.round());
            (leap.order, x0 as i32, x1 as i32, leap.bare)
        });
        let order = |run: usize| content.runs.get(run).map_or(0, |run| run.order);
        let expected = [(order(0), 118, 153, false), (order(1), 100, 125, true)];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    });
}

#[test]
fn a_layer_may_be_turned_for_print() {
    let layers = "9 0 obj<</OCGs[10 0 R 11 0 R]/D<</OFF[11 0 R]/AS[<</Event/Print/Category[/Print]/OCGs[10 0 R 11 0 R]>>]>>>>endobj
        10 0 obj<</Type/OCG/Name(seen)/Usage<</Print<</PrintState/OFF>>>>>>endobj
        11 0 obj<</Type/OCG/Name(printed)/Usage<</Print<</PrintState/ON>>>>>>endobj";
    let file = format!(
        "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OCProperties 9 0 R>>endobj
         2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R
           /Resources<</Font<</F 5 0 R>>/Properties<</A 10 0 R/B 11 0 R>>>>>>endobj
         4 0 obj<</Length 103>>stream
/OC /A BDC BT /F 9 Tf 10 10 Td (100) Tj ET EMC    /OC /B BDC BT /F 9 Tf 10 10 Td (900) Tj ET EMC       
endstream endobj
         5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>endobj
         {layers} trailer<</Root 1 0 R>>"
    );
    let read = Document::open(file.as_bytes()).map(|document| {
        let view = document.latest();
        let (seen, printed) = (Contents::new(view), Contents::printed(view));
        let pages = view.pages();
        let turns = pages.iter().any(|page| seen.prints_otherwise(page));
        let read = |contents: &Contents<'_>| -> Vec<String> {
            pages
                .iter()
                .flat_map(|page| texts(&contents.page(page)))
                .collect()
        };
        (turns, read(&seen), read(&printed))
    });
    let expected = (true, vec!["100".to_owned()], vec!["900".to_owned()]);
    assert_eq!(read, Ok(expected));
}
