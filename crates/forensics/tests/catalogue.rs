//! What is written of the signals elsewhere says what their declarations say: `docs/signals.md` for people,
//! `rules/signals.tsv` for the calibration. `UPDATE=1 cargo test` writes both anew. And every signal is shown by fixtures.

#[path = "../../../fixtures/pdfs.rs"]
mod pdfs;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use assay_forensics::Severity;
use assay_forensics::signal::Declaration;
use assay_forensics::signals::CATALOGUE;

const GRADES: [(&str, Option<Severity>); 4] = [
    ("High", Some(Severity::High)),
    ("Medium", Some(Severity::Medium)),
    ("Low", Some(Severity::Low)),
    ("What speaks for a file, and how much", None),
];

fn page() -> String {
    let mut out = String::from(
        "# Signals\n\nEvery finding a report may list: what it means, why it bears on trust, which honest files raise it too. \
        Gravest first.\n*Supporting* ones are shown and never counted. Written from the declarations in \
        `crates/forensics/src/signals`;\n`UPDATE=1 cargo test -p assay-forensics --test catalogue` writes it anew.\n",
    );
    for (title, grade) in GRADES {
        let _ = write!(out, "\n## {title}\n");
        for one in CATALOGUE.iter().filter(|one| one.severity == grade) {
            let scored = if one.scored { "scored" } else { "supporting" };
            let _ = write!(
                out,
                "\n### `{}`\n{} · {scored}\n\n{}\n- Why it matters: {}\n- Honest files that raise it: {}\n",
                one.id, one.module, one.meaning, one.matters, one.benign
            );
        }
    }
    out
}

fn table() -> String {
    let mut out = String::from("id\tmodule\tseverity\tscored\tproves\tcause\n");
    for one in CATALOGUE.iter() {
        let _ = writeln!(
            out,
            "{}\t{}\t{}\t{}\t{}\t{}",
            one.id,
            one.module,
            one.severity.map_or("-", Severity::word),
            one.scored,
            format!("{:?}", one.proves).to_lowercase(),
            one.cause
        );
    }
    out
}

#[test]
fn what_is_written_of_the_signals_is_what_they_declare() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, text) in [
        (root.join("../../docs/signals.md"), page()),
        (root.join("rules/signals.tsv"), table()),
    ] {
        if std::env::var_os("UPDATE").is_some() {
            let done = std::fs::write(&path, &text);
            assert!(done.is_ok(), "{}: {done:?}", path.display());
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == text,
            "{} is stale: UPDATE=1 cargo test -p assay-forensics --test catalogue",
            path.display()
        );
    }
}

/// Signals that no fixture raises, or that no fixture beside it nearly raises. The list only gets shorter.
const NOT_SHOWN: [&str; 6] = [
    "copy_move_in_picture",
    "page_of_another_scanner",
    "picture_editor_named",
    "double_compression_missing_in_part",
    "copy_move_of_print_in_picture",
    "signer_revoked",
];

/// What one golden says.
struct Golden {
    folder: PathBuf,
    accused: bool,
    raised: BTreeSet<String>,
}

impl Golden {
    fn read(golden: &Path) -> Self {
        let text = std::fs::read_to_string(golden).unwrap_or_default();
        // Each finding begins a paragraph with its id.
        let paragraphs = text.split("\n\n").skip(1);
        let ids = paragraphs.filter_map(|one| one.split_whitespace().next());
        Self {
            folder: golden.parent().map(Path::to_path_buf).unwrap_or_default(),
            accused: text.starts_with("tampered") || text.starts_with("suspicious by negative"),
            raised: ids.map(str::to_owned).collect(),
        }
    }
}

/// The goldens in all folders that hold a fixture: some fixtures have one for each way of judging.
fn goldens() -> Vec<PathBuf> {
    let pdfs = pdfs::pdfs_below("fixtures");
    let folders: BTreeSet<&Path> = pdfs.iter().filter_map(|pdf| pdf.parent()).collect();
    let files = folders
        .into_iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok());
    let files = files.flatten().flatten().map(|entry| entry.path());
    let is_golden = |path: &PathBuf| path.to_string_lossy().ends_with(".report.txt");
    files.filter(is_golden).collect()
}

/// Whether a fixture raises a signal, and one beside it, of the same make and accused of nothing, does not.
fn is_shown(one: &Declaration, by_folder: &BTreeMap<PathBuf, Vec<Golden>>) -> bool {
    by_folder.values().any(|beside| {
        let raises = |golden: &Golden| golden.raised.contains(one.id);
        let nearly = |golden: &Golden| !golden.accused && !raises(golden);
        beside.iter().any(raises) && beside.iter().any(nearly)
    })
}

#[test]
fn every_signal_is_raised_by_a_fixture_and_nearly_raised_by_one_beside_it() {
    let mut by_folder: BTreeMap<PathBuf, Vec<Golden>> = BTreeMap::new();
    for golden in goldens() {
        let golden = Golden::read(&golden);
        by_folder
            .entry(golden.folder.clone())
            .or_default()
            .push(golden);
    }
    let not_shown: BTreeSet<&str> = CATALOGUE
        .iter()
        .filter(|one| !is_shown(one, &by_folder))
        .map(|one| one.id)
        .collect();
    let listed = BTreeSet::from(NOT_SHOWN);
    let missing: Vec<_> = not_shown.difference(&listed).collect();
    let shown: Vec<_> = listed.difference(&not_shown).collect();
    assert!(
        missing.is_empty(),
        "no pair of fixtures shows {missing:?}: write one that raises it and, in the same folder, an honest one that nearly does"
    );
    assert!(
        shown.is_empty(),
        "{shown:?} are shown, or are no signals: take them off the list"
    );
}
