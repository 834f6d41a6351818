//! Finding the signatures of a file: through the form of every save, the catalog's permissions, and, as a cross-check,
//! wherever a signature dictionary stands that nothing leads to. A value that is broken is still a signature: nothing is
//! skipped because it cannot be read.

use assay_pdf::{Area, Dictionary, Document, Object, ObjectId, Span, View};
use rustc_hash::FxHashSet;

use crate::byte_range::{Site, locate};
use crate::form::{Field, FieldKind, Form};
use crate::policy::is_signature;

/// Most signatures of one file that are examined; the longest honest chains have a few dozen.
pub const MAX_SIGNATURES: usize = 128;
/// Most saves whose form is searched, the newest first.
const MAX_SAVES: usize = 256;
/// Nodes of field trees looked at in all of them.
const MAX_VISITS: usize = 200_000;
/// Most sightings held.
const MAX_SIGHTINGS: usize = 4096;

/// How a signature is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Anchor {
    /// The value of a signature field.
    Field,
    /// /Perms /DocMDP or a usage-rights entry of the catalog.
    Permissions(PermissionKey),
    /// Nothing leads to it in any save.
    Loose,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PermissionKey {
    DocMdp,
    /// /UR or /UR3: rights Adobe Reader grants; says nothing about the document (12.8.2.3).
    UsageRights,
}

/// A signature dictionary as one save shows it.
#[derive(Debug, Clone)]
pub struct Sighting {
    pub revision: usize,
    pub anchor: Anchor,
    pub field: Option<String>,
    pub page: Option<u32>,
    pub area: Option<Area>,
    pub visible: bool,
    pub field_dictionary: Option<Dictionary>,
    pub object: Option<ObjectId>,
    pub dictionary: Dictionary,
    pub place: Place,
}

/// Where the dictionary stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Place {
    Found(Site),
    /// In an object stream.
    Compressed(Span),
    /// In this object, but not as tokens that could be followed.
    Hidden(Span),
}

impl Place {
    pub fn object(&self) -> Span {
        match self {
            Place::Found(site) => site.object,
            Place::Compressed(span) | Place::Hidden(span) => *span,
        }
    }

    /// Where the dictionary itself begins, as far as known: what tells two sightings of one place.
    fn key(&self) -> (usize, usize) {
        let first = match self {
            Place::Found(site) => site.entries.first().map(|entry| entry.key_span.start),
            _ => None,
        };
        (self.object().start, first.unwrap_or_default())
    }
}

/// All sightings of a file, oldest save first; one place is told once, with the newest save that shows it beside it.
pub fn sightings(document: &Document<'_>) -> Vec<Sighting> {
    let mut found: Vec<Sighting> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut left = MAX_VISITS;
    // The newest saves are searched first, as long as there is work left; a place is told by the oldest that shows it.
    for revision in signing_saves(document).into_iter().rev() {
        let view = document.at(revision);
        let form = Form::read(&view);
        left = left.saturating_sub(form.visits);
        found.extend(of_form(&view, &form));
        if left == 0 || found.len() > MAX_SIGHTINGS {
            break;
        }
    }
    found.sort_by_key(|sighting| sighting.revision);
    found.retain(|sighting| seen.insert((sighting.place.key(), sighting.field.clone())));
    let known: FxHashSet<usize> = found
        .iter()
        .map(|sighting| sighting.place.object().start)
        .collect();
    found.extend(loose(document, &known));
    found
}

/// The saves in which a signature may have been made, oldest first, and the last one: what a save in between merely showed
/// differently is told where the saves are compared.
fn signing_saves(document: &Document<'_>) -> Vec<usize> {
    let saves = document.revisions();
    let last = saves.len().saturating_sub(1);
    let mut start = 0;
    let mut signing = Vec::new();
    for save in saves {
        let bytes = Span::new(start, save.end).of(document.bytes());
        let may_sign = contains(bytes, b"/ByteRange") || contains(bytes, b"ObjStm");
        if may_sign || save.index == last {
            signing.push(save.index);
        }
        start = save.end;
    }
    signing.split_off(signing.len().saturating_sub(MAX_SAVES))
}

/// The signatures one state of a document shows.
pub fn in_view(view: &View<'_>) -> Vec<Sighting> {
    of_form(view, &Form::read(view))
}

fn of_form(view: &View<'_>, form: &Form) -> Vec<Sighting> {
    let mut found: Vec<Sighting> = form
        .fields
        .iter()
        .filter_map(|field| of_field(view, field))
        .collect();
    found.extend(of_permissions(view));
    found
}

