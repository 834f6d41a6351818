//! The print of a page's picture as words. A text layer is somebody else's reading, and most scans have none: the sums
//! of a scanned statement can only be checked by what its picture shows.

mod ctc;
mod cut;
mod net;
mod segments;

use assay_pdf::images::jpeg::Levels;

use super::glyphs::Shape;
use ctc::{Letter, likelihood, spelt};
use cut::{COLUMNS, cut, place};
use segments::{Segment, segments};

/// Columns of cuts that are read of one file: some pages of dense print.
const READ: usize = 30 * COLUMNS;

/// Blank that belongs to a capital above, beside and below it, as a share of its height.
const BLANK: [f32; 3] = [0.28, 0.07, 0.3];

/// Bytes of a text that is weighed against another one: a line of print has two hundred at most.
const LONGEST: usize = 240;
/// Characters of a stretch that must be certain, each of them, and how likely that is (as a logarithm).
const FEW: usize = 2;
const CERTAIN: f32 = -0.1;
/// Nats by which a letter among figures may be more than the digit that it is.
const RESEMBLES: f32 = 8.0;

/// What may still be read in one file.
#[derive(Debug)]
pub struct Left(usize);

impl Default for Left {
    fn default() -> Self {
        Self(READ)
    }
}

/// A stretch of print.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub words: Vec<Word>,
    /// All of its words, with a blank between each two.
    pub text: String,
    /// How likely each character is in each place; only kept where there are digits.
    places: Vec<f32>,
}

/// A word of a stretch, in pixels of the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    pub text: String,
    /// Left, top, right and bottom.
    pub part: [f32; 4],
    /// The same on a deskewed page, with the blank that belongs to its characters: all words of a printed line
    /// stand at one height.
    pub deskewed: [f32; 4],
    letters: Vec<Letter>,
}

impl Line {
    /// By how many nats the picture speaks against another text in this place; `None` where it cannot show it at all.
    pub fn against(&self, other: &str) -> Option<f32> {
        if other.len() > LONGEST {
            return None;
        }
        Some(likelihood(&self.places, &self.text)? - likelihood(&self.places, other)?)
    }

    /// A word as it reads where one of its digits is another that the picture speaks against by less than so many nats.
    pub fn doubts(&self, word: &Word, nats: f32) -> Vec<String> {
        let mut found = Vec::new();
        for (at, letter) in word.letters.iter().enumerate() {
            let others = ('0'..='9').filter(|digit| {
                letter.character.is_ascii_digit()
                    && *digit != letter.character
                    && letter.against(&self.places, *digit) < nats
            });
            for digit in others {
                let letters = word.letters.iter().enumerate();
                let read = letters.map(|(n, l)| if n == at { digit } else { l.character });
                found.push(read.collect());
            }
        }
        found
    }
}

/// Reads the marks of a picture; `None` where there is more than may be read: sums of a part say nothing.
pub fn read(levels: &Levels, marks: &[Shape], left: &mut Left) -> Option<Vec<Line>> {
    let mut lines = Vec::new();
    for segment in segments(marks) {
        let Some(cut) = cut(levels, &segment) else {
            continue;
        };
        left.0 = left.0.checked_sub(cut.columns)?;
        lines.extend(line(&segment, net::read(&cut)));
    }
    Some(lines)
}

fn line(segment: &Segment, places: Vec<f32>) -> Option<Line> {
    let mut letters = spelt(&places);
    figures(&mut letters, &places);
    // Corners of filled boxes and bits of rules look like a character or two, but not for certain.
    if letters.len() <= FEW
        && letters
            .iter()
            .any(|letter| letter.likelihood(&places) < CERTAIN)
    {
        return None;
    }
    let mut words: Vec<Word> = Vec::new();
    let mut text = String::new();
    for letters in letters.split(|letter| letter.character == ' ') {
        let Some(part) = reach(segment, letters) else {
            continue;
        };
        if !text.is_empty() {
            text.push(' ');
        }
        let own: String = letters.iter().map(|letter| letter.character).collect();
        text.push_str(&own);
        let [left, right] = part;
        let fallen = segment.slope * (left - segment.left);
        let level = segment.slope * segment.left;
        let [above, beside, below] = BLANK.map(|share| share * segment.height());
        words.push(Word {
            text: own,
            part: [left, segment.top + fallen, right, segment.bottom + fallen],
            deskewed: [
                left - beside,
                segment.top - level - above,
                right + beside,
                segment.bottom - level + below,
            ],
            letters: letters.to_vec(),
        });
    }
    let digits = text.chars().any(|c| c.is_ascii_digit());
    (!words.is_empty()).then(|| Line {
        places: if digits { places } else { Vec::new() },
        words,
        text,
    })
}

/// Reads a letter among figures as the digit that it resembles: 14,l6 is 14,16.
fn figures(letters: &mut [Letter], places: &[f32]) {
    let figure = |letter: Option<&Letter>| {
        letter.is_some_and(|l| l.character.is_ascii_digit() || ".,".contains(l.character))
    };
    let odd: Vec<usize> = (1..letters.len())
        .filter(|&at| {
            letters
                .get(at)
                .is_some_and(|letter| letter.character.is_alphabetic())
                && figure(letters.get(at - 1))
                && figure(letters.get(at + 1))
        })
        .collect();
    for at in odd {
        let Some(letter) = letters.get_mut(at) else {
            continue;
        };
        let digits = ('0'..='9').map(|digit| (letter.against(places, digit), digit));
        let nearest = digits.min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, digit)) = nearest.filter(|(nats, _)| *nats < RESEMBLES) {
            letter.character = digit;
        }
    }
}

/// Where characters begin and end: at the edges of the shapes that stand there.
fn reach(segment: &Segment, letters: &[Letter]) -> Option<[f32; 2]> {
    let (first, last) = (letters.first()?, letters.last()?);
    // A character is seen about its middle.
    let half = segment.height() / 2.0;
    let (from, to) = (
        place(segment, 2.0 * first.from as f32) - half / 2.0,
        place(segment, 2.0 * last.to as f32) + half / 2.0,
    );
    let own = segment.shapes.iter().filter(|shape| {
        let middle = (shape.left + shape.right) as f32 / 2.0;
        (from..to).contains(&middle)
    });
    let edges = own.fold(None, |edges: Option<[f32; 2]>, shape| {
        let (left, right) = (shape.left as f32, shape.right as f32);
        Some(edges.map_or([left, right], |[a, b]| [a.min(left), b.max(right)]))
    });
    Some(edges.unwrap_or([from, to]))
}
