//! What is read in scanned pages, and what their sums say.

mod writing;

use assay_forensics::{Signal, read_words};
use writing::{fixtures, signals};

fn scan(name: &str) -> Vec<u8> {
    let read = std::fs::read(fixtures().join("receipt-scanned").join(name));
    assert!(read.is_ok(), "{name}");
    read.unwrap_or_default()
}

fn sums(name: &str) -> Vec<Signal> {
    let found = signals(&scan(name)).into_iter();
    found
        .filter(|signal| signal.id.starts_with("sum_"))
        .collect()
}

#[test]
fn the_print_of_a_scan_is_read_with_its_place() {
    let words = read_words(&scan("scanned-img2pdf.pdf")).unwrap_or_default();
    let printed = |text: &str| words.iter().find(|word| word.text == text);
    for text in ["Rechnungsbetrag", "CHF", "113.56", "74.71", "20.41"] {
        assert!(printed(text).is_some(), "{text} in {words:?}");
    }
    // The total stands to the right of its label, at one height.
    let place = |text: &str| printed(text).map_or([0.0; 4], |word| word.area);
    let (label, total) = (place("Rechnungsbetrag"), place("113.56"));
    assert!(
        label[2] < total[0] && (label[1] - total[1]).abs() < 3.0,
        "{label:?} {total:?}"
    );
}

#[test]
fn a_value_painted_into_a_scan_breaks_its_sum_and_honest_scans_break_none() {
    for edited in ["price-painted-over.pdf", "covered-then-picture.pdf"] {
        assert!(!sums(edited).is_empty(), "{edited}");
    }
    for honest in [
        "scanned-img2pdf.pdf",
        "scanned-reportlab.pdf",
        "scanned-blacked-out.pdf",
    ] {
        let found = sums(honest);
        assert!(found.is_empty(), "{honest}: {found:?}");
    }
}
