//! Names and strings (ISO 32000-2, 7.3.4 and 7.3.5), escapes resolved.

use super::bytes::Bytes;
use super::object::{Name, PdfString, StringForm};
use super::parser::Parser;

/// Bytes that stand for themselves: in a name, and in a literal string.
static IN_NAME: [bool; 256] = all_but(b"\0\t\n\x0c\r ()<>[]{}/%#");
static IN_STRING: [bool; 256] = all_but(b"()\\\r");

#[expect(
    clippy::indexing_slicing,
    reason = "evaluated when the program is compiled"
)]
const fn all_but(others: &[u8]) -> [bool; 256] {
    let mut bytes = [true; 256];
    let mut at = 0;
    while at < others.len() {
        bytes[others[at] as usize] = false;
        at += 1;
    }
    bytes
}

/// How many of these bytes come first. They are few: a search that prepares itself takes longer.
#[expect(clippy::indexing_slicing, reason = "a byte is less than 256")]
#[inline]
fn run(of: &[bool; 256], text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| !of[usize::from(byte)]);
    end.unwrap_or(text.len())
}

impl Parser<'_> {
    #[inline]
    pub(super) fn name(&mut self) -> Name {
        self.cursor.advance(1);
        let from = self.cursor.rest();
        let length = run(&IN_NAME, from);
        if from.get(length) != Some(&b'#') {
            self.cursor.advance(length);
            return Name::first(length, from);
        }
        self.escaped_name()
    }

    #[inline(never)]
    fn escaped_name(&mut self) -> Name {
        let raw = self.cursor.take_regular();
        let mut name = Vec::with_capacity(raw.len());
        let mut rest = raw;
        while let Some((&byte, tail)) = rest.split_first() {
            match (byte, tail) {
                (b'#', [high, low, after @ ..])
                    if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
                {
                    name.push(hex_value(*high) << 4 | hex_value(*low));
                    rest = after;
                }
                _ => {
                    name.push(byte);
                    rest = tail;
                }
            }
        }
        Name::new(&name)
    }

    #[inline]
    pub(super) fn literal_string(&mut self) -> PdfString {
        self.cursor.advance(1);
        match self.plain_string() {
            Some(plain) => plain,
            None => self.escaped_string(),
        }
    }

    #[inline(never)]
    fn escaped_string(&mut self) -> PdfString {
        let mut bytes = Vec::new();
        let mut open = 1usize;
        while let Some(byte) = self.cursor.take() {
            match byte {
                b'(' => open += 1,
                b')' => {
                    open -= 1;
                    if open == 0 {
                        break;
                    }
                }
                b'\\' => {
                    self.escape(&mut bytes);
                    continue;
                }
                // An EOL in a string reads as LF, however it was written (7.3.4.2).
                b'\r' => {
                    self.cursor.eat(b"\n");
                    bytes.push(b'\n');
                    continue;
                }
                _ => {}
            }
            bytes.push(byte);
        }
        PdfString {
            bytes: bytes.into(),
            form: StringForm::Literal,
        }
    }

    /// A string whose bytes stand for themselves, as most do.
    #[inline]
    fn plain_string(&mut self) -> Option<PdfString> {
        let rest = self.cursor.rest();
        let end = run(&IN_STRING, rest);
        if rest.get(end) != Some(&b')') {
            return None;
        }
        self.cursor.advance(end + 1);
        Some(PdfString {
            bytes: Bytes::first(end, rest),
            form: StringForm::Literal,
        })
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) {
        let Some(byte) = self.cursor.take() else {
            return;
        };
        match byte {
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'b' => bytes.push(8),
            b'f' => bytes.push(12),
            b'\r' => {
                self.cursor.eat(b"\n");
            }
            b'\n' => {}
            b'0'..=b'7' => {
                let mut value = u32::from(byte - b'0');
                for _ in 0..2 {
                    match self.cursor.peek() {
                        Some(digit @ b'0'..=b'7') => {
                            value = value * 8 + u32::from(digit - b'0');
                            self.cursor.advance(1);
                        }
                        _ => break,
                    }
                }
                // High-order overflow is ignored (7.3.4.2).
                bytes.push((value & 0xff) as u8);
            }
            other => bytes.push(other),
        }
    }

    #[inline(never)]
    pub(super) fn hexadecimal_string(&mut self) -> PdfString {
        self.cursor.advance(1);
        let rest = self.cursor.rest();
        let end = memchr::memchr(b'>', rest).unwrap_or(rest.len());
        let digits = rest.get(..end).unwrap_or_default();
        self.cursor.advance(end + 1);
        let mut bytes = Vec::with_capacity(digits.len() / 2 + 1);
        let mut high: Option<u8> = None;
        for &digit in digits.iter().filter(|digit| digit.is_ascii_hexdigit()) {
            match high.take() {
                Some(first) => bytes.push(first << 4 | hex_value(digit)),
                None => high = Some(hex_value(digit)),
            }
        }
        if let Some(first) = high {
            bytes.push(first << 4);
        }
        PdfString {
            bytes: bytes.into(),
            form: StringForm::Hexadecimal,
        }
    }
}

fn hex_value(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        b'A'..=b'F' => digit - b'A' + 10,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::object::Object;
    use super::*;

    fn read(text: &str) -> Object {
        Parser::new(text.as_bytes(), 0).object().unwrap_or_default()
    }

    #[test]
    fn strings_keep_bytes_and_form() {
        let string = |bytes: &[u8], form| {
            Object::String(PdfString {
                bytes: bytes.into(),
                form,
            })
        };
        assert_eq!(
            read("(a\\(b\\)\\101(c)\\\r\nd\r\ne)"),
            string(b"a(b)A(c)d\ne", StringForm::Literal)
        );
        assert_eq!(read("<4 1 4>"), string(b"A@", StringForm::Hexadecimal));
    }
}
