//! Forms of many fields: what they hold and what they draw. `UPDATE=1` writes them anew as fixtures.

mod writing;

use writing::{pdf, raises, stream};

/// A form of six text fields, all of which draw "as agreed".
fn form(values: [&str; 6]) -> Vec<u8> {
    let font = "/Resources<</Font<</F 4 0 R>>>>";
    let appearance = stream(
        &format!("/Type/XObject/Subtype/Form/BBox[0 0 120 14]{font}"),
        "/Tx BMC BT /F 9 Tf 2 4 Td (as agreed) Tj ET EMC",
    );
    let heading = "BT /F 11 Tf 40 260 Td (Letter of employment of the example works) Tj ET";
    let mut fields = String::new();
    let mut widgets = Vec::new();
    for (number, value) in (7u32..).zip(values) {
        let low = 10 + 16 * (number - 7);
        fields += &format!("{number} 0 R ");
        let widget = format!(
            "<</Type/Annot/Subtype/Widget/FT/Tx/T(Line{number})/V({value})/Rect[40 {low} 160 {}]/F 4/P 3 0 R/AP<</N 6 0 R>>/DA(/F 9 Tf)>>",
            low + 14
        );
        widgets.push((number, widget));
    }
    let mut objects = vec![
        (
            1,
            format!("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{fields}]/DA(/F 9 Tf)>>>>"),
        ),
        (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>".into()),
        (
            3,
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]{font}/Contents 5 0 R/Annots[{fields}]>>"
            ),
        ),
        (
            4,
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".into(),
        ),
        (5, stream("", heading)),
        (6, appearance),
    ];
    objects.append(&mut widgets);
    pdf(&objects)
}

#[test]
fn many_fields_that_show_something_else_were_not_drawn() {
    let id = "fields_not_drawn";
    let values = [
        "Mill Lane",
        "York",
        "Engineer",
        "Full time",
        "Permanent",
        "Monthly",
    ];
    assert!(raises("hidden/fields-not-drawn", &form(values), id));
    assert!(!raises("hidden/fields-drawn", &form(["as agreed"; 6]), id));
}
