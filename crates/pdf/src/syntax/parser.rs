//! Tokens to objects (ISO 32000-2, 7.3): direct objects, and indirect ones with their streams.

use crate::anomaly::AnomalyKind;
use crate::limits;
use crate::place::{ObjectId, Span};

use super::cursor::{Cursor, is_white_space};
use super::object::{Dictionary, Name, Object, PdfString, Stream, StringForm};

/// An indirect object as it stands in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Indirect {
    pub id: ObjectId,
    /// From the object number to the end of `endobj`.
    pub span: Span,
    pub object: Object,
}

/// One entry of a dictionary with the places of its tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct EntrySpan {
    pub key: Name,
    pub key_span: Span,
    pub value: Object,
    pub value_span: Span,
}

const ENDSTREAM: &[u8] = b"endstream";

/// Reads objects from a slice; what it tolerates it notes.
#[derive(Debug)]
pub struct Parser<'a> {
    pub cursor: Cursor<'a>,
    /// Broken rules met, with offsets of this slice.
    pub noted: Vec<(AnomalyKind, Span)>,
    references: bool,
    /// From here on no `endstream` stands in the data, as far as is known.
    pub(crate) barren: usize,
}

impl<'a> Parser<'a> {
    pub fn new(data: &'a [u8], position: usize) -> Self {
        Self {
            cursor: Cursor::new(data, position),
            noted: Vec::new(),
            references: true,
            barren: usize::MAX,
        }
    }

    /// For content streams, where `1 0 R` is no reference (7.8.2).
    pub fn for_content(data: &'a [u8]) -> Self {
        Self {
            references: false,
            ..Self::new(data, 0)
        }
    }

    /// The object that begins here, or `None` (nothing passed but white space) where none does.
    pub fn object(&mut self) -> Option<Object> {
        self.object_at_depth(0)
    }

    fn object_at_depth(&mut self, depth: usize) -> Option<Object> {
        self.cursor.skip_space();
        match self.cursor.peek()? {
            b'/' => Some(Object::Name(self.name())),
            b'(' => Some(Object::String(self.literal_string())),
            b'<' if self.cursor.peek_at(1) == Some(b'<') => {
                Some(Object::Dictionary(self.dictionary(depth)))
            }
            b'<' => Some(Object::String(self.hexadecimal_string())),
            b'[' => Some(self.array(depth)),
            b'0'..=b'9' | b'+' | b'-' | b'.' => self.number_or_reference(),
            b't' if self.cursor.eat_keyword(b"true") => Some(Object::Boolean(true)),
            b'f' if self.cursor.eat_keyword(b"false") => Some(Object::Boolean(false)),
            b'n' if self.cursor.eat_keyword(b"null") => Some(Object::Null),
            _ => None,
        }
    }

    fn note(&mut self, kind: AnomalyKind, start: usize) {
        if self.noted.len() < 64 {
            self.noted
                .push((kind, Span::new(start, self.cursor.position())));
        }
    }

    fn name(&mut self) -> Name {
        self.cursor.advance(1);
        let raw = self.cursor.take_regular();
        if !raw.contains(&b'#') {
            return Name::new(raw);
        }
        let mut name = Name::default();
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
        name
    }

