//! Recognised text against the picture it was recognised in: digits that the layer reads otherwise than the picture shows.
//!
//! The layer itself says what each digit of the page looks like. A digit that looks like those the layer calls 8, and
//! like none of those it calls 3, is an 8 whatever the layer says: either was changed after the other was made.

use assay_pdf::Area;
use assay_pdf::content::{Image, PageContent, Word, lines};
use assay_pdf::images::jpeg::Levels;

use crate::facts::page::invisible;

use super::glyphs::Shape;

/// Columns and rows of the picture of a digit.
const COLUMNS: usize = 10;
const ROWS: usize = 14;
/// Digits of a page that must be told apart before one of them is doubted.
const DIGITS: usize = 24;
/// Share of the digits that another one of the same name resembles most, of a page whose layer can be trusted.
const SOUND: f64 = 0.97;
/// Correlation with the digits of another name that makes it one of them, and how far those of its own name stay behind.
const ALIKE: f32 = 0.7;
const BEHIND: f32 = 0.3;
/// Words of a page in doubt; more of them are bad recognition.
const WORDS: usize = 2;
/// Heights of digits of one size.
const OF_ONE_SIZE: f64 = 1.2;
/// How far a word of the layer may lie beside its print, in heights, and how much wider the print may be.
const SLACK: f64 = 0.3;
const WIDER: f64 = 1.4;
/// Digits compared at most: each with each.
const AT_MOST: usize = 1500;

/// A word that the picture shows otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Misread {
    pub page: u32,
    pub area: Area,
    pub layer: String,
    pub picture: String,
    /// Digits of the word that differ, and digits of the page that were compared.
    pub differing: usize,
    pub of: usize,
}

struct Digit {
    word: usize,
    /// Which character of the word.
    character: usize,
    name: char,
    height: usize,
    looks: [f32; COLUMNS * ROWS],
}

/// The words of an invisible layer that the picture contradicts.
pub fn misread(
    page: u32,
    content: &PageContent,
    image: &Image,
    levels: &Levels,
    size: (u32, u32),
    shapes: &[Shape],
) -> Vec<Misread> {
    let lines = lines(content, invisible);
    let words: Vec<&Word> = lines
        .iter()
        .flat_map(|line| &line.words)
        .filter(|word| {
            word.text
                .chars()
                .all(|c| c.is_ascii_digit() || ".,:/-'".contains(c))
        })
        .collect();
    let mut digits = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if digits.len() > AT_MOST {
            break;
        }
        let Some(pixels) = pixels_of(&word.area, image, size) else {
            return Vec::new();
        };
        digits.extend(digits_of(at, word, pixels, levels, shapes));
    }
    if digits.len() < DIGITS {
        return Vec::new();
    }
    let read: Vec<(char, f32, f32)> = digits
        .iter()
        .map(|digit| likeness(digit, &digits))
        .collect();
    let sound = read.iter().filter(|(_, own, other)| own >= other).count();
    if (sound as f64) < SOUND * digits.len() as f64 {
        return Vec::new();
    }
    let mut found: Vec<Misread> = Vec::new();
    let mut of_word: Vec<usize> = Vec::new();
    for (digit, (name, own, other)) in digits.iter().zip(&read) {
        if *other < ALIKE || *own > other - BEHIND {
            continue;
        }
        let Some(word) = words.get(digit.word) else {
            continue;
        };
        if of_word.last() != Some(&digit.word) {
            of_word.push(digit.word);
            found.push(Misread {
                page,
                area: word.area,
                layer: word.text.clone(),
                picture: word.text.clone(),
                differing: 0,
                of: digits.len(),
            });
        }
        if let Some(last) = found.last_mut() {
            let characters = last.picture.chars().enumerate();
            last.picture = characters
                .map(|(n, c)| if n == digit.character { *name } else { c })
                .collect();
            last.differing += 1;
        }
    }
    found.truncate(if found.len() > WORDS { 0 } else { WORDS });
    found
}

