//! A file opened: its header, its saves, and every object at the place where it stands. Revisions are never merged;
//! "the current document" is the view of the last one.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::anomaly::{Anomaly, AnomalyKind};
use crate::error::{LimitExceeded, OpenError};
use crate::limits::{self, Budget};
use crate::place::{ObjectId, Span};
use crate::revisions::{self, Revision};
use crate::syntax::crypt::{Decryptor, Method};
use crate::syntax::cursor::{Cursor, is_white_space};
use crate::syntax::filters;
use crate::syntax::object::{Dictionary, Object, Stream};
use crate::syntax::parser::{Indirect, Parser};
use crate::syntax::repair::{self, Found};
use crate::syntax::xref::{self, Entry, Section, SectionKind};
use crate::view::View;

/// The `%PDF-` line and the comment behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Where `%PDF-` begins: 0 unless bytes stand before it.
    pub offset: usize,
    /// `1.7`
    pub version: String,
    /// The bytes of the comment in the second line: the mark of the last program that wrote the whole file.
    pub marker: Vec<u8>,
}

/// Where an object is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Location {
    /// At this offset of the file.
    Offset(usize),
    /// In the object stream that begins at `container`.
    InObjectStream { container: usize, index: u32 },
}

/// An object stream, unpacked once (7.5.7).
#[derive(Debug)]
struct ObjectStream {
    data: Vec<u8>,
    /// Object number and offset in `data`.
    index: Vec<(u32, usize)>,
    span: Span,
}

/// What a save says of an object number.
#[derive(Debug, Clone, Copy)]
struct Record {
    number: u32,
    revision: u32,
    entry: Entry,
}

/// An open file.
#[derive(Debug)]
pub struct Document<'a> {
    bytes: &'a [u8],
    header: Header,
    revisions: Vec<Revision>,
    /// Sorted by number, then revision.
    records: Vec<Record>,
    decryptor: Option<Decryptor>,
    /// The file had to be scanned because its tables lead nowhere.
    rebuilt: bool,
    budget: Budget,
    anomalies: RefCell<Vec<Anomaly>>,
    cache: RefCell<FxHashMap<Location, Option<Rc<Indirect>>>>,
    object_streams: RefCell<FxHashMap<usize, Option<Rc<ObjectStream>>>>,
    scan: OnceCell<Vec<Found>>,
}

impl<'a> Document<'a> {
    /// Reads header, cross-reference sections and encryption; objects are read when asked for.
    pub fn open(bytes: &'a [u8]) -> Result<Self, OpenError> {
        let header = header(bytes)?;
        let mut document = Self {
            bytes,
            header,
            revisions: Vec::new(),
            records: Vec::new(),
            decryptor: None,
            rebuilt: false,
            budget: Budget::default(),
            anomalies: RefCell::default(),
            cache: RefCell::default(),
            object_streams: RefCell::default(),
            scan: OnceCell::new(),
        };
        if document.header.offset > 0 {
            document.note(
                AnomalyKind::BytesBeforeHeader,
                Span::new(0, document.header.offset),
            );
        }
        document.follow_tables()?;
        if document.decryptor.is_none() && document.encrypt_entry().is_some() {
            document.set_up_decryption()?;
        }
        if !document.latest().has_pages() {
            document.rebuild()?;
        }
        Ok(document)
    }

    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The saves, oldest first; never empty.
    pub fn revisions(&self) -> &[Revision] {
        &self.revisions
    }

