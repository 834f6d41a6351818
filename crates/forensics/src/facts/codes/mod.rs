//! QR codes (ISO/IEC 18004) on the pages: as pictures, within contents, or drawn. Codes are found where they stand
//! upright or a quarter turned, as programs print them; a photographed one is not looked for.

mod drawn;
mod finders;
mod pictures;

use assay_pdf::{Area, LimitExceeded, View};
use rqrr::{Grid, SimpleGrid};

use crate::facts::page::PageFacts;

use finders::Square;

/// Codes kept of one file.
const MOST: usize = 64;
/// What may be looked at in one file, in pixels: some 40 ms.
const PIXELS: usize = 24_000_000;
/// Squares tried on one picture.
const TRIED: usize = 12;

/// A code that could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Code {
    pub page: u32,
    pub area: Area,
    pub text: String,
}

/// A picture in black and white, rows from the top.
#[derive(Debug, Clone)]
struct Bitmap {
    width: usize,
    height: usize,
    dark: Vec<bool>,
}

impl Bitmap {
    fn row(&self, y: usize) -> &[bool] {
        let start = y.saturating_mul(self.width);
        let row = self.dark.get(start..start.saturating_add(self.width));
        row.unwrap_or_default()
    }

    /// Whether the pixel around a point is dark; outside nothing is.
    fn at(&self, x: f64, y: f64) -> bool {
        if x < 0.0 || y < 0.0 {
            return false;
        }
        let (x, y) = (x as usize, y as usize);
        x < self.width && self.row(y).get(x).copied().unwrap_or(false)
    }
}

/// What may still be looked at in one file.
#[derive(Debug)]
struct Allowance(usize);

impl Allowance {
    fn take(&mut self, pixels: usize) -> bool {
        let left = self.0.checked_sub(pixels);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// All codes of the pages, in their order.
pub fn find(view: &View<'_>, pages: &[PageFacts]) -> Result<Vec<Code>, LimitExceeded> {
    let mut codes = Vec::new();
    let mut allowance = Allowance(PIXELS);
    let mut known = pictures::Known::default();
    for page in pages {
        let mut found = pictures::find(view, &page.content, &mut known, &mut allowance)?;
        found.extend(drawn::find(&page.content, &mut allowance));
        let number = page.page.number;
        codes.extend(found.into_iter().map(|(area, text)| Code {
            page: number,
            area,
            text,
        }));
        if codes.len() >= MOST {
            codes.truncate(MOST);
            break;
        }
    }
    Ok(codes)
}

/// The first code of a picture, with its place in it.
fn read(bitmap: &Bitmap) -> Option<(Square, String)> {
    let squares = finders::squares(bitmap);
    squares
        .into_iter()
        .take(TRIED)
        .find_map(|square| decode(bitmap, &square).map(|text| (square, text)))
}

/// Reads the modules of a square in the middle of each, and decodes them.
fn decode(bitmap: &Bitmap, square: &Square) -> Option<String> {
    let grid = SimpleGrid::from_func(square.modules, |x, y| {
        let (px, py) = square.module(x, y);
        bitmap.at(px, py)
    });
    let mut bytes = Vec::new();
    Grid::new(grid).decode_to(&mut bytes).ok()?;
    // What is not UTF-8 is Latin-1, as most writers without a declared encoding mean it.
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&b| char::from(b)).collect());
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests;
