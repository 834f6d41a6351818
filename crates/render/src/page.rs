//! One page through the rasteriser: the state's bytes in, pixels out, faults caught.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use assay_pdf::content::Contents;
use assay_pdf::{Area, Document, limits, revisions};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_syntax::Pdf;
use hayro::kurbo::{Affine, Rect};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

use crate::picture::{Mark, Picture};
use crate::{DPI, PIXELS, RenderError, SIDE};

const POINTS_PER_INCH: f64 = 72.0;
/// Points by which the two readers may differ about the size of a page.
const SAME_SIZE: f64 = 1.5;

/// Which page of which state, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct PageOf {
    /// Index of the save after which it is drawn; `None`: as the file stands.
    pub revision: Option<usize>,
    /// 1-based, in that state.
    pub page: u32,
    /// Dots per inch; lower where the picture would get too large.
    pub dpi: f64,
    pub marks: Vec<Mark>,
}

/// What the reader knows of the page.
struct Sheet {
    crop_box: Area,
    /// Degrees clockwise.
    rotate: i32,
}

/// What viewers show of a page, before it is turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetSize {
    /// In points.
    pub width: f64,
    pub height: f64,
    /// Degrees by which viewers turn it clockwise: 0, 90, 180 or 270.
    pub turn: u32,
}

/// The sizes of all pages of one state, the first [`assay_pdf::limits::PAGES`] of them. Nothing is drawn for it.
pub fn sheets(
    bytes: &[u8],
    password: &str,
    revision: Option<usize>,
) -> Result<Vec<SheetSize>, RenderError> {
    let document = Document::open_with(bytes, password)?;
    let pages = document.at(state(&document, revision)?).pages();
    let sizes = pages.iter().take(limits::PAGES).map(|page| SheetSize {
        width: page.crop_box.width(),
        height: page.crop_box.height(),
        turn: page.rotate.rem_euclid(360) as u32,
    });
    Ok(sizes.collect())
}

fn state(document: &Document<'_>, revision: Option<usize>) -> Result<usize, RenderError> {
    let last = document.revisions().len().saturating_sub(1);
    let revision = revision.unwrap_or(last);
    (revision <= last)
        .then_some(revision)
        .ok_or(RenderError::NoSuchSave)
}

/// Draws one page and marks areas on it.
pub fn draw(bytes: &[u8], wanted: &PageOf) -> Result<Picture, RenderError> {
    draw_with(bytes, "", wanted)
}

/// The same of a file that a password opens.
pub fn draw_with(bytes: &[u8], password: &str, wanted: &PageOf) -> Result<Picture, RenderError> {
    let document = Document::open_with(bytes, password)?;
    let revision = state(&document, wanted.revision)?;
    let index = (wanted.page as usize)
        .checked_sub(1)
        .ok_or(RenderError::NoSuchPage(wanted.page))?;
    let pages = document.at(revision).pages();
    let page = pages
        .get(index)
        .ok_or(RenderError::NoSuchPage(wanted.page))?;
    let sheet = Sheet {
        crop_box: page.crop_box,
        rotate: page.rotate,
    };
    // Forms that draw each other ten at a time are 10^12 operators in 3 KB. The rasteriser does not count, the reader does.
    if Contents::new(document.at(revision))
        .page(page)
        .cut
        .is_some()
    {
        return Err(RenderError::Endless);
    }
    let bytes = revisions::standing(&document, revision).into_owned();
    drop(document);
    // Nothing that the rasteriser may have left half-changed is looked at after a panic.
    let drawn = catch_unwind(AssertUnwindSafe(|| {
        rasterise(bytes, password, index, &sheet, wanted)
    }));
    drawn.unwrap_or_else(|payload| {
        // A payload may itself panic when dropped.
        std::mem::forget(payload);
        Err(RenderError::Stopped)
    })
}

fn rasterise(
    bytes: Vec<u8>,
    password: &str,
    index: usize,
    sheet: &Sheet,
    wanted: &PageOf,
) -> Result<Picture, RenderError> {
    let bytes = Arc::new(bytes);
    let pdf = Pdf::new_with_password(bytes.clone(), password)
        .or_else(|_| Pdf::new(bytes))
        .map_err(|_| RenderError::Refused)?;
    let pages = pdf.pages();
    let page = pages.get(index).ok_or(RenderError::ReadOtherwise)?;
    let (width, height) = page.render_dimensions();
    let (width, height) = (f64::from(width), f64::from(height));
    if !sheet.measures(width, height) {
        return Err(RenderError::ReadOtherwise);
    }
    let scale = scale(width, height, wanted.dpi);
    let transform = Affine::scale(scale) * page.initial_transform(true).to_kurbo();
    let side = |points: f64| (points * scale).round().clamp(1.0, SIDE) as u16;
    let mut context = RenderContext::new(side(width), side(height));
    render_into(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &mut context,
        transform,
    );
    context.flush();
    let mut pixels = Pixmap::new(context.width(), context.height());
    context.render_with(
        &mut pixels,
        &mut Resources::default(),
        RasterizerSettings {
            target_init: TargetInit::Clear(WHITE),
            ..Default::default()
        },
    );
    let mut picture = Picture::of(
        u32::from(pixels.width()),
        u32::from(pixels.height()),
        pixels.data_as_u8_slice(),
    );
    for mark in &wanted.marks {
        let [x0, y0, x1, y1] = mark.area;
        let corner = &sheet.crop_box;
        let on_page = Rect::new(
            x0 + corner.x0,
            y0 + corner.y0,
            x1 + corner.x0,
            y1 + corner.y0,
        );
        let at = transform.transform_rect_bbox(on_page);
        picture.mark([at.x0, at.y0, at.x1, at.y1], mark, scale);
    }
    Ok(picture)
}

/// Pixels a point: as asked for, but never more than a picture may have.
fn scale(width: f64, height: f64, dpi: f64) -> f64 {
    let dpi = if dpi.is_finite() { dpi } else { *DPI.start() };
    let asked = dpi.clamp(*DPI.start(), *DPI.end()) / POINTS_PER_INCH;
    let by_pixels = (PIXELS / (width * height).max(1e-6)).sqrt();
    let by_side = SIDE / width.max(height).max(1e-6);
    asked.min(by_pixels).min(by_side)
}

impl Sheet {
    /// Whether the rasteriser has the same page before it.
    fn measures(&self, width: f64, height: f64) -> bool {
        let (own_width, own_height) = match self.rotate.rem_euclid(180) {
            90 => (self.crop_box.height(), self.crop_box.width()),
            _ => (self.crop_box.width(), self.crop_box.height()),
        };
        (own_width - width).abs() <= SAME_SIZE && (own_height - height).abs() <= SAME_SIZE
    }
}
