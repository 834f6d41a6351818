//! What lies around a place of a page: the colour it stands on, the shapes drawn in it.

use assay_pdf::Area;
use assay_pdf::content::{Color, ColorSpace};

use crate::facts::PageFacts;
use crate::facts::page::solid;

/// The colour of what was painted last around an area before `order`; paper is white.
pub(super) fn ground(page: &PageFacts, area: &Area, order: u32) -> Color {
    let paints = page.content.paints.iter().rev();
    let around = paints
        .filter(|paint| paint.order < order && solid(paint))
        .find_map(|paint| {
            let larger =
                area.covered_by(&paint.area) > 0.98 && paint.area.size() > 1.1 * area.size();
            paint.filled.filter(|_| larger)
        });
    around.unwrap_or(Color::new(ColorSpace::Gray, &[1.0]))
}

/// How many shapes of the height of letters were filled in an area after `order`: text drawn as outlines.
pub(super) fn letter_shapes(page: &PageFacts, area: &Area, order: u32, size: f64) -> usize {
    let paints = page.content.paints.iter();
    let shapes = paints.filter(|paint| {
        paint.order > order
            && paint.filled.is_some()
            && !paint.rectangle
            && !paint.hidden
            && paint.area.covered_by(area) > 0.8
            && (0.2..1.6).contains(&(paint.area.height() / size.max(1.0)))
            && paint.area.width() < 1.6 * size
    });
    shapes.count()
}
