//! What a signature leaves behind when somebody takes it off: validation data for a value that no save of the file
//! holds, permissions that name nothing, fields whose place and flags only signing gives.

use assay_pdf::{Area, Dictionary, Document, Object, View};

use crate::SignatureReport;
use crate::cases::contents;
use crate::digest::DigestAlgorithm;
use crate::form::{Field, Form};
use crate::signature::sightings;

/// Most entries of each kind that are looked at.
const MAX_ENTRIES: usize = 256;

/// Traces of signatures that are gone.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Remains {
    /// Keys of /VRI: each is the SHA-1 of a signature value (ISO 32000-2, 12.8.4.4) that no save of the file holds.
    pub unmatched_validation: Vec<String>,
    /// There is a security store, and no signature at all.
    pub store_without_signature: bool,
    /// /Perms /DocMDP names no signature.
    pub certification_missing: bool,
    /// /SigFlags says that the file is only to be appended to, and nothing is signed.
    pub append_only: bool,
    pub empty_fields: Vec<EmptyField>,
}

/// A signature field without a signature.
#[derive(Debug, Clone, PartialEq)]
pub struct EmptyField {
    pub name: String,
    pub page: Option<u32>,
    pub area: Option<Area>,
    pub invisible: bool,
    /// Print and Locked, as signing programs set them (12.5.3).
    pub locked: bool,
}

impl Remains {
    /// Looks at the file as it stands; `reports` are its signatures.
    pub fn read(document: &Document<'_>, reports: &[SignatureReport]) -> Remains {
        let view = document.latest();
        let mut remains = Remains::default();
        let catalog = view.catalog();
        let root = catalog
            .as_ref()
            .and_then(|root| root.object.as_dictionary());
        let Some(root) = root else {
            return remains;
        };
        let security = view.get(root, b"DSS");
        if let Some(security) = security.as_dictionary() {
            remains.unmatched_validation = unmatched(document, &view, security);
            // Certificates alone are put there before signing too; an entry is for one signature.
            remains.store_without_signature =
                reports.is_empty() && !remains.unmatched_validation.is_empty();
        }
        let permissions = view.get(root, b"Perms");
        if let Some(permissions) = permissions.as_dictionary() {
            let named = permissions.get(b"DocMDP");
            remains.certification_missing =
                named.is_some_and(|named| view.resolve(named).as_dictionary().is_none());
        }
        let form = view.get(root, b"AcroForm");
        let flags = form
            .as_dictionary()
            .and_then(|form| view.get(form, b"SigFlags").as_integer())
            .unwrap_or_default();
        remains.append_only = flags & 2 != 0 && reports.is_empty();
        let fields = Form::read(&view);
        let empty = fields.signatures().filter(|field| is_empty(&view, field));
        remains.empty_fields = empty
            .take(MAX_ENTRIES)
            .map(|field| EmptyField::of(&view, field))
            .collect();
        remains
    }
}

/// Keys of /VRI that belong to no value of any save, also not to one of a timestamp or a list inside a value.
fn unmatched(document: &Document<'_>, view: &View<'_>, security: &Dictionary) -> Vec<String> {
    let entries = view.get(security, b"VRI");
    let Some(entries) = entries.as_dictionary() else {
        return Vec::new();
    };
    let known: Vec<String> = sightings(document)
        .iter()
        .filter_map(|sighting| contents(&sighting.dictionary))
        .map(key_of)
        .collect();
    let keys = entries.iter().map(|(key, _)| key.to_text());
    let keys = keys.filter(|key| key.len() == 40 && key.bytes().all(|b| b.is_ascii_hexdigit()));
    keys.filter(|key| !known.iter().any(|known| known.eq_ignore_ascii_case(key)))
        .take(MAX_ENTRIES)
        .collect()
}

fn key_of(value: &[u8]) -> String {
    let digest = DigestAlgorithm::Sha1.digest(&[value]);
    digest.iter().map(|octet| format!("{octet:02X}")).collect()
}

fn is_empty(view: &View<'_>, field: &Field) -> bool {
    let value = field.value.as_ref();
    value.is_none_or(|value| view.resolve(value).as_dictionary().is_none())
}

impl EmptyField {
    fn of(view: &View<'_>, field: &Field) -> EmptyField {
        let widget = field.place();
        let reference = widget.and_then(|widget| widget.id).map(Object::Reference);
        let held = reference.as_ref().map(|reference| view.resolve(reference));
        let held = held.as_ref().and_then(|held| held.as_dictionary());
        let flags = view.get(held.unwrap_or(&field.dictionary), b"F");
        let flags = flags.as_integer();
        EmptyField {
            name: field.name.clone(),
            page: widget.and_then(|widget| widget.page),
            area: widget.and_then(|widget| widget.area),
            invisible: field.widgets.iter().all(|widget| widget.invisible),
            locked: flags.is_some_and(|flags| flags & 132 == 132),
        }
    }
}
