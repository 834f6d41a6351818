//! What the printed values of a document say together, and the words, data and codes that they are read from.

use super::attachments::Attachment;
use super::codes::Code;
use super::page::PageFacts;
use assay_pdf::Area;
use assay_values::{Examination, Invoice, MachineCode, Word, examine_with};

/// Words next below and above that may lie over a word: those of its own line and the lines beside it.
const NEIGHBOURS: usize = 60;
/// Pairs of words compared in one file.
const COMPARISONS: usize = 20_000_000;
/// Share of a word from which on another one painted over it takes its place.
const COVERED: f64 = 0.4;

/// What was looked at and what came of it.
pub fn examined(pages: &[PageFacts], attachments: &[Attachment], codes: &[Code]) -> Examination {
    examine_with(&words(pages), &invoices(attachments), &machine_codes(codes))
}

/// The invoices that the file carries as data.
pub fn invoices(attachments: &[Attachment]) -> Vec<Invoice> {
    attachments
        .iter()
        .filter_map(|file| Invoice::read(&file.data))
        .collect()
}

/// The codes on the pages.
pub fn machine_codes(codes: &[Code]) -> Vec<MachineCode> {
    let codes = codes.iter().map(|code| MachineCode {
        page: code.page,
        area: corners(&code.area),
        text: code.text.clone(),
    });
    codes.collect()
}

/// An area of a page as the values have it: in the page's own points, as everywhere before the report.
pub fn corners(area: &Area) -> [f64; 4] {
    [area.x0, area.y0, area.x1, area.y1]
}

/// The words that a person reads upright, on all pages; of two painted in one place the one on top.
pub fn words(pages: &[PageFacts]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut left = COMPARISONS;
    for page in pages {
        let read = page.lines.iter().flat_map(|line| &line.words);
        let mut upright: Vec<_> = read.filter(|word| word.angle == page.upright()).collect();
        upright.sort_by(|a, b| a.area.y0.total_cmp(&b.area.y0));
        for (at, word) in upright.iter().enumerate() {
            let below = upright.iter().take(at).rev().take(NEIGHBOURS);
            let above = upright.iter().skip(at + 1).take(NEIGHBOURS);
            let near = below.chain(above);
            let covered = left > 0
                && near.clone().any(|other| {
                    other.order.0 > word.order.1 && word.area.covered_by(&other.area) > COVERED
                });
            left = left.saturating_sub(NEIGHBOURS * 2);
            if !covered {
                words.push(Word {
                    page: page.page.number,
                    area: corners(&word.area),
                    text: word.text.clone(),
                });
            }
        }
    }
    words
}
