//! Values typed into a finished page: painted last, in a font of their own, among text that was painted before.

use assay_pdf::Area;
use assay_pdf::content::{Run, Word};

use crate::facts::page::own_text;
use crate::facts::page::phrases::{
    Joining, Phrase, in_column, in_sentence, joined, neighbours, on_line,
};
use crate::facts::page::words::{has_digit, telling};
use crate::facts::{Facts, PageFacts};

use crate::signal::{Place, Signal};

declare! {
    VALUE_IN_LATE_FONT = "value_in_late_font" {
        rank: 490, module: "retyped", severity: High, scored: true, proves: Content, cause: "retyped value",
        meaning: "A value among other text was painted after the page was finished, in a font that nothing else on the page uses.",
        matters: "Editors remove the old value and append the new one at the end of the page, in a font they bring.",
        benign: "Numbers that an issuer stamps into a finished form.",
    }

    WORDS_IN_LATE_FONT = "words_in_late_font" {
        rank: 670, module: "retyped", severity: Medium, scored: true, proves: Content, cause: "retyped value",
        meaning: "Words among other text were painted after the page was finished, in a font that nothing else on the page uses.",
        matters: "Editors remove the old value and append the new one at the end of the page, in a font they bring.",
        benign: "Notes and names that a design sets in a font of their own.",
    }
}

/// A font with more glyphs on the page than this carries text of the page's own design.
const FEW_GLYPHS: usize = 48;
/// Share of a page's other glyphs that must have been painted before.
const PAINTED_BEFORE: f64 = 0.97;
/// A page with fewer glyphs tells nothing about order.
const PAGE_GLYPHS: usize = 60;
/// How far, in em, the pen must have jumped back to reach the value.
const JUMP: f64 = 2.2;
/// Edges of a column agree within this, points.
const EDGE: f64 = 1.6;
/// More names than this are not typed over one by one.
const NAMES: usize = 3;
/// A value in letters this much smaller than those of its line was made to fit the place of another.
const SHRUNK: f64 = 0.72;
/// Words of one phrase stand closer than this, em: fonts that are brought in have wide blanks.
const GAP: f64 = 1.5;
/// Findings listed per page.
const LISTED: usize = 6;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut found = Vec::new();
    for page in &facts.pages {
        late_font(page, &mut found);
    }
    signals.extend(not_repeated(&found).cloned());
}

/// What stands on several pages in one place is set by the page's design.
pub(super) fn not_repeated(found: &[Signal]) -> impl Iterator<Item = &Signal> {
    let repeated = |signal: &Signal| {
        let alike = found.iter().filter(|other| same_place(signal, other));
        alike.count() > 1
    };
    found.iter().filter(move |signal| !repeated(signal))
}

fn same_place(a: &Signal, b: &Signal) -> bool {
    match (a.place, b.place) {
        (Place::Page { area: Some(x), .. }, Place::Page { area: Some(y), .. }) => {
            a.new_value == b.new_value && (x.x0 - y.x0).abs() < EDGE && (x.y0 - y.y0).abs() < EDGE
        }
        _ => false,
    }
}

