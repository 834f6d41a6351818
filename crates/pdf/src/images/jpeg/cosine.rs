//! The discrete cosine transform of 8 by 8 blocks (T.81, A.3.3), both ways, and the grey levels of a first channel.

use super::Coefficients;

/// Grey levels of a JPEG's first channel on the grid of its blocks.
#[derive(Debug, Clone)]
pub struct Levels {
    pub width: usize,
    pub height: usize,
    pub samples: Vec<u8>,
}

/// `cos((2x + 1) u π / 16)` with the scale of an orthonormal transform, by `u`, then `x`.
fn basis() -> [[f32; 8]; 8] {
    std::array::from_fn(|u| {
        std::array::from_fn(|x| {
            let scale = if u == 0 { 0.125f64.sqrt() } else { 0.5 };
            let angle = (2 * x + 1) as f64 * u as f64 * std::f64::consts::PI / 16.0;
            (scale * angle.cos()) as f32
        })
    })
}

impl Levels {
    /// What a decoder shows: whole levels from 0 to 255.
    pub fn of(picture: &Coefficients, steps: &[u16; 64]) -> Self {
        let (width, height) = (picture.columns * 8, picture.rows * 8);
        let mut samples = vec![0u8; width * height];
        let basis = basis();
        for (at, block) in picture.blocks().enumerate() {
            let (left, top) = (at % picture.columns * 8, at / picture.columns * 8);
            let mut values = [[0f32; 8]; 8];
            let pairs = block.iter().zip(steps).enumerate();
            for (n, (&value, &step)) in pairs.filter(|(_, (value, _))| **value != 0) {
                if let Some(slot) = values.get_mut(n / 8).and_then(|row| row.get_mut(n % 8)) {
                    *slot = f32::from(value) * f32::from(step);
                }
            }
            let shown = product(&product(&turned(&basis), &values), &basis);
            for (y, row) in shown.iter().enumerate() {
                let start = (top + y) * width + left;
                for (slot, value) in samples.iter_mut().skip(start).zip(row) {
                    *slot = (value + 128.0).round().clamp(0.0, 255.0) as u8;
                }
            }
        }
        Self {
            width,
            height,
            samples,
        }
    }

    /// The coefficients of the block whose corner stands at a pixel, in natural order.
    pub fn coefficients(&self, left: usize, top: usize) -> Option<[f32; 64]> {
        let mut values = [[0f32; 8]; 8];
        for (y, line) in values.iter_mut().enumerate() {
            let start = (top + y).checked_mul(self.width)? + left;
            let samples = self.samples.get(start..start + 8)?;
            for (slot, &sample) in line.iter_mut().zip(samples) {
                *slot = f32::from(sample) - 128.0;
            }
        }
        let basis = basis_of();
        let found = product(&product(basis, &values), &turned(basis));
        let mut out = [0f32; 64];
        for (slot, value) in out.iter_mut().zip(found.iter().flatten()) {
            *slot = *value;
        }
        Some(out)
    }
}

fn basis_of() -> &'static [[f32; 8]; 8] {
    static BASIS: std::sync::LazyLock<[[f32; 8]; 8]> = std::sync::LazyLock::new(basis);
    &BASIS
}

fn turned(matrix: &[[f32; 8]; 8]) -> [[f32; 8]; 8] {
    let mut out = [[0f32; 8]; 8];
    for (y, row) in matrix.iter().enumerate() {
        for (line, value) in out.iter_mut().zip(row) {
            if let Some(slot) = line.get_mut(y) {
                *slot = *value;
            }
        }
    }
    out
}

fn product(a: &[[f32; 8]; 8], b: &[[f32; 8]; 8]) -> [[f32; 8]; 8] {
    let mut out = [[0f32; 8]; 8];
    for (line, row) in out.iter_mut().zip(a) {
        for (factor, other) in row.iter().zip(b) {
            for (slot, value) in line.iter_mut().zip(other) {
                *slot += factor * value;
            }
        }
    }
    out
}
