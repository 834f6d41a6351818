//! Rectangles counted over the pixels of a picture.

use std::ops::Range;

/// Counts rectangles over pixels at the cost of their corners: a page may draw millions.
pub struct Grid {
    width: usize,
    /// Changes from pixel to pixel, one column and row more than there are pixels.
    steps: Vec<i64>,
}

impl Grid {
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width: width + 1,
            steps: vec![0; (width + 1) * (height + 1)],
        }
    }

    pub fn add(&mut self, columns: Range<usize>, rows: Range<usize>) {
        let corners = [
            (columns.start, rows.start, 1),
            (columns.end, rows.start, -1),
            (columns.start, rows.end, -1),
            (columns.end, rows.end, 1),
        ];
        for (x, y, step) in corners {
            if let Some(cell) = self.steps.get_mut(y * self.width + x) {
                *cell += step;
            }
        }
    }

    /// Pixels that any rectangle covers.
    pub fn sums(self) -> Sums {
        let width = self.width - 1;
        let height = self.steps.len() / self.width - 1;
        let mut counts = self.steps;
        for at in 0..counts.len() {
            let (x, y) = (at % self.width, at / self.width);
            let before = |there: bool, by: usize| {
                let at = at.checked_sub(by).filter(|_| there);
                at.and_then(|at| counts.get(at)).copied().unwrap_or(0)
            };
            let left = before(x > 0, 1);
            let above = before(y > 0, self.width);
            let corner = before(x > 0 && y > 0, self.width + 1);
            if let Some(count) = counts.get_mut(at) {
                *count += left + above - corner;
            }
        }
        let covered = (0..width * height).map(|at| {
            let count = counts.get(at / width * self.width + at % width);
            u32::from(count.is_some_and(|count| *count > 0))
        });
        Sums::of(width, covered)
    }
}

/// How many of the pixels of any rectangle are on.
pub struct Sums {
    width: usize,
    /// Of all pixels above and to the left.
    sums: Vec<u32>,
}

impl Sums {
    pub fn of(width: usize, pixels: impl Iterator<Item = u32>) -> Self {
        let wide = width + 1;
        let mut sums = vec![0; wide];
        let mut row = 0;
        for (at, pixel) in pixels.enumerate() {
            if at % width == 0 {
                sums.push(0);
                row = 0;
            }
            row += pixel;
            let above = sums.get(sums.len() - wide).copied().unwrap_or_default();
            sums.push(row + above);
        }
        Self { width, sums }
    }

    pub fn at(&self, pixel: usize) -> u32 {
        let (x, y) = (pixel % self.width, pixel / self.width);
        self.within(&(x..x + 1), &(y..y + 1))
    }

    pub fn within(&self, columns: &Range<usize>, rows: &Range<usize>) -> u32 {
        let at = |x: usize, y: usize| {
            let index = y * (self.width + 1) + x;
            self.sums.get(index).copied().unwrap_or_default()
        };
        let whole = at(columns.end, rows.end) + at(columns.start, rows.start);
        whole - at(columns.start, rows.end) - at(columns.end, rows.start)
    }
}
