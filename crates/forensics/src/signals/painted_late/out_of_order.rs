//! Values painted at the end of a page that is otherwise painted from top to bottom, back in among finished text.

use assay_pdf::Area;
use assay_pdf::content::{Run, SourceKind, Word};

use crate::facts::page::painted;
use crate::facts::page::phrases::{Phrase, in_column, in_sentence, on_line, phrases};
use crate::facts::{Facts, PageFacts};

use crate::signal::{Place, Signal, standing_once};

declare! {
    VALUE_IN_STREAM_OF_ITS_OWN = "value_in_stream_of_its_own" {
        rank: 500, module: "retyped", severity: High, scored: true, proves: Content, cause: "retyped value",
        meaning: "A value among other text was painted after the page was finished, by a content stream that draws nothing else.",
        matters: "A writer that paints in reading order paints a value in its turn; what is put in afterwards comes last, even in the page's own font.",
        benign: "Numbers that an issuer stamps into a finished page.",
    }

    VALUE_OUT_OF_ORDER = "value_out_of_order" {
        rank: 540, module: "retyped", severity: Medium, scored: true, proves: Content, cause: "retyped value",
        meaning: "A value was painted after the page was finished, among text that was painted in its turn.",
        matters: "A writer that paints in reading order paints a value in its turn; what is put in afterwards comes last, even in the page's own font.",
        benign: "Writers that paint some fields in a second pass.",
    }
}

/// A page with fewer glyphs tells nothing about order.
const PAGE_GLYPHS: usize = 60;
/// Runs and glyphs that the tail of a page may hold; more is a part of the page's design.
const TAIL_RUNS: usize = 90;
const TAIL_GLYPHS: usize = 110;
/// Values of one tail: a form is filled in more places than a document is changed.
const VALUES: usize = 8;
/// How far up, in em, a jump of the pen must lead to count.
const JUMP: f64 = 1.8;
/// Jumps up the page that its own layout may need: columns, a block of addresses.
const COLUMNS: usize = 2;
/// Lines of one paragraph or list stand closer than this, em.
const PITCH: f64 = 2.4;
/// Edges of a paragraph agree within this, points.
const EDGE: f64 = 1.6;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut found = Vec::new();
    for page in &facts.pages {
        late_values(page, &mut found);
    }
    signals.extend(standing_once(found, EDGE));
}

/// *Sees* values at the end of a page's painting that stand in columns, sentences or lists painted long before, on a page
/// that otherwise goes from top to bottom.
/// *Honest files*: forms are filled in many places, blocks of a design bring their labels with them, headers and footers
/// stand beyond all other text.
fn late_values(page: &PageFacts, found: &mut Vec<Signal>) {
    let painted = painted(&page.content);
    let Some(start) = tail(&painted) else {
        return;
    };
    let Some((first, _)) = painted.get(start) else {
        return;
    };
    let order = first.order;
    let words = || page.lines.iter().flat_map(|line| &line.words);
    let rest: Vec<(usize, &Word)> = page
        .lines
        .iter()
        .flat_map(|line| line.words.iter().enumerate())
        .filter(|(_, word)| word.order.0 < order)
        .collect();
    let values = phrases(&page.lines, |word| word.order.0 >= order);
    if values.is_empty() || values.len() > VALUES {
        return;
    }
    let own_stream = |value: &Phrase| {
        let word = words()
            .find(|word| word.order.0 >= order && word.area.intersection(&value.area).is_some());
        word.is_some_and(|word| is_alone_in_its_stream(page, word, order))
    };
    let values: Vec<(&Phrase, bool)> = values
        .iter()
        .map(|value| (value, own_stream(value)))
        .collect();
    // All of a tail stands where it was wanted, or it is a block of the page's design.
    if !values.iter().all(|(value, own)| {
        is_inside(value, &rest) || (*own && is_between(value, &rest) && is_beside(value, &rest))
    }) {
        return;
    }
    for (value, own_stream) in values {
        // Designs of several blocks paint sentences, headings and the marks of lists in any order.
        if own_stream || is_figure(&value.text) {
            found.push(signal(page, value, own_stream));
        }
    }
}

/// An amount, a date, a number of something: a third of it and more are digits, and it is no mark of a list (“1.”, “2)”).
fn is_figure(text: &str) -> bool {
    let count = |of: fn(&char) -> bool| text.chars().filter(of).count();
    let digits = count(char::is_ascii_digit);
    let mark = digits < 3 && text.ends_with(['.', ')', ':']);
    digits > 0 && !mark && digits * 3 >= count(|c| c.is_alphanumeric())
}

