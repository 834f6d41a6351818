//! Days of the proleptic Gregorian calendar as plain numbers.

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
        let month = i64::from(self.month);
        let year = i64::from(self.year) - i64::from(month <= 2);
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + i64::from(self.day) - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// 0 for Monday to 6 for Sunday.
    pub fn weekday(self) -> usize {
        // 1 January 1970 was a Thursday.
        (self.number() + 3).rem_euclid(7) as usize
    }
}

pub fn days_in_month(year: i32, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
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
