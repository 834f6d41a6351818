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

#[test]
fn what_every_page_ends_in_is_a_stamp() {
    let prose: String = (0u32..8)
        .map(|row| {
            let y = 700.0 - 20.0 * f64::from(row);
            text(60.0, y, "Words of a letter that hold no value at all")
        })
        .collect();
    let stamp = |value: &str| format!("BT /F4 10 Tf 1 0 0 1 464 640 Tm ({value}) Tj ET\n");
    let table = with_late_amount("F4", "910.00");
    let between = |page: String| report(&[page, table.clone(), prose.clone()]);
    assert_eq!(late(&between(prose.clone())), ["910.00"]);
    // Set there in its turn: a part of the page.
    let in_turn = stamp("118842") + &prose;
    assert_eq!(late(&between(in_turn)), ["910.00"]);
    let stamped = between(prose.clone() + &stamp("118842"));
    assert!(late(&stamped).is_empty(), "{:?}", ids(&stamped));
}

/// Rows of a statement in one text object, each placed from where the one before ended; `first` begins it.
fn statement(first: &str) -> String {
    let mut page = format!("BT /F1 10 Tf 1 0 0 1 60.3465 790.1234 Tm {first}\n");
    for row in 0..20 {
        let day = row % 9 + 1;
        page += &format!(
            "-390 -20 Td (0{day}/09/2026) Tj 90 0 Td (Payment number {}) Tj ",
            4000 + row * 37
        );
        page += &format!("300 0 Td ({}.50) Tj\n", row * 13 + 10);
    }
    page + "ET\n"
}

#[test]
fn what_a_page_begins_with_is_placed_as_nothing_else_on_it() {
    let id = "value_typesetting_differs";
    let heading = statement("(Statement of account) Tj 390 0 Td () Tj");
    let continued = "(26/09/2026) Tj 90 0 Td (Payment number 3900) Tj 300 0 Td (77.20) Tj";
    let honest = report(&[heading.clone(), statement(continued)]);
    assert!(!ids(&honest).contains(&id), "{:?}", ids(&honest));
    let own = "-390 -20 Td (05/09/2026) Tj";
    let typed = "ET BT /F1 10 Tf 1 0 0 1 60.3465 690.1234 Tm (26/09/2026) Tj";
    let edited = report(&[heading.replacen(own, typed, 1)]);
    assert!(ids(&edited).contains(&id), "{:?}", ids(&edited));
}

#[test]
fn a_panel_of_several_lines_over_the_foot_of_a_page_is_a_seal() {
    let foot = "Interest is paid on the last day of the month.";
    let panel = "q 0 0 0.6 RG 1 g 58 270 200 40 re B Q\n";
    let line = |size: u32, y: f64, text: &str| {
        format!("BT /F1 {size} Tf 1 0 0 1 62 {y} Tm ({text}) Tj ET\n")
    };
    let page = |on_top: String| table(&VALUES) + &text(60.0, 290.0, foot) + panel + &on_top;
    let raised = |on_top: String| ids(&report(&[page(on_top)])).contains(&"covered_and_retyped");
    let seal = line(8, 298.0, "Signed by Anna Fielding");
    assert!(!raised(
        seal + &line(8, 287.5, "2026-11-03 10:02 UTC ID 4f8a-1130")
    ));
    assert!(raised(text(
        60.0,
        290.0,
        "Interest is paid on the first day"
    )));
    // Two lines, of which one stands as the line beneath did.
    let first = text(60.0, 290.0, "Interest is paid on the first day");
    assert!(raised(first + &line(8, 275.0, "and on demand")));
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
