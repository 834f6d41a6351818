//! Codes numbered in the order in which they were first needed: LibreOffice, Qt and others build subsets that way, so the
//! first uses of a font's codes count up through the document. A changed character breaks the count.

use std::rc::Rc;

use assay_pdf::content::{Color, PageContent, Word};
use rustc_hash::FxHashMap;

use crate::facts::page::solid;
use crate::facts::{Facts, PageFacts};

use crate::signal::{Place, Signal};

declare! {
    GLYPH_OUT_OF_TURN = "glyph_out_of_turn" {
        rank: 550, module: "glyph_order", severity: High, scored: true, proves: Content, cause: "glyph order",
        meaning: "A font numbers its characters in the order of their first use, and a few are out of their turn.",
        matters: "A writer that numbers in order cannot skip its own turn: the characters were changed afterwards.",
        benign: "Pages put in another order, which breaks the count in many places.",
    }
}

/// A font with fewer codes may count up by chance.
const CODES: usize = 14;
/// More codes than this out of their turn is another way of numbering, or pages in another order.
const OUT_OF_TURN: usize = 3;
/// A code used fewer turns early may be the doing of a line break or a ligature.
const TURNS: usize = 3;
/// Codes from which on a count without any exception tells by a single turn.
const STRICT_CODES: usize = 24;
/// And so many codes may be out of their turn in it.
const STRICT_OUT: usize = 2;
/// Height and least width of a box that blacks a value out, points; rules are thinner.
const BOX_HEIGHT: std::ops::Range<f64> = 3.0..40.0;
const BOX_WIDTH: f64 = 8.0;
/// Components of a dark colour are below this.
const DARK: f32 = 0.35;
/// Paints looked at, from the end of the page.
const PAINTS: usize = 400;
/// Fonts looked at.
const FONTS: usize = 64;

/// The first use of a code.
#[derive(Debug, Clone, Copy)]
struct FirstUse {
    code: u32,
    page: usize,
    glyph: u32,
}

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for uses in first_uses(facts).into_iter().take(FONTS) {
        broken_count(facts, &uses, signals);
    }
}

/// First uses font by font, in the order of the document.
fn first_uses(facts: &Facts<'_>) -> Vec<Vec<FirstUse>> {
    let mut fonts: FxHashMap<*const assay_pdf::fonts::Font, usize> = FxHashMap::default();
    let mut uses: Vec<(Vec<FirstUse>, rustc_hash::FxHashSet<u32>)> = Vec::new();
    for (page, facts) in facts.pages.iter().enumerate() {
        let content = &facts.content;
        for run in &content.runs {
            let Some(font) = content.fonts.get(usize::from(run.font)) else {
                continue;
            };
            if font.embedded().is_none() {
                continue;
            }
            let index = *fonts.entry(Rc::as_ptr(font)).or_insert_with(|| {
                uses.push(Default::default());
                uses.len() - 1
            });
            let Some((order, seen)) = uses.get_mut(index) else {
                continue;
            };
            for (glyph, at) in content.run_glyphs(run).iter().zip(run.glyphs.clone()) {
                if seen.insert(glyph.code) && has_its_turn(content.glyph_text(glyph)) {
                    order.push(FirstUse {
                        code: glyph.code,
                        page,
                        glyph: at,
                    });
                }
            }
        }
    }
    uses.into_iter().map(|(order, _)| order).collect()
}

/// Blanks and hyphens are registered when a line is broken, not when it is painted (FOP, LibreOffice).
fn has_its_turn(text: &str) -> bool {
    !text.trim().is_empty() && !matches!(text, "-" | "\u{ad}" | "\u{2010}" | "\u{2011}")
}

