//! Tokens to objects (ISO 32000-2, 7.3): direct objects, and indirect ones with their streams.

use std::cell::RefCell;

use crate::anomaly::AnomalyKind;
use crate::limits;
use crate::place::{ObjectId, Span};

use super::cursor::Cursor;
use super::object::{Dictionary, Name, Object, Stream};

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

/// Parts of arrays and dictionaries whose ends are not reached yet: what is done takes no more room than it needs.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    items: Vec<Object>,
    entries: Vec<(Name, Object)>,
}

impl Scratch {
    /// Room for more is not worth keeping.
    const ROOM: usize = 4096;
}

const ENDSTREAM: &[u8] = b"endstream";

/// Reads objects from a slice; what it tolerates it notes.
#[derive(Debug)]
pub struct Parser<'a> {
    pub cursor: Cursor<'a>,
    /// Broken rules met, with offsets of this slice.
    pub noted: Vec<(AnomalyKind, Span)>,
    pub(super) references: bool,
    scratch: Scratch,
    /// From here on no `endstream` stands in the data, as far as is known.
    pub(crate) barren: usize,
}

impl<'a> Parser<'a> {
    pub fn new(data: &'a [u8], position: usize) -> Self {
        Self {
            cursor: Cursor::new(data, position),
            noted: Vec::new(),
            references: true,
            scratch: Scratch::default(),
            barren: usize::MAX,
        }
    }

    /// One that takes the room that another left.
    pub(crate) fn lent(data: &'a [u8], position: usize, room: &RefCell<Vec<Scratch>>) -> Self {
        Self {
            scratch: room.borrow_mut().pop().unwrap_or_default(),
            ..Self::new(data, position)
        }
    }

    /// Leaves its room to the next.
    pub(crate) fn leave(self, room: &RefCell<Vec<Scratch>>) {
        let Scratch { items, entries } = &self.scratch;
        if items.capacity().max(entries.capacity()) <= Scratch::ROOM {
            room.borrow_mut().push(self.scratch);
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
        self.cursor.skip_space();
        self.object_at_depth(0)
    }

    /// The same where no white space is left to pass.
    fn object_at_depth(&mut self, depth: usize) -> Option<Object> {
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

    /// Apart from what reads one token, which is met more often.
    #[inline(never)]
    fn array(&mut self, depth: usize) -> Object {
        let start = self.cursor.position();
        self.cursor.advance(1);
        let first = self.scratch.items.len();
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
                    Some(item) => self.scratch.items.push(item),
                    None if self.at_object_end() => break,
                    None => self.skip_token(),
                },
            }
        }
        Object::Array(self.scratch.items.split_off(first).into_boxed_slice())
    }

    /// A dictionary; the cursor stands on its `<<`.
    fn dictionary(&mut self, depth: usize) -> Dictionary {
        let first = self.scratch.entries.len();
        self.entries(depth, |parser, key, _, value, _| {
            parser.scratch.entries.push((key, value));
        });
        Dictionary::of(self.scratch.entries.split_off(first).into_boxed_slice())
    }

    /// The entries of the dictionary that begins here, with the places of their tokens.
    pub fn entry_spans(&mut self) -> Vec<EntrySpan> {
        self.cursor.skip_space();
        let mut entries = Vec::new();
        if self.cursor.starts_with(b"<<") {
            self.entries(0, |_, key, key_span, value, value_span| {
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

    fn entries(&mut self, depth: usize, mut add: impl FnMut(&mut Self, Name, Span, Object, Span)) {
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
                    let value_span = Span::new(value_start, self.cursor.position());
                    add(self, key, key_span, value, value_span);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Object {
        Parser::new(text.as_bytes(), 0).object().unwrap_or_default()
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
