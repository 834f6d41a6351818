//! Objects by their place: in the file, in object streams, or found by a scan where a table lies.

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::anomaly::AnomalyKind;
use crate::error::LimitExceeded;
use crate::limits;
use crate::place::{ObjectId, Span};
use crate::syntax::crypt::Method;
use crate::syntax::cursor::Cursor;
use crate::syntax::object::Object;
use crate::syntax::parser::{Indirect, Parser};
use crate::syntax::repair::Found;

use super::decode::{decrypt_strings, is_unencrypted};
use super::{Document, Location, ObjectStream};

impl Document<'_> {
    /// The object as it stood after save `revision`. A number without an entry is null (7.3.10).
    pub(crate) fn fetch(&self, id: ObjectId, revision: usize) -> Option<Rc<Indirect>> {
        let location = self.location(id.number, revision)?;
        if let Some(known) = self.cache.borrow().get(id.number, &location) {
            return known;
        }
        let noted = self.anomalies.borrow().len();
        let read = match location {
            Location::Offset(offset) => {
                let read = self.read_at(id.number, offset, revision);
                read.map(|object| (object.span.len(), object))
            }
            Location::InObjectStream { container, index } => {
                self.read_compressed(id.number, container, index)
            }
        };
        // Where no more is noted, nobody can tell that something was.
        let now = self.anomalies.borrow().len();
        let clean = now == noted && now < limits::ANOMALIES;
        let length = read.as_ref().map(|(length, _)| *length);
        let read = read.map(|(_, object)| Rc::new(object));
        let mut cache = self.cache.borrow_mut();
        cache.put(id.number, location, read.clone(), length.filter(|_| clean));
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
        let found = self.last_scanned(number, end)?;
        self.note(AnomalyKind::ObjectRecovered { id: found.id }, found.span);
        self.parse_indirect(found.span.start, revision)
    }

    /// The last object of this number that the scan found before `end`.
    fn last_scanned(&self, number: u32, end: usize) -> Option<Found> {
        let scanned = self.scanned_objects();
        let places = self.scan_index.get_or_init(|| {
            let mut places: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
            for (at, found) in scanned.iter().enumerate() {
                places.entry(found.id.number).or_default().push(at as u32);
            }
            places
        });
        let places = places.get(&number)?;
        let before = places.partition_point(|at| {
            let found = scanned.get(*at as usize);
            found.is_some_and(|found| found.span.start < end)
        });
        scanned
            .get(*places.get(before.checked_sub(1)?)? as usize)
            .copied()
    }

    /// Parses the object that begins at `offset` and decrypts its strings.
    pub fn parse_indirect(&self, offset: usize, revision: usize) -> Option<Indirect> {
        if offset >= self.bytes.len() {
            return None;
        }
        let mut parser = self.parser(offset);
        let resolve = |id: ObjectId| self.plain_number(id, revision);
        if self.budget.exceeded() == Some(LimitExceeded::ParsedBytes) {
            return None;
        }
        let indirect = parser.indirect(&resolve);
        let passed = parser.cursor.position().saturating_sub(offset);
        self.budget.spend_parsed(passed);
        self.barren.set(parser.barren);
        let noted = std::mem::take(&mut parser.noted);
        parser.leave(&self.scratch);
        let mut indirect = indirect?;
        for (kind, span) in noted {
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

    /// The number an object holds. Looking for it through the tables cannot loop, as it is no stream.
    pub(crate) fn plain_number(&self, id: ObjectId, revision: usize) -> Option<u64> {
        let Location::Offset(at) = self.location(id.number, revision)? else {
            return self.compressed_length(id, revision);
        };
        let mut parser = Parser::new(self.bytes, at);
        let (found, _) = parser.object_header()?;
        let value = parser.object()?.as_integer()?;
        (found.number == id.number)
            .then(|| u64::try_from(value).ok())
            .flatten()
    }

    /// A parser that knows where no `endstream` is left to look for.
    pub(super) fn parser(&self, offset: usize) -> Parser<'_> {
        let mut parser = Parser::lent(self.bytes, offset, &self.scratch);
        parser.barren = self.barren.get();
        parser
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
        Parser::new(&open.data, position as usize)
            .object()?
            .as_integer()
            .and_then(|value| u64::try_from(value).ok())
    }

    /// An object of an object stream, and of how many bytes.
    pub(super) fn read_compressed(
        &self,
        number: u32,
        container: usize,
        index: u32,
    ) -> Option<(usize, Indirect)> {
        let open = self.open_object_stream(container)?;
        let by_index = open
            .index
            .get(index as usize)
            .filter(|(found, _)| *found == number);
        let position = match by_index {
            Some((_, position)) => *position,
            None => *open.positions().get(&number)?,
        };
        let position = position as usize;
        let mut parser = Parser::lent(&open.data, position, &self.scratch);
        let object = parser.object().unwrap_or_default();
        let length = parser.cursor.position().saturating_sub(position);
        parser.leave(&self.scratch);
        let indirect = Indirect {
            id: ObjectId::new(number, 0),
            span: open.span,
            object,
        };
        Some((length, indirect))
    }

    /// The span of the object stream that begins at `container`, and the numbers of what it holds in order.
    pub(crate) fn members(&self, container: usize) -> Option<(Span, Vec<u32>)> {
        let open = self.open_object_stream(container)?;
        let numbers = open.index.iter().map(|(number, _)| *number).collect();
        Some((open.span, numbers))
    }

    /// The object at `index` of an object stream, whether or not a table leads to it.
    pub(crate) fn member(&self, container: usize, index: u32, number: u32) -> Option<Indirect> {
        let read = self.read_compressed(number, container, index);
        read.map(|(_, object)| object)
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
            let value = stream.dictionary.get(key)?;
            match value {
                // Not allowed behind a reference, but met.
                Object::Reference(id) => self.plain_number(*id, self.revisions.len()),
                direct => u64::try_from(direct.as_integer()?).ok(),
            }
        };
        let (count, first) = (number(b"N")?, number(b"First")?);
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let count = count.min(limits::OBJECTS);
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
            // What does not fit leads past the end, as streams are not that long.
            let fitting = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
            index.push((fitting(number), fitting(position.saturating_add(first))));
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
            positions: OnceCell::new(),
            span: indirect.span,
        })
    }
}

impl ObjectStream {
    /// Of an object that is listed twice the first counts.
    fn positions(&self) -> &FxHashMap<u32, u32> {
        let first = || self.index.iter().rev().copied().collect();
        self.positions.get_or_init(first)
    }
}
