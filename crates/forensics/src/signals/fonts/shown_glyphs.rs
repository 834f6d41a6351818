//! The glyph a reader sees against the character that is copied and searched.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_pdf::Area;
use assay_pdf::content::Word;
use assay_pdf::fonts::{Font, Outline};
use rustc_hash::FxHashMap;

use crate::facts::shapes::{Picture, Shown, shown_digit};
use crate::facts::{Facts, PageFacts};

use crate::signal::{Place, Signal};

declare! {
    SHOWN_DIFFERS_FROM_TEXT = "shown_differs_from_text" {
        rank: 560, module: "fonts", severity: High, scored: true, proves: Content, cause: "shown glyphs",
        meaning: "A digit is shown as another one than is copied and searched.",
        matters: "Changing the mapping, not the page, makes a reader and a program see different values.",
        benign: "Fonts with several sets of figures, where many digits are doubled.",
    }
}

/// More digits with two glyphs are another set of figures (old style, tabular) or glyphs cut from a scan.
const DIGITS: usize = 2;
/// More digits shown otherwise than written are an encoding of the font's own.
const WRONG: usize = 2;
/// Fonts looked at.
const FONTS: usize = 64;
/// Places listed for each changed digit.
const PLACES: usize = 4;

/// Least height of a digit, as a share of the font's highest: old-style figures differ by a third.
const DIGIT_HEIGHT: f64 = 0.5;

/// What is odd about one code of a font.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Oddity {
    /// The font calls the glyph another digit.
    Named(char),
    /// The glyph is drawn as another digit.
    Drawn(char),
    /// Another font of the face draws the same glyph for another digit.
    SameGlyph(char),
    /// Another glyph of the font reads as the same digit.
    Twin,
}

/// A code that is extracted as a digit.
struct Digit {
    code: u32,
    cid: u32,
    text: char,
    /// Page and glyph of its first uses.
    places: Vec<(usize, u32)>,
}

/// A font and the digits that it shows anywhere.
struct DigitsOfFont {
    font: Rc<Font>,
    digits: Vec<Digit>,
    glyphs: usize,
}

/// For each shape of a face the digit that it is written as, and the glyphs of the font that writes it so most.
type Faces<'f> = FxHashMap<(&'f str, Vec<(i32, i32)>), (char, usize)>;

/// *Sees* a digit whose glyph is another digit, by its name, by its shape or by another font of the same face; or two
/// glyphs of a font that read as one digit.
/// *Honest files*: fonts with several sets of figures, glyphs cut from scans, encodings of a font's own: there many
/// digits are concerned, not one or two. Where few digits of a file stand in both sets, the second glyph still draws
/// the digit that it is.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let fonts = digits_by_font(facts);
    let mut faces = Faces::default();
    let outlines: Vec<FxHashMap<u32, Outline>> = fonts
        .iter()
        .map(|font| {
            let codes = font.digits.iter().map(|digit| digit.code);
            facts.programs.outlines(&font.font, codes)
        })
        .collect();
    for (font, outlines) in fonts.iter().zip(&outlines) {
        for digit in &font.digits {
            if let Some(outline) = outlines.get(&digit.code) {
                let known = faces
                    .entry((font.font.base_font(), rounded(outline)))
                    .or_insert((digit.text, 0));
                if known.1 < font.glyphs {
                    *known = (digit.text, font.glyphs);
                }
            }
        }
    }
    for (font, outlines) in fonts.iter().zip(&outlines) {
        let mut odd = named_or_doubled(facts, font);
        let mut sure = 0;
        for digit in &font.digits {
            let Some(outline) = outlines.get(&digit.code) else {
                continue;
            };
            let picture = Picture::of(outline);
            let drawn = picture.map(|picture| shown_digit(&picture, digit.text));
            sure += usize::from(matches!(drawn, Some(Shown::Same)));
            let same = faces.get(&(font.font.base_font(), rounded(outline)));
            let drawn_right =
                matches!(drawn, Some(Shown::Same)) || !is_digit_high(outline, outlines);
            if drawn_right && odd.get(&digit.code) == Some(&Oddity::Twin) {
                odd.remove(&digit.code);
            }
            if let Some(Shown::Other(other)) = drawn {
                odd.insert(digit.code, Oddity::Drawn(other));
            } else if let Some((other, _)) = same.filter(|(other, _)| *other != digit.text) {
                odd.insert(digit.code, Oddity::SameGlyph(*other));
            }
        }
        let right = font.digits.len().saturating_sub(odd.len());
        if odd.len() > WRONG.min(right) {
            continue;
        }
        // Where no map says what a code stands for, its text is a guess: most digits must prove it right.
        let guessed = font.font.embedded().is_some() && !font.font.has_to_unicode();
        if guessed && odd.len() >= sure {
            continue;
        }
        for (code, oddity) in odd {
            let digit = font.digits.iter().find(|digit| digit.code == code);
            signals.extend(
                digit
                    .into_iter()
                    .flat_map(|digit| places(facts, font, digit, oddity)),
            );
        }
    }
}

