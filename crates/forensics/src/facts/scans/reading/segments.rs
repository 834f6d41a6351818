//! Stretches of print in a page's picture: characters side by side, with the line that they stand on.

use super::super::bands::{Bands, bands, widest};
use super::super::glyphs::Shape;

/// Heights of a character, pixels; what is lower may be a point, a comma or a dash.
const HEIGHTS: std::ops::RangeInclusive<usize> = 6..=90;
/// How many times longer than thick a rule is at least.
const RULE: usize = 12;
/// Widest gap within a stretch, as a share of its height.
const GAP: f32 = 0.9;
/// Share of the lower of two heights that neighbours have in common.
const COMMON: f32 = 0.4;
/// Characters that tell how the line runs, at least.
const STRAIGHT: usize = 10;
/// Steepest line that is read, as a share of its length.
const STEEPEST: f32 = 0.06;
/// Characters of a stretch by which the next one is measured.
const RECENT: usize = 6;

/// Characters side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    pub shapes: Vec<Shape>,
    pub left: f32,
    pub right: f32,
    /// Upper and lower end of its characters at its left end, pixels.
    pub top: f32,
    pub bottom: f32,
    /// By how many rows the line falls from column to column.
    pub slope: f32,
}

impl Segment {
    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }
}

/// Share of the usual height below which a stretch is no print but a trace of a rule or a filled box.
const SMALLEST: f32 = 0.45;

/// A stretch while it grows.
#[derive(Default)]
struct Chain {
    shapes: Vec<Shape>,
    right: usize,
    /// Where its last character ends, points and dashes left out.
    solid: usize,
    /// Upper and lower ends of its last characters, points and dashes left out.
    ends: Vec<(usize, usize)>,
}

impl Chain {
    fn of(first: Shape) -> Self {
        let mut chain = Self::default();
        chain.push(first, false);
        chain
    }

    /// Upper and lower end of its last characters.
    fn reach(&self) -> (usize, usize) {
        let last = self.ends.iter().rev().take(RECENT);
        last.fold((usize::MAX, 0), |(top, bottom), end| {
            (top.min(end.0), bottom.max(end.1))
        })
    }

    /// Whether a shape that begins here or further right may still join.
    fn open_at(&self, left: usize, height: usize) -> bool {
        let (top, bottom) = self.reach();
        let widest = widest(GAP, bottom.saturating_sub(top), height);
        (left.saturating_sub(self.right) as f32) < widest
    }

    /// Whether a shape is its next one, and if so whether as a point, comma or dash.
    fn takes(&self, shape: &Shape, usual: usize) -> Option<bool> {
        let reach = self.reach();
        let height = reach.1.saturating_sub(reach.0);
        let gap = shape.left as f32 - self.right as f32;
        if low(shape, height) {
            let near = gap < GAP * height as f32 && shape.right <= self.solid + height + height / 4;
            return (near && stands_in(shape, reach)).then_some(true);
        }
        if self.stacked(shape, usual) {
            return Some(false);
        }
        let common = reach.1.min(shape.bottom) as f32 - reach.0.max(shape.top) as f32;
        let joins = gap < GAP * height.max(shape.height()) as f32
            && common > COMMON * height.min(shape.height()) as f32;
        joins.then_some(false)
    }

    /// Whether a shape is another part of the last character: print may be broken.
    fn stacked(&self, shape: &Shape, usual: usize) -> bool {
        self.shapes.last().is_some_and(|last| {
            let (top, bottom) = (last.top.min(shape.top), last.bottom.max(shape.bottom));
            let apart = shape
                .top
                .max(last.top)
                .saturating_sub(shape.bottom.min(last.bottom));
            shape.left < last.right && apart * 5 <= usual && bottom - top <= usual + usual / 4
        })
    }

    fn push(&mut self, shape: Shape, low: bool) {
        self.right = self.right.max(shape.right);
        if !low {
            self.solid = self.solid.max(shape.right);
            self.ends.push((shape.top, shape.bottom));
        }
        self.shapes.push(shape);
    }
}

fn high(shape: &Shape) -> bool {
    shape.height() >= *HEIGHTS.start()
}

