//! Digits that stand upon the next character of their own number.

use assay_pdf::content::Glyph;

use crate::facts::page::seen_upright;
use crate::facts::{Facts, PageFacts};

use super::overprints::TEXT_OVERPRINTED;
use crate::signal::{Place, Signal};

/// The next character begins within this share of a digit's width from where the digit does.
const UPON: f64 = 0.3;
/// Baselines of one number agree within this share of the height.
const LEVEL: f64 = 0.02;
/// More places are a font whose widths are wrong, or a way to write in bold.
const PLACES: usize = 3;

/// *Sees* a digit with another digit or the mark of the number painted upon it right after it.
/// *Honest files*: bold by double strike paints the same character twice; fonts with wrong widths crowd all their numbers.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let found: Vec<Signal> = facts
        .pages
        .iter()
        .flat_map(on_page)
        .take(PLACES + 1)
        .collect();
    if found.len() <= PLACES {
        signals.extend(found);
    }
}

fn on_page(page: &PageFacts) -> impl Iterator<Item = Signal> {
    let content = &page.content;
    let pairs = content.glyphs.windows(2);
    pairs.filter_map(move |pair| match pair {
        [digit, next] if is_upon(page, digit, next) => {
            let (first, last) = (
                content.runs.get(digit.run as usize)?,
                content.runs.get(next.run as usize)?,
            );
            let alike = first.font == last.font && (first.size - last.size).abs() < 0.01;
            (alike && seen_upright(first) && seen_upright(last)).then(|| signal(page, digit, next))
        }
        _ => None,
    })
}

/// A digit with another one or a mark where it begins, both painted right after each other.
fn is_upon(page: &PageFacts, digit: &Glyph, next: &Glyph) -> bool {
    let text = |glyph| page.content.glyph_text(glyph);
    let of_number = |text: &str| is_digit(text) || matches!(text, "." | ",");
    let step = next.origin.0 - digit.origin.0;
    let height = digit.area.height();
    is_digit(text(digit))
        && of_number(text(next))
        && text(digit) != text(next)
        && (next.origin.1 - digit.origin.1).abs() < LEVEL * height
        && step.abs() < UPON * f64::from(digit.advance)
        && next.run.saturating_sub(digit.run) < 2
}

fn signal(page: &PageFacts, digit: &Glyph, next: &Glyph) -> Signal {
    let content = &page.content;
    let runs = (digit.run..=next.run).filter_map(|run| content.runs.get(run as usize));
    let text: String = runs.clone().map(|run| content.run_text(run)).collect();
    let areas = runs.filter_map(|run| content.run_area(run));
    let area = areas.fold(digit.area, |all, area| all.union(&area));
    let evidence = format!(
        "In “{}” the characters “{}” and “{}” are painted in one place.",
        text.trim(),
        content.glyph_text(digit),
        content.glyph_text(next)
    );
    Signal {
        field: page.label(&area),
        new_value: Some(text.trim().to_owned()),
        ..Signal::new(&TEXT_OVERPRINTED, Place::on(page, area), evidence)
    }
}

fn is_digit(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_digit())
}
