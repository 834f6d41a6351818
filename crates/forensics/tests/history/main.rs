//! What the history of a file tells: names, meanings, values changed and changed back, pages, pictures.

#![expect(clippy::panic, reason = "a test that cannot go on says why")]

mod fixtures;
mod increment;
#[path = "../../../../fixtures/pdfs.rs"]
mod pdfs;
mod pictures;

use assay_forensics::{History, Save, history};
use increment::{contents, document, page, pages, save};

fn told(file: &[u8]) -> History {
    history(file).unwrap_or_else(|failure| panic!("{}", failure.message))
}

fn nth(history: &History, number: u32) -> &Save {
    history
        .saves
        .iter()
        .find(|save| save.number == number)
        .unwrap_or_else(|| panic!("no save {number}"))
}

fn total(amount: &str) -> String {
    format!("BT /F1 12 Tf 20 100 Td (Total due) Tj 180 0 Td ({amount}) Tj ET")
}

#[test]
fn a_value_changed_and_changed_back_is_told_with_the_save_it_was_in() {
    let first = document(&total("100.00"));
    let second = save(first, &[(4, contents(&total("900.00")))], "");
    let third = save(second, &[(4, contents(&total("100.00")))], "");
    let history = told(&third);
    assert_eq!(history.saves.len(), 3);
    let change = &nth(&history, 2).page_changes[0].values[0];
    assert_eq!(change.field.as_deref(), Some("Total due"));
    assert_eq!(change.old_value.as_deref(), Some("100.00"));
    assert_eq!(change.new_value.as_deref(), Some("900.00"));
    assert_eq!(change.as_after_save, None);
    let back = nth(&history, 3);
    assert_eq!(back.page_changes[0].values[0].as_after_save, Some(1));
    assert_eq!(back.changes[0].name, "page 1 contents");
    assert_eq!(back.changes[0].entries, ["data"]);
    assert_eq!(back.changes[0].as_after_save, Some(1));
    assert_eq!(back.meanings, ["content"]);
}

#[test]
fn the_spans_of_the_saves_make_up_the_file() {
    let first = document(&total("1.00"));
    let length = first.len();
    let second = save(first, &[(4, contents(&total("2.00")))], "");
    let history = told(&second);
    let spans: Vec<_> = history.saves.iter().map(|s| (s.start, s.end)).collect();
    assert_eq!(spans, [(0, length), (length, second.len())]);
}

#[test]
fn contents_in_another_notation_are_no_other_contents() {
    let first = document(&total("100.00"));
    let written_otherwise = "q BT\n/F1 12.0 Tf 1 0 0 1 20 100 Tm [(Tot)(al due)] TJ 1 0 0 1 200.0 100 Tm <3130302e3030> Tj ET Q";
    let second = save(first, &[(4, contents(written_otherwise))], "");
    let history = told(&second);
    let save = nth(&history, 2);
    assert_eq!(save.page_changes, []);
    assert_eq!(save.meanings, ["rewritten"]);
}

#[test]
fn a_value_under_a_box_is_gone_and_the_one_on_the_box_is_what_is_read() {
    let first = document(&total("100.00"));
    let over = "q 1 g 195 95 60 18 re f Q BT /F1 12 Tf 200 100 Td (999.00) Tj ET";
    let second = save(
        first,
        &[
            (3, page(5).replace("5 0 R", "[4 0 R 5 0 R]")),
            (5, contents(over)),
        ],
        "",
    );
    let history = told(&second);
    let page = &nth(&history, 2).page_changes[0];
    assert_eq!(page.values.len(), 1);
    assert_eq!(page.values[0].old_value.as_deref(), Some("100.00"));
    assert_eq!(page.values[0].new_value.as_deref(), Some("999.00"));
    assert_eq!(page.drawings.len(), 1);
}

