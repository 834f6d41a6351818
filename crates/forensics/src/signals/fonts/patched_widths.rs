//! Advances that a font's dictionary declares for single characters otherwise than its embedded program has them.

use std::rc::Rc;

use assay_pdf::content::Word;
use assay_pdf::fonts::Font;
use rustc_hash::FxHashMap;

use crate::facts::page::words::single;
use crate::facts::{Facts, PageFacts};

use crate::signal::{Place, Signal};

declare! {
    WIDTH_PATCHED = "width_patched" {
        rank: 650, module: "fonts", severity: Medium, scored: true, proves: Content, cause: "patched width",
        meaning: "A font declares one or two characters with other widths than its embedded program has, which agrees on all others.",
        matters: "A character put in the place of another, in the program or by its code, is made to fit by its width.",
        benign: "None known: converters that reckon widths anew are off for many.",
    }
}

/// Fonts looked at.
const FONTS: usize = 64;
/// Characters shown whose advances must agree before another one stands out.
const AGREE: usize = 12;
/// More characters that do not are a sloppy converter.
const PATCHED: usize = 2;
/// Advances agree within rounding, em; beyond the other, the difference can be seen.
const ROUNDING: f64 = 0.0015;
const SEEN: f64 = 0.01;

/// The CIDs that a font shows, with what they read.
type Shown = FxHashMap<u32, String>;

/// *Sees* one or two letters or digits of an embedded font whose `/Widths` or `/W` differ from the advances of the program,
/// where all others shown agree to a thousandth (ISO 32000-2, 9.2.4 wants all to).
/// *Honest files*: converters that reckon widths anew are off for many characters, which does not count.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for (font, shown) in shown_by_font(facts) {
        let patched = patched(facts, &font, &shown);
        let told = patched.iter();
        signals.extend(told.map(|patched| signal(facts, &font, patched)));
    }
}

/// Embedded fonts in the order of their first use.
fn shown_by_font(facts: &Facts<'_>) -> Vec<(Rc<Font>, Shown)> {
    let mut index: FxHashMap<*const Font, usize> = FxHashMap::default();
    let mut fonts: Vec<(Rc<Font>, Shown)> = Vec::new();
    for page in &facts.pages {
        for run in &page.content.runs {
            let font = page.content.fonts.get(usize::from(run.font));
            let Some(font) = font.filter(|font| font.embedded().is_some()) else {
                continue;
            };
            let at = *index.entry(Rc::as_ptr(font)).or_insert_with(|| {
                fonts.push((font.clone(), Shown::default()));
                fonts.len() - 1
            });
            let Some((_, shown)) = fonts.get_mut(at) else {
                continue;
            };
            for glyph in page.content.run_glyphs(run) {
                shown
                    .entry(font.cid(glyph.code))
                    .or_insert_with(|| page.content.glyph_text(glyph).to_owned());
            }
        }
    }
    fonts.truncate(FONTS);
    fonts
}

/// A character that stands out: its advances in em.
struct Patched {
    cid: u32,
    text: String,
    declared: f64,
    program: f64,
}

fn patched(facts: &Facts<'_>, font: &Font, shown: &Shown) -> Vec<Patched> {
    if shown.len() < AGREE {
        return Vec::new();
    }
    let widths: FxHashMap<u32, f64> = font.declared_widths().collect();
    let mut apart = Vec::new();
    let mut agreeing = 0;
    for (cid, program) in facts.programs.widths(font) {
        let (Some(text), Some(declared)) = (shown.get(&cid), widths.get(&cid)) else {
            continue;
        };
        if (declared - program).abs() <= ROUNDING {
            agreeing += 1;
            continue;
        }
        apart.push(Patched {
            cid,
            text: text.clone(),
            declared: *declared,
            program,
        });
    }
    let telling = |one: &Patched| {
        (one.declared - one.program).abs() > SEEN
            && one.declared.min(one.program) > 0.0
            && single(&one.text).is_some_and(char::is_alphanumeric)
    };
    let patched = agreeing >= AGREE && apart.len() <= PATCHED && apart.iter().all(telling);
    if patched { apart } else { Vec::new() }
}

fn signal(facts: &Facts<'_>, font: &Rc<Font>, patched: &Patched) -> Signal {
    let evidence = format!(
        "{} declares “{}” {:.0} thousandths of an em wide; its program makes it {:.0} wide, and agrees on all else that is shown.",
        font.base_font(),
        patched.text,
        patched.declared * 1000.0,
        patched.program * 1000.0
    );
    let Some((page, word)) = only_value(facts, font, patched.cid) else {
        return Signal::new(&WIDTH_PATCHED, Place::File, evidence);
    };
    let place = Place::Page {
        page: page.page.number,
        area: Some(word.area),
    };
    Signal {
        field: page.label(&word.area),
        new_value: Some(word.text.clone()),
        ..Signal::new(&WIDTH_PATCHED, place, evidence)
    }
}

/// The word that shows a character, where only one does.
fn only_value<'f>(
    facts: &'f Facts<'_>,
    font: &Rc<Font>,
    cid: u32,
) -> Option<(&'f PageFacts, &'f Word)> {
    let words = facts.pages.iter().flat_map(|page| {
        let words = page.lines.iter().flat_map(|line| &line.words);
        words.map(move |word| (page, word))
    });
    let mut showing = words.filter(|(page, word)| shows(page, word, font, cid));
    showing.next().filter(|_| showing.next().is_none())
}

fn shows(page: &PageFacts, word: &Word, font: &Rc<Font>, cid: u32) -> bool {
    let ranges = word.glyphs.iter().cloned();
    let mut glyphs = ranges.flat_map(|range| {
        page.content
            .glyphs
            .get(range.start as usize..range.end as usize)
            .unwrap_or_default()
    });
    glyphs.any(|glyph| {
        let run = page.content.runs.get(glyph.run as usize);
        let own = run.and_then(|run| page.content.fonts.get(usize::from(run.font)));
        own.is_some_and(|own| Rc::ptr_eq(own, font)) && font.cid(glyph.code) == cid
    })
}
