//! All checks over the words of a document, one after the other.

use crate::codes::{self, MachineCode};
use crate::e_invoice::{self, Invoice};
use crate::finding::Disagreement;
use crate::layout::Word;
use crate::limits::MAX_FINDINGS;
use crate::reading::{Reading, documents};
use crate::sums::{self, Claims, Values, balance};
use crate::{foreign_numbers, identifiers, timeline};

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
    let documents = documents(words);
    let mut all = Examination::default();
    for words in &documents {
        let book = Reading::new(words);
        let chains = balance::find(&book);
        let sums = sums::check(&book, &chains);
        all.sums_held += sums.held;
        all.sums_failed += sums.failed;
        all.disagreements.extend(sums.disagreements);
        all.disagreements
            .extend(balance::counts::check(&book, &chains));
        all.disagreements.extend(identifiers::check(&book.sheet));
        all.disagreements.extend(timeline::check(&book, &chains));
        all.disagreements
            .extend(balance::page_turns::check(&book, &chains));
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
    all.disagreements.truncate(MAX_FINDINGS);
    all
}

/// Every sum and product that the document claims, told with its printed numbers, and whether it holds.
pub fn claimed(words: &[Word]) -> Vec<(String, bool)> {
    let book = Reading::new(words);
    let chains = balance::find(&book);
    let claims = Claims::gather(&book, &chains);
    let values = Values::new(&book.amounts);
    let told = claims
        .original
        .iter()
        .map(|equation| (sums::told(&book, equation), equation.holds(&values)));
    told.collect()
}
