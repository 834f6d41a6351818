//! The decisions of the page's vocabulary, each on a page that is written for it.

use assay_pdf::content::{Contents, PageContent, Paint, Run};
use assay_pdf::{Document, Page};

use super::*;

/// The catalog and what goes with it, before the objects of one page of 100 by 100 points.
const HEAD: &str = "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[9 0 R]/D<</OFF[9 0 R]>>>>>>\nendobj\n\
    2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
    5 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj\n\
    9 0 obj\n<</Type/OCG/Name(Off)>>\nendobj\n";
const PAGE: &str = "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Annots[6 0 R]\
    /Resources<</Font<</F 5 0 R>>/XObject<</X 7 0 R/I 8 0 R>>/Properties<</L 9 0 R>>\
    /ExtGState<</A96<</ca 0.96>>/A95<</ca 0.95>>/M<</BM/Multiply>>>>/Pattern<</P 10 0 R>>>>>>\nendobj\n";

fn stream(number: u32, keys: &str, data: &str) -> String {
    let length = data.len();
    format!("{number} 0 obj\n<<{keys}/Length {length}>>\nstream\n{data}\nendstream\nendobj\n")
}

/// What a page with these contents draws, and the page.
fn drawn(contents: &str) -> (Page, PageContent) {
    let form = "/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<</Font<</F 5 0 R>>>>";
    let note =
        "6 0 obj\n<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 100 100]/AP<</N 11 0 R>>>>\nendobj\n";
    let picture =
        "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8";
    let pattern =
        "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>";
    let bytes = [
        HEAD.to_owned(),
        PAGE.to_owned(),
        stream(4, "", contents),
        note.to_owned(),
        stream(7, form, "BT /F 9 Tf 9 40 Td (form) Tj ET"),
        stream(8, picture, "x"),
        stream(10, pattern, "0 0 4 4 re f"),
        stream(11, form, "BT /F 9 Tf 9 60 Td (note) Tj ET"),
        "trailer\n<</Root 1 0 R>>\n".to_owned(),
    ];
    let bytes = bytes.concat().into_bytes();
    let document = Document::open(&bytes).expect("the page opens");
    let view = document.latest();
    let page = view.pages().into_iter().next().expect("one page");
    let content = Contents::new(view).page(&page);
    (page, content)
}

/// What the runs read that pass a test.
fn told(content: &PageContent, test: impl Fn(&Run) -> bool) -> Vec<&str> {
    let runs = content.runs.iter().filter(|run| test(run));
    runs.map(|run| content.run_text(run)).collect()
}

#[test]
fn text_is_seen_that_leaves_paint_in_no_layer_that_is_off() {
    let (_, content) = drawn(
        "q BT /F 4 Tf 9 9 Td (filled) Tj 1 Tr (stroked) Tj 3 Tr (invisible) Tj 5 Tr (both) Tj 7 Tr (clip) Tj ET Q \
         /OC /L BDC BT /F 4 Tf 9 30 Td (off) Tj 3 Tr (gone) Tj ET EMC",
    );
    assert_eq!(
        told(&content, |run| seen(run) && own(&content, run.source)),
        ["filled", "stroked", "both"]
    );
    assert_eq!(told(&content, invisible), ["invisible"]);
    assert_eq!(told(&content, switched_off), ["off"]);
}

#[test]
fn text_outside_of_its_clip_or_of_what_viewers_show_is_not_seen() {
    let (page, content) = drawn(
        "BT /F 9 Tf 9 9 Td (within) Tj ET BT /F 9 Tf 9 120 Td (above) Tj ET \
         q 0 0 50 50 re W n BT /F 9 Tf 9 80 Td (clipped) Tj ET BT 3 Tr /F 9 Tf 60 9 Td (found) Tj ET Q",
    );
    assert_eq!(
        told(&content, |run| seen(run) && own(&content, run.source)),
        ["within"]
    );
    assert_eq!(told(&content, invisible), Vec::<&str>::new());
    // The edge of the page cuts this one: what is left of it is read.
    let (_, cut) = drawn("BT /F 9 Tf 90 9 Td (edges) Tj ET");
    let words: Vec<String> = visible_lines(&cut).iter().map(|line| line.text()).collect();
    assert_eq!(words.last().map(String::as_str), Some("ed"));
    assert_eq!(page.crop_box.x1, 100.0);
}

#[test]
fn text_that_only_clips_stands_on_no_visible_line() {
    let (_, content) = drawn("BT /F 9 Tf 9 80 Td 7 Tr (clip) Tj ET");
    let words: Vec<String> = visible_lines(&content)
        .iter()
        .map(|line| line.text())
        .collect();
    assert_eq!(words, ["note"]);
}

