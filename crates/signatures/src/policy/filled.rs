//! Fields that show something else than their value: readers that draw fields anew show the one, others the other
//! (shadow attacks of the "replace" kind, NDSS 2021).

use assay_pdf::Area;

/// One such field.
#[derive(Debug, Clone, PartialEq)]
pub struct Contradiction {
    pub field: String,
    pub page: u32,
    pub area: Area,
    pub value: String,
    pub shown: String,
}

/// One field before and after a save.
#[derive(Debug, Default)]
pub struct Filled {
    pub values: [Option<String>; 2],
    /// What its look draws.
    pub looks: [String; 2],
    /// Its value is what it shows: a text field, not one of choices that are named otherwise.
    pub literal: bool,
    /// Readers were told to draw it anew from its value.
    pub drawn_anew: bool,
}

/// What is wrong with a field that a save touched: its new look contradicts its new value, or the look changed or went
/// while the value that contradicts the old look stayed. Gives the value, or the old look, and what is shown.
pub fn contradiction(filled: &Filled) -> Option<(String, String)> {
    let [was, look] = &filled.looks;
    let [old_value, value] = &filled.values;
    let words = |one: &str, other: &str| filled.literal && words_differ(one, other);
    let kept = old_value == value;
    let shown = match value {
        Some(value) if filled.drawn_anew || look.trim().is_empty() => value,
        _ => look,
    };
    if let Some(value) = value
        && (differ(value, shown) || !(kept && was == shown) && words(value, shown))
    {
        return Some((value.clone(), shown.clone()));
    }
    let other = differ(was, shown) || words(was, shown);
    (kept && other).then(|| (was.clone(), shown.clone()))
}

/// Whether two texts are different words. Looks are cut off at the end of their field, so that one may begin the other;
/// case, spaces and signs are a matter of form, and so is a date or an amount that is written in words on one side.
pub fn words_differ(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphabetic());
        letters.flat_map(char::to_lowercase).collect()
    };
    let (one, other) = (letters(one), letters(other));
    let told = |text: &str| text.chars().count() >= 3;
    told(&one) && told(&other) && !one.starts_with(&other) && !other.starts_with(&one)
}

/// Whether two texts are different numbers or different days. Scripts of a form write dates and words in other forms,
/// group digits and add units, so that only what is a number on both sides is compared, and one may hold the digits of
/// the other; of dates, every reading is.
pub fn differ(one: &str, other: &str) -> bool {
    match (digits(one), digits(other)) {
        (Some(a), Some(b)) => !a.contains(&b) && !b.contains(&a),
        _ => {
            let (days, others) = (days(one), days(other));
            let same = |day: &Day| others.iter().any(|other| day.agrees(other));
            let cut = one.trim().starts_with(other.trim()) || other.trim().starts_with(one.trim());
            !days.is_empty() && !others.is_empty() && !cut && !days.iter().any(same)
        }
    }
}

/// One reading of a date. The century may be left out, and a month that is written in words is not read.
#[derive(Clone, Copy)]
struct Day {
    year: u32,
    month: Option<u32>,
    day: u32,
}

impl Day {
    fn agrees(&self, other: &Day) -> bool {
        let months = match (self.month, other.month) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        self.year % 100 == other.year % 100 && self.day == other.day && months
    }
}

/// Every day that a text may name which holds nothing but a date.
fn days(text: &str) -> Vec<Day> {
    let groups: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|group| !group.is_empty())
        .collect();
    let numbers: Vec<u32> = groups
        .iter()
        .filter_map(|group| group.parse().ok())
        .collect();
    let words = text.chars().filter(|c| c.is_alphabetic()).count();
    if text.contains(':') {
        return Vec::new();
    }
    let full = |at: usize| groups.get(at).is_some_and(|group| group.len() == 4);
    let short = groups
        .iter()
        .all(|group| group.len() <= 2 || group.len() == 4);
    let mut days = Vec::new();
    let mut add = |year: u32, month: Option<u32>, day: u32| {
        if (1..=31).contains(&day) && month.is_none_or(|month| (1..=12).contains(&month)) {
            days.push(Day { year, month, day });
        }
    };
    match (numbers.as_slice(), words) {
        (&[a, b, c], 0) if short && full(0) && !full(1) && !full(2) => add(a, Some(b), c),
        (&[a, b, c], 0) if short && !full(0) && !full(1) => {
            add(c, Some(b), a);
            add(c, Some(a), b);
            if !full(2) {
                add(a, Some(b), c);
            }
        }
        (&[a, b], 3..) if short && full(1) && !full(0) => add(b, None, a),
        (&[a, b], 3..) if short && full(0) && !full(1) => add(a, None, b),
        _ => {}
    }
    days
}

