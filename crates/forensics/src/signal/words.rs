//! Counts, boxes and dates as a person reads them in evidence.

use assay_pdf::{Area, Date};

use crate::facts::PageFacts;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `1 byte`, `18 bytes`.
pub fn count(many: usize, noun: &str) -> String {
    match many {
        1 => format!("1 {noun}"),
        _ => format!("{many} {noun}s"),
    }
}

/// `1 byte stands`, `18 bytes stand`.
pub fn stand(many: usize, noun: &str) -> String {
    let verb = if many == 1 { "stands" } else { "stand" };
    format!("{} {verb}", count(many, noun))
}

/// `(138, 197)–(190, 211) pt`, as the finding's own box counts: from the bottom left of what the page shows.
pub fn boxed(page: &PageFacts, area: &Area) -> String {
    let [x0, y0, x1, y1] = page.bbox(area).map(f64::round);
    format!("({x0:.0}, {y0:.0})–({x1:.0}, {y1:.0}) pt")
}

/// `7 June 2024, 09:00 UTC+2`: as far as the date is written, with its zone where it has one.
pub fn when(date: &Date) -> String {
    let mut text = String::new();
    let month = date
        .month
        .and_then(|month| MONTHS.get(usize::from(month).checked_sub(1)?));
    if let (Some(day), Some(_)) = (date.day, month) {
        text.push_str(&format!("{day} "));
    }
    if let Some(month) = month {
        text.push_str(&format!("{month} "));
    }
    text.push_str(&date.year.to_string());
    if let (Some(hour), Some(minute)) = (date.hour, date.minute) {
        text.push_str(&format!(", {hour:02}:{minute:02}"));
        if let Some(second) = date.second.filter(|second| *second > 0) {
            text.push_str(&format!(":{second:02}"));
        }
        text.push_str(&zone(date.offset));
    }
    text
}

/// ` UTC+2`, ` UTC−3:30`, or nothing where no zone is written.
fn zone(offset: Option<i32>) -> String {
    let Some(minutes) = offset else {
        return String::new();
    };
    let sign = if minutes < 0 { '−' } else { '+' };
    match (minutes.abs() / 60, minutes.abs() % 60) {
        (0, 0) => " UTC".to_owned(),
        (hours, 0) => format!(" UTC{sign}{hours}"),
        (hours, minutes) => format!(" UTC{sign}{hours}:{minutes:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_told_as_far_as_they_are_written() {
        let told = |text| Date::parse(text).map(|date| when(&date));
        let cases = [
            ("D:20240607090000Z", "7 June 2024, 09:00 UTC"),
            ("D:20171203222536+01'00'", "3 December 2017, 22:25:36 UTC+1"),
            (
                "D:20131011163903-03'30'",
                "11 October 2013, 16:39:03 UTC−3:30",
            ),
            ("D:20131011", "11 October 2013"),
            ("D:2013", "2013"),
        ];
        for (written, expected) in cases {
            assert_eq!(told(written).as_deref(), Some(expected));
        }
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(count(1, "byte"), "1 byte");
        assert_eq!(count(2, "byte"), "2 bytes");
        assert_eq!(count(0, "byte"), "0 bytes");
    }
}