/// Whether a shape is a point, comma or dash beside characters of some height.
fn low(shape: &Shape, height: usize) -> bool {
    !high(shape) || shape.height() * 2 < height
}

/// Whether a point, comma or dash stands where characters stand: a comma hangs below them.
fn stands_in(shape: &Shape, (top, bottom): (usize, usize)) -> bool {
    let height = bottom.saturating_sub(top);
    shape.top + height / 8 >= top
        && shape.bottom <= bottom + height / 2
        && shape.top < bottom
        && shape.width() <= height
}

/// The stretches of print, and none of drawing.
pub fn segments(marks: &[Shape]) -> Vec<Segment> {
    let usual = usual(marks);
    let chains = chains(marks, usual);
    let slope = slope(&chains);
    chains
        .into_iter()
        .filter_map(|chain| segment(chain, slope))
        .filter(|segment| segment.height() > SMALLEST * usual as f32)
        .collect()
}

/// The height of most capitals and figures of a page, pixels.
fn usual(marks: &[Shape]) -> usize {
    let characters = marks.iter().filter(|mark| character(mark) && high(mark));
    let mut heights: Vec<usize> = characters.map(Shape::height).collect();
    heights.sort_unstable();
    heights.get(heights.len() * 3 / 4).copied().unwrap_or(0)
}

fn chains(marks: &[Shape], usual: usize) -> Vec<Chain> {
    let mut marks: Vec<Shape> = marks.iter().copied().filter(character).collect();
    marks.sort_by_key(|mark| (mark.left, mark.top));
    // Chains by the bands that their last character lies in, and marks that none has taken.
    let mut open = Bands::of(&marks);
    let last = marks.iter().map(|mark| *bands(mark).end() + 1).max();
    let mut alone: Vec<Vec<Shape>> = vec![Vec::new(); last.unwrap_or_default()];
    let mut chains: Vec<Chain> = Vec::new();
    for mark in marks {
        let of = open
            .near(&mark, 1)
            .filter_map(|at| Some((at, chains.get(at)?.takes(&mark, usual)?)))
            .max_by_key(|&(at, _)| chains.get(at).map(|chain| chain.right));
        let at = match of.and_then(|(at, low)| Some((at, low, chains.get_mut(at)?))) {
            Some((_, true, chain)) => {
                chain.push(mark, true);
                continue;
            }
            Some((at, false, chain)) => {
                chain.push(mark, false);
                at
            }
            None if !high(&mark) => {
                for band in alone.get_mut(bands(&mark)).unwrap_or_default() {
                    band.push(mark);
                }
                continue;
            }
            None => {
                let mut chain = Chain::of(mark);
                chain.shapes.extend(sign(&alone, &mark));
                chains.push(chain);
                chains.len() - 1
            }
        };
        open.put(at, &mark, |old| {
            let chain = chains.get(old);
            chain.is_some_and(|c| c.open_at(mark.left, mark.height()))
        });
    }
    chains
}

/// The dash before the first character of a stretch.
fn sign(alone: &[Vec<Shape>], first: &Shape) -> Option<Shape> {
    let bands = alone.get(bands(first))?;
    let near = bands.iter().flat_map(|band| band.iter().rev().take(RECENT));
    let before = near.filter(|mark| {
        let gap = first.left as f32 - mark.right as f32;
        let wide = mark.width() > mark.height() && mark.width() * 6 > first.height();
        wide && gap.abs() < GAP * first.height() as f32
            && stands_in(mark, (first.top, first.bottom))
    });
    before.max_by_key(|mark| mark.right).copied()
}

fn character(mark: &Shape) -> bool {
    let (width, height) = (mark.width(), mark.height());
    height <= *HEIGHTS.end() && width < RULE * height && height < RULE * width.max(2)
}

/// How the lines of a page run: the median of its longer stretches.
fn slope(chains: &[Chain]) -> f32 {
    let mut slopes: Vec<f32> = chains.iter().filter_map(line).collect();
    slopes.sort_by(f32::total_cmp);
    slopes.get(slopes.len() / 2).copied().unwrap_or(0.0)
}

