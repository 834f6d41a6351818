//! Dates among the tokens of a line. Whether 03/04 is March or April is decided by the whole document.

use std::ops::Range;

use super::calendar::{Day, days_in_month};
use super::month_names::month;
use crate::layout::{Sheet, gap};
use crate::words::fold;

/// Gap between two words of one date, in heights of the line.
const APART: f64 = 2.0;

/// A printed date with a year.
#[derive(Debug, Clone)]
pub struct PrintedDate {
    pub line: usize,
    /// Tokens it is made of, as indices of [`Sheet::tokens`].
    pub tokens: Range<usize>,
    pub text: String,
    /// `None` when no such day exists or the order of day and month is open.
    pub day: Option<Day>,
    /// The date can be read one way only and that day does not exist.
    pub impossible: bool,
}

/// All dates of a document, and every token that belongs to one (day and month without a year included).
#[derive(Debug, Clone, Default)]
pub struct Dates {
    pub printed: Vec<PrintedDate>,
    pub taken: Vec<bool>,
}

/// The order of the parts of a numeric date that does not begin with its year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    DayFirst,
    MonthFirst,
}

#[derive(Debug, Clone, Copy)]
enum Parts {
    /// Year, month, day: nothing left to decide.
    Known(i32, u8, u8),
    /// First, second, year.
    Open(u8, u8, i32),
}

impl Dates {
    pub fn find(sheet: &Sheet) -> Dates {
        let mut taken = vec![false; sheet.tokens.len()];
        let mut found: Vec<(usize, Range<usize>, Parts)> = Vec::new();
        for (number, line) in sheet.lines.iter().enumerate() {
            let mut at = line.tokens.start;
            while at < line.tokens.end {
                let (length, parts) = match date_at(sheet, at, line.tokens.end) {
                    Some(hit) => hit,
                    None => {
                        at += 1;
                        continue;
                    }
                };
                let tokens = at..at + length;
                taken
                    .iter_mut()
                    .take(tokens.end)
                    .skip(tokens.start)
                    .for_each(|t| *t = true);
                if let Some(parts) = parts {
                    found.push((number, tokens.clone(), parts));
                }
                at = tokens.end;
            }
        }
        let order = decide_order(found.iter().map(|(_, _, parts)| *parts));
        let printed = found
            .into_iter()
            .map(|(line, tokens, parts)| {
                let (day, impossible) = settle(parts, order);
                PrintedDate {
                    line,
                    text: sheet.text(tokens.clone()),
                    tokens,
                    day,
                    impossible,
                }
            })
            .collect();
        Dates { printed, taken }
    }

    pub fn is_taken(&self, token: usize) -> bool {
        self.taken.get(token).copied().unwrap_or(false)
    }
}

fn settle(parts: Parts, order: Option<Order>) -> (Option<Day>, bool) {
    let (year, month, day) = match (parts, order) {
        (Parts::Known(year, month, day), _) => (year, month, day),
        (Parts::Open(first, second, year), _) if first == second => (year, first, second),
        (Parts::Open(first, second, year), Some(Order::DayFirst)) => (year, second, first),
        (Parts::Open(first, second, year), Some(Order::MonthFirst)) => (year, first, second),
        (Parts::Open(..), None) => return (None, false),
    };
    let exists = Day::new(year, month, day);
    // Some banks count every month as thirty days and print 30 February.
    let thirty_day_month = month == 2 && day == 30;
    let misread = !(1..=12).contains(&month) || day == 0 || day > 31;
    (
        exists,
        exists.is_none() && !thirty_day_month && !misread && day > days_in_month(year, month),
    )
}