/// Codes shown as digits, font by font in the order of the document.
fn digits_by_font(facts: &Facts<'_>) -> Vec<DigitsOfFont> {
    let mut index: FxHashMap<*const Font, usize> = FxHashMap::default();
    let mut fonts: Vec<DigitsOfFont> = Vec::new();
    for (number, page) in facts.pages.iter().enumerate() {
        let content = &page.content;
        for run in &content.runs {
            let Some(font) = content.fonts.get(usize::from(run.font)) else {
                continue;
            };
            let at = *index.entry(Rc::as_ptr(font)).or_insert_with(|| {
                fonts.push(DigitsOfFont {
                    font: font.clone(),
                    digits: Vec::new(),
                    glyphs: 0,
                });
                fonts.len() - 1
            });
            let Some(entry) = fonts.get_mut(at) else {
                continue;
            };
            entry.glyphs += run.glyphs.len();
            for (glyph, place) in content.run_glyphs(run).iter().zip(run.glyphs.clone()) {
                let mut text = content.glyph_text(glyph).chars();
                let (Some(digit @ '0'..='9'), None) = (text.next(), text.next()) else {
                    continue;
                };
                match entry
                    .digits
                    .iter_mut()
                    .find(|known| known.code == glyph.code)
                {
                    Some(known) if known.places.len() < 16 * PLACES => {
                        known.places.push((number, place));
                    }
                    Some(_) => {}
                    None => entry.digits.push(Digit {
                        code: glyph.code,
                        cid: font.cid(glyph.code),
                        text: digit,
                        places: vec![(number, place)],
                    }),
                }
            }
        }
    }
    fonts.retain(|font| !font.digits.is_empty());
    fonts.truncate(FONTS);
    fonts
}

/// Whether a glyph is about as high as the font's digits. Ghostscript calls dashes digits in the maps it writes.
fn is_digit_high(outline: &Outline, digits: &FxHashMap<u32, Outline>) -> bool {
    let height = |outline: &Outline| outline.bounds().map_or(0.0, |[_, y0, _, y1]| y1 - y0);
    let highest = digits.values().map(height).fold(0.0, f64::max);
    height(outline) > highest * DIGIT_HEIGHT
}

/// Points in units that all programs of a face agree upon.
fn rounded(outline: &Outline) -> Vec<(i32, i32)> {
    let points = outline.contours.iter().flatten();
    let units = |value: f64| (value * 2000.0).round().clamp(-1e6, 1e6) as i32;
    points.map(|(x, y)| (units(*x), units(*y))).collect()
}