/// Where the tail begins: at the earliest jump up the page near its end before which the page is in order.
fn tail(painted: &[(&Run, Area)]) -> Option<usize> {
    let total: usize = painted.iter().map(|(run, _)| run.glyphs.len()).sum();
    if total < PAGE_GLYPHS {
        return None;
    }
    let up = |index: usize| -> bool {
        let pair = index
            .checked_sub(1)
            .and_then(|before| painted.get(before))
            .zip(painted.get(index));
        pair.is_some_and(|((_, before), (run, area))| area.y0 - before.y0 > JUMP * run.size)
    };
    let jumps = (1..painted.len()).filter(|index| up(*index)).count();
    let mut start = None;
    let (mut glyphs, mut jumps_in_tail) = (0usize, 0usize);
    for index in (1..painted.len()).rev().take(TAIL_RUNS) {
        glyphs += painted.get(index).map_or(0, |(run, _)| run.glyphs.len());
        if glyphs > TAIL_GLYPHS || glyphs * 4 > total {
            break;
        }
        if up(index) {
            jumps_in_tail += 1;
            if jumps - jumps_in_tail <= COLUMNS {
                start = Some(index);
            }
        }
    }
    start
}

/// In among text that was painted before: in a column with its label beside it, in a sentence, between two lines.
fn is_inside(value: &Phrase, rest: &[(usize, &Word)]) -> bool {
    let beside = rest
        .iter()
        .any(|(_, word)| on_line(value, word) && word.text.chars().any(char::is_alphanumeric));
    is_between(value, rest)
        && (in_sentence(value, rest) || (beside && in_column(value, rest)) || in_list(value, rest))
}

/// Other text stands above and below.
fn is_between(value: &Phrase, rest: &[(usize, &Word)]) -> bool {
    let above = rest.iter().any(|(_, word)| word.area.y0 > value.area.y1);
    above && rest.iter().any(|(_, word)| word.area.y1 < value.area.y0)
}

/// On the baseline of other text of its size, or right above or below a line that begins on the same edge.
fn is_beside(value: &Phrase, rest: &[(usize, &Word)]) -> bool {
    rest.iter().any(|(_, word)| {
        let telling = word.text.chars().any(char::is_alphanumeric);
        let alike = (word.size - value.size).abs() < 0.1 * value.size;
        let rise = (word.area.y0 - value.area.y0).abs();
        let same_edge = (word.area.x0 - value.area.x0).abs() < EDGE;
        telling
            && alike
            && (rise < 0.3 * value.size || (same_edge && rise < 0.7 * PITCH * value.size))
    })
}

/// Lines right above and right below begin or end on the same edge.
fn in_list(value: &Phrase, rest: &[(usize, &Word)]) -> bool {
    let near = |above: bool| {
        rest.iter().any(|(_, word)| {
            let pitch = if above {
                word.area.y0 - value.area.y0
            } else {
                value.area.y0 - word.area.y0
            };
            let edge = (word.area.x0 - value.area.x0).abs() < EDGE
                || (word.area.x1 - value.area.x1).abs() < EDGE;
            edge && (0.8 * value.size..PITCH * value.size).contains(&pitch)
                && (word.size - value.size).abs() < 0.2 * value.size
        })
    };
    near(true) && near(false)
}

/// The content stream that draws a word of the tail draws nothing that came before.
fn is_alone_in_its_stream(page: &PageFacts, word: &Word, order: u32) -> bool {
    let content = &page.content;
    let source = content
        .runs
        .get(word.run as usize)
        .map(|run| run.source)
        .filter(|source| {
            let source = content.sources.get(usize::from(*source));
            source.is_some_and(|source| matches!(source.kind, SourceKind::Page(at) if at > 0))
        });
    let shared = |source: u16| {
        let runs = content.runs.iter();
        runs.filter(|run| run.order < order)
            .any(|run| run.source == source)
            || content
                .paints
                .iter()
                .any(|paint| paint.order < order && paint.source == source)
    };
    source.is_some_and(|source| !shared(source))
}

fn signal(page: &PageFacts, value: &Phrase, own_stream: bool) -> Signal {
    let (id, how) = if own_stream {
        (
            &VALUE_IN_STREAM_OF_ITS_OWN,
            " by a content stream that draws nothing else",
        )
    } else {
        (&VALUE_OUT_OF_ORDER, "")
    };
    let evidence = format!(
        "“{}” is painted after the end of the page{how}, though it stands among text that was painted in its turn from top to bottom.",
        value.text
    );
    Signal {
        field: page.label(&value.area),
        new_value: Some(value.text.clone()),
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
