//! Every signature value in `vectors/` gives the outcome its maker states, and no mutilation of one makes the reader
//! fall over or turns a bad value into a good one.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::PathBuf;

use assay_signatures::cms::{
    CertificateBinding, CmsError, DigestCheck, Outcome, Signed, SubFilter, examine,
};
use assay_signatures::verify::SignatureCheck;

fn vectors() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

fn read(name: &str) -> Vec<u8> {
    fs::read(vectors().join(name)).unwrap()
}

struct Vector {
    name: String,
    contents: Vec<u8>,
    sub_filter: SubFilter,
    expected: Vec<String>,
}

fn all() -> Vec<Vector> {
    let table = fs::read_to_string(vectors().join("expected.tsv")).unwrap();
    let rows = table.lines().map(|line| {
        let mut cells = line.split('\t');
        let name = cells.next().unwrap().to_string();
        Vector {
            contents: read(&format!("{name}.der")),
            name,
            sub_filter: SubFilter::from_name(cells.next().unwrap().as_bytes()),
            expected: cells
                .next()
                .unwrap()
                .split(' ')
                .map(str::to_string)
                .collect(),
        }
    });
    rows.collect()
}

fn examine_over(vector: &Vector, contents: &[u8], message: &[u8]) -> Result<Outcome, CmsError> {
    let certificate = read("x509-rsa-sha1.certificate.der");
    examine(&Signed {
        contents,
        sub_filter: vector.sub_filter.clone(),
        ranges: &[message],
        certificate_entry: &[certificate],
        pool: &[],
    })
}

/// The outcome in the words of `expected.tsv`, and in full for the names of variants.
fn words(outcome: &Result<Outcome, CmsError>) -> String {
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => return format!("error {error:?}"),
    };
    let digest = |check: &DigestCheck| match check {
        DigestCheck::Match(_) => "match",
        DigestCheck::Mismatch { .. } => "mismatch",
        DigestCheck::InSignature => "in-signature",
        DigestCheck::Absent => "absent",
        DigestCheck::Unsupported(_) => "digest-unsupported",
    };
    let signature = match outcome.signature {
        SignatureCheck::Verified(_) => "verified",
        SignatureCheck::Failed(_) => "failed",
        SignatureCheck::Unsupported(_) => "unsupported",
    };
    let binding = match outcome.binding {
        CertificateBinding::Bound(_) => "bound",
        CertificateBinding::Contradicted(_) => "contradicted",
        _ => "not-bound",
    };
    let stamps = outcome.timestamps.iter().map(|stamp| {
        assert!(stamp.outcome.signature.is_verified());
        format!("stamp-{}", digest(&stamp.outcome.digest))
    });
    format!(
        "{} {signature} {binding} {} {:?} {:?} {:?} {:?}",
        digest(&outcome.digest),
        stamps.collect::<Vec<_>>().join(" "),
        outcome.signature,
        outcome.defects,
        outcome.notes,
        outcome.trailing,
    )
}

#[test]
fn every_value_gives_the_stated_outcome() {
    let message = read("message.bin");
    let mut wrong = Vec::new();
    for vector in all() {
        let seen = words(&examine_over(&vector, &vector.contents, &message));
        for expected in &vector.expected {
            // A word stands alone or is the name of a variant.
            let found = seen
                .split(|c: char| !(c.is_alphanumeric() || "-()".contains(c)))
                .any(|word| word == expected)
                || expected.starts_with(char::is_uppercase) && seen.contains(expected);
            if !found {
                wrong.push(format!("{}: no {expected} in: {seen}", vector.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_changed_byte_of_the_file_is_noticed_by_every_value() {
    let mut message = read("message.bin");
    message[100] ^= 1;
    for vector in all() {
        if let Ok(outcome) = examine_over(&vector, &vector.contents, &message) {
            let holds = matches!(
                outcome.digest,
                DigestCheck::Match(_) | DigestCheck::InSignature
            ) && outcome.signature.is_verified();
            assert!(!holds, "{} still holds", vector.name);
        }
    }
}

#[test]
fn a_truncated_value_is_an_error_and_never_a_panic() {
    let message = read("message.bin");
    for vector in all() {
        let step = (vector.contents.len() / 97).max(1);
        for length in (0..vector.contents.len()).step_by(step) {
            let _ = examine_over(&vector, &vector.contents[..length], &message);
        }
    }
}

#[test]
fn flipped_bits_never_panic_and_never_change_who_is_vouched_for() {
    let message = read("message.bin");
    let changed = [message.as_slice(), b"changed"].concat();
    for vector in all() {
        let slow = vector.name.starts_with("dsa") || vector.name.contains("521");
        let step = (vector.contents.len() / if slow { 60 } else { 400 }).max(1);
        for at in (0..vector.contents.len()).step_by(step) {
            let mut contents = vector.contents.clone();
            contents[at] ^= 1 << (at % 8);
            if let Ok(outcome) = examine_over(&vector, &contents, &changed) {
                let holds = matches!(
                    outcome.digest,
                    DigestCheck::Match(_) | DigestCheck::InSignature
                ) && outcome.signature.is_verified();
                assert!(
                    !holds,
                    "{} vouches for other bytes, bit at {at}",
                    vector.name
                );
            }
        }
    }
}