fn line(chain: &Chain) -> Option<f32> {
    let feet: Vec<(f32, f32)> = chain
        .shapes
        .iter()
        .filter(|shape| high(shape))
        .map(|s| ((s.left + s.right) as f32 / 2.0, s.bottom as f32))
        .collect();
    if feet.len() < STRAIGHT {
        return None;
    }
    let third = feet.len() / 3;
    let middle = |part: &[(f32, f32)]| {
        let mut rows: Vec<f32> = part.iter().map(|(_, y)| *y).collect();
        rows.sort_by(f32::total_cmp);
        let x = part.iter().map(|(x, _)| x).sum::<f32>() / part.len() as f32;
        Some((x, *rows.get(rows.len() / 2)?))
    };
    let (x0, y0) = middle(feet.get(..third)?)?;
    let (x1, y1) = middle(feet.get(feet.len() - third..)?)?;
    let slope = (y1 - y0) / (x1 - x0).max(1.0);
    (slope.abs() < STEEPEST).then_some(slope)
}

fn segment(chain: Chain, slope: f32) -> Option<Segment> {
    let highest = chain.shapes.iter().map(Shape::height).max()?;
    let left = chain.shapes.iter().map(|s| s.left).min()? as f32;
    let (mut top, mut bottom) = (f32::MAX, 0f32);
    for shape in &chain.shapes {
        if shape.height() * 2 >= highest {
            let fallen = slope * ((shape.left + shape.right) as f32 / 2.0 - left);
            top = top.min(shape.top as f32 - fallen);
            bottom = bottom.max(shape.bottom as f32 - fallen);
        }
    }
    let height = bottom - top;
    (height >= *HEIGHTS.start() as f32 && height <= *HEIGHTS.end() as f32).then_some(Segment {
        left,
        right: chain.right as f32,
        top,
        bottom,
        slope,
        shapes: chain.shapes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(left: usize, top: usize, width: usize, height: usize) -> Shape {
        Shape {
            left,
            top,
            right: left + width,
            bottom: top + height,
            ink: width * height / 2,
        }
    }

    fn lengths(marks: &[Shape]) -> Vec<usize> {
        segments(marks).iter().map(|one| one.shapes.len()).collect()
    }

    #[test]
    fn a_value_stays_whole_with_its_sign_point_and_comma() {
        let value = [
            shape(2, 105, 6, 2),
            shape(12, 100, 4, 13),
            // A comma hangs below the line, and is as high as small print.
            shape(19, 110, 3, 6),
            shape(25, 100, 8, 13),
            shape(36, 100, 8, 13),
            shape(47, 111, 2, 2),
            shape(53, 100, 8, 13),
        ];
        assert_eq!(lengths(&value), [7]);
        let found = segments(&value);
        let ends = found
            .first()
            .map(|one| (one.left, one.right, one.top, one.bottom));
        assert_eq!(ends, Some((2.0, 61.0, 100.0, 113.0)));
    }

    #[test]
    fn columns_and_lines_stay_apart_and_rules_are_no_print() {
        let marks = [
            shape(10, 100, 8, 13),
            shape(21, 100, 8, 13),
            shape(60, 100, 8, 13),
            shape(10, 120, 8, 13),
            shape(0, 140, 300, 2),
            shape(300, 0, 2, 90),
        ];
        assert_eq!(lengths(&marks), [2, 1, 1]);
    }

    #[test]
    fn a_broken_figure_is_one_character() {
        let halves = [
            shape(10, 100, 8, 6),
            shape(11, 107, 8, 6),
            shape(22, 100, 8, 13),
            shape(33, 100, 8, 13),
        ];
        assert_eq!(lengths(&halves), [4]);
    }

    #[test]
    fn a_line_that_falls_is_cut_along_its_fall() {
        let marks: Vec<Shape> = (0..20).map(|n| shape(10 * n, 100 + n / 4, 8, 13)).collect();
        let found = segments(&marks);
        let one = found.first().map(|one| (one.slope, one.height()));
        assert!(
            one.is_some_and(|(slope, height)| (slope - 0.025).abs() < 0.005 && height < 15.0),
            "{one:?}"
        );
    }
}
