//! Type 1 font programs ("Adobe Type 1 Font Format"): the encoding in the clear part, glyph names and advances in the
//! encrypted one. Read in one pass, so that a program broken half-way still tells the first half.

use std::cell::Cell;
use std::ops::Range;

use read_fonts::model::Error;
use read_fonts::ps::charstring::{self, CharstringContext, CharstringKind};
use rustc_hash::FxHashMap;

use crate::limits;

use super::encodings;
use super::outline::{Outline, Pen};
use super::postscript::{Token, Tokens};

/// Keys of the encryption (sections 7.2 and 7.3 there).
const EEXEC: u16 = 55665;
const CHARSTRING: u16 = 4330;

/// A glyph of the program.
#[derive(Debug)]
pub(super) struct Type1Glyph {
    pub(super) name: Box<str>,
    data: Range<usize>,
}

/// A Type 1 program, read.
#[derive(Debug, Default)]
pub(super) struct Type1Program {
    pub(super) glyphs: Vec<Type1Glyph>,
    by_name: FxHashMap<Box<str>, u32>,
    /// `None` where the program gives no encoding of its own.
    encoding: Option<Vec<(u8, String)>>,
    /// Em of one unit.
    unit: f64,
    /// Decrypted charstrings.
    charstrings: Vec<u8>,
    subroutines: FxHashMap<i32, Range<usize>>,
    budget: Cell<usize>,
}

impl Type1Program {
    /// Reads what can be read; `None` where nothing looks like a Type 1 program.
    pub(super) fn read(data: &[u8]) -> Option<Self> {
        let joined = join_segments(data);
        let data = joined.as_deref().unwrap_or(data);
        let (clear, encrypted) = match memchr::memmem::find(data, b"eexec") {
            Some(at) => data.split_at_checked(at + b"eexec".len())?,
            None => (data, [].as_slice()),
        };
        if !clear.starts_with(b"%!") && encrypted.is_empty() {
            return None;
        }
        let mut program = Self {
            unit: 0.001,
            ..Self::default()
        };
        program.read_clear(clear);
        program.read_private(&decrypt_eexec(encrypted));
        program
            .budget
            .set(program.charstrings.len() * 4 + limits::CHARSTRING_ALLOWANCE);
        Some(program)
    }

    fn read_clear(&mut self, clear: &[u8]) {
        let mut tokens = Tokens::new(clear);
        while let Some(token) = tokens.next() {
            match token {
                Token::Name(b"FontMatrix") => {
                    // `[0.001 0 0 0.001 0 0]`: reals are words here.
                    let scale = tokens.clone().take(4).find_map(|token| match token {
                        Token::Word(word) => Some(std::str::from_utf8(word).ok()?.parse::<f64>()),
                        Token::Integer(value) => Some(Ok(value as f64)),
                        _ => None,
                    });
                    if let Some(Ok(scale)) = scale
                        && scale > 0.0
                        && scale <= 1.0
                    {
                        self.unit = scale;
                    }
                }
                Token::Name(b"Encoding") if self.encoding.is_none() => {
                    self.encoding = read_encoding(&mut tokens);
                }
                _ => {}
            }
        }
    }

