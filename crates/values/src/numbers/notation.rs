//! How a document writes its numbers: which mark is decimal, what groups the thousands. Decided from all numbers
//! together; where they do not decide it, a number that can be read two ways stays unread.

use super::decimal::Decimal;
use crate::layout::is_group_space;

/// The character between whole units and decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Dot,
    Comma,
}

impl Mark {
    pub fn char(self) -> char {
        match self {
            Mark::Dot => '.',
            Mark::Comma => ',',
        }
    }

    fn other(self) -> Mark {
        match self {
            Mark::Dot => Mark::Comma,
            Mark::Comma => Mark::Dot,
        }
    }
}

/// Thousands in threes, or Indian lakhs and crores (1,23,45,678).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grouping {
    pub separator: char,
    pub indian: bool,
}

/// One way to read digits and separators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub value: Decimal,
    pub places: u8,
    pub mark: Mark,
    pub grouping: Option<Grouping>,
}

/// Reads `core` under the assumption that `mark` is decimal.
pub fn read(core: &str, mark: Mark) -> Option<Reading> {
    let (whole, fraction) = match core.split_once(mark.char()) {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (core, ""),
    };
    if !fraction.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let (digits, grouping) = ungroup(whole)?;
    Some(Reading {
        value: Decimal::from_digits(&digits, fraction)?,
        places: u8::try_from(fraction.len()).ok()?,
        mark,
        grouping,
    })
}

/// Takes group separators out, if they stand where groups end.
fn ungroup(whole: &str) -> Option<(String, Option<Grouping>)> {
    let same = |c: char| if is_group_space(c) { ' ' } else { c };
    let separators: Vec<char> = whole.chars().filter(|c| !c.is_ascii_digit()).collect();
    let Some(&separator) = separators.first() else {
        return Some((whole.into(), None));
    };
    if separators.iter().any(|&c| same(c) != same(separator)) {
        return None;
    }
    let groups: Vec<usize> = whole
        .split(|c: char| !c.is_ascii_digit())
        .map(str::len)
        .collect();
    let (first, rest) = groups.split_first()?;
    let (last, middle) = rest.split_last()?;
    let threes = (1..=3).contains(first) && *last == 3 && middle.iter().all(|&n| n == 3);
    let indian = separator == ','
        && (1..=2).contains(first)
        && *last == 3
        && !middle.is_empty()
        && middle.iter().all(|&n| n == 2);
    let leads_with_zero = whole.starts_with('0');
    if !(threes || indian) || leads_with_zero {
        return None;
    }
    let digits = whole.chars().filter(char::is_ascii_digit).collect();
    Some((digits, Some(Grouping { separator, indian })))
}

/// The notation of a document, as far as its numbers tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Notation {
    pub mark: Option<Mark>,
    /// The grouping most numbers above 999 use.
    pub grouping: Option<Grouping>,
    /// Decimals of money: 2 nearly everywhere, 0 for yen or forint, 3 for dinars.
    pub places: u8,
}

impl Notation {
    /// Decides from the number texts of a document; `whole` when its currency has no decimals.
    pub fn of<'a>(cores: impl Iterator<Item = &'a str> + Clone, whole: bool) -> Notation {
        let grouped = || whole.then(|| decided(grouped_either_way(cores.clone())));
        let mark = decide_mark(cores.clone()).or_else(|| grouped().flatten());
        let mut notation = Notation {
            mark,
            grouping: None,
            places: 2,
        };
        let readings: Vec<Reading> = cores.filter_map(|core| notation.read(core)).collect();
        notation.grouping = most_common(readings.iter().filter_map(|r| r.grouping));
        let decimals = readings
            .iter()
            .map(|r| r.places)
            .filter(|&p| p == 2 || p == 3);
        notation.places = most_common(decimals).unwrap_or(0);
        notation
    }

    /// Whether money is printed without decimals, its thousands in groups.
    pub fn is_whole(&self) -> bool {
        self.places == 0 && self.grouping.is_some()
    }

    /// The one reading of a number in this document; `None` when it is ambiguous or written otherwise.
    pub fn read(&self, core: &str) -> Option<Reading> {
        match self.mark {
            Some(mark) => read(core, mark),
            None => match (read(core, Mark::Dot), read(core, Mark::Comma)) {
                (Some(dot), Some(comma)) if dot.value == comma.value => Some(dot),
                (Some(_), Some(_)) => None,
                (dot, comma) => dot.or(comma),
            },
        }
    }

    /// Whether a number makes sense only under the other decimal mark.
    pub fn is_foreign(&self, core: &str) -> bool {
        self.mark
            .is_some_and(|mark| read(core, mark).is_none() && read(core, mark.other()).is_some())
    }
}

/// The mark that nine in ten of at least so many numbers need.
pub fn mark_of<'a>(cores: impl Iterator<Item = &'a str>, least: usize) -> Option<Mark> {
    let (dots, commas) = tally(cores.filter(|core| !could_be_day_and_month(core)));
    let told = dots + commas;
    let mark = if dots > commas {
        Mark::Dot
    } else {
        Mark::Comma
    };
    (told >= least && dots.max(commas) * 10 >= told * 9).then_some(mark)
}