/// *Sees* a font whose codes count up by first use, but for a few.
/// *Honest files*: pages taken out or put in another order break the count in many places, which does not count here.
fn broken_count(facts: &Facts<'_>, uses: &[FirstUse], signals: &mut Vec<Signal>) {
    if uses.len() < CODES {
        return;
    }
    let kept = longest_increasing(uses);
    let out: Vec<usize> = (0..uses.len())
        .filter(|index| !kept.contains(index))
        .collect();
    if out.is_empty() || out.len() > OUT_OF_TURN || !is_dense(uses) {
        return;
    }
    // A code used long before its turn stands where the change was made; one used after it is what the change took away.
    let code = |index: usize| uses.get(index).map_or(0, |first| first.code);
    let turns = |index: usize| {
        kept.iter()
            .filter(|&&other| other > index && code(other) < code(index))
            .count()
    };
    let strict = uses.len() >= STRICT_CODES && out.len() <= STRICT_OUT;
    let wanted = if strict { 1 } else { TURNS };
    let (early, rest): (Vec<usize>, Vec<usize>) = out
        .iter()
        .copied()
        .partition(|&index| turns(index) >= wanted);
    let late: Vec<usize> = rest
        .into_iter()
        .filter(|&index| turns(index) == 0)
        .collect();
    let mut found = Vec::new();
    for &index in &early {
        let removed = match (early.as_slice(), late.as_slice()) {
            ([_], [only]) => digit_at(facts, uses, *only),
            _ => None,
        };
        found.extend(early_use(facts, uses, index, turns(index), removed));
    }
    // What a change took away is used later than its turn, or there is no other sign of it.
    if found.is_empty() && strict {
        let taken = late.iter().copied();
        found.extend(taken.filter_map(|index| late_use(facts, uses, &kept, index)));
    }
    signals.extend(found);
}

/// The character of a first use, where it is a digit.
fn digit_at(facts: &Facts<'_>, uses: &[FirstUse], index: usize) -> Option<String> {
    let first = uses.get(index)?;
    let text = character(&facts.pages.get(first.page)?.content, first.glyph)?;
    text.chars().all(|c| c.is_ascii_digit()).then_some(text)
}

/// A word in which a code is used before its turn.
fn early_use(
    facts: &Facts<'_>,
    uses: &[FirstUse],
    index: usize,
    turns: usize,
    removed: Option<String>,
) -> Option<Signal> {
    let first = uses.get(index)?;
    let page = facts.pages.get(first.page)?;
    let word = word_of(&page.lines, first.glyph)?;
    if !word.text.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    let evidence = format!(
        "The font's {} codes are numbered in the order of their first use, but code {} in “{}” is used {turns} turns early.",
        uses.len(),
        first.code,
        word.text
    );
    Some(Signal {
        field: page.label(&word.area),
        old_value: removed.map(|old| replaced(&page.content, word, first.glyph, &old)),
        new_value: Some(word.text.clone()),
        ..Signal::new(
            &GLYPH_OUT_OF_TURN,
            Place::Page {
                page: page.page.number,
                area: Some(word.area),
            },
            evidence,
        )
    })
}

/// A digit whose code stands after codes that were given out later: its first use was taken away.
fn late_use(
    facts: &Facts<'_>,
    uses: &[FirstUse],
    kept: &rustc_hash::FxHashSet<usize>,
    index: usize,
) -> Option<Signal> {
    let first = uses.get(index)?;
    let digit = digit_at(facts, uses, index)?;
    let in_order = || uses.iter().enumerate().filter(|(at, _)| kept.contains(at));
    let before = in_order()
        .map(|(_, other)| other)
        .filter(|other| other.code < first.code);
    let behind = in_order()
        .map(|(_, other)| other)
        .filter(|other| other.code > first.code);
    let from = before.max_by_key(|other| other.code)?;
    let to = behind.min_by_key(|other| other.code)?;
    if (from.page, from.glyph) >= (to.page, to.glyph) {
        return None;
    }
    let page = facts.pages.get(from.page)?;
    // It stood between the first uses of its neighbours.
    let between = |range: &std::ops::Range<u32>| {
        range.end > from.glyph && (to.page > from.page || range.start <= to.glyph)
    };
    let words = page.lines.iter().flat_map(|line| &line.words);
    let mut values = words.filter(|word| {
        word.text.chars().any(|c| c.is_ascii_digit()) && word.glyphs.iter().any(between)
    });
    let only = values.next().filter(|_| values.next().is_none());
    if only.is_none() && is_blacked_out(page) {
        return None;
    }
    let evidence = format!(
        "The font's {} codes are numbered in the order of their first use, but code {} (“{digit}”) is used after codes that came later: it stood before and was taken away.",
        uses.len(),
        first.code
    );
    Some(Signal {
        field: only.and_then(|word| page.label(&word.area)),
        new_value: only.map(|word| word.text.clone()),
        ..Signal::new(
            &GLYPH_OUT_OF_TURN,
            Place::Page {
                page: page.page.number,
                area: only.map(|word| word.area),
            },
            evidence,
        )
    })
}

