//! From `startxref` to saves and their records; and the way round when the tables lead nowhere.

use crate::anomaly::AnomalyKind;
use crate::error::OpenError;
use crate::limits;
use crate::place::Span;
use crate::revisions::{self, Revision};
use crate::syntax::crypt::Decryptor;
use crate::syntax::cursor::Cursor;
use crate::syntax::object::{Object, Stream};
use crate::syntax::xref::{self, Entry, Section};

use super::Document;
use super::records::Records;

impl Document<'_> {
    pub(super) fn follow_tables(&mut self) -> Result<(), OpenError> {
        let Some(start) = last_startxref(self.bytes) else {
            self.note(
                AnomalyKind::NoStartxref,
                Span::new(self.bytes.len(), self.bytes.len()),
            );
            return self.rebuild();
        };
        let access = xref::Access {
            decode: &|stream: &Stream| self.decode_plain(stream),
            spend: &|bytes| self.budget.spend_parsed(bytes),
        };
        // Offsets count from `%PDF-` in files that had bytes put before it, else from the start of the file.
        let shifted = start.saturating_add(self.header.offset);
        let begins_at = |at| xref::section(self.bytes, at, 0, limits::OBJECTS, &access).is_some();
        let base = match self.header.offset {
            0 => 0,
            offset if !begins_at(start) && begins_at(shifted) => offset,
            _ => 0,
        };
        let mut noted = Vec::new();
        let chain = xref::chain(
            self.bytes,
            start.saturating_add(base),
            base,
            &access,
            &mut noted,
        )?;
        // A chain that ends where no section is has lost whatever was saved before, a stream cut short what it listed.
        let cut = noted.iter().any(|(kind, _)| {
            matches!(
                kind,
                AnomalyKind::XrefOffsetWrong { .. } | AnomalyKind::XrefSectionBroken
            )
        });
        let inexact = noted
            .iter()
            .any(|(kind, _)| matches!(kind, AnomalyKind::XrefOffsetInexact { .. }));
        for (kind, span) in noted {
            self.note(kind, span);
        }
        if chain.is_empty() {
            return self.rebuild();
        }
        let chain = self.with_saves_before(chain, base, &access)?;
        self.take_chain(chain)?;
        if cut && self.has_unlisted_objects() || inexact && self.has_objects_behind_tables() {
            return self.rebuild();
        }
        Ok(())
    }

    /// Whether objects stand behind the last section that was found: readers that repair show them (an attack on signed
    /// files appends a save whose `startxref` is off on purpose).
    fn has_objects_behind_tables(&self) -> bool {
        let sections = self.revisions.iter().flat_map(|save| &save.sections);
        let last = sections
            .map(|section| section.span.end)
            .max()
            .unwrap_or_default();
        let objects = self.scanned_objects();
        let behind = objects.partition_point(|found| found.span.start < last);
        let mut behind = objects.get(behind..).unwrap_or_default().iter();
        behind.any(|found| {
            let id = found.id.number;
            !matches!(self.entry_at(id, usize::MAX), Some(Entry::InUse { offset, .. }) if offset.abs_diff(found.span.start) <= limits::XREF_SEARCH)
        })
    }

    /// Whether objects stand in the file whose number no table names.
    fn has_unlisted_objects(&self) -> bool {
        self.scanned_objects()
            .iter()
            .any(|found| self.entry_at(found.id.number, usize::MAX).is_none())
    }

    pub(super) fn take_chain(&mut self, chain: Vec<Section>) -> Result<(), OpenError> {
        self.take_saves(revisions::group(self.bytes, chain))
    }

    pub(super) fn take_saves(&mut self, saves: Vec<Revision>) -> Result<(), OpenError> {
        self.revisions = saves;
        self.records = Records::of_saves(&self.revisions)?;
        self.budget.spend_entries(self.records.all().len())?;
        self.cache.borrow_mut().clear();
        self.object_streams.borrow_mut().clear();
        Ok(())
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
        let decryptor = Decryptor::open(&dictionary, first, &self.password)?;
        drop(id);
        drop(resolved);
        // What was read before the key was known stays encrypted: forget it, but keep the encryption dictionary readable.
        self.cache.borrow_mut().clear();
        self.object_streams.borrow_mut().clear();
        self.decryptor = Some(decryptor);
        Ok(())
    }
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
