//! What lies over a value, beside the same thing where it hides nothing; and dates of a file. `UPDATE=1` writes the files
//! anew as fixtures.

mod writing;

use writing::{pdf, raises, stream};

/// A letter with one value, and what is drawn after it.
fn letter(after: &str, entries: &str, more: &[(u32, String)]) -> Vec<u8> {
    let text = "BT /F 11 Tf 14 TL 40 260 Td (Statement of the example works for the third of May) Tj T* \
        (The goods stay ours until they are paid for in full) Tj ET \
        BT /F 11 Tf 40 200 Td (Total due) Tj 100 0 Td (1,250.00) Tj ET ";
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 300]/Resources<</Font<</F 4 0 R>>/XObject<</P 7 0 R>>>>/Contents 5 0 R{entries}>>"
    );
    let picture = stream(
        "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8",
        "@",
    );
    let mut objects = vec![
        (1, "<</Type/Catalog/Pages 2 0 R>>".into()),
        (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>".into()),
        (3, page),
        (
            4,
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".into(),
        ),
        (5, stream("", &format!("{text}{after}"))),
        (6, "<<>>".into()),
        (7, picture),
    ];
    objects.extend_from_slice(more);
    pdf(&objects)
}

/// The value stands at 140 to 185, 200; below it is nothing.
const UPON: f64 = 197.0;
const BELOW: f64 = 157.0;

#[test]
fn a_box_of_paper_or_ink_hides_a_value() {
    let under = |ink: &str, y: f64| letter(&format!("{ink} rg 138 {y} 52 14 re f"), "", &[]);
    let id = "text_covered";
    assert!(raises(
        "covers/value-under-paper",
        &under("1 1 1", UPON),
        id
    ));
    assert!(!raises(
        "covers/paper-below-value",
        &under("1 1 1", BELOW),
        id
    ));
    let id = "text_redacted";
    assert!(raises(
        "covers/value-blacked-out",
        &under("0 0 0", UPON),
        id
    ));
    assert!(!raises(
        "covers/ink-below-value",
        &under("0 0 0", BELOW),
        id
    ));
}

#[test]
fn a_small_picture_hides_a_value() {
    let over = |y: f64| letter(&format!("q 56 0 0 36 136 {y} cm /P Do Q"), "", &[]);
    let id = "picture_over_text";
    assert!(raises("covers/value-under-picture", &over(187.0), id));
    assert!(!raises("covers/picture-below-value", &over(130.0), id));
}

#[test]
fn an_annotation_hides_a_value() {
    let over = |y: f64| {
        let annotation = format!(
            "<</Type/Annot/Subtype/Square/Rect[138 {y} 190 {}]/F 4/AP<</N 9 0 R>>>>",
            y + 14.0
        );
        let look = stream(
            "/Type/XObject/Subtype/Form/BBox[0 0 52 14]",
            "0 g 0 0 52 14 re f",
        );
        letter("", "/Annots[8 0 R]", &[(8, annotation), (9, look)])
    };
    let id = "annotation_hides_text";
    assert!(raises("covers/value-under-annotation", &over(UPON), id));
    assert!(!raises("covers/annotation-below-value", &over(BELOW), id));
}

#[test]
fn a_later_date_than_that_of_creation_is_told() {
    let dated = |created: &str, changed: &str| -> Vec<u8> {
        let info = format!("<</CreationDate(D:{created}Z)/ModDate(D:{changed}Z)>>");
        let bytes = letter("", "", &[(8, info)]);
        // The trailer stands behind the table: nothing moves.
        let at = bytes.windows(11).rposition(|part| part == b"/Root 1 0 R");
        let (head, tail) = bytes.split_at(at.unwrap_or_default());
        [head, b"/Info 8 0 R", tail].concat()
    };
    let (may, june) = ("20240503101500", "20240607090000");
    let id = "modified_after_creation";
    assert!(raises("dates/changed-in-june", &dated(may, june), id));
    assert!(!raises("dates/written-in-may", &dated(may, may), id));
    let id = "created_after_modification";
    assert!(raises("dates/created-in-june", &dated(june, may), id));
}
