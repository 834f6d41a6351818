//! Two texts in one place.

use assay_pdf::Area;
use assay_pdf::content::Word;

use crate::facts::PageFacts;
use crate::facts::page::words::has_digit;

use super::cover::covers;
use super::words::{Words, hides};
use crate::signal::words::boxed;
use crate::signal::{Place, Signal};

declare! {
    TEXT_OVERPRINTED = "text_overprinted" {
        rank: 230, module: "content", severity: High, scored: true, proves: Content, cause: "page text",
        meaning: "Two different texts are painted in the same place.",
        matters: "A value typed over another one without a cover still shows both.",
        benign: "Bold by double strike paints the same text twice.",
    }
}

/// Words overprint each other when so much of the smaller one is shared.
const OVERPRINT: f64 = 0.6;
/// Findings listed per page.
const LISTED: usize = 8;

/// *Sees* two words that read differently in one place.
/// *Honest files*: bold by double strike paints the same text twice; only texts that differ count.
pub(super) fn observe(page: &PageFacts, words: &Words<'_>, signals: &mut Vec<Signal>) {
    let mut listed = 0usize;
    for word in words
        .all
        .iter()
        .filter(|word| is_value(&word.text) && word.area.size() > 1.0)
    {
        let other = words.meeting(&word.area).into_iter().find(|other| {
            other.order.0 > word.order.1
                && is_value(&other.text)
                && other.angle == word.angle
                && other.text != word.text
                && (other.size - word.size).abs() < 0.35 * word.size
                && (other.area.y0 - word.area.y0).abs() < 0.3 * word.size
                && shared(&word.area, &other.area) > OVERPRINT
                && word.area.size().min(other.area.size())
                    > 0.3 * word.area.size().max(other.area.size())
        });
        let Some(other) = other else { continue };
        if word.text.contains(other.text.as_str())
            || other.text.contains(word.text.as_str())
            || is_hidden(page, word, other)
        {
            continue;
        }
        let area = word.area.union(&other.area);
        let evidence = format!(
            "“{}” and “{}” are painted over each other at {}.",
            word.text,
            other.text,
            boxed(page, &area)
        );
        signals.push(Signal {
            field: page.label(&area),
            old_value: Some(word.text.clone()),
            new_value: Some(other.text.clone()),
            ..Signal::new(
                &TEXT_OVERPRINTED,
                Place::Page {
                    page: page.page.number,
                    area: Some(area),
                },
                evidence,
            )
        });
        listed += 1;
        if listed >= LISTED {
            break;
        }
    }
}

/// Something opaque lies between the two: that is a cover, which has its own signal.
fn is_hidden(page: &PageFacts, below: &Word, above: &Word) -> bool {
    covers(page).any(|cover| {
        cover.order > below.order.1 && cover.order < above.order.0 && hides(&cover.area, below)
    })
}

fn shared(a: &Area, b: &Area) -> f64 {
    let smaller = a.size().min(b.size());
    if smaller <= 0.0 {
        0.0
    } else {
        a.intersection(b)
            .map_or(0.0, |common| common.size() / smaller)
    }
}

/// Long enough to be read as a value: single digits overprint each other in charts.
fn is_value(text: &str) -> bool {
    has_digit(text) && text.chars().count() >= 3
}
