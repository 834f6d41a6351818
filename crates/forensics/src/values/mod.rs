//! What the printed values say about each other: amounts, dates and identifiers of a document, read from positioned
//! words, and every place where they disagree. Knows no PDF.
//!
//! An equation counts only when the document itself shows that it is meant, and a finding names the one value whose
//! change makes everything agree again. Silence is the answer to everything that can be read in two ways.

mod amounts;
mod arithmetic;
mod calendar;
mod chain;
mod check_digits;
mod columns;
mod counts;
mod dates;
mod decimal;
mod equations;
mod finding;
mod folding;
mod foreign_numbers;
mod iban;
mod identifiers;
mod in_words;
mod invoice;
mod labels;
mod limits;
mod lines;
mod month_names;
mod movements;
mod notation;
mod number_words;
mod numeral;
mod payslip;
mod reading;
mod roles;
mod rows;
mod sentences;
mod solver;
mod statement;
mod timeline;
mod totals;
mod vat_ids;

#[cfg(test)]
mod tests;

pub use finding::{Disagreement, Kind, Repair, Strength};

/// A run of characters and its place on the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// 1-based.
    pub page: u32,
    /// `x0, y0, x1, y1` in points from the bottom-left corner.
    pub area: [f64; 4],
    pub text: String,
}

/// What was looked at and what came of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Examination {
    /// Gravest first, then in reading order.
    pub disagreements: Vec<Disagreement>,
    /// Sums and products that the document claims and that hold.
    pub sums_held: usize,
    /// Those that do not, most of them misread labels: only `disagreements` are findings.
    pub sums_failed: usize,
}

/// Reads a document's words and reports where its values contradict each other.
pub fn examine(words: &[Word]) -> Examination {
    let book = reading::Reading::new(words);
    let chains = chain::find(&book);
    let sums = arithmetic::check(&book, &chains);
    let mut disagreements = sums.disagreements;
    disagreements.extend(counts::check(&book, &chains));
    disagreements.extend(identifiers::check(&book.sheet));
    disagreements.extend(timeline::check(&book, &chains));
    disagreements.extend(foreign_numbers::check(&book));
    disagreements.sort_by_key(|found| std::cmp::Reverse(found.strength));
    disagreements.truncate(limits::MAX_FINDINGS);
    Examination {
        disagreements,
        sums_held: sums.held,
        sums_failed: sums.failed,
    }
}

/// The disagreements of [`examine`] alone.
pub fn check(words: &[Word]) -> Vec<Disagreement> {
    examine(words).disagreements
}
