//! What the printed values say about each other: amounts, dates and identifiers of a document, read from positioned
//! words, and every place where they disagree. Knows no PDF.
//!
//! An equation counts only when the document itself shows that it is meant, and a finding names the one value whose
//! change makes everything agree again. Silence is the answer to everything that can be read in two ways.

mod codes;
mod dates;
mod e_invoice;
mod finding;
mod foreign_numbers;
mod identifiers;
mod layout;
mod limits;
mod numbers;
mod reading;
mod sums;
mod timeline;
mod words;

#[cfg(test)]
mod tests;

pub use codes::MachineCode;
pub use e_invoice::Invoice;
pub use finding::{Disagreement, Kind, Repair, Strength};
pub use layout::counted;

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
    let documents = reading::documents(words);
    let mut all = Examination::default();
    for words in &documents {
        let book = reading::Reading::new(words);
        let chains = sums::balance::find(&book);
        let sums = sums::check(&book, &chains);
        all.sums_held += sums.held;
        all.sums_failed += sums.failed;
        all.disagreements.extend(sums.disagreements);
        all.disagreements
            .extend(sums::balance::counts::check(&book, &chains));
        all.disagreements.extend(identifiers::check(&book.sheet));
        all.disagreements.extend(timeline::check(&book, &chains));
        all.disagreements
            .extend(sums::balance::page_turns::check(&book, &chains));
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
    let chains = sums::balance::find(&book);
    let claims = sums::Claims::gather(&book, &chains);
    let values = sums::Values::new(&book.amounts);
    let told = claims
        .original
        .iter()
        .map(|equation| (sums::told(&book, equation), equation.holds(&values)));
    told.collect()
}

/// The disagreements of [`examine`] alone.
pub fn check(words: &[Word]) -> Vec<Disagreement> {
    examine(words).disagreements
}