/// Whether a dark box without words stands on the page: its owner took out what stood there, and shows that.
fn is_blacked_out(page: &PageFacts) -> bool {
    let dark = |color: Color| {
        color
            .rgb
            .is_some_and(|rgb| rgb.iter().all(|&part| part < DARK))
    };
    let words = || page.lines.iter().flat_map(|line| &line.words);
    page.content.paints.iter().rev().take(PAINTS).any(|paint| {
        let bare = paint.rectangle && solid(paint);
        bare && paint.filled.is_some_and(dark)
            && BOX_HEIGHT.contains(&paint.area.height())
            && paint.area.width() > BOX_WIDTH
            && !words().any(|word| word.area.covered_by(&paint.area) > 0.3)
    })
}

/// The codes fill a range without many holes, as counting does.
fn is_dense(uses: &[FirstUse]) -> bool {
    let codes = uses.iter().map(|first| first.code);
    match (codes.clone().min(), codes.max()) {
        (Some(low), Some(high)) => ((high - low) as usize) < uses.len() + OUT_OF_TURN,
        _ => false,
    }
}

/// Indices of a longest increasing subsequence of the codes.
fn longest_increasing(uses: &[FirstUse]) -> rustc_hash::FxHashSet<usize> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; uses.len()];
    let code = |index: usize| uses.get(index).map_or(0, |first| first.code);
    for index in 0..uses.len() {
        let length = ends.partition_point(|&end| code(end) < code(index));
        if let Some(slot) = before.get_mut(index) {
            *slot = length.checked_sub(1).and_then(|at| ends.get(at).copied());
        }
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut kept = rustc_hash::FxHashSet::default();
    let mut at = ends.last().copied();
    while let Some(index) = at {
        kept.insert(index);
        at = before.get(index).copied().flatten();
    }
    kept
}

fn word_of(lines: &[assay_pdf::content::Line], glyph: u32) -> Option<&Word> {
    lines
        .iter()
        .flat_map(|line| &line.words)
        .find(|word| word.glyphs.iter().any(|range| range.contains(&glyph)))
}

fn character(content: &PageContent, glyph: u32) -> Option<String> {
    let text = content
        .glyphs
        .get(glyph as usize)
        .map(|glyph| content.glyph_text(glyph).to_owned())?;
    (!text.is_empty()).then_some(text)
}

/// The word with one of its glyphs read as another character.
fn replaced(content: &PageContent, word: &Word, changed: u32, old: &str) -> String {
    let glyphs = word.glyphs.iter().cloned().flatten();
    glyphs
        .map(|glyph| {
            if glyph == changed {
                old.to_owned()
            } else {
                character(content, glyph).unwrap_or_default()
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(codes: &[u32]) -> Vec<FirstUse> {
        codes
            .iter()
            .map(|&code| FirstUse {
                code,
                page: 0,
                glyph: 0,
            })
            .collect()
    }

    #[test]
    fn what_does_not_count_up_is_left_over() {
        let uses = uses(&[1, 2, 3, 9, 4, 5, 6, 7, 8, 10]);
        let kept = longest_increasing(&uses);
        assert_eq!(kept.len(), 9);
        assert!(!kept.contains(&3));
    }

    #[test]
    fn codes_far_apart_are_no_count() {
        assert!(is_dense(&uses(&[3, 4, 5, 6])));
        assert!(!is_dense(&uses(&[3, 40, 50, 60])));
    }
}
