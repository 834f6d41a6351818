//! Characters of a picture that are one print twice, though a JPEG was made of the copy.
//!
//! Ink never runs the same way twice and no sensor gives the same noise twice. Two prints of one digit differ by about as
//! much as any two of their size; a copy differs from what it was copied from by what compressing both left, far less.
//! How much prints of this very picture differ, all its other characters tell: of a drawn page, those that lie whole
//! samples apart are alike as well, and nothing is said.

use assay_pdf::images::jpeg::Levels;

use super::glyphs::Shape;
use super::part::{Part, overlap, union};

/// Samples around a shape that are compared with it.
const RIM: usize = 0;
/// Heights of shapes compared, samples, and samples of ink: smaller ones look alike by nature.
const LOWEST: usize = 8;
const LEAST_INK: usize = 24;
/// How much more ink one of two prints compared may have.
const INK: f32 = 1.12;
/// How many times more any other pair differs than the copies: of 90 noisy honest pages one reached 2.4, the others 1.9.
const STEP: f32 = 3.0;
/// Prints of one character that lie whole samples apart, to so much of one, differ by their ink and noise alone: so many of
/// them tell how much that is. Others differ by more than `OTHER`.
const WHOLE: f32 = 0.1;
const PRINTED: usize = 3;
const OTHER: f32 = 0.35;
/// Edge of the blocks of a JPEG.
const GRID: i64 = 8;
/// Copies told of one picture, and pairs looked at to tell them.
const COPIES: usize = 4;
const PAIRS: usize = 256;
/// Pairs and samples compared at most.
const COMPARED: usize = 20_000_000;
const SAMPLES: usize = 120_000_000;
/// Characters copied together lie no further apart than so many of their heights.
const TOGETHER: usize = 3;

/// Both places, and how many times more alike they are than the next two prints of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CopyMove {
    pub a: Part,
    pub b: Part,
    pub times: f64,
}

/// A shape as it is compared.
struct Print {
    part: Part,
    /// The centre of its ink.
    x: f32,
    y: f32,
    /// Ink in all, levels, and the sum of squares of what its samples deviate by.
    ink: f32,
    power: f32,
}

/// Two prints, laid on each other to the nearest sample: how much they differ, as a share of what their samples deviate by.
#[derive(Clone, Copy)]
struct Pair {
    differ: f32,
    /// Whether they lie whole samples apart, or nearly so.
    whole: bool,
    one: Part,
    other: Part,
}

/// The prints that stand twice.
pub fn copy_moves(levels: &Levels, paper: u8, shapes: &[Shape]) -> Vec<CopyMove> {
    let prints = shapes
        .iter()
        .filter_map(|shape| print(levels, paper, shape));
    let mut prints: Vec<Print> = prints.collect();
    prints.sort_by(|a, b| a.ink.total_cmp(&b.ink));
    let Some(pairs) = closest(levels, &prints) else {
        return Vec::new();
    };
    let groups = grouped(pairs);
    let Some((count, next)) = (1..=COPIES).find_map(|count| Some((count, step(&groups, count)?)))
    else {
        return Vec::new();
    };
    let copied = groups.iter().take(count);
    copied
        .filter_map(|group| {
            let group: Vec<&Pair> = group.iter().filter(|p| STEP * p.differ < next).collect();
            let differ = group.first()?.differ;
            Some(CopyMove {
                a: group.iter().map(|pair| pair.one).reduce(union)?,
                b: group.iter().map(|pair| pair.other).reduce(union)?,
                times: f64::from(next / differ.max(next / 1000.0)),
            })
        })
        .collect()
}

/// The difference of the closest pair behind the first groups, where it lies a step above theirs and the rest is print.
fn step(groups: &[Vec<Pair>], count: usize) -> Option<f32> {
    let last = groups.get(count - 1)?.first()?.differ;
    let rest = || groups.iter().skip(count).flatten();
    let next = rest().map(|pair| pair.differ).min_by(f32::total_cmp)?;
    let mut printed = rest().filter(|pair| pair.whole && pair.differ < OTHER);
    (next > STEP * last && printed.nth(PRINTED - 1).is_some()).then_some(next)
}

