//! No circles: no two files of a crate name each other, directly or through others, and no two folders do.

#![allow(clippy::expect_used, clippy::panic)] // A test says what it got instead.

mod names;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use names::{Crate, Module};

/// Circles that are still there, one a line: its crate and its members. The list may only get shorter.
const KNOWN: &str = include_str!("known.txt");

#[test]
fn no_files_and_no_folders_name_each_other_in_circles() {
    let mut found: Vec<String> = Vec::new();
    for (name, sources) in workspace() {
        assert!(!sources.is_empty(), "{name} has sources");
        let circles = circles_of(&sources).into_iter();
        found.extend(circles.map(|circle| format!("{name}: {}", circle.join(" "))));
    }
    let known: Vec<&str> = KNOWN.lines().collect();
    let new = found
        .iter()
        .filter(|circle| !known.contains(&circle.as_str()));
    let gone = known
        .iter()
        .filter(|circle| !found.iter().any(|one| one == *circle));
    let (new, gone): (Vec<_>, Vec<_>) = (new.collect(), gone.collect());
    assert!(
        new.is_empty() && gone.is_empty(),
        "circles that known.txt does not list: {new:#?}\nlisted, but there no longer: {gone:#?}"
    );
}

#[test]
fn circles_are_seen_however_they_are_written() {
    let circle = |a: &str, b: &str| {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", a),
            ("b.rs", b),
            ("c.rs", ""),
        ];
        circles_of(&files.map(|(path, text)| (path.to_string(), text.to_string())))
    };
    let seen = vec![vec!["a".to_string(), "b".to_string()]];
    for back in [
        "use crate::a::A;",
        "use super::a::A;",
        "use super::{c::C, a::{self as other, A}};",
        "fn b() -> crate::a::A { crate::a::A }",
        "use super::a; fn b() { a::make() }",
        "use super::a::*;",
        "pub use super::a::A; struct B(A);",
        "mod inner { fn c() { crate::a::make() } }",
        "fn b<'a>(c: &'a char) { if *c == '\"' { crate::a::make() } }",
    ] {
        assert_eq!(circle("use super::b::B;", back), seen, "{back}");
    }
    for other in [
        "use crate::c::C;",
        "// use crate::a::A;",
        "/* crate::a::make() /* */ crate::a::A */",
        "const B: &str = \"crate::a::A\";",
        "const B: &str = r#\"\" crate::a::A\"#;",
        "#[cfg(test)] mod tests { use crate::a::A; }",
        "use std::a::A;",
        "pub use super::a::A;",
    ] {
        assert_eq!(
            circle("use super::b::B;", other),
            Vec::<Vec<String>>::new(),
            "{other}"
        );
    }
}

#[test]
fn a_name_handed_on_is_of_the_file_that_defines_it() {
    let files = |second: &str| {
        let files = [
            ("lib.rs", "mod a; pub use a::First;"),
            (
                "a/mod.rs",
                "mod first; mod second; pub use first::First; pub use second::Second;",
            ),
            ("a/first.rs", "use super::Second; pub struct First(Second);"),
            ("a/second.rs", second),
        ];
        circles_of(&files.map(|(path, text)| (path.to_string(), text.to_string())))
    };
    assert_eq!(files("pub struct Second;"), Vec::<Vec<String>>::new());
    let circle = vec![vec!["a::first".to_string(), "a::second".to_string()]];
    assert_eq!(
        files("use crate::First; pub struct Second(Box<First>);"),
        circle
    );
}

#[test]
fn folders_in_a_circle_are_seen_though_no_files_are() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "pub mod one; pub mod two;"),
        ("a/one.rs", "use crate::b::one::B;"),
        ("a/two.rs", "pub struct A;"),
        ("b/mod.rs", "pub mod one; pub mod two;"),
        ("b/one.rs", "pub struct B;"),
        ("b/two.rs", "use crate::a::two::A;"),
    ];
    let found = circles_of(&files.map(|(path, text)| (path.to_string(), text.to_string())));
    assert_eq!(found, vec![vec!["a/".to_string(), "b/".to_string()]]);
}