/// Decided by dates that can be read one way only; undecided when both orders occur.
fn decide_order(parts: impl Iterator<Item = Parts>) -> Option<Order> {
    let (mut day_first, mut month_first) = (0, 0);
    for part in parts {
        match part {
            Parts::Open(first, second, _) if first > 12 && second <= 12 => day_first += 1,
            Parts::Open(first, second, _) if second > 12 && first <= 12 => month_first += 1,
            _ => {}
        }
    }
    match (day_first, month_first) {
        (1.., 0) => Some(Order::DayFirst),
        (0, 1..) => Some(Order::MonthFirst),
        _ => None,
    }
}

/// A date that starts with the token at `at`: how many tokens it takes and, when a year is given, its parts.
fn date_at(sheet: &Sheet, at: usize, end: usize) -> Option<(usize, Option<Parts>)> {
    let word = |offset: usize| -> Option<&str> {
        // A word of the next column belongs to no date: "Cable set" in Italian is no 1 September.
        let joined = (at + 1..=at + offset).all(|next| {
            let pair = sheet.tokens.get(next - 1).zip(sheet.tokens.get(next));
            pair.is_some_and(|(left, right)| gap(left, right) <= left.height() * APART)
        });
        (joined && at + offset < end)
            .then(|| sheet.tokens.get(at + offset))
            .flatten()
            .map(|token| token.text.as_str())
    };
    let first = word(0)?;
    if let Some(parts) = numeric(first) {
        return Some((1, parts));
    }
    if let Some(day) = day_number(first) {
        // 12 March 2024 · 12 de marzo de 2024 · 12. März 2024
        let mut next = 1;
        if word(next).is_some_and(is_joining_word) {
            next += 1;
        }
        if let Some(month) = word(next).and_then(named_month) {
            next += 1;
            if word(next).is_some_and(is_joining_word) {
                next += 1;
            }
            return Some(match word(next).and_then(year_number) {
                Some(year) => (next + 1, Some(Parts::Known(year, month, day))),
                None => (
                    if next > 2 && word(next - 1).is_some_and(is_joining_word) {
                        next - 1
                    } else {
                        next
                    },
                    None,
                ),
            });
        }
        // 12 . 03 . 2024 never occurs as three tokens often enough to be worth a rule.
        return None;
    }
    if let Some(month) = named_month(first) {
        // March 12, 2024
        let day = word(1).and_then(day_number)?;
        return Some(match word(2).and_then(year_number) {
            Some(year) => (3, Some(Parts::Known(year, month, day))),
            None => (2, None),
        });
    }
    None
}

fn is_joining_word(word: &str) -> bool {
    matches!(word, "de" | "del" | "of" | "den" | "DE")
}

/// `12`, `12.`, `12,`, `12th`, `1er`, `1º`.
fn day_number(word: &str) -> Option<u8> {
    let digits = word
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(word.len());
    let (number, rest) = word.split_at(digits);
    let known = matches!(
        rest,
        "" | "."
            | ","
            | "st"
            | "nd"
            | "rd"
            | "th"
            | "er"
            | "º"
            | "°"
            | "st,"
            | "nd,"
            | "rd,"
            | "th,"
    );
    if !known || !(1..=2).contains(&number.len()) {
        return None;
    }
    number.parse().ok().filter(|day| (1..=31).contains(day))
}

fn year_number(word: &str) -> Option<i32> {
    let digits = word.trim_end_matches([',', '.', ';', ':', ')']);
    if digits.len() != 4 || !digits.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    digits
        .parse()
        .ok()
        .filter(|year| (1900..=2199).contains(year))
}

fn named_month(word: &str) -> Option<u8> {
    if !word.starts_with(char::is_alphabetic) {
        return None;
    }
    month(fold(word).trim())
}

