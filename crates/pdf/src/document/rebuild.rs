//! The way round where the tables lead nowhere: all objects found by a scan, divided into the saves that the end marks
//! left in the file tell of. What is recovered here stays marked: its sections are [`SectionKind::Rebuilt`].

use rustc_hash::FxHashSet;

use crate::anomaly::AnomalyKind;
use crate::error::OpenError;
use crate::limits;
use crate::place::{ObjectId, Span};
use crate::revisions::Revision;
use crate::syntax::cursor::Cursor;
use crate::syntax::object::{Dictionary, Name, Object};
use crate::syntax::parser::Parser;
use crate::syntax::repair;
use crate::syntax::xref::{Entry, Section, SectionKind};

use super::Document;

/// One save as far as the scan tells.
#[derive(Debug, Default)]
struct Recovered {
    entries: Vec<(u32, Entry)>,
    /// Number and offset of its object streams.
    containers: Vec<(u32, usize)>,
    catalog: Option<ObjectId>,
    linearised: bool,
    tail: Option<Span>,
    end: usize,
}

/// A place behind which the next save begins.
#[derive(Debug, Clone, Copy)]
struct Mark {
    end: usize,
    tail: Option<Span>,
}

impl Document<'_> {
    /// Finds all objects by scanning.
    pub(super) fn rebuild(&mut self) -> Result<(), OpenError> {
        if self.rebuilt {
            return Err(OpenError::NoCatalog);
        }
        self.rebuilt = true;
        self.note(AnomalyKind::TablesRebuilt, Span::new(0, self.bytes.len()));
        let mut trailers = repair::trailers(self.bytes);
        trailers.retain(|(at, _)| !self.within_object(*at));
        let marks = self.marks(&trailers);
        trailers.retain(|(_, trailer)| trailer.contains(b"Root"));
        let mut saves = self.recover(&marks, &mut trailers);
        self.take_recovered(&saves, &trailers)?;
        if self.decryptor.is_none() && self.encrypt_entry().is_some() {
            self.set_up_decryption()?;
        }
        self.add_compressed(&mut saves);
        self.take_recovered(&saves, &trailers)?;
        // What shows no page was no save of its own: a head cut off, or the first part of a linearised file.
        let blank = (0..saves.len())
            .take_while(|&index| !self.at(index).has_pages())
            .count();
        if blank > 0 {
            join_oldest(&mut saves, blank + 1);
            self.take_recovered(&saves, &trailers)?;
        }
        if self.latest().shows_pages() {
            Ok(())
        } else {
            Err(OpenError::NoCatalog)
        }
    }

    /// Whether a place lies within an object, and so tells of what is embedded, not of this file.
    pub(super) fn within_object(&self, offset: usize) -> bool {
        let objects = self.scanned_objects();
        let behind = objects.partition_point(|found| found.span.start <= offset);
        behind
            .checked_sub(1)
            .and_then(|at| objects.get(at))
            .is_some_and(|found| found.span.contains(offset))
    }

    /// The ends of saves: trailers, `startxref N`, `%%EOF`, in file order.
    fn marks(&self, trailers: &[(usize, Dictionary)]) -> Vec<Mark> {
        let mut marks: Vec<Mark> = trailers
            .iter()
            .map(|(at, _)| Mark {
                end: at + b"trailer".len(),
                tail: None,
            })
            .collect();
        for at in memchr::memmem::find_iter(self.bytes, b"startxref") {
            let mut cursor = Cursor::new(self.bytes, at + b"startxref".len());
            cursor.skip_white_space();
            cursor.take_unsigned();
            cursor.skip_white_space();
            let marked = cursor.eat(b"%%EOF");
            let tail = Span::new(at, cursor.position());
            cursor.skip_eol();
            marks.push(Mark {
                end: cursor.position(),
                tail: marked.then_some(tail),
            });
        }
        for at in memchr::memmem::find_iter(self.bytes, b"%%EOF") {
            let mut cursor = Cursor::new(self.bytes, at + b"%%EOF".len());
            cursor.skip_eol();
            let end = cursor.position();
            marks.push(Mark { end, tail: None });
        }
        marks.retain(|mark| !self.within_object(mark.end.saturating_sub(1)));
        marks.sort_by_key(|mark| (mark.end, mark.tail.is_none()));
        marks.dedup_by_key(|mark| mark.end);
        marks
    }

    /// Divides the objects of the file at the marks. Cross-reference streams add their trailers.
    fn recover(&self, marks: &[Mark], trailers: &mut Vec<(usize, Dictionary)>) -> Vec<Recovered> {
        let mut saves: Vec<Recovered> = Vec::new();
        let mut current = Recovered::default();
        let mut objects = self.scanned_objects().iter().peekable();
        let last = Mark {
            end: usize::MAX,
            tail: None,
        };
        for mark in marks.iter().chain([&last]) {
            while let Some(found) = objects.next_if(|found| found.span.start < mark.end) {
                self.take_object(found, &mut current, trailers);
            }
            current.end = mark.end.min(self.bytes.len());
            current.tail = mark.tail;
            let empty = current.entries.is_empty();
            match saves.last_mut() {
                // Nothing but blanks and marks: they belong to the save before.
                Some(save) if empty && mark.end < usize::MAX => {
                    save.end = current.end;
                    save.tail = mark.tail.or(save.tail);
                }
                Some(save) if save.linearised => {
                    save.linearised = false;
                    save.take_behind(std::mem::take(&mut current));
                }
                _ if !empty => saves.push(std::mem::take(&mut current)),
                _ => {}
            }
        }
        trailers.sort_by_key(|(at, _)| *at);
        let extra = saves.len().saturating_sub(limits::RECOVERED_SAVES);
        join_oldest(&mut saves, extra + 1);
        saves
    }

    fn take_object(
        &self,
        found: &repair::Found,
        save: &mut Recovered,
        trailers: &mut Vec<(usize, Dictionary)>,
    ) {
        let start = found.span.start;
        let mut parser = self.parser(start);
        let indirect = parser.indirect(&|_| None);
        self.barren.set(parser.barren);
        let Some(indirect) = indirect else {
            return;
        };
        if let Some(dictionary) = indirect.object.as_dictionary() {
            let kind = dictionary.get(b"Type").and_then(Object::as_name);
            match (kind.unwrap_or_default(), &indirect.object) {
                (b"ObjStm", _) => save.containers.push((found.id.number, start)),
                (b"XRef", Object::Stream(stream)) if dictionary.contains(b"Root") => {
                    trailers.push((start, stream.dictionary.clone()));
                }
                (b"Catalog", _) => save.catalog = Some(found.id),
                _ => save.linearised |= dictionary.contains(b"Linearized"),
            }
        }
        let entry = Entry::InUse {
            offset: start,
            generation: found.id.generation,
        };
        save.entries.push((found.id.number, entry));
    }

    /// Adds what the object streams hold, each to the save its container belongs to.
    fn add_compressed(&self, saves: &mut [Recovered]) {
        for save in saves {
            // An object that stands for itself is newer than its packed form only by chance: the packed one fills gaps.
            let known: FxHashSet<u32> = save.entries.iter().map(|(number, _)| *number).collect();
            for (container, offset) in std::mem::take(&mut save.containers) {
                let Some(open) = self.open_object_stream(offset) else {
                    continue;
                };
                for (index, (number, position)) in open.index.iter().enumerate() {
                    if known.contains(number) {
                        continue;
                    }
                    let index = index as u32;
                    let entry = Entry::Compressed { container, index };
                    save.entries.push((*number, entry));
                    let object = Parser::new(&open.data, *position as usize).object();
                    let kind = object
                        .as_ref()
                        .and_then(Object::as_dictionary)
                        .and_then(|dictionary| dictionary.get(b"Type"));
                    if kind.is_some_and(|kind| kind.is_name(b"Catalog")) {
                        save.catalog = Some(ObjectId::new(*number, 0));
                    }
                }
            }
        }
    }

    fn take_recovered(
        &mut self,
        saves: &[Recovered],
        trailers: &[(usize, Dictionary)],
    ) -> Result<(), OpenError> {
        let mut catalog = None;
        let mut listed = FxHashSet::default();
        let mut revisions = Vec::with_capacity(saves.len().max(1));
        for (index, save) in saves.iter().enumerate() {
            catalog = save.catalog.or(catalog);
            listed.extend(save.entries.iter().map(|(number, _)| *number));
            let own = trailers.iter().rfind(|(at, _)| *at < save.end);
            let trailer = own.or(trailers.first()).map(|(_, trailer)| trailer);
            let mut trailer = match trailer {
                Some(trailer) if index + 1 == saves.len() => trailer.clone(),
                Some(trailer) => essence(trailer),
                None => Dictionary::default(),
            };
            let root = trailer.get(b"Root").and_then(Object::as_reference);
            if let Some(id) = catalog
                && !root.is_some_and(|root| listed.contains(&root.number))
            {
                trailer.push(Name::new(b"Root"), Object::Reference(id));
            }
            revisions.push(save.revision(index, trailer, self.bytes.len()));
        }
        if revisions.is_empty() {
            let empty = Recovered::default();
            revisions.push(empty.revision(0, Dictionary::default(), self.bytes.len()));
        }
        self.take_saves(revisions)
    }
}

