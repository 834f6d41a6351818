//! Does the same program do the same thing elsewhere in the file? Page numbers, running heads and numbered rows stand in one
//! place on several pages, or in one column in even steps; covers of a layout come back on other pages.

use assay_pdf::Area;

use crate::signal::{Place, Signal};

/// Edges agree within this, points.
const EDGE: f64 = 1.6;
/// Numbers in even steps are a numbering from so many on.
const NUMBERED: usize = 4;

pub(super) fn is_repeated(signal: &Signal, page: u32, area: &Area, all: &[Signal]) -> bool {
    let alike: Vec<(u32, Area, &Signal)> = all
        .iter()
        .filter(|other| other.is(signal.declared))
        .filter_map(|other| match other.place {
            Place::Page {
                page,
                area: Some(area),
            } => Some((page, area, other)),
            _ => None,
        })
        .collect();
    stands_on_other_pages(page, area, &alike) || is_numbered(page, area, &alike)
}

/// In the same place of another page, whatever it reads there.
fn stands_on_other_pages(page: u32, area: &Area, alike: &[(u32, Area, &Signal)]) -> bool {
    alike.iter().any(|(other, place, _)| {
        let side = (place.x0 - area.x0).abs() < EDGE || (place.x1 - area.x1).abs() < EDGE;
        *other != page && side && (place.y0 - area.y0).abs() < EDGE
    })
}

/// One of several whole numbers in one column that go on by the same step.
fn is_numbered(page: u32, area: &Area, alike: &[(u32, Area, &Signal)]) -> bool {
    let mut column: Vec<(f64, i64)> = alike
        .iter()
        .filter(|(other, place, _)| *other == page && (place.x1 - area.x1).abs() < EDGE)
        .filter_map(|(_, place, other)| {
            let number = other.new_value.as_ref()?.trim().parse().ok()?;
            Some((place.y0, number))
        })
        .collect();
    column.sort_by(|a, b| a.0.total_cmp(&b.0));
    let steps: Vec<i64> = column
        .iter()
        .zip(column.iter().skip(1))
        .map(|((_, a), (_, b))| b.saturating_sub(*a))
        .collect();
    column.len() >= NUMBERED
        && steps
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if a == b))
}
