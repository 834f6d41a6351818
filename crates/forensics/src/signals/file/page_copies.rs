//! Pages that are one page twice but for a value.

use std::rc::Rc;

use assay_pdf::Area;
use assay_pdf::content::Word;

use crate::facts::{Facts, PageFacts};

use crate::facts::page::words::{is_amount, is_date, is_long_number};

use crate::signal::{Declaration, Place, Signal};

declare! {
    SHEET_OF_TWO_EDITIONS = "sheet_of_two_editions" {
        rank: 620, module: "pages", severity: Medium, scored: true, proves: Content, cause: "page twice",
        meaning: "One sheet stands in the file in two editions, with the same number and date and another value.",
        matters: "Two pages of one document say different things: one that stands there twice was taken from the other.",
        benign: "Sheets that an issuer corrects under the same number and date, put together by their owner.",
    }

    PAGE_TWICE_WITH_OTHER_VALUE = "page_twice_with_other_value" {
        rank: 960, module: "pages", severity: Low, scored: false, proves: Content, cause: "page twice",
        meaning: "Two pages read the same at the same places but for one or two amounts.",
        matters: "Two pages of one document say different things: one that stands there twice was taken from the other.",
        benign: "Labels, vouchers and sheets of instalments that differ in the amount alone.",
    }
}

/// Values in which two editions of one sheet differ; more are another document.
const EDITION: usize = 8;

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
    let mut twins = Vec::new();
    for (at, (first, words)) in pages.iter().enumerate() {
        for (second, others) in pages.iter().skip(at + 1) {
            if words.len() != others.len() || left == 0 {
                continue;
            }
            let Some(values) = differing(words, others, &mut left) else {
                continue;
            };
            if !values.is_empty() && !named_copy(words) && !named_copy(others) {
                twins.push(Twins {
                    first,
                    second,
                    values,
                    named: names_itself(words, others),
                });
            }
        }
    }
    let alone = twins.len() == 1;
    for twins in &twins {
        if alone && are_editions(twins) {
            signals.extend(twins.signals(&SHEET_OF_TWO_EDITIONS));
        } else if twins.values.len() <= VALUES && twins.are_amounts() {
            signals.extend(twins.signals(&PAGE_TWICE_WITH_OTHER_VALUE));
        }
    }
}

/// Two pages that read the same at the same places but for some values.
struct Twins<'p> {
    first: &'p PageFacts,
    second: &'p PageFacts,
    values: Vec<(&'p Word, &'p Word)>,
    /// They bear the same number and the same date.
    named: bool,
}

impl Twins<'_> {
    /// *Sees* two pages that read the same at the same places but for one or two amounts.
    /// *Honest files*: copies for two recipients say so; documents of one form differ in their numbers and dates as well.
    /// Labels and sheets of instalments may differ in the amount alone: supporting only.
    fn are_amounts(&self) -> bool {
        let amounts = |(a, b): &(&Word, &Word)| is_amount(&a.text) && is_amount(&b.text);
        self.values.iter().all(amounts)
    }

    fn signals(&self, declared: &'static Declaration) -> impl Iterator<Item = Signal> {
        let told = self.values.iter();
        told.map(move |(old, new)| signal(declared, (self.first, old), (self.second, new)))
    }
}

/// *Sees* one sheet in two editions: two pages with the same number and date that read the same but for amounts or numbers,
/// each with fonts of its own, as pages of two files have that were put together.
/// *Honest files*: the pages of one run share their fonts, as sheets of instalments and labels do; what is printed again
/// differs in a date, which does not count.
fn are_editions(twins: &Twins<'_>) -> bool {
    let fonts = |page: &PageFacts| page.content.fonts.clone();
    let (ours, theirs) = (fonts(twins.first), fonts(twins.second));
    let shared = ours
        .iter()
        .any(|font| theirs.iter().any(|other| Rc::ptr_eq(font, other)));
    !ours.is_empty() && !shared && twins.named
}

/// The values in which two pages differ; `None` where they differ in something else. The number of the page may differ.
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
        let both = |is: fn(&str) -> bool| is(&a.text) && is(&b.text);
        if (both(is_amount) || both(is_long_number)) && values.len() < EDITION {
            values.push((*a, *b));
        } else if both(is_count) && !counted {
            counted = true;
        } else {
            return None;
        }
    }
    Some(values)
}

/// Whether two pages share a number and a date that tell one document from another.
fn names_itself(first: &[&Word], second: &[&Word]) -> bool {
    let same = || {
        let pairs = first.iter().zip(second);
        pairs.filter(|(a, b)| a.text == b.text).map(|(a, _)| a)
    };
    same().any(|word| is_long_number(&word.text)) && same().any(|word| is_date(&word.text))
}

fn stands_as(a: &Area, b: &Area) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < EDGE;
    near(a.y0, b.y0) && (near(a.x0, b.x0) || near(a.x1, b.x1))
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

fn signal(
    declared: &'static Declaration,
    (first, old): (&PageFacts, &Word),
    (second, new): (&PageFacts, &Word),
) -> Signal {
    let evidence = format!(
        "Page {} reads as page {} does at the same places, but “{}” where that has “{}”.",
        second.page.number, first.page.number, new.text, old.text
    );
    let place = Place::Page {
        page: second.page.number,
        area: Some(new.area),
    };
    Signal {
        field: second.label(&new.area),
        old_value: Some(old.text.clone()),
        new_value: Some(new.text.clone()),
        ..Signal::new(declared, place, evidence)
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
        for text in ["12.03.2026", "1/21/2026", "2026-03-12", "2026,"] {
            assert!(is_date(text) && !is_long_number(text), "{text}");
        }
        assert!(
            is_long_number("15235503")
                && is_long_number("RE-2026-00417")
                && !is_long_number("1.250,00")
        );
        assert!(is_count("1/2") && is_count("12") && !is_count("100423"));
    }
}