/// *Sees* a value in a font that only it uses, painted when all the rest of the page was done, on the line of text that
/// was painted long before.
/// *Honest files*: a total in bold at the end is painted right behind its label; stamps and page numbers stand on lines
/// of their own.
fn late_font(page: &PageFacts, signals: &mut Vec<Signal>) {
    let content = &page.content;
    let runs: Vec<_> = own_text(content).collect();
    let mut uses: Vec<(usize, u32)> = vec![(0, u32::MAX); content.fonts.len()];
    let mut total = 0usize;
    for run in &runs {
        total += run.glyphs.len();
        if let Some((count, first)) = uses.get_mut(usize::from(run.font)) {
            *count += run.glyphs.len();
            *first = run.order.min(*first);
        }
    }
    if total < PAGE_GLYPHS {
        return;
    }
    let late: Vec<u16> = uses
        .iter()
        .enumerate()
        .filter(|(_, (count, _))| (1..=FEW_GLYPHS).contains(count) && *count * 5 < total)
        .map(|(font, _)| font as u16)
        .collect();
    // The fonts that only the end of the page uses, taken together: an edit may bring several.
    let others: Vec<_> = runs
        .iter()
        .filter(|run| !late.contains(&run.font))
        .collect();
    let painted: usize = others.iter().map(|run| run.glyphs.len()).sum();
    if is_sorted_by_font(&others) {
        return;
    }
    let page_text = PageText::of(page, &late);
    let mut listed = 0usize;
    for &font in &late {
        let first = uses
            .get(usize::from(font))
            .map_or(u32::MAX, |(_, first)| *first);
        let before: usize = others
            .iter()
            .filter(|run| run.order < first)
            .map(|run| run.glyphs.len())
            .sum();
        if painted == 0 || (before as f64) < PAINTED_BEFORE * painted as f64 {
            continue;
        }
        let Some(last) = others
            .iter()
            .filter(|run| run.order < first)
            .max_by_key(|run| run.order)
        else {
            continue;
        };
        let Some(pen) = content.run_area(last) else {
            continue;
        };
        let phrases = phrases_in(&page_text, page, font);
        let values = set_apart(&page_text, &phrases, &pen);
        // Words in many places are another layer of the page's design; numbers may be changed all together.
        let names = values.iter().filter(|value| !has_digit(&value.text));
        if names.count() > NAMES {
            continue;
        }
        // A filled form sets most of its values in places of their own (a font each with some fillers).
        let form = page_text.late > NAMES && values.len() * 2 < phrases.len().max(page_text.late);
        for value in values {
            if form && !has_digit(&value.text) {
                continue;
            }
            signals.push(signal(page, font, value));
            listed += 1;
            if listed >= LISTED {
                return;
            }
        }
    }
}

/// A value in a font of its own.
fn signal(page: &PageFacts, font: u16, value: Phrase) -> Signal {
    let family = page
        .content
        .fonts
        .get(usize::from(font))
        .map(|f| f.base_font().to_owned())
        .unwrap_or_default();
    let evidence = format!(
        "“{}” is painted after the rest of the page, in the font {family} that nothing else on it uses.",
        value.text
    );
    // Designs set a word or two in a font of its own, at the end; numbers among numbers they do not.
    let id = if has_digit(&value.text) {
        &VALUE_IN_LATE_FONT
    } else {
        &WORDS_IN_LATE_FONT
    };
    Signal {
        field: page.label(&value.area),
        new_value: Some(value.text),
        ..Signal::new(
            id,
            Place::Page {
                page: page.page.number,
                area: Some(value.area),
            },
            evidence,
        )
    }
}

/// Writers that paint a page font by font (RenderX, PDFlib) have no order that an edit could break.
fn is_sorted_by_font(runs: &[&&Run]) -> bool {
    let mut order: Vec<u16> = runs.iter().map(|run| run.font).collect();
    order.dedup();
    let blocks = order.len();
    order.sort_unstable();
    order.dedup();
    blocks == order.len() && blocks > 1
}

/// The words of a page, told apart by whether a font of its end set them.
struct PageText<'p> {
    /// Words of the fonts that the page began with, with their place on their line.
    rest: Vec<(usize, &'p Word)>,
    /// Phrases of the late fonts.
    late: usize,
}

impl<'p> PageText<'p> {
    fn of(page: &'p PageFacts, late: &[u16]) -> Self {
        let is_late = |word: &Word| font_of(page, word).is_none_or(|font| late.contains(&font));
        let mut text = Self {
            rest: Vec::new(),
            late: 0,
        };
        for line in &page.lines {
            let mut open = None;
            for (position, word) in line.words.iter().enumerate() {
                let font = font_of(page, word).filter(|_| is_late(word));
                if font.is_none() {
                    text.rest.push((position, word));
                } else if font != open {
                    text.late += 1;
                }
                open = font;
            }
        }
        text
    }
}

