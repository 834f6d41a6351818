//! What a save changed in the text of a page.

mod maker;

use assay_pdf::content::{Contents, Line, difference, lines};
use assay_pdf::{Document, View};
use maker::Maker;

/// Each change as old and new text, once the page's text was written again by a second save.
fn changes(before: &str, after: &str) -> Vec<(String, String)> {
    let font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>";
    let contents = |text: &str| format!("BT /F 11 Tf 72 700 Td ({text}) Tj ET");
    let mut file = Maker::with_page(&format!("{font}/Contents 4 0 R"));
    file.stream(4, "", contents(before).as_bytes());
    file.save("/Size 5");
    file.stream(4, "", contents(after).as_bytes());
    file.save("/Size 5");
    let document = Document::open(&file.bytes);
    assert!(document.is_ok(), "{document:?}");
    let read = |view: View<'_>| -> Vec<Line> {
        let contents = Contents::new(view);
        let pages = view.pages();
        pages
            .iter()
            .flat_map(|page| lines(&contents.page(page), |_| true))
            .collect()
    };
    let changes =
        document.map(|document| difference(&read(document.at(0)), &read(document.latest())));
    let told = changes.unwrap_or_default().into_iter();
    told.map(|change| {
        (
            change.old.unwrap_or_default(),
            change.new.unwrap_or_default(),
        )
    })
    .collect()
}

fn pair(old: &str, new: &str) -> Vec<(String, String)> {
    vec![(old.into(), new.into())]
}

#[test]
fn a_number_whose_thousands_stand_apart_is_told_whole() {
    for blank in [" ", "\\240"] {
        let total = |number: &str| format!("Total {}", number.replace(' ', blank));
        assert_eq!(
            changes(&total("7 650,00"), &total("8 650,00")),
            pair("7 650,00", "8 650,00")
        );
        assert_eq!(
            changes(&total("1 400 700"), &total("1 500 700")),
            pair("1 400 700", "1 500 700")
        );
    }
}

#[test]
fn numbers_beside_each_other_are_told_alone() {
    assert_eq!(changes("17  650,00", "18  650,00"), pair("17", "18"));
    assert_eq!(
        changes("Room 12 on floor 3", "Room 14 on floor 3"),
        pair("12", "14")
    );
    assert_eq!(changes("2024 100", "2025 100"), pair("2024", "2025"));
}
