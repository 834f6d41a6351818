//! Blanks that are left of a string whose letters were taken out, with another value painted over them.

use assay_pdf::content::{PageContent, Run, Word};

use crate::facts::page::ground::is_ruled;
use crate::facts::page::phrases::{Phrase, phrases};
use crate::facts::page::seen_upright;
use crate::facts::{Facts, PageFacts};

use super::refilled::EMPTIED_STRING_REFILLED;
use crate::signal::{Place, Signal, standing_once};
use crate::signals::line_ends::EDGE;

/// Strings of blanks on one page: more are how the writer sets its words.
const STRINGS: usize = 60;
/// Blanks of a string at least.
const BLANKS: usize = 2;
/// So many blanks need nothing else that says so.
const MANY: usize = 4;
/// Words painted between the blanks and the value, where the blanks are few.
const BETWEEN: usize = 5;
/// Places agree within this, points.
const NEAR: f64 = 0.5;

/// A string of nothing but blanks.
struct Blanks {
    order: u32,
    x: f64,
    baseline: f64,
    count: usize,
}

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut found = Vec::new();
    for page in &facts.pages {
        let blanks = blanks(page);
        if (1..=STRINGS).contains(&blanks.len()) {
            found.extend(over_blanks(page, &blanks));
        }
    }
    signals.extend(standing_once(found, EDGE));
}

/// *Sees* a value that begins where a string of nothing but blanks does, painted long after it, with as many blanks between
/// its words.
/// *Honest files*: forms leave blanks for what is filled in, along a rule or as many as there is room for.
fn over_blanks(page: &PageFacts, blanks: &[Blanks]) -> Vec<Signal> {
    let words: Vec<&Word> = page.lines.iter().flat_map(|line| &line.words).collect();
    let strings = blanks.iter().filter(|one| one.count >= BLANKS);
    let found = strings.filter_map(|string| {
        let begins = |word: &Word| {
            origin(&page.content, word)
                .is_some_and(|(x, y)| near(x, string.x) && near(y, string.baseline))
        };
        let later = |word: &Word| word.angle == 0 && word.order.0 > string.order;
        let first = words.iter().find(|word| later(word) && begins(word))?;
        let values = phrases(&page.lines, |word| {
            word.order.0 >= first.order.0 && later(word)
        });
        let value = values.into_iter().find(|value| {
            near(value.area.x0, first.area.x0) && near(value.area.y0, first.area.y0)
        })?;
        let between = |word: &&&Word| (string.order + 1..first.order.0).contains(&word.order.0);
        let late = words.iter().filter(between).take(BETWEEN).count() == BETWEEN;
        let count = under(&value, string, blanks);
        let told = (late || count >= MANY) && is_parted(&value.text, count);
        (told && !is_ruled(&page.content, &value.area)).then(|| signal(page, &value))
    });
    found.collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < NEAR
}

fn origin(content: &PageContent, word: &Word) -> Option<(f64, f64)> {
    let glyph = word.glyphs.first()?.start as usize;
    Some(content.glyphs.get(glyph)?.origin)
}

/// How many blanks the strings under a value hold.
fn under(value: &Phrase, first: &Blanks, blanks: &[Blanks]) -> usize {
    let under = blanks.iter().filter(|one| {
        near(one.baseline, first.baseline) && one.x > first.x - NEAR && one.x < value.area.x1
    });
    under.map(|one| one.count).sum()
}

/// Whether a value has as many blanks between its words, or would have: “1.May2026” is typed without its two.
fn is_parted(text: &str, blanks: usize) -> bool {
    let words = text.split_whitespace().count();
    let letters: Vec<bool> = text.chars().map(char::is_alphabetic).collect();
    let turns = letters
        .windows(2)
        .filter(|pair| pair.first() != pair.last());
    words == blanks + 1 || (words == 1 && turns.count() == blanks)
}

fn blanks(page: &PageFacts) -> Vec<Blanks> {
    let content = &page.content;
    let string = |run: &Run| {
        let glyphs = content.run_glyphs(run);
        let blank = |text: &str| !text.is_empty() && text.chars().all(char::is_whitespace);
        let only = glyphs.iter().all(|glyph| blank(content.glyph_text(glyph)));
        let first = glyphs.first().filter(|_| only && seen_upright(run))?;
        Some(Blanks {
            order: run.order,
            x: first.origin.0,
            baseline: first.origin.1,
            count: glyphs.len(),
        })
    };
    content.runs.iter().filter_map(string).collect()
}

fn signal(page: &PageFacts, value: &Phrase) -> Signal {
    let evidence = format!(
        "“{}” is painted over a string of nothing but blanks, as many as stand between its words.",
        value.text
    );
    Signal {
        field: page.label(&value.area),
        new_value: Some(value.text.clone()),
        ..Signal::new(
            &EMPTIED_STRING_REFILLED,
            Place::on(page, value.area),
            evidence,
        )
    }
}
