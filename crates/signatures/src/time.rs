//! Moments: seconds of universal time, read from certificates, attributes, tokens and PDF date strings. There is no
//! clock here; a moment only ever comes from a file or from the caller.

use std::fmt;

use assay_pdf::Date;
use time::{Month, UtcDateTime};

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
        Moment(days_before(year, 1, 1).unwrap_or(i64::MAX / 86_400) * 86_400)
    }

    pub fn year(self) -> i64 {
        self.utc().map_or(i64::MAX, |utc| i64::from(utc.year()))
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
        let date = Date::parse(std::str::from_utf8(text).ok()?)?;
        let parts = Parts {
            year: i64::from(date.year),
            month: i64::from(date.month?),
            day: i64::from(date.day?),
            hour: i64::from(date.hour?),
            minute: i64::from(date.minute?),
            second: i64::from(date.second?),
        };
        parts.moment(i64::from(date.offset?) * 60)
    }

    fn utc(self) -> Option<UtcDateTime> {
        UtcDateTime::from_unix_timestamp(self.0).ok()
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

    /// The moment, for a zone this many seconds east; `None` when a part is out of range.
    fn moment(&self, east: i64) -> Option<Moment> {
        let in_range = (0..24).contains(&self.hour)
            && (0..60).contains(&self.minute)
            && (0..=60).contains(&self.second);
        let days = days_before(self.year, self.month, self.day)?;
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

/// Days from 1970-01-01 to a day of the proleptic Gregorian calendar; `None` where there is no such day.
fn days_before(year: i64, month: i64, day: i64) -> Option<i64> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let (year, day) = (i32::try_from(year).ok()?, u8::try_from(day).ok()?);
    let date = time::Date::from_calendar_date(year, month, day).ok()?;
    Some(i64::from(
        date.to_julian_day() - UtcDateTime::UNIX_EPOCH.date().to_julian_day(),
    ))
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(utc) = self.utc() else {
            return write!(f, "{} seconds after 1970-01-01T00:00:00Z", self.0);
        };
        let (year, month, day) = (utc.year(), u8::from(utc.month()), utc.day());
        let (hour, minute, second) = utc.as_hms();
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
    fn no_moment_is_too_far_to_be_told() {
        assert_eq!(
            Moment(i64::MAX).to_string(),
            format!("{} seconds after 1970-01-01T00:00:00Z", i64::MAX)
        );
        assert!(Moment(i64::MAX).year() > Moment::start_of_year(9999).year());
        assert_eq!(pdf("D:20230230120000Z"), None);
    }
}
