//! What the saves of the fixtures were for, and that every state is the file cut there.

use std::path::Path;

use assay_forensics::history;
use assay_pdf::content::{Contents, lines};
use assay_pdf::revisions::standing;
use assay_pdf::{Document, View};

use super::pdfs::pdfs_below;
use super::told;

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures")
        .join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn each_save_of_a_fixture_means_what_its_maker_did() {
    let expected: &[(&str, &[&[&str]])] = &[
        (
            "form-pdfbox/filled-pypdf-incremental.pdf",
            &[&["form_fill"]],
        ),
        (
            "form-pdfbox/filled-pymupdf-incremental.pdf",
            &[&["form_fill"]],
        ),
        ("form-pdfbox/saved-in-browser.pdf", &[&["form_fill"]]),
        (
            "invoice-openpdf/xml-attached-incremental-pypdf.pdf",
            &[&["attachment"]],
        ),
        (
            "invoice-openpdf/total-changed-incremental-pymupdf.pdf",
            &[&["content"]],
        ),
        (
            "utility-pdfbox/total-covered-incremental-pdfbox.pdf",
            &[&["content"]],
        ),
        (
            "invoice-weasyprint-signed/signed.pdf",
            &[&["signature", "metadata"]],
        ),
        (
            "invoice-weasyprint-signed/signed-twice.pdf",
            &[&["signature", "metadata"], &["signature", "metadata"]],
        ),
        (
            "invoice-weasyprint-signed/free-text-over-subtotal-after-signing.pdf",
            &[&["signature", "metadata"], &["annotation"]],
        ),
    ];
    for (name, saves) in expected {
        let history = told(&fixture(name));
        let meanings: Vec<&[&str]> = history.saves[1..]
            .iter()
            .map(|save| save.meanings.as_slice())
            .collect();
        assert_eq!(meanings, *saves, "{name}");
        assert_eq!(history.saves[0].meanings, ["first"], "{name}");
    }
}

#[test]
fn a_state_is_the_file_cut_there() {
    let mut compared = 0;
    for path in pdfs_below("fixtures") {
        compared += compare_states(&path);
    }
    assert!(compared > 20, "only {compared} earlier states");
}

#[test]
fn a_state_of_a_real_file_is_the_file_cut_there() {
    for path in pdfs_below("../shared/corpora/signed").iter().step_by(3) {
        compare_states(path);
    }
}

/// Every earlier state against the file that a reader finds in its bytes alone. The number of states compared.
fn compare_states(path: &Path) -> usize {
    let bytes = std::fs::read(path).unwrap_or_default();
    let Ok(document) = Document::open(&bytes) else {
        return 0;
    };
    let last = document.revisions().len().saturating_sub(1);
    for revision in 0..last {
        let state = standing(&document, revision);
        let Ok(cut) = Document::open(&state) else {
            // A first part of a file may have no catalog yet, and is then no document in either reading.
            assert!(
                document.at(revision).pages().is_empty(),
                "{}",
                path.display()
            );
            continue;
        };
        if cut.is_rebuilt() {
            continue;
        }
        assert_eq!(
            shown(&cut.latest()),
            shown(&document.at(revision)),
            "{} after save {}",
            path.display(),
            revision + 1
        );
    }
    last
}

fn shown(view: &View<'_>) -> Vec<String> {
    let contents = Contents::new(*view);
    let pages = view.pages();
    let texts = pages.iter().map(|page| {
        let lines = lines(&contents.page(page), |_| true);
        lines.iter().map(|line| line.text()).collect::<Vec<_>>()
    });
    texts.map(|lines| lines.join("\n")).collect()
}

#[test]
fn hostile_bytes_have_a_history_or_a_failure() {
    for path in pdfs_below("fixtures").iter().step_by(9) {
        let bytes = std::fs::read(path).unwrap_or_default();
        for cut in [
            bytes.len() / 3,
            bytes.len() / 2,
            bytes.len().saturating_sub(40),
        ] {
            let _ = history(&bytes[..cut]);
        }
        let mut flipped = bytes.clone();
        for at in (0..flipped.len()).step_by(97) {
            flipped[at] ^= 0x15;
        }
        let _ = history(&flipped);
    }
}
