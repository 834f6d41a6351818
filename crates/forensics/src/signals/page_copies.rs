//! Pages that are one page twice but for a value.

use assay_pdf::Area;
use assay_pdf::content::{Word, label};

use crate::facts::{Facts, PageFacts};

use super::{Place, Signal};

/// A page with fewer words is no document's own.
const WORDS: usize = 40;
/// Values that differ; more are another document of the same form.
const VALUES: usize = 2;
/// Edges agree within this, points: a value of another length moves one of its two.
const EDGE: f64 = 0.5;
/// Words compared in one file.
const COMPARED: usize = 2_000_000;
/// What a page says that is meant to be the same as another (in lower case).
const COPIES: [&str; 14] = [
    "copy",
    "copies",
    "duplicate",
    "duplicata",
    "copie",
    "copia",
    "kopie",
    "zweitschrift",
    "duplikat",
    "abschrift",
    "exemplaire",
    "ejemplar",
    "counterfoil",
    "ausfertigung",
];

/// *Sees* two pages that read the same at the same places but for one or two amounts.
/// *Matters* because two pages of one document say different things: one that stands there twice was taken from the other.
/// *Honest files*: copies for two recipients say so; documents of one form differ in their numbers and dates as well.
/// Labels and sheets of instalments may differ in the amount alone: supporting only.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let pages: Vec<(&PageFacts, Vec<&Word>)> = facts
        .pages
        .iter()
        .map(|page| {
            (
                page,
                page.lines.iter().flat_map(|line| &line.words).collect(),
            )
        })
        .filter(|(_, words): &(_, Vec<&Word>)| words.len() >= WORDS)
        .collect();
    let mut left = COMPARED;
    for (at, (first, words)) in pages.iter().enumerate() {
        for (second, others) in pages.iter().skip(at + 1) {
            if words.len() != others.len() || left == 0 {
                continue;
            }
            let Some(values) = differing(words, others, &mut left) else {
                continue;
            };
            if !values.is_empty() && !named_copy(words) && !named_copy(others) {
                let told = values.iter();
                signals.extend(told.map(|(old, new)| signal((first, old), (second, new))));
            }
        }
    }
}

/// The amounts in which two pages differ; `None` where they differ in something else. The number of the page may differ.
fn differing<'w>(
    first: &[&'w Word],
    second: &[&'w Word],
    left: &mut usize,
) -> Option<Vec<(&'w Word, &'w Word)>> {
    let mut values = Vec::new();
    let mut counted = false;
    for (a, b) in first.iter().zip(second) {
        *left = left.saturating_sub(1);
        if *left == 0 || !stands_as(&a.area, &b.area) {
            return None;
        }
        if a.text == b.text {
            continue;
        }
        if is_amount(&a.text) && is_amount(&b.text) && values.len() < VALUES {
            values.push((*a, *b));
        } else if is_count(&a.text) && is_count(&b.text) && !counted {
            counted = true;
        } else {
            return None;
        }
    }
    Some(values)
}

fn stands_as(a: &Area, b: &Area) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < EDGE;
    near(a.y0, b.y0) && (near(a.x0, b.x0) || near(a.x1, b.x1))
}

/// Digits with two decimals.
fn is_amount(text: &str) -> bool {
    let decimals = text.rsplit(['.', ',']).next().unwrap_or_default();
    let number = |c: char| c.is_ascii_digit() || ".,'’ -+€$£".contains(c);
    decimals.len() == 2 && decimals.len() < text.len() && text.chars().all(number)
}

/// The number of a page.
fn is_count(text: &str) -> bool {
    text.len() <= 5 && text.chars().all(|c| c.is_ascii_digit() || c == '/')
}

fn named_copy(words: &[&Word]) -> bool {
    words.iter().any(|word| {
        let text = word.text.to_lowercase();
        COPIES.iter().any(|name| text.contains(name))
    })
}

fn signal((first, old): (&PageFacts, &Word), (second, new): (&PageFacts, &Word)) -> Signal {
    let evidence = format!(
        "Page {} reads as page {} does at the same places, but “{}” where that has “{}”.",
        second.page.number, first.page.number, new.text, old.text
    );
    let place = Place::Page {
        page: second.page.number,
        area: Some(new.area),
    };
    Signal {
        field: label(&second.lines, &new.area),
        old_value: Some(old.text.clone()),
        new_value: Some(new.text.clone()),
        ..Signal::new("page_twice_with_other_value", place, evidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_page_numbers_are_told_from_dates_and_identifiers() {
        for text in ["1.250,00", "9,250.00", "€12.50", "-3'100.00"] {
            assert!(is_amount(text), "{text}");
        }
        for text in ["12.03.2026", "INV-20.26", "2026", "00"] {
            assert!(!is_amount(text), "{text}");
        }
        assert!(is_count("1/2") && is_count("12") && !is_count("100423"));
    }
}