/// The digits of a number of three digits or more; words, dates and codes have none.
fn digits(text: &str) -> Option<String> {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let separators = text
        .chars()
        .filter(|c| matches!(c, '-' | '/' | ':'))
        .count();
    // A day, a month and a year stand between two points.
    let points: Vec<&str> = text.trim().split('.').collect();
    let date = points.len() == 3 && points.iter().all(|part| part.len() <= 4 && part.len() != 3);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let trimmed = digits.trim_start_matches('0').to_string();
    (letters <= 3 && separators <= 1 && !date && trimmed.len() >= 3).then_some(trimmed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_in_two_forms_agree() {
        assert!(!differ("1234.5", "1,234.50 EUR"));
        assert!(!differ("0.15", "15 %"));
        assert!(!differ("2026-01-05", "05.01.2026"));
        assert!(!differ("none", "1.250,00"));
    }

    #[test]
    fn amounts_that_are_others_differ() {
        assert!(differ("9.250,00", "1.250,00"));
        assert!(differ("1250", "EUR 1,350.00"));
    }

    #[test]
    fn days_that_are_others_differ_in_every_reading() {
        assert!(differ("31.12.2027", "31.01.2026"));
        assert!(differ("2026-01-05", "06/01/2026"));
        assert!(differ("2026-01-05", "5 January 2027"));
        assert!(differ("January 6, 2026", "05.01.26"));
        assert!(!differ("2026-01-05", "5 January 2026"));
        assert!(!differ("2026-01-05", "01/05/26"));
        assert!(!differ("05/01/2026", "01/05/2026"));
        assert!(!differ("2026-01-05", "10:15:30"));
        assert!(!differ("31.01.2026", "31.01.20"));
        assert!(!differ("192.168.10.12", "31.01.2026"));
    }

    fn told(values: [Option<&str>; 2], looks: [&str; 2]) -> Option<(String, String)> {
        contradiction(&Filled {
            values: values.map(|value| value.map(str::to_string)),
            looks: looks.map(str::to_string),
            literal: true,
            drawn_anew: false,
        })
    }

    fn pair(one: &str, other: &str) -> Option<(String, String)> {
        Some((one.to_string(), other.to_string()))
    }

    #[test]
    fn a_look_that_changes_under_a_value_that_stays_is_told() {
        let value = Some("9.250,00");
        let changed = told([value, value], ["1.250,00", "9.250,00"]);
        assert_eq!(changed, pair("1.250,00", "9.250,00"));
        let gone = told([value, value], ["1.250,00", ""]);
        assert_eq!(gone, pair("1.250,00", "9.250,00"));
        assert_eq!(told([value, value], ["9.250,00", "9.250,00"]), None);
    }

    #[test]
    fn words_that_change_under_a_value_that_stays_are_told() {
        let paid = Some("paid in full");
        let follows = told([paid, paid], ["not paid", "paid in full"]);
        assert_eq!(follows, pair("not paid", "paid in full"));
        let without = told([None, None], ["not paid", "paid in full"]);
        assert_eq!(without, pair("not paid", "paid in full"));
        let not = Some("not paid");
        assert_eq!(
            told([not, not], ["not paid", "paid"]),
            pair("not paid", "paid")
        );
        assert_eq!(told([not, not], ["not paid", "NOT PAID"]), None);
    }

    #[test]
    fn words_that_readers_draw_anew_are_those_of_the_value() {
        let value = || Some("paid in full".to_string());
        let mut filled = Filled {
            values: [value(), value()],
            looks: ["not paid".into(), "not paid".into()],
            literal: true,
            drawn_anew: true,
        };
        assert_eq!(contradiction(&filled), pair("not paid", "paid in full"));
        filled.drawn_anew = false;
        assert_eq!(contradiction(&filled), None);
    }

    #[test]
    fn filling_is_no_contradiction() {
        let numbers = told(
            [Some("1.250,00"), Some("1.350,00")],
            ["1.250,00", "1.350,00"],
        );
        assert_eq!(numbers, None);
        assert_eq!(
            told(
                [Some("none"), Some("late delivery")],
                ["none", "Late delivery"]
            ),
            None
        );
        assert_eq!(
            told([None, Some("5 January 2026")], ["", "05.01.2026"]),
            None
        );
        assert_eq!(
            told([None, Some("a long remark")], ["", "a long rem"]),
            None
        );
    }
}
