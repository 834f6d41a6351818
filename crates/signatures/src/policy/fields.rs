//! Fields of the form: filling and signing them is what forms are for; adding, removing or renaming others, or changing
//! what is signed already, is not.

use assay_pdf::{Dictionary, Object, ObjectId, View};
use rustc_hash::FxHashSet;

use super::alteration::{Alteration, Level, MemberChange};
use super::compare::{Comparison, changed_keys, present, text};
use super::uses::{Use, UseAt};
use crate::form::{Field, FieldKind};

/// The members of a field or widget both states have.
pub fn members(
    comparison: &mut Comparison<'_, '_>,
    at: &UseAt,
    id: Option<ObjectId>,
    old: &Dictionary,
    new: &Dictionary,
    depth: usize,
) {
    let subject = Subject::of(comparison, at, id, old);
    for key in changed_keys(old, new) {
        let (before, after) = (present(old, key), present(new, key));
        let (a, b) = (
            before.unwrap_or(&Object::NULL),
            after.unwrap_or(&Object::NULL),
        );
        let change = match (before, after) {
            (None, None) => continue,
            (None, Some(_)) => MemberChange::Added,
            (Some(_), None) => MemberChange::Removed,
            (Some(_), Some(_)) => MemberChange::Changed,
        };
        if change == MemberChange::Changed && comparison.same_member(key, a, b, depth) {
            continue;
        }
        subject.member(comparison, at, key, change, (a, b), depth);
    }
}

/// The field a changed object belongs to.
struct Subject {
    name: String,
    kind: FieldKind,
    /// It held a signature before.
    signed: bool,
    /// The object itself, for the place of a widget.
    id: Option<ObjectId>,
}

impl Subject {
    fn of(
        comparison: &Comparison<'_, '_>,
        at: &UseAt,
        id: Option<ObjectId>,
        old: &Dictionary,
    ) -> Subject {
        let field = id.and_then(|id| {
            let before = comparison.old_form.of_object(id);
            before.or_else(|| comparison.new_form.of_object(id))
        });
        let before = field.and_then(|field| comparison.old_form.named(&field.name));
        let stated = comparison.old.get(old, b"FT").is_name(b"Sig");
        Subject {
            name: match field {
                Some(field) => field.name.clone(),
                None => own_name(comparison, at, old),
            },
            kind: match field {
                Some(field) => field.kind,
                None if stated => FieldKind::Signature,
                None => FieldKind::Unknown,
            },
            signed: before.is_some_and(|field| is_signed(&comparison.old, field)),
            id,
        }
    }

    fn member(
        &self,
        comparison: &mut Comparison<'_, '_>,
        at: &UseAt,
        key: &[u8],
        change: MemberChange,
        (old, new): (&Object, &Object),
        depth: usize,
    ) {
        let inner = |of| UseAt { of, ..at.clone() };
        match key {
            b"V" if self.kind == FieldKind::Signature => {
                self.signature(comparison, at, change, old, new);
            }
            b"V" => self.value(comparison, at, old, new),
            b"Kids" if change == MemberChange::Changed => {
                comparison.values(&inner(Use::FieldKids), old, new, depth + 1);
            }
            b"Kids" => self.kids(comparison, at),
            b"A" | b"AA" if change != MemberChange::Removed => {
                for kind in super::annotations::action_kinds(&comparison.new, new) {
                    comparison.find(at, Level::Forbidden, Alteration::ActionAdded { kind });
                }
            }
            b"AP" if !self.signed && change == MemberChange::Changed => {
                comparison.values(&inner(Use::Appearance), old, new, depth + 1);
            }
            _ => {
                let level = self.level(comparison, key, change, new);
                let (name, key) = (self.name.clone(), text(key));
                let what = if self.signed {
                    Alteration::SignedFieldChanged { name, key }
                } else {
                    Alteration::FieldProperty { name, key }
                };
                comparison.find_at(at, level, what, self.id);
            }
        }
    }

    fn kids(&self, comparison: &mut Comparison<'_, '_>, at: &UseAt) {
        let name = self.name.clone();
        comparison.find(at, Level::Forbidden, Alteration::FieldTreeChanged { name });
    }

    fn level(
        &self,
        comparison: &Comparison<'_, '_>,
        key: &[u8],
        change: MemberChange,
        new: &Object,
    ) -> Level {
        let after = comparison.new_form.named(&self.name);
        let signed_now = self.kind == FieldKind::Signature
            && after.is_some_and(|field| is_signed(&comparison.new, field));
        match key {
            // Names for people, structure and dates; some writers add the type and the page late.
            b"TU" | b"TM" | b"StructParent" | b"NM" | b"M" => Level::BenignHabit,
            b"F" | b"Ff" if self.signed => Level::BenignHabit,
            _ if self.signed => Level::Forbidden,
            b"Type" if change == MemberChange::Added && new.is_name(b"Annot") => Level::BenignHabit,
            b"P" if change == MemberChange::Added => Level::BenignHabit,
            b"Contents" => Level::BenignHabit,
            b"F" | b"Ff" | b"AP" | b"AS" | b"DA" | b"MK" | b"I" | b"Q" | b"RV" | b"DS" | b"Opt"
            | b"TI" | b"BS" | b"Border" | b"H" | b"C" | b"MaxLen" | b"DV" => Level::FormFilling,
            // A signature field may get its place and its lock in the moment in which it is signed.
            b"Rect" | b"Lock" | b"SV" if signed_now => Level::FormFilling,
            _ => Level::Forbidden,
        }
    }

