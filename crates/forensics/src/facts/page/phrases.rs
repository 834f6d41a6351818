//! Words taken together as one value or phrase, and how it stands among the other words of its page.

use assay_pdf::Area;
use assay_pdf::content::{Line, Word};

use super::words::{has_digit, telling};

/// Words of a sentence stand closer than this, em.
const CLOSE: f64 = 0.7;
/// Edges of a column agree within this, points.
const EDGE: f64 = 1.6;
/// Peers of a column stand within this, points.
const NEAR: f64 = 130.0;

/// A word or phrase with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Phrase {
    pub text: String,
    pub area: Area,
    /// Of its first word.
    pub size: f64,
}

impl Phrase {
    pub fn of(word: &Word) -> Self {
        Self {
            text: word.text.clone(),
            area: word.area,
            size: word.size,
        }
    }

    fn take(&mut self, word: &Word) {
        self.text.push(' ');
        self.text.push_str(&word.text);
        self.area = self.area.union(&word.area);
    }
}

/// When words of a line are one phrase.
#[derive(Debug, Clone, Copy)]
pub struct Joining {
    /// They stand closer than this, em.
    pub gap: f64,
    /// A word between them that does not count parts them. Words that were painted before may lie beneath and do not.
    pub parted: bool,
}

/// The words that count as phrases, each with its first word.
pub fn joined(
    lines: &[Line],
    joining: Joining,
    counts: impl Fn(&Word) -> bool,
) -> Vec<(Phrase, &Word)> {
    let mut phrases: Vec<(Phrase, &Word)> = Vec::new();
    for line in lines {
        let mut open = false;
        for word in &line.words {
            if !counts(word) {
                open &= !joining.parted;
                continue;
            }
            match phrases.last_mut() {
                Some((phrase, _))
                    if open && word.area.x0 - phrase.area.x1 < joining.gap * phrase.size =>
                {
                    phrase.take(word);
                }
                _ => phrases.push((Phrase::of(word), word)),
            }
            open = true;
        }
    }
    phrases
}

/// The words of a page that count, those close to each other taken together, whatever lies beneath them.
pub fn phrases(lines: &[Line], counts: impl Fn(&Word) -> bool) -> Vec<Phrase> {
    let joining = Joining {
        gap: 1.0,
        parted: false,
    };
    let counts = |word: &Word| counts(word) && telling(&word.text);
    let joined = joined(lines, joining, counts).into_iter();
    joined.map(|(phrase, _)| phrase).collect()
}

/// Words of other fonts stand right before or behind it: it was set into a sentence. A name needs both sides, as a filled
/// form sets names right behind their labels.
pub fn in_sentence(value: &Phrase, rest: &[(usize, &Word)]) -> bool {
    let (before, behind) = neighbours(value, rest);
    if has_digit(&value.text) {
        before || behind
    } else {
        before && behind
    }
}

/// Whether words stand close before and behind it.
pub fn neighbours(value: &Phrase, rest: &[(usize, &Word)]) -> (bool, bool) {
    let near = |gap: f64| gap > -0.3 * value.size && gap < CLOSE * value.size;
    let beside = || {
        rest.iter()
            .filter(|(_, word)| on_line(value, word) && telling(&word.text))
    };
    let before = beside().any(|(_, word)| near(value.area.x0 - word.area.x1));
    let behind = beside().any(|(_, word)| near(word.area.x0 - value.area.x1));
    (before, behind)
}

/// Values of other fonts stand above or below it on the same edge: it was set into a column.
pub fn in_column(value: &Phrase, rest: &[(usize, &Word)]) -> bool {
    let digits = has_digit(&value.text);
    let peers = rest.iter().filter(|(position, word)| {
        let edge = if digits {
            has_digit(&word.text)
                && ((word.area.x1 - value.area.x1).abs() < EDGE
                    || (word.area.x0 - value.area.x0).abs() < EDGE)
        } else {
            // The first words of lines share the margin, which is no column of values.
            *position > 0 && (word.area.x0 - value.area.x0).abs() < EDGE
        };
        edge && !on_line(value, word)
            && (word.size - value.size).abs() < 0.2 * value.size
            && (word.area.y0 - value.area.y0).abs() < NEAR
    });
    let enough = if digits { 1 } else { 2 };
    peers.take(enough).count() == enough
}

pub fn on_line(value: &Phrase, word: &Word) -> bool {
    (word.area.y0 - value.area.y0).abs() < 0.5 * value.size
        && (word.area.y1 - value.area.y1).abs() < 0.6 * value.size
}
