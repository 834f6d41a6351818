//! Characters that a font's subset still carries though nothing shows them: what was removed leaves them behind.

use std::rc::Rc;

use assay_pdf::fonts::Font;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::Facts;

use super::{Place, Signal};

/// A subset with fewer characters shown is too small to tell whether it is tight.
const SHOWN: usize = 14;
/// Digits a font must show to be one that values are set in.
const DIGITS: usize = 5;
/// More characters left over than this is a subset that was never tight, or pages taken out.
const LEFT_OVER: usize = 2;

/// What a font shows anywhere in the document.
#[derive(Default)]
struct Shown {
    codes: FxHashSet<u32>,
    text: FxHashSet<char>,
}

/// *Sees* a tight subset that carries a digit which nothing in the document shows.
/// *Matters* because a subset is made of what was shown when the document was written.
/// *Honest files*: loose subsets and pages taken out leave many characters over, which does not count; fractions are drawn
/// from digits.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let view = facts.view();
    for (font, shown) in shown_by_font(facts) {
        let digits = shown.text.iter().filter(|c| c.is_ascii_digit()).count();
        let fractions = shown.text.iter().any(|c| matches!(c, '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215e}' | '\u{2460}'..='\u{24ff}'));
        if font.subset_tag().is_none() || shown.codes.len() < SHOWN || digits < DIGITS || fractions
        {
            continue;
        }
        let carried = font.inventory(&view);
        let mut left: Vec<char> = carried
            .glyphs
            .iter()
            .filter(|glyph| !glyph.codes.iter().any(|code| shown.codes.contains(code)))
            .filter_map(|glyph| single(&glyph.text))
            .filter(|character| character.is_alphanumeric() && !shown.text.contains(character))
            .collect();
        left.sort_unstable();
        left.dedup();
        let removed: String = left
            .iter()
            .filter(|character| character.is_ascii_digit())
            .collect();
        if removed.is_empty() || left.len() > LEFT_OVER {
            continue;
        }
        let list: Vec<String> = removed.chars().map(|digit| format!("“{digit}”")).collect();
        let evidence = format!(
            "The subset of {} holds {} characters, all of which the document shows but {}.",
            font.base_font(),
            carried.glyphs.len(),
            list.join(" and ")
        );
        signals.push(Signal::new("digit_left_in_font", Place::File, evidence));
    }
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Fonts in the order of their first use, with what each shows on any page, visible or not.
fn shown_by_font(facts: &Facts<'_>) -> Vec<(Rc<Font>, Shown)> {
    let mut index: FxHashMap<*const Font, usize> = FxHashMap::default();
    let mut fonts: Vec<(Rc<Font>, Shown)> = Vec::new();
    for page in &facts.pages {
        let content = &page.content;
        for run in &content.runs {
            let Some(font) = content.fonts.get(usize::from(run.font)) else {
                continue;
            };
            let at = *index.entry(Rc::as_ptr(font)).or_insert_with(|| {
                fonts.push((font.clone(), Shown::default()));
                fonts.len() - 1
            });
            let Some((_, shown)) = fonts.get_mut(at) else {
                continue;
            };
            for glyph in content.run_glyphs(run) {
                if shown.codes.insert(font.cid(glyph.code)) {
                    shown.text.extend(content.glyph_text(glyph).chars());
                }
            }
        }
    }
    fonts
}