    fn read_private(&mut self, private: &[u8]) {
        let mut tokens = Tokens::new(private);
        // Random bytes that are dropped in front of each charstring.
        let mut lead = 4usize;
        let mut glyphs = false;
        while let Some(token) = tokens.next() {
            match token {
                Token::Name(b"lenIV") => {
                    if let Some(Token::Integer(count)) = tokens.next() {
                        // Negative: not encrypted.
                        lead = usize::try_from(count).unwrap_or(usize::MAX);
                    }
                }
                // A synthetic font has a second copy; the first counts.
                Token::Name(b"CharStrings") => glyphs = self.glyphs.is_empty(),
                Token::Name(name) if glyphs => {
                    if let Some(data) = binary(&mut tokens)
                        && self.glyphs.len() < limits::GLYPHS as usize
                    {
                        let data = self.store(private.get(data).unwrap_or_default(), lead);
                        self.add_glyph(name, data);
                    }
                }
                Token::Word(b"dup") if !glyphs => {
                    if let Some(Token::Integer(number)) = tokens.clone().next()
                        && let Ok(number) = i32::try_from(number)
                    {
                        tokens.next();
                        if let Some(data) = binary(&mut tokens)
                            && self.subroutines.len() < limits::GLYPHS as usize
                        {
                            let data = self.store(private.get(data).unwrap_or_default(), lead);
                            self.subroutines.entry(number).or_insert(data);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn add_glyph(&mut self, name: &[u8], data: Range<usize>) {
        let name: Box<str> = String::from_utf8_lossy(name).into();
        let glyph = self.glyphs.len() as u32;
        self.by_name.entry(name.clone()).or_insert(glyph);
        self.glyphs.push(Type1Glyph { name, data });
    }

    fn store(&mut self, data: &[u8], lead: usize) -> Range<usize> {
        let start = self.charstrings.len();
        if lead == usize::MAX {
            self.charstrings.extend_from_slice(data);
        } else {
            self.charstrings
                .extend(decrypt(data.iter().copied(), CHARSTRING).skip(lead));
        }
        start..self.charstrings.len()
    }

    pub(super) fn encoding(&self) -> Option<&[(u8, String)]> {
        self.encoding.as_deref()
    }

    pub(super) fn glyph_named(&self, name: &[u8]) -> Option<u32> {
        self.by_name.get(std::str::from_utf8(name).ok()?).copied()
    }

    /// In em.
    pub(super) fn advance(&self, glyph: u32) -> Option<f64> {
        let data = self.charstring(glyph)?;
        self.spend(data.len()).ok()?;
        let width = charstring::evaluate_width(self, None, data).ok()??;
        Some(width.to_f64() * self.unit)
    }

    /// The outline in em; `None` where the glyph cannot be read.
    pub(super) fn outline(&self, glyph: u32) -> Option<Outline> {
        let data = self.charstring(glyph)?;
        self.spend(data.len()).ok()?;
        let mut pen = Pen::default();
        charstring::evaluate(self, None, data, &mut pen).ok()?;
        pen.finish(self.unit)
    }

    /// Whether the glyph's charstring has an operator that draws: rlineto, hlineto, vlineto, rrcurveto, vhcurveto,
    /// hvcurveto, or one of the escapes, among them seac.
    pub(super) fn draws(&self, glyph: u32) -> bool {
        let mut bytes = self.charstring(glyph).unwrap_or_default().iter();
        while let Some(&byte) = bytes.next() {
            match byte {
                5 | 6 | 7 | 8 | 10 | 30 | 31 => return true,
                12 => {
                    if matches!(bytes.next(), Some(6 | 16)) {
                        return true;
                    }
                }
                247..=254 => {
                    bytes.next();
                }
                255 => {
                    bytes.nth(3);
                }
                _ => {}
            }
        }
        false
    }

    fn charstring(&self, glyph: u32) -> Option<&[u8]> {
        let range = self.glyphs.get(glyph as usize)?.data.clone();
        self.charstrings.get(range)
    }

    fn spend(&self, bytes: usize) -> Result<(), Error> {
        let left = self.budget.get().checked_sub(bytes + 1);
        self.budget.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(Error::LimitExceeded)
    }
}

impl CharstringContext for Type1Program {
    fn kind(&self) -> CharstringKind {
        CharstringKind::Type1
    }

    fn seac_components(&self, base: i32, accent: i32) -> Result<[&[u8]; 2], Error> {
        let part = |code: i32| {
            let name = encodings::STANDARD.names.get(usize::try_from(code).ok()?)?;
            let glyph = self.glyph_named(name.as_bytes())?;
            self.charstring(glyph)
        };
        let parts = part(base).zip(part(accent));
        let (base, accent) = parts.ok_or(Error::MissingResource)?;
        self.spend(base.len() + accent.len())?;
        Ok([base, accent])
    }

    fn global_subr(&self, _: i32) -> Result<&[u8], Error> {
        Err(Error::MissingResource)
    }

    fn subr(&self, index: i32) -> Result<&[u8], Error> {
        let range = self.subroutines.get(&index).ok_or(Error::MissingResource)?;
        let data = self
            .charstrings
            .get(range.clone())
            .ok_or(Error::Malformed)?;
        self.spend(data.len())?;
        Ok(data)
    }
}

/// `/Encoding StandardEncoding def`, `/Encoding 256 array … dup 65 /A put … def` or `/Encoding [/A …] def`.
fn read_encoding(tokens: &mut Tokens<'_>) -> Option<Vec<(u8, String)>> {
    let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    match tokens.next()? {
        Token::Word(b"StandardEncoding") => Some(
            (0u8..=255)
                .zip(&encodings::STANDARD.names)
                .filter(|(_, name)| !name.is_empty())
                .map(|(code, name)| (code, (*name).to_owned()))
                .collect(),
        ),
        Token::ArrayStart => Some(
            (0u8..=255)
                .zip(tokens.map_while(|token| match token {
                    Token::Name(name) => Some(text(name)),
                    _ => None,
                }))
                .filter(|(_, name)| name != ".notdef")
                .collect(),
        ),
        Token::Integer(_) => {
            let mut names = Vec::new();
            while let Some(token) = tokens.next() {
                match token {
                    Token::Word(b"dup") => {
                        let code = tokens.next().and_then(code_of);
                        if let (Some(code), Some(Token::Name(name))) = (code, tokens.clone().next())
                        {
                            names.push((code, text(name)));
                        }
                    }
                    Token::Word(b"def" | b"readonly" | b"currentdict" | b"end") => break,
                    _ => {}
                }
                if names.len() > 1024 {
                    break;
                }
            }
            Some(names)
        }
        _ => None,
    }
}

/// `65`, or with a radix `8#101`.
fn code_of(token: Token<'_>) -> Option<u8> {
    match token {
        Token::Integer(code) => u8::try_from(code).ok(),
        Token::Word(word) => {
            let (radix, digits) = std::str::from_utf8(word).ok()?.split_once('#')?;
            let radix = radix
                .parse()
                .ok()
                .filter(|radix| (2..=36).contains(radix))?;
            u8::from_str_radix(digits, radix).ok()
        }
        _ => None,
    }
}

/// `12 RD …` or `12 -| …`: twelve bytes behind the operator and a blank.
fn binary(tokens: &mut Tokens<'_>) -> Option<Range<usize>> {
    let Token::Integer(length) = tokens.clone().next()? else {
        return None;
    };
    tokens.next();
    let Token::Word(_) = tokens.clone().next()? else {
        return None;
    };
    tokens.next();
    tokens.binary(usize::try_from(length).ok()?)
}

/// The data of a PFB file without the headers of its segments; `None` where it has none.
fn join_segments(data: &[u8]) -> Option<Vec<u8>> {
    let mut rest = data;
    let mut joined = Vec::new();
    while let [0x80, 1 | 2, a, b, c, d, tail @ ..] = rest {
        let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        let (segment, after) = tail.split_at(length.min(tail.len()));
        joined.extend_from_slice(segment);
        rest = after;
    }
    (!joined.is_empty()).then_some(joined)
}

fn decrypt_eexec(data: &[u8]) -> Vec<u8> {
    let start = data
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())
        .unwrap_or(data.len());
    let data = data.get(start..).unwrap_or_default();
    let hexadecimal = data.len() > 4 && data.iter().take(4).all(u8::is_ascii_hexdigit);
    if hexadecimal {
        let digits: Vec<u8> = data
            .iter()
            .filter_map(|&byte| char::from(byte).to_digit(16))
            .map(|digit| digit as u8)
            .collect();
        let bytes = digits
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[high, low]| high << 4 | low);
        decrypt(bytes, EEXEC).skip(4).collect()
    } else {
        decrypt(data.iter().copied(), EEXEC).skip(4).collect()
    }
}

fn decrypt(bytes: impl Iterator<Item = u8>, mut key: u16) -> impl Iterator<Item = u8> {
    bytes.map(move |byte| {
        let plain = byte ^ (key >> 8) as u8;
        key = u16::from(byte)
            .wrapping_add(key)
            .wrapping_mul(52845)
            .wrapping_add(22719);
        plain
    })
}

#[cfg(test)]
#[expect(clippy::panic, reason = "a test may")]
pub(super) mod tests {
    use super::*;

    fn encrypt(plain: &[u8], mut key: u16) -> Vec<u8> {
        plain
            .iter()
            .map(|&byte| {
                let cipher = byte ^ (key >> 8) as u8;
                key = u16::from(cipher)
                    .wrapping_add(key)
                    .wrapping_mul(52845)
                    .wrapping_add(22719);
                cipher
            })
            .collect()
    }

    /// A program with a space, an A that draws and is 600 wide, and a subroutine that sets its width.
    pub(in crate::fonts) fn sample() -> Vec<u8> {
        let mut private = b"0000/lenIV 4 def /Subrs 1 array\n".to_vec();
        let mut charstring = |head: &str, code: &[u8]| {
            let mut plain = b"0000".to_vec();
            plain.extend_from_slice(code);
            let cipher = encrypt(&plain, CHARSTRING);
            private.extend_from_slice(format!("{head} {} RD ", cipher.len()).as_bytes());
            private.extend_from_slice(&cipher);
            private.extend_from_slice(b" ND\n");
        };
        // 0 600 hsbw return
        charstring("dup 0", &[139, 248, 236, 13, 11]);
        charstring("/CharStrings 2 dict /space", &[139, 247, 142, 13, 14]);
        // 0 callsubr 10 20 rlineto endchar
        charstring("/A", &[139, 10, 149, 159, 5, 14]);
        private.extend_from_slice(b"end");
        encrypted(&private)
    }

    /// A whole program with this private part.
    pub(in crate::fonts) fn encrypted(private: &[u8]) -> Vec<u8> {
        let mut file =
            b"%!PS-AdobeFont-1.0: Sample\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n\
            /Encoding 256 array 0 1 255 {1 index exch /.notdef put} for\n\
            dup 32 /space put dup 8#101 /A put readonly def currentfile eexec\n"
                .to_vec();
        file.extend(encrypt(private, EEXEC));
        file
    }

    #[test]
    fn encoding_names_and_advances_are_read() {
        let Some(program) = Type1Program::read(&sample()) else {
            panic!("the sample is a Type 1 program");
        };
        assert_eq!(
            program.encoding(),
            Some([(32, "space".to_owned()), (65, "A".to_owned())].as_slice())
        );
        assert_eq!(program.glyphs.len(), 2);
        let a = program.glyph_named(b"A").unwrap_or(99);
        assert_eq!(program.advance(a), Some(0.6));
        assert_eq!(program.advance(0), Some(0.25));
        assert!(program.draws(a));
        assert!(!program.draws(0));
    }

    #[test]
    fn hexadecimal_and_segmented_programs_read_the_same() {
        let plain = sample();
        let at = memchr::memmem::find(&plain, b"eexec\n").unwrap_or(0) + 6;
        let (clear, encrypted) = plain.split_at(at);
        let mut hexadecimal = clear.to_vec();
        for byte in encrypted {
            hexadecimal.extend_from_slice(format!("{byte:02x}").as_bytes());
        }
        let mut segmented = Vec::new();
        for (kind, part) in [(1u8, clear), (2, encrypted)] {
            segmented.extend_from_slice(&[0x80, kind]);
            segmented.extend_from_slice(&(part.len() as u32).to_le_bytes());
            segmented.extend_from_slice(part);
        }
        segmented.extend_from_slice(&[0x80, 3]);
        for file in [hexadecimal, segmented] {
            let glyphs = Type1Program::read(&file).map(|program| program.glyphs.len());
            assert_eq!(glyphs, Some(2));
        }
    }

    #[test]
    fn other_data_is_no_program() {
        assert!(Type1Program::read(b"\0\x01\0\0").is_none());
        assert!(Type1Program::read(b"").is_none());
    }
}
