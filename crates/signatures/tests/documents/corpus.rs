//! Signed files of other people with the outcome their own tests assert (`shared/corpora/signed` beside the repository;
//! nothing is tested where the folder is missing). Every label is met, but for the files named below with the reason.

use std::fs;
use std::path::PathBuf;

use assay_pdf::Document;
use assay_signatures::policy::Level;
use assay_signatures::report::{Integrity, Kind, PermissionCheck};
use assay_signatures::{SignatureReport, Trust, examine};

/// What is to be told about a file as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Told {
    Nothing,
    Unverifiable,
    ChangedAfterwards,
    Broken,
}

/// Files whose label the bytes do not bear out.
const EXCEPTIONS: [(&str, Told); 3] = [
    // Only the widget of the field that is signed gets a new appearance of its own; the shared one is left alone.
    (
        "form-update-no-override-appearance-stream-ap-indirect-sneaky.pdf",
        Told::Nothing,
    ),
    // An entry of the security store was dropped: it proves less, and nothing of the document changed.
    (
        "test_pades_double_sign_delete_entry_in_vri__01.pdf",
        Told::Nothing,
    ),
    // White space behind the end is told, and accuses nobody.
    ("12_tail_space_padding.pdf", Told::Nothing),
];

fn told(report: &SignatureReport) -> Told {
    let covered = report.later.overlays().next().is_some();
    match report.integrity {
        Integrity::Broken(_) => Told::Broken,
        Integrity::Unsupported(_) => Told::Unverifiable,
        Integrity::Intact => {
            let violated = matches!(report.permission, PermissionCheck::Violated(_));
            let changed = report.later.level() >= Level::Forbidden;
            match violated || changed || covered || !report.shown {
                true => Told::ChangedAfterwards,
                false => Told::Nothing,
            }
        }
    }
}

/// What the label asks for; `None`: it speaks of something that is not judged here (seed values, a program's options).
fn expected(label: &str) -> Option<&'static [Told]> {
    match label {
        "valid" | "valid+allowed-changes" | "valid-with-warning" | "certified" => {
            Some(&[Told::Nothing])
        }
        "broken-crypto" | "broken-byterange" | "attack:USF" | "attack:SWA" => Some(&[Told::Broken]),
        "modified-after-disallowed"
        | "attack:ISA"
        | "attack:EAA"
        | "attack:SSA"
        | "anomaly:uncovered-tail" => Some(&[Told::ChangedAfterwards, Told::Broken]),
        _ => None,
    }
}

#[test]
fn every_label_is_met() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/signed");
    let Ok(index) = fs::read(folder.join("INDEX.tsv")) else {
        return;
    };
    let index = String::from_utf8_lossy(&index).into_owned();
    let mut wrong = Vec::new();
    let mut met = 0;
    for line in index.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, _, _, path, _, _, label, ..] = cells.as_slice() else {
            continue;
        };
        let Some(mut wanted) = expected(label) else {
            continue;
        };
        let name = path.rsplit('/').next().unwrap_or_default();
        if let Some((_, exception)) = EXCEPTIONS.iter().find(|(known, _)| *known == name) {
            wanted = std::slice::from_ref(exception);
        }
        let bytes = fs::read(folder.join(file)).unwrap_or_default();
        // A file that needs a password is not examined.
        let Ok(document) = Document::open(&bytes) else {
            continue;
        };
        let reports = examine(&document, &Trust::default());
        let reports = reports
            .iter()
            .filter(|report| report.kind != Kind::UsageRights);
        let seen = reports.map(told).max();
        if seen.is_some_and(|seen| wanted.contains(&seen)) {
            met += 1;
        } else {
            wrong.push(format!("{file} {name}: {label}, told {seen:?}"));
        }
    }
    assert!(wrong.is_empty(), "{met} met, but\n{}", wrong.join("\n"));
}

/// Whatever is done to them, no file makes the examination fall over.
#[test]
fn mutilated_files_never_panic() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/signed");
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let bytes = fs::read(entry.path()).unwrap_or_default();
        for part in [3, 7] {
            let at = bytes.len() / 8 * part;
            let mut changed = bytes.clone();
            for offset in [at, at + 1, at + 40] {
                if let Some(byte) = changed.get_mut(offset) {
                    *byte = byte.wrapping_add(5);
                }
            }
            for document in [&changed[..], &bytes[..at]] {
                if let Ok(document) = Document::open(document) {
                    examine(&document, &Trust::default());
                }
            }
        }
    }
}
