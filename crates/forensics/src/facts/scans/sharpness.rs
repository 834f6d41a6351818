//! Words of a page's picture that are darker and sharper than all print of their size.
//!
//! One lens and one sensor drew the whole page: they take off the peak of every thin stroke and flatten its edges alike. What
//! a program drew into the picture afterwards never went through them: its strokes are darker and its edges steeper than those
//! of all other words of that size. Bold print keeps its peak and its edges where thin print loses them, so that a word must
//! exceed those of strokes as wide as its own as well.

use std::collections::BTreeMap;

use assay_pdf::images::jpeg::Levels;

use super::glyphs::Shape;
use super::part::{Part, union};
use super::words::words;

/// Samples beside a shape in which its edges end and its ground is seen.
const RIM: usize = 2;
/// Shapes of a word that must tell: a single one deviates.
const SHAPES: usize = 3;
/// Of the samples of a shape's ink, from the darkest, the hundredth that stands for its peak.
const PEAK_OF: usize = 15;
/// Standard deviations of a normal distribution to one median deviation.
const NORMAL: f32 = 1.4826;
/// How much higher or lower words compared may be, and how many of them there must be.
const HEIGHT: f32 = 0.2;
const WORDS: usize = 12;
/// How wide their strokes must be at least, as a share of its own.
const STROKE: f32 = 0.75;
/// Least deviations reckoned with: of a peak in levels, and of a slope as a share of the peak.
const DARK: f32 = 4.0;
const STEEP: f32 = 0.015;
/// Deviations by which a word must at least be darker, and by which its edges must be steeper.
const DARKER: f32 = 3.0;
const STEEPER: f32 = 1.0;
/// Those by which it is darker and twice those by which it is steeper, in all. No word of 167 honest pages exceeds 8.0; of
/// values drawn into scans and photos by editors, three of four do.
const STANDS_OUT: f32 = 8.8;
/// What belongs to the same edit stands out by so many, and may be so many words: more were printed by two machines.
const BELONGS: f32 = 6.0;
const PLACES: usize = 6;
/// Words held against those of strokes like theirs: a page where more are darker and sharper has two kinds of print.
const COMPARED: usize = 48;

/// A word or more side by side, and by how many deviations it stands out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sharpness {
    pub part: Part,
    pub darker: f32,
    pub steeper: f32,
    /// Words of its size that it was compared with.
    pub of: usize,
}

/// How the ink of one word stands on its paper.
#[derive(Debug, Clone, Copy)]
struct Look {
    part: Part,
    height: usize,
    /// Levels between the ground and the darkest strokes; and the steepest edge, from one sample to the next, as a share of it.
    dark: f32,
    steep: f32,
    /// Width of its strokes, samples.
    stroke: f32,
    shapes: usize,
}

/// The words that stand out; nothing where many do.
pub fn places(levels: &Levels, shapes: &[Shape]) -> Vec<Sharpness> {
    let looks: Vec<Look> = words(shapes)
        .iter()
        .filter_map(|word| look(levels, word))
        .collect();
    let mut sizes: BTreeMap<usize, Option<Size>> = BTreeMap::new();
    let mut found: Vec<Sharpness> = Vec::new();
    let mut compared = 0;
    for one in looks.iter().filter(|look| look.shapes >= SHAPES) {
        let size = sizes
            .entry(one.height)
            .or_insert_with(|| Size::of(one.height, None, &looks));
        let Some(told) = size.as_ref().map(|size| size.compared(one)) else {
            continue;
        };
        if stands_out(&told) < BELONGS {
            continue;
        }
        compared += 1;
        if compared > COMPARED || found.len() > PLACES {
            return Vec::new();
        }
        // Bold print has its peak and its edges where thin print loses them.
        let like = Size::of(one.height, Some(one.stroke), &looks);
        let told_again = like.map(|like| like.compared(one));
        found.extend(told_again.filter(|one| stands_out(one) >= BELONGS));
    }
    let certain = found.iter().any(|one| stands_out(one) >= STANDS_OUT);
    match certain && found.len() <= PLACES {
        true => joined(found),
        false => Vec::new(),
    }
}

fn stands_out(one: &Sharpness) -> f32 {
    match one.darker > DARKER && one.steeper > STEEPER {
        true => one.darker + 2.0 * one.steeper,
        false => 0.0,
    }
}