fn print(levels: &Levels, paper: u8, shape: &Shape) -> Option<Print> {
    if shape.height() < LOWEST || shape.ink < LEAST_INK {
        return None;
    }
    let left = shape.left.checked_sub(RIM)?;
    let top = shape.top.checked_sub(RIM)?;
    let (right, bottom) = (shape.right + RIM, shape.bottom + RIM);
    if right > levels.width || bottom > levels.height {
        return None;
    }
    let (mut ink, mut across, mut down, mut squares) = (0.0f32, 0.0, 0.0, 0.0);
    for row in top..bottom {
        let line = levels
            .samples
            .get(row * levels.width + left..row * levels.width + right)?;
        for (column, &sample) in line.iter().enumerate() {
            let dark = f32::from(paper.saturating_sub(sample));
            ink += dark;
            squares += dark * dark;
            across += dark * column as f32;
            down += dark * (row - top) as f32;
        }
    }
    let samples = ((right - left) * (bottom - top)) as f32;
    (ink > 0.0).then(|| Print {
        part: (left, top, right, bottom),
        x: left as f32 + across / ink,
        y: top as f32 + down / ink,
        ink,
        power: (squares - ink * ink / samples).max(1.0),
    })
}

/// The pairs that differ least, in order; `None` where there are too many to be compared.
fn closest(levels: &Levels, prints: &[Print]) -> Option<Vec<Pair>> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut most = 1.0f32;
    let (mut compared, mut samples) = (0usize, 0usize);
    for (at, one) in prints.iter().enumerate() {
        let others = prints.iter().skip(at + 1);
        for other in others.take_while(|other| other.ink <= INK * one.ink) {
            compared += 1;
            let Some((across, down, whole)) = apart(one, other) else {
                continue;
            };
            // What lies alike on the grid of a JPEG is compressed alike.
            if across % GRID == 0 && down % GRID == 0 {
                continue;
            }
            let Some(part) = moved(levels, one.part, across, down) else {
                continue;
            };
            samples += (part.2 - part.0) * (part.3 - part.1);
            let differ = difference(levels, one.part, part, most * one.power) / one.power;
            if differ < most {
                // The same way round for all that were copied together.
                let (one, other) = match (down, across) {
                    (1.., _) | (0, 1..) => (one.part, part),
                    _ => (part, one.part),
                };
                pairs.push(Pair {
                    differ,
                    whole,
                    one,
                    other,
                });
                if pairs.len() >= 2 * PAIRS {
                    most = keep(&mut pairs);
                }
            }
        }
        if compared > COMPARED || samples > SAMPLES {
            return None;
        }
    }
    keep(&mut pairs);
    Some(pairs)
}

/// Orders the pairs and drops all but the closest; the difference that a further one must stay below.
fn keep(pairs: &mut Vec<Pair>) -> f32 {
    pairs.sort_by(|a, b| a.differ.total_cmp(&b.differ));
    pairs.truncate(PAIRS);
    pairs.last().map_or(1.0, |pair| pair.differ)
}

/// Columns and rows from one print to another of the same size, and whether they are whole ones.
fn apart(one: &Print, other: &Print) -> Option<(i64, i64, bool)> {
    let size = |part: Part| (part.2 - part.0, part.3 - part.1);
    let (a, b) = (size(one.part), size(other.part));
    let alike = a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1;
    let (x, y) = (other.x - one.x, other.y - one.y);
    let whole = (x - x.round()).abs() < WHOLE && (y - y.round()).abs() < WHOLE;
    alike.then_some((x.round() as i64, y.round() as i64, whole))
}

fn moved(levels: &Levels, part: Part, across: i64, down: i64) -> Option<Part> {
    let x = part.0.checked_add_signed(across as isize)?;
    let y = part.1.checked_add_signed(down as isize)?;
    let (right, bottom) = (x + part.2 - part.0, y + part.3 - part.1);
    (right <= levels.width && bottom <= levels.height).then_some((x, y, right, bottom))
}

/// The sum of squared differences of two parts of one size, or more than `most`.
fn difference(levels: &Levels, one: Part, other: Part, most: f32) -> f32 {
    let width = one.2 - one.0;
    let line = |x: usize, y: usize| {
        let start = y * levels.width + x;
        levels.samples.get(start..start + width).unwrap_or_default()
    };
    let mut sum = 0u32;
    for row in 0..one.3 - one.1 {
        let pairs = line(one.0, one.1 + row)
            .iter()
            .zip(line(other.0, other.1 + row));
        sum += pairs
            .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2))
            .sum::<u32>();
        if sum as f32 > most {
            break;
        }
    }
    sum as f32
}

