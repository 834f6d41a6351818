//! What is opaque and lies over text.

use assay_pdf::Area;
use assay_pdf::content::{Color, Image, Paint};

use crate::facts::PageFacts;
use crate::facts::page::ground::ground;
use crate::facts::page::{opaque, opaque_picture};

/// Something opaque that can hide text.
pub(super) struct Cover {
    pub order: u32,
    pub source: u16,
    pub area: Area,
    pub kind: CoverKind,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum CoverKind {
    Box(Color),
    Picture,
}

/// Everything on a page that hides what lies beneath it, pictures last.
pub(super) fn covers(page: &PageFacts) -> impl Iterator<Item = Cover> {
    let paints = page.content.paints.iter().filter_map(of_paint);
    paints.chain(page.content.images.iter().filter_map(of_image))
}

fn of_paint(paint: &Paint) -> Option<Cover> {
    let color = paint.filled?;
    // The box of a slanted or round shape is larger than what it hides.
    if !paint.rectangle {
        return None;
    }
    // A hairline hides nothing; a box of a few points may hide a digit.
    (opaque(paint) && paint.area.width() > 2.0 && paint.area.height() > 3.0).then_some(Cover {
        order: paint.order,
        source: paint.source,
        area: paint.area,
        kind: CoverKind::Box(color),
    })
}

fn of_image(image: &Image) -> Option<Cover> {
    opaque_picture(image).then_some(Cover {
        order: image.order,
        source: image.source,
        area: image.area,
        kind: CoverKind::Picture,
    })
}

/// A cover of its surroundings' colour is meant not to be seen; a panel is.
pub(super) fn blends_in(page: &PageFacts, cover: &Cover) -> bool {
    let CoverKind::Box(color) = cover.kind else {
        return true;
    };
    color.distance(&ground(&page.content, &cover.area, cover.order)) < 0.12
}
