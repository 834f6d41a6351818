//! Words from a page drawn in a monospaced grid, so that a test reads like the document it is about.

use crate::{Disagreement, Word, examine};

const CELL: f64 = 5.0;
const LEADING: f64 = 12.0;
const HEIGHT: f64 = 10.0;
const TOP: f64 = 820.0;

/// Where the values of these words contradict each other.
pub fn check(words: &[Word]) -> Vec<Disagreement> {
    examine(words).disagreements
}

/// One word a run of non-blank characters; a form feed starts a page.
pub fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for (page, body) in text.split('\u{c}').enumerate() {
        for (row, line) in body.lines().enumerate() {
            let baseline = TOP - LEADING * (row + 1) as f64;
            words.extend(words_of_line(page as u32 + 1, baseline, line));
        }
    }
    words
}

fn words_of_line(page: u32, baseline: f64, line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut text = String::new();
    let mut start = 0;
    for (column, c) in line.chars().chain([' ']).enumerate() {
        if c != ' ' {
            if text.is_empty() {
                start = column;
            }
            text.push(c);
        } else if !text.is_empty() {
            words.push(Word {
                page,
                area: [
                    20.0 + CELL * start as f64,
                    baseline,
                    20.0 + CELL * column as f64,
                    baseline + HEIGHT,
                ],
                text: std::mem::take(&mut text),
            });
        }
    }
    words
}
