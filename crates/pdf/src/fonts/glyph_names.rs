//! Glyph names as text: Adobe's lists, and the conventions for names outside of them.

use super::glyph::TextSource;

/// Sorted by the bytes of the name; comment lines sort before every name.
static LIST: &str = include_str!("data/glyph_names.txt");
/// The names of ZapfDingbats, `a1` to `a206`, which mean other things in other fonts.
static DINGBATS: &str = include_str!("data/dingbat_names.txt");

/// What a glyph name reads, and whether a list or a convention tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NameText {
    Character(char),
    Several(Box<str>),
}

/// The value of `key` in a table of lines `key<separator>value`, sorted by key.
pub(super) fn line_of<'t>(table: &'t str, separator: u8, key: &[u8]) -> Option<&'t str> {
    let bytes = table.as_bytes();
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = bytes
            .get(low..middle)
            .and_then(|before| memchr::memrchr(b'\n', before))
            .map_or(low, |at| low + at + 1);
        let end = bytes
            .get(middle..high)
            .and_then(|after| memchr::memchr(b'\n', after))
            .map_or(high, |at| middle + at);
        let line = bytes.get(start..end).unwrap_or_default();
        let length = memchr::memchr(separator, line).unwrap_or(line.len());
        match line.get(..length).unwrap_or_default().cmp(key) {
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
            std::cmp::Ordering::Equal => return table.get(start + length + 1..end),
        }
    }
    None
}

/// What a glyph name of ZapfDingbats reads.
pub(super) fn dingbat(name: &[u8]) -> Option<NameText> {
    let digits = line_of(DINGBATS, b';', name)?;
    let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
    Some(NameText::Character(character))
}

/// What a glyph name reads (9.10.2; Adobe Glyph List specification, section 2), and where that is known from.
pub(super) fn text_of(name: &[u8]) -> Option<(NameText, TextSource)> {
    if let Some(text) = listed(name) {
        return Some((text, TextSource::Encoding));
    }
    if name == b".notdef" {
        return None;
    }
    // `a.sc`, `one.oldstyle`: the part behind the dot is a variant.
    let base = match memchr::memchr(b'.', name) {
        Some(0) => return None,
        Some(dot) => name.get(..dot).unwrap_or_default(),
        None => name,
    };
    let mut text = String::new();
    for part in base.split(|&byte| byte == b'_') {
        match listed(part).or_else(|| unicode_convention(part)) {
            Some(NameText::Character(character)) => text.push(character),
            Some(NameText::Several(characters)) => text.push_str(&characters),
            None => return numbered(name).map(|text| (text, TextSource::GlyphName)),
        }
    }
    let source = if base.len() == name.len() && unicode_convention(base).is_some() {
        TextSource::GlyphName
    } else {
        TextSource::Encoding
    };
    Some((held(text)?, source))
}

fn held(text: String) -> Option<NameText> {
    let mut characters = text.chars();
    let first = characters.next()?;
    Some(match characters.next() {
        None => NameText::Character(first),
        Some(_) => NameText::Several(text.into_boxed_str()),
    })
}

fn listed(name: &[u8]) -> Option<NameText> {
    if let &[letter @ (b'A'..=b'Z' | b'a'..=b'z')] = name {
        return Some(NameText::Character(char::from(letter)));
    }
    let value = line_of(LIST, b';', name)?;
    let text: String = value
        .split(' ')
        .filter_map(|digits| char::from_u32(u32::from_str_radix(digits, 16).ok()?))
        .collect();
    let text = held(text)?;
    match text {
        // The list gives small capitals and old-style figures characters of Adobe's own, which nobody else reads.
        NameText::Character('\u{f6c0}'..='\u{f8ff}') => plain(name).or(Some(text)),
        _ => Some(text),
    }
}

/// `zerooldstyle` reads 0, `Asmall` reads a: expert glyphs by the character they stand for.
fn plain(name: &[u8]) -> Option<NameText> {
    for (suffix, lower) in [
        (b"oldstyle".as_slice(), false),
        (b"superior", false),
        (b"inferior", false),
        (b"fitted", false),
        (b"small", true),
    ] {
        let Some(base) = name.strip_suffix(suffix).filter(|base| !base.is_empty()) else {
            continue;
        };
        return match listed(base)? {
            NameText::Character(character) if lower => {
                Some(NameText::Character(character.to_lowercase().next()?))
            }
            text => Some(text),
        };
    }
    None
}