#[test]
fn a_form_is_the_pages_own_but_not_its_contents_and_an_annotation_neither() {
    let (_, content) = drawn("BT /F 9 Tf 9 9 Td (page) Tj ET /X Do");
    let shown =
        |test: fn(&PageContent, u16) -> bool| told(&content, |run| test(&content, run.source));
    assert_eq!(shown(own), ["page", "form"]);
    assert_eq!(shown(in_contents), ["page"]);
    assert_eq!(told(&content, seen), ["page", "form", "note"]);
    assert_eq!(own_text(&content).count(), 2);
}

#[test]
fn a_surface_is_opaque_in_one_colour_that_replaces_what_is_beneath() {
    let (_, content) = drawn(
        "1 g 0 0 10 10 re f /A96 gs 0 10 10 10 re f /A95 gs 0 20 10 10 re f \
         q /A96 gs /M gs 0 30 10 10 re f Q /A96 gs /Pattern cs /P scn 0 40 10 10 re f \
         /OC /L BDC 0 50 10 10 re f EMC",
    );
    let of = |test: fn(&Paint) -> bool| -> Vec<f64> {
        let paints = content.paints.iter().filter(|paint| test(paint));
        paints.map(|paint| paint.area.y0).collect()
    };
    assert_eq!(of(opaque), [0.0, 10.0]);
    assert_eq!(of(solid), [0.0, 10.0, 30.0, 40.0]);
}

#[test]
fn one_picture_of_half_a_page_is_its_picture_and_strips_are_it_together() {
    let picture = |x: f64, y: f64, height: f64| format!("q 100 0 0 {height} {x} {y} cm /I Do Q ");
    let (page, content) = drawn(&picture(0.0, 0.0, 55.0));
    assert!(page_picture(&page, &content).is_some() && !is_pictured(&page, &content));
    let (page, content) = drawn(&(picture(0.0, 0.0, 40.0) + &picture(0.0, 40.0, 40.0)));
    assert!(page_picture(&page, &content).is_none() && is_pictured(&page, &content));
    let (page, content) = drawn(&(picture(0.0, 0.0, 90.0) + &picture(0.0, 0.0, 90.0)));
    assert!(page_picture(&page, &content).is_none() && is_pictured(&page, &content));
    // What lies beside the part of the page that viewers show is not counted.
    let (page, content) = drawn(&picture(60.0, 0.0, 100.0));
    assert!(page_picture(&page, &content).is_none() && !is_pictured(&page, &content));
}

#[test]
fn a_label_stands_left_of_its_value_or_else_above_it() {
    let (_, content) =
        drawn("BT /F 6 Tf 5 90 Td (Amount due:) Tj 50 0 Td (12.00) Tj 0 -40 Td (13.00) Tj ET");
    let lines = visible_lines(&content);
    let area = |text: &str| {
        let mut words = lines.iter().flat_map(|line| &line.words);
        words.find(|word| word.text == text).expect("the word").area
    };
    assert_eq!(label(&lines, &area("12.00")).as_deref(), Some("Amount due"));
    let changes = labelled_changes(&lines, &[]);
    let gone = changes
        .iter()
        .find(|change| change.old.as_deref() == Some("12.00"));
    assert_eq!(
        gone.and_then(|gone| gone.field.as_deref()),
        Some("Amount due")
    );
}

#[test]
fn words_close_to_each_other_are_a_phrase_unless_another_word_parts_them() {
    let (_, content) =
        drawn("BT /F 6 Tf 5 20 Td (12) Tj 10 0 Td (x) Tj 5 0 Td (34) Tj 40 0 Td (56) Tj ET");
    let lines = visible_lines(&content);
    let read = |parted: bool| -> Vec<String> {
        let joining = phrases::Joining { gap: 2.0, parted };
        let found = phrases::joined(&lines, joining, |word| words::has_digit(&word.text));
        found.into_iter().map(|(phrase, _)| phrase.text).collect()
    };
    assert_eq!(read(false), ["12 34", "56"]);
    assert_eq!(read(true), ["12", "34", "56"]);
}

#[test]
fn an_annotation_says_its_value_or_its_text_and_one_of_letters_is_drawn_by_viewers() {
    let bytes = "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
        2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>\nendobj\n\
        3 0 obj\n<</Type/Page/Parent 2 0 R/Annots[<</Subtype/Widget/Parent<</V(21.00)>>>>\
        <</Subtype/FreeText/Rect[1 2 3 4]/Contents(new)>> <</Subtype/FreeText/F 2/Rect[1 2 3 4]/Contents(hid)>>\
        <</Subtype/Stamp/Contents( - )>> 7]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n";
    let document = Document::open(bytes.as_bytes()).expect("the file opens");
    let view = document.latest();
    let page = view.pages().into_iter().next().expect("one page");
    let read = annotations::of_page(&view, &page);
    let said: Vec<_> = read.iter().map(|one| one.says.as_deref()).collect();
    assert_eq!(said, [Some("21.00"), Some("new"), Some("hid"), None, None]);
    let drawn: Vec<_> = read.iter().map(|one| one.undrawn.is_some()).collect();
    assert_eq!(drawn, [false, true, false, false, false]);
}