#[test]
fn pages_added_removed_and_moved_are_told_by_their_numbers() {
    let file = save(
        document(&total("1.00")),
        &[
            (2, pages(&[3, 5, 7])),
            (5, page(6)),
            (6, contents("BT /F1 9 Tf 9 9 Td (two) Tj ET")),
            (7, page(8)),
            (8, contents("BT /F1 9 Tf 9 9 Td (three) Tj ET")),
        ],
        "",
    );
    let file = save(file, &[(2, pages(&[7, 3, 5]))], "");
    let file = save(file, &[(2, pages(&[7, 5]))], "");
    let history = told(&file);
    let sequence = |number| nth(&history, number).pages.clone();
    assert_eq!(sequence(2).added, [2, 3]);
    assert_eq!(sequence(3).moved, [(3, 1)]);
    assert_eq!(sequence(3).added, []);
    assert_eq!(sequence(4).removed, [2]);
    assert_eq!(sequence(4).moved, []);
    for number in 2..=4 {
        assert_eq!(nth(&history, number).meanings, ["pages"], "save {number}");
    }
}

#[test]
fn a_page_turned_or_cut_is_told() {
    let first = document(&total("1.00"));
    let turned = page(4).replace("/Contents", "/Rotate 90/Contents");
    let second = save(first, &[(3, turned)], "");
    // The size now comes from the page tree, and changes there.
    let inherits = page(4).replace("/MediaBox[0 0 300 200]", "");
    let tree = |size: &str| pages(&[3]).replace("/Count", &format!("/MediaBox[0 0 {size}]/Count"));
    let third = save(second, &[(3, inherits), (2, tree("300 200"))], "");
    let fourth = save(third, &[(2, tree("300 120"))], "");
    let history = told(&fourth);
    let sheet = |number| {
        let save = nth(&history, number);
        assert_eq!(save.meanings, ["content"], "save {number}");
        save.page_changes[0].sheet.clone()
    };
    assert!(sheet(2).is_some_and(|s| (s.turn_before, s.turn_after) == (0, 90)));
    assert!(sheet(3).is_some_and(|s| (s.turn_before, s.turn_after) == (90, 0)));
    assert!(sheet(4).is_some_and(|s| s.size_after == (300.0, 120.0)));
}

#[test]
fn dates_and_writer_are_those_that_the_save_itself_wrote() {
    let first = save(
        document(&total("1.00")),
        &[(
            10,
            "<</Producer(First Writer)/CreationDate(D:20260101)>>".into(),
        )],
        "/Info 10 0 R",
    );
    let second = save(
        first,
        &[(
            10,
            "<</Producer(Second Writer)/CreationDate(D:20260101)/ModDate(D:20260202)>>".into(),
        )],
        "/Info 10 0 R",
    );
    let third = save(second, &[(4, contents(&total("2.00")))], "/Info 10 0 R");
    let history = told(&third);
    let second = nth(&history, 3);
    assert_eq!(second.meanings, ["metadata"]);
    assert_eq!(second.writer.as_deref(), Some("Second Writer"));
    let dates: Vec<_> = second.dates.iter().map(|d| d.place.as_str()).collect();
    assert_eq!(dates, ["Info/ModDate"]);
    assert_eq!(second.changes[0].name, "Info");
    assert_eq!(second.changes[0].entries, ["Producer", "ModDate"]);
    let fourth = nth(&history, 4);
    assert_eq!((&fourth.writer, fourth.dates.len()), (&None, 0));
}

#[test]
fn the_same_written_again_is_nothing() {
    let first = document(&total("1.00"));
    let second = save(first, &[(4, contents(&total("1.00"))), (3, page(4))], "");
    let history = told(&second);
    assert_eq!(nth(&history, 2).meanings, ["nothing"]);
    assert!(
        nth(&history, 2)
            .changes
            .iter()
            .all(|c| c.kind == "repeated")
    );
}

#[test]
fn a_file_saved_very_often_is_told_as_far_as_the_bounds_allow() {
    let mut file = document(&total("1.00"));
    for amount in 2..300 {
        file = save(file, &[(4, contents(&total(&format!("{amount}.00"))))], "");
    }
    let history = told(&file);
    assert_eq!(history.saves.len(), 299);
    assert_eq!(history.cut, None);
}
