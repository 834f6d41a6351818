//! In which structural details files differ from a genuine one, and what each means.
//! `cargo run --release --example compare GENUINE QUESTIONED…`; `-` instead of a genuine file prints the fingerprints.

use assay_forensics::fingerprint::{self, Fingerprint};

fn main() {
    let mut paths = std::env::args().skip(1);
    let first = paths.next().unwrap_or_default();
    let genuine = drawn(&first);
    for path in paths {
        let Some(questioned) = drawn(&path) else {
            continue;
        };
        match &genuine {
            Some(genuine) => compare(genuine, &questioned, &path),
            None => print(&questioned, &path),
        }
    }
}

fn drawn(path: &str) -> Option<Fingerprint> {
    if path == "-" {
        return None;
    }
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{path}: {error}");
            return None;
        }
    };
    let drawn = assay_forensics::fingerprint(&bytes, "");
    drawn
        .map_err(|failure| eprintln!("{path}: {}", failure.message))
        .ok()
}

fn print(file: &Fingerprint, path: &str) {
    println!("{path}");
    for (aspect, subject, values) in file.iter() {
        let values: Vec<&str> = values.keys().map(String::as_str).collect();
        println!("  {}\t{subject}\t{}", aspect.word(), values.join(" | "));
    }
}

fn compare(genuine: &Fingerprint, questioned: &Fingerprint, path: &str) {
    let told = fingerprint::compare(genuine, questioned);
    let program = if told.same_program() {
        "the same program"
    } else {
        "another program or way"
    };
    let count = told.differences.len();
    println!(
        "{path}\t{count} differences, {} details shared, {program}",
        told.shared
    );
    for difference in &told.differences {
        let list = |values: &[(String, Option<u32>)]| {
            let values = values.iter().map(|(value, page)| match page {
                Some(page) => format!("{value} (page {page})"),
                None => value.clone(),
            });
            values.collect::<Vec<_>>().join(" | ")
        };
        println!(
            "  {}\t{}\tgenuine: {}\tquestioned: {}\t{}",
            difference.aspect.word(),
            difference.subject,
            list(&difference.genuine),
            list(&difference.questioned),
            difference.aspect.meaning()
        );
    }
}
