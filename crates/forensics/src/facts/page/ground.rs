//! What lies around a place of a page: the colour it stands on, the shapes drawn in it.

use assay_pdf::Area;
use assay_pdf::content::{Color, ColorSpace, PageContent};

use super::seen::solid;

/// The colour of what was painted last around an area before `order`; paper is white.
pub fn ground(content: &PageContent, area: &Area, order: u32) -> Color {
    let paints = content.paints.iter().rev();
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
pub fn letter_shapes(content: &PageContent, area: &Area, order: u32, size: f64) -> usize {
    let paints = content.paints.iter();
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

/// A rule is drawn along the foot of a stretch: somebody was meant to write there.
pub fn is_ruled(content: &PageContent, stretch: &Area) -> bool {
    content.paints.iter().any(|paint| {
        let flat = paint.area.height() < 0.2 * stretch.height()
            && paint.area.width() > 0.3 * stretch.width();
        let near = (paint.area.y0 - stretch.y0).abs() < 0.6 * stretch.height();
        let along = paint.area.x0 < stretch.x1 && stretch.x0 < paint.area.x1;
        flat && near && along
    })
}
