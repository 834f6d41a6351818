//! Values set on a small box of the paper's colour at the end of a page: the old value was taken out of the contents.

use assay_pdf::Area;
use assay_pdf::content::{Paint, Run, Word};

use crate::facts::page::ground::ground;
use crate::facts::page::words::is_number;
use crate::facts::page::{in_contents, opaque, seen};
use crate::facts::{Facts, PageFacts};

use crate::signal::words::boxed;
use crate::signal::{Place, Signal, standing_once};

declare! {
    VALUE_ON_ERASED_GROUND = "value_on_erased_ground" {
        rank: 220, module: "retyped", severity: High, scored: true, proves: Content, cause: "retyped value",
        meaning: "A value stands on a box of the paper's colour as tight as a line, both painted when the page was finished.",
        matters: "Redaction tools take the old value out, fill its box and set the new one there.",
        benign: "Labels that a design sets on boxes of their own, at the end of a page.",
    }
}

/// Share of the page's other glyphs that must have been painted before.
const PAINTED_BEFORE: f64 = 0.97;
/// A page with fewer glyphs tells nothing about order.
const PAGE_GLYPHS: usize = 60;
/// More such boxes on one page are labels of its design, but where they were cut to the numbers of a table.
const BOXES: usize = 4;
/// And more than this are a design's in any case.
const TABLE_BOXES: usize = 80;
/// Boxes of one column of a table, of one right edge within this, points, and of widths that differ by more.
const COLUMN: usize = 3;
const COLUMN_EDGE: f64 = 0.6;
const CUT: f64 = 3.0;
/// Share of such boxes that stand in columns.
const MOST: f64 = 0.75;
/// Paints looked at, from the end of the page.
const PAINTS: usize = 400;
/// Edges of a box agree with those of its value within this, points.
const EDGE: f64 = 1.5;
/// A value shrunk more than this is no longer one of its line.
const SHRUNK: f64 = 2.2;
/// How far, in heights of the box, the pen must have jumped to reach it.
const JUMP: f64 = 2.2;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut found = Vec::new();
    for page in &facts.pages {
        on_erased_ground(page, &mut found);
    }
    signals.extend(standing_once(found, EDGE));
}

/// *Sees* a value on a box of the paper's colour, as tight as a line of text, both painted when the page was done, with
/// nothing beneath.
/// *Honest files*: labels on charts and flattened fields bring boxes too: many on a page, larger than their text, or
/// painted with the rest.
fn on_erased_ground(page: &PageFacts, found: &mut Vec<Signal>) {
    let content = &page.content;
    let boxes: Vec<(&Paint, Vec<&Word>)> = content
        .paints
        .iter()
        .rev()
        .take(PAINTS)
        .filter(|paint| is_erasure(page, paint))
        .map(|paint| (paint, words_on(page, paint)))
        .filter(|(_, words)| !words.is_empty())
        .collect();
    if boxes.is_empty() {
        return;
    }
    let set_there: Vec<u32> = boxes
        .iter()
        .flat_map(|(_, words)| words)
        .map(|word| word.order.0)
        .collect();
    let rest: Vec<&Run> = content
        .runs
        .iter()
        .filter(|run| seen(run) && !set_there.contains(&run.order))
        .collect();
    let glyphs = |runs: &[&Run]| -> usize { runs.iter().map(|run| run.glyphs.len()).sum() };
    let total = glyphs(&rest);
    if total < PAGE_GLYPHS {
        return;
    }
    let late: Vec<_> = boxes
        .iter()
        .filter(|(paint, _)| {
            let before: Vec<&Run> = rest
                .iter()
                .copied()
                .filter(|run| run.order < paint.order)
                .collect();
            glyphs(&before) as f64 > PAINTED_BEFORE * total as f64
                && jumps(page, paint, &before)
                && !is_at_the_edge(page, paint)
        })
        .collect();
    if late.len() > BOXES && !are_cut_to_numbers(&late) {
        return;
    }
    let found_here = late.iter().rev();
    found.extend(found_here.filter_map(|(paint, words)| signal(page, &paint.area, words)));
}

/// Each box holds a number, and most end where those of their column do, each as wide as the number that it took away:
/// designs give the cells of a column one width.
fn are_cut_to_numbers(late: &[&(&Paint, Vec<&Word>)]) -> bool {
    let numbers = late
        .iter()
        .all(|(_, words)| words.iter().all(|word| is_number(&word.text)));
    if late.len() > TABLE_BOXES || !numbers {
        return false;
    }
    let in_column = late.iter().filter(|(paint, _)| {
        let peers = late.iter().map(|(other, _)| other.area);
        let column: Vec<Area> = peers
            .filter(|other| (other.x1 - paint.area.x1).abs() < COLUMN_EDGE)
            .collect();
        let widths = column.iter().map(Area::width);
        let range = widths.clone().fold(0.0, f64::max) - widths.fold(f64::MAX, f64::min);
        column.len() >= COLUMN && range > CUT
    });
    in_column.count() as f64 >= MOST * late.len() as f64
}

