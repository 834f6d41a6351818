//! Amounts that end beside the edge that all others of their column keep: what was written longer in place runs over it.

use assay_pdf::content::Word;

use crate::facts::page::words::has_two_decimals;
use crate::facts::{Facts, PageFacts};

use super::columns::{AMOUNTS, KEEPERS, NEAR};
use crate::signal::{Place, Signal};
use crate::signals::line_ends::{EDGE, line_ends};

declare! {
    VALUE_BESIDE_ITS_COLUMN = "value_beside_its_column" {
        rank: 680, module: "columns", severity: Medium, scored: true, proves: Content, cause: "column edge",
        meaning: "An amount ends by the width of a digit beside the edge that all others of its column keep.",
        matters: "A writer that aligns to the right starts a longer number further left; an edit in place cannot.",
        benign: "Numbers that a design sets apart from their column.",
    }
}

/// Digits that an edit in place adds or takes.
const DIGITS: i32 = 2;
/// Odd edges of one page: where there are more, amounts are aligned some other way.
const ODD_EDGES: usize = 2;
/// Edges closer than this, points, are one.
const SAME_EDGE: f64 = 0.1;
/// Findings listed per page.
const LISTED: usize = 12;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for page in &facts.pages {
        beside_the_edge(page, signals);
    }
}

/// An amount with two decimals, with what its place tells.
struct Amount<'p> {
    word: &'p Word,
    /// Width of a digit.
    digit: f64,
    /// Width of what parts its thousands.
    separator: Option<f64>,
}

impl Amount<'_> {
    fn digits(&self) -> usize {
        let digits = self.word.text.chars().filter(char::is_ascii_digit);
        digits.count()
    }

    fn keeps(&self, edge: f64) -> bool {
        (self.word.area.x1 - edge).abs() < EDGE
    }
}

/// *Sees* amounts that end by exactly one or two digits' width, with or without a separator, beside the edge where their
/// column ends; several on one such edge where each begins where a shorter number of the column does.
/// *Honest files*: signs and marks behind the number, other numbers of decimals: neither is compared here. Columns of their
/// own hold numbers of every length.
fn beside_the_edge(page: &PageFacts, signals: &mut Vec<Signal>) {
    let amounts = amounts(page);
    let mut found: Vec<(Vec<&Amount<'_>>, f64)> = Vec::new();
    let mut judged: Vec<f64> = Vec::new();
    for amount in &amounts {
        let odd = amount.word.area.x1;
        if judged.iter().any(|edge| (edge - odd).abs() < EDGE) {
            continue;
        }
        let Some(edge) = edge_beside(amount, &amounts) else {
            continue;
        };
        judged.push(odd);
        let alike: Vec<&Amount<'_>> = amounts.iter().filter(|other| other.keeps(odd)).collect();
        if alike.len() == 1 || is_widened(&alike, edge, &amounts) {
            found.push((alike, edge));
        }
    }
    if found.len() > ODD_EDGES {
        return;
    }
    let each = found
        .iter()
        .flat_map(|(group, edge)| group.iter().map(move |amount| (amount, *edge)));
    for (amount, edge) in each.take(LISTED) {
        let area = amount.word.area;
        let evidence = format!(
            "“{}” ends at {:.1}, {:.1} points beside the edge of its column ({edge:.1}): the width of a digit is {:.1}.",
            amount.word.text,
            area.x1,
            area.x1 - edge,
            amount.digit
        );
        signals.push(Signal {
            field: page.label(&area),
            new_value: Some(amount.word.text.clone()),
            ..Signal::new(&VALUE_BESIDE_ITS_COLUMN, Place::on(page, area), evidence)
        });
    }
}

/// Several amounts over one edge, fewer than keep it, each of which begins where a number with fewer digits does that
/// keeps it.
fn is_widened(group: &[&Amount<'_>], edge: f64, amounts: &[Amount<'_>]) -> bool {
    let keepers = || amounts.iter().filter(|other| other.keeps(edge));
    let grew = |amount: &&Amount<'_>| {
        let area = &amount.word.area;
        area.x1 > edge
            && keepers().any(|keeper| {
                (keeper.word.area.x0 - area.x0).abs() < EDGE
                    && keeper.digits() < amount.digits()
                    && (keeper.word.size - amount.word.size).abs() < 0.05
            })
    };
    group.len() < keepers().count() && group.iter().all(grew)
}

