//! What codes are looked for in.

/// A picture in black and white, rows from the top.
#[derive(Debug, Clone)]
pub struct Bitmap {
    pub width: usize,
    pub height: usize,
    pub dark: Vec<bool>,
}

impl Bitmap {
    pub fn row(&self, y: usize) -> &[bool] {
        let start = y.saturating_mul(self.width);
        let row = self.dark.get(start..start.saturating_add(self.width));
        row.unwrap_or_default()
    }

    /// Whether the pixel around a point is dark; outside nothing is.
    pub fn at(&self, x: f64, y: f64) -> bool {
        if x < 0.0 || y < 0.0 {
            return false;
        }
        let (x, y) = (x as usize, y as usize);
        x < self.width && self.row(y).get(x).copied().unwrap_or(false)
    }
}

/// What may still be looked at in one file.
#[derive(Debug)]
pub struct Allowance(pub usize);

impl Allowance {
    pub fn take(&mut self, pixels: usize) -> bool {
        let left = self.0.checked_sub(pixels);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}
