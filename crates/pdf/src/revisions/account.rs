//! The account of one save: its bytes, each object it wrote or freed by its name and the entries that changed, whether
//! that brought an earlier state back, what became of the pages' order, and what all of it means.

use std::rc::Rc;

use crate::document::Document;
use crate::metadata::text;
use crate::place::{ObjectId, Span};
use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

use super::changes::{Change, ChangeKind, Role, changes, same};
use super::meaning::{Meaning, meanings};
use super::names::names;
use super::order::{PageOrder, order};

/// Changed entries of one object that are named.
const ENTRIES: usize = 24;
/// Earlier versions of one object that a new one is compared with.
const VERSIONS: usize = 64;

/// Bytes of a packed stream up to which earlier versions are unpacked to be compared.
const UNPACKED: usize = 1 << 16;

/// What one save did to the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Account {
    /// Index of the save.
    pub revision: usize,
    /// The bytes it wrote.
    pub span: Span,
    /// Objects it wrote, of any kind.
    pub objects: usize,
    pub changes: Vec<NamedChange>,
    pub order: PageOrder,
    /// The gravest first; never empty.
    pub meanings: Vec<Meaning>,
    /// The dates that this save itself wrote, and what wrote them where.
    pub dates: Vec<WrittenDate>,
    /// The program that the information this save wrote names.
    pub writer: Option<String>,
}

/// One changed object, named.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedChange {
    pub change: Change,
    pub name: Rc<str>,
    /// Keys of its dictionary that were added, taken out, or given another value; `data` for a stream's data.
    pub entries: Vec<String>,
    /// Index of the earliest save after which the object said the same as it says now, with another version between.
    pub same_as: Option<usize>,
}

/// A date that a save wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenDate {
    /// `Info/ModDate`, `XMP`, `signature`.
    pub place: String,
    /// As written.
    pub text: String,
}

/// The account of save `revision`. The first one has no changes: everything in it is new.
pub fn account(document: &Document<'_>, revision: usize) -> Account {
    let changes = named_changes(document, revision);
    let order = order(document, revision);
    Account {
        revision,
        span: span(document, revision),
        objects: document.written_in(revision).len(),
        meanings: meanings(document, revision, &changes, &order),
        dates: dates(document, revision, &changes),
        writer: writer(document, revision, &changes),
        changes,
        order,
    }
}

/// From the end of what was there before to the end of this save.
fn span(document: &Document<'_>, revision: usize) -> Span {
    let saves = document.revisions();
    let end = |revision: usize| saves.get(revision).map_or(0, |save| save.end);
    let before = (0..revision).map(end).max().unwrap_or(0);
    // What stands behind the last save belongs to nobody, and is told as an anomaly.
    Span::new(before, end(revision))
}

fn named_changes(document: &Document<'_>, revision: usize) -> Vec<NamedChange> {
    let Some(previous) = revision.checked_sub(1) else {
        return Vec::new();
    };
    let changes = changes(document, revision);
    if changes.is_empty() {
        return Vec::new();
    }
    let (old, new) = (document.at(previous), document.at(revision));
    let (old_names, new_names) = (names(&old), names(&new));
    changes
        .into_iter()
        .map(|change| {
            let number = change.id.number;
            let name = new_names
                .get(&number)
                .or_else(|| old_names.get(&number))
                .cloned();
            let name = name.unwrap_or_else(|| unnamed(&new, &change));
            let entries = match change.kind {
                ChangeKind::Replaced => changed_entries(&old, &new, change.id),
                _ => Vec::new(),
            };
            let same_as = brought_back(document, &change, previous);
            NamedChange {
                change,
                name,
                entries,
                same_as,
            }
        })
        .collect()
}

fn unnamed(view: &View<'_>, change: &Change) -> Rc<str> {
    let number = change.id.number;
    let kind = view
        .indirect(change.id)
        .and_then(|indirect| indirect.object.as_dictionary()?.get(b"Type").cloned());
    match (&change.role, kind.as_ref().and_then(Object::as_name)) {
        (_, Some(b"XRef")) => "cross-reference stream".into(),
        (Role::Container, _) => "object stream".into(),
        (_, Some(kind)) => {
            let kind: String = String::from_utf8_lossy(kind).chars().take(40).collect();
            format!("object {number} ({kind}), to which nothing leads").into()
        }
        _ => format!("object {number}, to which nothing leads").into(),
    }
}

fn changed_entries(old: &View<'_>, new: &View<'_>, id: ObjectId) -> Vec<String> {
    let (Some(before), Some(after)) = (old.indirect(id), new.indirect(id)) else {
        return Vec::new();
    };
    let (Some(a), Some(b)) = (before.object.as_dictionary(), after.object.as_dictionary()) else {
        return Vec::new();
    };
    let streams = matches!(
        (&before.object, &after.object),
        (Object::Stream(_), Object::Stream(_))
    );
    let mut entries = Vec::new();
    compare_entries(a, b, "", streams, &mut entries);
    if let (Object::Stream(x), Object::Stream(y)) = (&before.object, &after.object) {
        // It is another version, so where no entry differs the data does.
        let data = |view: &View<'_>, stream| view.decode(stream).ok();
        if entries.is_empty() || data(old, x) != data(new, y) {
            entries.insert(0, "data".to_owned());
        }
    }
    entries.truncate(ENTRIES);
    entries
}

