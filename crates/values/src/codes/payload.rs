//! What codes say, and how their texts write it.

use crate::dates::Day;
use crate::numbers::Decimal;

/// What a code says, as far as it may be printed too.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Payload {
    /// What kind of code it is, for people.
    pub scheme: &'static str,
    /// Letters and digits only.
    pub iban: Option<String>,
    /// What is to be paid, or the invoice's total; never zero.
    pub amount: Option<Decimal>,
    /// Letters and digits only, with check digits of its own.
    pub reference: Option<String>,
    pub day: Option<Day>,
    /// Which of the code's own checks fails.
    pub broken: Option<&'static str>,
}

/// Letters and digits, upper case; `None` for too few to identify anything.
pub fn bare(text: &str) -> Option<String> {
    let kept = text.chars().filter(char::is_ascii_alphanumeric);
    let bare: String = kept.map(|c| c.to_ascii_uppercase()).take(64).collect();
    (bare.len() >= 8).then_some(bare)
}

/// Digits with a decimal point.
pub fn decimal(text: &str) -> Option<Decimal> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        return None;
    }
    Decimal::from_digits(whole, fraction.trim_end_matches('0'))
}

/// Year, month and day as the parts of `text` give them, in the order named.
pub fn day(text: &str, order: [usize; 3]) -> Option<Day> {
    let digits: Vec<&str> = text.split(['-', '.', '/']).collect();
    let part = |index: usize| digits.get(*order.get(index)?)?.parse::<u16>().ok();
    Day::new(
        i32::from(part(0)?),
        u8::try_from(part(1)?).ok()?,
        u8::try_from(part(2)?).ok()?,
    )
}

/// `20240312`.
pub fn compact_day(text: &str) -> Option<Day> {
    let part = |range: std::ops::Range<usize>| text.get(range)?.parse::<u16>().ok();
    Day::new(
        i32::from(part(0..4)?),
        u8::try_from(part(4..6)?).ok()?,
        u8::try_from(part(6..8)?).ok()?,
    )
}
