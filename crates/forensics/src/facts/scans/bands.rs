//! What stands beside what in a picture: shapes from left to right, found by the bands of rows that they lie in.

use std::ops::RangeInclusive;

use super::glyphs::Shape;

/// Height of a band, pixels.
pub const BAND: usize = 16;

/// Rows of shapes that grow to the right, by the bands that the last shape of each lies in.
#[derive(Debug)]
pub struct Bands(Vec<Vec<usize>>);

impl Bands {
    /// Room for rows of these shapes.
    pub fn of(shapes: &[Shape]) -> Self {
        let bands = shapes.iter().map(|shape| shape.bottom / BAND + 2).max();
        Self(vec![Vec::new(); bands.unwrap_or_default()])
    }

    /// The rows near a shape: in its bands, and so many above and below them.
    pub fn near(&self, shape: &Shape, around: usize) -> impl Iterator<Item = usize> {
        let last = self.0.len().saturating_sub(1);
        let first = (shape.top / BAND).saturating_sub(around);
        let near = first..=(shape.bottom / BAND + around).min(last);
        self.0
            .get(near)
            .unwrap_or_default()
            .iter()
            .flatten()
            .copied()
    }

    /// Puts a row where its last shape lies; of the others there, those that `stay` may still grow.
    pub fn put(&mut self, row: usize, last: &Shape, stays: impl Fn(usize) -> bool) {
        for band in self.0.get_mut(bands(last)).unwrap_or_default() {
            // What ends too far to the left stays behind for good.
            band.retain(|&old| old != row && stays(old));
            band.push(row);
        }
    }
}

/// The bands that a shape lies in.
pub fn bands(shape: &Shape) -> RangeInclusive<usize> {
    shape.top / BAND..=shape.bottom / BAND
}

/// The furthest that a row reaches to find its next shape, where its own height and that of the shape are known.
pub fn widest(gap: f32, height: usize, next: usize) -> f32 {
    gap * height.max(next).max(4 * BAND) as f32
}