/// How the large shapes of a word look: points and commas are too small to reach their peak.
fn look(levels: &Levels, word: &[Shape]) -> Option<Look> {
    let height = word.iter().map(Shape::height).max()?;
    let large = word.iter().filter(|s| s.height() * 5 > height * 3);
    let strokes: Vec<[f32; 3]> = large.filter_map(|shape| strokes(levels, shape)).collect();
    let middle = |n: usize| {
        let mut values: Vec<f32> = strokes.iter().filter_map(|s| s.get(n).copied()).collect();
        median(&mut values)
    };
    let part = |s: &Shape| (s.left, s.top, s.right, s.bottom);
    Some(Look {
        part: word.iter().map(part).reduce(union)?,
        height,
        shapes: word.len(),
        dark: middle(0)?,
        steep: middle(1)?,
        stroke: middle(2)?,
    })
}

/// Of a shape: levels between its ground and its darkest strokes, its steepest edges as a share of them, and the width of
/// its strokes in samples.
fn strokes(levels: &Levels, shape: &Shape) -> Option<[f32; 3]> {
    let (left, top) = (shape.left.checked_sub(RIM)?, shape.top.checked_sub(RIM)?);
    let (right, bottom) = (shape.right + RIM, shape.bottom + RIM);
    if right > levels.width || bottom > levels.height {
        return None;
    }
    let row = |y: usize| {
        levels
            .samples
            .get(y * levels.width + left..y * levels.width + right)
    };
    let mut rim: Vec<u8> = [row(top)?, row(bottom - 1)?].concat();
    let mut inner: Vec<u8> = Vec::new();
    for y in shape.top..shape.bottom {
        let line = row(y)?;
        rim.extend(line.first().into_iter().chain(line.last()));
        inner.extend(line);
    }
    rim.sort_unstable();
    let ground = *rim.get(rim.len() / 2)?;
    let mut sorted = inner.clone();
    sorted.sort_unstable();
    // Of the ink's own samples, those deeper than most.
    let peak = *sorted.get(shape.ink * PEAK_OF / 100)?;
    let dark = f32::from(ground.checked_sub(peak).filter(|&dark| dark > 0)?);
    let (mut slopes, mut edges, mut ink) = (Vec::new(), 0u32, 0f32);
    for line in inner.chunks_exact(right - left) {
        let pairs = || line.iter().zip(line.iter().skip(1));
        slopes.push(f32::from(pairs().map(|(a, b)| a.abs_diff(*b)).max()?));
        let inked = |sample: u8| f32::from(ground.saturating_sub(sample)) * 2.0 > dark;
        edges += pairs().filter(|(a, b)| inked(**a) != inked(**b)).count() as u32;
        ink += line
            .iter()
            .map(|&s| f32::from(ground.saturating_sub(s)))
            .sum::<f32>();
    }
    let stroke = 2.0 * ink / (dark * edges.max(1) as f32);
    Some([dark, median(&mut slopes)? / dark, stroke])
}

/// What words of one height have in common: the middle and the deviation of their peaks and of their edges.
struct Size {
    dark: (f32, f32),
    steep: (f32, f32),
    of: usize,
}

impl Size {
    /// Of all words nearly so high, and of strokes nearly so wide or wider if told; `None` where there are too few to tell.
    fn of(height: usize, stroke: Option<f32>, all: &[Look]) -> Option<Self> {
        let height = height as f32;
        let like = |look: &&Look| {
            look.shapes > 1
                && (look.height as f32 - height).abs() < HEIGHT * height
                && stroke.is_none_or(|stroke| look.stroke > STROKE * stroke)
        };
        let words: Vec<&Look> = all.iter().filter(like).collect();
        if words.len() <= WORDS {
            return None;
        }
        let spread = |value: fn(&Look) -> f32, least: f32| {
            let mut values: Vec<f32> = words.iter().map(|look| value(look)).collect();
            let middle = median(&mut values)?;
            let mut apart: Vec<f32> = values.iter().map(|value| (value - middle).abs()).collect();
            Some((middle, (NORMAL * median(&mut apart)?).max(least)))
        };
        Some(Self {
            dark: spread(|look| look.dark, DARK)?,
            steep: spread(|look| look.steep, STEEP)?,
            of: words.len() - 1,
        })
    }