fn named_or_doubled(facts: &Facts<'_>, font: &DigitsOfFont) -> BTreeMap<u32, Oddity> {
    let name = font.font.base_font();
    if font.font.embedded().is_none() {
        return named_by_encoding(font);
    }
    let program = facts.programs.program(&font.font);
    let Some((program, glyphs)) = program.filter(|_| !name.starts_with('*')) else {
        return BTreeMap::new();
    };
    let names = program.characters();
    let mut by_digit: BTreeMap<char, Vec<(u32, u32)>> = BTreeMap::new();
    let mut odd = BTreeMap::new();
    let mut digits: Vec<&Digit> = font.digits.iter().collect();
    digits.sort_by_key(|digit| digit.cid);
    for digit in digits {
        let Some(glyph) = glyphs.get(&digit.cid) else {
            continue;
        };
        match names.get(glyph) {
            Some(name) if name.is_ascii_digit() && *name != digit.text => {
                odd.insert(digit.code, Oddity::Named(*name));
            }
            _ => {
                let twins = by_digit.entry(digit.text).or_default();
                if !twins.iter().any(|(known, _)| known == glyph) {
                    twins.push((*glyph, digit.code));
                }
            }
        }
    }
    let doubled: Vec<_> = by_digit.values().filter(|twins| twins.len() == 2).collect();
    if doubled.len() <= DIGITS && by_digit.values().all(|twins| twins.len() <= 2) {
        let last = doubled.into_iter().flat_map(|twins| twins.last());
        odd.extend(last.map(|(_, code)| (*code, Oddity::Twin)));
    }
    odd
}

/// A font that is not embedded shows what its encoding names, whatever its map to Unicode says.
fn named_by_encoding(font: &DigitsOfFont) -> BTreeMap<u32, Oddity> {
    let odd = font.digits.iter().filter_map(|digit| {
        let name = digit_named(font.font.glyph_name(digit.code)?)?;
        (name != digit.text).then_some((digit.code, Oddity::Named(name)))
    });
    odd.collect()
}

fn digit_named(name: &[u8]) -> Option<char> {
    const NAMES: [&[u8]; 10] = [
        b"zero", b"one", b"two", b"three", b"four", b"five", b"six", b"seven", b"eight", b"nine",
    ];
    let digit = NAMES.iter().position(|known| *known == name)?;
    char::from_digit(digit as u32, 10)
}

/// A signal for each word that shows the digit, the first few.
fn places<'s>(
    facts: &'s Facts<'_>,
    font: &'s DigitsOfFont,
    digit: &'s Digit,
    oddity: Oddity,
) -> impl Iterator<Item = Signal> + 's {
    let mut seen: Vec<(usize, u32)> = Vec::new();
    let found = digit.places.iter().filter_map(move |&(page, glyph)| {
        let facts = facts.pages.get(page)?;
        let word = word_of(facts, glyph).filter(|word| !is_drawing(word))?;
        if seen.contains(&(page, word.order.0)) {
            return None;
        }
        seen.push((page, word.order.0));
        let piece = Piece::of(facts, word, glyph);
        Some(signal(facts, font, digit, &piece, oddity))
    });
    found.take(PLACES)
}

fn word_of(page: &PageFacts, glyph: u32) -> Option<&Word> {
    let mut words = page.lines.iter().flat_map(|line| &line.words);
    words.find(|word| word.glyphs.iter().any(|range| range.contains(&glyph)))
}

/// Longer words are sentences held together by no-break spaces.
const WORD: usize = 24;

/// Fonts of small bars and icons draw a sign as one character, and a whole chart as one word.
fn is_drawing(word: &Word) -> bool {
    let characters = word.text.chars().count();
    characters < 2 || (characters > 2 * WORD && !word.text.contains('\u{a0}'))
}

/// The part of a word that holds the digit.
struct Piece {
    text: String,
    area: Area,
    glyphs: Vec<u32>,
}

