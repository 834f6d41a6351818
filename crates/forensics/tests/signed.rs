//! What is told of signatures: the time a signer is judged at and who says so, and what weakens a value besides its
//! algorithms; and which bytes and words a signature leaves to others. `UPDATE=1` writes fixtures of the latter.

#![expect(clippy::expect_used, reason = "a test says what it lacks")]

mod writing;

use assay_forensics::signed::{Signatures, Signed, signatures};
use assay_forensics::{Options, Verdict, analyze};
use assay_pdf::Document;
use assay_signatures::{Trust, examine};

/// 1 January 2100, after every certificate of the files here has ended.
const AFTER_ALL: i64 = 4_102_444_800;

fn bytes(file: &str) -> Vec<u8> {
    let path = format!(
        "{}/../signatures/tests/files/{file}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read(path).expect("the file is there")
}

fn read(file: &str, received: Option<i64>) -> Signatures {
    let options = Options {
        received,
        ..Options::default()
    };
    signatures(&bytes(file), &options).expect("it can be read")
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

#[test]
fn what_a_strict_reader_would_miss_is_told_beside_the_strength() {
    for (file, told) in [
        (
            "value-cut-short.pdf",
            "No reader can parse the value: an end-of-contents mark",
        ),
        (
            "certificate-missing.pdf",
            "The certificate of the signer is missing.",
        ),
        (
            "digests-disagree.pdf",
            "The bytes are digested with SHA-512, what is signed with SHA-256.",
        ),
    ] {
        let words = first(file, None).strength.words;
        assert!(words.contains(told), "{file}: {words}");
    }
    let words = first("approval.pdf", None).strength.words;
    assert!(
        words.ends_with("Sound by today's standards."),
        "a sound one has no doubts: {words}"
    );
}

#[test]
fn a_trusted_signer_with_sha_1_on_a_claimed_time_proves_nothing() {
    for (file, verdict) in [
        ("digest-sha1.pdf", Verdict::Inconclusive),
        ("approval.pdf", Verdict::Authentic),
    ] {
        let bytes = bytes(file);
        let document = Document::open(&bytes).expect("a document");
        let reports = examine(&document, &Trust::default());
        let path = reports.iter().flat_map(|report| &report.identity.path);
        let options = Options {
            trust: Some(path.map(|one| one.encoded.clone()).collect()),
            ..Options::default()
        };
        let report = analyze(&bytes, &options).expect("it can be read");
        assert_eq!(report.verdict, verdict, "{file}: {}", report.summary);
    }
}

#[test]
fn signed_bytes_that_end_inside_a_save_are_told() {
    let id = "signature_ends_inside_save";
    let whole = bytes("approval.pdf");
    assert!(!writing::raises("signatures/approval", &whole, id));
    // Another length of the second part, in as many digits.
    let (was, is) = (b"6898 1088]".as_slice(), b"6898 1000]".as_slice());
    let at = whole.windows(was.len()).position(|window| window == was);
    let at = at.expect("its range is known");
    let mut shortened = whole;
    shortened.splice(at..at + was.len(), is.iter().copied());
    assert!(writing::raises(
        "signatures/range-shortened",
        &shortened,
        id
    ));
}

#[test]
fn a_seal_over_signed_words_is_told() {
    let id = "seal_over_text";
    let over = bytes("seal-over-words.pdf");
    assert!(writing::raises("signatures/seal-over-words", &over, id));
    let beside = bytes("visible-second.pdf");
    assert!(!writing::raises(
        "signatures/seal-beside-words",
        &beside,
        id
    ));
}
