//! A file opened: its header, its saves, and every object at the place where it stands. Revisions are never merged;
//! "the current document" is the view of the last one.

mod cache;
mod decode;
mod objects;
mod rebuild;
mod records;
mod tables;
#[cfg(test)]
mod tests;
mod unchained;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::anomaly::{Anomaly, AnomalyKind};
use crate::error::OpenError;
use crate::limits::{self, Budget};
use crate::place::Span;
use crate::revisions::Revision;
use crate::syntax::crypt::Decryptor;
use crate::syntax::cursor::{Cursor, is_white_space};
use crate::syntax::parser::Scratch;
use crate::syntax::repair::{self, Found};
use crate::syntax::xref::Entry;
use crate::view::View;

use cache::Cache;
use records::Records;

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
    index: Vec<(u32, u32)>,
    /// The same by object number, for tables that name another index.
    positions: OnceCell<FxHashMap<u32, u32>>,
    span: Span,
}

/// An open file.
#[derive(Debug)]
pub struct Document<'a> {
    bytes: &'a [u8],
    header: Header,
    revisions: Vec<Revision>,
    records: Records,
    decryptor: Option<Decryptor>,
    /// What was given to open it; empty where nothing was.
    password: Rc<str>,
    /// The file had to be scanned because its tables lead nowhere.
    rebuilt: bool,
    /// Shared with the documents that its first bytes are.
    budget: Rc<Budget>,
    anomalies: RefCell<Vec<Anomaly>>,
    cache: RefCell<Cache>,
    /// Room that parsers lend each other.
    scratch: RefCell<Vec<Scratch>>,
    object_streams: RefCell<FxHashMap<usize, Option<Rc<ObjectStream>>>>,
    /// From here on no `endstream` stands in the file, as far as is known.
    barren: Cell<usize>,
    scan: OnceCell<Vec<Found>>,
    /// Where in `scan` the objects of each number are, ascending.
    scan_index: OnceCell<FxHashMap<u32, Vec<u32>>>,
}

impl<'a> Document<'a> {
    /// Reads header, cross-reference sections and encryption; objects are read when asked for.
    pub fn open(bytes: &'a [u8]) -> Result<Self, OpenError> {
        Self::open_within(bytes, Rc::from(""), Rc::default())
    }

    /// The same with a password, the user's or the owner's. A file that opens without one is opened all the same.
    pub fn open_with(bytes: &'a [u8], password: &str) -> Result<Self, OpenError> {
        match Self::open_within(bytes, Rc::from(password), Rc::default()) {
            Err(OpenError::PasswordRequired) if !password.is_empty() => {
                Self::open(bytes).map_err(|error| match error {
                    OpenError::PasswordRequired => OpenError::PasswordWrong,
                    other => other,
                })
            }
            opened => opened,
        }
    }

    /// The document that the first `end` bytes of this file are, at the expense of the same budget.
    pub fn open_prefix(&self, end: usize) -> Result<Self, OpenError> {
        let bytes = self.bytes.get(..end).unwrap_or(self.bytes);
        let document = Self::open_within(bytes, self.password.clone(), self.budget.clone())?;
        if self.cache.borrow().keeps_all() {
            document.keep_objects();
        }
        Ok(document)
    }

    /// Keeps every object once read, for who asks for each many times.
    pub fn keep_objects(&self) {
        self.cache.borrow_mut().keep_all();
    }

    fn open_within(
        bytes: &'a [u8],
        password: Rc<str>,
        budget: Rc<Budget>,
    ) -> Result<Self, OpenError> {
        let header = header(bytes)?;
        let mut document = Self {
            bytes,
            header,
            revisions: Vec::new(),
            records: Records::default(),
            decryptor: None,
            password,
            rebuilt: false,
            budget,
            anomalies: RefCell::default(),
            cache: RefCell::default(),
            scratch: RefCell::default(),
            object_streams: RefCell::default(),
            barren: Cell::new(usize::MAX),
            scan: OnceCell::new(),
            scan_index: OnceCell::new(),
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
        if !document.rebuilt && !document.latest().has_pages() {
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
        let length = |id| self.plain_number(id, usize::MAX);
        let (start, end) = (self.header.offset, self.bytes.len());
        self.scan
            .get_or_init(|| repair::objects(self.bytes, start, end, &length))
    }

    /// Object numbers that save `revision` itself writes or frees, with what it says of them, in ascending order.
    pub fn written_in(&self, revision: usize) -> Vec<(u32, Entry)> {
        let records = self.records.all().iter();
        records
            .filter(|record| record.revision as usize == revision)
            .map(|record| (record.number, record.entry))
            .collect()
    }

    /// How many entries the tables of all saves have.
    pub(crate) fn entry_count(&self) -> usize {
        self.records.all().len()
    }

    /// The saves that write or free an object number, oldest first.
    pub fn writers_of(&self, number: u32) -> Vec<usize> {
        let records = self.records.of(number).iter();
        records.map(|record| record.revision as usize).collect()
    }

    /// All object numbers in use after save `revision`, in ascending order.
    pub fn numbers_at(&self, revision: usize) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(self.records.all().len());
        for group in self.records.all().chunk_by(|a, b| a.number == b.number) {
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
        let records = self.records.of(number);
        let behind = records.partition_point(|record| record.revision as usize <= revision);
        let newest = records.get(behind.checked_sub(1)?)?;
        Some(newest.entry)
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
