//! The encoding of a Type 0 font (ISO 32000-2, 9.7.5): from the codes of a string to CIDs, by a CMap that is
//! predefined, embedded, or embedded and built upon another.

use crate::limits;
use crate::syntax::object::Object;
use crate::view::View;

use super::codespace::{Codespace, Codespaces};
use super::postscript::{Hex, Token, Tokens};
use super::predefined::Predefined;
use super::ranges::{Range, Ranges};

/// A CMap of any origin.
#[derive(Debug)]
pub(super) enum CMap {
    /// Two bytes, the code is the CID.
    Identity {
        vertical: bool,
    },
    Predefined(Predefined),
    Embedded(Box<EmbeddedCMap>),
}

/// A CMap stream, read.
#[derive(Debug, Default)]
pub(super) struct EmbeddedCMap {
    codespaces: Vec<Codespace>,
    cids: Ranges<u32>,
    /// All codes of a range lead to the same CID.
    undefined: Ranges<u32>,
    vertical: bool,
    base: Option<CMap>,
}

impl CMap {
    /// Reads /Encoding of a Type 0 font; `None` where it names no CMap that is known.
    pub(super) fn read(view: &View<'_>, encoding: &Object) -> Option<Self> {
        Self::read_at_depth(view, encoding, 0)
    }

    fn read_at_depth(view: &View<'_>, encoding: &Object, depth: usize) -> Option<Self> {
        let value = view.resolve(encoding);
        match &*value {
            Object::Name(name) => Self::named(name.as_bytes()),
            Object::Stream(stream) if depth < limits::CMAP_DEPTH => {
                let data = view.decode(stream).ok()?;
                let parsed = Parsed::read(&data);
                let named_base = parsed.base.and_then(Self::named);
                let base = match stream.dictionary.get(b"UseCMap") {
                    Some(base) => Self::read_at_depth(view, base, depth + 1).or(named_base),
                    None => named_base,
                };
                let declared = view.get(&stream.dictionary, b"WMode").as_integer();
                Some(Self::Embedded(Box::new(
                    parsed.into_cmap(declared.map(|mode| mode == 1), base),
                )))
            }
            _ => None,
        }
    }

    fn named(name: &[u8]) -> Option<Self> {
        match name {
            b"Identity-H" => Some(Self::Identity { vertical: false }),
            b"Identity-V" => Some(Self::Identity { vertical: true }),
            _ => Predefined::named(name).map(Self::Predefined),
        }
    }

    pub(super) fn vertical(&self) -> bool {
        match self {
            Self::Identity { vertical } => *vertical,
            Self::Predefined(map) => map.vertical(),
            Self::Embedded(map) => map.vertical,
        }
    }

    pub(super) fn codespaces(&self) -> Codespaces<'_> {
        match self {
            Self::Identity { .. } => Codespaces::Fixed(2),
            Self::Predefined(map) => Codespaces::of(map.codespaces()),
            Self::Embedded(map) => match &map.base {
                Some(base) if map.codespaces.is_empty() => base.codespaces(),
                _ => Codespaces::of(&map.codespaces),
            },
        }
    }

    /// The CID of a code; 0 where the CMap leaves it out (9.7.6.3).
    pub(super) fn cid(&self, code: u32) -> u32 {
        self.mapped(code).unwrap_or(0)
    }

    fn mapped(&self, code: u32) -> Option<u32> {
        match self {
            Self::Identity { .. } => (code <= 0xffff).then_some(code),
            Self::Predefined(map) => map.cid(code, self.codespaces().length_of(code)),
            Self::Embedded(map) => map
                .cids
                .find(code)
                .and_then(|(first, offset)| first.checked_add(offset))
                .or_else(|| map.base.as_ref()?.mapped(code))
                .or_else(|| map.undefined.find(code).map(|(cid, _)| cid)),
        }
    }

    /// The character that the code is, in CMaps whose codes are Unicode.
    pub(super) fn character(&self, code: u32) -> Option<char> {
        match self {
            Self::Identity { .. } => None,
            Self::Predefined(map) => map.character(code, self.codespaces().length_of(code)),
            Self::Embedded(map) => map.base.as_ref()?.character(code),
        }
    }
}

/// What a CMap file says.
#[derive(Debug, Default)]
struct Parsed<'a> {
    codespaces: Vec<Codespace>,
    cids: Vec<Range<u32>>,
    undefined: Vec<Range<u32>>,
    vertical: bool,
    base: Option<&'a [u8]>,
    /// Length of the longest code met, for files without codespaces.
    longest: u8,
}

impl<'a> Parsed<'a> {
    fn read(data: &'a [u8]) -> Self {
        let mut parsed = Self::default();
        let mut tokens = Tokens::new(data);
        let mut name = None;
        let mut token = tokens.next();
        while let Some(current) = token {
            token = match current {
                Token::Word(b"begincodespacerange") => parsed.codespaces(&mut tokens),
                Token::Word(b"begincidchar") => parsed.entries(&mut tokens, false, false),
                Token::Word(b"begincidrange") => parsed.entries(&mut tokens, true, false),
                Token::Word(b"beginnotdefchar") => parsed.entries(&mut tokens, false, true),
                Token::Word(b"beginnotdefrange") => parsed.entries(&mut tokens, true, true),
                Token::Word(b"usecmap") => {
                    parsed.base = name;
                    tokens.next()
                }
                Token::Name(b"WMode") => {
                    let mode = tokens.next();
                    parsed.vertical = mode == Some(Token::Integer(1));
                    mode.and_then(|_| tokens.next())
                }
                Token::Name(found) => {
                    name = Some(found);
                    tokens.next()
                }
                _ => tokens.next(),
            };
        }
        parsed
    }