/// Where an area stands in an upright picture: left, top, right, bottom.
fn pixels_of(area: &Area, image: &Image, size: (u32, u32)) -> Option<[f64; 4]> {
    let [a, b, c, d, e, f] = image.matrix;
    if !(a > 0.0 && d > 0.0 && b.abs() < 0.01 * a && c.abs() < 0.01 * d) {
        return None;
    }
    let across = |x: f64| (x - e) / a * f64::from(size.0);
    let down = |y: f64| (1.0 - (y - f) / d) * f64::from(size.1);
    Some([
        across(area.x0),
        down(area.y1),
        across(area.x1),
        down(area.y0),
    ])
}

/// The digits of a word, where the picture shows as many high shapes in its place as it has high characters.
fn digits_of(
    at: usize,
    word: &Word,
    pixels: [f64; 4],
    levels: &Levels,
    shapes: &[Shape],
) -> Vec<Digit> {
    let [left, top, right, bottom] = pixels;
    let slack = SLACK * (bottom - top);
    // Shapes stand in the order of their first run of ink.
    let from = shapes.partition_point(|shape| (shape.top as f64) < top - 2.0 * slack);
    let mut own: Vec<&Shape> = shapes
        .iter()
        .skip(from)
        .take_while(|shape| (shape.top as f64) < bottom)
        .filter(|shape| {
            let middle = (shape.top + shape.bottom) as f64 / 2.0;
            shape.left as f64 > left - slack
                && (shape.left as f64) < left + WIDER * (right - left)
                && middle > top - slack
                && middle < bottom + slack
        })
        .collect();
    own.sort_by_key(|shape| shape.left);
    let highest = own.iter().map(|shape| shape.height()).max().unwrap_or(0);
    own.retain(|shape| shape.height() * 4 > highest * 3 && shape.width() <= shape.height());
    let high: Vec<(usize, char)> = word
        .text
        .chars()
        .enumerate()
        .filter(|(_, c)| c.is_ascii_digit() || *c == '/')
        .collect();
    // Layers are set in another font than the print: their words begin in the right place and are as long as they may be.
    let next = own.get(high.len()).map(|shape| shape.left);
    own.truncate(high.len());
    let ends = own.last().map_or(0, |shape| shape.right);
    let begins = own
        .first()
        .is_some_and(|shape| (shape.left as f64) < left + (bottom - top));
    let apart = next.is_none_or(|next| next > ends + highest / 4);
    if own.len() != high.len() || !begins || !apart {
        return Vec::new();
    }
    let pairs = own
        .iter()
        .zip(high)
        .filter(|(_, (_, name))| name.is_ascii_digit());
    pairs
        .map(|(shape, (character, name))| Digit {
            word: at,
            character,
            name,
            height: shape.height(),
            looks: looks(levels, shape),
        })
        .collect()
}

/// A shape stretched to a small picture, of mean 0 and length 1.
fn looks(levels: &Levels, shape: &Shape) -> [f32; COLUMNS * ROWS] {
    let mut out: [f32; COLUMNS * ROWS] = std::array::from_fn(|at| {
        let share =
            |n: usize, of: usize, size: usize| (n as f32 + 0.5) / of as f32 * size as f32 - 0.5;
        let x = share(at % COLUMNS, COLUMNS, shape.width()).max(0.0);
        let y = share(at / COLUMNS, ROWS, shape.height()).max(0.0);
        let (left, top) = (shape.left + x as usize, shape.top + y as usize);
        let sample = |dx: usize, dy: usize| {
            let at = (top + dy) * levels.width + left + dx;
            levels
                .samples
                .get(at)
                .map_or(0.0, |&sample| f32::from(sample))
        };
        let (fx, fy) = (x.fract(), y.fract());
        (sample(0, 0) * (1.0 - fx) + sample(1, 0) * fx) * (1.0 - fy)
            + (sample(0, 1) * (1.0 - fx) + sample(1, 1) * fx) * fy
    });
    let mean = out.iter().sum::<f32>() / out.len() as f32;
    out.iter_mut().for_each(|value| *value -= mean);
    let length = out
        .iter()
        .map(|value| value * value)
        .sum::<f32>()
        .sqrt()
        .max(1.0);
    out.iter_mut().for_each(|value| *value /= length);
    out
}

