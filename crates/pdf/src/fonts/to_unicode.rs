//! /ToUnicode CMaps (ISO 32000-2, 9.10.3): what each code reads, as the writer of the font wants it extracted.

use crate::limits;

use super::glyph::Text;
use super::glyph_names::{self, NameText};
use super::postscript::{Hex, Token, Tokens};
use super::ranges::{Range, Ranges};

/// What a range of codes reads.
#[derive(Debug, Clone, Copy)]
enum Target {
    /// The character of the first code; the others follow it.
    Characters(u32),
    /// Part of the texts held, the same for each code of the range.
    Slice { start: u32, length: u32 },
}

/// A /ToUnicode CMap, read.
#[derive(Debug, Default)]
pub(super) struct ToUnicode {
    ranges: Ranges<Target>,
    texts: String,
    broken: bool,
}

impl ToUnicode {
    /// The CMap of codes that are the characters themselves (`/ToUnicode /Identity-H`, not valid but met).
    pub(super) fn identity() -> Self {
        Self {
            ranges: Ranges::new(vec![Range::new(0, 0xffff, Target::Characters(0))]),
            ..Self::default()
        }
    }

    pub(super) fn parse(data: &[u8]) -> Self {
        let mut reader = Reader {
            // An entry takes more bytes than one; ranges that spread further are made to tire a reader.
            limit: data.len().min(limits::CMAP_RANGES),
            ..Reader::default()
        };
        reader.read(data);
        Self {
            ranges: Ranges::new(reader.ranges),
            texts: reader.texts,
            broken: reader.broken,
        }
    }

    /// What `code` reads; `None` where the map leaves it out or gives it no character.
    pub(super) fn text(&self, code: u32) -> Option<Text<'_>> {
        let (target, offset) = self.ranges.find(code)?;
        match target {
            Target::Characters(first) => {
                let character = char::from_u32(first.checked_add(offset)?)?;
                (character != '\0').then(|| Text::from(character))
            }
            Target::Slice { start, length } => {
                let start = start as usize;
                self.texts
                    .get(start..start + length as usize)
                    .filter(|text| !text.is_empty())
                    .map(Text::from)
            }
        }
    }

    /// The codes that the map names, in ascending order, as many as a font can use.
    pub(super) fn codes(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranges
            .iter()
            .flat_map(|range| range.first..=range.last)
            .take(limits::CMAP_RANGES)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether something in it could not be read.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }
}

#[derive(Debug, Default)]
struct Reader {
    ranges: Vec<Range<Target>>,
    texts: String,
    units: Vec<u16>,
    limit: usize,
    broken: bool,
}

impl Reader {
    fn read(&mut self, data: &[u8]) {
        let mut tokens = Tokens::new(data);
        let mut token = tokens.next();
        while let Some(current) = token {
            token = match current {
                // Iceni's editors write the operators of other CMaps, with the character's number in place of a CID.
                Token::Word(b"beginbfchar" | b"begincidchar") => self.characters(&mut tokens),
                Token::Word(b"beginbfrange" | b"begincidrange") => self.ranges(&mut tokens),
                _ => tokens.next(),
            };
        }
    }

