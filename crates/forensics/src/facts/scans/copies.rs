//! Parts of a losslessly packed picture that are the same samples twice.
//!
//! No sensor gives the same noise twice. Where samples of a noisy picture stand again elsewhere, they were copied there:
//! a digit over a digit, blank paper over a line. What drawing programs render repeats by nature and has no noise.

use std::collections::BTreeMap;

use assay_pdf::images::jpeg::Levels;

/// Samples of a row that are looked for elsewhere.
const WINDOW: usize = 6;
/// Rows of it.
const ROWS: usize = 3;
/// One window in so many is looked for: its own samples decide, so that the same ones are looked for everywhere.
const ONE_IN: u64 = 4;
/// Places that one content may have: more is a pattern.
const PLACES: usize = 4;
/// Windows that must lie the same way apart.
const WINDOWS: usize = 5;
/// Different levels that a window must hold: flat paper and ramps are alike everywhere.
const VARIETY: u32 = 6;
/// Samples of the part that stands twice.
const SAMPLES: usize = 80;
/// Parts told of one picture; more are a picture made of parts.
const PARTS: usize = 3;
/// Windows looked for in one picture.
const AT_MOST: usize = 2_000_000;
/// Deviation of paper below which a picture may be drawn, levels.
pub const NOISE: f64 = 0.3;

/// A part that stands twice: left, top, right, bottom of both, and samples that agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copy {
    pub a: (usize, usize, usize, usize),
    pub b: (usize, usize, usize, usize),
    pub samples: usize,
}

/// The parts that stand twice, largest first; nothing where there are too many of them.
pub fn copies(levels: &Levels) -> Vec<Copy> {
    let mut windows = windows(levels);
    windows.sort_unstable();
    let mut by_offset: BTreeMap<(i64, i64), Vec<(usize, usize)>> = BTreeMap::new();
    for same in windows.chunk_by(|a, b| a.0 == b.0) {
        if !(2..=PLACES).contains(&same.len()) {
            continue;
        }
        for (n, a) in same.iter().enumerate() {
            for b in same.iter().skip(n + 1) {
                let offset = (
                    i64::from(b.2) - i64::from(a.2),
                    i64::from(b.1) - i64::from(a.1),
                );
                let place = (a.2 as usize, a.1 as usize);
                by_offset.entry(offset).or_default().push(place);
            }
        }
    }
    let mut found: Vec<Copy> = by_offset
        .iter()
        .filter(|(_, places)| places.len() >= WINDOWS)
        .filter_map(|(offset, places)| part(levels, *offset, places))
        .collect();
    found.sort_by_key(|copy| std::cmp::Reverse(copy.samples));
    match found.len() {
        ..=PARTS => found,
        _ => Vec::new(),
    }
}

/// Windows that are looked for: what they hold, their row and column.
fn windows(levels: &Levels) -> Vec<(u64, u32, u32)> {
    let width = levels.width;
    let mut out = Vec::new();
    for top in 0..levels.height.saturating_sub(ROWS) {
        let row = |n: usize| levels.samples.get((top + n) * width..(top + n + 1) * width);
        let (Some(first), Some(second), Some(third)) = (row(0), row(1), row(2)) else {
            break;
        };
        let lines = first
            .windows(WINDOW)
            .zip(second.windows(WINDOW))
            .zip(third.windows(WINDOW));
        for (left, ((a, b), c)) in lines.enumerate() {
            // Flat rows are passed over before anything is reckoned.
            if b.first() == b.get(1) && b.get(1) == b.get(2) {
                continue;
            }
            let held = [a, b, c]
                .iter()
                .fold(0xcbf2_9ce4_8422_2325u64, |hash, line| {
                    let mut bytes = [0u8; 8];
                    bytes
                        .iter_mut()
                        .zip(*line)
                        .for_each(|(to, from)| *to = *from);
                    (hash ^ u64::from_le_bytes(bytes))
                        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                        .rotate_left(29)
                });
            if held % ONE_IN == 0 && variety([a, b, c]) >= VARIETY {
                out.push((held, top as u32, left as u32));
            }
        }
        if out.len() > AT_MOST {
            return Vec::new();
        }
    }
    out
}

