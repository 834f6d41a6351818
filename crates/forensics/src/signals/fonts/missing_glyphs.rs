//! Letters and digits that a subset cannot show: a subset is made of what the document shows, so they came later.

use std::rc::Rc;

use assay_pdf::content::{Glyph, Word};
use assay_pdf::fonts::{Descriptor, Font, FontKind, ProgramKind};
use rustc_hash::FxHashMap;

use crate::facts::damage::Damage;
use crate::facts::page::words::single;
use crate::facts::{Facts, PageFacts};

use crate::signal::{Place, Signal};

declare! {
    GLYPH_MISSING_FROM_SUBSET = "glyph_missing_from_subset" {
        rank: 570, module: "fonts", severity: High, scored: true, proves: Content, cause: "missing glyph",
        meaning: "A letter or digit of the page has no glyph in its font, a subset cut from what the document showed when it was written.",
        matters: "A subset is cut from what the document shows; text typed into the contents later finds no glyphs.",
        benign: "Damaged font programs, which lack many.",
    }
}

/// Fonts looked at.
const FONTS: usize = 64;
/// A font that draws fewer characters may be read wrongly.
const DRAWN: usize = 10;
/// So many drawn for each missing one: a program that lacks more is damaged.
const DRAWN_FOR_EACH: usize = 3;
/// Findings listed.
const LISTED: usize = 12;

/// A font with what it shows: by code, whether the program draws it.
struct Subset {
    font: Rc<Font>,
    drawn: FxHashMap<u32, bool>,
}

/// *Sees* a letter or digit on a page, in a font tagged as a subset whose program has no glyph for it.
/// *Honest files*: damaged programs lack many, and damaged contents show anything; blanks, hyphens and parts of ligatures
/// need no glyph; a font that lacks a script shows nothing for all of it.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut subsets = subsets(facts);
    subsets.retain(|subset| {
        let drawn = subset.drawn.values().filter(|drawn| **drawn).count();
        let missing = subset.drawn.len() - drawn;
        missing > 0 && drawn >= DRAWN && drawn >= DRAWN_FOR_EACH * missing
    });
    if subsets.is_empty() {
        return;
    }
    let damage = Damage::of(facts);
    let pages = facts.pages.iter();
    let whole = pages.filter(|page| !damage.strikes(facts, page));
    let words = whole.flat_map(|page| {
        let words = page.lines.iter().flat_map(|line| &line.words);
        words.map(move |word| (page, word))
    });
    let found = words.filter_map(|(page, word)| signal(page, word, &subsets));
    signals.extend(found.take(LISTED));
}

/// The tagged subsets that show visible text, with what they draw of it.
fn subsets(facts: &Facts<'_>) -> Vec<Subset> {
    let mut index: FxHashMap<*const Font, Option<usize>> = FxHashMap::default();
    let mut subsets: Vec<Subset> = Vec::new();
    for page in &facts.pages {
        for (font, glyph, _) in shown(page) {
            let at = *index.entry(Rc::as_ptr(font)).or_insert_with(|| {
                let tagged = font.subset_tag().is_some() && font.kind() != FontKind::Type3;
                // What the codes of a symbolic font stand for is a guess without a map.
                let symbolic = font.descriptor().is_some_and(Descriptor::is_symbolic);
                let read = font.has_to_unicode() || !symbolic;
                (tagged && read && subsets.len() < FONTS).then(|| {
                    subsets.push(Subset {
                        font: font.clone(),
                        drawn: FxHashMap::default(),
                    });
                    subsets.len() - 1
                })
            });
            if let Some(subset) = at.and_then(|at| subsets.get_mut(at)) {
                subset.drawn.entry(glyph.code).or_insert(false);
            }
        }
    }
    for subset in &mut subsets {
        look_up(facts, subset);
    }
    subsets
}

/// The letters and digits that a page shows, with their fonts.
fn shown(page: &PageFacts) -> impl Iterator<Item = (&Rc<Font>, &Glyph, char)> {
    let words = page.lines.iter().flat_map(|line| &line.words);
    words.flat_map(|word| shown_by(page, word))
}

fn shown_by<'p>(
    page: &'p PageFacts,
    word: &'p Word,
) -> impl Iterator<Item = (&'p Rc<Font>, &'p Glyph, char)> {
    let content = &page.content;
    let glyphs = word.glyphs.iter().cloned().flatten();
    glyphs.filter_map(|at| {
        let glyph = content.glyphs.get(at as usize)?;
        let run = content.runs.get(glyph.run as usize)?;
        let font = content.fonts.get(usize::from(run.font))?;
        let character = single(content.glyph_text(glyph)).filter(|c| is_drawn(*c))?;
        Some((font, glyph, character))
    })
}

/// Letters of scripts whose every letter has a shape of its own, and digits.
fn is_drawn(character: char) -> bool {
    character.is_ascii_digit() || (character.is_alphabetic() && character < '\u{530}')
}

/// Looks up what the program draws.
fn look_up(facts: &Facts<'_>, subset: &mut Subset) {
    let font = &subset.font;
    let program = facts.programs.program(font);
    let Some((program, glyphs)) = program.filter(|(program, _)| program.kind().is_some()) else {
        return;
    };
    // Glyph 0 is the one for undefined codes; in composite fonts it may be one of the writer's own, in Type 1 any.
    let undefined =
        font.kind() == FontKind::TrueType && program.kind() == Some(ProgramKind::TrueType);
    let codes: Vec<(u32, Option<u32>)> = subset
        .drawn
        .keys()
        .map(|code| (*code, glyphs.get(&font.cid(*code)).copied()))
        .collect();
    let draws = program.draws(codes.iter().map(|(_, glyph)| glyph.unwrap_or(0)));
    for ((code, glyph), draws) in codes.into_iter().zip(draws) {
        let shown = glyph.is_some_and(|glyph| draws && (glyph > 0 || !undefined));
        subset.drawn.insert(code, shown);
    }
}

/// Letters, digits and what stands between them in words and values: codes of another script read as other signs too.
fn is_written(word: &Word) -> bool {
    let mark = |c: char| c.is_ascii_punctuation() || "’‘“”–—€£°§".contains(c);
    word.text.chars().all(|c| c.is_alphanumeric() || mark(c))
}

fn signal(page: &PageFacts, word: &Word, subsets: &[Subset]) -> Option<Signal> {
    if !is_written(word) {
        return None;
    }
    let missing = shown_by(page, word).filter(|(font, glyph, _)| {
        let subset = subsets.iter().find(|known| Rc::ptr_eq(&known.font, font));
        subset.is_some_and(|known| known.drawn.get(&glyph.code) == Some(&false))
    });
    let missing: Vec<(&Rc<Font>, char)> = missing.map(|(font, _, c)| (font, c)).collect();
    let (font, _) = missing.first()?;
    let list: Vec<String> = missing.iter().map(|(_, c)| format!("“{c}”")).collect();
    let evidence = format!(
        "The subset of {} has no glyph for {} of “{}”: it was cut for a text without.",
        font.base_font(),
        list.join(", "),
        word.text
    );
    Some(Signal {
        field: page.label(&word.area),
        new_value: Some(word.text.clone()),
        ..Signal::new(
            &GLYPH_MISSING_FROM_SUBSET,
            Place::Page {
                page: page.page.number,
                area: Some(word.area),
            },
            evidence,
        )
    })
}
