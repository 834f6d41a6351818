//! What is told of signatures: the time a signer is judged at and who says so, and what weakens a value besides its
//! algorithms.

#![expect(clippy::expect_used, reason = "a test says what it lacks")]

use assay_forensics::signed::{Signed, signatures};
use assay_forensics::{Options, signed::Signatures};

/// 1 January 2100, after every certificate of the files here has ended.
const AFTER_ALL: i64 = 4_102_444_800;

fn read(file: &str, received: Option<i64>) -> Signatures {
    let path = format!(
        "{}/../signatures/tests/files/{file}",
        env!("CARGO_MANIFEST_DIR")
    );
    let bytes = std::fs::read(path).expect("the file is there");
    let options = Options {
        received,
        ..Options::default()
    };
    signatures(&bytes, &options).expect("it can be read")
}

fn first(file: &str, received: Option<i64>) -> Signed {
    read(file, received)
        .signatures
        .into_iter()
        .next()
        .expect("it is signed")
}

#[test]
fn a_signer_is_judged_at_the_time_it_claims_where_nothing_else_is_known() {
    let words = first("approval.pdf", None).identity.words;
    assert!(
        words.contains("the time it claims: this excuses no revocation"),
        "{words}"
    );
    assert!(!words.contains("ended on"), "{words}");
}

#[test]
fn a_signer_is_judged_at_the_time_of_receipt_where_it_is_known() {
    let words = first("approval.pdf", Some(AFTER_ALL)).identity.words;
    assert!(words.contains("2100-01-01"), "{words}");
    assert!(words.contains("when the file was received"), "{words}");
    assert!(words.contains("ended on"), "{words}");
}
