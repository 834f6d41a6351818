//! A stretch of print cut out of a page's picture, deskewed and of one height, as the net reads it.

use assay_pdf::images::jpeg::Levels;

use super::segments::Segment;

/// Rows of the cut, and how many of them lie above and below the print.
pub const ROWS: usize = 24;
const MARGIN: usize = 3;
/// Longest cut, columns: a line across a page in its smallest print has some two thousand.
pub const COLUMNS: usize = 4096;
/// Samples taken for one of the cut in each direction at most.
const FINEST: usize = 4;
/// Shares of the samples that are at most as dark as ink, and as paper.
const INK: f32 = 0.03;
const PAPER: f32 = 0.75;
/// Least difference of ink and paper, levels.
const CONTRAST: f32 = 16.0;

/// Ink from 0 to 255, column by column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    pub columns: usize,
    pub ink: Vec<u8>,
}

/// Pixels that a column of the cut stands for.
pub fn step(segment: &Segment) -> f32 {
    segment.height() / (ROWS - 2 * MARGIN) as f32
}

/// Where a column of the cut stands in the picture.
pub fn place(segment: &Segment, column: f32) -> f32 {
    segment.left + (column - MARGIN as f32) * step(segment)
}

/// `None` for what is too long to be a line.
pub fn cut(levels: &Levels, segment: &Segment) -> Option<Cut> {
    let step = step(segment);
    let columns = ((segment.right - segment.left) / step).ceil() as usize + 2 * MARGIN;
    if columns > COLUMNS {
        return None;
    }
    let finer = (step.round() as usize).clamp(1, FINEST);
    let mut samples = vec![0f32; columns * ROWS];
    for (at, sample) in samples.iter_mut().enumerate() {
        let (column, row) = ((at / ROWS) as f32, (at % ROWS) as f32);
        let mut sum = 0.0;
        for part in 0..finer * finer {
            let share = |n: usize| (n as f32 + 0.5) / finer as f32;
            let x = segment.left + (column - MARGIN as f32 + share(part % finer)) * step - 0.5;
            let y = segment.top + (row - MARGIN as f32 + share(part / finer)) * step - 0.5;
            sum += level(levels, x, y + segment.slope * (x - segment.left));
        }
        *sample = sum / (finer * finer) as f32;
    }
    let mut sorted = samples.clone();
    sorted.sort_unstable_by(f32::total_cmp);
    let at = |share: f32| {
        let index = (share * (sorted.len() - 1) as f32) as usize;
        sorted.get(index).copied().unwrap_or(0.0)
    };
    let (ink, paper) = (at(INK), at(PAPER));
    let range = (paper - ink).max(CONTRAST);
    let ink = samples
        .iter()
        .map(|sample| (((paper - sample) / range).clamp(0.0, 1.0) * 255.0).round() as u8)
        .collect();
    Some(Cut { columns, ink })
}

/// The level between four pixels; beyond the edge that of the nearest one.
fn level(levels: &Levels, x: f32, y: f32) -> f32 {
    let x = x.clamp(0.0, levels.width.saturating_sub(1) as f32);
    let y = y.clamp(0.0, levels.height.saturating_sub(1) as f32);
    let (left, top) = (x as usize, y as usize);
    let (fx, fy) = (x - left as f32, y - top as f32);
    let (right, below) = (
        (left + 1).min(levels.width.saturating_sub(1)),
        (top + 1).min(levels.height.saturating_sub(1)),
    );
    let sample = |column: usize, row: usize| {
        let at = row * levels.width + column;
        levels.samples.get(at).map_or(255.0, |&s| f32::from(s))
    };
    let upper = sample(left, top) * (1.0 - fx) + sample(right, top) * fx;
    let lower = sample(left, below) * (1.0 - fx) + sample(right, below) * fx;
    upper * (1.0 - fy) + lower * fy
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bar of ink on grey paper, 12 pixels high.
    #[test]
    fn a_bar_is_cut_out_with_a_margin_and_told_from_its_paper() {
        let bar = |at: usize| (20..32).contains(&(at / 60)) && (30..36).contains(&(at % 60));
        let levels = Levels {
            width: 60,
            height: 50,
            samples: (0..60 * 50)
                .map(|at| if bar(at) { 90 } else { 200 })
                .collect(),
        };
        let segment = Segment {
            shapes: Vec::new(),
            left: 30.0,
            right: 36.0,
            top: 20.0,
            bottom: 32.0,
            slope: 0.0,
        };
        let cut = cut(&levels, &segment);
        let seen = cut.map(|cut| {
            let ink = |column: usize, row: usize| cut.ink.get(column * ROWS + row).copied();
            (
                cut.columns,
                ink(0, ROWS / 2),
                ink(MARGIN + 4, ROWS / 2),
                ink(MARGIN + 4, 0),
            )
        });
        assert_eq!(seen, Some((15, Some(0), Some(255), Some(0))));
    }
}