/// Decided by three quarters of the numbers that can be read one way only.
fn decide_mark<'a>(cores: impl Iterator<Item = &'a str> + Clone) -> Option<Mark> {
    let clear = tally(cores.clone().filter(|core| !could_be_day_and_month(core)));
    decided(clear).or_else(|| decided(tally(cores)))
}

fn tally<'a>(cores: impl Iterator<Item = &'a str>) -> (usize, usize) {
    let mut votes = (0, 0);
    for core in cores {
        match (read(core, Mark::Dot), read(core, Mark::Comma)) {
            (Some(reading), None) if reading.places > 0 || reading.grouping.is_some() => {
                votes.0 += 1
            }
            (None, Some(reading)) if reading.places > 0 || reading.grouping.is_some() => {
                votes.1 += 1
            }
            _ => {}
        }
    }
    votes
}

/// Numbers that are thousands under one mark and decimals under the other, told by which mark makes them thousands.
fn grouped_either_way<'a>(cores: impl Iterator<Item = &'a str>) -> (usize, usize) {
    let mut votes = (0, 0);
    for core in cores {
        if let (Some(dot), Some(comma)) = (read(core, Mark::Dot), read(core, Mark::Comma)) {
            votes.0 += usize::from(dot.grouping.is_some());
            votes.1 += usize::from(comma.grouping.is_some());
        }
    }
    votes
}

fn decided((dots, commas): (usize, usize)) -> Option<Mark> {
    let needed = (dots + commas) * 3;
    if dots > 0 && dots * 4 >= needed {
        Some(Mark::Dot)
    } else if commas > 0 && commas * 4 >= needed {
        Some(Mark::Comma)
    } else {
        None
    }
}

/// `12.05` may be the twelfth of May as well as a price.
pub fn could_be_day_and_month(core: &str) -> bool {
    let Some((day, month)) = core.split_once('.') else {
        return false;
    };
    let within = |text: &str, top: u32| {
        (1..=2).contains(&text.len()) && text.parse().is_ok_and(|n: u32| (1..=top).contains(&n))
    };
    within(day, 31) && within(month, 12)
}

pub fn most_common<T: PartialEq + Copy>(items: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: Vec<(T, usize)> = Vec::new();
    for item in items {
        if let Some((_, count)) = counts.iter_mut().find(|(seen, _)| *seen == item) {
            *count += 1;
        } else if counts.len() < 64 {
            // Few distinct values exist for what is counted here; a crafted file must not make the list long.
            counts.push((item, 1));
        }
    }
    // The first of equals wins, so that the answer does not depend on anything but the order of the document.
    counts
        .iter()
        .rev()
        .max_by_key(|(_, count)| *count)
        .map(|(item, _)| *item)
}

#[cfg(test)]
mod tests {
    use super::{Mark, Notation, read};

    fn value(notation: &Notation, core: &str) -> Option<String> {
        notation.read(core).map(|r| {
            let (whole, fraction) = r.value.digits(r.places);
            format!("{whole}.{fraction}")
        })
    }

    #[test]
    fn each_locale_is_read_as_its_writer_meant() {
        for (sample, core, expected) in [
            ("1,234.56", "2,000", "2000."),
            ("1.234,56", "2.000", "2000."),
            ("1\u{a0}234,56", "12,5", "12.5"),
            ("1'234.56", "7'000.10", "7000.10"),
            ("1\u{2019}234.56", "7\u{2019}000.10", "7000.10"),
            ("1,23,456.00", "12,34,567.89", "1234567.89"),
            ("0.50", ".50", "0.50"),
        ] {
            let notation = Notation::of([sample, core].into_iter(), false);
            assert_eq!(
                value(&notation, core).as_deref(),
                Some(expected),
                "{core} beside {sample}"
            );
        }
    }

    #[test]
    fn what_can_be_read_two_ways_stays_unread() {
        let notation = Notation::of(["1,234", "5,678"].into_iter(), false);
        assert_eq!(notation.mark, None);
        assert_eq!(value(&notation, "1,234"), None);
        assert_eq!(value(&notation, "1234"), Some("1234.".into()));
    }

    #[test]
    fn thousands_of_money_without_decimals_are_read() {
        let notation = Notation::of(["1,234", "232,608"].into_iter(), true);
        assert_eq!(notation.mark, Some(Mark::Dot));
        assert_eq!(value(&notation, "1,234"), Some("1234.".into()));
        let notation = Notation::of(["1.234", "232.608"].into_iter(), true);
        assert_eq!(value(&notation, "1.234"), Some("1234.".into()));
    }

    #[test]
    fn day_and_month_do_not_outvote_amounts() {
        let notation = Notation::of(["01.02", "03.04", "05.06", "12,50"].into_iter(), false);
        assert_eq!(notation.mark, Some(Mark::Comma));
        assert!(notation.is_foreign("03.04"));
    }

    #[test]
    fn groups_must_be_groups() {
        assert_eq!(read("12,34.00", Mark::Dot), None);
        assert_eq!(read("1,234,56.00", Mark::Dot), None);
        assert_eq!(read("0,123.00", Mark::Dot), None);
        assert_eq!(read("1.234'567", Mark::Comma), None);
    }
}
