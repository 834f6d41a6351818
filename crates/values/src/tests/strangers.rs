//! Documents whose layouts the rules were not made from: none is accused as it is, and of the amounts of the first of each design, each altered by a
//! digit that changes a unit or more, so many are seen. The floors rise with the rules and never fall.
//! `cargo test -p assay-values strangers -- --nocapture` prints every design and each amount that is missed.

#![allow(clippy::expect_used)] // A test that cannot read its texts fails.

use std::collections::BTreeMap;
use std::path::Path;

use super::layout::{check, words};
use crate::finding::Strength;

/// Designs and the share of altered amounts, in percent, that must be seen.
const FLOORS: [(&str, usize); 35] = [
    ("card_statement", 44),
    ("hotel", 71),
    ("invoice_ch", 86),
    ("invoice_disc", 88),
    ("invoice_fr_deposit", 97),
    ("payslip_ch", 84),
    ("payslip_de", 56),
    ("payslip_es", 100),
    ("payslip_fr", 74),
    ("payslip_in", 80),
    ("payslip_it", 100),
    ("payslip_nl_a", 43),
    ("payslip_nl_b", 0),
    ("payslip_nl_c", 52),
    ("payslip_pl", 51),
    ("payslip_se", 28),
    ("payslip_uk", 72),
    ("payslip_us", 58),
    ("receipt_de", 80),
    ("receipt_fr", 88),
    ("receipt_fuel", 40),
    ("receipt_it", 66),
    ("receipt_jp", 41),
    ("receipt_uk_vat", 72),
    ("receipt_us", 100),
    ("receipt_us_cash", 66),
    ("rent_ledger", 85),
    ("statement_hu", 81),
    ("statement_rb", 68),
    ("statement_sum", 32),
    ("telecom", 66),
    ("utility_de", 43),
    ("utility_fr", 61),
    ("utility_uk", 84),
    ("utility_us", 85),
];

#[derive(Default)]
struct Seen {
    tried: usize,
    seen: usize,
}

#[test]
fn strangers_are_not_accused_and_their_amounts_are_covered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/strangers");
    let mut designs: BTreeMap<String, Seen> = BTreeMap::new();
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of texts")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let (design, seed) = name.split_once('-').unwrap_or((&name, ""));
        assert!(!is_accused(&text), "{name}: {:#?}", check(&words(&text)));
        if seed != "0" {
            continue;
        }
        let seen = designs.entry(design.to_owned()).or_default();
        for amount in amounts(&text) {
            let hits = alter(&text, &amount, seen);
            println!("{name} {} {hits}", text.get(amount).unwrap_or_default());
        }
    }
    for (design, Seen { tried, seen }) in &designs {
        println!(
            "{design:22} {seen} of {tried}: {} %",
            seen * 100 / tried.max(&1)
        );
    }
    for (design, floor) in FLOORS {
        let Seen { tried, seen } = designs.get(design).expect(design);
        assert!(
            seen * 100 >= floor * tried,
            "{design}: {seen} of {tried} seen, {floor} % before"
        );
    }
}

fn is_accused(text: &str) -> bool {
    let found = check(&words(text));
    found.iter().any(|one| one.strength >= Strength::Likely)
}

/// Where money is printed: two decimals, or a grouped whole number.
fn amounts(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let group = |at: usize| digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4);
    for at in 0..=bytes.len() {
        let joins = match bytes.get(at) {
            Some(b'.' | b',' | b'\'') => start.is_some() && digit(at + 1),
            Some(b' ') => start.is_some() && group(at),
            _ => digit(at),
        };
        match (joins, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    found.retain(|range| is_money(text, range));
    found
}

fn is_money(text: &str, range: &std::ops::Range<usize>) -> bool {
    let printed = text.get(range.clone()).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default().trim_start();
    let parts: Vec<&str> = printed.split(|c: char| !c.is_ascii_digit()).collect();
    let date = parts.len() == 3 && printed.len() == 10 || behind.starts_with("20");
    let decimals = parts.len() > 1 && parts.last().is_some_and(|last| last.len() == 2);
    let grouped = parts.len() > 1 && parts.last().is_some_and(|last| last.len() == 3);
    let zero = printed.chars().all(|c| !c.is_ascii_digit() || c == '0');
    (decimals || grouped) && !date && !zero && !behind.starts_with('%')
}

/// The first, a middle and the last digit of the whole part, one at a time.
fn alter(text: &str, amount: &std::ops::Range<usize>, all: &mut Seen) -> String {
    let printed = text.get(amount.clone()).unwrap_or_default();
    let decimals = printed
        .rfind(['.', ','])
        .filter(|at| printed.len() - at == 3);
    let whole = printed
        .get(..decimals.unwrap_or(printed.len()))
        .unwrap_or_default();
    let digits: Vec<(usize, u32)> = whole
        .char_indices()
        .filter_map(|(at, c)| Some((at, c.to_digit(10)?)))
        .collect();
    let mut places = vec![0, digits.len() / 2, digits.len().saturating_sub(1)];
    places.dedup();
    let (mut tried, mut seen) = (0, 0);
    for (at, digit) in places.into_iter().filter_map(|place| digits.get(place)) {
        let other = if *digit > 6 { digit - 6 } else { digit + 3 };
        let mut altered = text.to_owned();
        let place = amount.start + at;
        altered.replace_range(place..place + 1, &other.to_string());
        tried += 1;
        seen += usize::from(is_accused(&altered));
    }
    all.tried += tried;
    all.seen += seen;
    format!("{seen} of {tried}")
}