    fn signature(
        &self,
        comparison: &mut Comparison<'_, '_>,
        at: &UseAt,
        change: MemberChange,
        old: &Object,
        new: &Object,
    ) {
        let name = self.name.clone();
        let was_empty = comparison.old.resolve(old).is_null();
        if !was_empty {
            if comparison.same(old, new, 0) {
                return;
            }
            let what = match change {
                MemberChange::Removed => Alteration::SignatureRemoved { name },
                _ if comparison.new.resolve(new).is_null() => Alteration::SignatureRemoved { name },
                _ => Alteration::SignatureReplaced { name },
            };
            return comparison.find_at(at, Level::Forbidden, what, self.id);
        }
        signed(comparison, at, &name, new, self.id);
    }

    fn value(&self, comparison: &mut Comparison<'_, '_>, at: &UseAt, old: &Object, new: &Object) {
        let shown = |value: &Object| match value {
            Object::String(string) => Some(assay_pdf::metadata::text(&string.bytes)),
            Object::Name(name) => Some(name.to_text()),
            _ => None,
        };
        let what = Alteration::FieldValue {
            name: self.name.clone(),
            old: shown(&comparison.old.resolve(old)),
            new: shown(&comparison.new.resolve(new)),
        };
        comparison.find_at(at, Level::FormFilling, what, self.id);
    }
}

/// The name of a node that is no terminal field.
fn own_name(comparison: &Comparison<'_, '_>, at: &UseAt, node: &Dictionary) -> String {
    let name = comparison.old.get(node, b"T");
    match name.as_string() {
        Some(name) => assay_pdf::metadata::text(name),
        None => at.field.as_deref().unwrap_or_default().to_string(),
    }
}

/// A field got a signature: it must be an object that was not there before.
fn signed(
    comparison: &mut Comparison<'_, '_>,
    at: &UseAt,
    name: &str,
    value: &Object,
    widget: Option<ObjectId>,
) {
    let name = name.to_string();
    if let Some(object) = value.as_reference()
        && comparison.old.indirect(object).is_some()
    {
        let what = Alteration::SignatureRecycled { name, object };
        return comparison.find_at(at, Level::Forbidden, what, widget);
    }
    let value = comparison.new.resolve(value);
    let Some(dictionary) = value.as_dictionary() else {
        return;
    };
    let kind = comparison.new.get(dictionary, b"Type");
    let filter = comparison.new.get(dictionary, b"SubFilter");
    // /Type may be left out (12.8.1); the sub-filter says what it is.
    if kind.is_name(b"DocTimeStamp") || filter.is_name(b"ETSI.RFC3161") {
        let what = Alteration::DocumentTimestampAdded { name };
        comparison.find_at(at, Level::LongTermValidation, what, widget);
    } else {
        let what = Alteration::SignatureAdded { name };
        comparison.find_at(at, Level::FormFilling, what, widget);
    }
}

fn is_signed(view: &View<'_>, field: &Field) -> bool {
    let value = field.value.as_ref();
    field.kind == FieldKind::Signature
        && value.is_some_and(|value| view.resolve(value).as_dictionary().is_some())
}

/// Two lists of fields.
pub fn lists(comparison: &mut Comparison<'_, '_>, at: &UseAt, old: &Object, new: &Object) {
    let (Some(before), Some(after)) = (list(old), list(new)) else {
        let what = Alteration::Value { of: Use::FieldList };
        return comparison.find(at, Level::Forbidden, what);
    };
    let numbers = |items: &[Object]| -> FxHashSet<u32> {
        let ids = items.iter().filter_map(Object::as_reference);
        ids.map(|id| id.number).collect()
    };
    let (old_numbers, new_numbers) = (numbers(before), numbers(after));
    for item in before {
        let kept = match item.as_reference() {
            Some(id) => new_numbers.contains(&id.number),
            None => after.iter().any(|other| comparison.same(item, other, 0)),
        };
        if !kept {
            let field = item
                .as_reference()
                .and_then(|id| comparison.old_form.of_object(id));
            let name = field.map_or_else(String::new, |field| field.name.clone());
            comparison.find(at, Level::Forbidden, Alteration::FieldRemoved { name });
        }
    }
    for item in after {
        match item.as_reference() {
            Some(id) if old_numbers.contains(&id.number) => {}
            Some(id) => added(comparison, at, id),
            None => {
                if !before.iter().any(|other| comparison.same(other, item, 0)) {
                    direct_added(comparison, at, item);
                }
            }
        }
    }
}

