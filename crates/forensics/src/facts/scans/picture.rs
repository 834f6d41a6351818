//! The picture of a page, read: its grey levels, and its coefficients where it is a JPEG.

use assay_pdf::content::{Image, PageContent};
use assay_pdf::images::jpeg::{Coefficients, Jpeg, Levels, coefficients};
use assay_pdf::images::{decoded_pixels, pixels};
use assay_pdf::{Area, LimitExceeded, Page, View};

use crate::facts::page::page_picture;

use super::part::Part;
use super::{container, grey};

/// Pixels of one file that are looked at, in page order: a hundredth of a second for a million of them.
const PIXELS: u64 = 24_000_000;
/// Bytes that looking at one pixel takes at most: colours decoded twice, and their luminance.
const BYTES: u64 = 8;

/// Samples of a JPEG's block that may stand at white or black before it tells nothing.
const CUT_OFF: usize = 12;

/// What may still be looked at in one file.
#[derive(Debug)]
pub struct Left(u64);

impl Default for Left {
    fn default() -> Self {
        Self(PIXELS)
    }
}

/// The picture of a page, read.
#[derive(Debug)]
pub struct Picture {
    pub levels: Levels,
    /// Size as a viewer shows it: the grid of blocks may be larger.
    pub size: (u32, u32),
    pub jpeg: Option<(Coefficients, [u16; 64])>,
    /// Blocks that were cut off at white or black or by the picture's edge, which tell nothing of an earlier compression.
    pub cut_off: Vec<bool>,
    /// Whether it has channels beside its luminance.
    pub colour: bool,
    /// The editor that its notes name, and where.
    pub editor: Option<(String, &'static str)>,
}

impl Picture {
    /// Pixels that a sample of its luminance stands for, across and down.
    pub fn scale(&self) -> (usize, usize) {
        match &self.jpeg {
            Some((blocks, _)) => (blocks.pixels.0 as usize / 8, blocks.pixels.1 as usize / 8),
            None => (1, 1),
        }
    }

    /// Where a part of its luminance stands on the page.
    pub fn placed(&self, image: &Image, (x0, y0, x1, y1): Part) -> Area {
        let (across, down) = self.scale();
        let pixels = (x0 * across, y0 * down, x1 * across, y1 * down);
        placed(image, pixels, self.size)
    }
}

/// The grey levels of a page's picture, and its coefficients where it is a JPEG.
pub fn read(
    view: &View<'_>,
    page: &Page,
    content: &PageContent,
    left: &mut Left,
) -> Result<Option<Picture>, LimitExceeded> {
    let Some(image) = page_picture(page, content) else {
        return Ok(None);
    };
    let object = image.id.and_then(|id| view.indirect(id));
    let Some(stream) = object.as_ref().and_then(|o| o.object.as_stream()) else {
        return Ok(None);
    };
    let size = u64::from(image.width) * u64::from(image.height);
    let budget = view.document().budget();
    if size > left.0 || size * BYTES > budget.decodable() as u64 {
        return Ok(None);
    }
    let data = view.decode(stream)?;
    let Some(jpeg) = Jpeg::read(&data) else {
        left.0 -= size;
        let pixels = decoded_pixels(view, stream, data)?;
        return Ok(pixels.and_then(|pixels| {
            Some(Picture {
                cut_off: grey::cut_off_in_colour(&pixels),
                colour: pixels.channels > 1,
                size: (pixels.width, pixels.height),
                levels: grey::levels(pixels)?,
                jpeg: None,
                editor: None,
            })
        }));
    };
    // The picture may be larger than its dictionary says.
    let size = size.max(u64::from(jpeg.width) * u64::from(jpeg.height));
    let Some(rest) = left.0.checked_sub(size) else {
        return Ok(None);
    };
    left.0 = rest;
    let read = coefficients(&jpeg, budget.decodable()).zip(jpeg.luma_table());
    let Some((blocks, steps)) = read else {
        return Ok(None);
    };
    budget.spend_decoded(blocks.count() * 192)?;
    let levels = Levels::of(&blocks, steps);
    let shown = (
        jpeg.width.div_ceil(blocks.pixels.0 / 8) as usize,
        jpeg.height.div_ceil(blocks.pixels.1 / 8) as usize,
    );
    let mut cut_off = grey::cut_off(&levels, CUT_OFF);
    grey::cut_by_edge(&levels, shown, &mut cut_off);
    Ok(Some(Picture {
        cut_off,
        levels,
        colour: jpeg.components.len() > 1,
        size: (jpeg.width, jpeg.height),
        jpeg: Some((blocks, *steps)),
        editor: container::editor(&jpeg.notes),
    }))
}

/// Whether a part of a page's JPEG is printed in colour; taken for so where it may not be looked at any more.
pub fn coloured(
    view: &View<'_>,
    image: &Image,
    picture: &Picture,
    part: Part,
) -> Result<bool, LimitExceeded> {
    if picture.jpeg.is_none() || !picture.colour {
        return Ok(false);
    }
    let size = u64::from(picture.size.0) * u64::from(picture.size.1);
    let object = image.id.and_then(|id| view.indirect(id));
    let stream = object.as_ref().and_then(|object| object.object.as_stream());
    match stream.filter(|_| size * BYTES < view.document().budget().decodable() as u64) {
        Some(stream) => Ok(pixels(view, stream)?.is_none_or(|all| grey::coloured(&all, part))),
        None => Ok(true),
    }
}

/// Where pixels of a picture stand on the page.
fn placed(image: &Image, pixels: Part, size: (u32, u32)) -> Area {
    let across = |column: usize| (column as f64 / f64::from(size.0)).min(1.0);
    let up = |row: usize| (1.0 - row as f64 / f64::from(size.1)).max(0.0);
    let (x0, y0, x1, y1) = pixels;
    image.placed(&Area::between(across(x0), up(y0), across(x1), up(y1)))
}
