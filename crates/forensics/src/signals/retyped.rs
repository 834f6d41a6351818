//! Values typed into a finished page: painted last, in a font of their own, among text that was painted before.

use assay_pdf::Area;
use assay_pdf::content::{Run, SourceKind, Word, label};

use crate::facts::{Facts, PageFacts};

use super::{Place, Signal};

/// A font with more glyphs on the page than this carries text of the page's own design.
const FEW_GLYPHS: usize = 48;
/// Share of a page's other glyphs that must have been painted before.
const PAINTED_BEFORE: f64 = 0.97;
/// A page with fewer glyphs tells nothing about order.
const PAGE_GLYPHS: usize = 60;
/// How far, in em, the pen must have jumped back to reach the value.
const JUMP: f64 = 2.2;
/// Words of a sentence stand closer than this, em.
const CLOSE: f64 = 0.7;
/// Edges of a column agree within this, points.
const EDGE: f64 = 1.6;
/// Peers of a column stand within this, points.
const NEAR: f64 = 130.0;
/// More names than this are not typed over one by one.
const NAMES: usize = 3;
/// Findings listed per page.
const LISTED: usize = 6;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut found = Vec::new();
    for page in &facts.pages {
        late_font(page, &mut found);
    }
    // What stands on several pages in one place is set by the page's design.
    let repeated = |signal: &Signal| {
        found
            .iter()
            .filter(|other| same_place(signal, other))
            .count()
            > 1
    };
    signals.extend(found.iter().filter(|signal| !repeated(signal)).cloned());
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
/// *Matters* because editors remove the old value and append the new one at the end of the page, in a font they bring.
/// *Honest files*: a total in bold at the end is painted right behind its label; stamps and page numbers stand on lines
/// of their own.
fn late_font(page: &PageFacts, signals: &mut Vec<Signal>) {
    let content = &page.content;
    let own = |source: u16| {
        !matches!(
            content.sources.get(usize::from(source)).map(|s| s.kind),
            Some(SourceKind::Annotation(_))
        )
    };
    let runs: Vec<_> = content
        .runs
        .iter()
        .filter(|run| !run.hidden && run.mode != 3 && own(run.source))
        .collect();
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
    let mut listed = 0usize;
    for font in late {
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
        let values = set_apart(page, font, &pen);
        // Words in many places are another layer of the page's design; numbers may be changed all together.
        if values
            .iter()
            .filter(|value| !has_digit(&value.text))
            .count()
            > NAMES
        {
            continue;
        }
        for value in values {
            let family = content
                .fonts
                .get(usize::from(font))
                .map(|f| f.base_font().to_owned())
                .unwrap_or_default();
            let evidence = format!(
                "“{}” is painted after the rest of the page, in the font {family} that nothing else on it uses.",
                value.text
            );
            signals.push(Signal {
                field: label(&page.lines, &value.area),
                new_value: Some(value.text),
                ..Signal::new(
                    "value_in_late_font",
                    Place::Page {
                        page: page.page.number,
                        area: Some(value.area),
                    },
                    evidence,
                )
            });
            listed += 1;
            if listed >= LISTED {
                return;
            }
        }
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

struct Value {
    text: String,
    area: Area,
    size: f64,
}

/// Phrases of a font that were set in among text of other fonts, away from where the pen was.
fn set_apart(page: &PageFacts, font: u16, pen: &Area) -> Vec<Value> {
    let in_font = |word: &Word| {
        page.content
            .runs
            .get(word.run as usize)
            .is_some_and(|run| run.font == font)
    };
    let mut values: Vec<Value> = Vec::new();
    for line in &page.lines {
        if line.words.iter().all(&in_font) {
            continue;
        }
        let mut open = false;
        for word in &line.words {
            if !in_font(word) || !word.text.chars().any(char::is_alphanumeric) {
                open = false;
                continue;
            }
            let jump = (word.area.y0 - pen.y0).abs() > JUMP * word.size;
            match values.last_mut() {
                Some(value) if open => {
                    value.text.push(' ');
                    value.text.push_str(&word.text);
                    value.area = value.area.union(&word.area);
                }
                _ if jump => {
                    values.push(Value {
                        text: word.text.clone(),
                        area: word.area,
                        size: word.size,
                    });
                    open = true;
                }
                _ => {}
            }
        }
    }
    let rest: Vec<(usize, &Word)> = page
        .lines
        .iter()
        .flat_map(|line| line.words.iter().enumerate())
        .filter(|(_, word)| !in_font(word))
        .collect();
    values.retain(|value| in_sentence(value, &rest) || in_column(value, &rest));
    values
}

/// Words of other fonts stand right before or behind it: it was set into a sentence. A name needs both sides, as a filled
/// form sets names right behind their labels.
fn in_sentence(value: &Value, rest: &[(usize, &Word)]) -> bool {
    let near = |gap: f64| gap > -0.3 * value.size && gap < CLOSE * value.size;
    let beside = || {
        rest.iter().filter(|(_, word)| {
            on_line(value, word) && word.text.chars().any(char::is_alphanumeric)
        })
    };
    let before = beside().any(|(_, word)| near(value.area.x0 - word.area.x1));
    let behind = beside().any(|(_, word)| near(word.area.x0 - value.area.x1));
    if has_digit(&value.text) {
        before || behind
    } else {
        before && behind
    }
}

/// Values of other fonts stand above or below it on the same edge: it was set into a column.
fn in_column(value: &Value, rest: &[(usize, &Word)]) -> bool {
    let digits = has_digit(&value.text);
    let peers = rest.iter().filter(|(position, word)| {
        let edge = if digits {
            has_digit(&word.text)
                && ((word.area.x1 - value.area.x1).abs() < EDGE
                    || (word.area.x0 - value.area.x0).abs() < EDGE)
        } else {
            // The first words of lines share the margin, which is no column of values.
            *position > 0 && (word.area.x0 - value.area.x0).abs() < EDGE
        };
        edge && !on_line(value, word)
            && (word.size - value.size).abs() < 0.2 * value.size
            && (word.area.y0 - value.area.y0).abs() < NEAR
    });
    let enough = if digits { 1 } else { 2 };
    peers.take(enough).count() == enough
}

fn on_line(value: &Value, word: &Word) -> bool {
    (word.area.y0 - value.area.y0).abs() < 0.5 * value.size
        && (word.area.y1 - value.area.y1).abs() < 0.6 * value.size
}

fn has_digit(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
}