/// Every crate of the workspace with its sources, by their paths below `src`.
fn workspace() -> Vec<(String, Vec<(String, String)>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders: Vec<PathBuf> = entries(&root.join("crates"));
    folders.push(root.join("native"));
    let crates = folders
        .iter()
        .filter(|folder| folder.join("Cargo.toml").exists());
    crates
        .map(|folder| {
            let source = folder.join("src");
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            let files = rust_below(&source).into_iter().map(|file| {
                let below = file.strip_prefix(&source).expect("it lies below");
                let path = below.to_string_lossy().replace('\\', "/");
                (path, fs::read_to_string(&file).expect("it can be read"))
            });
            (name.into_owned(), files.collect())
        })
        .collect()
}

fn rust_below(folder: &Path) -> Vec<PathBuf> {
    let each = entries(folder).into_iter();
    each.flat_map(|entry| match entry.is_dir() {
        true => rust_below(&entry),
        false => vec![entry],
    })
    .filter(|path| path.extension().is_some_and(|end| end == "rs"))
    .collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut entries: Vec<_> = entries
        .map(|entry| entry.expect("as can its entries").path())
        .collect();
    entries.sort();
    entries
}

/// The circles between the files of a crate, then those between folders, and files, that lie side by side.
fn circles_of(sources: &[(String, String)]) -> Vec<Vec<String>> {
    let edges = Crate::read(sources).edges();
    let mut found = circles(&edges, |module| match module.is_empty() {
        true => "lib".to_string(),
        false => module.join("::"),
    });
    let mut levels: BTreeMap<Module, BTreeMap<Module, BTreeSet<Module>>> = BTreeMap::new();
    for (from, to) in edges
        .iter()
        .flat_map(|(from, named)| named.iter().map(move |to| (from, to)))
    {
        let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        if let (Some(from), Some(to)) = (from.get(..=shared), to.get(..=shared)) {
            let level = levels.entry(from[..shared].to_vec()).or_default();
            level.entry(from.to_vec()).or_default().insert(to.to_vec());
        }
    }
    for level in levels.values() {
        found.extend(
            circles(level, |module| format!("{}/", module.join("/")))
                .into_iter()
                .filter(
                    // Files alone were told above.
                    |circle| !circle.iter().all(|name| found_as_files(&edges, name)),
                ),
        );
    }
    found
}

/// Whether a module has no other below it.
fn found_as_files(edges: &BTreeMap<Module, BTreeSet<Module>>, name: &str) -> bool {
    let module: Module = name
        .trim_end_matches('/')
        .split('/')
        .map(str::to_string)
        .collect();
    edges
        .keys()
        .filter(|other| other.starts_with(&module))
        .count()
        == 1
}

/// Groups whose members reach each other, each in order.
fn circles(
    edges: &BTreeMap<Module, BTreeSet<Module>>,
    name: impl Fn(&Module) -> String,
) -> Vec<Vec<String>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = edges
        .keys()
        .map(|from| (from, reach(edges, from)))
        .collect();
    let mut told: BTreeSet<&Module> = BTreeSet::new();
    let mut circles = Vec::new();
    for (from, there) in &reached {
        let back = |to: &&&Module| reached.get(**to).is_some_and(|back| back.contains(from));
        let circle: Vec<&Module> = there.iter().filter(back).copied().collect();
        if !circle.is_empty() && told.insert(from) {
            told.extend(&circle);
            circles.push(circle.into_iter().map(&name).collect());
        }
    }
    circles
}

fn reach<'e>(edges: &'e BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<&'e Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = edges.get(from).into_iter().flatten().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(edges.get(next).into_iter().flatten());
        }
    }
    reached
}