    fn literal_string(&mut self) -> PdfString {
        self.cursor.advance(1);
        if let Some(plain) = self.plain_string() {
            return plain;
        }
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
            bytes: bytes.into_boxed_slice(),
            form: StringForm::Literal,
        }
    }

    /// A string whose bytes stand for themselves, as most do.
    fn plain_string(&mut self) -> Option<PdfString> {
        let rest = self.cursor.rest();
        let special = |byte: &u8| matches!(byte, b'(' | b')' | b'\\' | b'\r');
        let end = rest.iter().position(special)?;
        let (bytes, after) = rest.split_at_checked(end)?;
        if after.first() != Some(&b')') {
            return None;
        }
        self.cursor.advance(end + 1);
        Some(PdfString {
            bytes: bytes.into(),
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

    fn hexadecimal_string(&mut self) -> PdfString {
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
            bytes: bytes.into_boxed_slice(),
            form: StringForm::Hexadecimal,
        }
    }

    fn array(&mut self, depth: usize) -> Object {
        let start = self.cursor.position();
        self.cursor.advance(1);
        let mut items = Vec::new();
        loop {
            self.cursor.skip_space();
            match self.cursor.peek() {
                None => break,
                Some(b']') => {
                    self.cursor.advance(1);
                    break;
                }
                Some(_) if depth >= limits::NESTING => {
                    self.note(AnomalyKind::NestedTooDeep, start);
                    self.skip_token();
                }
                Some(_) => match self.object_at_depth(depth + 1) {
                    Some(item) => items.push(item),
                    None if self.at_object_end() => break,
                    None => self.skip_token(),
                },
            }
        }
        Object::Array(items)
    }

    /// A dictionary; the cursor stands on its `<<`.
    fn dictionary(&mut self, depth: usize) -> Dictionary {
        let mut dictionary = Dictionary::default();
        self.entries(depth, |key, _, value, _| dictionary.push(key, value));
        dictionary.seal();
        dictionary
    }

    /// The entries of the dictionary that begins here, with the places of their tokens.
    pub fn entry_spans(&mut self) -> Vec<EntrySpan> {
        self.cursor.skip_space();
        let mut entries = Vec::new();
        if self.cursor.starts_with(b"<<") {
            self.entries(0, |key, key_span, value, value_span| {
                entries.push(EntrySpan {
                    key,
                    key_span,
                    value,
                    value_span,
                })
            });
        }
        entries
    }

    fn entries(&mut self, depth: usize, mut add: impl FnMut(Name, Span, Object, Span)) {
        let start = self.cursor.position();
        self.cursor.advance(2);
        loop {
            self.cursor.skip_space();
            match self.cursor.peek() {
                None => break,
                Some(b'>') => {
                    self.cursor.advance(1);
                    self.cursor.eat(b">");
                    break;
                }
                Some(_) if depth >= limits::NESTING => {
                    self.note(AnomalyKind::NestedTooDeep, start);
                    self.skip_token();
                }
                Some(b'/') => {
                    let key_start = self.cursor.position();
                    let key = self.name();
                    let key_span = Span::new(key_start, self.cursor.position());
                    self.cursor.skip_space();
                    let value_start = self.cursor.position();
                    // A key with no value before `>>` or the next token that is no object: the value is null.
                    let value = self.object_at_depth(depth + 1).unwrap_or_default();
                    add(
                        key,
                        key_span,
                        value,
                        Span::new(value_start, self.cursor.position()),
                    );
                }
                Some(_) if self.at_object_end() => break,
                Some(_) => {
                    let token = self.cursor.position();
                    self.skip_token();
                    self.note(AnomalyKind::UnexpectedToken, token);
                }
            }
        }
    }

    fn at_object_end(&self) -> bool {
        self.cursor.starts_with(b"endobj")
            || self.cursor.starts_with(b"stream")
            || self.cursor.starts_with(b"endstream")
    }

    /// Passes one token that is no object.
    pub fn skip_token(&mut self) {
        if self.cursor.take_regular().is_empty() {
            self.cursor.advance(1);
        }
    }

    fn number_or_reference(&mut self) -> Option<Object> {
        let number = self.number()?;
        if let (true, Object::Integer(value)) = (self.references, &number)
            && let Ok(object_number) = u32::try_from(*value)
            && let Some(reference) = self.reference_to(object_number)
        {
            return Some(reference);
        }
        Some(number)
    }

    fn reference_to(&mut self, number: u32) -> Option<Object> {
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

    /// `N G obj` at the cursor, both numbers plausible; the cursor then stands behind `obj`.
    pub fn object_header(&mut self) -> Option<(ObjectId, usize)> {
        self.cursor.skip_space();
        let start = self.cursor.position();
        let number = u32::try_from(self.cursor.take_unsigned()?)
            .ok()
            .filter(|&number| number <= limits::OBJECT_NUMBER)?;
        self.cursor.skip_space();
        let generation = u16::try_from(self.cursor.take_unsigned()?).ok()?;
        self.cursor.skip_space();
        self.cursor
            .eat(b"obj")
            .then_some((ObjectId::new(number, generation), start))
    }

    /// The indirect object that begins here. `length` resolves an indirect `/Length`.
    pub fn indirect(&mut self, length: &dyn Fn(ObjectId) -> Option<u64>) -> Option<Indirect> {
        let (id, start) = self.object_header()?;
        let mut object = self.object().unwrap_or_default();
        self.cursor.skip_space();
        if let Object::Dictionary(_) = object
            && self.cursor.starts_with(b"stream")
            && let Object::Dictionary(dictionary) = std::mem::take(&mut object)
        {
            self.cursor.advance(b"stream".len());
            let data = self.stream_data(id, &dictionary, length);
            object = Object::Stream(Box::new(Stream {
                id,
                dictionary,
                data,
            }));
            self.cursor.skip_space();
        }
        if !self.cursor.eat(b"endobj") {
            let end = self.cursor.position();
            self.note(AnomalyKind::EndobjMissing { id }, end);
        }
        Some(Indirect {
            id,
            span: Span::new(start, self.cursor.position()),
            object,
        })
    }

    /// The raw bytes of a stream; the cursor stands behind `stream` and ends behind `endstream` (7.3.8.1).
    fn stream_data(
        &mut self,
        id: ObjectId,
        dictionary: &Dictionary,
        length: &dyn Fn(ObjectId) -> Option<u64>,
    ) -> Span {
        // Blanks before the EOL are not allowed but met.
        while matches!(self.cursor.peek(), Some(b' ' | b'\t'))
            && matches!(self.cursor.peek_at(1), Some(b'\r' | b'\n' | b' ' | b'\t'))
        {
            self.cursor.advance(1);
        }
        self.cursor.skip_eol();
        let start = self.cursor.position();
        let declared = match dictionary.get(b"Length") {
            Some(Object::Integer(value)) => u64::try_from(*value).ok(),
            Some(Object::Reference(reference)) => length(*reference),
            _ => None,
        };
        if let Some(end) =
            declared.and_then(|length| start.checked_add(usize::try_from(length).ok()?))
        {
            let mut at = Cursor::new(self.cursor.data(), end);
            at.skip_white_space();
            // White space that belongs to the data cannot be told from the EOL; only what is declared is taken.
            if end <= self.cursor.data().len() && at.eat(b"endstream") {
                self.cursor = at;
                return Span::new(start, end);
            }
        }
        let rest = self.cursor.rest();
        let fruitful = self
            .barren
            .saturating_sub(start)
            .saturating_add(ENDSTREAM.len());
        let fruitful = rest.get(..fruitful).unwrap_or(rest);
        let found = memchr::memmem::find(fruitful, ENDSTREAM).or_else(|| {
            self.barren = self.barren.min(start);
            memchr::memmem::find(rest, b"endobj")
        });
        let mut end = start + found.unwrap_or(rest.len());
        self.cursor.seek(end);
        if !self.cursor.eat(ENDSTREAM) {
            self.note(AnomalyKind::EndstreamMissing { id }, end);
        }
        let data = self.cursor.data();
        if data.get(end.wrapping_sub(1)) == Some(&b'\n') && end > start {
            end -= 1;
        }
        if data.get(end.wrapping_sub(1)) == Some(&b'\r') && end > start {
            end -= 1;
        }
        self.noted.push((
            AnomalyKind::StreamLengthWrong {
                id,
                declared,
                actual: (end - start) as u64,
            },
            Span::new(start, end),
        ));
        Span::new(start, end)
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
        assert_eq!(read("99999999999999999999"), Object::Real(1e20));
    }

    #[test]
    fn a_reference_needs_its_r() {
        assert_eq!(read("12 0 R"), Object::Reference(ObjectId::new(12, 0)));
        assert_eq!(read("12 0 Rx"), Object::Integer(12));
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

    #[test]
    fn duplicate_keys_are_kept_and_the_last_counts() {
        let object = read("<< /A 1 /B [1 0 R (x)] /A#20B null /A 2 >>");
        let dictionary = object.as_dictionary().cloned().unwrap_or_default();
        assert_eq!(dictionary.len(), 4);
        assert_eq!(dictionary.get(b"A"), Some(&Object::Integer(2)));
        assert!(dictionary.contains(b"A B"));
    }

    #[test]
    fn deep_nesting_ends() {
        let text = "[".repeat(100_000);
        assert!(matches!(read(&text), Object::Array(_)));
        let text = "<</A ".repeat(100_000);
        assert!(matches!(read(&text), Object::Dictionary(_)));
    }

    #[test]
    fn a_wrong_length_is_noted_and_mended() {
        let file = b"7 0 obj <</Length 99>> stream\nabc\nendstream endobj";
        let mut parser = Parser::new(file, 0);
        let indirect = parser.indirect(&|_| None);
        let data = indirect
            .as_ref()
            .and_then(|i| i.object.as_stream())
            .map(|s| s.data.of(file).to_vec());
        assert_eq!(data.as_deref(), Some(b"abc".as_slice()));
        assert!(matches!(
            parser.noted.first(),
            Some((
                AnomalyKind::StreamLengthWrong {
                    declared: Some(99),
                    actual: 3,
                    ..
                },
                _
            ))
        ));
    }
}
