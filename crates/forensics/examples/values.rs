//! What the values of files come to. `cargo run --release --example values [--read] [--alter|--signals] [--put=OLD>NEW]
//! FILE…`; with `--read` those that the pictures of pages show; with `--alter` the first, the middle and the last digit before the
//! decimals of every printed amount, and of every whole number that could be one, are changed in turn: each line says whether that
//! was seen, placed and read back, which digit it was, and of what; with `--put` one word is replaced first.

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
        let Some(form) = form(&word.text) else {
            continue;
        };
        for (place, text) in other_digits(&word.text) {
            let mut other = words.to_vec();
            if let Some(slot) = other.get_mut(index) {
                slot.text = text.clone();
            }
            let found = examine_with(&other, invoices, codes).disagreements;
            println!(
                "{}\t{path}\tpage {}\t{form} {place}\t{}\t{text}\t{:?}",
                state(word, &found),
                word.page,
                word.text,
                found
                    .first()
                    .map(|f| (f.kind, f.strength, &f.found, &f.expected))
            );
        }
    }
}

/// What is said of an altered word.
fn state(word: &Word, found: &[Disagreement]) -> &'static str {
    let counts = |one: &&Disagreement| one.strength >= Strength::Likely;
    let overlaps = |one: &&Disagreement| {
        one.page == word.page
            && one.area[0] < word.area[2]
            && word.area[0] < one.area[2]
            && one.area[1] < word.area[3]
            && word.area[1] < one.area[3]
    };
    let named = |one: &&Disagreement| one.repair.is_some() && overlaps(one);
    if found.iter().filter(counts).any(|one| named(&one)) {
        "named"
    } else if found.iter().filter(counts).any(|one| overlaps(&one)) {
        "placed"
    } else if found.iter().any(|one| counts(&one)) {
        "elsewhere"
    } else if found.is_empty() {
        "missed"
    } else {
        "weak"
    }
}

/// Whether a word is an amount with two decimals, or a whole number that could be one: of three digits or more, no year and no
/// number that begins with zero.
fn form(text: &str) -> Option<&'static str> {
    let bare = text.trim_matches(|c: char| !c.is_ascii_digit());
    let marks = |c: char| matches!(c, '.' | ',' | '\'' | '’');
    if !bare.chars().all(|c| c.is_ascii_digit() || marks(c)) {
        return None;
    }
    let parts: Vec<&str> = bare.split(marks).collect();
    let (last, before) = parts.split_last()?;
    let grouped = |parts: &[&str]| parts.iter().skip(1).all(|part| part.len() == 3);
    let digits: usize = parts.iter().map(|part| part.len()).sum();
    let year = parts.len() == 1 && digits == 4 && bare.starts_with(['1', '2']);
    if last.len() == 2 && !before.is_empty() && grouped(before) {
        return Some("decimals");
    }
    let number = digits >= 3 && !bare.starts_with('0') && grouped(&parts);
    (number && !year).then_some("whole")
}

/// The first, the middle and the last digit before the decimals, each three up, or six down where that would be no digit.
fn other_digits(text: &str) -> Vec<(&'static str, String)> {
    let end = text.rfind(|c: char| c.is_ascii_digit()).unwrap_or_default();
    let decimals = text.rfind(['.', ',']).filter(|at| at + 2 == end);
    let whole: Vec<(usize, u32)> = text
        .char_indices()
        .take_while(|(at, _)| *at < decimals.unwrap_or(usize::MAX))
        .filter_map(|(at, c)| Some((at, c.to_digit(10)?)))
        .collect();
    let last = whole.len().saturating_sub(1);
    let mut places = vec![("first", 0), ("middle", whole.len() / 2), ("last", last)];
    places.dedup_by_key(|(_, place)| *place);
    places
        .into_iter()
        .filter_map(|(name, place)| {
            let (at, digit) = *whole.get(place)?;
            let other = if digit > 6 { digit - 6 } else { digit + 3 };
            let mut altered = text.to_owned();
            altered.replace_range(at..=at, &other.to_string());
            Some((name, altered))
        })
        .collect()
}
