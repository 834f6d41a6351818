//! How a piece of text is written: which operators place, colour and show it, and in which form. One writer keeps to its
//! ways; text that another put in brings other ones.

use crate::syntax::object::{Object, StringForm};

use super::interpreter::numbers;

/// What may stand between one piece of text and the next, each a bit of [`Manner::operators`].
const OPERATORS: [&[u8]; 29] = [
    b"Tj", b"TJ", b"'", b"\"", b"Td", b"TD", b"Tm", b"T*", b"cm", b"BT", b"Tf", b"TL", b"Tc",
    b"Tw", b"Tz", b"Ts", b"Tr", b"g", b"rg", b"k", b"cs", b"sc", b"scn", b"q", b"gs", b"BDC",
    b"BMC", b"Do", b"W",
];
/// Each of them as a number.
#[expect(
    clippy::indexing_slicing,
    reason = "evaluated when the program is compiled"
)]
const KEYS: [u32; 29] = {
    let mut keys = [0; 29];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = match key(OPERATORS[at]) {
            Some(key) => key,
            None => panic!("an operator has at most three letters"),
        };
        at += 1;
    }
    keys
};
const SHOWING: u32 = 0b1111;
const PLACING: u32 = 0b1_1111_0000;
const COLOURING: u32 = 0b11_1111 << 17;
/// Decimals are told apart up to so many.
const DECIMALS: u8 = 6;

/// How one run is written, with all that was set since the run before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Manner {
    operators: u32,
    /// Strings written as `( … )` and as `< … >`.
    pub literal: bool,
    pub hexadecimal: bool,
    /// The most decimals of the numbers that place it; `None` where it stands where the pen was.
    pub decimals: Option<u8>,
    /// Decimals of the size that `Tf` sets.
    pub size_decimals: Option<u8>,
}

impl Manner {
    /// An operator in front of the text, or the one that shows it.
    pub(super) fn note(&mut self, operator: &[u8], operands: &[Object]) {
        let Some(bit) = bit(operator) else {
            return;
        };
        self.operators |= bit;
        if bit & PLACING != 0 {
            let finest = numbers(operands)
                .iter()
                .rev()
                .take(2)
                .map(|n| decimals(*n))
                .max();
            self.decimals = self.decimals.max(finest);
        } else if operator == b"Tf" {
            self.size_decimals = numbers(operands).last().map(|size| decimals(*size));
        } else if bit & SHOWING != 0 {
            self.forms(operands);
        }
    }

    fn forms(&mut self, operands: &[Object]) {
        let inner = operands.iter().filter_map(Object::as_array).flatten();
        for operand in operands.iter().chain(inner) {
            if let Object::String(string) = operand {
                match string.form {
                    StringForm::Literal => self.literal = true,
                    StringForm::Hexadecimal => self.hexadecimal = true,
                }
            }
        }
    }

    /// The operators that place text.
    pub fn placing(&self) -> Operators {
        Operators(self.operators & PLACING)
    }

    /// The operator that shows the text.
    pub fn showing(&self) -> Operators {
        Operators(self.operators & SHOWING)
    }

    /// The operators that set its colour.
    pub fn colouring(&self) -> Operators {
        Operators(self.operators & COLOURING)
    }

    /// All others: text objects, saved states, fonts, spacing.
    pub fn others(&self) -> Operators {
        Operators(self.operators & !(SHOWING | PLACING | COLOURING))
    }
}

/// A set of operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Operators(u32);

impl Operators {
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each operator as a set of its own.
    pub fn each(self) -> impl Iterator<Item = Self> {
        (0..u32::BITS)
            .map(|bit| Self(1 << bit))
            .filter(move |one| self.0 & one.0 != 0)
    }
}

impl std::fmt::Display for Operators {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = OPERATORS
            .iter()
            .enumerate()
            .filter(|(bit, _)| self.0 & (1 << bit) != 0);
        for (index, (_, name)) in names.enumerate() {
            let blank = if index > 0 { " " } else { "" };
            write!(f, "{blank}{}", String::from_utf8_lossy(name))?;
        }
        Ok(())
    }
}

/// The bit of [`Manner::operators`]. Asked for every operator of a page, most of which draw lines.
fn bit(operator: &[u8]) -> Option<u32> {
    let key = key(operator)?;
    let bit = KEYS.iter().position(|known| *known == key)?;
    Some(1 << bit)
}

/// An operator of at most three letters as a number.
const fn key(operator: &[u8]) -> Option<u32> {
    match *operator {
        [a] => Some(a as u32),
        [a, b] => Some((a as u32) << 8 | b as u32),
        [a, b, c] => Some((a as u32) << 16 | (b as u32) << 8 | c as u32),
        _ => None,
    }
}

/// How many decimals a number needs.
fn decimals(number: f64) -> u8 {
    let mut scaled = number.abs();
    for count in 0..DECIMALS {
        // Beyond, there is no room for decimals.
        let nearest = if scaled < 1e15 {
            (scaled + 0.5) as u64 as f64
        } else {
            scaled
        };
        // Tenths have no exact value in binary.
        if (scaled - nearest).abs() < 1e-7 * scaled.max(1.0) {
            return count;
        }
        scaled *= 10.0;
    }
    DECIMALS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_that_a_number_needs() {
        for (number, count) in [
            (12.0, 0),
            (56.69, 2),
            (-0.5, 1),
            (10.006, 3),
            (0.123_456_7, 6),
        ] {
            assert_eq!(decimals(number), count, "{number}");
        }
    }

    #[test]
    fn operators_are_told_by_what_they_do() {
        let mut manner = Manner::default();
        for operator in [b"BT".as_slice(), b"rg", b"Tf", b"Td", b"re", b"Tj"] {
            manner.note(operator, &[]);
        }
        assert_eq!(manner.showing().to_string(), "Tj");
        assert_eq!(manner.placing().to_string(), "Td");
        assert_eq!(manner.colouring().to_string(), "rg");
        assert_eq!(manner.others().to_string(), "BT Tf");
        assert_eq!(manner.others().each().count(), 2);
    }
}
