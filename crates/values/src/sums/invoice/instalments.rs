//! Sums told in sentences: a salary "paid in twelve equal parts of", a price in so many instalments.

use crate::finding::Kind;
use crate::numbers::{Amount, Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground};
use crate::words::{fold, has_phrase};

/// Words between the two amounts of one sentence.
const BETWEEN: usize = 24;
/// Lines a sentence wraps over between its two amounts.
const WRAPPED: usize = 2;

/// Whole and part of every sentence that says how many parts there are.
pub fn find(book: &Reading) -> Vec<Equation> {
    let neighbours = book
        .amounts
        .iter()
        .enumerate()
        .filter(|(_, a)| a.nature == Nature::Money);
    let indexed: Vec<(usize, &Amount)> = neighbours.collect();
    indexed
        .windows(2)
        .filter_map(|pair| match pair {
            [(first, a), (second, b)] => claim(book, (*first, a), (*second, b)),
            _ => None,
        })
        .collect()
}

fn claim(book: &Reading, first: (usize, &Amount), second: (usize, &Amount)) -> Option<Equation> {
    let (from, to) = (first.1.tokens.end, second.1.tokens.start);
    let near = first.1.page == second.1.page
        && second.1.line - first.1.line <= WRAPPED
        && (2..=BETWEEN).contains(&to.checked_sub(from)?)
        && first
            .1
            .currency
            .zip(second.1.currency)
            .is_none_or(|(a, b)| a == b);
    // A sentence ends where another begins.
    let text = book.sheet.text(from..to);
    if !near || text.contains(". ") {
        return None;
    }
    let between = fold(&text);
    let named = PARTS
        .iter()
        .find(|(_, words)| words.iter().any(|word| has_phrase(&between, word)));
    let parts = named
        .map(|(parts, _)| *parts)
        .or_else(|| counted_parts(&between))?;
    // The whole comes first, unless the sentence adds up the other way round.
    let backwards = first.1.value.scaled(i64::from(parts)) == second.1.value;
    let (whole, part) = if backwards {
        (second.0, first.0)
    } else {
        (first.0, second.0)
    };
    let places = book.amounts.get(part).map_or(2, |a| a.places);
    // Each part may have been rounded.
    let rounding = Decimal::last_place(places)
        .scaled(i64::from(parts))
        .halved();
    let terms = vec![(whole, 1), (part, -parts)];
    Some(Equation::sum(Kind::Instalments, terms, Ground::Label).within(rounding))
}

/// A number of parts in digits: "26 biweekly installments".
fn counted_parts(between: &str) -> Option<i8> {
    let words: Vec<&str> = between.split_whitespace().collect();
    words.windows(3).find_map(|run| {
        let count: i8 = run.first()?.parse().ok()?;
        let parts = run.iter().skip(1).any(|word| PART_NAMES.contains(word));
        (parts && (2..=MOST_PARTS).contains(&count)).then_some(count)
    })
}

/// Weeks of a year.
const MOST_PARTS: i8 = 53;

#[rustfmt::skip]
const PART_NAMES: &[&str] = &[
    "installments", "instalments", "payments", "parts", "raten", "teilbetragen", "monatsgehaltern", "gehaltern", "mensualites", "versements",
    "pagas", "mensualidades", "plazos", "mensilita", "rate", "prestacoes", "termijnen", "ratach", "manader", "maneder", "splatkach",
];

/// How many parts, and how sentences say so.
#[rustfmt::skip]
const PARTS: &[(i8, &[&str])] = &[
    (12, &[
        "twelve", "12 equal", "12 monthly", "12 instalments", "12 installments", "12 months", "12 payments", "zwolf", "12 gleichen", "12 monatsraten", "12 raten",
        "douze", "12 mensualites", "12 parts", "doce", "12 pagas", "12 mensualidades", "12 partes", "dodici", "12 mensilita", "12 rate", "doze", "12 prestacoes",
        "twaalf", "12 gelijke", "12 termijnen", "dwunastu", "12 ratach", "tolv", "12 manader", "12 maneder", "dvanacti", "kahdessatoista",
    ]),
    (13, &["thirteen equal", "13 equal", "dreizehn", "13 gleichen", "treize", "trece", "tredici", "13 mensilita", "13 pagas", "13 mensualites", "dertien"]),
    (14, &["fourteen equal", "14 equal", "vierzehn", "14 gleichen", "quatorze parts", "catorce", "quattordici", "14 mensilita", "14 pagas", "catorze"]),
];
