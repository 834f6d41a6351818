//! Does the same program do the same thing elsewhere in the file? Page numbers, running heads and numbered rows stand in one
//! place on several pages, or in one column in even steps; covers of a layout come back on other pages.

use assay_pdf::Area;
use assay_pdf::content::Run;

use crate::facts::page::faces::face;
use crate::facts::page::own_text;
use crate::facts::{Facts, PageFacts};
use crate::signal::{Place, Signal};

/// Edges agree within this, points.
const EDGE: f64 = 1.6;
/// A run belongs to a value that covers so much of it, or of which it covers so much.
const SHARED: f64 = 0.5;
/// A stamp has no more runs.
const STAMPED: usize = 32;
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

/// Is it a part of what was painted last of all, and does another page end in the same place, in the same face and size?
/// Portals and archives set a line of theirs on every page; only where it meets text of the page it looks like a part of that.
pub(super) fn is_stamped(facts: &Facts<'_>, page: &PageFacts, area: &Area) -> bool {
    let of_area =
        |run: &Placed| run.area.covered_by(area) > SHARED || area.covered_by(&run.area) > SHARED;
    let stamped: Vec<Placed> = painted_last(page).into_iter().filter(of_area).collect();
    let others = || {
        let others = facts.pages.iter();
        others.filter(|other| other.page.number != page.page.number)
    };
    !stamped.is_empty()
        && others().any(|other| {
            let there = painted_last(other);
            stamped
                .iter()
                .all(|one| there.iter().any(|two| one.stands_like(two)))
        })
}

/// Text as it stands on a page.
struct Placed {
    area: Area,
    face: String,
    size: f64,
}

impl Placed {
    fn stands_like(&self, other: &Self) -> bool {
        self.face == other.face
            && (self.size - other.size).abs() < 0.1
            && (self.area.x0 - other.area.x0).abs() < EDGE
            && (self.area.y0 - other.area.y0).abs() < EDGE
    }
}

/// The text at the end of a page, in the one font in which it ends and that nothing before is set in.
fn painted_last(page: &PageFacts) -> Vec<Placed> {
    let content = &page.content;
    let mut runs: Vec<&Run> = own_text(content).collect();
    runs.sort_by_key(|run| run.order);
    let Some(font) = runs.last().map(|run| run.font) else {
        return Vec::new();
    };
    let before = runs.iter().rposition(|run| run.font != font);
    let parts = runs.split_at_checked(before.map_or(0, |at| at + 1));
    let alone = |(earlier, last): &(&[&Run], &[&Run])| {
        last.len() <= STAMPED && earlier.iter().all(|run| run.font != font)
    };
    let Some((_, last)) = parts.filter(alone) else {
        return Vec::new();
    };
    let face = content.fonts.get(usize::from(font)).map(|font| face(font));
    let placed = last.iter().filter_map(|run| {
        Some(Placed {
            area: content.run_area(run)?,
            face: face.clone()?,
            size: run.size,
        })
    });
    placed.collect()
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
