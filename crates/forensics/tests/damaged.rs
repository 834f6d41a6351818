//! What damage does to findings: what rests on order, saves or missing things is told and no longer counts.

#![expect(clippy::expect_used, reason = "a test says what it lacks")]

use assay_forensics::{Options, Report, analyze};
use assay_pdf::content::Contents;
use assay_pdf::{Document, Span};

const RETYPED: &str = "payslip-chromium/net-pay-covered-and-retyped-pymupdf.pdf";
const REPLACED: &str = "utility-pdfbox/total-covered-incremental-pdfbox.pdf";

fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).expect(name)
}

fn judged(bytes: &[u8]) -> Report {
    analyze(bytes, &Options::default()).expect("a report")
}

/// Whether each finding of a signal counts.
fn counts(report: &Report, id: &str) -> Vec<bool> {
    let found = report.signals.iter().filter(|signal| signal.id == id);
    found.map(|signal| signal.scored).collect()
}

fn evidence<'r>(report: &'r Report, id: &str) -> &'r str {
    let found = report.signals.iter().find(|signal| signal.id == id);
    found.map_or("", |signal| signal.evidence.as_str())
}

/// The data of the longest stream that the first page draws.
fn contents(bytes: &[u8]) -> Span {
    let document = Document::open(bytes).expect("a document");
    let view = document.latest();
    let pages = view.pages();
    let content = Contents::new(view).page(pages.first().expect("a page"));
    let ids = content.sources.iter().filter_map(|source| source.id);
    let data = ids.filter_map(|id| Some(view.indirect(id)?.object.as_stream()?.data));
    data.max_by_key(|span| span.len()).expect("contents")
}

/// The file with every `startxref` and table made unreadable.
fn without_tables(mut bytes: Vec<u8>) -> Vec<u8> {
    for word in [b"startxref".as_slice(), b"xref", b"/XRef"] {
        let places: Vec<usize> = bytes
            .windows(word.len())
            .enumerate()
            .filter(|(_, window)| *window == word)
            .map(|(at, _)| at)
            .collect();
        for at in places {
            bytes[at..at + word.len()].fill(b'#');
        }
    }
    bytes
}

#[test]
fn what_rests_on_order_counts_in_a_whole_file() {
    let report = judged(&fixture(RETYPED));
    for id in ["value_in_late_font", "value_in_stream_of_its_own"] {
        assert_eq!(counts(&report, id), [true], "{id}");
        assert!(!evidence(&report, id).contains("does not count"));
    }
}

#[test]
fn rebuilt_tables_take_the_weight_of_order() {
    let report = judged(&without_tables(fixture(RETYPED)));
    for id in ["value_in_late_font", "value_in_stream_of_its_own"] {
        assert_eq!(counts(&report, id), [false], "{id}");
        assert!(
            evidence(&report, id).contains("tables had to be rebuilt"),
            "{id}"
        );
    }
    // What lies under a box lies there, whatever the tables say.
    assert_eq!(counts(&report, "covered_and_retyped"), [true]);
}

#[test]
fn a_stream_that_breaks_off_takes_the_weight_of_order_on_its_page() {
    let mut bytes = fixture(RETYPED);
    let data = contents(&bytes);
    bytes[data.end - 5..data.end].fill(0);
    let report = judged(&bytes);
    let late = report
        .signals
        .iter()
        .filter(|signal| signal.module == "retyped");
    let counted: Vec<&str> = late.filter(|one| one.scored).map(|one| one.id).collect();
    assert!(
        !counted.contains(&"value_in_late_font"),
        "{counted:?}: {}",
        report.summary
    );
    assert!(evidence(&report, "value_in_late_font").contains("break off"));
}

#[test]
fn what_a_save_did_counts_only_where_the_saves_can_be_told() {
    let whole = judged(&fixture(REPLACED));
    let of_saves = |report: &Report| -> Vec<(&'static str, bool)> {
        let found = report.signals.iter().filter(|one| one.module == "saves");
        found.map(|one| (one.id, one.scored)).collect()
    };
    assert!(of_saves(&whole).iter().any(|(_, counts)| *counts));
    let broken = judged(&without_tables(fixture(REPLACED)));
    assert!(!of_saves(&broken).iter().any(|(_, counts)| *counts));
}