/// Makes the `count` oldest saves one.
fn join_oldest(saves: &mut Vec<Recovered>, count: usize) {
    let count = count.min(saves.len());
    if count < 2 {
        return;
    }
    let mut oldest = saves.drain(..count);
    let Some(mut joined) = oldest.next() else {
        return;
    };
    oldest.for_each(|next| joined.take_behind(next));
    saves.insert(0, joined);
}

/// The small entries of a trailer: what is large would be held once for each save.
fn essence(trailer: &Dictionary) -> Dictionary {
    let small = |value: &Object| match value {
        Object::String(string) => string.bytes.len() <= 128,
        Object::Array(_) | Object::Dictionary(_) | Object::Stream(_) => false,
        _ => true,
    };
    let keep = |value: &Object| match value {
        Object::Array(items) => items.len() <= 4 && items.iter().all(small),
        other => small(other),
    };
    let entries = trailer.iter().take(64).filter(|(_, value)| keep(value));
    entries
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

impl Recovered {
    fn take_behind(&mut self, next: Self) {
        self.entries.extend(next.entries);
        self.containers.extend(next.containers);
        self.catalog = next.catalog.or(self.catalog);
        self.tail = next.tail;
        self.end = next.end;
    }

    fn revision(&self, index: usize, trailer: Dictionary, file_end: usize) -> Revision {
        let end = self.end.min(file_end);
        let section = Section {
            kind: SectionKind::Rebuilt,
            span: Span::new(end, end),
            entries: self.entries.clone(),
            trailer,
            stream: None,
            hybrid: None,
            short: false,
        };
        Revision {
            index,
            sections: vec![section],
            tail: self.tail,
            end,
            linearised: false,
        }
    }
}
