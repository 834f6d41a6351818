//! Characters that a font's subset still carries though nothing shows them: what was removed leaves them behind.

use std::rc::Rc;

use assay_pdf::content::Word;
use assay_pdf::fonts::Font;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::page::words::single;
use crate::facts::{Facts, PageFacts};
use crate::writers::producers;

use super::page_numbers::is_complete;
use crate::signal::{Place, Signal};

declare! {
    DIGIT_TAKEN_OUT = "digit_taken_out" {
        rank: 640, module: "fonts", severity: High, scored: true, proves: Content, cause: "left in font",
        meaning: "A font's tight subset carries a digit that nothing shows, though no page of the document is missing.",
        matters: "A subset is made of what was shown when the document was written.",
        benign: "Writers that add a digit to every subset.",
    }

    DIGIT_LEFT_IN_FONT = "digit_left_in_font" {
        rank: 660, module: "fonts", severity: Medium, scored: true, proves: Content, cause: "left in font",
        meaning: "A font's tight subset carries a digit that nothing in the document shows.",
        matters: "A subset is made of what was shown when the document was written.",
        benign: "Pages taken out of a longer document, where that digit stood on them alone.",
    }
}

/// A subset with fewer characters shown is too small to tell whether it is tight.
const SHOWN: usize = 14;
/// So many tell without doubt.
const MANY_SHOWN: usize = 24;
/// Digits a font must show to be one that values are set in.
const DIGITS: usize = 5;
/// And where no page is missing.
const DIGITS_OF_COMPLETE: usize = 3;
/// More characters left over than this is a subset that was never tight, or pages taken out.
const LEFT_OVER: usize = 2;

/// What an embedded program shows anywhere in the document, by whichever font dictionary.
struct Shown {
    fonts: Vec<Rc<Font>>,
    cids: FxHashSet<u32>,
    text: FxHashSet<char>,
}

/// *Sees* a tight subset that carries a digit which nothing in the document shows.
/// *Honest files*: loose subsets and pages taken out leave many characters over, which does not count; fractions are drawn
/// from digits. Where the pages count themselves and none is missing, or the bytes are those of the program that made the
/// document, pages taken out are no explanation.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let complete = is_complete(facts);
    let untouched = facts.saves.is_empty();
    let first_hand = producers::generator(&facts.file.header, &facts.info).filter(|_| untouched);
    for shown in shown_by_program(facts) {
        let Some(font) = shown.fonts.first() else {
            continue;
        };
        let digits = shown.text.iter().filter(|c| c.is_ascii_digit()).count();
        let fractions = shown.text.iter().any(|c| matches!(c, '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215e}' | '\u{2460}'..='\u{24ff}'));
        let wanted = if complete { DIGITS_OF_COMPLETE } else { DIGITS };
        // Not all writers tag their subsets (jsPDF, pdf-lib): one of so many characters is tight by what it carries.
        let tagged = font.subset_tag().is_some();
        let enough = if tagged { SHOWN } else { MANY_SHOWN };
        if shown.cids.len() < enough || digits < wanted || fractions {
            continue;
        }
        let (carried, left) = left_over(facts, &shown);
        let removed: String = left.iter().filter(|c| c.is_ascii_digit()).collect();
        if removed.is_empty() || left.len() > LEFT_OVER {
            continue;
        }
        let certain = (complete || first_hand.is_some())
            && shown.cids.len() >= MANY_SHOWN
            && left.len() == removed.len();
        let list: Vec<String> = removed.chars().map(|digit| format!("“{digit}”")).collect();
        let evidence = format!(
            "The subset of {} holds {carried} characters, all of which the document shows but {}{}.",
            font.base_font(),
            list.join(" and "),
            match first_hand {
                _ if !certain => String::new(),
                Some(writer) if !complete => format!(", and {writer} wrote the file whole"),
                _ => ", and by its own count no page is missing".to_owned(),
            }
        );
        let id = if certain {
            &DIGIT_TAKEN_OUT
        } else {
            &DIGIT_LEFT_IN_FONT
        };
        signals.push(match only_value(facts, &shown) {
            Some((page, word)) => Signal {
                field: page.label(&word.area),
                new_value: Some(word.text.clone()),
                ..Signal::new(
                    id,
                    Place::Page {
                        page: page.page.number,
                        area: Some(word.area),
                    },
                    evidence,
                )
            },
            None => Signal::new(id, Place::File, evidence),
        });
    }
}

/// Where a program sets a single number, that is where the digit stood.
fn only_value<'f>(facts: &'f Facts<'_>, shown: &Shown) -> Option<(&'f PageFacts, &'f Word)> {
    let words = facts.pages.iter().flat_map(|page| {
        let words = page.lines.iter().flat_map(|line| &line.words);
        words.map(move |word| (page, word))
    });
    let mut values = words.filter(|(page, word)| {
        let run = page.content.runs.get(word.run as usize);
        let font = run.and_then(|run| page.content.fonts.get(usize::from(run.font)));
        word.text.chars().any(|c| c.is_ascii_digit())
            && font.is_some_and(|font| shown.fonts.iter().any(|known| Rc::ptr_eq(known, font)))
    });
    values.next().filter(|_| values.next().is_none())
}

/// How many characters a program carries, and which letters and digits of them nothing shows.
fn left_over(facts: &Facts<'_>, shown: &Shown) -> (usize, Vec<char>) {
    let Some(font) = shown.fonts.first() else {
        return (0, Vec::new());
    };
    let carried = facts.programs.inventory(font);
    let mut left: Vec<char> = carried
        .glyphs
        .iter()
        .filter(|glyph| !glyph.codes.iter().any(|code| shown.cids.contains(code)))
        .filter_map(|glyph| single(&glyph.text))
        .filter(|character| character.is_alphanumeric() && !shown.text.contains(character))
        // Parts of accented letters.
        .filter(|character| !matches!(character, 'ı' | 'ȷ' | 'ˆ' | 'ˇ' | '\u{2b0}'..='\u{2ff}'))
        .collect();
    left.sort_unstable();
    left.dedup();
    (carried.glyphs.len(), left)
}

/// Programs in the order of their first use, with what each shows on any page, visible or not.
fn shown_by_program(facts: &Facts<'_>) -> Vec<Shown> {
    let mut index: FxHashMap<assay_pdf::ObjectId, usize> = FxHashMap::default();
    let mut programs: Vec<Shown> = Vec::new();
    for page in &facts.pages {
        let content = &page.content;
        for run in &content.runs {
            let font = content.fonts.get(usize::from(run.font));
            let Some((font, embedded)) = font.and_then(|font| Some((font, font.embedded()?)))
            else {
                continue;
            };
            let at = *index.entry(embedded.stream).or_insert_with(|| {
                programs.push(Shown {
                    fonts: Vec::new(),
                    cids: FxHashSet::default(),
                    text: FxHashSet::default(),
                });
                programs.len() - 1
            });
            let Some(shown) = programs.get_mut(at) else {
                continue;
            };
            if !shown.fonts.iter().any(|known| Rc::ptr_eq(known, font)) {
                shown.fonts.push(font.clone());
            }
            for glyph in content.run_glyphs(run) {
                if shown.cids.insert(font.cid(glyph.code)) {
                    shown.text.extend(content.glyph_text(glyph).chars());
                }
            }
        }
    }
    programs
}
