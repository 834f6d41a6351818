//! From `startxref` to saves and their records; and the way round when the tables lead nowhere.

use crate::anomaly::AnomalyKind;
use crate::error::{LimitExceeded, OpenError};
use crate::limits;
use crate::place::{ObjectId, Span};
use crate::revisions::{self, Revision};
use crate::syntax::crypt::Decryptor;
use crate::syntax::cursor::Cursor;
use crate::syntax::object::{Dictionary, Name, Object, Stream};
use crate::syntax::parser::Parser;
use crate::syntax::repair;
use crate::syntax::xref::{self, Entry, Section, SectionKind};

use super::{Document, Record};

impl Document<'_> {
    pub(super) fn follow_tables(&mut self) -> Result<(), OpenError> {
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

    pub(super) fn take_chain(&mut self, chain: Vec<Section>) -> Result<(), OpenError> {
        self.revisions = revisions::group(self.bytes, chain);
        self.records = records(&self.revisions)?;
        self.cache.borrow_mut().clear();
        self.object_streams.borrow_mut().clear();
        Ok(())
    }

    /// Finds all objects by scanning; the result is one save, as nothing tells where others ended.
    pub(super) fn rebuild(&mut self) -> Result<(), OpenError> {
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
            trailer.push(Name::new(b"Root"), Object::Reference(id));
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

    pub(super) fn take_rebuilt(
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

    pub(super) fn add_compressed(
        &mut self,
        containers: Vec<(u32, usize)>,
    ) -> Result<(), OpenError> {
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
            trailer.push(Name::new(b"Root"), Object::Reference(id));
        }
        self.take_rebuilt(entries, trailer)
    }

    pub(super) fn encrypt_entry(&self) -> Option<&Object> {
        self.revisions
            .iter()
            .rev()
            .flat_map(|save| &save.sections)
            .find_map(|section| section.trailer.get(b"Encrypt"))
            .filter(|e| !e.is_null())
    }

    pub(super) fn set_up_decryption(&mut self) -> Result<(), OpenError> {
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
