//! What is appended beside the saves of a signed document: objects no save lists, a second document.

use assay_signatures::SignatureReport;
use assay_signatures::policy::{Alteration, Level};

use crate::increment::{Increment, file};
use crate::later_saves::{alterations, first, reports};

#[test]
fn a_signed_document_that_nothing_leads_to_any_more_is_still_found() {
    let mut bytes = file("approval");
    let other = b"%PDF-1.7\n1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type /Pages /Kids [3 0 R] \
        /Count 1>>\nendobj\n3 0 obj\n<</Type /Page /Parent 2 0 R /MediaBox [0 0 10 10]>>\nendobj\ntrailer\n<</Root 1 0 R \
        /Size 4>>\nstartxref\n9\n%%EOF\n";
    bytes.extend(other);
    let found = reports(&bytes);
    let left = found.iter().find(|report| !report.shown);
    assert!(left.is_some_and(SignatureReport::is_intact), "{found:?}");
    let level = left.and_then(|report| report.later.level);
    assert_eq!(level, Some(Level::Unexplained));
}

#[test]
fn objects_appended_outside_every_save_are_named() {
    let object = b"4 0 obj <</Length 9>> stream\n0 0 9 9 re\nendstream endobj\n";
    let document = [file("approval").as_slice(), object, b"%%EOF\n"].concat();
    let report = first(&document);
    let named = report.map(|report| report.later.unlisted);
    let named: Vec<u32> = named.iter().flatten().map(|id| id.number).collect();
    assert_eq!(named, [4]);
}

#[test]
fn a_second_document_behind_the_signed_one_is_told() {
    let save = Increment::default()
        .object(48, "<</Type /Catalog /Pages 49 0 R>>")
        .object(49, "<</Type /Pages /Kids [51 0 R] /Count 1>>")
        .object(51, "<</Type /Page /MediaBox [0 0 9 9] /Parent 49 0 R>>");
    let report = first(&save.append_to(&file("approval")));
    // They came after the signature: its own state holds none, the later save wrote objects that nothing leads to.
    assert_eq!(report.as_ref().map(|r| r.unused_pages.len()), Some(0));
    let told = report.as_ref().map(alterations).unwrap_or_default();
    assert_eq!(
        told.iter()
            .filter(|what| **what == Alteration::Unreferenced)
            .count(),
        3
    );
    let switched = Increment::default().append_to(&save.append_to(&file("approval")));
    let root = replaced_root(&switched);
    assert_eq!(
        first(&root).map(|report| report.later.level()),
        Some(Level::Forbidden)
    );
}

/// The document with the last trailer pointing at the other catalog.
fn replaced_root(document: &[u8]) -> Vec<u8> {
    let mut out = document.to_vec();
    let word = b"/Root 1 0 R ";
    let at = out.windows(word.len()).rposition(|window| window == word);
    if let Some(place) = at.and_then(|at| out.get_mut(at..at + word.len())) {
        place.copy_from_slice(b"/Root 48 0 R");
    }
    out
}
