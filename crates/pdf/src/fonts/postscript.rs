//! The tokens of PostScript as far as CMaps (ISO 32000-2, 9.7.5.3 and 9.10.3) and Type 1 programs (9.9) use them.

use crate::syntax::cursor::Cursor;

/// A hexadecimal string: a character code, or text in UTF-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hex<'a> {
    /// What stands between the angle brackets, white space included.
    digits: &'a [u8],
}

impl<'a> Hex<'a> {
    fn values(self) -> impl Iterator<Item = u32> + 'a {
        self.digits
            .iter()
            .filter_map(|&digit| char::from(digit).to_digit(16))
    }

    /// The code and its length in bytes; of more than four bytes the last four.
    pub(super) fn code(self) -> (u32, u8) {
        let (code, digits) = self.values().fold((0u32, 0usize), |(code, count), digit| {
            (code << 4 | digit, count + 1)
        });
        (code, digits.div_ceil(2).clamp(1, 4) as u8)
    }

    /// The text it stands for. Up to four digits are one unit, however many were written: `<41>` is met for `<0041>`.
    pub(super) fn utf16(self, units: &mut Vec<u16>) {
        units.clear();
        let mut unit = 0u32;
        let mut count = 0usize;
        for digit in self.values() {
            unit = unit << 4 | digit;
            count += 1;
            if count.is_multiple_of(4) {
                units.push(unit as u16);
                unit = 0;
            }
        }
        if !count.is_multiple_of(4) {
            units.push(unit as u16);
        }
    }
}

/// One token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Hex(Hex<'a>),
    Integer(i64),
    Name(&'a [u8]),
    ArrayStart,
    ArrayEnd,
    /// Anything else, in particular operators.
    Word(&'a [u8]),
}

/// The tokens of a file in order; strings, dictionary brackets and procedures are passed over.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'a>(Cursor<'a>);

impl<'a> Tokens<'a> {
    pub(super) fn new(data: &'a [u8]) -> Self {
        Self(Cursor::new(data, 0))
    }

    /// The next `count` bytes behind one that separates: binary data of a Type 1 program.
    pub(super) fn binary(&mut self, count: usize) -> Option<std::ops::Range<usize>> {
        let start = self.0.position() + 1;
        let end = start.checked_add(count)?;
        if end > self.0.data().len() {
            return None;
        }
        self.0.seek(end);
        Some(start..end)
    }

    fn hex(&mut self) -> Token<'a> {
        let rest = self.0.rest();
        let end = rest
            .iter()
            .position(|&byte| !byte.is_ascii_hexdigit() && !byte.is_ascii_whitespace())
            .unwrap_or(rest.len());
        self.0.advance(end);
        self.0.eat(b">");
        Token::Hex(Hex {
            digits: rest.get(..end).unwrap_or_default(),
        })
    }

    /// A literal string; the cursor stands behind its `(`.
    fn pass_string(&mut self) {
        let mut open = 1usize;
        while let Some(byte) = self.0.take() {
            match byte {
                b'\\' => self.0.advance(1),
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            // Passes comments too.
            self.0.skip_space();
            match self.0.peek()? {
                b'<' if self.0.peek_at(1) == Some(b'<') => self.0.advance(2),
                b'<' => {
                    self.0.advance(1);
                    return Some(self.hex());
                }
                b'[' => {
                    self.0.advance(1);
                    return Some(Token::ArrayStart);
                }
                b']' => {
                    self.0.advance(1);
                    return Some(Token::ArrayEnd);
                }
                b'/' => {
                    self.0.advance(1);
                    return Some(Token::Name(self.0.take_regular()));
                }
                b'(' => {
                    self.0.advance(1);
                    self.pass_string();
                }
                b')' | b'>' | b'{' | b'}' => self.0.advance(1),
                _ => {
                    let word = self.0.take_regular();
                    if word.is_empty() {
                        // No class of byte is left that could lead here; moving on keeps the loop finite.
                        self.0.advance(1);
                        continue;
                    }
                    let number = std::str::from_utf8(word).ok().and_then(|w| w.parse().ok());
                    return Some(number.map_or(Token::Word(word), Token::Integer));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_those_that_cmaps_and_programs_use() {
        let file = b"%!PS (x) % y\n/CMapName /A def << /B (a\\)(b)) >> 1 beginbfrange<0 0><FF>[<41>]endbfrange -3";
        let tokens: Vec<_> = Tokens::new(file).collect();
        assert_eq!(tokens.len(), 13);
        assert_eq!(tokens[0], Token::Name(b"CMapName"));
        assert_eq!(tokens[2], Token::Word(b"def"));
        assert_eq!(tokens[5], Token::Word(b"beginbfrange"));
        assert!(matches!(tokens[6], Token::Hex(hex) if hex.code() == (0, 1)));
        assert_eq!(tokens[12], Token::Integer(-3));
    }

    #[test]
    fn text_of_any_length_is_read_as_units() {
        let read = |file: &[u8]| {
            let mut units = Vec::new();
            if let Some(Token::Hex(hex)) = Tokens::new(file).next() {
                hex.utf16(&mut units);
            }
            units
        };
        assert_eq!(read(b"<0066 0069>"), [0x66, 0x69]);
        assert_eq!(read(b"<41>"), [0x41]);
        assert_eq!(read(b"<D83DDE00>"), [0xd83d, 0xde00]);
        assert_eq!(read(b"<>"), [0u16; 0]);
        assert_eq!(read(b"<0041"), [0x41]);
    }
}
