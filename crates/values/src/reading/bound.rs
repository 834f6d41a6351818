//! Documents bound into one file: pages that write their numbers otherwise are read on their own.

use crate::layout::Word;
use crate::numbers::{Mark, mark_of};

/// Numbers of a page that must tell its decimal mark before it is believed to differ from another page's.
const NUMBERS: usize = 6;

/// The words of each document, with its pages in order; all of them where pages do not differ.
pub fn documents(words: &[Word]) -> Vec<&[Word]> {
    let whole = || vec![words];
    let mut marks: Vec<(u32, Mark)> = Vec::new();
    for page in words.chunk_by(|a, b| a.page == b.page) {
        let cores = page.iter().map(|word| core(&word.text));
        let number = page.first().map_or(0, |word| word.page);
        marks.extend(mark_of(cores, NUMBERS).map(|mark| (number, mark)));
    }
    let Some(&(_, first)) = marks.first() else {
        return whole();
    };
    if marks.iter().all(|(_, mark)| *mark == first) {
        return whole();
    }
    // A page of few numbers goes with the one before it.
    let mark_at = |page: u32| {
        let known = marks.iter().rev().find(|(known, _)| *known <= page);
        known.map_or(first, |(_, mark)| *mark)
    };
    let runs = words.chunk_by(|a, b| a.page == b.page || mark_at(a.page) == mark_at(b.page));
    runs.collect()
}

/// The digits and separators of a word, without signs and currencies.
fn core(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(page: u32, texts: &[&str]) -> Vec<Word> {
        let word = |text: &&str| Word {
            page,
            area: [0.0; 4],
            text: (*text).into(),
        };
        texts.iter().map(word).collect()
    }

    #[test]
    fn pages_of_another_notation_are_another_document() {
        let english = ["1,024.50", "£3.20", "7.85", "99.95", "12,000.00", "0.50"];
        let german = [
            "1.024,50",
            "3,20",
            "7,10",
            "99,95\u{a0}€",
            "12.000,00",
            "0,50",
        ];
        let few = ["17", "page"];
        let all = [
            page(1, &english),
            page(2, &few),
            page(3, &german),
            page(4, &few),
        ]
        .concat();
        let pages: Vec<Vec<u32>> = documents(&all)
            .iter()
            .map(|words| {
                let mut pages: Vec<u32> = words.iter().map(|word| word.page).collect();
                pages.dedup();
                pages
            })
            .collect();
        assert_eq!(pages, [vec![1, 2], vec![3, 4]]);
        let one = [page(1, &english), page(2, &few), page(3, &english)].concat();
        assert_eq!(documents(&one).len(), 1);
        // One number written otherwise is a finding, not another document.
        let odd = [page(1, &english), page(2, &["1.024,50"])].concat();
        assert_eq!(documents(&odd).len(), 1);
        assert_eq!(documents(&[]).len(), 1);
    }
}
