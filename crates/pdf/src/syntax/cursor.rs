//! Reading bytes that can end anywhere: a position whose methods cannot panic, and the character classes of 7.2.3.

/// Character classes (ISO 32000-2, 7.2.3, tables 1 and 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Regular,
    WhiteSpace,
    Delimiter,
}

#[expect(
    clippy::indexing_slicing,
    reason = "evaluated when the program is compiled"
)]
const CLASSES: [Class; 256] = {
    let mut classes = [Class::Regular; 256];
    let mut i = 0;
    let space = b"\0\t\n\x0c\r ";
    while i < space.len() {
        classes[space[i] as usize] = Class::WhiteSpace;
        i += 1;
    }
    let delimiters = b"()<>[]{}/%";
    i = 0;
    while i < delimiters.len() {
        classes[delimiters[i] as usize] = Class::Delimiter;
        i += 1;
    }
    classes
};

#[expect(clippy::indexing_slicing, reason = "a byte is less than 256")]
#[inline]
pub fn is_white_space(byte: u8) -> bool {
    CLASSES[byte as usize] == Class::WhiteSpace
}

#[expect(clippy::indexing_slicing, reason = "a byte is less than 256")]
#[inline]
pub fn is_regular(byte: u8) -> bool {
    CLASSES[byte as usize] == Class::Regular
}

/// A position in a slice.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    data: &'a [u8],
    position: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(data: &'a [u8], position: usize) -> Self {
        Self {
            data,
            position: position.min(data.len()),
        }
    }

    #[inline]
    pub fn data(&self) -> &'a [u8] {
        self.data
    }

    #[inline]
    pub fn position(&self) -> usize {
        self.position
    }

    #[inline]
    pub fn seek(&mut self, position: usize) {
        self.position = position.min(self.data.len());
    }

    pub fn at_end(&self) -> bool {
        self.position >= self.data.len()
    }

    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.data.get(self.position).copied()
    }

    #[inline]
    pub fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.data.get(self.position.checked_add(ahead)?).copied()
    }

    /// Passes one byte.
    #[inline]
    pub fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.position += 1;
        Some(byte)
    }

    #[inline]
    pub fn advance(&mut self, count: usize) {
        self.seek(self.position.saturating_add(count));
    }

    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        self.data.get(self.position..).unwrap_or_default()
    }

    #[inline]
    pub fn starts_with(&self, word: &[u8]) -> bool {
        self.rest().starts_with(word)
    }

    /// Passes `word` if it stands here.
    #[inline]
    pub fn eat(&mut self, word: &[u8]) -> bool {
        let found = self.starts_with(word);
        if found {
            self.position += word.len();
        }
        found
    }

    /// Passes `word` if it stands here as a whole token.
    #[inline]
    pub fn eat_keyword(&mut self, word: &[u8]) -> bool {
        let whole = self.starts_with(word) && !self.peek_at(word.len()).is_some_and(is_regular);
        if whole {
            self.position += word.len();
        }
        whole
    }

    /// Passes white space and comments.
    #[inline]
    pub fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            if is_white_space(byte) {
                self.position += 1;
            } else if byte == b'%' {
                self.skip_line();
            } else {
                return;
            }
        }
    }

    /// Passes white space only: a comment may be a marker that matters (`%%EOF`).
    #[inline]
    pub fn skip_white_space(&mut self) {
        while self.peek().is_some_and(is_white_space) {
            self.position += 1;
        }
    }

    /// Goes to the end of the line, before its EOL.
    #[inline(never)]
    pub fn skip_line(&mut self) {
        self.position = memchr::memchr2(b'\r', b'\n', self.rest())
            .map_or(self.data.len(), |found| self.position + found);
    }

    /// Passes one EOL (CR, LF or CR LF).
    pub fn skip_eol(&mut self) {
        self.eat(b"\r");
        self.eat(b"\n");
    }

    /// The run of regular characters that begins here.
    #[inline]
    pub fn take_regular(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest
            .iter()
            .position(|&byte| !is_regular(byte))
            .unwrap_or(rest.len());
        self.position += length;
        rest.get(..length).unwrap_or_default()
    }

    /// An unsigned decimal number; nothing is passed when there is none or it does not fit.
    #[inline]
    pub fn take_unsigned(&mut self) -> Option<u64> {
        let rest = self.rest();
        let (mut value, mut length) = leading_digits(rest);
        while let Some(digit @ b'0'..=b'9') = rest.get(length) {
            value = value
                .checked_mul(10)?
                .checked_add(u64::from(digit - b'0'))?;
            length += 1;
        }
        self.position += length;
        (length > 0).then_some(value)
    }
}

/// The number that the digits in front make, and how many they are: so many at most as always fit, in 64 bits with a sign.
#[inline]
pub(super) fn leading_digits(text: &[u8]) -> (u64, usize) {
    let (mut value, mut length) = (0, 0);
    for byte in text.iter().take(18) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        value = value * 10 + u64::from(digit);
        length += 1;
    }
    (value, length)
}
