//! Values painted into stretches that earlier text steps over: what stood there was taken out of its string.

use assay_pdf::Area;
use assay_pdf::content::{Leap, Run, Word};

use crate::facts::page::ground::is_ruled;
use crate::facts::page::phrases::{Phrase, phrases};
use crate::facts::page::words::has_digit;
use crate::facts::page::{own, own_text};
use crate::facts::{Facts, PageFacts};

use crate::signal::{Place, Signal, standing_once};

declare! {
    EMPTIED_STRING_REFILLED = "emptied_string_refilled" {
        rank: 530, module: "retyped", severity: Medium, scored: true, proves: Content, cause: "retyped value",
        meaning: "A value painted late fills the room that an emptied string of the page leaves.",
        matters: "Redaction takes the characters out of their string and leaves the room; nobody writes such a string.",
        benign: "Templates whose sentences leave room without a rule.",
    }
}

/// Share of the page's other glyphs that must have been painted before.
const PAINTED_BEFORE: f64 = 0.97;
/// A page with fewer glyphs tells nothing about order.
const PAGE_GLYPHS: usize = 60;
/// More stretches than this are how the writer sets its columns.
const LEAPS: usize = 400;
/// Words looked at on one page.
const WORDS: usize = 4000;
/// Blanks of sentences that were filled: more are a form's.
const IN_SENTENCES: usize = 2;
/// Share of a word that must stand within a stretch.
const WITHIN: f64 = 0.6;
/// Edges of a value and its stretch agree within this, points.
const EDGE: f64 = 2.5;
/// Values listed.
const LISTED: usize = 40;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut found = Vec::new();
    for page in &facts.pages {
        refilled(page, &mut found);
    }
    found.truncate(LISTED);
    signals.extend(standing_once(found, EDGE));
}

/// *Sees* values painted when the page was done, each where an operation that shows no letter steps over a stretch as wide,
/// or where a sentence does in its midst or at its end.
/// *Honest files*: forms leave room too, but in front of a rule, between labels, in many places; columns of a line are set in
/// their turn.
fn refilled(page: &PageFacts, found: &mut Vec<Signal>) {
    let leaps: Vec<&Leap> = page
        .content
        .leaps
        .iter()
        .filter(|leap| own(&page.content, leap.source))
        .collect();
    let words: Vec<&Word> = page.lines.iter().flat_map(|line| &line.words).collect();
    if leaps.is_empty() || leaps.len() > LEAPS || words.len() > WORDS {
        return;
    }
    let set_in = |word: &Word| word.angle == 0 && leaps.iter().any(|leap| stands_in(word, leap));
    let filling: Vec<u32> = words
        .iter()
        .filter(|word| set_in(word))
        .map(|word| word.order.0)
        .collect();
    if filling.is_empty() || !are_late(page, &filling) {
        return;
    }
    let values = phrases(&page.lines, |word| filling.contains(&word.order.0));
    let matched = values.iter().filter_map(|value| {
        let mut fitting = leaps.iter().filter(|leap| fits(value, &leap.area));
        fitting.next().map(|leap| (value, *leap))
    });
    let (bare, inside): (Vec<_>, Vec<_>) =
        matched.partition(|(value, leap)| leap.bare && has_digit(&value.text));
    found.extend(bare.iter().map(|(value, _)| signal(page, value)));
    let inside = inside
        .iter()
        .filter(|(_, leap)| !leap.bare && is_in_sentence(page, leap));
    let inside: Vec<_> = inside.collect();
    if inside.len() <= IN_SENTENCES {
        found.extend(inside.iter().map(|(value, _)| signal(page, value)));
    }
}

/// Painted later than a stretch, most of it within.
fn stands_in(word: &Word, leap: &Leap) -> bool {
    word.order.0 > leap.order
        && word.area.intersection(&leap.area).is_some_and(|common| {
            common.width() > WITHIN * word.area.width()
                && common.height() > 0.5 * word.area.height()
        })
}

/// All of the page's other text was painted before.
fn are_late(page: &PageFacts, filling: &[u32]) -> bool {
    let first = filling.iter().copied().min().unwrap_or(0);
    let rest = own_text(&page.content).filter(|run| !filling.contains(&run.order));
    let rest: Vec<&Run> = rest.collect();
    let glyphs = |before: u32| -> usize {
        rest.iter()
            .filter(|run| run.order < before)
            .map(|run| run.glyphs.len())
            .sum()
    };
    let all = glyphs(u32::MAX);
    all >= PAGE_GLYPHS && glyphs(first) as f64 >= PAINTED_BEFORE * all as f64
}

/// Begins or ends where the stretch does.
fn fits(value: &Phrase, leap: &Area) -> bool {
    let level = value
        .area
        .intersection(leap)
        .is_some_and(|common| common.height() > 0.5 * value.area.height());
    level && ((value.area.x0 - leap.x0).abs() < EDGE || (value.area.x1 - leap.x1).abs() < EDGE)
}

/// Words of one sentence stand close before the stretch, and no rule is drawn along it.
fn is_in_sentence(page: &PageFacts, leap: &Leap) -> bool {
    let words = page.lines.iter().flat_map(|line| &line.words);
    let before = words.filter(|word| {
        let level = (word.area.y0 - leap.area.y0).abs() < 0.5 * leap.area.height();
        word.order.0 == leap.order && level && word.area.x1 <= leap.area.x0 + EDGE
    });
    before
        .filter(|word| word.text.chars().any(char::is_alphabetic))
        .nth(3)
        .is_some()
        && !is_ruled(&page.content, &leap.area)
}

fn signal(page: &PageFacts, value: &Phrase) -> Signal {
    let evidence = format!(
        "“{}” is painted when the page was done, in a stretch that a string painted in its turn steps over and leaves empty.",
        value.text
    );
    let place = Place::Page {
        page: page.page.number,
        area: Some(value.area),
    };
    Signal {
        field: page.label(&value.area),
        new_value: Some(value.text.clone()),
        ..Signal::new(&EMPTIED_STRING_REFILLED, place, evidence)
    }
}
