//! Every fixture beside what must be seen in it: `x.pdf`, `x.report.txt`. `UPDATE=1 cargo test` rewrites them; the diff
//! is the review.

#[path = "../../../fixtures/pdfs.rs"]
mod pdfs;

use std::fmt::Write as _;
use std::path::Path;

use assay_forensics::{Failure, Options, Report, analyze};
use assay_pdf::Document;
use assay_signatures::{Trust, examine};
use pdfs::pdfs_below;

fn text(result: &Result<Report, Failure>) -> String {
    let mut out = String::new();
    let report = match result {
        Err(failure) => return format!("failed {}\n{}\n", failure.code.word(), failure.message),
        Ok(report) => report,
    };
    let score = report
        .score
        .map_or("none".into(), |score| score.to_string());
    let _ = writeln!(
        out,
        "{} by {}, score {score}, {}, {} page(s)",
        report.verdict.word(),
        report.basis.word(),
        report.document_class.word(),
        report.pages
    );
    let _ = writeln!(out, "{}", report.summary);
    for signal in &report.signals {
        let _ = write!(
            out,
            "\n{}{}",
            signal.id,
            if signal.scored { "" } else { " (supporting)" }
        );
        if let Some(page) = signal.page {
            let _ = write!(out, " on page {page}");
        }
        if let Some(bbox) = signal.bbox {
            let _ = write!(out, " at {:.1?}", bbox);
        }
        out.push('\n');
        for (name, value) in [
            ("field", &signal.field),
            ("old", &signal.old_value),
            ("new", &signal.new_value),
        ] {
            if let Some(value) = value {
                let _ = writeln!(out, "  {name}: {value}");
            }
        }
        let _ = writeln!(out, "  {}", signal.evidence);
    }
    out
}

/// What a golden says and what was seen, line by line: `-` is gone, `+` is new; what both say is left out.
fn diff(expected: &str, seen: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), seen.lines().collect());
    // Length of the longest common run of lines from each pair of places on.
    let mut common = vec![vec![0usize; new.len() + 1]; old.len() + 1];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            common[a][b] = match old[a] == new[b] {
                true => common[a + 1][b + 1] + 1,
                false => common[a + 1][b].max(common[a][b + 1]),
            };
        }
    }
    let (mut a, mut b, mut out) = (0, 0, String::new());
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            (a, b) = (a + 1, b + 1);
        } else if b == new.len() || a < old.len() && common[a + 1][b] >= common[a][b + 1] {
            let _ = writeln!(out, "  - {}", old[a]);
            a += 1;
        } else {
            let _ = writeln!(out, "  + {}", new[b]);
            b += 1;
        }
    }
    out
}

#[test]
fn a_difference_of_goldens_shows_the_lines_that_differ() {
    let (old, new) = ("one\ntwo\nthree\n", "one\n2\nthree\nfour\n");
    assert_eq!(diff(old, new), "  - two\n  + 2\n  + four\n");
    assert_eq!(diff(old, old), "");
}

/// Signed files, each judged with the roots of the signer of another: the signed one, the other, the golden.
const WITH_ROOTS: [(&str, &str, &str); 2] = [
    ("signed", "signed", "signed.by-a-trusted-signer"),
    (
        "signed",
        "signed-self-made-certificate",
        "signed.by-another",
    ),
];

/// The roots under which the signers of a file stand.
fn roots(bytes: &[u8]) -> Vec<Vec<u8>> {
    let Ok(document) = Document::open(bytes) else {
        return Vec::new();
    };
    let reports = examine(&document, &Trust::default());
    let last = reports
        .iter()
        .filter_map(|report| report.identity.path.last());
    last.map(|root| root.encoded.clone()).collect()
}

/// What differs from a golden; nothing where goldens are written anew.
fn compared(golden: &Path, bytes: &[u8], options: &Options) -> Option<String> {
    let seen = text(&analyze(bytes, options));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(golden, &seen).unwrap_or_default();
        return None;
    }
    let expected = std::fs::read_to_string(golden).unwrap_or_default();
    (expected != seen).then(|| format!("{}\n{}", golden.display(), diff(&expected, &seen)))
}

#[test]
fn every_fixture_reads_as_its_golden_says() {
    let files = pdfs_below("fixtures");
    assert!(!files.is_empty(), "fixtures/ holds no PDF");
    let mut wrong: Vec<String> = files
        .iter()
        .filter_map(|file| {
            let bytes = std::fs::read(file).unwrap_or_default();
            compared(
                &file.with_extension("report.txt"),
                &bytes,
                &Options::default(),
            )
        })
        .collect();
    let signed =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/invoice-weasyprint-signed");
    for (name, other, golden) in WITH_ROOTS {
        let read = |name: &str| std::fs::read(signed.join(format!("{name}.pdf")));
        let trust = roots(&read(other).unwrap_or_default());
        assert!(!trust.is_empty(), "{other} carries its root");
        let options = Options {
            trust: Some(trust),
            ..Options::default()
        };
        let golden = signed.join(format!("{golden}.report.txt"));
        wrong.extend(compared(&golden, &read(name).unwrap_or_default(), &options));
    }
    assert!(
        wrong.is_empty(),
        "{} fixture(s) read otherwise (UPDATE=1 rewrites the goldens):\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_same_bytes_give_the_same_report() {
    for file in pdfs_below("fixtures").iter().step_by(7) {
        let bytes = std::fs::read(file).unwrap_or_default();
        assert_eq!(
            analyze(&bytes, &Options::default()),
            analyze(&bytes, &Options::default()),
            "{}",
            file.display()
        );
    }
}
