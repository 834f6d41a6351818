//! What honest production looks like: each finding on a page that raises it, and on one where it is explained.

mod placing;

use assay_forensics::Report;
use placing::{analyzed, document, ids, report, table, text};

const VALUES: [Option<&str>; 7] = [
    Some("12.50"),
    Some("1,250.00"),
    Some("8.10"),
    Some("310.00"),
    Some("95.40"),
    Some("7.00"),
    Some("21.00"),
];

/// A table whose fourth amount is painted last, in a font of its own.
fn with_late_amount(font: &str, value: &str) -> String {
    let own = "(310.00) Tj";
    let whole = table(&VALUES);
    let (before, behind) = whole.split_once(own).unwrap_or_default();
    // Six characters of Courier end at 500.
    let late = format!("BT /{font} 10 Tf 1 0 0 1 464 640 Tm ({value}) Tj ET\n");
    format!("{before}() Tj{behind}{late}")
}

fn late(report: &Report) -> Vec<&str> {
    let found = report.signals.iter();
    let late = found.filter(|signal| signal.id == "value_in_late_font");
    late.filter_map(|signal| signal.new_value.as_deref())
        .collect()
}

#[test]
fn a_font_that_another_program_wrote_down_sets_a_late_value() {
    let edited = report(&[with_late_amount("F4", "910.00")]);
    assert_eq!(late(&edited), ["910.00"], "{:?}", ids(&edited));
    let told = edited.signals.iter().find(|s| s.id == "value_in_late_font");
    let evidence = told.map_or("", |signal| signal.evidence.as_str());
    assert!(
        evidence.contains("did not write this with it"),
        "{evidence}"
    );
}

#[test]
fn a_font_written_down_as_the_others_are_is_of_one_run() {
    let honest = report(&[with_late_amount("F2", "310.00")]);
    assert!(late(&honest).is_empty(), "{:?}", ids(&honest));
}

#[test]
fn late_values_in_one_place_of_several_pages_are_of_the_design() {
    let pages = ["101.00", "102.00", "104.00"].map(|value| with_late_amount("F4", value));
    assert!(late(&report(&pages)).is_empty());
    let one = [pages[0].clone(), table(&VALUES), table(&VALUES)];
    assert_eq!(late(&report(&one)), ["101.00"]);
}

/// A box of the paper's colour over an amount of a table, with another text on it.
fn covered(old: &str, new: &str) -> String {
    let mut page = table(&VALUES);
    page += &text(60.0, 300.0, old);
    page += "q 1 g 58 297 300 12 re f Q\n";
    page + &text(60.0, 300.0, new)
}

#[test]
fn what_stands_outside_of_the_page_accuses_nobody() {
    let at = |y: f64| {
        let mut page = table(&VALUES) + &text(60.0, y, "Amount due 389.88 EUR");
        page += &format!("q 1 g 58 {} 300 12 re f Q\n", y - 3.0);
        page + &text(60.0, y, "Amount due 989.88 EUR")
    };
    let raised = |y| ids(&report(&[at(y)])).contains(&"covered_and_retyped");
    assert!(raised(800.0));
    assert!(!raised(880.0));
    // An amount painted last above the page's edge, as slugs and print marks are.
    let beyond = table(&VALUES) + "BT /F4 10 Tf 1 0 0 1 464 850 Tm (910.00) Tj ET\n";
    assert!(late(&report(&[beyond])).is_empty());
}

#[test]
fn a_text_painted_again_in_other_pieces_covers_nothing() {
    let raised =
        |old: &str, new: &str| ids(&report(&[covered(old, new)])).contains(&"covered_and_retyped");
    assert!(raised("Amount due 389.88 EUR", "Amount due 989.88 EUR"));
    assert!(raised("389.88", "1389.88"));
    assert!(!raised("Amount due 389 88 EUR", "Amount due 389.88 EUR"));
    assert!(!raised(
        "Amount due 389.88 EUR",
        "Amount due 389.88 EUR net"
    ));
    // The number of a formula, set in its place.
    assert!(!raised("1", "8"));
    assert!(raised("12", "82"));
}

/// The report of the same file without its tables and everything behind.
fn report_of_the_rest(pages: &[String]) -> Report {
    let file = document(pages);
    let table = file.windows(8).rposition(|bytes| bytes == b"\nxref\n0 ");
    analyzed(file.get(..table.unwrap_or_default()).unwrap_or_default())
}

#[test]
fn in_a_damaged_file_what_was_painted_late_is_told_and_does_not_count() {
    let edited = [with_late_amount("F4", "910.00")];
    let counts = |report: &Report| {
        let found = report.signals.iter();
        let found = found.filter(|signal| signal.id == "value_in_late_font");
        found.map(|signal| signal.scored).collect::<Vec<_>>()
    };
    assert_eq!(counts(&report(&edited)), [true]);
    let rest = report_of_the_rest(&edited);
    assert!(ids(&rest).contains(&"tables_rebuilt"), "{:?}", ids(&rest));
    assert_eq!(counts(&rest), [false]);
    assert!(rest.tamper_score < report(&edited).tamper_score);
}