/// Two lists of kids of one field. The form grows at its root; a field that is there keeps its kids.
pub fn kids(comparison: &mut Comparison<'_, '_>, at: &UseAt, old: &Object, new: &Object) {
    let same = match (list(old), list(new)) {
        (Some(before), Some(after)) => {
            before.len() == after.len()
                && before
                    .iter()
                    .zip(after)
                    .all(|(a, b)| comparison.same_member(b"Kids", a, b, 0))
        }
        _ => false,
    };
    if !same {
        let name = at.field.as_deref().unwrap_or_default().to_string();
        comparison.find(at, Level::Forbidden, Alteration::FieldTreeChanged { name });
    }
}

/// A new entry of the root list: it, or every field below it, must be a signature field.
fn added(comparison: &mut Comparison<'_, '_>, at: &UseAt, id: ObjectId) {
    let form = comparison.new_form;
    let below: Vec<&Field> = match form.of_object(id) {
        Some(field) => vec![field],
        None => {
            let indirect = comparison.new.indirect(id);
            let prefix = indirect.and_then(|indirect| {
                let dictionary = indirect.object.as_dictionary()?;
                let name = comparison.new.get(dictionary, b"T");
                Some(assay_pdf::metadata::text(name.as_string()?))
            });
            let prefix = format!("{}.", prefix.unwrap_or_default());
            let fields = form.fields.iter();
            fields
                .filter(|field| field.name.starts_with(&prefix))
                .collect()
        }
    };
    if below.is_empty() {
        let name = String::new();
        let kind = FieldKind::Unknown;
        return comparison.find(at, Level::Forbidden, Alteration::FieldAdded { name, kind });
    }
    for field in below {
        new_field(comparison, at, field);
    }
}

fn direct_added(comparison: &mut Comparison<'_, '_>, at: &UseAt, item: &Object) {
    let name = item
        .as_dictionary()
        .map(|dictionary| comparison.new.get(dictionary, b"T"))
        .and_then(|name| name.as_string().map(assay_pdf::metadata::text));
    let form = comparison.new_form;
    match name.and_then(|name| form.named(&name)) {
        Some(field) => new_field(comparison, at, field),
        None => {
            let what = Alteration::FieldAdded {
                name: String::new(),
                kind: FieldKind::Unknown,
            };
            comparison.find(at, Level::Forbidden, what);
        }
    }
}

fn new_field(comparison: &mut Comparison<'_, '_>, at: &UseAt, field: &Field) {
    let name = field.name.clone();
    let place = field.place();
    let at = UseAt {
        page: place.and_then(|widget| widget.page),
        field: Some(name.as_str().into()),
        ..at.clone()
    };
    if field.kind != FieldKind::Signature {
        let kind = field.kind;
        return comparison.find(&at, Level::Forbidden, Alteration::FieldAdded { name, kind });
    }
    let visible = field.widgets.iter().any(|widget| !widget.invisible);
    let level = match visible {
        true => Level::FormFilling,
        false => Level::LongTermValidation,
    };
    let widget = place.and_then(|widget| widget.id);
    acts(comparison, &at, field);
    let what = Alteration::SignatureFieldAdded {
        name: name.clone(),
        visible,
    };
    comparison.find_at(&at, level, what, widget);
    if let Some(value) = &field.value
        && !comparison.new.resolve(value).is_null()
    {
        signed(comparison, &at, &name, value, widget);
    }
}

/// Signing needs no action: whatever a new signature field or its widgets set off is told, by every trigger.
fn acts(comparison: &mut Comparison<'_, '_>, at: &UseAt, field: &Field) {
    let widgets = field
        .widgets
        .iter()
        .filter_map(|widget| widget.id)
        .map(Object::Reference);
    let mut parts: Vec<Object> = widgets.collect();
    parts.push(Object::Dictionary(field.dictionary.clone()));
    for part in &parts {
        let part = comparison.new.resolve(part);
        let Some(dictionary) = part.as_dictionary() else {
            continue;
        };
        let actions = [b"A".as_slice(), b"AA"]
            .into_iter()
            .filter_map(|key| dictionary.get(key));
        let kinds =
            actions.flat_map(|action| super::annotations::action_kinds(&comparison.new, action));
        for kind in kinds.collect::<Vec<_>>() {
            comparison.find(at, Level::Forbidden, Alteration::ActionAdded { kind });
        }
    }
}

/// The elements of a list; nothing counts as an empty one.
fn list(object: &Object) -> Option<&[Object]> {
    match object {
        Object::Array(items) => Some(items),
        Object::Null => Some(&[]),
        _ => None,
    }
}
