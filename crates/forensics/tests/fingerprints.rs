//! Fingerprints of real files: the same for what one program wrote, another for what was edited.

use std::path::Path;

use assay_forensics::fingerprint::{Aspect, Comparison, Fingerprint, compare, group, odd_ones};

fn drawn(file: &str) -> Fingerprint {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let bytes = std::fs::read(fixtures.join(file)).unwrap_or_default();
    let drawn = assay_forensics::fingerprint(&bytes, "");
    assert!(drawn.is_ok(), "{file} has a fingerprint");
    drawn.unwrap_or_default()
}

fn told(genuine: &str, questioned: &str) -> Comparison {
    compare(&drawn(genuine), &drawn(questioned))
}

fn differs(comparison: &Comparison, aspect: Aspect) -> bool {
    let mut differences = comparison.differences.iter();
    differences.any(|difference| difference.aspect == aspect)
}

#[test]
fn a_file_has_one_fingerprint() {
    let original = "letter-reportlab/original.pdf";
    let same = told(original, original);
    assert!(same.differences.is_empty(), "{:?}", same.differences);
    assert!(same.shared > 40, "{}", same.shared);
}

#[test]
fn what_another_program_saved_is_told_by_its_hand() {
    let original = "letter-reportlab/original.pdf";
    for editor in ["pikepdf", "pymupdf"] {
        let saved = told(original, &format!("letter-reportlab/saved-by-{editor}.pdf"));
        assert!(!saved.same_program(), "{editor}");
        assert!(differs(&saved, Aspect::Grammar), "{editor}");
        // The page itself is as it was.
        for aspect in [Aspect::Geometry, Aspect::Label, Aspect::Colour] {
            assert!(
                !differs(&saved, aspect),
                "{editor}: {:?}",
                saved.differences
            );
        }
    }
}

#[test]
fn another_save_behind_the_first_is_told() {
    let updated = told(
        "letter-reportlab/original.pdf",
        "letter-reportlab/metadata-incremental-pypdf.pdf",
    );
    let saves = updated
        .differences
        .iter()
        .find(|one| one.subject == "number of saves");
    let values = saves.map(|one| (one.genuine.clone(), one.questioned.clone()));
    let count = |number: &str| vec![(number.to_string(), None)];
    assert_eq!(values, Some((count("1"), count("2"))));
}

#[test]
fn documents_of_other_programs_share_little() {
    let other = told(
        "letter-reportlab/original.pdf",
        "payslip-pdftex/original.pdf",
    );
    assert!(!other.same_program());
    for aspect in [Aspect::Writer, Aspect::Grammar, Aspect::Metadata] {
        assert!(differs(&other, aspect), "{aspect:?}");
    }
}

#[test]
fn what_is_no_file_of_pages_has_no_fingerprint() {
    assert!(assay_forensics::fingerprint(b"no PDF", "").is_err());
    assert!(assay_forensics::fingerprint(b"", "").is_err());
}

#[test]
fn the_file_that_another_program_saved_is_the_odd_one() {
    let files = [
        "letter-reportlab/saved-by-pikepdf.pdf",
        "letter-reportlab/original.pdf",
        "letter-reportlab/original.pdf",
    ];
    let files = files.map(drawn);
    let groups = group(&files);
    assert_eq!(groups, [vec![1, 2], vec![0]]);
    let odd = odd_ones(&files, &groups);
    let told: Vec<_> = odd.iter().map(|odd| (odd.file, odd.nearest)).collect();
    assert_eq!(told, [(0, 1)]);
}

#[test]
fn a_damaged_file_has_a_fingerprint_or_a_reason() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    for file in ["letter-reportlab/original.pdf", "payslip-fop/original.pdf"] {
        let bytes = std::fs::read(fixtures.join(file)).unwrap_or_default();
        let mut told = 0;
        for step in 1..100 {
            let mut damaged = bytes.clone();
            for (at, byte) in damaged.iter_mut().enumerate() {
                if at * 7 % 1009 == step * 10 {
                    *byte = b"0/<>[]()R\x00\xFF"[(at + step) % 11];
                }
            }
            match assay_forensics::fingerprint(&damaged, "") {
                Ok(drawn) => told += usize::from(drawn.iter().count() > 0),
                Err(failure) => assert!(!failure.message.is_empty()),
            }
        }
        assert!(told > 0, "{file} is read in spite of some damage");
    }
}