    /// The file as it stood after save `revision`; past the last one, the last.
    pub fn at(&self, revision: usize) -> View<'_> {
        View::new(self, revision.min(self.revisions.len().saturating_sub(1)))
    }

    /// The file as it stands.
    pub fn latest(&self) -> View<'_> {
        self.at(usize::MAX)
    }

    pub fn is_encrypted(&self) -> bool {
        self.decryptor.is_some()
    }

    /// Whether objects had to be found by a scan of the whole file.
    pub fn is_rebuilt(&self) -> bool {
        self.rebuilt
    }

    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Broken rules met so far, in the order in which they were met.
    pub fn anomalies(&self) -> Vec<Anomaly> {
        self.anomalies.borrow().clone()
    }

    pub(crate) fn note(&self, kind: AnomalyKind, span: Span) {
        let mut anomalies = self.anomalies.borrow_mut();
        if anomalies.len() < limits::ANOMALIES {
            anomalies.push(Anomaly { kind, span });
        }
    }

    /// Every object that stands in the file outside of streams, whether or not a table points at it, in file order.
    pub fn scanned_objects(&self) -> &[Found] {
        self.scan
            .get_or_init(|| repair::objects(self.bytes, self.header.offset, self.bytes.len()))
    }

    /// Object numbers that save `revision` itself writes or frees, with what it says of them, in ascending order.
    pub fn written_in(&self, revision: usize) -> Vec<(u32, Entry)> {
        self.records
            .iter()
            .filter(|record| record.revision as usize == revision)
            .map(|record| (record.number, record.entry))
            .collect()
    }

    /// All object numbers in use after save `revision`, in ascending order.
    pub fn numbers_at(&self, revision: usize) -> Vec<u32> {
        let mut numbers = Vec::new();
        for group in self.records.chunk_by(|a, b| a.number == b.number) {
            let newest = group
                .iter()
                .rev()
                .find(|record| record.revision as usize <= revision);
            if let Some(record) =
                newest.filter(|record| !matches!(record.entry, Entry::Free { .. }))
            {
                numbers.push(record.number);
            }
        }
        numbers
    }

    /// What save `revision` and those before it say of an object number.
    pub fn entry_at(&self, number: u32, revision: usize) -> Option<Entry> {
        let start = self
            .records
            .partition_point(|record| record.number < number);
        let group = self
            .records
            .get(start..)?
            .iter()
            .take_while(|record| record.number == number);
        group
            .filter(|record| record.revision as usize <= revision)
            .last()
            .map(|record| record.entry)
    }

    /// Where an object is kept as seen after save `revision`.
    pub fn location(&self, number: u32, revision: usize) -> Option<Location> {
        match self.entry_at(number, revision)? {
            Entry::Free { .. } => None,
            Entry::InUse { offset, .. } => Some(Location::Offset(offset)),
            Entry::Compressed { container, index } => match self.entry_at(container, revision)? {
                Entry::InUse { offset, .. } => Some(Location::InObjectStream {
                    container: offset,
                    index,
                }),
                _ => None,
            },
        }
    }

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

    fn read_at(&self, number: u32, offset: usize, revision: usize) -> Option<Indirect> {
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

    fn compressed_length(&self, id: ObjectId, revision: usize) -> Option<u64> {
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

    fn read_compressed(&self, number: u32, container: usize, index: u32) -> Option<Indirect> {
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

    fn open_object_stream(&self, offset: usize) -> Option<Rc<ObjectStream>> {
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

    fn unpack_object_stream(&self, offset: usize) -> Option<ObjectStream> {
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

    /// The decoded bytes of a stream up to the first picture filter. `resolve` follows references in `/Filter` and `/DecodeParms`.
    pub(crate) fn decode(
        &self,
        stream: &Stream,
        resolve: &dyn Fn(&Object) -> Object,
    ) -> Result<Vec<u8>, LimitExceeded> {
        let raw = stream.data.of(self.bytes);
        let plan = FilterPlan::of(&stream.dictionary, resolve);
        let mut bytes = match &self.decryptor {
            Some(decryptor) if !is_unencrypted_stream(stream, decryptor) => decryptor.decrypt(
                plan.crypt(decryptor).unwrap_or(decryptor.streams),
                stream.id,
                raw,
            ),
            _ if plan.steps.is_empty() => raw.to_vec(),
            _ => Vec::new(),
        };
        let encrypted = self
            .decryptor
            .as_ref()
            .is_some_and(|decryptor| !is_unencrypted_stream(stream, decryptor));
        for (at, step) in plan.steps.iter().enumerate() {
            let input: &[u8] = if at == 0 && !encrypted { raw } else { &bytes };
            let Some(decoded) = step.apply(input, self.budget.decodable()) else {
                if at == 0 && !encrypted {
                    bytes = raw.to_vec();
                }
                break;
            };
            if let Some(reason) = decoded.damage {
                self.note(AnomalyKind::StreamDamaged { reason }, stream.data);
            }
            if let (Step::Flate(_), None) = (step, decoded.damage) {
                self.note_data_behind(stream, input, decoded.consumed);
            }
            self.budget.spend_decoded(decoded.bytes.len())?;
            bytes = decoded.bytes;
        }
        Ok(bytes)
    }

    /// A Flate stream ends by itself; whoever packs less into the place of more leaves a rest.
    fn note_data_behind(&self, stream: &Stream, input: &[u8], consumed: usize) {
        let rest = input.get(consumed..).unwrap_or_default();
        let eol = rest.iter().all(|byte| matches!(byte, b'\r' | b'\n')) && rest.len() <= 2;
        if !eol {
            let kind = AnomalyKind::DataBehindFlate {
                id: stream.id,
                bytes: rest.len(),
            };
            // Behind a text filter the place is only known to be within the stream.
            let start = stream
                .data
                .end
                .saturating_sub(rest.len())
                .max(stream.data.start);
            self.note(kind, Span::new(start, stream.data.end));
        }
    }

    fn follow_tables(&mut self) -> Result<(), OpenError> {
        let Some(start) = last_startxref(self.bytes) else {
            self.note(
                AnomalyKind::NoStartxref,
                Span::new(self.bytes.len(), self.bytes.len()),
            );
            return self.rebuild();
        };
        let decode = |stream: &Stream| self.decode_plain(stream);
        // Offsets count from `%PDF-` in files that had bytes put before it, else from the start of the file.
        let mut noted = Vec::new();
        let mut chain = Vec::new();
        for base in [0, self.header.offset] {
            noted.clear();
            chain = xref::chain(
                self.bytes,
                start.saturating_add(base),
                base,
                &decode,
                &mut noted,
            );
            if !chain.is_empty() || self.header.offset == 0 {
                break;
            }
        }
        for (kind, span) in noted {
            self.note(kind, span);
        }
        if chain.is_empty() {
            return self.rebuild();
        }
        self.take_chain(chain)
    }

    fn decode_plain(&self, stream: &Stream) -> Vec<u8> {
        let plan = FilterPlan::of(&stream.dictionary, &Object::clone);
        let mut bytes = stream.data.of(self.bytes).to_vec();
        for step in &plan.steps {
            match step.apply(&bytes, self.budget.decodable()) {
                Some(decoded) => bytes = decoded.bytes,
                None => break,
            }
        }
        if self.budget.spend_decoded(bytes.len()).is_err() {
            bytes.clear();
        }
        bytes
    }

    fn take_chain(&mut self, chain: Vec<Section>) -> Result<(), OpenError> {
        self.revisions = revisions::group(self.bytes, chain);
        self.records = records(&self.revisions)?;
        self.cache.borrow_mut().clear();
        self.object_streams.borrow_mut().clear();
        Ok(())
    }

    /// Finds all objects by scanning; the result is one save, as nothing tells where others ended.
    fn rebuild(&mut self) -> Result<(), OpenError> {
        if self.rebuilt {
            return Err(OpenError::NoCatalog);
        }
        self.rebuilt = true;
        self.note(AnomalyKind::TablesRebuilt, Span::new(0, self.bytes.len()));
        let mut entries: Vec<(u32, Entry)> = Vec::new();
        let mut containers = Vec::new();
        let mut trailer = Dictionary::default();
        let mut catalog = None;
        for found in self.scanned_objects() {
            let Some(indirect) = Parser::new(self.bytes, found.span.start).indirect(&|_| None)
            else {
                continue;
            };
            let kind = indirect
                .object
                .as_dictionary()
                .and_then(|d| d.get(b"Type"))
                .and_then(Object::as_name)
                .unwrap_or_default();
            match (kind, &indirect.object) {
                (b"ObjStm", _) => containers.push((found.id.number, found.span.start)),
                (b"XRef", Object::Stream(stream)) if stream.dictionary.contains(b"Root") => {
                    trailer = stream.dictionary.clone()
                }
                (b"Catalog", _) => catalog = Some(found.id),
                _ => {}
            }
            entries.push((
                found.id.number,
                Entry::InUse {
                    offset: found.span.start,
                    generation: found.id.generation,
                },
            ));
        }
        if let Some((_, last)) = repair::trailers(self.bytes)
            .into_iter()
            .rfind(|(_, dictionary)| dictionary.contains(b"Root"))
        {
            trailer = last;
        } else if !trailer.contains(b"Root")
            && let Some(id) = catalog
        {
            trailer.push(
                crate::syntax::object::Name::new(b"Root"),
                Object::Reference(id),
            );
        }
        self.take_rebuilt(entries, trailer)?;
        if self.decryptor.is_none() && self.encrypt_entry().is_some() {
            self.set_up_decryption()?;
        }
        self.add_compressed(containers)?;
        if self.latest().has_pages() {
            Ok(())
        } else {
            Err(OpenError::NoCatalog)
        }
    }

    fn take_rebuilt(
        &mut self,
        entries: Vec<(u32, Entry)>,
        trailer: Dictionary,
    ) -> Result<(), OpenError> {
        let section = Section {
            kind: SectionKind::Rebuilt,
            span: Span::new(self.bytes.len(), self.bytes.len()),
            entries,
            trailer,
            stream: None,
            hybrid: None,
        };
        self.take_chain(vec![section])
    }

    fn add_compressed(&mut self, containers: Vec<(u32, usize)>) -> Result<(), OpenError> {
        let mut compressed = Vec::new();
        let mut catalog = None;
        for (container, offset) in containers {
            let Some(open) = self.open_object_stream(offset) else {
                continue;
            };
            for (index, (number, position)) in open.index.iter().enumerate() {
                compressed.push((
                    *number,
                    Entry::Compressed {
                        container,
                        index: index as u32,
                    },
                ));
                let object = Parser::new(&open.data, *position)
                    .object()
                    .unwrap_or_default();
                if object
                    .as_dictionary()
                    .and_then(|d| d.get(b"Type"))
                    .is_some_and(|kind| kind.is_name(b"Catalog"))
                {
                    catalog = Some(ObjectId::new(*number, 0));
                }
            }
        }
        if compressed.is_empty() {
            return Ok(());
        }
        let (mut entries, mut trailer) = match self
            .revisions
            .pop()
            .and_then(|mut save| save.sections.pop())
        {
            Some(section) => (section.entries, section.trailer),
            None => (Vec::new(), Dictionary::default()),
        };
        // An object that stands for itself is newer than its packed form only by chance: the packed one fills gaps.
        let known: rustc_hash::FxHashSet<u32> = entries.iter().map(|(number, _)| *number).collect();
        entries.extend(
            compressed
                .into_iter()
                .filter(|(number, _)| !known.contains(number)),
        );
        if let (false, Some(id)) = (trailer.contains(b"Root"), catalog) {
            trailer.push(
                crate::syntax::object::Name::new(b"Root"),
                Object::Reference(id),
            );
        }
        self.take_rebuilt(entries, trailer)
    }

    fn encrypt_entry(&self) -> Option<&Object> {
        self.revisions
            .iter()
            .rev()
            .flat_map(|save| &save.sections)
            .find_map(|section| section.trailer.get(b"Encrypt"))
            .filter(|e| !e.is_null())
    }

    fn set_up_decryption(&mut self) -> Result<(), OpenError> {
        let Some(entry) = self.encrypt_entry() else {
            return Ok(());
        };
        let view = self.latest();
        let resolved = view.resolve(entry);
        let Some(dictionary) = resolved
            .as_dictionary()
            .map(|dictionary| view.resolve_deep(dictionary))
        else {
            return Ok(());
        };
        let id = self
            .revisions
            .iter()
            .rev()
            .flat_map(|save| &save.sections)
            .find_map(|section| section.trailer.get(b"ID"));
        let id = id.map(|id| view.resolve(id));
        let first = id
            .as_ref()
            .and_then(|id| id.as_array())
            .and_then(|halves| halves.first())
            .and_then(Object::as_string)
            .unwrap_or_default();
        let decryptor = Decryptor::open(&dictionary, first)?;
        drop(id);
        drop(resolved);
        // What was read before the key was known stays encrypted: forget it, but keep the encryption dictionary readable.
        self.cache.borrow_mut().clear();
        self.object_streams.borrow_mut().clear();
        self.decryptor = Some(decryptor);
        Ok(())
    }
}

/// Whether an object's strings are never encrypted: the encryption dictionary itself and cross-reference streams (7.6.2).
fn is_unencrypted(object: &Object) -> bool {
    let Some(dictionary) = object.as_dictionary() else {
        return false;
    };
    dictionary
        .get(b"Type")
        .is_some_and(|kind| kind.is_name(b"XRef"))
        || dictionary
            .get(b"Filter")
            .is_some_and(|filter| filter.is_name(b"Standard"))
            && dictionary.contains(b"O")
            && dictionary.contains(b"U")
}

fn is_unencrypted_stream(stream: &Stream, decryptor: &Decryptor) -> bool {
    let kind = stream.dictionary.get(b"Type").and_then(Object::as_name);
    kind == Some(b"XRef") || (kind == Some(b"Metadata") && !decryptor.metadata)
}

fn decrypt_strings(object: &mut Object, decryptor: &Decryptor, id: ObjectId, depth: usize) {
    if depth > limits::NESTING {
        return;
    }
    match object {
        Object::String(string) => {
            string.bytes = decryptor
                .decrypt(decryptor.strings, id, &string.bytes)
                .into_boxed_slice()
        }
        Object::Array(items) => items
            .iter_mut()
            .for_each(|item| decrypt_strings(item, decryptor, id, depth + 1)),
        Object::Dictionary(dictionary) => decrypt_dictionary(dictionary, decryptor, id, depth),
        Object::Stream(stream) => decrypt_dictionary(&mut stream.dictionary, decryptor, id, depth),
        _ => {}
    }
}

fn decrypt_dictionary(
    dictionary: &mut Dictionary,
    decryptor: &Decryptor,
    id: ObjectId,
    depth: usize,
) {
    // A signature's /Contents is never encrypted (12.8.1, table 255).
    let signature = dictionary.contains(b"ByteRange");
    let keys: Vec<bool> = dictionary
        .iter()
        .map(|(key, _)| signature && key.as_bytes() == b"Contents")
        .collect();
    for (value, skip) in dictionary.values_mut().zip(keys) {
        if !skip {
            decrypt_strings(value, decryptor, id, depth + 1);
        }
    }
}

fn records(saves: &[Revision]) -> Result<Vec<Record>, LimitExceeded> {
    let mut records = Vec::new();
    for save in saves {
        let mut merged: Vec<(u32, usize, Entry)> = Vec::new();
        for (order, section) in save.sections.iter().enumerate() {
            // Later entries of one rebuilt section stand later in the file and win; in a table the first wins.
            let rank = |position: usize| {
                if section.kind == SectionKind::Rebuilt {
                    usize::MAX - position
                } else {
                    order * 3
                }
            };
            for (position, (number, entry)) in section.entries.iter().enumerate() {
                let hidden = matches!(entry, Entry::Free { .. }) && section.hybrid.is_some();
                merged.push((*number, rank(position) + if hidden { 2 } else { 0 }, *entry));
            }
            if let Some((hidden, _)) = &section.hybrid {
                merged.extend(
                    hidden
                        .iter()
                        .map(|(number, entry)| (*number, order * 3 + 1, *entry)),
                );
            }
        }
        merged.sort_by_key(|(number, rank, _)| (*number, *rank));
        merged.dedup_by_key(|(number, _, _)| *number);
        records.extend(merged.into_iter().map(|(number, _, entry)| Record {
            number,
            revision: save.index as u32,
            entry,
        }));
        if records.len() > limits::OBJECTS {
            return Err(LimitExceeded::Objects);
        }
    }
    records.sort_by_key(|record| (record.number, record.revision));
    Ok(records)
}

fn header(bytes: &[u8]) -> Result<Header, OpenError> {
    let window = bytes
        .get(..bytes.len().min(limits::HEADER_SEARCH + 5))
        .unwrap_or_default();
    let offset = memchr::memmem::find(window, b"%PDF-").ok_or(OpenError::NoHeader)?;
    let mut cursor = Cursor::new(bytes, offset + 5);
    let version: Vec<u8> = cursor
        .rest()
        .iter()
        .take(8)
        .copied()
        .take_while(|byte| byte.is_ascii_digit() || *byte == b'.')
        .collect();
    cursor.skip_line();
    cursor.skip_white_space();
    let mut marker = Vec::new();
    if cursor.eat(b"%") {
        let start = cursor.position();
        cursor.skip_line();
        marker = bytes
            .get(start..cursor.position().min(start + 64))
            .unwrap_or_default()
            .to_vec();
        while marker.last().is_some_and(|&byte| is_white_space(byte)) {
            marker.pop();
        }
    }
    Ok(Header {
        offset,
        version: String::from_utf8_lossy(&version).into_owned(),
        marker,
    })
}

/// The number behind the last `startxref`.
fn last_startxref(bytes: &[u8]) -> Option<usize> {
    let tail = bytes.len().saturating_sub(limits::TAIL_SEARCH);
    let at = memchr::memmem::rfind(bytes.get(tail..)?, b"startxref")
        .map(|at| at + tail)
        .or_else(|| memchr::memmem::rfind(bytes, b"startxref"))?;
    let mut cursor = Cursor::new(bytes, at + b"startxref".len());
    cursor.skip_space();
    cursor
        .take_unsigned()
        .and_then(|offset| usize::try_from(offset).ok())
}

/// The filters of a stream in order.
struct FilterPlan {
    steps: Vec<Step>,
    crypt_name: Option<Vec<u8>>,
}

enum Step {
    Flate(filters::Predictor),
    Lzw(filters::Predictor),
    AsciiHex,
    Ascii85,
    RunLength,
    /// Handled before the others, as decryption.
    Crypt,
    /// A picture codec or a name nobody knows: the data stays as it is.
    Other,
}

impl FilterPlan {
    fn of(dictionary: &Dictionary, resolve: &dyn Fn(&Object) -> Object) -> Self {
        let list = |keys: [&[u8]; 2]| -> Vec<Object> {
            match keys.iter().find_map(|key| dictionary.get(key)).map(resolve) {
                Some(Object::Array(items)) => {
                    items.iter().take(limits::FILTERS).map(resolve).collect()
                }
                Some(Object::Null) | None => Vec::new(),
                Some(one) => vec![one],
            }
        };
        let names = list([b"Filter", b"F"]);
        let parameters = list([b"DecodeParms", b"DP"]);
        let mut crypt_name = None;
        let steps = names
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let parameters = parameters.get(at).and_then(Object::as_dictionary);
                match name.as_name().unwrap_or_default() {
                    b"FlateDecode" | b"Fl" => Step::Flate(predictor(parameters, resolve)),
                    b"LZWDecode" | b"LZW" => Step::Lzw(predictor(parameters, resolve)),
                    b"ASCIIHexDecode" | b"AHx" => Step::AsciiHex,
                    b"ASCII85Decode" | b"A85" => Step::Ascii85,
                    b"RunLengthDecode" | b"RL" => Step::RunLength,
                    b"Crypt" => {
                        let name = parameters
                            .and_then(|p| p.get(b"Name"))
                            .and_then(Object::as_name)
                            .unwrap_or(b"Identity");
                        crypt_name = Some(name.to_vec());
                        Step::Crypt
                    }
                    _ => Step::Other,
                }
            })
            .collect();
        Self { steps, crypt_name }
    }

    fn crypt(&self, decryptor: &Decryptor) -> Option<Method> {
        self.crypt_name.as_ref().map(|name| decryptor.named(name))
    }
}

impl Step {
    fn apply(&self, input: &[u8], limit: usize) -> Option<filters::Decoded> {
        let unpredicted =
            |decoded: filters::Decoded, parameters: &filters::Predictor| filters::Decoded {
                bytes: filters::unpredict(decoded.bytes, parameters),
                ..decoded
            };
        Some(match self {
            Self::Flate(parameters) => unpredicted(filters::flate(input, limit), parameters),
            Self::Lzw(parameters) => unpredicted(
                filters::lzw(input, parameters.early_change, limit),
                parameters,
            ),
            Self::AsciiHex => filters::ascii_hex(input),
            Self::Ascii85 => filters::ascii_85(input),
            Self::RunLength => filters::run_length(input, limit),
            Self::Crypt => filters::Decoded {
                bytes: input.to_vec(),
                damage: None,
                consumed: input.len(),
            },
            Self::Other => return None,
        })
    }
}

fn predictor(
    parameters: Option<&Dictionary>,
    resolve: &dyn Fn(&Object) -> Object,
) -> filters::Predictor {
    let number = |key: &[u8]| {
        parameters
            .and_then(|p| p.get(key))
            .map(resolve)
            .and_then(|value| value.as_integer())
    };
    let size = |key: &[u8], default: usize| {
        number(key)
            .and_then(|value| usize::try_from(value).ok())
            .filter(|&value| value > 0 && value < 1 << 20)
            .unwrap_or(default)
    };
    filters::Predictor {
        predictor: number(b"Predictor").unwrap_or(1),
        colors: size(b"Colors", 1),
        bits: size(b"BitsPerComponent", 8),
        columns: size(b"Columns", 1),
        early_change: number(b"EarlyChange") != Some(0),
    }
}