    /// Pairs of a code and its text. Returns the token behind them: `endbfchar`, unless it was forgotten.
    fn characters<'a>(&mut self, tokens: &mut Tokens<'a>) -> Option<Token<'a>> {
        loop {
            let code = match tokens.next() {
                Some(Token::Hex(code)) => code.code().0,
                other => return other,
            };
            match tokens.next() {
                Some(Token::Hex(text)) => self.add_text(code, code, text),
                Some(Token::Name(name)) => self.add_name(code, name),
                Some(Token::Integer(value)) => {
                    let character = u32::try_from(value).unwrap_or(0);
                    self.add(code, code, Target::Characters(character));
                }
                other => {
                    self.broken = true;
                    return other;
                }
            }
        }
    }

    /// Triples of first code, last code and text or array of texts. Returns the token behind them.
    fn ranges<'a>(&mut self, tokens: &mut Tokens<'a>) -> Option<Token<'a>> {
        loop {
            let first = match tokens.next() {
                Some(Token::Hex(first)) => first.code().0,
                other => return other,
            };
            let last = match tokens.next() {
                Some(Token::Hex(last)) => last.code().0,
                other => {
                    self.broken = true;
                    return other;
                }
            };
            self.broken |= last < first;
            match tokens.next() {
                Some(Token::Hex(text)) => self.add_text(first, last, text),
                Some(Token::ArrayStart) => self.array(first, last, tokens),
                Some(Token::Integer(value)) => {
                    let character = u32::try_from(value).unwrap_or(0);
                    self.add(first, last, Target::Characters(character));
                }
                other => {
                    self.broken = true;
                    return other;
                }
            }
        }
    }

    fn array(&mut self, first: u32, last: u32, tokens: &mut Tokens<'_>) {
        let mut code = Some(first);
        for token in tokens.by_ref() {
            let at = code.filter(|&code| code <= last);
            match (token, at) {
                (Token::ArrayEnd, _) => return,
                (Token::Hex(text), Some(at)) => self.add_text(at, at, text),
                (Token::Name(name), Some(at)) => self.add_name(at, name),
                _ => self.broken = true,
            }
            if matches!(token, Token::Word(_)) {
                return;
            }
            code = at.and_then(|at| at.checked_add(1));
        }
    }

    fn add_name(&mut self, code: u32, name: &[u8]) {
        match glyph_names::text_of(name) {
            Some((NameText::Character(character), _)) => {
                self.add(code, code, Target::Characters(u32::from(character)));
            }
            Some((NameText::Several(text), _)) => self.add_slice(code, &text),
            None => self.broken = true,
        }
    }

    fn add_text(&mut self, first: u32, last: u32, text: Hex<'_>) {
        let mut units = std::mem::take(&mut self.units);
        text.utf16(&mut units);
        match *units.as_slice() {
            [] => self.broken = true,
            [unit] => self.add(first, last, Target::Characters(u32::from(unit))),
            [high @ 0xd800..=0xdbff, low @ 0xdc00..=0xdfff] => {
                let character =
                    0x10000 + ((u32::from(high) & 0x3ff) << 10 | u32::from(low) & 0x3ff);
                self.add(first, last, Target::Characters(character));
            }
            _ => self.several(first, last, &mut units),
        }
        self.units = units;
    }

    /// A range of texts of several characters: the last unit counts up (9.10.3). No genuine one has more than 256.
    fn several(&mut self, first: u32, last: u32, units: &mut [u16]) {
        for code in first..=last.min(first.saturating_add(255)) {
            if self.ranges.len() >= self.limit {
                self.broken = true;
                return;
            }
            let mut text = String::from_utf16_lossy(units);
            text.retain(|character| character != '\0');
            self.broken |= text.contains(char::REPLACEMENT_CHARACTER);
            self.add_slice(code, &text);
            if let Some(unit) = units.last_mut() {
                *unit = unit.wrapping_add(1);
            }
        }
    }

    fn add_slice(&mut self, code: u32, text: &str) {
        let start = self.texts.len() as u32;
        if self.texts.len() + text.len() > limits::TO_UNICODE_TEXT {
            self.broken = true;
            return;
        }
        self.texts.push_str(text);
        let length = text.len() as u32;
        self.add(code, code, Target::Slice { start, length });
    }

    fn add(&mut self, first: u32, last: u32, target: Target) {
        if self.ranges.len() < self.limit {
            self.ranges.push(Range::new(first, last, target));
        } else {
            self.broken = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expected: &[(u32, Option<&str>)]) -> ToUnicode {
        let map = ToUnicode::parse(body.as_bytes());
        for (code, text) in expected {
            let read = map.text(*code).map(|text| text.to_string());
            assert_eq!(read.as_deref(), *text, "code {code:#x} of {body}");
        }
        map
    }

    #[test]
    fn characters_ligatures_and_surrogates() {
        check(
            "2 beginbfchar <01> <0041> <0002> <00660069> <03> <D83DDE00> endbfchar",
            &[
                (1, Some("A")),
                (2, Some("fi")),
                (3, Some("\u{1f600}")),
                (4, None),
            ],
        );
    }

    #[test]
    fn ranges_count_up_and_arrays_name_each() {
        let map = check(
            "3 beginbfrange <20> <7E> <0020> <80> <82> [<0041> <00660066> /Euro] <90> <91> <00660061> endbfrange",
            &[
                (0x20, Some(" ")),
                (0x7e, Some("~")),
                (0x80, Some("A")),
                (0x81, Some("ff")),
                (0x82, Some("€")),
                (0x90, Some("fa")),
                (0x91, Some("fb")),
            ],
        );
        assert!(!map.is_broken());
    }

    #[test]
    fn numbers_in_place_of_cids_are_characters() {
        let map = check(
            "1 begincidrange <4e00> <4eff> 19968 endcidrange 1 begincidchar <05> 65 endcidchar",
            &[(0x4e2d, Some("中")), (5, Some("A")), (0x4f00, None)],
        );
        assert!(!map.is_broken());
    }

    #[test]
    fn what_is_broken_is_noted_and_the_rest_read() {
        let map = check(
            "1 beginbfrange <05> <01> <0041> endbfrange 1 beginbfchar <02> <0042> <03> endbfchar \
             1 beginbfchar <04> <0044>",
            &[(2, Some("B")), (3, None), (4, Some("D")), (5, None)],
        );
        assert!(map.is_broken());
    }

    #[test]
    fn nul_and_half_a_pair_read_nothing() {
        check(
            "beginbfchar <06> <0046> beginbfrange <07> <08> <0047> endbfrange",
            &[(6, Some("F")), (8, Some("H"))],
        );
        check(
            "beginbfchar <01> <0000> <02> <D800> <03> <00410000> endbfchar",
            &[(1, None), (2, None), (3, Some("A"))],
        );
    }

    #[test]
    fn a_later_definition_counts() {
        check(
            "beginbfrange <0000> <FFFF> <0000> endbfrange beginbfchar <0041> <0042> endbfchar",
            &[(0x41, Some("B")), (0x43, Some("C"))],
        );
    }

    #[test]
    fn endless_ranges_end() {
        let body = "beginbfrange <00000000> <FFFFFFFF> <00410042> endbfrange ".repeat(50_000);
        let map = ToUnicode::parse(body.as_bytes());
        assert!(map.is_broken());
        assert!(map.texts.len() <= limits::TO_UNICODE_TEXT);
    }
}
