//! Numbers retyped all through a table: painted when the page was done, between numbers of the same columns and rows that
//! were painted in their turn.

use assay_pdf::Area;
use assay_pdf::content::Word;
use rustc_hash::FxHashMap;

use crate::facts::page::faces::face;
use crate::facts::page::own;
use crate::facts::page::phrases::{Phrase, on_line, phrases};
use crate::facts::page::words::{has_two_decimals, is_date, is_long_number, is_number};
use crate::facts::{Facts, PageFacts};

use super::retyped::not_repeated;
use crate::signal::{Place, Signal};

declare! {
    COLUMN_RETYPED = "column_retyped" {
        rank: 510, module: "retyped", severity: High, scored: true, proves: Content, cause: "retyped value",
        meaning: "Numbers of a table were painted when the page was finished, between numbers of the same columns and rows that were painted in their turn.",
        matters: "A writer paints a table by rows, by columns or font by font; one that paints some numbers of a column and some of a row at the end is none.",
        benign: "Numbers that an issuer stamps into a table that holds some already.",
    }
}

/// Words looked at on one page.
const WORDS: usize = 4000;
/// A page with fewer words tells nothing about order.
const PAGE_WORDS: usize = 30;
/// Numbers that such an end of a page holds at least.
const NUMBERS: usize = 4;
/// Share of them among the words of the end.
const NEARLY_ALL: f64 = 0.9;
/// Share of them that stand in rows painted before.
const MOST: f64 = 0.75;
/// Dates and long numbers that tell a document from others of its form.
const NAMED: usize = 2;
/// Rows that were painted in two goes at least.
const ROWS: usize = 2;
/// Edges of a column agree within this, points.
const EDGE: f64 = 1.6;
/// Sizes of a column agree within this share; tools that fill a place shrink what is too wide.
const SIZE: f64 = 0.2;
/// The nearest number of a column stands within this, points.
const NEAR: f64 = 130.0;
/// Findings listed, per page and in all.
const LISTED: usize = 60;
const IN_ALL: usize = 240;

/// The numbers that a page ends with.
struct End<'p> {
    page: &'p PageFacts,
    numbers: Vec<Phrase>,
    /// What sets them apart.
    how: &'static str,
    /// Some stand between earlier numbers of their column.
    between: bool,
}

/// *Sees* a page that ends with numbers only, in fonts or streams that nothing before used, in rows beside words that were
/// painted in their turn: in columns between numbers, around a whole row of them, or in other fonts of the same faces; and
/// pages of the same document that end likewise.
/// *Honest files*: forms and merged letters set all numbers of a column late, in a face of their own or with the dates and
/// numbers that name the document; subtotals in a font of their own stand in rows of their own.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let ends: Vec<End<'_>> = facts.pages.iter().filter_map(end_of).collect();
    if !ends.iter().any(|end| end.between) {
        return;
    }
    let found = ends.iter().flat_map(|end| {
        let listed = end.numbers.iter().take(LISTED);
        listed.map(|value| signal(end.page, value, end.how))
    });
    let found: Vec<Signal> = found.take(IN_ALL).collect();
    signals.extend(not_repeated(&found).cloned());
}

fn end_of(page: &PageFacts) -> Option<End<'_>> {
    let words = painted(page);
    if words.len() < PAGE_WORDS || words.len() > WORDS {
        return None;
    }
    let run = |word: &Word| page.content.runs.get(word.run as usize);
    let by_font = start(&words, |word| run(word).map(|run| run.font));
    let by_source = start(&words, |word| run(word).map(|run| run.source));
    let ends = [(by_font, "in a font"), (by_source, "by content streams")];
    let mut ends = ends
        .into_iter()
        .filter_map(|(start, how)| numbers(page, &words, start?, how));
    let first = ends.next()?;
    Some(if first.between {
        first
    } else {
        ends.next().unwrap_or(first)
    })
}

/// The page's own upright words in paint order.
fn painted(page: &PageFacts) -> Vec<&Word> {
    let words = page.lines.iter().flat_map(|line| &line.words);
    let mut painted: Vec<&Word> = words.filter(|word| is_own(page, word)).collect();
    painted.sort_by_key(|word| word.order.0);
    painted
}

fn is_own(page: &PageFacts, word: &Word) -> bool {
    let run = page.content.runs.get(word.run as usize);
    let own = run.is_some_and(|run| own(&page.content, run.source));
    own && word.angle == 0 && word.text.chars().any(char::is_alphanumeric)
}

/// Where the longest end begins that holds nearly nothing but numbers, of which no font (or stream) was used before.
fn start(words: &[&Word], of: impl Fn(&Word) -> Option<u16>) -> Option<usize> {
    let mut last: FxHashMap<Option<u16>, usize> = FxHashMap::default();
    for (index, word) in words.iter().enumerate() {
        last.insert(of(word), index);
    }
    let part = |word: &Word| is_number(&word.text) || is_side(&word.text);
    let mut numbers = words.iter().filter(|word| part(word)).count();
    let mut open = 0;
    for (index, word) in words.iter().enumerate() {
        let left = words.len() - index;
        // Half of a page is a layer of its design.
        if index > open && left * 2 < words.len() && numbers as f64 >= NEARLY_ALL * left as f64 {
            return Some(index);
        }
        open = open.max(last.get(&of(word)).copied().unwrap_or(index));
        numbers -= usize::from(part(word));
    }
    None
}

