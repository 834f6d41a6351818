//! The verdicts that are right for each fixture (`fixtures/expected.json`): no honest file is accused, and the edits that
//! leave traces are found. The floor rises with the engine and never falls.

use std::collections::BTreeMap;
use std::path::Path;

use assay_forensics::{Options, analyze};
use serde::Deserialize;

/// Edits that leave traces and must be found, of those the fixtures hold.
const FOUND_AT_LEAST: usize = 54;

#[derive(Deserialize)]
struct Expected {
    label: String,
    allowed: Vec<String>,
    #[serde(default)]
    expect: Failure,
}

#[derive(Deserialize, Default)]
struct Failure {
    error: Option<String>,
    may_fail: Option<String>,
}

#[test]
fn honest_files_are_left_alone_and_edits_are_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let text = std::fs::read_to_string(root.join("expected.json")).unwrap_or_default();
    let expected: BTreeMap<String, Expected> = serde_json::from_str(&text).unwrap_or_default();
    assert!(expected.len() > 100, "fixtures/expected.json is not read");
    let (mut found, mut wrong, mut missed) = (0, Vec::new(), Vec::new());
    for (file, expected) in &expected {
        let bytes = std::fs::read(root.join(file)).unwrap_or_default();
        let (word, right) = match analyze(&bytes, &Options::default()) {
            Ok(report) => (
                report.verdict.word(),
                expected
                    .allowed
                    .iter()
                    .any(|verdict| verdict == report.verdict.word()),
            ),
            Err(failure) => {
                let code = Some(failure.code.word().to_owned());
                (
                    failure.code.word(),
                    expected.expect.error == code || expected.expect.may_fail == code,
                )
            }
        };
        match (expected.label.as_str(), right) {
            ("edited", true) => found += 1,
            ("edited", false) => missed.push(format!("{file}: {word}")),
            (_, false) => wrong.push(format!("{file}: {word}")),
            _ => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "honest files judged wrongly:\n{}",
        wrong.join("\n")
    );
    assert!(
        found >= FOUND_AT_LEAST,
        "only {found} edits found, missed:\n{}",
        missed.join("\n")
    );
}
