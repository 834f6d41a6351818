//! Objects by their place: in the file, in object streams, or found by a scan where a table lies.

use std::rc::Rc;

use crate::anomaly::AnomalyKind;
use crate::limits;
use crate::place::{ObjectId, Span};
use crate::syntax::crypt::Method;
use crate::syntax::cursor::Cursor;
use crate::syntax::object::Object;
use crate::syntax::parser::{Indirect, Parser};

use super::decode::{decrypt_strings, is_unencrypted};
use super::{Document, Location, ObjectStream};

impl Document<'_> {
    /// The object as it stood after save `revision`. A number without an entry is null (7.3.10).
    pub(crate) fn fetch(&self, id: ObjectId, revision: usize) -> Option<Rc<Indirect>> {
        let location = self.location(id.number, revision)?;
        if let Some(known) = self.cache.borrow().get(&location) {
            return known.clone();
        }
        let read = match location {
            Location::Offset(offset) => self.read_at(id.number, offset, revision).map(Rc::new),
            Location::InObjectStream { container, index } => self
                .read_compressed(id.number, container, index)
                .map(Rc::new),
        };
        self.cache.borrow_mut().insert(location, read.clone());
        read
    }

    pub(super) fn read_at(&self, number: u32, offset: usize, revision: usize) -> Option<Indirect> {
        if let Some(indirect) = self.parse_indirect(offset, revision)
            && indirect.id.number == number
        {
            return Some(indirect);
        }
        let id = ObjectId::new(number, 0);
        self.note(
            AnomalyKind::XrefEntryPointsElsewhere {
                id,
                offset: offset as u64,
            },
            Span::new(offset.min(self.bytes.len()), offset.min(self.bytes.len())),
        );
        let end = self
            .revisions
            .get(revision)
            .map_or(self.bytes.len(), |save| save.end);
        let found = self
            .scanned_objects()
            .iter()
            .rev()
            .find(|found| found.id.number == number && found.span.start < end)?;
        self.note(AnomalyKind::ObjectRecovered { id: found.id }, found.span);
        self.parse_indirect(found.span.start, revision)
    }

    /// Parses the object that begins at `offset` and decrypts its strings.
    pub fn parse_indirect(&self, offset: usize, revision: usize) -> Option<Indirect> {
        if offset >= self.bytes.len() {
            return None;
        }
        let mut parser = Parser::new(self.bytes, offset);
        let resolve = |id: ObjectId| -> Option<u64> {
            // The length object must be a plain number; looking for it through the tables cannot loop, as it is no stream.
            let Location::Offset(at) = self.location(id.number, revision)? else {
                return self.compressed_length(id, revision);
            };
            let mut parser = Parser::new(self.bytes, at);
            let (found, _) = parser.object_header()?;
            let value = parser.object()?.as_integer()?;
            (found.number == id.number)
                .then(|| u64::try_from(value).ok())
                .flatten()
        };
        let mut indirect = parser.indirect(&resolve)?;
        for (kind, span) in parser.noted {
            self.note(kind, span);
        }
        if let Some(decryptor) = &self.decryptor
            && decryptor.strings != Method::Identity
            && !is_unencrypted(&indirect.object)
        {
            decrypt_strings(&mut indirect.object, decryptor, indirect.id, 0);
        }
        Some(indirect)
    }

    pub(super) fn compressed_length(&self, id: ObjectId, revision: usize) -> Option<u64> {
        let Location::InObjectStream { container, index } = self.location(id.number, revision)?
        else {
            return None;
        };
        // Only from a container that is already open: opening one here could come back to this very stream.
        let open = self
            .object_streams
            .borrow()
            .get(&container)
            .cloned()
            .flatten()?;
        let position = open
            .index
            .get(index as usize)
            .filter(|(number, _)| *number == id.number)?
            .1;
        Parser::new(&open.data, position)
            .object()?
            .as_integer()
            .and_then(|value| u64::try_from(value).ok())
    }

    pub(super) fn read_compressed(
        &self,
        number: u32,
        container: usize,
        index: u32,
    ) -> Option<Indirect> {
        let open = self.open_object_stream(container)?;
        let by_index = open
            .index
            .get(index as usize)
            .filter(|(found, _)| *found == number);
        let position = by_index
            .or_else(|| open.index.iter().find(|(found, _)| *found == number))?
            .1;
        let object = Parser::new(&open.data, position)
            .object()
            .unwrap_or_default();
        Some(Indirect {
            id: ObjectId::new(number, 0),
            span: open.span,
            object,
        })
    }

    pub(super) fn open_object_stream(&self, offset: usize) -> Option<Rc<ObjectStream>> {
        if let Some(known) = self.object_streams.borrow().get(&offset) {
            return known.clone();
        }
        // Marked before it is read, so that a stream that needs itself ends.
        self.object_streams.borrow_mut().insert(offset, None);
        let opened = self.unpack_object_stream(offset).map(Rc::new);
        self.object_streams
            .borrow_mut()
            .insert(offset, opened.clone());
        opened
    }

    pub(super) fn unpack_object_stream(&self, offset: usize) -> Option<ObjectStream> {
        let indirect = self.parse_indirect(offset, self.revisions.len())?;
        let stream = indirect.object.as_stream()?;
        let number = |key: &[u8]| {
            stream
                .dictionary
                .get(key)
                .and_then(Object::as_integer)
                .and_then(|value| usize::try_from(value).ok())
        };
        let (count, first) = (number(b"N")?.min(limits::OBJECTS), number(b"First")?);
        let data = self.decode(stream, &|object| object.clone()).ok()?;
        let mut cursor = Cursor::new(&data, 0);
        let mut index = Vec::with_capacity(count.min(data.len() / 4 + 1));
        for _ in 0..count {
            cursor.skip_space();
            let Some(number) = cursor.take_unsigned() else {
                break;
            };
            cursor.skip_space();
            let Some(position) = cursor.take_unsigned() else {
                break;
            };
            let position = usize::try_from(position)
                .unwrap_or(usize::MAX)
                .saturating_add(first);
            index.push((u32::try_from(number).unwrap_or(u32::MAX), position));
        }
        if index.len() < count {
            self.note(
                AnomalyKind::ObjectStreamBroken { id: indirect.id },
                indirect.span,
            );
        }
        Some(ObjectStream {
            data,
            index,
            span: indirect.span,
        })
    }
}