/// Pairs that were copied together, or share a print; the groups in the order of their closest pairs.
fn grouped(pairs: Vec<Pair>) -> Vec<Vec<Pair>> {
    let mut groups: Vec<Vec<Pair>> = Vec::new();
    for pair in pairs {
        let of = groups
            .iter_mut()
            .find(|group| group.iter().any(|other| belong(&pair, other)));
        match of {
            Some(group) => group.push(pair),
            None => groups.push(vec![pair]),
        }
    }
    groups
}

fn belong(a: &Pair, b: &Pair) -> bool {
    let way = |pair: &Pair| {
        (
            pair.other.0 as i64 - pair.one.0 as i64,
            pair.other.1 as i64 - pair.one.1 as i64,
        )
    };
    let (x, y) = (way(a).0 - way(b).0, way(a).1 - way(b).1);
    let reach = TOGETHER * (a.one.3 - a.one.1);
    let near = a.one.0 < b.one.2 + reach
        && b.one.0 < a.one.2 + reach
        && a.one.1 < b.one.3 + reach
        && b.one.1 < a.one.3 + reach;
    let shared = |part: Part| overlap(part, b.one) || overlap(part, b.other);
    (x.abs() <= 1 && y.abs() <= 1 && near) || shared(a.one) || shared(a.other)
}

#[cfg(test)]
mod tests {
    use super::super::glyphs::shapes;
    use super::*;

    const WIDE: usize = 480;
    const HIGH: usize = 240;
    const PAPER: u8 = 240;
    /// From one character to the next: no multiple of a JPEG's blocks.
    const ACROSS: usize = 27;
    const DOWN: usize = 25;

    fn random(state: &mut u64) -> u64 {
        *state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        *state >> 33
    }

    /// A page of one character, each print of it inked as unevenly as `rough` says, in levels.
    fn page(rough: u64) -> Levels {
        let mut state = 5;
        let mut samples = vec![PAPER; WIDE * HIGH];
        for (left, top) in (0..HIGH / DOWN).flat_map(|y| (0..WIDE / ACROSS).map(move |x| (x, y))) {
            for at in 0..12 * 16 {
                let (x, y) = (at % 12, at / 12);
                // A ring with a bar across.
                if (3..9).contains(&x) && (3..13).contains(&y) && y != 8 {
                    continue;
                }
                let ink = 60 + random(&mut state) % (rough + 1);
                samples[(DOWN * top + 4 + y) * WIDE + ACROSS * left + 6 + x] = ink as u8;
            }
        }
        Levels {
            width: WIDE,
            height: HIGH,
            samples,
        }
    }

    /// One print over another, and a few levels of what compressing leaves all over.
    fn copied(mut levels: Levels, from: (usize, usize), to: (usize, usize)) -> Levels {
        for y in 0..24 {
            for x in 0..24 {
                let sample = levels.samples[(DOWN * from.1 + y) * WIDE + ACROSS * from.0 + x];
                levels.samples[(DOWN * to.1 + y) * WIDE + ACROSS * to.0 + x] = sample;
            }
        }
        let mut state = 9;
        for sample in &mut levels.samples {
            *sample = sample.saturating_sub((random(&mut state) % 5) as u8);
        }
        levels
    }

    fn found(levels: &Levels) -> Vec<CopyMove> {
        copy_moves(levels, PAPER, &shapes(levels, 150).unwrap_or_default())
    }

    #[test]
    fn the_copy_of_a_print_is_told_from_other_prints() {
        let found = found(&copied(page(80), (3, 2), (15, 7)));
        let places: Vec<(Part, Part)> = found
            .iter()
            .map(|copy_move| (copy_move.a, copy_move.b))
            .collect();
        assert_eq!(places, [((87, 54, 99, 70), (411, 179, 423, 195))]);
        assert!(found.iter().all(|copy_move| copy_move.times > 5.0));
    }

    #[test]
    fn honest_prints_and_drawn_pages_hold_no_copies() {
        assert_eq!(found(&copied(page(80), (3, 2), (3, 2))), []);
        assert_eq!(found(&copied(page(0), (3, 2), (15, 7))), []);
    }
}
