//! What grey levels of a page's picture tell before anything is judged: its paper, its noise, where it was cut off.

use assay_pdf::images::Pixels;
use assay_pdf::images::jpeg::Levels;

/// Samples less than this far from white or black may have been cut off there.
const NEAR_END: u8 = 2;

/// So many levels below the paper is no paper any more.
const INKED: u8 = 40;

/// Tenths of the way from paper to what is ink that a thin stroke goes at least.
const FAINT: u32 = 7;
/// Samples of a run in which noise is measured.
const RUN: usize = 16;
/// Difference of two channels of a pixel that is printed in colour.
const COLOUR: u8 = 40;
/// The same of a pixel of which a channel was cut off: bright paper with noise is cut off as well, all channels alike.
const TINTED: u8 = 16;
/// Share of such pixels, or of pixels cut off in one channel, from which a part is printed in colour: one in so many.
const COLOURED: usize = 16;

/// What the levels of a picture are about.
#[derive(Debug, Clone, Copy)]
pub struct Tones {
    /// Brightness of its paper.
    pub paper: u8,
    /// Deviation of the paper, levels.
    pub noise: f64,
    /// What is darker is ink.
    pub ink: u8,
}

impl Tones {
    pub fn of(levels: &Levels) -> Self {
        let paper = paper(levels);
        Self {
            paper,
            noise: noise(levels, paper),
            ink: threshold(levels, paper),
        }
    }

    /// What is darker is part of a character, thin strokes too.
    pub fn faint(&self) -> u8 {
        let (paper, ink) = (u32::from(self.paper), u32::from(self.ink));
        (paper - (paper.saturating_sub(ink)) * FAINT / 10) as u8
    }
}

/// The luminance of pixels as JPEG encoders weigh it, on a grid of whole blocks; `None` for other colour spaces.
pub fn levels(pixels: Pixels) -> Option<Levels> {
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    let channels = usize::from(pixels.channels);
    if !matches!(channels, 1 | 3) || pixels.samples.len() != width * height * channels {
        return None;
    }
    let mut samples = pixels.samples;
    if channels == 3 {
        // In place: a page's picture is large.
        for at in 0..width * height {
            let level = samples.get(3 * at..3 * at + 3).map_or(0, luminance);
            if let Some(slot) = samples.get_mut(at) {
                *slot = level;
            }
        }
        samples.truncate(width * height);
        samples.shrink_to_fit();
    }
    Some(Levels {
        width,
        height,
        samples,
    })
}

fn luminance(pixel: &[u8]) -> u8 {
    match *pixel {
        [r, g, b] => {
            let sum = 19_595 * u32::from(r) + 38_470 * u32::from(g) + 7_471 * u32::from(b);
            ((sum + 32_768) >> 16) as u8
        }
        _ => 0,
    }
}

/// The brightness of paper: the commonest level of the upper half.
pub fn paper(levels: &Levels) -> u8 {
    let mut counts = [0u32; 256];
    for &sample in levels.samples.iter().step_by(7) {
        if let Some(count) = counts.get_mut(usize::from(sample)) {
            *count += 1;
        }
    }
    let upper = counts.iter().enumerate().skip(128);
    upper
        .max_by_key(|(_, count)| **count)
        .map_or(255, |(level, _)| level as u8)
}

/// The level half-way between paper and ink: what a tenth of all that is no paper is darker than.
pub fn threshold(levels: &Levels, paper: u8) -> u8 {
    let mut counts = [0u32; 256];
    for &sample in levels.samples.iter().step_by(7) {
        if let Some(count) = counts.get_mut(usize::from(sample)) {
            *count += 1;
        }
    }
    let inked = counts.get(..usize::from(paper.saturating_sub(INKED)));
    let inked = inked.unwrap_or_default();
    let all: u32 = inked.iter().sum();
    let mut below = 0;
    let ink = inked.iter().position(|count| {
        below += count;
        below > all / 10
    });
    ((ink.unwrap_or(0) + usize::from(paper)) / 2) as u8
}

