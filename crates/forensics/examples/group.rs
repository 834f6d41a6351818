//! Sorts files by who produced them and shows the odd ones out. `cargo run --release --example group FILE…`.

use assay_forensics::fingerprint::{Fingerprint, group, odd_ones};

fn main() {
    let mut paths: Vec<String> = Vec::new();
    let mut files: Vec<Fingerprint> = Vec::new();
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            eprintln!("{path}: cannot be read");
            continue;
        };
        match assay_forensics::fingerprint(&bytes, "") {
            Ok(file) => {
                paths.push(path);
                files.push(file);
            }
            Err(failure) => eprintln!("{path}: {}", failure.message),
        }
    }
    let named = |place: &usize| paths.get(*place).map_or("", String::as_str);
    let groups = group(&files);
    for (index, group) in groups.iter().enumerate() {
        let members: Vec<&str> = group.iter().map(named).collect();
        println!("{}\t{}\t{}", index + 1, group.len(), members.join(" "));
    }
    for odd in odd_ones(&files, &groups) {
        let differences = odd.comparison.differences.iter();
        let subjects: Vec<&str> = differences.map(|one| one.subject.as_str()).collect();
        let (own, nearest) = (named(&odd.file), named(&odd.nearest));
        println!("odd\t{own}\tnearest {nearest}\t{}", subjects.join(", "));
    }
}