fn of_field(view: &View<'_>, field: &Field) -> Option<Sighting> {
    let value = field.value.as_ref()?;
    let resolved = view.resolve(value);
    let dictionary = resolved.as_dictionary()?;
    // A field of another type that holds a signature all the same is one (a wrong /FT hides it from some readers).
    if field.kind != FieldKind::Signature && !is_signature(view, dictionary) {
        return None;
    }
    let widget = field.place();
    let place = match resolved.id() {
        Some(id) => place_of(view, id, &[]),
        None => match field.id {
            Some(id) => place_of(view, id, &[b"V"]),
            None => Place::Hidden(Span::new(0, 0)),
        },
    };
    Some(Sighting {
        revision: view.revision(),
        anchor: Anchor::Field,
        field: Some(field.name.clone()),
        page: widget.and_then(|widget| widget.page),
        area: widget.and_then(|widget| widget.area),
        visible: field.widgets.iter().any(|widget| !widget.invisible),
        field_dictionary: Some(field.dictionary.clone()),
        object: resolved.id(),
        dictionary: dictionary.clone(),
        place,
    })
}

fn of_permissions(view: &View<'_>) -> Vec<Sighting> {
    let mut found = Vec::new();
    let Some(catalog) = view.catalog() else {
        return found;
    };
    let Some(root) = catalog.object.as_dictionary() else {
        return found;
    };
    let permissions = view.get(root, b"Perms");
    let Some(permissions_dictionary) = permissions.as_dictionary() else {
        return found;
    };
    for (key, value) in permissions_dictionary.iter() {
        let kind = match key.as_bytes() {
            b"DocMDP" => PermissionKey::DocMdp,
            b"UR" | b"UR3" => PermissionKey::UsageRights,
            _ => continue,
        };
        let resolved = view.resolve(value);
        let Some(dictionary) = resolved.as_dictionary() else {
            continue;
        };
        let place = match (resolved.id(), permissions.id()) {
            (Some(id), _) => place_of(view, id, &[]),
            (None, Some(id)) => place_of(view, id, &[key.as_bytes()]),
            (None, None) => place_of(view, catalog.id, &[b"Perms", key.as_bytes()]),
        };
        found.push(Sighting {
            revision: view.revision(),
            anchor: Anchor::Permissions(kind),
            field: None,
            page: None,
            area: None,
            visible: false,
            field_dictionary: None,
            object: resolved.id(),
            dictionary: dictionary.clone(),
            place,
        });
    }
    found
}

fn place_of(view: &View<'_>, id: ObjectId, keys: &[&[u8]]) -> Place {
    let Some(indirect) = view.indirect(id) else {
        return Place::Hidden(Span::new(0, 0));
    };
    let location = view.document().location(id.number, view.revision());
    if let Some(assay_pdf::Location::InObjectStream { .. }) = location {
        return Place::Compressed(indirect.span);
    }
    match locate(view.document().bytes(), indirect.span, keys) {
        Some(site) => Place::Found(site),
        None => Place::Hidden(indirect.span),
    }
}

/// Signature dictionaries that stand in the file and that no save leads to: found by their text, and only where an
/// object of their own begins, as the text may stand in an attachment too.
fn loose(document: &Document<'_>, known: &FxHashSet<usize>) -> Vec<Sighting> {
    let bytes = document.bytes();
    let mut found = Vec::new();
    if !contains(bytes, b"/ByteRange") {
        return found;
    }
    let last = document.revisions().len().saturating_sub(1);
    for object in document.scanned_objects() {
        if found.len() >= MAX_SIGNATURES || known.contains(&object.span.start) {
            continue;
        }
        if !contains(object.span.of(bytes), b"/ByteRange") {
            continue;
        }
        let Some(indirect) = document.parse_indirect(object.span.start, last) else {
            continue;
        };
        let Object::Dictionary(dictionary) = &indirect.object else {
            continue;
        };
        if !(dictionary.contains(b"ByteRange") && dictionary.contains(b"Contents")) {
            continue;
        }
        let place = match locate(bytes, indirect.span, &[]) {
            Some(site) => Place::Found(site),
            None => Place::Hidden(indirect.span),
        };
        let inside = document
            .revisions()
            .iter()
            .position(|save| indirect.span.end <= save.end);
        found.push(Sighting {
            revision: inside.unwrap_or(last),
            anchor: Anchor::Loose,
            field: None,
            page: None,
            area: None,
            visible: false,
            field_dictionary: None,
            object: Some(indirect.id),
            dictionary: dictionary.clone(),
            place,
        });
    }
    found
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    memchr::memmem::find(haystack, needle).is_some()
}
