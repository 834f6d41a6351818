//! Places of a JPEG that were compressed once in a picture that was compressed twice.
//!
//! A coefficient that was quantised by one step and then by another takes some values too often and some never (double
//! quantisation: Lukáš and Fridrich 2003; Lin et al. 2009). A picture editor opens a scan, paints a value and saves: the
//! whole picture was quantised twice on one grid, the painted value only once.

use assay_pdf::images::jpeg::{Coefficients, Levels};

use super::places::{Place, Told, places};

/// Quantised values looked at, absolute.
const HIGHEST: usize = 96;
/// Levels of a coefficient looked at, absolute.
const LEVELS: usize = 1100;
/// Deviation of a coefficient by rounding pixels to whole grey levels between the two compressions.
const ROUNDING: f64 = 0.45;
/// Share of coefficients that follow no rule: pixels that were cut off at black or white.
const STRAY: f64 = 0.04;
/// Nats a coefficient must tell on average before a first compression is believed.
const CERTAIN: f64 = 0.02;
/// Nats in all.
const CERTAIN_IN_ALL: f64 = 200.0;
/// Blocks that are enough to tell of a first compression: rows of them are left out of larger pictures.
const BLOCKS: usize = 24_000;
/// Nats that one block may add: a block that was cut off at white follows no rule in all its coefficients at once.
const BLOCK_AT_MOST: f64 = 6.0;

/// The table of annex K.1 of T.81, which most encoders scale by a quality (IJG).
const STANDARD: [u16; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
    92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];

/// A first compression that a picture's coefficients tell of.
#[derive(Debug, Clone)]
pub struct First {
    /// Quality in the scale of the Independent JPEG Group.
    pub quality: u16,
    /// Nats a coefficient for two compressions against one.
    pub told: f64,
    /// Nats for one compression against two, by frequency and absolute value.
    odds: Vec<Vec<f64>>,
}

/// Steps of a quality, as the Independent JPEG Group's library scales the standard table.
pub fn steps(quality: u16) -> [u16; 64] {
    let quality = u32::from(quality.clamp(1, 100));
    let scale = match quality {
        ..50 => 5000 / quality,
        _ => 200 - 2 * quality,
    };
    STANDARD.map(|step| ((u32::from(step) * scale + 50) / 100).clamp(1, 255) as u16)
}

impl First {
    /// The first compression that explains a picture best; `None` where none does.
    pub fn of(picture: &Coefficients, levels: &Levels, last: &[u16; 64]) -> Option<Self> {
        let step = picture.count().div_ceil(BLOCKS).max(1);
        let histograms = histograms(picture, step);
        let before = unquantised(levels, step);
        let all: u32 = histograms.iter().flatten().sum();
        let once: Vec<Vec<f64>> = before
            .iter()
            .zip(last)
            .map(|(values, &last)| quantised_once(values, f64::from(last)))
            .collect();
        let candidates = (30..=96).filter_map(|quality| {
            let first = steps(quality);
            if first == *last {
                return None;
            }
            let frequencies = first.iter().zip(last).zip(before.iter().zip(&once));
            let odds: Vec<Vec<f64>> = frequencies
                .map(|((&first, &last), (values, once))| match first == last {
                    true => Vec::new(),
                    false => odds(values, once, f64::from(first), f64::from(last)),
                })
                .collect();
            let told: f64 = histograms
                .iter()
                .zip(&odds)
                .flat_map(|(histogram, odds)| histogram.iter().zip(odds))
                .map(|(&count, odds)| -f64::from(count) * odds)
                .sum();
            Some((told, quality, odds))
        });
        let (told, quality, odds) = candidates.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let each = told / f64::from(all.max(1));
        (told > CERTAIN_IN_ALL && each > CERTAIN).then_some(Self {
            quality,
            told: each,
            odds,
        })
    }

    fn block(&self, block: &[i16; 64]) -> (f64, u32) {
        if is_rule(block.map(|value| value != 0)) {
            return (0.0, 0);
        }
        let mut sum = (0.0, 0);
        for (odds, &value) in self.odds.iter().zip(block).skip(1) {
            let told = odds.get(usize::from(value.unsigned_abs()));
            if let Some(told) = told.filter(|_| value != 0) {
                sum = (sum.0 + told, sum.1 + 1);
            }
        }
        (sum.0.min(BLOCK_AT_MOST), sum.1)
    }

