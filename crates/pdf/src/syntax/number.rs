//! Numbers (ISO 32000-2, 7.3.3), and references to objects, which begin as they do (7.3.10).

use crate::place::ObjectId;

use super::cursor::{Cursor, is_white_space, leading_digits};
use super::object::Object;
use super::parser::Parser;

impl Parser<'_> {
    pub(super) fn number_or_reference(&mut self) -> Option<Object> {
        let number = match self.short_integer() {
            Some(short) => Object::Integer(short),
            None => self.number()?,
        };
        if let (true, Object::Integer(value)) = (self.references, &number)
            && let Ok(object_number) = u32::try_from(*value)
            && let Some(reference) = self.reference_to(object_number)
        {
            return Some(reference);
        }
        Some(number)
    }

    /// ` G R` behind a number.
    #[inline]
    fn reference_to(&mut self, number: u32) -> Option<Object> {
        let rest = self.cursor.rest();
        let mut behind = Cursor::new(rest, white_space(rest));
        let generation = (behind.position() > 0).then(|| behind.take_unsigned())??;
        let blank = white_space(behind.rest());
        behind.advance(blank);
        if blank == 0 || !behind.eat_keyword(b"R") {
            return None;
        }
        self.cursor.advance(behind.position());
        let generation = u16::try_from(generation).unwrap_or(u16::MAX);
        Some(Object::Reference(ObjectId::new(number, generation)))
    }

    /// An unsigned integer of few digits, as most numbers are; nothing is passed where it is another number.
    #[inline]
    fn short_integer(&mut self) -> Option<i64> {
        let rest = self.cursor.rest();
        let (value, length) = leading_digits(rest);
        let ends = !matches!(rest.get(length), Some(b'0'..=b'9' | b'.' | b'-'));
        if length == 0 || !ends {
            return None;
        }
        self.cursor.advance(length);
        i64::try_from(value).ok()
    }

    /// A number; forms such as `--5`, `5-3` and `1.2.3` are read as viewers read them: what makes a number counts.
    fn number(&mut self) -> Option<Object> {
        let start = self.cursor.position();
        let mut negative = false;
        while let Some(sign @ (b'+' | b'-')) = self.cursor.peek() {
            negative |= sign == b'-';
            self.cursor.advance(1);
        }
        let (whole, overflow, digits) = self.whole();
        if self.cursor.peek() != Some(b'.') {
            if digits == 0 {
                // A lone sign is no number.
                self.cursor.seek(start);
                return None;
            }
            self.pass_number_rest();
            return Some(match overflow {
                Some(large) => Object::Real(if negative { -large } else { large }),
                None => Object::Integer(if negative { -whole } else { whole }),
            });
        }
        self.cursor.advance(1);
        let (fraction, fraction_digits) = self.fraction();
        if digits == 0 && fraction_digits == 0 {
            self.pass_number_rest();
            return Some(Object::Real(0.0));
        }
        self.pass_number_rest();
        let value = overflow.unwrap_or(whole as f64) + fraction;
        Some(Object::Real(if negative { -value } else { value }))
    }

    /// The digits here as an integer, as a real where they do not fit, and how many they are.
    fn whole(&mut self) -> (i64, Option<f64>, usize) {
        let (short, mut digits) = leading_digits(self.cursor.rest());
        self.cursor.advance(digits);
        let (mut whole, mut overflow) = (short as i64, None);
        while let Some(digit @ b'0'..=b'9') = self.cursor.peek() {
            let value = i64::from(digit - b'0');
            let next = whole.checked_mul(10).and_then(|w| w.checked_add(value));
            match (overflow, next) {
                (None, Some(next)) => whole = next,
                (current, _) => {
                    overflow = Some(current.unwrap_or(whole as f64) * 10.0 + value as f64)
                }
            }
            digits += 1;
            self.cursor.advance(1);
        }
        (whole, overflow, digits)
    }

    /// Behind the point; of many digits only those that a real tells apart.
    fn fraction(&mut self) -> (f64, usize) {
        let rest = self.cursor.rest();
        let (numerator, digits) = leading_digits(rest.get(..17).unwrap_or(rest));
        self.cursor.advance(digits);
        let scale = 10u64.pow(digits as u32);
        (numerator as f64 / scale as f64, digits)
    }

    fn pass_number_rest(&mut self) {
        while matches!(self.cursor.peek(), Some(b'0'..=b'9' | b'.' | b'-')) {
            self.cursor.advance(1);
        }
    }
}

/// How many bytes of white space come first.
#[inline]
fn white_space(text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| !is_white_space(byte));
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Object {
        Parser::new(text.as_bytes(), 0).object().unwrap_or_default()
    }

    #[test]
    fn numbers_are_read_as_viewers_read_them() {
        assert_eq!(read("-12"), Object::Integer(-12));
        assert_eq!(read("+.5"), Object::Real(0.5));
        assert_eq!(read("--7"), Object::Integer(-7));
        assert_eq!(read("4."), Object::Real(4.0));
        assert_eq!(
            read("123456789012345678"),
            Object::Integer(123456789012345678)
        );
        assert_eq!(read("99999999999999999999"), Object::Real(1e20));
    }

    #[test]
    fn a_reference_needs_its_r() {
        assert_eq!(read("12 0 R"), Object::Reference(ObjectId::new(12, 0)));
        assert_eq!(read("12 0 Rx"), Object::Integer(12));
        let reference = Object::Reference(ObjectId::new(12, 10));
        assert_eq!(read("12\n10 R"), reference);
    }
}