fn variety(lines: [&[u8]; 3]) -> u32 {
    let mut seen = [0u64; 4];
    for sample in lines.into_iter().flatten() {
        if let Some(bits) = seen.get_mut(usize::from(sample >> 6)) {
            *bits |= 1 << (sample & 63);
        }
    }
    seen.iter().map(|bits| bits.count_ones()).sum()
}

/// The box of windows that lie one way apart, where most of it does stand twice.
fn part(levels: &Levels, offset: (i64, i64), places: &[(usize, usize)]) -> Option<Copy> {
    let left = places.iter().map(|place| place.0).min()?;
    let right = places.iter().map(|place| place.0).max()? + WINDOW;
    let top = places.iter().map(|place| place.1).min()?;
    let bottom = places.iter().map(|place| place.1).max()? + ROWS;
    let (x, y) = (left as i64 + offset.0, top as i64 + offset.1);
    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    let mut samples = 0;
    for row in 0..bottom - top {
        let line = |x: usize, y: usize| {
            let start = (y + row) * levels.width + x;
            levels.samples.get(start..start + right - left)
        };
        let pairs = line(left, top)?.iter().zip(line(x, y)?);
        samples += pairs.filter(|(a, b)| a == b).count();
    }
    // Blocks of a low-quality JPEG are alike by chance, on its own grid.
    if offset.0 % 8 == 0 && offset.1 % 8 == 0 && samples < 4 * SAMPLES {
        return None;
    }
    let whole = samples * 10 >= 8 * (right - left) * (bottom - top);
    (whole && samples >= SAMPLES).then_some(Copy {
        a: (left, top, right, bottom),
        b: (x, y, x + right - left, y + bottom - top),
        samples,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grey paper with noise of `amplitude` levels either way.
    fn paper(amplitude: u64) -> Levels {
        let mut state = 11u64;
        let samples = (0..300 * 200).map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (230 + (state >> 33) % (2 * amplitude + 1) - amplitude) as u8
        });
        Levels {
            width: 300,
            height: 200,
            samples: samples.collect(),
        }
    }

    fn copy(levels: &mut Levels, from: (usize, usize), to: (usize, usize), size: (usize, usize)) {
        for y in 0..size.1 {
            for x in 0..size.0 {
                let sample = levels.samples[(from.1 + y) * 300 + from.0 + x];
                levels.samples[(to.1 + y) * 300 + to.0 + x] = sample;
            }
        }
    }

    #[test]
    fn noise_that_stands_twice_is_found_to_the_pixel() {
        let mut levels = paper(6);
        assert_eq!(copies(&levels), []);
        copy(&mut levels, (20, 30), (211, 143), (40, 14));
        let found = copies(&levels);
        let near = |a: (usize, usize, usize, usize), b: (usize, usize, usize, usize)| {
            [
                a.0.abs_diff(b.0),
                a.1.abs_diff(b.1),
                a.2.abs_diff(b.2),
                a.3.abs_diff(b.3),
            ]
            .iter()
            .all(|&apart| apart < 4)
        };
        assert_eq!(found.len(), 1);
        assert!(
            found
                .iter()
                .all(|c| near(c.a, (20, 30, 60, 44)) && near(c.b, (211, 143, 251, 157)))
        );
    }

    #[test]
    fn patterns_and_flat_paper_are_no_copies() {
        let mut levels = paper(6);
        for n in 1..12 {
            copy(&mut levels, (0, 0), (24 * n, 0), (24, 14));
        }
        assert_eq!(copies(&levels), []);
        levels.samples.fill(255);
        assert_eq!(copies(&levels), []);
    }
}
