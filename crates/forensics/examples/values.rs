//! What the values of files come to. `cargo run --release --example values [--read] [--alter|--signals] [--put=OLD>NEW]
//! FILE…`; with `--read` those that the pictures of pages show; with `--alter` one digit of every printed amount is changed in turn, and each line says whether that was seen,
//! placed and read back; with `--put` one word is replaced first.

use assay_values::{Disagreement, Invoice, MachineCode, Strength, Word, claimed, examine_with};

fn main() {
    let (mut alter, mut signals, mut read) = (false, false, false);
    let mut put: Option<(String, String)> = None;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--alter" => alter = true,
            "--signals" => signals = true,
            "--read" => read = true,
            _ => {}
        }
        if signals {
            reported(&argument);
            continue;
        }
        if let Some((old, new)) = argument
            .split_once('=')
            .filter(|_| argument.starts_with("--put="))
            .and_then(|(_, pair)| pair.split_once('>'))
        {
            put = Some((old.to_string(), new.to_string()));
            continue;
        }
        let Ok(words) = std::fs::read(&argument).map(|bytes| match read {
            true => Ok((assay_forensics::read_words(&bytes)?, Vec::new(), Vec::new())),
            false => assay_forensics::words(&bytes),
        }) else {
            continue;
        };
        let Ok((words, invoices, codes)) = words else {
            continue;
        };
        let words = match &put {
            Some((old, new)) => replaced(words, old, new),
            None => words,
        };
        if alter {
            altered(&argument, &words, &invoices, &codes);
        } else {
            shown(&argument, &words, &invoices, &codes);
        }
    }
}

/// What the report says of values, one line a signal, for scripts.
fn reported(path: &str) {
    let Ok(bytes) = std::fs::read(path) else {
        return;
    };
    let Ok(report) = assay_forensics::analyze(&bytes, &assay_forensics::Options::default()) else {
        println!("{path}\tfailed");
        return;
    };
    println!("{path}\t{}", report.verdict.word());
    for signal in report.signals.iter().filter(|s| s.module == "values") {
        println!(
            "{path}\t{}\t{}\t{:?}\t{:?}\t{}\t{}\t{}",
            signal.id,
            signal.scored,
            signal.page.unwrap_or_default(),
            signal.bbox.unwrap_or_default(),
            signal.old_value.as_deref().unwrap_or("-"),
            signal.new_value.as_deref().unwrap_or("-"),
            signal.evidence
        );
    }
}

/// The first word that reads `old` made to read `new`.
fn replaced(mut words: Vec<Word>, old: &str, new: &str) -> Vec<Word> {
    if let Some(word) = words.iter_mut().find(|word| word.text == old) {
        word.text = new.to_string();
    }
    words
}

fn shown(path: &str, words: &[Word], invoices: &[Invoice], codes: &[MachineCode]) {
    let found = examine_with(words, invoices, codes);
    println!(
        "{path}\theld {}\tfailed {}",
        found.sums_held, found.sums_failed
    );
    for code in codes {
        println!(
            "  code on page {} at {:.0?}: {:?}",
            code.page, code.area, code.text
        );
    }
    for (claim, holds) in claimed(words) {
        println!("  {} {claim}", if holds { "=" } else { "≠" });
    }
    for one in found.disagreements {
        println!(
            "  {:?} {:?} page {} “{}” → {:?} [{}] {}",
            one.strength, one.kind, one.page, one.found, one.expected, one.field, one.evidence
        );
    }
}

fn altered(path: &str, words: &[Word], invoices: &[Invoice], codes: &[MachineCode]) {
    for (index, word) in words.iter().enumerate() {
        let Some(text) = other_digit(&word.text) else {
            continue;
        };
        let mut other = words.to_vec();
        if let Some(slot) = other.get_mut(index) {
            slot.text = text.clone();
        }
        let found = examine_with(&other, invoices, codes).disagreements;
        let counts = |one: &&Disagreement| one.strength >= Strength::Likely;
        let overlaps = |one: &&Disagreement| {
            one.page == word.page
                && one.area[0] < word.area[2]
                && word.area[0] < one.area[2]
                && one.area[1] < word.area[3]
                && word.area[1] < one.area[3]
        };
        let named = |one: &&Disagreement| one.repair.is_some() && overlaps(one);
        let state = if found.iter().filter(counts).any(|one| named(&one)) {
            "named"
        } else if found.iter().filter(counts).any(|one| overlaps(&one)) {
            "placed"
        } else if found.iter().any(|one| counts(&one)) {
            "elsewhere"
        } else if found.is_empty() {
            "missed"
        } else {
            "weak"
        };
        println!(
            "{state}\t{path}\tpage {}\t{}\t{text}\t{:?}",
            word.page,
            word.text,
            found
                .first()
                .map(|f| (f.kind, f.strength, &f.found, &f.expected))
        );
    }
}

/// The first digit three up, for words that are amounts with two decimals.
fn other_digit(text: &str) -> Option<String> {
    let bare = text.trim_matches(|c: char| !c.is_ascii_digit());
    let tail = bare.len().checked_sub(3).and_then(|at| bare.get(at..))?;
    let money = tail.starts_with(['.', ',']) && bare.matches(['.', ',']).count() <= 2;
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let digit: u32 = text.get(at..at + 1)?.parse().ok()?;
    let other = (digit + 3) % 10;
    if !money || other == 0 || bare.contains(['/', ':']) {
        return None;
    }
    let mut altered = text.to_string();
    altered.replace_range(at..at + 1, &other.to_string());
    Some(altered)
}