/// The edge of the column that an amount stands in but does not keep.
fn edge_beside(amount: &Amount<'_>, amounts: &[Amount<'_>]) -> Option<f64> {
    let area = &amount.word.area;
    let near = amounts.iter().filter(|other| {
        is_shifted(amount, other)
            && (other.word.area.y0 - area.y0).abs() < NEAR * amount.word.size
            && (other.word.area.y0 - area.y0).abs() > 0.5 * amount.word.size
            && (other.word.size - amount.word.size).abs() < 0.05
            && tail(&other.word.text) == tail(&amount.word.text)
    });
    let mut edges: Vec<f64> = near.map(|other| other.word.area.x1).collect();
    edges.sort_by(f64::total_cmp);
    edges.dedup_by(|a, b| (*a - *b).abs() < SAME_EDGE);
    edges.into_iter().find(|edge| {
        let keepers = || amounts.iter().filter(|other| other.keeps(*edge));
        let widths = keepers().map(|other| other.word.area.width());
        let (least, most) = widths.fold((f64::MAX, 0.0f64), |(a, b), w| (a.min(w), b.max(w)));
        keepers().count() >= KEEPERS && most - least > 0.7 * amount.digit
    })
}

/// The ends of two amounts are one or two digits apart, or that and what parts the thousands of the longer one.
fn is_shifted(amount: &Amount<'_>, other: &Amount<'_>) -> bool {
    let shift = amount.word.area.x1 - other.word.area.x1;
    let longer = if shift > 0.0 { amount } else { other };
    let parted = longer
        .separator
        .filter(|_| amount.separator.is_none() || other.separator.is_none());
    (1..=DIGITS).any(|count| {
        let digits = f64::from(count) * amount.digit;
        let is = |width: f64| (shift.abs() - width).abs() < EDGE;
        is(digits) || parted.is_some_and(|separator| is(digits + separator))
    })
}

/// What follows the last digit: a currency sign, a minus, nothing.
fn tail(text: &str) -> &str {
    text.rfind(|c: char| c.is_ascii_digit())
        .and_then(|at| text.get(at + 1..))
        .unwrap_or_default()
}

/// The upright amounts of a page with two decimals, without those that a sign or unit follows.
fn amounts(page: &PageFacts) -> Vec<Amount<'_>> {
    line_ends(page)
        .filter(|word| has_two_decimals(&word.text))
        .filter_map(|word| amount(page, word))
        .take(AMOUNTS)
        .collect()
}

fn amount<'p>(page: &PageFacts, word: &'p Word) -> Option<Amount<'p>> {
    let content = &page.content;
    let glyphs = word.glyphs.iter().cloned().flatten();
    let glyphs: Vec<(&str, f64)> = glyphs
        .filter_map(|at| content.glyphs.get(at as usize))
        .map(|glyph| (content.glyph_text(glyph), glyph.area.width()))
        .collect();
    let is_digit = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let digits = || glyphs.iter().filter(|(text, _)| is_digit(text));
    let (_, width) = *digits().next()?;
    // Figures of several widths tell nothing about how many there were.
    let even = digits().all(|(_, digit)| (digit - width).abs() < 0.05);
    let inside = glyphs.windows(3).filter_map(|three| match three {
        [a, b, c] if is_digit(a.0) && !is_digit(b.0) && is_digit(c.0) => Some(b.1),
        _ => None,
    });
    let marks: Vec<f64> = inside.collect();
    (even && width > 1.0).then_some(Amount {
        word,
        digit: width,
        separator: marks.first().copied().filter(|_| marks.len() > 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_digits_is_the_tail() {
        assert_eq!(tail("12,50-"), "-");
        assert_eq!(tail("12,50"), "");
        assert_eq!(tail("none"), "");
    }
}
