//! Annotations of a page: widgets of new signature fields come with signing; comments come with permission 3; everything
//! that acts by itself is forbidden.

use assay_pdf::{Object, ObjectId, View};

use rustc_hash::FxHashSet;

use super::alteration::{Alteration, Level};
use super::compare::Comparison;
use super::uses::UseAt;
use crate::form::FieldKind;

/// Longest chain of /Next actions that is followed.
const MAX_ACTIONS: usize = 32;

/// Two lists of annotations of one page.
pub fn lists(comparison: &mut Comparison<'_, '_>, at: &UseAt, old: &Object, new: &Object) {
    let nothing: &[Object] = &[];
    let items = |object: &Object| match object {
        Object::Array(items) => Some(items.to_vec()),
        Object::Null => Some(nothing.to_vec()),
        _ => None,
    };
    let (Some(before), Some(after)) = (items(old), items(new)) else {
        let what = Alteration::Value { of: at.of };
        return comparison.find(at, Level::Forbidden, what);
    };
    for item in &before {
        if !holds(comparison, &after, item, false) {
            removed(comparison, at, item);
        }
    }
    for item in &after {
        if !holds(comparison, &before, item, true) {
            added(comparison, at, item);
        }
    }
    if is_reordered(&before, &after) {
        comparison.find(at, Level::BenignHabit, Alteration::AnnotationsReordered);
    }
}

/// Whether annotations that both lists hold stand in another order; what that shows is judged on the page.
fn is_reordered(before: &[Object], after: &[Object]) -> bool {
    let number = |item: &Object| item.as_reference().map(|id| id.number);
    let order = |list: &[Object], other: &[Object]| -> Vec<u32> {
        let held: FxHashSet<u32> = other.iter().filter_map(number).collect();
        let both = list
            .iter()
            .filter_map(number)
            .filter(|number| held.contains(number));
        both.collect()
    };
    order(before, after) != order(after, before)
}

/// Whether a list holds an annotation: by its number, or a direct one by what it says.
fn holds(
    comparison: &mut Comparison<'_, '_>,
    list: &[Object],
    item: &Object,
    in_old: bool,
) -> bool {
    list.iter().any(|other| match (item, other) {
        (Object::Reference(a), Object::Reference(b)) => a.number == b.number,
        // A writer may make a direct annotation an object of its own, or the reverse.
        _ if in_old => comparison.same(other, item, 0),
        _ => comparison.same(item, other, 0),
    })
}

fn added(comparison: &mut Comparison<'_, '_>, at: &UseAt, item: &Object) {
    let id = item.as_reference();
    let value = comparison.new.resolve(item);
    let Some(dictionary) = value.as_dictionary() else {
        // A reference to nothing shows nothing.
        return;
    };
    if comparison
        .new
        .get(dictionary, b"Subtype")
        .is_name(b"Widget")
    {
        return widget_added(comparison, at, id);
    }
    let subtype = subtype(&comparison.new, item);
    comparison.find_at(
        at,
        Level::Annotations,
        Alteration::AnnotationAdded { subtype },
        id,
    );
    for key in [b"A".as_slice(), b"AA", b"PA"] {
        let Some(action) = dictionary.get(key) else {
            continue;
        };
        for kind in action_kinds(&comparison.new, action) {
            let level = action_level(&kind);
            comparison.find_at(at, level, Alteration::ActionAdded { kind }, id);
        }
    }
}

fn widget_added(comparison: &mut Comparison<'_, '_>, at: &UseAt, id: Option<ObjectId>) {
    let new_field = id.and_then(|id| comparison.new_form.of_object(id));
    let known = id.and_then(|id| comparison.old_form.of_object(id));
    match (new_field, known) {
        // The field itself is judged where the form lists it.
        (Some(field), None) if field.kind == FieldKind::Signature => {}
        // The widget of a signature field that no page had listed.
        (Some(field), Some(_)) if field.kind == FieldKind::Signature => {
            let what = Alteration::WidgetAdded {
                field: Some(field.name.clone()),
            };
            comparison.find_at(at, Level::FormFilling, what, id);
        }
        (field, _) => {
            let what = Alteration::WidgetAdded {
                field: field.map(|field| field.name.clone()),
            };
            comparison.find_at(at, Level::Forbidden, what, id);
        }
    }
}

fn removed(comparison: &mut Comparison<'_, '_>, at: &UseAt, item: &Object) {
    let id = item.as_reference();
    let value = comparison.old.resolve(item);
    let Some(dictionary) = value.as_dictionary() else {
        return;
    };
    if comparison
        .old
        .get(dictionary, b"Subtype")
        .is_name(b"Widget")
    {
        let field = id.and_then(|id| comparison.old_form.of_object(id));
        let field = field.map(|field| field.name.clone());
        let what = Alteration::WidgetRemoved { field };
        return comparison.find(at, Level::Forbidden, what);
    }
    let subtype = subtype(&comparison.old, item);
    comparison.find(
        at,
        Level::Annotations,
        Alteration::AnnotationRemoved { subtype },
    );
}

/// The /Subtype of an annotation as text; "untyped" without one.
pub fn subtype(view: &View<'_>, annotation: &Object) -> String {
    let value = view.resolve(annotation);
    let Some(dictionary) = value.as_dictionary() else {
        return "untyped".into();
    };
    let subtype = view.get(dictionary, b"Subtype");
    subtype
        .as_name()
        .map_or_else(|| "untyped".into(), super::compare::text)
}

/// The kinds of the actions in a value: one action, its /Next, or the actions of a dictionary of triggers.
pub fn action_kinds(view: &View<'_>, action: &Object) -> Vec<String> {
    let mut kinds = Vec::new();
    let mut open = vec![action.clone()];
    let mut visited = 0;
    while let Some(next) = open.pop() {
        visited += 1;
        if visited > MAX_ACTIONS {
            kinds.push("endless".into());
            break;
        }
        let value = view.resolve(&next);
        match &*value {
            Object::Array(items) => open.extend(items.iter().take(MAX_ACTIONS).cloned()),
            Object::Dictionary(dictionary) => match view.get(dictionary, b"S").as_name() {
                Some(kind) => {
                    kinds.push(super::compare::text(kind));
                    open.extend(dictionary.get(b"Next").cloned());
                }
                None => open.extend(dictionary.iter().map(|(_, value)| value.clone())),
            },
            _ => {}
        }
    }
    kinds.sort();
    kinds.dedup();
    kinds
}

/// Links to a place or an address are what link annotations are; the rest acts on its own.
pub fn action_level(kind: &str) -> Level {
    match kind {
        "GoTo" | "URI" | "Named" => Level::Annotations,
        _ => Level::Forbidden,
    }
}
