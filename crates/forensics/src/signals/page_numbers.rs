//! What pages print of their own number: “Page 2 of 3”, “Seite 2/3”.

use assay_pdf::content::Line;

use crate::facts::{Facts, PageFacts};

/// A document with more pages says so otherwise.
const PAGES: u32 = 999;

const PAGE: [&str; 12] = [
    "page", "seite", "página", "pagina", "pag", "pág", "blatt", "side", "sida", "strona", "sivu",
    "p",
];
const OF: [&str; 10] = ["of", "von", "de", "sur", "di", "van", "av", "af", "z", "/"];

/// The number and the count that a page prints; `None` where it prints none, or several that differ.
pub(super) fn printed(page: &PageFacts) -> Option<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = page.lines.iter().filter_map(printed_on).collect();
    found.dedup();
    match found.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Whether every page prints its own number, and the count is that of the pages there are.
pub(super) fn is_complete(facts: &Facts<'_>) -> bool {
    let count = facts.pages.len() as u32;
    let mut pages = (1u32..).zip(&facts.pages);
    count > 0 && pages.all(|(number, page)| printed(page) == Some((number, count)))
}

fn printed_on(line: &Line) -> Option<(u32, u32)> {
    let text: Vec<&str> = line.words.iter().map(|word| word.text.as_str()).collect();
    let text = text.join(" ").replace('/', " / ").to_lowercase();
    let tokens: Vec<&str> = text
        .split_whitespace()
        .map(|token| token.trim_matches(|c: char| !c.is_alphanumeric() && c != '/'))
        .filter(|token| !token.is_empty())
        .collect();
    tokens.windows(4).find_map(|window| {
        let [page, number, of, count] = window else {
            return None;
        };
        if !PAGE.contains(page) || !OF.contains(of) {
            return None;
        }
        let (number, count) = (number.parse::<u32>().ok()?, count.parse::<u32>().ok()?);
        (number >= 1 && number <= count && count <= PAGES).then_some((number, count))
    })
}