/// Which other name a digit resembles most, how much it resembles those of its own name, and how much that other: the
/// second nearest of each counts, for one may itself be misread.
fn likeness(digit: &Digit, digits: &[Digit]) -> (char, f32, f32) {
    let mut best = [[-1f32; 2]; 10];
    for other in digits {
        let ratio =
            digit.height.max(other.height) as f64 / digit.height.min(other.height).max(1) as f64;
        if std::ptr::eq(digit, other) || ratio > OF_ONE_SIZE {
            continue;
        }
        let alike: f32 = digit
            .looks
            .iter()
            .zip(&other.looks)
            .map(|(a, b)| a * b)
            .sum();
        let name = other.name.to_digit(10).unwrap_or(0) as usize;
        if let Some([first, second]) = best.get_mut(name) {
            if alike > *first {
                (*first, *second) = (alike, *first);
            } else if alike > *second {
                *second = alike;
            }
        }
    }
    let own = digit.name.to_digit(10).unwrap_or(0) as usize;
    // Of its own name the nearest counts: doubt needs that not even one resembles it.
    let nearest = best.get(own).map_or(-1.0, |pair| pair[0]);
    let others = best.iter().enumerate().filter(|(name, _)| *name != own);
    let other = others.max_by(|a, b| a.1[1].total_cmp(&b.1[1]));
    match other {
        // Where fewer than two of its own name stand beside it, nothing is told.
        Some((name, pair)) if best.get(own).is_some_and(|own| own[1] > -1.0) => (
            char::from_digit(name as u32, 10).unwrap_or('0'),
            nearest,
            pair[1],
        ),
        _ => (digit.name, 1.0, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digits whose looks are one of two patterns with a little noise: those named 3 show the first, those named 8 the
    /// second, but for the last one.
    fn digits(last: (char, usize)) -> Vec<Digit> {
        let names = [
            ('3', 0),
            ('8', 1),
            ('3', 0),
            ('8', 1),
            ('3', 0),
            ('8', 1),
            last,
        ];
        let digit = |(at, (name, pattern)): (usize, (char, usize))| {
            let mut looks: [f32; COLUMNS * ROWS] = std::array::from_fn(|n| {
                let shape = if pattern == 0 { n % 3 } else { n / COLUMNS % 3 };
                shape as f32 - 1.0 + ((n * 7 + at * 5) % 11) as f32 / 40.0
            });
            let mean = looks.iter().sum::<f32>() / looks.len() as f32;
            looks.iter_mut().for_each(|value| *value -= mean);
            let length = looks.iter().map(|value| value * value).sum::<f32>().sqrt();
            looks.iter_mut().for_each(|value| *value /= length);
            Digit {
                word: at,
                character: 0,
                name,
                height: 20,
                looks,
            }
        };
        names.into_iter().enumerate().map(digit).collect()
    }

    fn in_doubt(digits: &[Digit]) -> Vec<(char, char)> {
        let read = digits
            .iter()
            .map(|digit| (digit.name, likeness(digit, digits)));
        read.filter(|(_, (_, own, other))| *other >= ALIKE && *own <= other - BEHIND)
            .map(|(name, (shown, ..))| (name, shown))
            .collect()
    }

    #[test]
    fn a_digit_that_looks_like_those_of_another_name_is_in_doubt() {
        assert_eq!(in_doubt(&digits(('3', 1))), [('3', '8')]);
    }

    #[test]
    fn digits_that_look_like_their_own_name_and_lone_ones_are_not() {
        assert_eq!(in_doubt(&digits(('8', 1))), []);
        assert_eq!(in_doubt(&digits(('5', 1))), []);
    }
}
