//! What the printed values say about each other: amounts, dates and identifiers of a document, read from positioned
//! words, and every place where they disagree. Knows no PDF.
//!
//! An equation counts only when the document itself shows that it is meant, and a finding names the one value whose
//! change makes everything agree again. Silence is the answer to everything that can be read in two ways.

mod affixes;
mod amounts;
mod arithmetic;
mod bank_accounts;
mod bound;
mod calendar;
mod cards;
mod chain;
mod check_digits;
mod claims;
mod codes;
mod column_heads;
mod columns;
mod counts;
mod dates;
mod decimal;
mod e_invoice;
mod equations;
mod finding;
mod folding;
mod foreign_numbers;
mod iban;
mod identifiers;
mod in_words;
mod instalments;
mod invoice;
mod labelled_dates;
mod labels;
mod ladder;
mod limits;
mod line_items;
mod lines;
mod month_names;
mod movements;
mod multiples;
mod national_ids;
mod notation;
mod number_tables;
mod number_words;
mod numeral;
mod page_numbers;
mod page_turns;
mod payslip;
mod phrases;
mod placeholders;
mod printing;
mod reading;
mod replaced;
mod roles;
mod rows;
mod runs_above;
mod sections;
mod sentences;
mod shares;
mod solver;
mod statement;
mod strength;
mod tender;
mod timeline;
mod told_twice;
mod totals;
mod totals_apart;
mod unsuspected;
mod upright;
mod vat_ids;

#[cfg(test)]
mod tests;

pub use codes::MachineCode;
pub use e_invoice::Invoice;
pub use finding::{Disagreement, Kind, Repair, Strength};
pub use page_numbers::counted;

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
    examine_with(words, &[], &[])
}

/// The same, and the words against the invoices that the file carries as data, and against the codes on its pages.
pub fn examine_with(words: &[Word], invoices: &[Invoice], codes: &[MachineCode]) -> Examination {
    let documents = bound::documents(words);
    let mut all = Examination::default();
    for words in &documents {
        let book = reading::Reading::new(words);
        let chains = chain::find(&book);
        let sums = arithmetic::check(&book, &chains);
        all.sums_held += sums.held;
        all.sums_failed += sums.failed;
        all.disagreements.extend(sums.disagreements);
        all.disagreements.extend(counts::check(&book, &chains));
        all.disagreements.extend(identifiers::check(&book.sheet));
        all.disagreements.extend(timeline::check(&book, &chains));
        all.disagreements.extend(page_turns::check(&book, &chains));
        all.disagreements.extend(foreign_numbers::check(&book));
        // Which of several documents the data is of, nothing tells.
        if documents.len() == 1 {
            all.disagreements
                .extend(e_invoice::compare(&book, invoices));
            all.disagreements.extend(codes::compare(&book, codes));
        }
    }
    all.disagreements
        .sort_by_key(|found| std::cmp::Reverse(found.strength));
    all.disagreements.truncate(limits::MAX_FINDINGS);
    all
}

/// Every sum and product that the document claims, told with its printed numbers, and whether it holds.
pub fn claimed(words: &[Word]) -> Vec<(String, bool)> {
    let book = reading::Reading::new(words);
    let chains = chain::find(&book);
    let claims = claims::Claims::gather(&book, &chains);
    let values = equations::Values::new(&book.amounts);
    let told = claims
        .original
        .iter()
        .map(|equation| (sentences::told(&book, equation), equation.holds(&values)));
    told.collect()
}

/// The disagreements of [`examine`] alone.
pub fn check(words: &[Word]) -> Vec<Disagreement> {
    examine(words).disagreements
}