    /// The places that look compressed once, most certain first. Blocks that were cut off tell nothing.
    pub fn places(&self, picture: &Coefficients, cut_off: &[bool]) -> Vec<Place> {
        let blocks = picture.blocks().enumerate();
        let told: Vec<Told> = blocks
            .map(|(at, block)| match cut_off.get(at) {
                Some(true) => (0.0, 0),
                _ => self.block(&block),
            })
            .collect();
        places(&told, picture.columns, picture.rows)
    }
}

/// Whether what a block holds changes in one direction only: a ruled line gives the same few coefficients in every block
/// that it crosses, which are one observation and not many.
pub fn is_rule(told: [bool; 64]) -> bool {
    let count = |across: bool| {
        let frequencies = told.iter().enumerate().filter(|(_, told)| **told);
        let own = frequencies.filter(|(n, _)| if across { n % 8 > 0 } else { n / 8 > 0 });
        own.count()
    };
    count(true) < 2 || count(false) < 2
}

/// How often each whole level stands at each frequency of a picture, absolute, were it not quantised: told by a grid of
/// blocks that lies half a block beside its own (Fridrich et al. 2002).
fn unquantised(levels: &Levels, step: usize) -> Vec<Vec<f64>> {
    let mut counts = vec![vec![0f64; LEVELS]; 64];
    for top in (4..levels.height.saturating_sub(8)).step_by(8 * step) {
        for left in (4..levels.width.saturating_sub(8)).step_by(8) {
            let Some(block) = levels.coefficients(left, top) else {
                continue;
            };
            for (counts, value) in counts.iter_mut().zip(&block) {
                if let Some(slot) = counts.get_mut(value.abs().round() as usize) {
                    *slot += 1.0;
                }
            }
        }
    }
    counts.iter().map(|counts| smooth(counts)).collect()
}

/// High values are few: each is spread over as wide a stretch as an eighth of itself.
fn smooth(counts: &[f64]) -> Vec<f64> {
    let mut out = vec![0f64; counts.len()];
    for (value, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0.0) {
        let reach = if value < 3 { 0 } else { 1 + value / 8 };
        let (from, to) = (value - reach, (value + reach).min(counts.len() - 1));
        let each = count / (to - from + 1) as f64;
        for slot in out.iter_mut().take(to + 1).skip(from) {
            *slot += each;
        }
    }
    out
}

/// Shares of the quantised values other than zero.
fn shares(mut counts: Vec<f64>) -> Vec<f64> {
    if let Some(zero) = counts.first_mut() {
        *zero = 0.0;
    }
    let all: f64 = counts.iter().sum::<f64>() + 1.0;
    // What was never seen is still possible.
    let least = 0.5 / HIGHEST as f64;
    counts.iter().map(|count| (count + least) / all).collect()
}

fn quantised_once(values: &[f64], last: f64) -> Vec<f64> {
    let mut counts = vec![0f64; HIGHEST + 1];
    for (value, &count) in values.iter().enumerate() {
        if let Some(slot) = counts.get_mut((value as f64 / last).round() as usize) {
            *slot += count;
        }
    }
    shares(counts)
}

/// Nats for one compression against two, by absolute quantised value.
fn odds(values: &[f64], once: &[f64], first: f64, last: f64) -> Vec<f64> {
    let mut multiples = vec![0f64; (LEVELS as f64 / first) as usize + 2];
    for (value, &count) in values.iter().enumerate() {
        if let Some(slot) = multiples.get_mut((value as f64 / first + 0.5) as usize) {
            *slot += count;
        }
    }
    let mut counts = vec![0f64; HIGHEST + 1];
    for (k, count) in multiples
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0.0)
    {
        let value = k as f64 * first;
        let nearest = (value / last).round() as usize;
        for n in nearest.saturating_sub(1)..=nearest + 1 {
            let middle = n as f64 * last;
            let share = normal((middle + last / 2.0 - value) / ROUNDING)
                - normal((middle - last / 2.0 - value) / ROUNDING);
            if let Some(slot) = counts.get_mut(n) {
                *slot += share * count;
            }
        }
    }
    let twice = shares(counts);
    let pairs = once.iter().zip(&twice).enumerate();
    pairs
        .map(|(n, (once, twice))| match n {
            0 => 0.0,
            _ => (once / ((1.0 - STRAY) * twice + STRAY * once)).ln(),
        })
        .collect()
}

