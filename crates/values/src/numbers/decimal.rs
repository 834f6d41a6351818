//! Exact decimal numbers in whole millionths, so that sums of printed amounts are compared without rounding.

use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

use crate::limits::{MAX_FRACTION_DIGITS, MAX_INTEGER_DIGITS};

const ONE: i128 = 1_000_000;

/// A number of at most six decimals. Arithmetic saturates: no printed amount comes near the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Decimal(i128);

impl Decimal {
    pub const ZERO: Decimal = Decimal(0);

    /// From the digits before and after the decimal mark; `None` when there are too many or none.
    pub fn from_digits(integer: &str, fraction: &str) -> Option<Decimal> {
        let significant = integer.trim_start_matches('0');
        if significant.len() > MAX_INTEGER_DIGITS || fraction.len() > MAX_FRACTION_DIGITS {
            return None;
        }
        if integer.is_empty() && fraction.is_empty() {
            return None;
        }
        let mut micros: i128 = 0;
        for digit in integer.chars().chain(fraction.chars()) {
            micros = micros * 10 + i128::from(digit.to_digit(10)?);
        }
        for _ in fraction.len()..MAX_FRACTION_DIGITS {
            micros *= 10;
        }
        Some(Decimal(micros))
    }

    pub fn whole(units: i64) -> Decimal {
        Decimal(i128::from(units) * ONE)
    }

    /// One unit in the last of `places` decimals: 0.01 for 2.
    pub fn last_place(places: u8) -> Decimal {
        let drop = MAX_FRACTION_DIGITS.saturating_sub(usize::from(places));
        Decimal(10_i128.pow(drop as u32))
    }

    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub fn abs(self) -> Decimal {
        Decimal(self.0.saturating_abs())
    }

    /// `self` taken `count` times.
    pub fn scaled(self, count: i64) -> Decimal {
        Decimal(self.0.saturating_mul(i128::from(count)))
    }

    pub fn halved(self) -> Decimal {
        Decimal(self.0 / 2)
    }

    pub fn times(self, other: Decimal) -> Decimal {
        Decimal(round_div(self.0.saturating_mul(other.0), ONE))
    }

    pub fn divided_by(self, other: Decimal) -> Option<Decimal> {
        if other.0 == 0 {
            return None;
        }
        Some(Decimal(round_div(self.0.checked_mul(ONE)?, other.0)))
    }

    /// Rounded half away from zero, as invoices do.
    pub fn rounded(self, places: u8) -> Decimal {
        let unit = Decimal::last_place(places).0;
        Decimal(round_div(self.0, unit).saturating_mul(unit))
    }

    /// Whether nothing is lost when printed with so many decimals.
    pub fn fits(self, places: u8) -> bool {
        self.0 % Decimal::last_place(places).0 == 0
    }

    /// Digits before and after the decimal mark, sign left out.
    pub fn digits(self, places: u8) -> (String, String) {
        let places = usize::from(places).min(MAX_FRACTION_DIGITS);
        let rounded = self.rounded(places as u8).0.unsigned_abs();
        let one = ONE.unsigned_abs();
        let fraction = format!("{:06}", rounded % one);
        (
            (rounded / one).to_string(),
            fraction.chars().take(places).collect(),
        )
    }
}

/// Rounds half away from zero.
fn round_div(value: i128, by: i128) -> i128 {
    let half = by.saturating_abs() / 2;
    let away = if value < 0 { -half } else { half };
    value.saturating_add(away).checked_div(by).unwrap_or(0)
}

impl Add for Decimal {
    type Output = Decimal;
    fn add(self, other: Decimal) -> Decimal {
        Decimal(self.0.saturating_add(other.0))
    }
}

impl Sub for Decimal {
    type Output = Decimal;
    fn sub(self, other: Decimal) -> Decimal {
        Decimal(self.0.saturating_sub(other.0))
    }
}

impl Neg for Decimal {
    type Output = Decimal;
    fn neg(self) -> Decimal {
        Decimal(self.0.saturating_neg())
    }
}

impl Sum for Decimal {
    fn sum<I: Iterator<Item = Decimal>>(iter: I) -> Decimal {
        iter.fold(Decimal::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    fn decimal(text: &str) -> Decimal {
        let (integer, fraction) = text.split_once('.').unwrap_or((text, ""));
        match integer.strip_prefix('-') {
            Some(integer) => -Decimal::from_digits(integer, fraction).unwrap_or_default(),
            None => Decimal::from_digits(integer, fraction).unwrap_or_default(),
        }
    }

    #[test]
    fn products_are_rounded_half_away_from_zero() {
        assert_eq!(decimal("0.125").rounded(2), decimal("0.13"));
        assert_eq!(decimal("-0.125").rounded(2), decimal("-0.13"));
        assert_eq!(decimal("19.99").times(decimal("3")), decimal("59.97"));
        assert_eq!(
            decimal("-7").divided_by(decimal("2")),
            Some(decimal("-3.5"))
        );
        assert_eq!(decimal("1").divided_by(Decimal::ZERO), None);
    }

    #[test]
    fn too_many_digits_are_no_amount() {
        assert_eq!(Decimal::from_digits("1234567890123", ""), None);
        assert_eq!(Decimal::from_digits("1", "1234567"), None);
        assert_eq!(Decimal::from_digits("", ""), None);
        assert!(Decimal::from_digits("000000000000000001", "5").is_some());
    }

    #[test]
    fn digits_keep_the_places_asked_for() {
        assert_eq!(decimal("-1234.5").digits(2), ("1234".into(), "50".into()));
        assert_eq!(decimal("7").digits(0), ("7".into(), String::new()));
    }
}
