//! What each save says of each object number, found by number.

use crate::error::LimitExceeded;
use crate::limits;
use crate::revisions::Revision;
use crate::syntax::xref::{Entry, Section, SectionKind};

/// What a save says of an object number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    pub number: u32,
    pub revision: u32,
    pub entry: Entry,
}

#[derive(Debug, Default)]
pub(super) struct Records {
    /// Sorted by number, then revision.
    all: Vec<Record>,
    /// Where those of each number begin, and those of the last end; empty where most numbers have none.
    starts: Vec<u32>,
}

impl Records {
    /// Numbers for each record from which most have none.
    const SPARSE: usize = 4;

    pub(super) fn all(&self) -> &[Record] {
        &self.all
    }

    /// Those of one number, oldest first.
    pub(super) fn of(&self, number: u32) -> &[Record] {
        let at = number as usize;
        let known = self.starts.get(at).zip(self.starts.get(at + 1));
        let (start, end) = match known {
            Some((&start, &end)) => (start as usize, end as usize),
            None if !self.starts.is_empty() => return &[],
            None => {
                let before = |number: u32| self.all.partition_point(|one| one.number < number);
                (before(number), before(number.saturating_add(1)))
            }
        };
        self.all.get(start..end).unwrap_or_default()
    }

    fn sorted(mut all: Vec<Record>) -> Self {
        all.sort_by_key(|record| (record.number, record.revision));
        let highest = all.last().map_or(0, |last| last.number as usize);
        let mut starts = Vec::new();
        if highest < all.len() * Self::SPARSE {
            starts.reserve_exact(highest + 2);
            for (at, record) in all.iter().enumerate() {
                while starts.len() <= record.number as usize {
                    starts.push(at as u32);
                }
            }
            starts.push(all.len() as u32);
        }
        Self { all, starts }
    }

    pub(super) fn of_saves(saves: &[Revision]) -> Result<Self, LimitExceeded> {
        let mut records = Vec::new();
        for save in saves {
            let revision = save.index as u32;
            let record = |number, entry| Record {
                number,
                revision,
                entry,
            };
            match save.sections.as_slice() {
                [section] if in_order(section) => {
                    let entries = section.entries.iter();
                    records.extend(entries.map(|&(number, entry)| record(number, entry)));
                }
                sections => {
                    let merged = merged(sections).into_iter();
                    records.extend(merged.map(|(number, _, entry)| record(number, entry)));
                }
            }
            if records.len() > limits::OBJECTS {
                return Err(LimitExceeded::Objects);
            }
        }
        Ok(Self::sorted(records))
    }
}

/// Whether a section says one thing of each number, in ascending order.
fn in_order(section: &Section) -> bool {
    let ascending = section.entries.is_sorted_by(|a, b| a.0 < b.0);
    ascending && section.hybrid.is_none()
}

/// What the sections of one save say of each number, in ascending order, with the rank by which one of several counts.
fn merged(sections: &[Section]) -> Vec<(u32, usize, Entry)> {
    let mut merged: Vec<(u32, usize, Entry)> = Vec::new();
    for (order, section) in sections.iter().enumerate() {
        // Later entries of one rebuilt section stand later in the file and win; in a table the first wins.
        let rank = |position: usize| match section.kind {
            SectionKind::Rebuilt => usize::MAX - position,
            _ => order * 3,
        };
        for (position, (number, entry)) in section.entries.iter().enumerate() {
            let hidden = matches!(entry, Entry::Free { .. }) && section.hybrid.is_some();
            merged.push((*number, rank(position) + if hidden { 2 } else { 0 }, *entry));
        }
        if let Some((hidden, _)) = &section.hybrid {
            let hidden = hidden.iter();
            merged.extend(hidden.map(|(number, entry)| (*number, order * 3 + 1, *entry)));
        }
    }
    merged.sort_by_key(|(number, rank, _)| (*number, *rank));
    merged.dedup_by_key(|(number, _, _)| *number);
    merged
}
