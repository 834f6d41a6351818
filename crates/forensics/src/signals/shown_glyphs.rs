//! The glyph a reader sees against the character that is copied and searched.

use std::collections::BTreeMap;

use assay_pdf::content::label;
use rustc_hash::FxHashMap;

use crate::facts::{Facts, PageFacts};

use super::{Place, Signal};

/// More digits with two glyphs are another set of figures (old style, tabular) or glyphs cut from a scan.
const DIGITS: usize = 2;

/// What is odd about one code of a font.
enum Oddity {
    /// The font's program calls the glyph another digit.
    Named(char),
    /// Another glyph of the font reads as the same digit.
    Twin,
}

/// *Sees* a digit whose glyph the font knows as another digit, or two glyphs of a font that read as one digit.
/// *Matters* because changing the mapping, not the page, makes a reader and a program see different values.
/// *Honest files*: fonts with several sets of figures, glyphs cut from scans: there many digits are doubled.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for page in &facts.pages {
        for font in 0..page.content.fonts.len() {
            observe_font(facts, page, font as u16, signals);
        }
    }
}

fn observe_font(facts: &Facts<'_>, page: &PageFacts, index: u16, signals: &mut Vec<Signal>) {
    let content = &page.content;
    let Some(font) = content.fonts.get(usize::from(index)) else {
        return;
    };
    if font.embedded().is_none() || font.base_font().starts_with('*') {
        return;
    }
    // Codes shown as digits, with a glyph of the page that shows each.
    let mut shown: BTreeMap<u32, (char, u32)> = BTreeMap::new();
    for run in content.runs.iter().filter(|run| run.font == index) {
        for (glyph, at) in content.run_glyphs(run).iter().zip(run.glyphs.clone()) {
            let mut text = content.glyph_text(glyph).chars();
            if let (Some(digit @ '0'..='9'), None) = (text.next(), text.next()) {
                shown.entry(font.cid(glyph.code)).or_insert((digit, at));
            }
        }
    }
    if shown.is_empty() {
        return;
    }
    let view = facts.view();
    let Some(program) = font.program(&view) else {
        return;
    };
    let glyphs: FxHashMap<u32, u32> = font.program_glyphs(&view, program).into_iter().collect();
    let names = program.characters();
    let mut by_digit: BTreeMap<char, Vec<(u32, u32)>> = BTreeMap::new();
    let mut odd: Vec<(u32, Oddity)> = Vec::new();
    for (code, (digit, at)) in &shown {
        let Some(glyph) = glyphs.get(code) else {
            continue;
        };
        match names.get(glyph) {
            Some(name) if name.is_ascii_digit() && name != digit => {
                odd.push((*at, Oddity::Named(*name)))
            }
            _ => {
                let twins = by_digit.entry(*digit).or_default();
                if !twins.iter().any(|(known, _)| known == glyph) {
                    twins.push((*glyph, *at));
                }
            }
        }
    }
    let doubled: Vec<_> = by_digit.values().filter(|twins| twins.len() == 2).collect();
    if doubled.len() <= DIGITS && by_digit.values().all(|twins| twins.len() <= 2) {
        odd.extend(
            doubled
                .into_iter()
                .flat_map(|twins| twins.last())
                .map(|(_, at)| (*at, Oddity::Twin)),
        );
    }
    for (at, oddity) in odd.into_iter().take(4) {
        signals.extend(signal(page, font.base_font(), at, &oddity));
    }
}

fn signal(page: &PageFacts, font: &str, at: u32, oddity: &Oddity) -> Option<Signal> {
    let word = page
        .lines
        .iter()
        .flat_map(|line| &line.words)
        .find(|word| word.glyphs.iter().any(|range| range.contains(&at)))?;
    let evidence = match oddity {
        Oddity::Named(name) => format!(
            "A digit of “{}” is copied as written here, but {font} knows its glyph as “{name}”.",
            word.text
        ),
        Oddity::Twin => format!(
            "{font} shows two different glyphs for one digit of “{}”.",
            word.text
        ),
    };
    Some(Signal {
        field: label(&page.lines, &word.area),
        new_value: Some(word.text.clone()),
        ..Signal::new(
            "shown_differs_from_text",
            Place::Page {
                page: page.page.number,
                area: Some(word.area),
            },
            evidence,
        )
    })
}
