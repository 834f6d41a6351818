//! Numbers (ISO 32000-2, 7.3.3), and references to objects, which begin as they do (7.3.10).

use crate::place::ObjectId;

use super::cursor::{is_regular, is_white_space};
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

    fn reference_to(&mut self, number: u32) -> Option<Object> {
        // As nearly all are written.
        if let [b' ', generation @ b'0'..=b'9', b' ', b'R', after @ ..] = self.cursor.rest()
            && !after.first().copied().is_some_and(is_regular)
        {
            let generation = u16::from(generation - b'0');
            self.cursor.advance(4);
            return Some(Object::Reference(ObjectId::new(number, generation)));
        }
        let back = self.cursor;
        if self.cursor.peek().is_some_and(is_white_space) {
            self.cursor.skip_white_space();
            if let Some(generation) = self.cursor.take_unsigned()
                && self.cursor.peek().is_some_and(is_white_space)
            {
                self.cursor.skip_white_space();
                if self.cursor.eat_keyword(b"R") {
                    return Some(Object::Reference(ObjectId::new(
                        number,
                        u16::try_from(generation).unwrap_or(u16::MAX),
                    )));
                }
            }
        }
        self.cursor = back;
        None
    }

    /// An unsigned integer of few digits, as most numbers are; nothing is passed where it is another number.
    fn short_integer(&mut self) -> Option<i64> {
        let rest = self.cursor.rest();
        let mut value = 0i64;
        let mut length = 0;
        while let Some(digit @ b'0'..=b'9') = rest.get(length)
            && length < 18
        {
            value = value * 10 + i64::from(digit - b'0');
            length += 1;
        }
        let ends = !matches!(rest.get(length), Some(b'0'..=b'9' | b'.' | b'-'));
        if length == 0 || !ends {
            return None;
        }
        self.cursor.advance(length);
        Some(value)
    }

    /// A number; forms such as `--5`, `5-3` and `1.2.3` are read as viewers read them: what makes a number counts.
    fn number(&mut self) -> Option<Object> {
        let start = self.cursor.position();
        let mut negative = false;
        while let Some(sign @ (b'+' | b'-')) = self.cursor.peek() {
            negative |= sign == b'-';
            self.cursor.advance(1);
        }
        let mut whole = 0i64;
        let mut overflow: Option<f64> = None;
        let mut digits = 0usize;
        while let Some(digit @ b'0'..=b'9') = self.cursor.peek() {
            let value = i64::from(digit - b'0');
            let next = match digits {
                // So many digits always fit.
                0..18 => Some(whole * 10 + value),
                _ => whole.checked_mul(10).and_then(|w| w.checked_add(value)),
            };
            match (overflow, next) {
                (None, Some(next)) => whole = next,
                (current, _) => {
                    overflow = Some(current.unwrap_or(whole as f64) * 10.0 + value as f64)
                }
            }
            digits += 1;
            self.cursor.advance(1);
        }
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

    fn fraction(&mut self) -> (f64, usize) {
        let mut digits = 0usize;
        let mut numerator = 0u64;
        let mut scale = 1.0f64;
        while let Some(digit @ b'0'..=b'9') = self.cursor.peek() {
            if digits < 17 {
                numerator = numerator * 10 + u64::from(digit - b'0');
                scale *= 10.0;
            }
            digits += 1;
            self.cursor.advance(1);
        }
        (numerator as f64 / scale, digits)
    }

    fn pass_number_rest(&mut self) {
        while matches!(self.cursor.peek(), Some(b'0'..=b'9' | b'.' | b'-')) {
            self.cursor.advance(1);
        }
    }
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
