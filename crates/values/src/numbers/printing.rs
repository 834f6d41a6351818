//! Another value printed the way an amount is: same notation, same sign marks, same decimals.

use super::amounts::Amount;
use super::decimal::Decimal;
use super::notation::{Grouping, Notation};
use super::numeral::{Sign, sign_of};

impl Amount {
    /// `value` as the document would have printed it in this place.
    pub fn print(&self, value: Decimal, notation: &Notation) -> String {
        let digits = self.print_digits(value.abs(), notation);
        let before = self.text.get(..self.core.start).unwrap_or_default();
        let after = self.text.get(self.core.end..).unwrap_or_default();
        if value.is_negative() == self.value.is_negative() || value.is_zero() {
            return format!("{before}{digits}{after}");
        }
        match self.sign {
            Sign::Unmarked => format!("{before}-{digits}{after}"),
            Sign::Credit => format!("{before}{digits}{}", swap_side(after)),
            Sign::Debit => format!("{before}{digits}{}", swap_side(after)),
            Sign::Plus => format!("{}{digits}{after}", before.replacen('+', "-", 1)),
            Sign::Minus | Sign::Parentheses => {
                let bare = |text: &str| -> String {
                    let kept = |c: &char| sign_of(*c).is_none() && !matches!(c, '(' | ')');
                    text.chars().filter(kept).collect()
                };
                format!("{}{digits}{}", bare(before), bare(after))
                    .trim()
                    .to_string()
            }
        }
    }

    fn print_digits(&self, value: Decimal, notation: &Notation) -> String {
        let (whole, fraction) = value.digits(self.places);
        let was_small = self.value.abs() < Decimal::whole(1000);
        let grouping = self.grouping.or(notation.grouping.filter(|_| was_small));
        let whole = match grouping {
            Some(grouping) => grouped(&whole, grouping),
            None => whole,
        };
        if fraction.is_empty() {
            whole
        } else {
            format!("{whole}{}{fraction}", self.mark)
        }
    }

    /// Whether the digits of the value are those of a number printed like this one with one digit altered.
    pub fn differs_by_one_digit(&self, value: Decimal) -> bool {
        self.differing_digits(value) == Some(1) && value.is_negative() == self.value.is_negative()
    }

    /// Whether one or two digits changed, put in or left out make the printed digits those of the value.
    pub fn is_near(&self, value: Decimal) -> bool {
        self.edits_to(value) <= 2
    }

    /// Digits to change, put in or leave out to print the value.
    pub fn edits_to(&self, value: Decimal) -> usize {
        let all = |value: Decimal| -> Vec<char> {
            let (whole, fraction) = value.digits(self.places);
            whole.chars().chain(fraction.chars()).collect()
        };
        edits(&all(self.value), &all(value))
    }

    /// How many digits differ from those of a value with as many digits; `None` when the number of digits differs.
    pub fn differing_digits(&self, value: Decimal) -> Option<usize> {
        let all = |value: Decimal| {
            let (whole, fraction) = value.digits(self.places);
            whole + &fraction
        };
        let (own, other) = (all(self.value), all(value));
        (own.len() == other.len()).then(|| {
            own.chars()
                .zip(other.chars())
                .filter(|(a, b)| a != b)
                .count()
        })
    }
}

/// Characters to change, put in or leave out to get from one text to the other.
fn edits(from: &[char], to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (above, a) in from.iter().enumerate() {
        let mut left = above + 1;
        let mut corner = above;
        for (b, cell) in to.iter().zip(row.iter_mut().skip(1)) {
            let changed = corner + usize::from(a != b);
            corner = *cell;
            left = changed.min(corner + 1).min(left + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = above + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

fn swap_side(mark: &str) -> String {
    mark.chars()
        .map(|c| match c {
            'C' => 'D',
            'D' => 'C',
            'c' => 'd',
            'd' => 'c',
            'B' => 'R',
            'b' => 'r',
            other => other,
        })
        .collect()
}

fn grouped(whole: &str, grouping: Grouping) -> String {
    let length = whole.len();
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        let left = length - index;
        let boundary = if grouping.indian {
            left == 3 || (left > 3 && (left - 3).is_multiple_of(2))
        } else {
            left.is_multiple_of(3)
        };
        if index > 0 && boundary {
            text.push(grouping.separator);
        }
        text.push(digit);
    }
    text
}
