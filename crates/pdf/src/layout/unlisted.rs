//! Objects that stand in the file and that no table leads to: shadowed by another of the same number in one save, left
//! over from before, or packed in an object stream in an older version.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::{Document, Location};
use crate::error::LimitExceeded;
use crate::limits;
use crate::place::{ObjectId, Span};
use crate::revisions::Revision;
use crate::syntax::object::Object;
use crate::syntax::parser::Indirect;
use crate::syntax::xref::{Entry, Section, SectionKind};

/// How far an entry may miss its object: white space that belongs to the line before.
const MISSED: usize = 16;

/// An object no table of any save leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unlisted {
    pub id: ObjectId,
    pub location: Location,
    /// Of the object, or of the object stream that holds it.
    pub span: Span,
    /// The save whose bytes hold it.
    pub revision: usize,
    /// Whether the tables know the number and lead it elsewhere.
    pub shadowed: bool,
}

/// Every such object, those of the file first, in file order. Each entry, object and member that is looked at counts as
/// an operator.
pub fn unlisted(document: &Document<'_>) -> Result<Vec<Unlisted>, LimitExceeded> {
    let budget = document.budget();
    budget.spend_operators(document.scanned_objects().len() as u64)?;
    let (plain, packed) = listed(document)?;
    let mut found = Vec::new();
    for object in document.scanned_objects() {
        if plain.contains(&object.span.start) {
            continue;
        }
        let location = Location::Offset(object.span.start);
        found.push(entry(document, object.id, location, object.span));
    }
    let mut containers: Vec<usize> = packed.keys().copied().collect();
    containers.sort_unstable();
    for container in containers {
        let Some((span, members)) = document.members(container) else {
            continue;
        };
        budget.spend_operators(members.len() as u64)?;
        let known = packed.get(&container);
        for (index, number) in members.into_iter().enumerate() {
            if known.is_some_and(|known| known.contains(&number)) {
                continue;
            }
            let index = index as u32;
            let location = Location::InObjectStream { container, index };
            let id = ObjectId::new(number, 0);
            found.push(entry(document, id, location, span));
        }
    }
    found.truncate(limits::OBJECTS);
    Ok(found)
}

fn entry(document: &Document<'_>, id: ObjectId, location: Location, span: Span) -> Unlisted {
    let saves = document.revisions();
    let revision = saves.partition_point(|save| save.end < span.end);
    Unlisted {
        id,
        location,
        span,
        revision: revision.min(saves.len().saturating_sub(1)),
        shadowed: document.entry_at(id.number, usize::MAX).is_some(),
    }
}

type Listed = (FxHashSet<usize>, FxHashMap<usize, FxHashSet<u32>>);

/// Offsets at which the tables of all saves find objects, and the numbers they find in each object stream.
fn listed(document: &Document<'_>) -> Result<Listed, LimitExceeded> {
    let mut plain = FxHashSet::default();
    let mut packed: FxHashMap<usize, FxHashSet<u32>> = FxHashMap::default();
    for save in document.revisions() {
        // A cross-reference stream need not list itself.
        for section in &save.sections {
            plain.insert(section.span.start);
            plain.extend(section.hybrid.as_ref().map(|(_, span)| span.start));
        }
        let entries = entries(document, save)?;
        document.budget().spend_operators(entries.len() as u64)?;
        for (number, entry) in entries {
            match entry {
                Entry::Free { .. } => {}
                Entry::InUse { offset, .. } => {
                    plain.extend(place_of(document, number, offset, save.index));
                }
                Entry::Compressed { container, .. } => {
                    if let Some(Entry::InUse { offset, .. }) =
                        document.entry_at(container, save.index)
                    {
                        packed.entry(offset).or_default().insert(number);
                    }
                }
            }
        }
    }
    Ok((plain, packed))
}

/// Everything the sections of a save say, also what one of them says otherwise than the next: a linearised file that was
/// saved again by its own writer keeps both. Of a rebuilt save only what counts.
fn entries(document: &Document<'_>, save: &Revision) -> Result<Vec<(u32, Entry)>, LimitExceeded> {
    let rebuilt = |section: &Section| section.kind == SectionKind::Rebuilt;
    if save.sections.iter().any(rebuilt) {
        // It is sought among the entries of all saves.
        let sought = document.entry_count() as u64 / limits::ENTRIES_PER_OPERATOR;
        document.budget().spend_operators(sought)?;
        return Ok(document.written_in(save.index));
    }
    let mut all = Vec::new();
    for section in &save.sections {
        all.extend_from_slice(&section.entries);
        if let Some((hidden, _)) = &section.hybrid {
            all.extend_from_slice(hidden);
        }
    }
    Ok(all)
}

/// Where the object an entry means begins.
fn place_of(document: &Document<'_>, number: u32, offset: usize, revision: usize) -> Option<usize> {
    let objects = document.scanned_objects();
    let behind = objects.partition_point(|found| found.span.start < offset);
    let next = objects.get(behind).filter(|found| {
        found.id.number == number && found.span.start.saturating_sub(offset) <= MISSED
    });
    match next {
        Some(found) => Some(found.span.start),
        None => document
            .at(revision)
            .indirect(ObjectId::new(number, 0))
            .map(|indirect| indirect.span.start),
    }
}

impl Unlisted {
    /// The object itself.
    pub fn read(&self, document: &Document<'_>) -> Option<Indirect> {
        match self.location {
            Location::Offset(offset) => document.parse_indirect(offset, self.revision),
            Location::InObjectStream { container, index } => {
                document.member(container, index, self.id.number)
            }
        }
    }

    /// Whether it only serves the keeping of other objects.
    pub fn is_container(object: &Object) -> bool {
        let kind = object
            .as_dictionary()
            .and_then(|dictionary| dictionary.get(b"Type"))
            .and_then(Object::as_name);
        matches!(kind, Some(b"ObjStm" | b"XRef"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shadowed_object_and_an_orphan_are_told_apart() {
        let mut file = String::from("%PDF-1.4\n");
        let mut offsets = Vec::new();
        for body in [
            "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n",
            "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n",
            "3 0 obj<</Type/Page/Note(shadowed)>>endobj\n",
            "9 0 obj(orphan)endobj\n",
            "3 0 obj<</Type/Page/Note(shown)>>endobj\n",
        ] {
            offsets.push(file.len());
            file.push_str(body);
        }
        let at = file.len();
        file += "xref\n0 4\n0000000000 65535 f \n";
        for index in [0, 1, 4] {
            file += &format!("{:010} 00000 n \n", offsets.get(index).unwrap_or(&0));
        }
        file += &format!("trailer<</Size 4/Root 1 0 R>>\nstartxref\n{at}\n%%EOF\n");
        let found = Document::open(file.as_bytes()).map(|document| {
            let all = unlisted(&document).unwrap_or_default();
            let told = all.iter().map(|one| (one.id.number, one.shadowed));
            told.collect::<Vec<_>>()
        });
        assert_eq!(found, Ok(vec![(3, true), (9, false)]));
    }
}