/// Deviation of paper: the median over all short runs of samples where no ink is near. Drawn paper has none, and that
/// of a JPEG of low quality has none in most places.
pub fn noise(levels: &Levels, paper: u8) -> f64 {
    let (low, high) = (paper.saturating_sub(24), paper.saturating_add(24));
    let mut found = Vec::new();
    for row in levels.samples.chunks_exact(levels.width.max(1)).step_by(5) {
        for run in row.chunks_exact(RUN) {
            if run.iter().all(|sample| (low..=high).contains(sample)) {
                let pairs = run.windows(2).map(|pair| match *pair {
                    [a, b] => u32::from(a.abs_diff(b)).pow(2),
                    _ => 0,
                });
                found.push(pairs.sum::<u32>());
            }
        }
    }
    let middle = found.len() / 2;
    if middle == 0 {
        return 0.0;
    }
    let (_, median, _) = found.select_nth_unstable(middle);
    (f64::from(*median) / (RUN - 1) as f64 / 2.0).sqrt()
}

/// Which 8 by 8 blocks were cut off at white or black: `most` of their samples may stand there. What is compressed
/// again then follows no rule.
pub fn cut_off(levels: &Levels, most: usize) -> Vec<bool> {
    let (columns, rows) = (levels.width / 8, levels.height / 8);
    let ends = |at: usize| {
        let (left, top) = (at % columns.max(1) * 8, at / columns.max(1) * 8);
        let lines = (top..top + 8).map(|y| {
            let line = levels.samples.get(y * levels.width + left..);
            let line = line.unwrap_or_default().iter().take(8);
            line.filter(|&&sample| near_end(sample)).count()
        });
        lines.sum::<usize>() > most
    };
    (0..columns * rows).map(ends).collect()
}

/// Adds the 8 by 8 blocks that reach beyond the width and height shown: an encoder fills them up as it likes, and each
/// time anew.
pub fn cut_by_edge(levels: &Levels, shown: (usize, usize), cut: &mut [bool]) {
    let columns = (levels.width / 8).max(1);
    for (at, cut) in cut.iter_mut().enumerate() {
        let (right, bottom) = (8 * (at % columns + 1), 8 * (at / columns + 1));
        *cut |= right > shown.0 || bottom > shown.1;
    }
}

fn near_end(sample: u8) -> bool {
    !(NEAR_END..=255 - NEAR_END).contains(&sample)
}

/// Which 8 by 8 blocks hold a pixel of which one channel was cut off.
pub fn cut_off_in_colour(pixels: &Pixels) -> Vec<bool> {
    let channels = usize::from(pixels.channels);
    let (width, columns) = (pixels.width as usize, pixels.width as usize / 8);
    let rows = pixels.height as usize / 8;
    let mut cut = vec![false; columns * rows];
    let lines = pixels.samples.chunks_exact((width * channels).max(1));
    for (y, line) in lines.enumerate().take(rows * 8) {
        let own = cut.get_mut(y / 8 * columns..(y / 8 + 1) * columns);
        let blocks = line.chunks_exact((8 * channels).max(1));
        for (slot, block) in own.unwrap_or_default().iter_mut().zip(blocks) {
            *slot |= block.iter().any(|&sample| near_end(sample));
        }
    }
    cut
}

/// Whether much of a box of pixels is printed in colour: its luminance is bound to channels that were cut off.
pub fn coloured(pixels: &Pixels, place: (usize, usize, usize, usize)) -> bool {
    if pixels.channels != 3 {
        return false;
    }
    let (x0, y0, x1, y1) = place;
    let (mut coloured, mut all) = (0usize, 0usize);
    for y in y0..y1.min(pixels.height as usize) {
        let row = y * pixels.width as usize;
        let line = pixels
            .samples
            .get((row + x0) * 3..(row + x1.min(pixels.width as usize)) * 3);
        for pixel in line.unwrap_or_default().chunks_exact(3) {
            let (low, high) = pixel
                .iter()
                .fold((255, 0), |(l, h): (u8, u8), &s| (l.min(s), h.max(s)));
            all += 1;
            let cut = near_end(low) || near_end(high);
            coloured += usize::from(high - low > COLOUR || (cut && high - low > TINTED));
        }
    }
    coloured * COLOURED > all
}

/// Whether a box of pixels is black over more than two fifths: made unreadable, which honest people do.
pub fn blackened(levels: &Levels, pixels: (usize, usize, usize, usize)) -> bool {
    let (x0, y0, x1, y1) = pixels;
    let (mut black, mut all) = (0usize, 0usize);
    for y in y0..y1.min(levels.height) {
        let line = levels
            .samples
            .get(y * levels.width + x0..y * levels.width + x1.min(levels.width));
        for run in line.unwrap_or_default().chunks(6) {
            all += 1;
            black += usize::from(run.iter().all(|&sample| sample < 48));
        }
    }
    black * 5 > all * 2
}