    /// Pairs of lowest and highest code. Returns the token behind them.
    fn codespaces(&mut self, tokens: &mut Tokens<'a>) -> Option<Token<'a>> {
        loop {
            let (low, high) = match self.codes(tokens, true) {
                Ok(pair) => pair,
                Err(other) => return other,
            };
            let (low, length) = low.code();
            let (high, _) = high.code();
            if self.codespaces.len() < limits::CMAP_CODESPACES {
                self.codespaces.push(Codespace::new(length, low, high));
            }
        }
    }

    /// Codes or ranges of codes with their CID. Returns the token behind them.
    fn entries(
        &mut self,
        tokens: &mut Tokens<'a>,
        ranges: bool,
        undefined: bool,
    ) -> Option<Token<'a>> {
        loop {
            let (first, last) = match self.codes(tokens, ranges) {
                Ok(pair) => pair,
                Err(other) => return other,
            };
            let cid = match tokens.next() {
                Some(Token::Integer(cid)) => u32::try_from(cid).unwrap_or(0),
                other => return other,
            };
            let (first, length) = first.code();
            self.longest = self.longest.max(length);
            let list = if undefined {
                &mut self.undefined
            } else {
                &mut self.cids
            };
            if list.len() < limits::CMAP_RANGES {
                list.push(Range::new(first, last.code().0, cid));
            }
        }
    }

    /// One code or two, or the token that stands in their place.
    fn codes(
        &self,
        tokens: &mut Tokens<'a>,
        two: bool,
    ) -> Result<(Hex<'a>, Hex<'a>), Option<Token<'a>>> {
        let mut hex = || match tokens.next() {
            Some(Token::Hex(hex)) => Ok(hex),
            other => Err(other),
        };
        let first = hex()?;
        Ok((first, if two { hex()? } else { first }))
    }

    /// `vertical` is what the stream's dictionary says, which counts before the file itself.
    fn into_cmap(mut self, vertical: Option<bool>, base: Option<CMap>) -> EmbeddedCMap {
        if self.codespaces.is_empty() && base.is_none() && self.longest > 0 {
            self.codespaces
                .push(Codespace::new(self.longest, 0, u32::MAX));
        }
        EmbeddedCMap {
            codespaces: self.codespaces,
            cids: Ranges::new(self.cids),
            undefined: Ranges::new(self.undefined),
            vertical: vertical
                .unwrap_or(self.vertical || base.as_ref().is_some_and(CMap::vertical)),
            base,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::codespace::Codes;

    fn cmap(file: &str) -> CMap {
        let parsed = Parsed::read(file.as_bytes());
        let base = parsed.base.and_then(CMap::named);
        CMap::Embedded(Box::new(parsed.into_cmap(None, base)))
    }

    fn lengths(map: &CMap, string: &[u8]) -> Vec<u8> {
        Codes {
            spaces: map.codespaces(),
            string,
        }
        .map(|code| code.length)
        .collect()
    }

    #[test]
    fn ranges_characters_and_undefined_codes_lead_to_cids() {
        let map = cmap(
            "/CMapName /X def /WMode 1 def 2 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange
             1 begincidrange <20> <7e> 1 endcidrange 1 begincidchar <8140> 700 endcidchar
             1 beginnotdefrange <00> <1f> 5 endnotdefrange",
        );
        assert_eq!(
            [0x20, 0x41, 0x8140, 0x10, 0x9000].map(|code| map.cid(code)),
            [1, 34, 700, 5, 0]
        );
        assert!(map.vertical());
        assert_eq!(lengths(&map, b"A\x81\x40B"), [1, 2, 1]);
    }

    #[test]
    fn a_cmap_builds_on_another() {
        let map = cmap("/90ms-RKSJ-H usecmap 1 begincidchar <41> 9 endcidchar");
        assert_eq!(map.cid(0x41), 9);
        assert_eq!(map.cid(0x82a0), 843);
        assert_eq!(lengths(&map, b"A\x82\xa0"), [1, 2]);
    }

    #[test]
    fn a_file_without_codespaces_takes_the_length_of_its_codes() {
        let map = cmap("1 begincidrange <00> <ff> 0 endcidrange");
        assert_eq!(lengths(&map, b"AB"), [1, 1]);
        assert_eq!(map.cid(0x41), 0x41);
    }

    #[test]
    fn more_ranges_and_codespaces_than_a_cmap_has_are_left_out() {
        let entries = "<00> <01> 1 ".repeat(limits::CMAP_RANGES + 9);
        let spaces = "<00> <01> ".repeat(limits::CMAP_CODESPACES + 9);
        let file = format!(
            "begincidrange {entries} endcidrange beginnotdefrange {entries} endnotdefrange
             begincodespacerange {spaces} endcodespacerange"
        );
        let parsed = Parsed::read(file.as_bytes());
        assert_eq!(parsed.cids.len(), limits::CMAP_RANGES);
        assert_eq!(parsed.undefined.len(), limits::CMAP_RANGES);
        assert_eq!(parsed.codespaces.len(), limits::CMAP_CODESPACES);
    }

    #[test]
    fn truncated_files_read_as_far_as_they_go() {
        let file = "1 begincodespacerange <0000> <FFFF> endcodespacerange 2 begincidrange <0000> <00ff> 3 <01";
        for end in 0..file.len() {
            cmap(file.get(..end).unwrap_or_default());
        }
        assert_eq!(cmap(file).cid(2), 5);
    }
}