/// The side of a balance, a word of its own behind the number: C, CR, DR, S, H.
fn is_side(text: &str) -> bool {
    text.len() <= 2 && text.chars().all(|c| c.is_ascii_uppercase())
}

/// The numbers of an end, where they stand in rows beside numbers that were painted before.
fn numbers<'p>(
    page: &'p PageFacts,
    words: &[&Word],
    start: usize,
    how: &'static str,
) -> Option<End<'p>> {
    let order = words.get(start)?.order.0;
    let early = words.get(..start)?;
    let amounts: Vec<&Word> = early
        .iter()
        .copied()
        .filter(|word| has_two_decimals(&word.text))
        .collect();
    let mut numbers = phrases(&page.lines, |word| {
        word.order.0 >= order && is_own(page, word)
    });
    numbers.retain(|value| is_number(&value.text));
    let in_row = |value: &&Phrase| early.iter().any(|word| on_line(value, word));
    let beside = |value: &&Phrase| amounts.iter().any(|word| on_line(value, word));
    let rows = numbers.iter().filter(in_row).count();
    let set_in = numbers.len() >= NUMBERS
        && rows as f64 >= MOST * numbers.len() as f64
        && numbers.iter().filter(beside).count() >= ROWS;
    let between = numbers.iter().any(|value| is_in_column(value, &amounts))
        || keeps_a_row(page, &amounts, &numbers, order)
        || has_faces_again(page, early, words.get(start..)?);
    set_in.then_some(End {
        page,
        numbers,
        how,
        between,
    })
}

/// Above and below it stand amounts on the same edge.
fn is_in_column(value: &Phrase, amounts: &[&Word]) -> bool {
    let near = |above: bool| {
        amounts.iter().any(|word| {
            let rise = word.area.y0 - value.area.y0;
            let rise = if above { rise } else { -rise };
            let edge = (word.area.x1 - value.area.x1).abs() < EDGE
                || (word.area.x0 - value.area.x0).abs() < EDGE;
            edge && (0.5 * value.size..NEAR).contains(&rise)
                && (word.size - value.size).abs() < SIZE * value.size
        })
    };
    has_two_decimals(&value.text) && near(true) && near(false)
}

/// A row painted in its turn stands between late numbers in two columns at least, all of them in one face: the row that
/// needed no change.
fn keeps_a_row(page: &PageFacts, amounts: &[&Word], numbers: &[Phrase], order: u32) -> bool {
    let late: Vec<&Word> = painted(page)
        .into_iter()
        .filter(|word| word.order.0 >= order && has_two_decimals(&word.text))
        .collect();
    let of = |word: &Word| {
        let run = page.content.runs.get(word.run as usize)?;
        Some(face(page.content.fonts.get(usize::from(run.font))?))
    };
    let beside: Vec<&Word> = late.iter().copied().take(LISTED).collect();
    let kept = amounts.iter().filter(|word| {
        let value = Phrase::of(word);
        let alone = !numbers.iter().any(|number| on_line(number, word));
        alone && is_in_column(&value, &beside) && beside.iter().any(|other| of(other) == of(word))
    });
    let kept: Vec<&&Word> = kept.take(LISTED).collect();
    kept.iter().any(|word| {
        let level = |other: &&&&Word| (other.area.y0 - word.area.y0).abs() < EDGE;
        kept.iter().filter(level).count() > 1
    })
}

/// Every late font is cut once more from the face of an early one, and what differs from document to document was painted
/// early as well: no form was filled.
fn has_faces_again(page: &PageFacts, early: &[&Word], late: &[&Word]) -> bool {
    let fonts = |words: &[&Word]| {
        let mut used: Vec<u16> = words
            .iter()
            .filter_map(|word| Some(page.content.runs.get(word.run as usize)?.font))
            .collect();
        used.sort_unstable();
        used.dedup();
        let fonts = used.into_iter();
        let fonts = fonts.filter_map(|font| page.content.fonts.get(usize::from(font)));
        let embedded = fonts.filter(|font| font.embedded().is_some());
        embedded.map(|font| face(font)).collect::<Vec<_>>()
    };
    let (ours, theirs) = (fonts(early), fonts(late));
    let again = !theirs.is_empty() && theirs.iter().all(|face| ours.contains(face));
    let named = |word: &&&Word| is_date(&word.text) || is_long_number(&word.text);
    again && early.iter().filter(named).count() >= NAMED
}

fn signal(page: &PageFacts, value: &Phrase, how: &str) -> Signal {
    let evidence = format!(
        "“{}” is painted with other numbers when the page was done, {how} that nothing before used, between numbers of the same table that were painted in their turn.",
        value.text
    );
    Signal {
        field: page.label(&value.area),
        new_value: Some(value.text.clone()),
        ..Signal::new(&COLUMN_RETYPED, place(page, value.area), evidence)
    }
}

fn place(page: &PageFacts, area: Area) -> Place {
    Place::Page {
        page: page.page.number,
        area: Some(area),
    }
}
