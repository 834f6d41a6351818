//! How one object is spelled: what a writer always does the same way and another does otherwise. Blanks, key order,
//! forms of numbers and strings, as counts, so that two objects compare at a glance.

use crate::place::Span;
use crate::syntax::cursor::{Cursor, is_white_space};
use crate::syntax::object::Object;
use crate::syntax::parser::Indirect;

/// The blank in one kind of place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Blank {
    /// The object has no such place.
    #[default]
    Absent,
    /// Nothing stands there.
    Nothing,
    Space,
    Lf,
    Cr,
    CrLf,
    /// Several characters, always the same: how many bytes.
    Longer(u8),
    /// Not always the same.
    Mixed,
}

/// The spelling of one object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Style {
    /// Behind `obj`.
    pub behind_header: Blank,
    /// In front of `endobj`.
    pub before_endobj: Blank,
    /// Behind `<<`.
    pub behind_open: Blank,
    /// In front of `>>`.
    pub before_close: Blank,
    /// Between a key and its value.
    pub behind_key: Blank,
    /// Between a value and the next key.
    pub before_key: Blank,
    /// Behind `[` and in front of `]`.
    pub in_brackets: Blank,
    /// Behind `stream`.
    pub behind_stream: Blank,
    /// Keys of every dictionary in ascending order; `None` where none has two.
    pub sorted_keys: Option<bool>,
    /// `/Type` comes first wherever it is written.
    pub type_first: Option<bool>,
    pub literal_strings: u16,
    /// Hexadecimal strings, and whether their letters are upper or lower case.
    pub hexadecimal_strings: u16,
    pub upper_hex: bool,
    pub lower_hex: bool,
    pub reals: u16,
    /// The most decimals of a number.
    pub decimals: u8,
    /// Numbers such as `1.50`.
    pub trailing_zeros: u16,
    /// Numbers such as `.5`.
    pub bare_fractions: u16,
    /// Names written with `#xx`.
    pub escaped_names: u16,
    /// Escapes no rule knows: `#` without two digits, a digit that is none in a hexadecimal string.
    pub invalid_escapes: u16,
    pub comments: u16,
}

impl Style {
    /// The spelling of an object of the file; the data of a stream is passed over.
    pub fn of(file: &[u8], indirect: &Indirect) -> Self {
        let end = match &indirect.object {
            Object::Stream(stream) => stream.data.start,
            _ => indirect.span.end,
        };
        let span = Span::new(indirect.span.start, end.min(file.len()));
        let mut reader = Reader {
            cursor: Cursor::new(span.of(file), 0),
            style: Self::default(),
            open: Vec::new(),
        };
        reader.read();
        let mut style = reader.style;
        order_of_keys(&indirect.object, &mut style);
        style
    }
}

