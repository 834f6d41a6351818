//! Reading the code that a picture holds.

use rqrr::{Grid, SimpleGrid};

use super::bitmap::Bitmap;
use super::finders::{self, Square};

/// Squares tried on one picture.
const TRIED: usize = 12;

/// The first code of a picture, with its place in it.
pub fn read(bitmap: &Bitmap) -> Option<(Square, String)> {
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
