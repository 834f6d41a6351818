//! Ink of a page's picture as connected shapes, most of them one character each.

use assay_pdf::images::jpeg::Levels;

/// Heights and widths of a shape that may be a character, pixels.
const HEIGHTS: std::ops::RangeInclusive<usize> = 6..=90;
const WIDTHS: std::ops::RangeInclusive<usize> = 3..=90;
/// Shapes of one picture: a dense page has five thousand characters.
const SHAPES: usize = 12_000;
/// Pixels of ink of the smallest mark, and marks of one picture.
const SPECK: usize = 2;
const MARKS: usize = 200_000;
/// Runs of ink of one picture: speckle has more, and no characters.
const RUNS: usize = 1_500_000;

/// A connected shape: first column and row, and one past the last ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
    /// Pixels of ink.
    pub ink: usize,
}

impl Shape {
    pub fn width(&self) -> usize {
        self.right - self.left
    }

    pub fn height(&self) -> usize {
        self.bottom - self.top
    }
}

/// A run of ink in a row, and which tree of runs it belongs to.
#[derive(Clone, Copy)]
struct Run {
    row: usize,
    left: usize,
    right: usize,
}

/// All shapes that may be characters, from the top; `None` for a picture that is no page of text.
pub fn shapes(levels: &Levels, threshold: u8) -> Option<Vec<Shape>> {
    let character =
        |shape: &Shape| HEIGHTS.contains(&shape.height()) && WIDTHS.contains(&shape.width());
    connected(levels, threshold, character, SHAPES)
}

/// The same with points, commas and dashes.
pub fn marks(levels: &Levels, threshold: u8) -> Option<Vec<Shape>> {
    connected(levels, threshold, |shape| shape.ink >= SPECK, MARKS)
}

/// The connected shapes of a kind, at most so many.
fn connected(
    levels: &Levels,
    threshold: u8,
    kind: impl Fn(&Shape) -> bool,
    most: usize,
) -> Option<Vec<Shape>> {
    let runs = runs(levels, threshold)?;
    let mut parents: Vec<usize> = (0..runs.len()).collect();
    let mut above = 0;
    for (at, run) in runs.iter().enumerate() {
        // Runs of the row above that touch this one, corners included.
        while runs
            .get(above)
            .is_some_and(|r| r.row + 1 < run.row || (r.row + 1 == run.row && r.right < run.left))
        {
            above += 1;
        }
        let mut other = above;
        while let Some(r) = runs.get(other) {
            if r.row + 1 != run.row || r.left > run.right {
                break;
            }
            join(&mut parents, at, other);
            other += 1;
        }
    }
    let mut found: Vec<Option<Shape>> = vec![None; runs.len()];
    for (at, run) in runs.iter().enumerate() {
        let root = root(&mut parents, at);
        if let Some(slot) = found.get_mut(root) {
            let shape = slot.get_or_insert(Shape {
                left: run.left,
                top: run.row,
                right: run.right,
                bottom: run.row + 1,
                ink: 0,
            });
            shape.left = shape.left.min(run.left);
            shape.right = shape.right.max(run.right);
            shape.bottom = shape.bottom.max(run.row + 1);
            shape.ink += run.right - run.left;
        }
    }
    let shapes: Vec<Shape> = found.into_iter().flatten().filter(kind).collect();
    (shapes.len() <= most).then_some(shapes)
}

fn runs(levels: &Levels, threshold: u8) -> Option<Vec<Run>> {
    let mut runs = Vec::new();
    for (row, line) in levels.samples.chunks_exact(levels.width.max(1)).enumerate() {
        let mut start = None;
        for (column, &sample) in line.iter().enumerate() {
            match (sample < threshold, start) {
                (true, None) => start = Some(column),
                (false, Some(left)) => {
                    runs.push(Run {
                        row,
                        left,
                        right: column,
                    });
                    start = None;
                }
                _ => {}
            }
        }
        if let Some(left) = start {
            runs.push(Run {
                row,
                left,
                right: line.len(),
            });
        }
        if runs.len() > RUNS {
            return None;
        }
    }
    Some(runs)
}

fn root(parents: &mut [usize], mut at: usize) -> usize {
    while let Some(&parent) = parents.get(at).filter(|&&parent| parent != at) {
        let above = parents.get(parent).copied().unwrap_or(parent);
        if let Some(slot) = parents.get_mut(at) {
            *slot = above;
        }
        at = parent;
    }
    at
}

fn join(parents: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(parents, a), root(parents, b));
    if let Some(slot) = parents.get_mut(a.max(b)) {
        *slot = a.min(b);
    }
}
