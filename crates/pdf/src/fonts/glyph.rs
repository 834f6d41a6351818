//! What a font says of one code.

use std::fmt;
use std::ops::Deref;

/// One character code of a shown string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code {
    pub code: u32,
    /// Bytes of the string it takes.
    pub length: u8,
}

/// Where the text of a code came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextSource {
    /// The font's /ToUnicode (9.10.3).
    ToUnicode,
    /// A named base encoding, or a standard glyph name in /Differences (9.6.5).
    Encoding,
    /// A predefined CMap or character collection (9.7.5.2).
    CMap,
    /// A glyph name by its convention (`uni20AC`, `g12`), not by a list.
    GlyphName,
    /// The font program's own encoding, names or character map.
    Program,
    /// Nothing tells. The text is empty, or the code itself where viewers copy that for want of better.
    Unknown,
}

/// How a code moves the pen when written downwards (9.7.4.3), in em.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertical {
    /// Negative: downwards.
    pub advance: f64,
    /// From the horizontal origin to the vertical one.
    pub origin: (f64, f64),
}

/// What is known of one code.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph<'f> {
    pub text: Text<'f>,
    pub text_source: TextSource,
    /// Advance in text space: 1.0 is one em.
    pub width: f64,
    /// Present in fonts that write downwards.
    pub vertical: Option<Vertical>,
}

/// The characters of a code: none, one, or several (a ligature). Reads as `str`.
#[derive(Clone, Copy)]
pub struct Text<'f>(Held<'f>);

#[derive(Clone, Copy)]
enum Held<'f> {
    Character { utf8: [u8; 4], length: u8 },
    Slice(&'f str),
}

impl<'f> Text<'f> {
    pub const EMPTY: Self = Self(Held::Slice(""));

    pub fn as_str(&self) -> &str {
        match &self.0 {
            Held::Character { utf8, length } => utf8
                .get(..usize::from(*length))
                .and_then(|bytes| std::str::from_utf8(bytes).ok())
                .unwrap_or_default(),
            Held::Slice(text) => text,
        }
    }
}

impl From<char> for Text<'_> {
    fn from(character: char) -> Self {
        let mut utf8 = [0; 4];
        let length = character.encode_utf8(&mut utf8).len() as u8;
        Self(Held::Character { utf8, length })
    }
}

impl<'f> From<&'f str> for Text<'f> {
    fn from(text: &'f str) -> Self {
        Self(Held::Slice(text))
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_reads_as_str_however_it_is_held() {
        assert_eq!(Text::from('€'), "€");
        assert_eq!(Text::from('€'), Text::from("€"));
        assert_eq!(&*Text::from("ffi"), "ffi");
        assert!(Text::EMPTY.is_empty());
    }
}