fn font_of(page: &PageFacts, word: &Word) -> Option<u16> {
    let run = page.content.runs.get(word.run as usize)?;
    Some(run.font)
}

/// What a font sets on lines of other fonts, phrase by phrase.
fn phrases_in(text: &PageText<'_>, page: &PageFacts, font: u16) -> Vec<Phrase> {
    let in_font = |word: &Word| font_of(page, word) == Some(font) && telling(&word.text);
    let joined = joined(
        &page.lines,
        Joining {
            gap: GAP,
            parted: true,
        },
        in_font,
    );
    let mut phrases: Vec<Phrase> = joined.into_iter().map(|(phrase, _)| phrase).collect();
    // A line that only the end of the page set is a footer or a stamp, but where it is a row of a table.
    phrases.retain(|value| {
        text.rest.iter().any(|(_, word)| on_line(value, word))
            || (has_digit(&value.text) && is_in_row(value, page, text))
            || is_shrunk(value, &text.rest)
    });
    phrases
}

/// On a line of which several words keep to the columns of the lines right above and right below.
fn is_in_row(value: &Phrase, page: &PageFacts, text: &PageText<'_>) -> bool {
    let next = |above: bool| {
        text.rest.iter().any(|(_, word)| {
            let rise = word.area.y0 - value.area.y0;
            let pitch = if above { rise } else { -rise };
            (0.8 * value.size..JUMP * value.size).contains(&pitch)
                && (word.size - value.size).abs() < 0.1 * value.size
        })
    };
    let words = page.lines.iter().flat_map(|line| &line.words);
    let kept = words
        .filter(|word| on_line(value, word))
        .filter(|word| in_column(&Phrase::of(word), &text.rest));
    next(true) && next(false) && kept.take(2).count() == 2
}

/// Phrases that were set in among text of other fonts, away from where the pen was.
fn set_apart(text: &PageText<'_>, phrases: &[Phrase], pen: &Area) -> Vec<Phrase> {
    let apart = phrases.iter().filter(|value| {
        let jump = (value.area.y0 - pen.y0).abs() > JUMP * value.size;
        // The next paragraph of the column that the pen was in.
        let next = (value.area.x0 - pen.x0).abs() < EDGE
            && (0.0..2.0 * JUMP * value.size).contains(&(pen.y0 - value.area.y0));
        let reached = in_sentence(value, &text.rest)
            || in_column(value, &text.rest)
            || is_shrunk(value, &text.rest);
        (jump && (!next || has_digit(&value.text)) && reached) || went_back(value, text, pen)
    });
    apart.cloned().collect()
}

/// Far smaller than the words before it and within their height: tools that redact a value and write another one in its
/// place make the letters smaller until they fit the box.
fn is_shrunk(value: &Phrase, rest: &[(usize, &Word)]) -> bool {
    has_digit(&value.text)
        && rest.iter().any(|(_, word)| {
            word.area.x1 < value.area.x0
                && word.area.y0 <= value.area.y0
                && value.area.y1 <= word.area.y1
                && value.size < SHRUNK * word.size
                && word.text.chars().any(char::is_alphanumeric)
        })
}

/// Inside a sentence that the pen had already left, to its right or to a line below: nobody writes backwards. Where
/// writing runs from right to left the pen comes from there.
fn went_back(value: &Phrase, text: &PageText<'_>, pen: &Area) -> bool {
    let right_to_left = text.rest.iter().any(|(_, word)| {
        let mut chars = word.text.chars();
        chars.any(|c| ('\u{590}'..='\u{8ff}').contains(&c))
    });
    let level = (value.area.y0 - pen.y0).abs() < 0.3 * value.size;
    let right = level && pen.x1 > value.area.x1;
    let below = value.area.y0 - pen.y0 > 0.8 * value.size;
    (right || below) && !right_to_left && neighbours(value, &text.rest) == (true, true)
}
