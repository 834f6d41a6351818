//! What a signature over the whole file means for what lies in it: a trusted signer answers for it, an unknown one does not.

#![expect(clippy::expect_used, reason = "a test says what it lacks")]

use assay_forensics::{Basis, Options, Report, Verdict, analyze};
use assay_pdf::Document;
use assay_signatures::{Trust, examine};

const EDITED_THEN_SIGNED: &str = "invoice-weasyprint-signed/covered-and-retyped-then-signed.pdf";
const SIGNED: &str = "invoice-weasyprint-signed/signed.pdf";
const SELF_MADE: &str = "invoice-weasyprint-signed/signed-self-made-certificate.pdf";
const SIGNED_THEN_EDITED: &str =
    "invoice-weasyprint-signed/total-changed-incremental-after-signing.pdf";
const COVERED_BY_SECOND_SIGNER: &str = "signed-and-attacked/covered-by-second-signer.pdf";

fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).expect(name)
}

/// The roots under which the signers of a file stand.
fn roots(name: &str) -> Vec<Vec<u8>> {
    let bytes = fixture(name);
    let document = Document::open(&bytes).expect("a document");
    let reports = examine(&document, &Trust::default());
    let last = reports
        .iter()
        .filter_map(|report| report.identity.path.last());
    let roots: Vec<_> = last.map(|root| root.encoded.clone()).collect();
    assert!(!roots.is_empty(), "{name} carries its root");
    roots
}

fn judged(name: &str, trust: Option<Vec<Vec<u8>>>) -> Report {
    let options = Options {
        trust,
        ..Options::default()
    };
    analyze(&fixture(name), &options).expect(name)
}

/// Which findings of a kind count.
fn counted(report: &Report) -> Vec<&str> {
    let found = report.signals.iter();
    let counted = found.filter(|signal| signal.scored && signal.severity.is_some());
    counted.map(|signal| signal.id).collect()
}

#[test]
fn a_trusted_signer_answers_for_what_was_signed() {
    let report = judged(EDITED_THEN_SIGNED, Some(roots(EDITED_THEN_SIGNED)));
    assert_eq!(
        (report.verdict, report.basis),
        (Verdict::Authentic, Basis::Signature)
    );
    assert_eq!(counted(&report), Vec::<&str>::new());
    let told = report.signals.iter();
    let covered = told.clone().find(|one| one.id == "covered_and_retyped");
    let evidence = covered.map(|one| one.evidence.as_str());
    assert!(evidence.is_some_and(|told| told.contains("trusted signer signed the whole")));
    assert!(
        report.summary.contains("the signer answers for them"),
        "{}",
        report.summary
    );
}

#[test]
fn an_unknown_signer_answers_for_nothing() {
    let unasked = judged(EDITED_THEN_SIGNED, None);
    assert_eq!(unasked.verdict, Verdict::Tampered);
    assert!(counted(&unasked).contains(&"covered_and_retyped"));
    assert!(
        unasked.summary.contains("whose identity is not verified"),
        "{}",
        unasked.summary
    );

    let other = judged(EDITED_THEN_SIGNED, Some(roots(SELF_MADE)));
    assert_eq!(other.verdict, Verdict::Tampered);
    assert!(
        other.summary.contains("not on the configured trust list"),
        "{}",
        other.summary
    );
}

#[test]
fn nothing_is_said_of_findings_where_there_are_none() {
    let report = judged(SIGNED, Some(roots(SIGNED)));
    assert_eq!(report.verdict, Verdict::Authentic);
    assert!(
        !report.summary.contains("Findings listed below"),
        "{}",
        report.summary
    );
}

#[test]
fn what_was_done_after_a_trusted_signer_signed_counts() {
    for name in [SIGNED_THEN_EDITED, COVERED_BY_SECOND_SIGNER] {
        let report = judged(name, Some(roots(name)));
        assert!(
            matches!(report.verdict, Verdict::Tampered | Verdict::Suspicious),
            "{name}: {}",
            report.summary
        );
        assert!(!counted(&report).is_empty(), "{name}");
    }
}
