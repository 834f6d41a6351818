//! What the pages of a document print of their own numbers.

use crate::facts::{Facts, PageFacts};
use assay_values::counted;

/// The number and the count that a page prints; `None` where it prints none, or several that differ.
pub(super) fn printed(page: &PageFacts) -> Option<(u32, u32)> {
    let text = |line: &assay_pdf::content::Line| -> String {
        let words: Vec<&str> = line.words.iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    };
    let lines: Vec<String> = page.lines.iter().map(text).collect();
    counted(&lines)
}

/// Whether every page prints its own number, and the count is that of the pages there are.
pub(super) fn is_complete(facts: &Facts<'_>) -> bool {
    let count = facts.pages.len() as u32;
    let mut pages = (1u32..).zip(&facts.pages);
    count > 0 && pages.all(|(number, page)| printed(page) == Some((number, count)))
}
