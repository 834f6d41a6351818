//! What belongs to a number but stands as a word of its own: thousands after a space, signs, currencies, side marks.

use std::ops::Range;

use super::numeral::{Numeral, Sign, currency, side_at_start, sign_of};
use crate::dates::Dates;
use crate::layout::{Sheet, gap};

/// The numeral that starts with the token at `at`, with everything around it that is part of it, within `from..to`.
pub fn assemble(
    sheet: &Sheet,
    dates: &Dates,
    at: usize,
    around: &Range<usize>,
    floor: usize,
) -> Option<(Numeral, Range<usize>)> {
    let mut numeral = Numeral::parse(&sheet.tokens.get(at)?.text)?;
    let mut tokens = at..at + 1;
    while join_group(sheet, dates, &mut numeral, &mut tokens, around.end) {}
    look_left(sheet, &mut numeral, &mut tokens, around.start, floor);
    look_right(sheet, &mut numeral, &mut tokens, around.end);
    Some((numeral, tokens))
}

/// `1` `234,56` printed with a space between thousands: takes the next token in if it continues the number.
fn join_group(
    sheet: &Sheet,
    dates: &Dates,
    numeral: &mut Numeral,
    tokens: &mut Range<usize>,
    end: usize,
) -> bool {
    let (Some(last), Some(next)) = (
        sheet.tokens.get(tokens.end - 1),
        sheet.tokens.get(tokens.end),
    ) else {
        return false;
    };
    // The blank of a monospaced font is as wide as a digit.
    let digit = (next.area[2] - next.area[0]) / next.text.chars().count().max(1) as f64;
    let reach = (last.height().max(next.height()) * 0.6).max(digit * 1.05);
    let close = gap(last, next) <= reach;
    if tokens.end >= end || dates.is_taken(tokens.end) || !close || !numeral.tail.is_empty() {
        return false;
    }
    let head = numeral.core.split(' ').next().unwrap_or_default();
    let starts_a_group = (1..=3).contains(&head.len())
        && !head.starts_with('0')
        && numeral.core.chars().all(|c| c.is_ascii_digit() || c == ' ');
    let Some(group) = Numeral::parse(&next.text) else {
        return false;
    };
    let digits = group.core.find(|c: char| !c.is_ascii_digit());
    let whole = digits.unwrap_or(group.core.len());
    let decimals_follow = digits.is_none_or(|at| {
        let rest = group.core.get(at + 1..).unwrap_or_default();
        rest.chars().all(|c| c.is_ascii_digit())
    });
    if !starts_a_group || !group.lead.is_empty() || whole != 3 || !decimals_follow {
        return false;
    }
    numeral.core = format!("{} {}", numeral.core, group.core);
    numeral.tail = group.tail;
    numeral.percent = group.percent;
    numeral.currency = numeral.currency.or(group.currency);
    if numeral.sign == Sign::Unmarked {
        numeral.sign = group.sign;
    }
    tokens.end += 1;
    true
}

/// A sign or currency that stands as a word of its own before the number.
fn look_left(
    sheet: &Sheet,
    numeral: &mut Numeral,
    tokens: &mut Range<usize>,
    start: usize,
    floor: usize,
) {
    let mut at = tokens.start;
    for _ in 0..2 {
        let pair = at.checked_sub(1).filter(|&before| before >= floor);
        let Some((before, this)) =
            pair.and_then(|before| Some((sheet.tokens.get(before)?, sheet.tokens.get(at)?)))
        else {
            return;
        };
        let (gap, height) = (gap(before, this), this.height());
        match (lone_sign(&before.text), currency(&before.text)) {
            (Some(sign), _) if numeral.sign == Sign::Unmarked && gap <= height * 0.9 => {
                if is_range_dash(sheet, at - 1, start) {
                    return;
                }
                numeral.sign = sign;
                at -= 1;
                tokens.start = at;
            }
            (None, Some(code)) if numeral.currency.is_none() && gap <= height * 4.0 => {
                numeral.currency = Some(code);
                at -= 1;
            }
            (None, None) => {
                let unmarked = numeral.sign == Sign::Unmarked && numeral.currency.is_none();
                let both = signed_currency(&before.text).filter(|_| unmarked);
                let Some((sign, code)) = both.filter(|_| gap <= height * 4.0) else {
                    return;
                };
                (numeral.sign, numeral.currency) = (sign, Some(code));
                at -= 1;
                tokens.start = at;
            }
            _ => return,
        }
    }
}

/// `-€` or `€-` before the number.
fn signed_currency(text: &str) -> Option<(Sign, &'static str)> {
    let mut chars = text.chars();
    let (first, behind) = (chars.next()?, chars.as_str());
    let mut chars = text.chars();
    let (last, before) = (chars.next_back()?, chars.as_str());
    let leading = sign_of(first).zip(currency(behind));
    leading.or_else(|| sign_of(last).zip(currency(before)))
}

fn lone_sign(text: &str) -> Option<Sign> {
    let mut chars = text.chars();
    let sign = chars.next().and_then(sign_of)?;
    chars.next().is_none().then_some(sign)
}

/// "5 - 20" is a range, not a minus: something stands right before the dash as well.
fn is_range_dash(sheet: &Sheet, dash: usize, line_start: usize) -> bool {
    let left = dash.checked_sub(1).filter(|&left| left >= line_start);
    let pair = left.and_then(|left| Some((sheet.tokens.get(left)?, sheet.tokens.get(dash)?)));
    pair.is_some_and(|(left, dash)| {
        gap(left, dash) <= dash.height() * 0.9 && currency(&left.text).is_none()
    })
}

/// A currency, percent sign, trailing minus or side mark that stands as a word of its own after the number.
fn look_right(sheet: &Sheet, numeral: &mut Numeral, tokens: &mut Range<usize>, end: usize) {
    let start = tokens.end;
    for at in start..start + 2 {
        match take_right(sheet, numeral, at, end) {
            Some(Part::OfNumber) => tokens.end = at + 1,
            Some(Part::BesideIt) => {}
            None => return,
        }
    }
}

/// Whether a word is printed as part of the number, or only tells what kind it is.
enum Part {
    OfNumber,
    BesideIt,
}

fn take_right(sheet: &Sheet, numeral: &mut Numeral, at: usize, end: usize) -> Option<Part> {
    let (this, next) = (sheet.tokens.get(at.checked_sub(1)?)?, sheet.tokens.get(at)?);
    let after = sheet.tokens.get(at + 1).filter(|_| at + 1 < end);
    let gap_after = after.map_or(f64::INFINITY, |after| gap(next, after));
    let (gap, height) = (gap(this, next), this.height());
    if at >= end {
        return None;
    }
    let side = side_at_start(&next.text).filter(|(length, _)| *length == next.text.len());
    let minus = matches!(next.text.as_str(), "-" | "\u{2212}");
    let unsigned = numeral.sign == Sign::Unmarked;
    if next.text.starts_with('%') && gap <= height {
        numeral.percent = true;
        return Some(Part::BesideIt);
    } else if let (Some((_, sign)), true) = (side, unsigned && gap <= height * 3.0) {
        numeral.sign = sign;
    } else if minus && unsigned && gap <= height * 0.6 && gap_after > height {
        numeral.sign = Sign::Minus;
    } else if let Some(code) = currency(&next.text)
        && numeral.currency.is_none()
        && gap <= height * 1.5
        && gap_after >= gap
    {
        numeral.currency = Some(code);
        return Some(Part::BesideIt);
    } else {
        return None;
    }
    Some(Part::OfNumber)
}
