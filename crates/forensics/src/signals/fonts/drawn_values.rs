//! Values drawn as shapes of digits in columns whose other values are text.

use assay_pdf::Area;
use assay_pdf::content::{Paint, Word};

use crate::facts::page::solid;
use crate::facts::page::words::has_two_decimals;
use crate::facts::{Facts, PageFacts};

use super::drawn_text;
use crate::signal::words::boxed;
use crate::signal::{Place, Signal, standing_once};
use crate::signals::line_ends::{EDGE, line_ends};

declare! {
    VALUE_DRAWN_AS_SHAPES = "value_drawn_as_shapes" {
        rank: 700, module: "columns", severity: Medium, scored: true, proves: Content, cause: "page text",
        meaning: "A number is drawn as shapes of digits, where the text around it is text.",
        matters: "A writer sets a column as text; digits drawn as paths were put in the place of a value by a program for drawing.",
        benign: "Marks and small charts that a design draws in a column of amounts.",
    }
}

/// Shapes that make a value at least.
const SHAPES: usize = 3;
/// Shapes looked at on one page: more are a drawing.
const PAINTS: usize = 2000;
/// Amounts looked at on one page.
const AMOUNTS: usize = 400;
/// Rows of one page that lack a value: where there are more, a font of the design is drawn as shapes.
const ROWS: usize = 6;
/// Ink ends before the advance of its last digit does, em.
const INK: f64 = 0.15;
/// A value is so wide and so high, em.
const WIDTH: std::ops::Range<f64> = 1.3..9.0;
const HEIGHT: std::ops::Range<f64> = 0.5..1.1;
/// Amounts of a column stand within this many em above and below.
const NEAR: f64 = 6.0;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut found = drawn_text::found(facts);
    let read: Vec<Place> = found.iter().map(|signal| signal.place).collect();
    for page in &facts.pages {
        let known = |area: &Area| {
            read.iter().any(|known| match known {
                Place::Page {
                    page: number,
                    area: Some(known),
                } => *number == page.page.number && known.intersection(area).is_some(),
                _ => false,
            })
        };
        let mut drawn = drawn(page);
        drawn.retain(|area| !known(area));
        if drawn.len() <= ROWS {
            found.extend(drawn.into_iter().map(|area| signal(page, area)));
        }
    }
    signals.extend(standing_once(found, EDGE));
}

/// *Sees* a row of a table without its amount, in whose place shapes as high as digits end on the edge of the column, between
/// amounts that are text.
/// *Honest files*: icons, ticks and charts are wider, higher or stand in columns of their own; files whose fonts were all
/// made into shapes have no amounts beside them.
fn drawn(page: &PageFacts) -> Vec<Area> {
    let shapes = shapes(page);
    if shapes.len() < SHAPES || shapes.len() > PAINTS {
        return Vec::new();
    }
    let amounts: Vec<&Word> = line_ends(page)
        .filter(|word| has_two_decimals(&word.text))
        .take(AMOUNTS)
        .collect();
    let mut found: Vec<Area> = Vec::new();
    for line in &page.lines {
        let Some(first) = line.words.first().filter(|word| word.angle == 0) else {
            continue;
        };
        let level = shapes.iter().filter(|shape| is_on(shape, first));
        let level: Vec<&Area> = level.map(|shape| &shape.area).collect();
        if level.len() < SHAPES {
            continue;
        }
        for column in columns_around(first, &amounts) {
            if let Some(area) = value_at(&level, column, line.words.iter())
                && !found.contains(&area)
            {
                found.push(area);
            }
        }
    }
    found
}

/// Filled shapes that are no boxes.
fn shapes(page: &PageFacts) -> Vec<&Paint> {
    let paints = page.content.paints.iter();
    let shapes = paints.filter(|paint| paint.filled.is_some() && !paint.rectangle && solid(paint));
    shapes.take(PAINTS + 1).collect()
}

/// Within the height of a line and no wider than a letter.
fn is_on(shape: &Paint, word: &Word) -> bool {
    let slack = 0.1 * word.size;
    shape.area.y0 > word.area.y0 - slack
        && shape.area.y1 < word.area.y1 + slack
        && shape.area.width() < 0.9 * word.size
}

/// Amounts with another one of their column on the other side of a line.
fn columns_around<'p>(
    word: &'p Word,
    amounts: &'p [&'p Word],
) -> impl Iterator<Item = &'p Word> + 'p {
    let rise = move |amount: &Word| (amount.area.y0 - word.area.y0) / word.size.max(1.0);
    let above = amounts
        .iter()
        .copied()
        .filter(move |amount| (0.6..NEAR).contains(&rise(amount)));
    above.filter(move |above| {
        amounts.iter().any(|below| {
            (0.6..NEAR).contains(&-rise(below))
                && (below.area.x1 - above.area.x1).abs() < EDGE
                && (below.size - above.size).abs() < 0.05
        })
    })
}

/// Where shapes end on the edge of a column, with no word there.
fn value_at<'p>(
    shapes: &[&Area],
    column: &Word,
    mut words: impl Iterator<Item = &'p Word>,
) -> Option<Area> {
    let (edge, size) = (column.area.x1, column.size);
    let mut near: Vec<&Area> = shapes
        .iter()
        .copied()
        .filter(|area| area.x1 < edge + EDGE && area.x0 > edge - WIDTH.end * size)
        .collect();
    near.sort_by(|a, b| b.x1.total_cmp(&a.x1));
    let last = near.first()?;
    if edge - last.x1 > INK * size {
        return None;
    }
    // The shapes that follow each other without a gap, from the edge to the left.
    let mut value = **last;
    let mut count = 0;
    for area in near {
        if value.x0 - area.x1 > 0.5 * size {
            break;
        }
        value = value.union(area);
        count += 1;
    }
    let is_value = count >= SHAPES
        && WIDTH.contains(&(value.width() / size))
        && HEIGHT.contains(&(value.height() / size));
    let bare = !words.any(|word| word.area.intersection(&value).is_some());
    (is_value && bare).then_some(value)
}

fn signal(page: &PageFacts, area: Area) -> Signal {
    let evidence = format!(
        "Shapes as high as digits stand in a column whose other amounts are text, at {}.",
        boxed(page, &area)
    );
    Signal {
        field: page.label(&area),
        ..Signal::new(&VALUE_DRAWN_AS_SHAPES, Place::on(page, area), evidence)
    }
}
