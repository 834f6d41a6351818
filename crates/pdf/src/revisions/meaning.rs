//! What a save was for, read from the objects it changed: the kinds of honest update and the one that is none.

use crate::document::Document;
use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

use super::account::NamedChange;
use super::changes::{ChangeKind, Role};
use super::order::PageOrder;

/// What a save did, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meaning {
    /// The first save: the document itself.
    First,
    /// Pages added, removed or put in another order.
    Pages,
    /// What pages show.
    Content,
    /// Notes, stamps, links and the like.
    Annotation,
    /// Form fields and their values.
    FormFill,
    Signature,
    /// Certificates and revocation data for signatures, and document timestamps (12.8.4.3, 12.8.5).
    SecurityStore,
    Attachment,
    /// Contents of pages written anew that show what they showed. Told by who compares the pages.
    Rewritten,
    /// Info dictionary and XMP.
    Metadata,
    /// Anything else that is not shown: structure tree, bookmarks, page tree without another order.
    Structure,
    /// Nothing, or the same again.
    Nothing,
}

/// Entries of a page that decide what it shows.
const SHOWN: [&str; 8] = [
    "Contents",
    "Resources",
    "MediaBox",
    "CropBox",
    "Rotate",
    "UserUnit",
    "Group",
    "Parent",
];

pub(super) fn meanings(
    document: &Document<'_>,
    revision: usize,
    changes: &[NamedChange],
    order: &PageOrder,
) -> Vec<Meaning> {
    let Some(previous) = revision.checked_sub(1) else {
        return vec![Meaning::First];
    };
    let (old, new) = (document.at(previous), document.at(revision));
    let mut found: Vec<Meaning> = Vec::new();
    if order.changed() {
        found.push(Meaning::Pages);
    }
    for named in changes {
        if named.change.kind != ChangeKind::Repeated {
            one(&old, &new, named, &mut found);
        }
    }
    found.sort();
    found.dedup();
    // What every update brings along is told only where there is nothing else to tell.
    for quiet in [Meaning::Nothing, Meaning::Structure] {
        if found.iter().any(|meaning| *meaning < quiet) {
            found.retain(|meaning| *meaning != quiet);
        }
    }
    if found.is_empty() {
        found.push(Meaning::Nothing);
    }
    found
}

fn one(old: &View<'_>, new: &View<'_>, named: &NamedChange, found: &mut Vec<Meaning>) {
    let change = &named.change;
    let object = new.indirect(change.id).or_else(|| old.indirect(change.id));
    let dictionary = object
        .as_ref()
        .and_then(|indirect| indirect.object.as_dictionary());
    let changed = |key: &str| {
        named.entries.iter().any(|entry| {
            entry == key || entry.starts_with(key) && entry.as_bytes().get(key.len()) == Some(&b'/')
        })
    };
    let meaning = match &change.role {
        role if role.draws() => Meaning::Content,
        Role::Page(_) if change.kind == ChangeKind::Replaced => {
            if SHOWN.iter().any(|key| changed(key)) {
                found.push(Meaning::Content);
            }
            match changed("Annots") && lists_annotations(old, new, named) {
                true => Meaning::Annotation,
                false => Meaning::Structure,
            }
        }
        Role::Annotation(_) => match dictionary {
            Some(dictionary) if is_widget(new, dictionary) => field(new, dictionary),
            // The list itself says which there are; each of them speaks for itself.
            None => Meaning::Structure,
            Some(_) => Meaning::Annotation,
        },
        Role::Form => match dictionary {
            Some(dictionary) => field(new, dictionary),
            None => Meaning::Structure,
        },
        Role::Signature => match dictionary.map(|d| new.get(d, b"Type").is_name(b"DocTimeStamp")) {
            Some(true) => Meaning::SecurityStore,
            _ => Meaning::Signature,
        },
        Role::SecurityStore => Meaning::SecurityStore,
        Role::Attachment if named.name.contains("attachment") => Meaning::Attachment,
        Role::Metadata | Role::Info => Meaning::Metadata,
        Role::OptionalContent => Meaning::Content,
        Role::Catalog if changed("OCProperties") => Meaning::Content,
        Role::Container => Meaning::Nothing,
        _ => Meaning::Structure,
    };
    found.push(meaning);
}

/// Whether the page's list of annotations now holds, or no longer holds, one that is no form field.
fn lists_annotations(old: &View<'_>, new: &View<'_>, named: &NamedChange) -> bool {
    let others = |view: &View<'_>| -> Vec<Object> {
        let page = view.indirect(named.change.id);
        let list = page
            .as_ref()
            .and_then(|page| page.object.as_dictionary())
            .map(|page| view.get(page, b"Annots"))
            .and_then(|list| list.as_array().map(<[Object]>::to_vec))
            .unwrap_or_default();
        list.into_iter()
            .filter(|annotation| {
                let value = view.resolve(annotation);
                value
                    .as_dictionary()
                    .is_some_and(|dictionary| !is_widget(view, dictionary))
            })
            .collect()
    };
    others(old) != others(new)
}

fn is_widget(view: &View<'_>, dictionary: &Dictionary) -> bool {
    view.get(dictionary, b"Subtype").is_name(b"Widget")
}

/// A field that holds, or waits for, a signature is part of signing; the form's own entries are how forms are kept.
fn field(view: &View<'_>, dictionary: &Dictionary) -> Meaning {
    let kind = view.get(dictionary, b"FT");
    let drawing = view.get(dictionary, b"Subtype").is_name(b"Form");
    match kind.as_name() {
        Some(b"Sig") => Meaning::Structure,
        Some(_) => Meaning::FormFill,
        None if is_widget(view, dictionary) => {
            let parent = view.get(dictionary, b"Parent");
            let kind = parent
                .as_dictionary()
                .map(|parent| view.get(parent, b"FT").is_name(b"Sig"));
            match kind {
                Some(true) => Meaning::Structure,
                _ => Meaning::FormFill,
            }
        }
        // What a field looks like is changed with its value, or drawn when it is signed.
        None if drawing => Meaning::Structure,
        None if dictionary.contains(b"T") || dictionary.contains(b"V") => Meaning::FormFill,
        None => Meaning::Structure,
    }
}