    fn compared(&self, one: &Look) -> Sharpness {
        let apart = |value: f32, (middle, deviation): (f32, f32)| (value - middle) / deviation;
        Sharpness {
            part: one.part,
            darker: apart(one.dark, self.dark),
            steeper: apart(one.steep, self.steep),
            of: self.of,
        }
    }
}

fn median(values: &mut [f32]) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Words side by side as one.
fn joined(found: Vec<Sharpness>) -> Vec<Sharpness> {
    let mut out: Vec<Sharpness> = Vec::new();
    for one in found {
        let high = |part: Part| part.3 - part.1;
        let near = out.iter_mut().find(|other| {
            let reach = high(one.part).max(high(other.part));
            one.part.1 < other.part.3
                && other.part.1 < one.part.3
                && one.part.0 < other.part.2 + reach
                && other.part.0 < one.part.2 + reach
        });
        match near {
            Some(other) => {
                other.part = union(other.part, one.part);
                other.darker = other.darker.max(one.darker);
                other.steeper = other.steeper.max(one.steeper);
            }
            None => out.push(one),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::glyphs::shapes;
    use super::*;

    const WIDE: usize = 400;
    const HIGH: usize = 300;

    /// Twenty-four words of four characters, their strokes of one sample or as many as told, seen through a lens; and some
    /// of them drawn again without one.
    fn page(stroke: impl Fn(usize) -> usize, drawn: &[usize]) -> Levels {
        let words = |which: &dyn Fn(usize) -> bool| {
            let mut samples = vec![245u8; WIDE * HIGH];
            for word in (0..24).filter(|&word| which(word)) {
                for character in 0..4 {
                    let (left, top) = (20 + word % 4 * 90 + 16 * character, 20 + word / 4 * 40);
                    ring(&mut samples, left, top, stroke(word));
                }
            }
            samples
        };
        let mut samples = blurred(&blurred(&words(&|_| true)));
        let sharp = words(&|word| drawn.contains(&word));
        for word in drawn {
            let (left, top) = (16 + word % 4 * 90, 16 + word / 4 * 40);
            for at in (top..top + 22).flat_map(|y| (left..left + 66).map(move |x| y * WIDE + x)) {
                samples[at] = sharp[at];
            }
        }
        Levels {
            width: WIDE,
            height: HIGH,
            samples,
        }
    }

    fn ring(samples: &mut [u8], left: usize, top: usize, stroke: usize) {
        for (x, y) in (0..14).flat_map(|y| (0..10).map(move |x| (x, y))) {
            let inside = (stroke..10 - stroke).contains(&x) && (stroke..14 - stroke).contains(&y);
            if !inside {
                samples[(top + y) * WIDE + left + x] = 20;
            }
        }
    }

    fn blurred(samples: &[u8]) -> Vec<u8> {
        let mean = |at: usize| {
            let rows = [at.saturating_sub(WIDE), at, at + WIDE];
            let near = rows
                .iter()
                .filter_map(|&row| samples.get(row.saturating_sub(1)..row + 2));
            (near.flatten().map(|&sample| u32::from(sample)).sum::<u32>() / 9) as u8
        };
        // What lies at the rim is paper.
        let rim = |at: usize| at / WIDE == 0 || at / WIDE == HIGH - 1;
        let sample = |(at, sample): (usize, &u8)| if rim(at) { *sample } else { mean(at) };
        samples.iter().enumerate().map(sample).collect()
    }

    fn found(levels: &Levels) -> Vec<Part> {
        let found = places(levels, &shapes(levels, 190).unwrap_or_default());
        found.iter().map(|one| one.part).collect()
    }

    #[test]
    fn a_word_that_no_lens_has_seen_stands_out() {
        assert_eq!(found(&page(|_| 1, &[9])), [(110, 100, 168, 114)]);
    }

    #[test]
    fn bold_words_and_a_form_filled_by_another_machine_do_not() {
        assert_eq!(found(&page(|_| 1, &[])), []);
        assert_eq!(found(&page(|word| if word == 9 { 3 } else { 1 }, &[])), []);
        assert_eq!(found(&page(|_| 1, &[1, 3, 5, 8, 10, 13, 17, 19])), []);
    }
}