/// A date within one token. The outer `None`: no date; the inner: day and month only.
fn numeric(word: &str) -> Option<Option<Parts>> {
    let word = word.trim_matches(|c: char| matches!(c, '(' | ')' | ',' | ';' | ':'));
    let word = match word.split_once('T') {
        Some((date, time)) if date.len() == 10 && time.contains(':') => date,
        _ => word,
    };
    let separator = word
        .chars()
        .find(|c| matches!(c, '.' | '/' | '-' | '\u{2011}'))?;
    let parts: Vec<&str> = word.split(separator).collect();
    match parts.as_slice() {
        [year, month, day] if year.len() == 4 => {
            let year = year_number(year)?;
            Some(Some(Parts::Known(year, small(month)?, small(day)?)))
        }
        [day, month, year] if month.starts_with(char::is_alphabetic) => {
            let day = day_number(day)?;
            Some(Some(Parts::Known(
                any_year(year)?,
                named_month(month)?,
                day,
            )))
        }
        [day, month, ""] if separator == '.' => {
            let (day, month) = (small(day)?, small(month)?);
            ((1..=31).contains(&day) && (1..=12).contains(&month)).then_some(None)
        }
        [first, second, year] => {
            let (first, second) = (small(first)?, small(second)?);
            let year = any_year(year)?;
            let plausible =
                first >= 1 && second >= 1 && first.max(second) <= 31 && first.min(second) <= 12;
            plausible.then_some(Some(Parts::Open(first, second, year)))
        }
        [day, month] if separator != '.' && month.starts_with(char::is_alphabetic) => {
            day_number(day)?;
            named_month(month)?;
            Some(None)
        }
        [first, second] if separator == '/' => {
            let (first, second) = (small(first)?, small(second)?);
            (first >= 1 && second >= 1 && first.max(second) <= 31).then_some(None)
        }
        _ => None,
    }
}

fn small(text: &str) -> Option<u8> {
    let digits = (1..=2).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Four digits, or two of this century (statements are not older than the format).
fn any_year(text: &str) -> Option<i32> {
    match text.len() {
        4 => year_number(text),
        2 => small(text).map(|year| 2000 + i32::from(year)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Dates;
    use crate::layout::Sheet;
    use crate::tests::layout::words;

    fn days(text: &str) -> Vec<String> {
        let dates = Dates::find(&Sheet::new(&words(text)));
        dates
            .printed
            .iter()
            .map(|date| match date.day {
                Some(day) => format!("{:04}-{:02}-{:02}", day.year, day.month, day.day),
                None if date.impossible => "impossible".into(),
                None => "open".into(),
            })
            .collect()
    }

    #[test]
    fn written_out_in_many_languages() {
        for text in [
            "12 March 2024",
            "March 12, 2024",
            "12. März 2024",
            "12 mars 2024",
            "12 de marzo de 2024",
            "12 marzo 2024",
            "12 de março de 2024",
            "12 maart 2024",
            "12 marca 2024",
            "2024-03-12",
            "12-Mar-2024",
            "2024-03-12T10:00:00Z",
        ] {
            assert_eq!(days(text), ["2024-03-12"], "{text}");
        }
        assert_eq!(days("1er août 2024"), ["2024-08-01"]);
    }

    #[test]
    fn the_document_decides_the_order() {
        assert_eq!(days("03/04/2024\n13/04/2024"), ["2024-04-03", "2024-04-13"]);
        assert_eq!(days("03/04/2024\n03/14/2024"), ["2024-03-04", "2024-03-14"]);
        assert_eq!(days("03/04/2024\n05/06/2024"), ["open", "open"]);
        assert_eq!(days("13/04/2024\n04/13/2024"), ["open", "open"]);
    }

    #[test]
    fn days_that_do_not_exist() {
        assert_eq!(days("31.04.2024 15.04.2024"), ["impossible", "2024-04-15"]);
        assert_eq!(days("30.02.2024 15.04.2024"), ["open", "2024-04-15"]);
        assert_eq!(days("29 February 2023"), ["impossible"]);
    }

    #[test]
    fn other_numbers_are_no_dates() {
        for text in [
            "12.50",
            "1.234,56",
            "10-20",
            "3.14.159",
            "192.168.0.1",
            "2024",
        ] {
            assert!(days(text).is_empty(), "{text}");
        }
    }
}