fn compare_entries(
    old: &Dictionary,
    new: &Dictionary,
    within: &str,
    stream: bool,
    entries: &mut Vec<String>,
) {
    let packing: [&[u8]; 4] = [b"Length", b"Filter", b"DecodeParms", b"DL"];
    let gone = old
        .iter()
        .filter(|(key, _)| !new.contains(key.as_bytes()))
        .map(|(key, _)| key);
    for key in new.iter().map(|(key, _)| key).chain(gone) {
        let bytes = key.as_bytes();
        let (before, after) = (old.get(bytes), new.get(bytes));
        if before == after || stream && packing.contains(&bytes) || entries.len() >= ENTRIES {
            continue;
        }
        let path = format!("{within}{}", key.to_text());
        match (before, after) {
            (Some(Object::Dictionary(a)), Some(Object::Dictionary(b))) if within.is_empty() => {
                compare_entries(a, b, &format!("{path}/"), false, entries);
            }
            _ => entries.push(path),
        }
    }
}

/// The earliest state that this version of the object was already in.
fn brought_back(document: &Document<'_>, change: &Change, previous: usize) -> Option<usize> {
    if !matches!(change.kind, ChangeKind::Replaced | ChangeKind::Added) {
        return None;
    }
    let new = document.at(previous + 1);
    let now = new.indirect(change.id)?;
    let earlier = document.writers_of(change.id.number);
    let earlier = earlier.into_iter().filter(|revision| *revision < previous);
    earlier.take(VERSIONS).find(|revision| {
        let old = document.at(*revision);
        old.indirect(change.id).is_some_and(|then| {
            comparable(document, &then.object, &now.object)
                && same(&old, &then.object, &new, &now.object)
        })
    })
}

/// Large streams that are not the same bytes are not unpacked for every version there is.
fn comparable(document: &Document<'_>, a: &Object, b: &Object) -> bool {
    let raw = |object: &Object| object.as_stream().map(|stream| stream.data);
    match (raw(a), raw(b)) {
        (Some(a), Some(b)) => {
            a.len().max(b.len()) <= UNPACKED || a.of(document.bytes()) == b.of(document.bytes())
        }
        _ => true,
    }
}

fn wrote(changes: &[NamedChange], revision: usize, role: &Role) -> bool {
    revision == 0
        || changes.iter().any(|named| {
            named.change.role == *role
                && matches!(named.change.kind, ChangeKind::Added | ChangeKind::Replaced)
        })
}

fn dates(document: &Document<'_>, revision: usize, changes: &[NamedChange]) -> Vec<WrittenDate> {
    let view = document.at(revision);
    let mut dates = Vec::new();
    let mut put = |place: &str, text: Option<&str>| {
        if let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) {
            dates.push(WrittenDate {
                place: place.to_owned(),
                text: text.chars().take(64).collect(),
            });
        }
    };
    if wrote(changes, revision, &Role::Info) {
        let info = view.information();
        let before = revision
            .checked_sub(1)
            .map(|old| document.at(old).information());
        for key in ["CreationDate", "ModDate"] {
            // A date that was only copied says nothing of this save.
            let copied = before
                .as_ref()
                .is_some_and(|old| old.get(key) == info.get(key));
            put(&format!("Info/{key}"), info.get(key).filter(|_| !copied));
        }
    }
    if wrote(changes, revision, &Role::Metadata)
        && let Some(xmp) = view.xmp()
    {
        let before = revision
            .checked_sub(1)
            .and_then(|old| document.at(old).xmp());
        let copied = before.is_some_and(|old| old.modify_date == xmp.modify_date);
        let date = xmp.modify_date.as_deref().filter(|_| !copied);
        put("XMP/ModifyDate", date);
    }
    for named in changes.iter().filter(|named| {
        named.change.role == Role::Signature && named.change.kind != ChangeKind::Freed
    }) {
        let signature = view.indirect(named.change.id);
        let date = signature
            .as_ref()
            .and_then(|signature| signature.object.as_dictionary())
            .and_then(|dictionary| view.get(dictionary, b"M").as_string().map(text));
        put(&named.name, date.as_deref());
    }
    dates
}

fn writer(document: &Document<'_>, revision: usize, changes: &[NamedChange]) -> Option<String> {
    let view = document.at(revision);
    let info = wrote(changes, revision, &Role::Info).then(|| view.information());
    let named = info
        .as_ref()
        .and_then(|info| info.producer().map(str::to_owned));
    let by_xmp = || {
        wrote(changes, revision, &Role::Metadata)
            .then(|| view.xmp())
            .flatten()
            .and_then(|xmp| xmp.producer.or(xmp.creator_tool))
    };
    named
        .or_else(by_xmp)
        .map(|writer| writer.chars().take(160).collect())
}