impl Piece {
    fn of(page: &PageFacts, word: &Word, at: u32) -> Self {
        let glyphs: Vec<u32> = word.glyphs.iter().cloned().flatten().collect();
        let whole = || Self {
            text: word.text.clone(),
            area: word.area,
            glyphs: glyphs.clone(),
        };
        if word.text.chars().count() <= WORD {
            return whole();
        }
        let content = &page.content;
        let glyph = |index: &u32| content.glyphs.get(*index as usize);
        let blank = |index: &&u32| {
            glyph(index).is_none_or(|glyph| content.glyph_text(glyph).trim().is_empty())
        };
        let Some(own) = glyphs
            .split(|index| blank(&index))
            .find(|part| part.contains(&at))
        else {
            return whole();
        };
        let areas = own.iter().filter_map(glyph).map(|glyph| glyph.area);
        Self {
            text: own
                .iter()
                .filter_map(glyph)
                .map(|glyph| content.glyph_text(glyph))
                .collect(),
            area: areas
                .reduce(|all, area| all.union(&area))
                .unwrap_or(word.area),
            glyphs: own.to_vec(),
        }
    }
}

fn signal(
    page: &PageFacts,
    font: &DigitsOfFont,
    digit: &Digit,
    word: &Piece,
    oddity: Oddity,
) -> Signal {
    let name = font.font.base_font();
    let (extracted, text) = (&word.text, digit.text);
    let (shown, evidence) = match oddity {
        Oddity::Named(other) => (
            Some(other),
            format!(
                "The “{text}” of “{extracted}” is what is copied, but {name} calls its glyph “{other}”."
            ),
        ),
        Oddity::Drawn(other) => (
            Some(other),
            format!(
                "The “{text}” of “{extracted}” is what is copied, but {name} draws a “{other}”."
            ),
        ),
        Oddity::SameGlyph(other) => (
            Some(other),
            format!(
                "The “{text}” of “{extracted}” has the glyph that another font of {name} uses for “{other}”."
            ),
        ),
        Oddity::Twin => (
            None,
            format!("{name} shows two different glyphs for one digit of “{extracted}”."),
        ),
    };
    // What a person reads now, against what the text still says.
    let reads = shown.map(|shown| shown_word(page, font, digit, word, shown));
    Signal {
        field: page.label(&word.area),
        old_value: reads.is_some().then(|| extracted.clone()),
        new_value: Some(reads.unwrap_or_else(|| extracted.clone())),
        ..Signal::new(
            &SHOWN_DIFFERS_FROM_TEXT,
            Place::Page {
                page: page.page.number,
                area: Some(word.area),
            },
            evidence,
        )
    }
}

/// The word as it is drawn: one digit of it is another one.
fn shown_word(
    page: &PageFacts,
    font: &DigitsOfFont,
    digit: &Digit,
    word: &Piece,
    shown: char,
) -> String {
    let content = &page.content;
    let is_changed = |glyph: &assay_pdf::content::Glyph| {
        let run = content.runs.get(glyph.run as usize);
        let of_font = run
            .and_then(|run| content.fonts.get(usize::from(run.font)))
            .is_some_and(|of| Rc::ptr_eq(of, &font.font));
        of_font && glyph.code == digit.code
    };
    let glyphs = word.glyphs.iter();
    let glyphs = glyphs.filter_map(|at| content.glyphs.get(*at as usize));
    glyphs
        .map(|glyph| {
            if is_changed(glyph) {
                shown.to_string()
            } else {
                content.glyph_text(glyph).to_owned()
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(height: f64) -> Outline {
        Outline {
            contours: vec![vec![
                (0.0, 0.3),
                (0.5, 0.3),
                (0.5, 0.3 + height),
                (0.0, 0.3 + height),
            ]],
        }
    }

    #[test]
    fn a_dash_that_is_mapped_to_a_digit_is_none() {
        let digits =
            FxHashMap::from_iter([(0x13, block(0.7)), (0x16, block(0.5)), (0x20a, block(0.06))]);
        assert!(is_digit_high(&digits[&0x16], &digits));
        assert!(!is_digit_high(&digits[&0x20a], &digits));
    }
}
