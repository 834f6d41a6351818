//! Places of a losslessly packed picture that never were in a JPEG, where all the rest was.
//!
//! What a JPEG decoder shows has coefficients that are whole multiples of the steps it was quantised by (Fan and de
//! Queiroz 2003). A scan opened in a picture editor, painted on and saved losslessly keeps that grid everywhere but
//! where it was painted.

use assay_pdf::images::jpeg::Levels;

use super::places::{Place, Told, places};
use super::recompressed::is_rule;

/// Steps looked for: smaller ones drown in the rounding of pixels.
const STEPS: std::ops::RangeInclusive<u16> = 4..=80;
/// Deviation of a coefficient by rounding pixels to whole levels, for colour too.
const ROUNDING: f64 = 0.55;
/// Blocks looked at to find the steps.
const BLOCKS: usize = 6_000;
/// Coefficients beyond the first half step that a frequency needs.
const SEEN: usize = 150;
/// How well they must lie on the multiples: the mean of `cos(2π c / step)`, 1 for all of them.
const ON_LATTICE: f64 = 0.7;
/// Frequencies with a known step that make a grid.
const FREQUENCIES: usize = 6;
/// Nats that one coefficient, and one block, may add.
const COEFFICIENT: f64 = 4.0;
const BLOCK: f64 = 12.0;

/// The steps of an earlier compression, by frequency.
#[derive(Debug, Clone)]
pub struct JpegGrid {
    steps: [Option<u16>; 64],
}

impl JpegGrid {
    /// `None` where the picture was in no JPEG of the same grid.
    pub fn of(levels: &Levels, cut_off: &[bool]) -> Option<Self> {
        let (columns, rows) = (levels.width / 8, levels.height / 8);
        let step = (columns * rows).div_ceil(BLOCKS).max(1);
        let mut values: Vec<Vec<f32>> = vec![Vec::new(); 64];
        for at in (0..columns * rows).step_by(step) {
            if cut_off.get(at) == Some(&true) {
                continue;
            }
            let found = levels.coefficients(at % columns * 8, at / columns * 8)?;
            for (values, value) in values.iter_mut().zip(found) {
                if value.abs() > 2.0 {
                    values.push(value.abs());
                }
            }
        }
        let mut steps = [None; 64];
        for (slot, values) in steps.iter_mut().zip(&values).skip(1) {
            *slot = step_of(values);
        }
        let known = steps.iter().flatten().count();
        (known >= FREQUENCIES).then_some(Self { steps })
    }

    /// Frequencies whose step is known.
    pub fn known(&self) -> usize {
        self.steps.iter().flatten().count()
    }

    /// The places that do not lie on the grid, most certain first.
    pub fn places(&self, levels: &Levels, cut_off: &[bool]) -> Vec<Place> {
        let (columns, rows) = (levels.width / 8, levels.height / 8);
        let told: Vec<Told> = (0..columns * rows)
            .map(|at| match cut_off.get(at) {
                Some(true) => (0.0, 0),
                _ => levels
                    .coefficients(at % columns * 8, at / columns * 8)
                    .map_or((0.0, 0), |block| self.block(&block)),
            })
            .collect();
        places(&told, columns, rows)
    }

    fn block(&self, block: &[f32; 64]) -> Told {
        if is_rule(block.map(|value| f64::from(value.abs()) > 3.0 * ROUNDING)) {
            return (0.0, 0);
        }
        let mut sum = (0.0, 0);
        for (step, value) in self.steps.iter().zip(block) {
            let Some(step) = step.map(f64::from) else {
                continue;
            };
            let value = f64::from(value.abs());
            let off = (value - (value / step).round() * step) / ROUNDING;
            // Nothing at a frequency is nothing under any hypothesis.
            if value < 3.0 * ROUNDING {
                continue;
            }
            let on = -0.5 * off * off - (ROUNDING * std::f64::consts::TAU.sqrt()).ln();
            sum.0 += (-step.ln() - on).clamp(-COEFFICIENT, COEFFICIENT);
            sum.1 += 1;
        }
        (sum.0.min(BLOCK), sum.1)
    }
}

/// The largest step whose multiples the values lie on.
fn step_of(values: &[f32]) -> Option<u16> {
    STEPS.rev().find(|&step| {
        let step = f64::from(step);
        let (mut sum, mut count) = (0.0, 0usize);
        for &value in values {
            let value = f64::from(value);
            if value > step / 2.0 {
                sum += (value / step * std::f64::consts::TAU).cos();
                count += 1;
            }
        }
        count >= SEEN && sum > ON_LATTICE * count as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::scans::places::certain;
    use assay_pdf::images::jpeg::Coefficients;

    /// A picture of noise that falls off with frequency, out of a JPEG with steps of 8.
    fn picture() -> Levels {
        let mut state = 5u64;
        let mut random = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 33) as f64 + 1.0) / 2f64.powi(31)
        };
        let blocks = (0..1600).map(|_| {
            std::array::from_fn(|n| match n {
                0 => 0,
                _ => {
                    let sign = if random() < 0.5 { -1.0 } else { 1.0 };
                    let value =
                        -sign * 24.0 / (1.0 + (n / 8 + n % 8) as f64) * random().min(1.0).ln();
                    (value / 8.0).round() as i16
                }
            })
        });
        let coefficients = Coefficients::of(40, 40, blocks);
        Levels::of(&coefficients, &[8; 64])
    }

    #[test]
    fn what_was_painted_on_a_decoded_jpeg_lies_off_its_lattice() {
        let mut levels = picture();
        let whole = JpegGrid::of(&levels, &[]).map(|grid| grid.places(&levels, &[]));
        assert_eq!(whole.map(|places| certain(&places)), Some(Vec::new()));
        for y in 80..96 {
            for x in 160..224 {
                levels.samples[y * 320 + x] = if (x / 5 + y / 7) % 3 == 0 { 40 } else { 200 };
            }
        }
        let grid = JpegGrid::of(&levels, &[]);
        let found = grid.map(|grid| certain(&grid.places(&levels, &[])));
        let blocks: Vec<super::super::part::Part> =
            found.iter().flatten().map(|place| place.blocks).collect();
        assert_eq!(blocks, [(20, 10, 28, 12)]);
    }

    #[test]
    fn a_picture_that_was_in_no_jpeg_has_no_lattice() {
        let mut levels = picture();
        let mut state = 3u64;
        for sample in &mut levels.samples {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            *sample = (128 + (state >> 33) % 41 - 20) as u8;
        }
        assert!(JpegGrid::of(&levels, &[]).is_none());
    }
}