/// The normal distribution, near enough (logistic approximation).
fn normal(x: f64) -> f64 {
    1.0 / (1.0 + (-1.702 * x).exp())
}

fn histograms(picture: &Coefficients, step: usize) -> Vec<Vec<u32>> {
    let mut histograms = vec![vec![0u32; HIGHEST + 1]; 64];
    let rows = (0..picture.rows).step_by(step);
    let row = |row| (0..picture.columns).filter_map(move |column| picture.block(column, row));
    for block in rows.flat_map(row) {
        for (histogram, &value) in histograms.iter_mut().zip(&block).skip(1) {
            let slot = histogram.get_mut(usize::from(value.unsigned_abs()));
            if let Some(slot) = slot.filter(|_| value != 0) {
                *slot += 1;
            }
        }
    }
    histograms
}

#[cfg(test)]
mod tests {
    use super::super::part::Part;
    use super::super::places::certain;
    use super::*;

    /// A picture of noise that falls off with frequency, quantised at one quality after another, but for a place.
    fn picture(first: Option<u16>, last: u16, once: (usize, usize, usize, usize)) -> Coefficients {
        let (columns, rows) = (60, 60);
        let mut state = 7u64;
        let mut random = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 33) as f64 + 1.0) / 2f64.powi(31)
        };
        let last = steps(last);
        let first = first.map(steps);
        let block = |at: usize, random: &mut dyn FnMut() -> f64| {
            let (x, y) = (at % columns, at / columns);
            let inside = x >= once.0 && x < once.2 && y >= once.1 && y < once.3;
            std::array::from_fn(|n| {
                let scale = 40.0 / (1.0 + (n / 8 + n % 8) as f64);
                let sign = if random() < 0.5 { -1.0 } else { 1.0 };
                let mut value = -sign * scale * random().min(1.0).ln();
                if n == 0 {
                    return 0;
                }
                let before = first.as_ref().filter(|_| !inside);
                if let Some(step) = before.and_then(|first| first.get(n)) {
                    value = (value / f64::from(*step)).round() * f64::from(*step);
                }
                let step = f64::from(last.get(n).copied().unwrap_or(1));
                (value / step).round() as i16
            })
        };
        let blocks = (0..columns * rows).map(|at| block(at, &mut random));
        Coefficients::of(columns, rows, blocks)
    }

    #[test]
    fn a_place_compressed_once_among_blocks_compressed_twice_is_found() {
        let painted = picture(Some(70), 85, (20, 30, 28, 32));
        let levels = Levels::of(&painted, &steps(85));
        let first = First::of(&painted, &levels, &steps(85));
        assert_eq!(first.as_ref().map(|first| first.quality), Some(70));
        let seams = first.map(|first| certain(&first.places(&painted, &[])));
        let blocks: Vec<Part> = seams.iter().flatten().map(|seam| seam.blocks).collect();
        assert_eq!(blocks, [(20, 30, 28, 32)]);
    }

    #[test]
    fn pictures_compressed_alike_all_over_show_nothing() {
        let nowhere = (0, 0, 0, 0);
        let first = |picture: &Coefficients| {
            First::of(picture, &Levels::of(picture, &steps(85)), &steps(85))
        };
        assert!(first(&picture(None, 85, nowhere)).is_none());
        let twice = picture(Some(70), 85, nowhere);
        assert!(first(&twice).is_some_and(|first| certain(&first.places(&twice, &[])).is_empty()));
    }

    #[test]
    fn a_ruled_line_is_one_observation_in_many_blocks() {
        let with =
            |frequencies: &[usize]| is_rule(std::array::from_fn(|n| frequencies.contains(&n)));
        assert!(with(&[8, 16, 24, 40]) && with(&[1, 2, 3]) && with(&[]));
        assert!(with(&[8, 16, 24, 1]));
        assert!(!with(&[1, 2, 8, 9]));
    }
}