/// The pen was elsewhere before: a cell beside or beneath the last one is the flow of the page.
fn jumps(page: &PageFacts, paint: &Paint, before: &[&Run]) -> bool {
    let last = before.iter().max_by_key(|run| run.order);
    last.and_then(|run| page.content.run_area(run))
        .is_some_and(|pen| (pen.y0 - paint.area.y0).abs() > JUMP * paint.area.height())
}

/// Headers and footers come last with many writers: nothing that was painted before stands beyond them.
fn is_at_the_edge(page: &PageFacts, paint: &Paint) -> bool {
    let words = page.lines.iter().flat_map(|line| &line.words);
    let mut before = words.filter(|word| word.order.1 < paint.order);
    let (mut above, mut below) = (false, false);
    before.any(|word| {
        above |= word.area.y0 > paint.area.y1;
        below |= word.area.y1 < paint.area.y0;
        above && below
    });
    !(above && below)
}

/// An opaque box of the colour that it stands on, drawn by the page itself.
fn is_erasure(page: &PageFacts, paint: &Paint) -> bool {
    // Forms bring flattened fields and their boxes.
    in_contents(&page.content, paint.source)
        && opaque(paint)
        && paint.rectangle
        && paint.area.width() > 4.0
        && (3.0..40.0).contains(&paint.area.height())
        && paint.filled.is_some_and(|color| {
            color.distance(&ground(&page.content, &paint.area, paint.order)) < 0.05
        })
}

/// The words painted on a box that is as tight as their line; none where anything else lies in it.
fn words_on<'p>(page: &'p PageFacts, paint: &Paint) -> Vec<&'p Word> {
    let area = &paint.area;
    let meeting = page
        .lines
        .iter()
        .flat_map(|line| &line.words)
        .filter(|word| {
            word.area
                .intersection(area)
                .is_some_and(|common| common.size() > 0.3 * word.area.size())
        });
    let words: Vec<&Word> = meeting.collect();
    let Some(all) = words
        .iter()
        .map(|word| word.area)
        .reduce(|a, b| a.union(&b))
    else {
        return Vec::new();
    };
    let own = words
        .iter()
        .map(|word| word.size)
        .fold(0.0, f64::max)
        .max(1.0);
    let size = own.max(line_size(page, paint).min(SHRUNK * own));
    // The old value was as wide as the new one would be in letters of the line's size.
    let wide = all.width().max(1.0);
    let tight = (0.4..1.5).contains(&(area.height() / size))
        && (0.4 * wide..1.6 * wide * size / own).contains(&area.width())
        && ((area.x0 - all.x0).abs() < EDGE || (area.x1 - all.x1).abs() < EDGE);
    let later = words
        .iter()
        .all(|word| word.order.0 > paint.order && word.angle == 0);
    if tight && later { words } else { Vec::new() }
}

/// The size of the text that the line already held, else of the text nearest above or below: redaction tools shrink a
/// longer value until it fits the box.
fn line_size(page: &PageFacts, paint: &Paint) -> f64 {
    let middle = f64::midpoint(paint.area.y0, paint.area.y1);
    let words = || {
        let all = page.lines.iter().flat_map(|line| &line.words);
        all.filter(|word| word.order.1 < paint.order && word.angle == 0)
    };
    let level = words().filter(|word| (word.area.y0..word.area.y1).contains(&middle));
    let own = level.map(|word| word.size).fold(0.0, f64::max);
    if own > 0.0 {
        return own;
    }
    let apart = |word: &&Word| (f64::midpoint(word.area.y0, word.area.y1) - middle).abs();
    let nearest = words().min_by(|a, b| apart(a).total_cmp(&apart(b)));
    nearest.map_or(0.0, |word| word.size)
}

fn signal(page: &PageFacts, area: &Area, words: &[&Word]) -> Option<Signal> {
    let value: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let value = value.join(" ");
    if !value.chars().any(char::is_alphanumeric) {
        return None;
    }
    let place = words
        .iter()
        .map(|word| word.area)
        .reduce(|a, b| a.union(&b))?;
    let evidence = format!(
        "“{value}” stands on a patch of the paper's colour at {} with nothing beneath; both were painted after the rest of the page.",
        boxed(page, area)
    );
    Some(Signal {
        field: page.label(&place),
        new_value: Some(value),
        ..Signal::new(
            &VALUE_ON_ERASED_GROUND,
            Place::Page {
                page: page.page.number,
                area: Some(place),
            },
            evidence,
        )
    })
}