/// `uni20AC`, `uni00660069`, `u1F600`. Lower-case digits are not allowed but met.
fn unicode_convention(name: &[u8]) -> Option<NameText> {
    let hex = |digits: &[u8]| -> Option<u32> {
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    if let Some(digits) = name.strip_prefix(b"uni")
        && digits.len() >= 4
        && digits.len().is_multiple_of(4)
    {
        let units: Option<Vec<u16>> = digits
            .chunks(4)
            .map(|unit| hex(unit).and_then(|unit| u16::try_from(unit).ok()))
            .collect();
        return held(String::from_utf16(&units?).ok()?);
    }
    let digits = name
        .strip_prefix(b"u")
        .filter(|digits| (4..=6).contains(&digits.len()))?;
    char::from_u32(hex(digits)?).map(NameText::Character)
}

/// `a65`, `c097`, `g66`: a letter or two and a character code of one byte, as some distillers and most viewers take it.
/// Names with longer words (`cid66`, `glyph66`, `index66`) count glyphs and read nothing.
fn numbered(name: &[u8]) -> Option<NameText> {
    let letters = name
        .iter()
        .take(2)
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    let digits = name.get(letters..)?;
    if !(1..=3).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let code: u8 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    let character = char::from(code);
    (!character.is_control()).then_some(NameText::Character(character))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::encodings;

    fn read(name: &str) -> Option<String> {
        text_of(name.as_bytes()).map(|(text, _)| match text {
            NameText::Character(character) => character.to_string(),
            NameText::Several(text) => text.into(),
        })
    }

    #[track_caller]
    fn check(name: &str, expected: &str) {
        assert_eq!(read(name).as_deref(), Some(expected), "{name}");
    }

    #[test]
    fn listed_names_read_what_the_list_says() {
        check("A", "A");
        check("zukatakana", "\u{30ba}");
        check("Euro", "€");
        check("dalethatafpatah", "\u{5d3}\u{5b2}");
    }

    #[test]
    fn every_line_of_the_list_is_found() {
        let mut names = 0;
        for line in LIST.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(';').next().unwrap_or_default();
            assert!(listed(name.as_bytes()).is_some(), "{name}");
            names += 1;
        }
        assert_eq!(names, 4281);
    }

    #[test]
    fn variants_and_ligatures_read_by_their_parts() {
        check("a.sc", "a");
        check("f_f_i", "ffi");
        check("uni00660069", "fi");
        check("u1F600", "\u{1f600}");
        check("one.oldstyle", "1");
        check("zerooldstyle", "0");
        check("Eacutesmall", "é");
        check("dollarsuperior", "$");
    }

    #[test]
    fn numbered_names_read_only_where_the_number_is_a_character_code() {
        check("g65", "A");
        check("a109", "m");
        check("c097", "a");
        assert_eq!(read("cid65"), None);
        assert_eq!(read("glyph65"), None);
        assert_eq!(read("g7"), None);
        assert_eq!(read("H2014"), None);
        assert_eq!(read(".notdef"), None);
        assert_eq!(read(""), None);
        assert_eq!(read("nonsense"), None);
    }

    #[test]
    fn the_characters_of_the_encodings_are_those_of_the_lists() {
        for encoding in [
            &encodings::STANDARD,
            &encodings::MAC_ROMAN,
            &encodings::WIN_ANSI,
            &encodings::MAC_EXPERT,
            &encodings::SYMBOL,
            &encodings::ZAPF_DINGBATS,
        ] {
            for (name, character) in encoding.names.iter().zip(encoding.characters) {
                let text = dingbat(name.as_bytes())
                    .filter(|_| std::ptr::eq(encoding, &encodings::ZAPF_DINGBATS))
                    .or_else(|| Some(text_of(name.as_bytes())?.0))
                    .unwrap_or(NameText::Character('\0'));
                assert_eq!(text, NameText::Character(character), "{name}");
            }
        }
        assert_eq!(dingbat(b"a109"), Some(NameText::Character('\u{2660}')));
    }
}
