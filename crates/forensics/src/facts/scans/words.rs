//! Shapes of a page's picture that stand side by side, as the characters of a word do.

use super::bands::{Bands, widest};
use super::glyphs::Shape;

/// Widest gap within a word, as a share of its height.
const GAP: f32 = 0.6;
/// Share of the lower of two heights that neighbours have in common.
const COMMON: f32 = 0.4;

/// The words of a picture, each from left to right.
pub fn words(shapes: &[Shape]) -> Vec<Vec<Shape>> {
    let mut shapes: Vec<Shape> = shapes.to_vec();
    shapes.sort_by_key(|shape| (shape.left, shape.top));
    let mut open = Bands::of(&shapes);
    let mut words: Vec<Vec<Shape>> = Vec::new();
    for shape in shapes {
        let of = open
            .near(&shape, 0)
            .filter(|&at| last(&words, at).is_some_and(|last| beside(last, &shape)))
            .max_by_key(|&at| last(&words, at).map(|last| last.right));
        let at = match of.and_then(|at| Some((at, words.get_mut(at)?))) {
            Some((at, word)) => {
                word.push(shape);
                at
            }
            None => {
                words.push(vec![shape]);
                words.len() - 1
            }
        };
        open.put(at, &shape, |old| {
            last(&words, old).is_some_and(|last| reaches(last, &shape))
        });
    }
    words
}

fn last(words: &[Vec<Shape>], at: usize) -> Option<&Shape> {
    words.get(at).and_then(|word| word.last())
}

/// Whether a shape that begins where this one does or further right may still stand beside the first.
fn reaches(first: &Shape, then: &Shape) -> bool {
    (then.left.saturating_sub(first.right) as f32) < widest(GAP, first.height(), then.height())
}

fn beside(first: &Shape, then: &Shape) -> bool {
    let (a, b) = (first.height(), then.height());
    let common = first.bottom.min(then.bottom) as f32 - first.top.max(then.top) as f32;
    let gap = then.left as f32 - first.right as f32;
    gap < GAP * a.max(b) as f32 && common > COMMON * a.min(b) as f32
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

    #[test]
    fn characters_of_a_line_join_and_columns_and_lines_stay_apart() {
        let shapes = [
            shape(10, 100, 8, 12),
            shape(20, 101, 8, 12),
            // A comma hangs below the line, a descender reaches further down.
            shape(30, 108, 3, 6),
            shape(35, 100, 8, 16),
            shape(80, 100, 8, 12),
            shape(20, 118, 8, 12),
        ];
        let lengths: Vec<usize> = words(&shapes).iter().map(Vec::len).collect();
        assert_eq!(lengths, [4, 1, 1]);
    }
}
