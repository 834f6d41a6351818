//! Days of the proleptic Gregorian calendar as plain numbers.

use time::{Date, Month, UtcDateTime};

const UNIX_EPOCH: Date = UtcDateTime::UNIX_EPOCH.date();

/// A day that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    pub year: i32,
    pub month: u8,
    pub day: u8,
}

impl Day {
    /// `None` when there is no such day.
    pub fn new(year: i32, month: u8, day: u8) -> Option<Day> {
        let valid = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day);
        valid.then_some(Day { year, month, day })
    }

    /// Days since 1 January 1970.
    pub fn number(self) -> i64 {
        // A day that exists, as `new` has seen.
        let month = Month::try_from(self.month).unwrap_or(Month::January);
        let date = Date::from_calendar_date(self.year, month, self.day);
        date.map_or(0, |date| {
            i64::from(date.to_julian_day() - UNIX_EPOCH.to_julian_day())
        })
    }

    /// 0 for Monday to 6 for Sunday.
    pub fn weekday(self) -> usize {
        // 1 January 1970 was a Thursday.
        (self.number() + 3).rem_euclid(7) as usize
    }
}

pub fn days_in_month(year: i32, month: u8) -> u8 {
    Month::try_from(month).map_or(31, |month| month.length(year))
}

#[cfg(test)]
mod tests {
    use super::Day;

    #[test]
    fn days_are_counted_across_leap_years() {
        let number = |y, m, d| Day::new(y, m, d).map(Day::number);
        assert_eq!(number(1970, 1, 1), Some(0));
        assert_eq!(number(2000, 3, 1), Some(11_017));
        assert_eq!(number(2024, 12, 31), Some(20_088));
        assert_eq!(number(2023, 2, 29), None);
        assert_eq!(number(1900, 2, 29), None);
    }

    #[test]
    fn weekdays_start_on_monday() {
        let weekday = |y, m, d| Day::new(y, m, d).map(Day::weekday);
        assert_eq!(weekday(2024, 3, 11), Some(0));
        assert_eq!(weekday(2024, 2, 29), Some(3));
        assert_eq!(weekday(1969, 12, 28), Some(6));
    }
}
