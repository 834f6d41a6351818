//! Values that speak against each other on one page, each with a page on which they nearly do. `UPDATE=1` writes them anew
//! as fixtures.

mod writing;

use writing::{pdf, raises, stream};

/// A page of rows of texts, each with its left edge in points.
fn page(rows: &[&[(f64, &str)]]) -> Vec<u8> {
    let mut data = String::new();
    for (row, y) in rows.iter().zip((0..).map(|row| 760 - 18 * row)) {
        for (x, text) in row.iter() {
            data += &format!("BT /F 10 Tf {x} {y} Td ({text}) Tj ET\n");
        }
    }
    let sheet = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>";
    pdf(&[
        (1, "<</Type/Catalog/Pages 2 0 R>>".into()),
        (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>".into()),
        (3, sheet.into()),
        (
            4,
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".into(),
        ),
        (5, stream("", &data)),
    ])
}

fn receipt(figures: &str) -> Vec<u8> {
    page(&[
        &[(60.0, "RECEIPT 4471")],
        &[
            (60.0, "Received with thanks from Jane Doe"),
            (400.0, "3 May 2026"),
        ],
        &[(60.0, "Amount"), (400.0, figures)],
        &[(
            60.0,
            "In words: one thousand two hundred and fifty pounds only",
        )],
        &[(60.0, "for the rent of May 2026")],
    ])
}

#[test]
fn an_amount_that_its_words_give_otherwise_is_told() {
    let id = "amount_in_words_differs";
    let changed = receipt("GBP 7,250.00");
    assert!(raises("values/figures-changed-words-left", &changed, id));
    let same = receipt("GBP 1,250.00");
    assert!(!raises("values/figures-as-in-words", &same, id));
}

fn letter(day: &str) -> Vec<u8> {
    page(&[
        &[(60.0, "Example Works Ltd, 4 Mill Lane, York")],
        &[(60.0, "Minutes of the meeting of"), (220.0, day)],
        &[(60.0, "The board met at nine and heard the accounts.")],
        &[(60.0, "The next meeting was fixed.")],
    ])
}

#[test]
fn a_day_that_is_in_no_calendar_and_a_weekday_that_its_date_is_not_are_told() {
    let raised =
        |name: &str, day: &str, id: &str| raises(&format!("values/{name}"), &letter(day), id);
    let impossible = "dates_or_formats_disagree";
    assert!(raised(
        "day-of-no-calendar",
        "Friday, 31 April 2026",
        impossible
    ));
    assert!(raised(
        "weekday-of-another-date",
        "Monday, 5 May 2026",
        "values_unclear"
    ));
    for id in [impossible, "values_unclear"] {
        assert!(!raised(
            "weekday-of-its-date",
            "Thursday, 30 April 2026",
            id
        ));
    }
}

/// A column of numbers with one right edge.
fn list(values: [&str; 9]) -> Vec<u8> {
    // Widths of Helvetica at 10 points.
    let width = |text: &str| -> f64 {
        let widths = text
            .chars()
            .map(|c| if c.is_ascii_digit() { 5.56 } else { 2.78 });
        widths.sum()
    };
    let names = [
        "Nails", "Screws", "Paint", "Wood", "Glue", "Rope", "Wire", "Tape", "Sand",
    ];
    let rows = values.iter().zip(names);
    let rows: Vec<_> = rows
        .map(|(value, name)| [(60.0, name), (480.0 - width(value), *value)])
        .collect();
    let rows: Vec<&[(f64, &str)]> = rows.iter().map(|row| row.as_slice()).collect();
    page(&rows)
}

#[test]
fn a_whole_number_in_a_column_of_cents_is_told() {
    let id = "value_in_other_notation";
    let honest = [
        "212,50", "1.250,00", "8,10", "310,00", "95,40", "1.007,00", "1,50", "2,50", "3,50",
    ];
    let mut edited = honest;
    edited[3] = "310.000";
    assert!(raises("values/whole-number-among-cents", &list(edited), id));
    assert!(!raises("values/cents-throughout", &list(honest), id));
}