/// What a token is, as far as the blanks around it matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Header,
    Open,
    Close,
    Bracket,
    Unbracket,
    Key,
    Value,
    Stream,
    Endobj,
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    style: Style,
    /// For each open dictionary whether a key comes next; `None` for an array.
    open: Vec<Option<bool>>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let Some(at) = memchr::memmem::find(self.cursor.rest(), b"obj") else {
            return;
        };
        self.cursor.advance(at + 3);
        let mut before = Some(Token::Header);
        while !self.cursor.at_end() {
            let blank = self.blank();
            let Some(token) = self.token() else { break };
            self.place(before, token, blank);
            before = Some(token);
            if matches!(token, Token::Endobj | Token::Stream) {
                break;
            }
        }
        if before == Some(Token::Stream) {
            self.style.behind_stream = self.blank();
        }
    }

    /// Passes white space and comments; a comment makes the blank a longer one.
    fn blank(&mut self) -> Blank {
        let start = self.cursor.position();
        while let Some(byte) = self.cursor.peek() {
            if byte == b'%' {
                self.style.comments = self.style.comments.saturating_add(1);
                self.cursor.skip_line();
            } else if is_white_space(byte) {
                self.cursor.advance(1);
            } else {
                break;
            }
        }
        let span = Span::new(start, self.cursor.position());
        match span.of(self.cursor.data()) {
            [] => Blank::Nothing,
            b" " => Blank::Space,
            b"\n" => Blank::Lf,
            b"\r" => Blank::Cr,
            b"\r\n" => Blank::CrLf,
            longer => Blank::Longer(u8::try_from(longer.len()).unwrap_or(u8::MAX)),
        }
    }

    fn place(&mut self, before: Option<Token>, token: Token, blank: Blank) {
        let style = &mut self.style;
        let slot = match (before, token) {
            (_, Token::Endobj) => &mut style.before_endobj,
            (Some(Token::Header), _) => &mut style.behind_header,
            (Some(Token::Open), _) => &mut style.behind_open,
            (_, Token::Close) => &mut style.before_close,
            (Some(Token::Key), _) => &mut style.behind_key,
            (_, Token::Key) => &mut style.before_key,
            (Some(Token::Bracket), _) | (_, Token::Unbracket) => &mut style.in_brackets,
            _ => return,
        };
        *slot = match *slot {
            Blank::Absent => blank,
            known if known == blank => known,
            _ => Blank::Mixed,
        };
    }

    fn token(&mut self) -> Option<Token> {
        let next = self.cursor.peek()?;
        Some(match (next, self.cursor.peek_at(1)) {
            (b'<', Some(b'<')) => {
                self.cursor.advance(2);
                self.open.push(Some(true));
                Token::Open
            }
            (b'>', Some(b'>')) => {
                self.cursor.advance(2);
                self.close();
                Token::Close
            }
            (b'[', _) => {
                self.cursor.advance(1);
                self.open.push(None);
                Token::Bracket
            }
            (b']', _) => {
                self.cursor.advance(1);
                self.close();
                Token::Unbracket
            }
            (b'/', _) => {
                self.name();
                match self.open.last_mut() {
                    Some(Some(wanted)) if *wanted => {
                        *wanted = false;
                        Token::Key
                    }
                    _ => self.value(),
                }
            }
            (b'(', _) => {
                self.literal();
                self.value()
            }
            (b'<', _) => {
                self.hexadecimal();
                self.value()
            }
            _ => self.word()?,
        })
    }

    fn close(&mut self) {
        self.open.pop();
        self.value();
    }

    /// A value is complete: in a dictionary a key comes next.
    fn value(&mut self) -> Token {
        if let Some(Some(wanted)) = self.open.last_mut() {
            *wanted = true;
        }
        Token::Value
    }

    fn name(&mut self) {
        self.cursor.advance(1);
        let raw = self.cursor.take_regular();
        let mut rest = raw;
        let mut escaped = false;
        while let Some(at) = memchr::memchr(b'#', rest) {
            escaped = true;
            let digits = rest.get(at + 1..at + 3).unwrap_or_default();
            if digits.len() < 2 || !digits.iter().all(u8::is_ascii_hexdigit) {
                self.style.invalid_escapes = self.style.invalid_escapes.saturating_add(1);
            }
            rest = rest.get(at + 1..).unwrap_or_default();
        }
        self.style.escaped_names = self.style.escaped_names.saturating_add(u16::from(escaped));
    }

    fn literal(&mut self) {
        let style = &mut self.style;
        style.literal_strings = style.literal_strings.saturating_add(1);
        self.cursor.advance(1);
        let mut depth = 1usize;
        while let Some(byte) = self.cursor.take() {
            match byte {
                b'\\' => self.cursor.advance(1),
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }

    fn hexadecimal(&mut self) {
        self.cursor.advance(1);
        let rest = self.cursor.rest();
        let end = memchr::memchr(b'>', rest).unwrap_or(rest.len());
        let digits = rest.get(..end).unwrap_or_default();
        let style = &mut self.style;
        style.hexadecimal_strings = style.hexadecimal_strings.saturating_add(1);
        style.upper_hex |= digits.iter().any(|digit| (b'A'..=b'F').contains(digit));
        style.lower_hex |= digits.iter().any(|digit| (b'a'..=b'f').contains(digit));
        if !digits
            .iter()
            .all(|digit| digit.is_ascii_hexdigit() || is_white_space(*digit))
        {
            style.invalid_escapes = style.invalid_escapes.saturating_add(1);
        }
        self.cursor.advance(end + 1);
    }

    /// A number, a keyword, or a reference, whose three words are one value.
    fn word(&mut self) -> Option<Token> {
        let word = self.cursor.take_regular();
        match word {
            b"" => None,
            b"endobj" => Some(Token::Endobj),
            b"stream" => Some(Token::Stream),
            _ => {
                if !self.reference() {
                    self.number(word);
                }
                Some(self.value())
            }
        }
    }

    /// Passes `G R` behind a number.
    fn reference(&mut self) -> bool {
        let back = self.cursor;
        self.cursor.skip_white_space();
        if self.cursor.take_unsigned().is_some() {
            self.cursor.skip_white_space();
            if self.cursor.eat_keyword(b"R") {
                return true;
            }
        }
        self.cursor = back;
        false
    }

    fn number(&mut self, word: &[u8]) {
        let Some(point) = memchr::memchr(b'.', word) else {
            return;
        };
        let style = &mut self.style;
        let (whole, decimals) = (word.get(..point), word.get(point + 1..));
        let decimals = decimals.unwrap_or_default();
        style.reals = style.reals.saturating_add(1);
        let count = u8::try_from(decimals.len()).unwrap_or(u8::MAX);
        style.decimals = style.decimals.max(count);
        if decimals.last() == Some(&b'0') {
            style.trailing_zeros = style.trailing_zeros.saturating_add(1);
        }
        if matches!(whole, Some(b"" | b"-" | b"+")) {
            style.bare_fractions = style.bare_fractions.saturating_add(1);
        }
    }
}

fn order_of_keys(object: &Object, style: &mut Style) {
    let mut stack = vec![object];
    while let Some(object) = stack.pop() {
        if let Object::Array(items) = object {
            stack.extend(items);
        }
        let Some(dictionary) = object.as_dictionary() else {
            continue;
        };
        let keys: Vec<&[u8]> = dictionary.iter().map(|(key, _)| key.as_bytes()).collect();
        if keys.len() > 1 {
            let sorted = keys.is_sorted();
            style.sorted_keys = Some(style.sorted_keys.unwrap_or(true) && sorted);
        }
        if keys.len() > 1 && keys.contains(&b"Type".as_slice()) {
            let first = keys.first() == Some(&b"Type".as_slice());
            style.type_first = Some(style.type_first.unwrap_or(true) && first);
        }
        stack.extend(dictionary.iter().map(|(_, value)| value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parser::Parser;

    fn style(text: &str) -> Style {
        let bytes = text.as_bytes();
        Parser::new(bytes, 0)
            .indirect(&|_| None)
            .map(|indirect| Style::of(bytes, &indirect))
            .unwrap_or_default()
    }

    #[test]
    fn two_writers_spell_one_object_in_two_ways() {
        let tight = style("7 0 obj\r<</A 1/B[2 0 R 3 0 R]/C<4142>>>\rendobj");
        let wide = style("7 0 obj\n<< /Type /Font /A 1.50\n/B [ .5 (x) ] >>\nendobj");
        assert_eq!(tight.behind_header, Blank::Cr);
        assert_eq!(
            (tight.behind_open, tight.before_close, tight.before_key),
            (Blank::Nothing, Blank::Nothing, Blank::Nothing)
        );
        assert_eq!(
            (tight.sorted_keys, tight.hexadecimal_strings),
            (Some(true), 1)
        );
        assert_eq!(tight.in_brackets, Blank::Nothing);
        assert_eq!(
            (wide.behind_open, wide.before_endobj),
            (Blank::Space, Blank::Lf)
        );
        assert_eq!(wide.before_key, Blank::Mixed);
        assert_eq!(
            (wide.type_first, wide.sorted_keys),
            (Some(true), Some(false))
        );
        assert_eq!(
            (wide.reals, wide.trailing_zeros, wide.bare_fractions),
            (2, 1, 1)
        );
        assert_eq!((wide.decimals, wide.literal_strings), (2, 1));
    }

    #[test]
    fn streams_and_wrong_escapes() {
        let style = style("1 0 obj <</Length 3/N#2 /M#41/K <4x>>>stream\r\nabc\nendstream endobj");
        assert_eq!(style.behind_stream, Blank::CrLf);
        assert_eq!((style.escaped_names, style.invalid_escapes), (2, 2));
    }
}
