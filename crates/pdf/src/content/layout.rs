//! Words and lines from glyphs: words in the order in which they were painted, so that text over text stays apart,
//! lines by their baselines.

use std::f64::consts::FRAC_PI_2;
use std::ops::Range;

use crate::place::Area;

use super::{Glyph, PageContent, Run};

/// A gap wider than this share of the em ends a word (poppler and MuPDF take about as much).
const WORD_GAP: f64 = 0.12;
/// A glyph set back further than this share of the em begins a new word: it was painted over the one before.
const BACK_STEP: f64 = 0.35;
/// Baselines closer than this share of the em are one line.
const LINE_TOLERANCE: f64 = 0.3;

/// A word as painted.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    pub text: String,
    pub area: Area,
    /// Glyphs of the page it is made of, in reading order; several ranges where it was painted in pieces.
    pub glyphs: Vec<Range<u32>>,
    /// The run that painted its first glyph.
    pub run: u32,
    /// Paint order of its first and last run.
    pub order: (u32, u32),
    /// The height of the em, points.
    pub size: f64,
    /// Along and across the baseline, in the frame of the text's direction.
    start: f64,
    end: f64,
    base: f64,
    /// Degrees counter-clockwise.
    pub angle: i32,
}

/// Words on one baseline, from left to right.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub words: Vec<Word>,
}

impl Line {
    /// The words with a blank between each two.
    pub fn text(&self) -> String {
        self.words
            .iter()
            .map(|word| word.text.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Lines from the top of the page to the bottom. `keep` says which runs count.
pub fn lines(content: &PageContent, keep: impl Fn(&Run) -> bool) -> Vec<Line> {
    let mut words = painted_words(content, keep);
    // By direction, then from top to bottom, then along the line.
    words.sort_by(|a, b| {
        a.angle
            .cmp(&b.angle)
            .then(b.base.total_cmp(&a.base))
            .then(a.start.total_cmp(&b.start))
    });
    let mut lines: Vec<Line> = Vec::new();
    for word in words {
        let fits = lines
            .last()
            .and_then(|line| line.words.first())
            .is_some_and(|first| {
                first.angle == word.angle
                    && (first.base - word.base).abs() <= LINE_TOLERANCE * first.size.min(word.size)
            });
        match lines.last_mut() {
            Some(line) if fits => line.words.push(word),
            _ => lines.push(Line { words: vec![word] }),
        }
    }
    for line in &mut lines {
        line.words
            .sort_by(|a, b| a.start.total_cmp(&b.start).then(a.order.cmp(&b.order)));
        join_touching(&mut line.words);
    }
    lines
}

/// Joins words that were painted apart but stand as one: single glyphs placed one by one, in any order.
fn join_touching(words: &mut Vec<Word>) {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    for word in words.drain(..) {
        let touches = joined.last().is_some_and(|before| {
            let gap = word.start - before.end;
            let em = before.size.min(word.size);
            gap.abs() <= WORD_GAP * em
                && (before.size - word.size).abs() <= 0.2 * em
                && (before.base - word.base).abs() <= 0.1 * em
        });
        match joined.last_mut() {
            Some(before) if touches => {
                before.text.push_str(&word.text);
                before.area = before.area.union(&word.area);
                before.end = word.end;
                before.glyphs.extend(word.glyphs);
                before.order = (
                    before.order.0.min(word.order.0),
                    before.order.1.max(word.order.1),
                );
            }
            _ => joined.push(word),
        }
    }
    *words = joined;
}

/// The frame of a run's direction.
#[derive(Clone, Copy)]
struct Direction {
    degrees: i32,
    cos: f64,
    sin: f64,
    vertical: bool,
}

impl Direction {
    fn of(run: &Run, vertical: bool) -> Self {
        let angle = run.angle - if vertical { FRAC_PI_2 } else { 0.0 };
        let degrees = (angle.to_degrees().round() as i32).rem_euclid(360);
        let (cos, sin) = match degrees {
            0 => (1.0, 0.0),
            90 => (0.0, 1.0),
            180 => (-1.0, 0.0),
            270 => (0.0, -1.0),
            _ => (angle.cos(), angle.sin()),
        };
        Self {
            degrees,
            cos,
            sin,
            vertical,
        }
    }

    /// Along and across the baseline.
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (x * self.cos + y * self.sin, y * self.cos - x * self.sin)
    }

    /// Start and end of a glyph along the baseline, and the baseline itself.
    fn extent(&self, glyph: &Glyph) -> (f64, f64, f64) {
        let (start, base) = self.place(glyph.origin.0, glyph.origin.1);
        let advance = f64::from(glyph.advance);
        if !self.vertical {
            return (start, start + advance, base);
        }
        // Glyphs written downwards are centred on their line (9.7.4.3).
        let area = &glyph.area;
        let (middle, base) = self.place((area.x0 + area.x1) / 2.0, (area.y0 + area.y1) / 2.0);
        (middle - advance / 2.0, middle + advance / 2.0, base)
    }
}

fn painted_words(content: &PageContent, keep: impl Fn(&Run) -> bool) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open: Option<Word> = None;
    for (index, run) in content.runs.iter().enumerate().filter(|(_, run)| keep(run)) {
        let font = content.fonts.get(usize::from(run.font));
        let direction = Direction::of(run, font.is_some_and(|font| font.vertical()));
        for (at, glyph) in run.glyphs.clone().zip(content.run_glyphs(run)) {
            if run.clip.is_some_and(|clip| glyph.is_cut_off(&clip)) {
                continue;
            }
            let text = content.glyph_text(glyph);
            if text.chars().all(char::is_whitespace) && !text.is_empty() {
                words.extend(open.take());
                continue;
            }
            let (start, end, base) = direction.extent(glyph);
            let fits = open
                .as_ref()
                .is_some_and(|word| continues(word, direction.degrees, start, base, run.size));
            if !fits {
                words.extend(open.take());
            }
            match &mut open {
                Some(word) => {
                    word.text.push_str(text);
                    word.area = word.area.union(&glyph.area);
                    word.end = end.max(word.end);
                    word.order.1 = run.order;
                    match word.glyphs.last_mut() {
                        Some(last) if last.end == at => last.end = at + 1,
                        _ => word.glyphs.push(at..at + 1),
                    }
                }
                None => {
                    open = Some(Word {
                        text: text.to_owned(),
                        area: glyph.area,
                        glyphs: std::iter::once(at..at + 1).collect(),
                        run: index as u32,
                        order: (run.order, run.order),
                        size: run.size,
                        start,
                        end,
                        base,
                        angle: direction.degrees,
                    });
                }
            }
        }
    }
    words.extend(open);
    words.retain(|word| !word.text.is_empty());
    words
}

fn continues(word: &Word, degrees: i32, start: f64, base: f64, size: f64) -> bool {
    let em = word.size.min(size).max(0.1);
    word.angle == degrees
        && (word.base - base).abs() <= 0.1 * em
        && start - word.end <= WORD_GAP * em
        && start - word.end >= -BACK_STEP * em
        && (word.size - size).abs() <= 0.5 * em
}
