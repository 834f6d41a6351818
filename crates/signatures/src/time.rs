//! Moments: seconds of universal time, read from certificates, attributes, tokens and PDF date strings. There is no
//! clock here; a moment only ever comes from a file or from the caller.

use std::fmt;

/// A point in time, in seconds since 1970-01-01T00:00:00Z (fractions are dropped).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moment(pub i64);

/// Calendar parts before they are checked.
struct Parts {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
}

impl Moment {
    /// The first instant of a year.
    pub fn start_of_year(year: i64) -> Moment {
        Moment(days_before(year, 1, 1) * 86_400)
    }

    pub fn year(self) -> i64 {
        civil(self.0.div_euclid(86_400)).0
    }

    /// `YYMMDDhhmm[ss](Z|+hhmm|-hhmm)`; years 50-99 are 19xx (RFC 5280, 4.1.2.5.1).
    pub fn from_utc_time(text: &[u8]) -> Option<Moment> {
        let (two, rest) = digits(text, 2)?;
        let year = if two >= 50 { 1900 + two } else { 2000 + two };
        clock_and_zone(year, rest)
    }

    /// `YYYYMMDDhh[mm[ss[.f]]](Z|+hhmm|-hhmm)`; without a zone it is taken as universal time, as all writers mean it.
    pub fn from_generalized_time(text: &[u8]) -> Option<Moment> {
        let (year, rest) = digits(text, 4)?;
        clock_and_zone(year, rest)
    }

    /// A PDF date, `D:YYYYMMDDHHmmSSOHH'mm'` (ISO 32000-2, 7.9.4), only when every part of it is there: a date without
    /// its time or zone is not a moment.
    pub fn from_pdf_date(text: &[u8]) -> Option<Moment> {
        let text = text.strip_prefix(b"D:").unwrap_or(text);
        let (year, rest) = digits(text, 4)?;
        let mut parts = Parts::of(year);
        let rest = parts.read_day(rest)?;
        let rest = parts.read_clock(rest)?;
        let (sign, zone) = match rest.split_first()? {
            (b'Z', _) => return parts.moment(0),
            (b'+', zone) => (1, zone),
            (b'-', zone) => (-1, zone),
            _ => return None,
        };
        let (hours, zone) = digits(zone, 2)?;
        let zone = zone.strip_prefix(b"'").unwrap_or(zone);
        let minutes = digits(zone, 2).map_or(0, |(minutes, _)| minutes);
        parts.moment(sign * (hours * 3600 + minutes * 60))
    }
}

impl Parts {
    fn of(year: i64) -> Parts {
        Parts {
            year,
            month: 1,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
        }
    }

    fn read_day<'a>(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        let (month, text) = digits(text, 2)?;
        let (day, text) = digits(text, 2)?;
        (self.month, self.day) = (month, day);
        Some(text)
    }

    fn read_clock<'a>(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        let (hour, text) = digits(text, 2)?;
        let (minute, text) = digits(text, 2)?;
        let (second, text) = digits(text, 2)?;
        (self.hour, self.minute, self.second) = (hour, minute, second);
        Some(text)
    }

    /// The moment, for a zone this many seconds east; `None` when a part is out of range.
    fn moment(&self, east: i64) -> Option<Moment> {
        let in_range = (1..=12).contains(&self.month)
            && (1..=days_in(self.year, self.month)).contains(&self.day)
            && (0..24).contains(&self.hour)
            && (0..60).contains(&self.minute)
            && (0..=60).contains(&self.second);
        let days = days_before(self.year, self.month, self.day);
        let clock = self.hour * 3600 + self.minute * 60 + self.second;
        in_range.then_some(Moment(days * 86_400 + clock - east))
    }
}

/// Month, day, clock and zone of the ASN.1 forms, where seconds, minutes and the zone may be missing.
fn clock_and_zone(year: i64, text: &[u8]) -> Option<Moment> {
    let mut parts = Parts::of(year);
    let text = parts.read_day(text)?;
    let (hour, mut text) = digits(text, 2)?;
    parts.hour = hour;
    if let Some((minute, rest)) = digits(text, 2) {
        (parts.minute, text) = (minute, rest);
    }
    if let Some((second, rest)) = digits(text, 2) {
        (parts.second, text) = (second, rest);
    }
    if let Some((b'.' | b',', rest)) = text.split_first() {
        let count = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        text = rest.get(count..)?;
    }
    let (sign, zone) = match text.split_first() {
        None | Some((b'Z', [])) => return parts.moment(0),
        Some((b'+', zone)) => (1, zone),
        Some((b'-', zone)) => (-1, zone),
        Some(_) => return None,
    };
    let (hours, zone) = digits(zone, 2)?;
    let (minutes, zone) = digits(zone, 2)?;
    if !zone.is_empty() {
        return None;
    }
    parts.moment(sign * (hours * 3600 + minutes * 60))
}

/// `count` decimal digits from the front.
fn digits(text: &[u8], count: usize) -> Option<(i64, &[u8])> {
    let (head, rest) = text.split_at_checked(count)?;
    let mut number = 0;
    for digit in head {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number * 10 + i64::from(digit - b'0');
    }
    Some((number, rest))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a day of the proleptic Gregorian calendar.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    // Years start in March here, so that the leap day is the last of its year.
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let of_era = shifted.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month and day of a day number: the inverse of [`days_before`].
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.0.div_euclid(86_400));
        let clock = self.0.rem_euclid(86_400);
        let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> Option<String> {
        Moment::from_utc_time(text.as_bytes()).map(|moment| moment.to_string())
    }

    fn generalized(text: &str) -> Option<String> {
        Moment::from_generalized_time(text.as_bytes()).map(|moment| moment.to_string())
    }

    fn pdf(text: &str) -> Option<String> {
        Moment::from_pdf_date(text.as_bytes()).map(|moment| moment.to_string())
    }

    #[test]
    fn certificate_times_are_read_as_written() {
        assert_eq!(
            utc("491231235959Z").as_deref(),
            Some("2049-12-31T23:59:59Z")
        );
        assert_eq!(
            utc("500101000000Z").as_deref(),
            Some("1950-01-01T00:00:00Z")
        );
        assert_eq!(
            utc("2402291200+0130").as_deref(),
            Some("2024-02-29T10:30:00Z")
        );
        assert_eq!(
            generalized("20240101000000.123Z").as_deref(),
            Some("2024-01-01T00:00:00Z")
        );
        assert_eq!(utc("230229120000Z"), None);
        assert_eq!(utc("23022812"), Some("2023-02-28T12:00:00Z".into()));
        assert_eq!(generalized("2024010100000Z"), None);
    }

    #[test]
    fn a_pdf_date_without_zone_or_clock_is_no_moment() {
        assert_eq!(
            pdf("D:20230101120000+01'00'").as_deref(),
            Some("2023-01-01T11:00:00Z")
        );
        assert_eq!(
            pdf("D:20230101120000Z").as_deref(),
            Some("2023-01-01T12:00:00Z")
        );
        assert_eq!(pdf("D:20230101120000"), None);
        assert_eq!(pdf("D:20230101"), None);
    }

    #[test]
    fn days_and_dates_are_inverse() {
        for days in (-800_000..800_000).step_by(37) {
            let (year, month, day) = civil(days);
            assert_eq!(days_before(year, month, day), days);
        }
    }
}
