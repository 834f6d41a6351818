//! Lines of a page rebuilt from positioned words: what stands on one baseline, left to right.

use std::ops::Range;

use super::word::{Area, Word};
use crate::limits::{MAX_WORD_CHARS, MAX_WORDS};

/// A run of characters without a breaking space.
#[derive(Debug, Clone)]
pub struct Token {
    pub page: u32,
    pub area: Area,
    pub text: String,
}

impl Token {
    pub fn height(&self) -> f64 {
        self.area[3] - self.area[1]
    }
}

/// Tokens that share a baseline, as a range of [`Sheet::tokens`].
#[derive(Debug, Clone)]
pub struct Line {
    pub page: u32,
    pub tokens: Range<usize>,
    pub area: Area,
}

/// All lines of a document, top to bottom, page after page.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub tokens: Vec<Token>,
    pub lines: Vec<Line>,
}

impl Sheet {
    pub fn new(words: &[Word]) -> Sheet {
        let mut tokens: Vec<Token> = words
            .iter()
            .take(MAX_WORDS)
            .filter(|word| is_usable(&word.area))
            .flat_map(split_at_spaces)
            .take(MAX_WORDS)
            .collect();
        tokens.sort_by(|a, b| {
            (a.page, middle(&b.area))
                .partial_cmp(&(b.page, middle(&a.area)))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut lines = Vec::new();
        let mut start = 0;
        while start < tokens.len() {
            let end = end_of_line(&tokens, start);
            if let Some(run) = tokens.get_mut(start..end) {
                run.sort_by(|a, b| a.area[0].total_cmp(&b.area[0]));
                let area = run.iter().fold(None, |sum, token| grown(sum, &token.area));
                lines.push(Line {
                    page: run.first().map_or(0, |token| token.page),
                    tokens: start..end,
                    area: area.unwrap_or_default(),
                });
            }
            start = end;
        }
        Sheet { tokens, lines }
    }

    pub fn tokens_of(&self, line: usize) -> &[Token] {
        self.lines
            .get(line)
            .and_then(|line| self.tokens.get(line.tokens.clone()))
            .unwrap_or_default()
    }

    /// The text of some tokens, one space between two.
    pub fn text(&self, tokens: Range<usize>) -> String {
        let run = self.tokens.get(tokens).unwrap_or_default();
        let parts: Vec<&str> = run.iter().map(|token| token.text.as_str()).collect();
        parts.join(" ")
    }

    pub fn line_text(&self, line: usize) -> String {
        let tokens = self.lines.get(line).map(|line| line.tokens.clone());
        self.text(tokens.unwrap_or_default())
    }

    /// The box around some tokens.
    pub fn area_of(&self, tokens: Range<usize>) -> Area {
        let run = self.tokens.get(tokens).unwrap_or_default();
        let area = run.iter().fold(None, |sum, token| grown(sum, &token.area));
        area.unwrap_or_default()
    }
}

/// The end of the line that starts with the token at `start`: the following tokens are lower or level.
fn end_of_line(tokens: &[Token], start: usize) -> usize {
    let Some(first) = tokens.get(start) else {
        return start + 1;
    };
    let mut end = start + 1;
    while let Some(next) = tokens.get(end) {
        let reach = first.height().min(next.height()) * 0.5;
        let drop = middle(&first.area) - middle(&next.area);
        if next.page != first.page || drop > reach {
            break;
        }
        end += 1;
    }
    end
}

/// A reader may hand over whole phrases: cut at breaking spaces, each part's place by its share of characters.
fn split_at_spaces(word: &Word) -> Vec<Token> {
    let total = word.text.chars().count().clamp(1, MAX_WORD_CHARS) as f64;
    let [x0, y0, x1, y1] = word.area;
    let at = |index: usize| x0 + (x1 - x0) * index as f64 / total;
    let mut tokens = Vec::new();
    let mut text = String::new();
    let mut from = 0;
    let chars: Vec<char> = word.text.chars().take(MAX_WORD_CHARS).collect();
    for (index, &c) in chars.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|i| chars.get(i));
        let breaks = c.is_whitespace() && !joins_digits(before, c, chars.get(index + 1));
        if !breaks {
            if text.is_empty() {
                from = index;
            }
            text.push(c);
        } else if !text.is_empty() {
            tokens.push(token(word.page, [at(from), y0, at(index), y1], &mut text));
        }
    }
    if !text.is_empty() {
        let end = chars.len();
        tokens.push(token(word.page, [at(from), y0, at(end), y1], &mut text));
    }
    tokens
}

/// No-break spaces between digits group thousands; they do not separate words.
fn joins_digits(before: Option<&char>, space: char, after: Option<&char>) -> bool {
    let digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    is_group_space(space) && digit(before) && digit(after)
}

pub fn is_group_space(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{2007}' | '\u{2008}'
    )
}

fn token(page: u32, area: Area, text: &mut String) -> Token {
    Token {
        page,
        area,
        text: std::mem::take(text),
    }
}

fn is_usable(area: &Area) -> bool {
    area.iter().all(|v| v.is_finite() && v.abs() < 1e6) && area[2] >= area[0] && area[3] > area[1]
}

fn middle(area: &Area) -> f64 {
    (area[1] + area[3]) / 2.0
}

fn grown(sum: Option<Area>, area: &Area) -> Option<Area> {
    Some(sum.map_or(*area, |sum| union(&sum, area)))
}

pub fn union(a: &Area, b: &Area) -> Area {
    [
        a[0].min(b[0]),
        a[1].min(b[1]),
        a[2].max(b[2]),
        a[3].max(b[3]),
    ]
}

/// The share of the narrower of two horizontal extents that the other one covers.
pub fn overlap_x(a: &Area, b: &Area) -> f64 {
    let shared = a[2].min(b[2]) - a[0].max(b[0]);
    let narrower = (a[2] - a[0]).min(b[2] - b[0]).max(0.1);
    (shared / narrower).max(0.0)
}

/// The blank between two tokens of a line.
pub fn gap(left: &Token, right: &Token) -> f64 {
    right.area[0] - left.area[2]
}
