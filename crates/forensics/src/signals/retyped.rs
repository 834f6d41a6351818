//! Values typed into a finished page: painted last, in a font of their own, among text that was painted before.

use assay_pdf::content::{SourceKind, Word, label};

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
/// Findings listed per page.
const LISTED: usize = 6;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for page in &facts.pages {
        late_font(page, signals);
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
        for value in set_apart(page, font, &pen) {
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

struct Value {
    text: String,
    area: assay_pdf::Area,
}

/// Phrases of a font that stand on a line with text of other fonts, away from where the pen was.
fn set_apart(page: &PageFacts, font: u16, pen: &assay_pdf::Area) -> Vec<Value> {
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
                    });
                    open = true;
                }
                _ => {}
            }
        }
    }
    values
}
