//! Saves that the newest tables do not lead to: a writer that lists all objects anew and names no `/Prev` still stands
//! behind what was saved before (ISO 32000-2, 7.5.6 asks for `/Prev`), and so does one that appends the whole document anew.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::anomaly::AnomalyKind;
use crate::error::LimitExceeded;
use crate::limits;
use crate::place::Span;
use crate::revisions::tail_behind;
use crate::syntax::cursor::Cursor;
use crate::syntax::object::Object;
use crate::syntax::xref::{self, Access, Entry, Section, previous};

use super::Document;

/// Saves that are looked for in front of a chain.
const SAVES: usize = 64;
/// End marks in front of a chain that are tried.
const MARKS: usize = 256;

impl Document<'_> {
    /// The chain, newest first, with the saves in front of it that it does not name and whose objects it still uses.
    pub(super) fn with_saves_before(
        &self,
        mut chain: Vec<Section>,
        base: usize,
        access: &Access<'_>,
    ) -> Result<Vec<Section>, LimitExceeded> {
        let mut marks = None;
        for _ in 0..SAVES {
            let Some(oldest) = chain.last() else { break };
            let begin = chain.iter().map(|section| section.span.start).min();
            let begin = begin.unwrap_or(0);
            if previous(&oldest.trailer).is_some() {
                break;
            }
            let marks = marks.get_or_insert_with(|| self.end_marks());
            let earlier = marks.iter().rev().filter(|(at, _)| *at < begin);
            let mut earlier = earlier.take(MARKS).filter_map(|&(at, start)| {
                let start = start.saturating_add(base);
                (start < at && !self.within_object(at)).then_some(start)
            });
            let Some(before) =
                earlier.find_map(|start| self.chain_before(start, base, access, begin))
            else {
                break;
            };
            if !continues(&mut chain, &before) {
                break;
            }
            let place = Span::new(begin, begin);
            self.note(AnomalyKind::EarlierSaveNotNamed, place);
            chain.extend(before);
            if chain.iter().map(|one| one.entries.len()).sum::<usize>() > limits::ENTRIES {
                return Err(LimitExceeded::Objects);
            }
        }
        Ok(chain)
    }

    /// `startxref N %%EOF`: where each stands, and N. The 0 of a linearised file's first part names nothing.
    fn end_marks(&self) -> Vec<(usize, usize)> {
        let found = memchr::memmem::find_iter(self.bytes, b"startxref");
        let marks = found.filter_map(|at| {
            tail_behind(self.bytes, at)?;
            let mut cursor = Cursor::new(self.bytes, at + b"startxref".len());
            cursor.skip_white_space();
            let start = usize::try_from(cursor.take_unsigned()?).ok()?;
            (start > 0).then_some((at, start))
        });
        marks.collect()
    }

    /// A whole chain that lies before `end`.
    fn chain_before(
        &self,
        start: usize,
        base: usize,
        access: &Access<'_>,
        end: usize,
    ) -> Option<Vec<Section>> {
        let mut noted = Vec::new();
        let chain = xref::chain(self.bytes, start, base, access, &mut noted).ok()?;
        let whole = noted.is_empty() && !chain.is_empty();
        let before = chain.iter().all(|section| section.span.end <= end);
        let rooted = chain.iter().any(|one| one.trailer.contains(b"Root"));
        (whole && before && rooted).then_some(chain)
    }
}

/// Whether two sections are of one document: the same first half of `/ID` (14.4), and the same catalog.
fn same_document(a: &Section, b: &Section) -> bool {
    let id = |section: &Section| {
        let halves = section.trailer.get(b"ID").and_then(Object::as_array);
        let first = halves.and_then(<[Object]>::first);
        first.and_then(Object::as_string).map(<[u8]>::to_vec)
    };
    let root = |section: &Section| section.trailer.get(b"Root").and_then(Object::as_reference);
    id(a).is_some_and(|first| !first.is_empty() && id(b) == Some(first)) && root(a) == root(b)
}

/// Whether the sections of a chain use objects of the one before at their places, or hold the same document whole. If so its last section is made one save's
/// own: what it repeats is taken off, and what it does not list any more is free.
fn continues(chain: &mut [Section], before: &[Section]) -> bool {
    let mut known: FxHashMap<u32, Entry> = FxHashMap::default();
    for section in before.iter().rev() {
        known.extend(section.entries.iter().copied());
        let hidden = section.hybrid.iter().flat_map(|(entries, _)| entries);
        known.extend(hidden.copied());
    }
    let place = |entry: &Entry| match entry {
        Entry::InUse { offset, .. } => Some(*offset),
        _ => None,
    };
    let Some(own) = chain.last_mut().filter(|own| own.hybrid.is_none()) else {
        return false;
    };
    let repeats = |number: &u32, entry: &Entry| {
        let old = known.get(number).and_then(place);
        old.is_some() && old == place(entry)
    };
    let uses = own
        .entries
        .iter()
        .any(|(number, entry)| repeats(number, entry));
    if !uses && !before.iter().any(|section| same_document(section, own)) {
        return false;
    }
    let listed: FxHashSet<u32> = own.entries.iter().map(|(number, _)| *number).collect();
    let mut gone: Vec<u32> = known
        .iter()
        .filter(|(number, entry)| !listed.contains(number) && !matches!(entry, Entry::Free { .. }))
        .map(|(number, _)| *number)
        .collect();
    gone.sort_unstable();
    own.entries
        .retain(|(number, entry)| !repeats(number, entry));
    let free = |number| (number, Entry::Free { generation: 0 });
    own.entries.extend(gone.into_iter().map(free));
    true
}
