//! Optional content (ISO 32000-2, 8.11): which groups are off when the document is opened.

use rustc_hash::FxHashSet;

use crate::place::ObjectId;
use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

/// The groups that the default configuration leaves off.
#[derive(Debug, Default)]
pub struct OptionalContent {
    off: FxHashSet<ObjectId>,
    base_off: bool,
    on: FxHashSet<ObjectId>,
}

impl OptionalContent {
    pub fn read(view: &View<'_>) -> Self {
        let Some(catalog) = view.catalog() else {
            return Self::default();
        };
        let Some(root) = catalog.object.as_dictionary() else {
            return Self::default();
        };
        let properties = view.get(root, b"OCProperties");
        let Some(properties) = properties.as_dictionary() else {
            return Self::default();
        };
        let configuration = view.get(properties, b"D");
        let Some(configuration) = configuration.as_dictionary() else {
            return Self::default();
        };
        let list = |key: &[u8]| -> FxHashSet<ObjectId> {
            view.get(configuration, key)
                .as_array()
                .map(|groups| groups.iter().filter_map(Object::as_reference).collect())
                .unwrap_or_default()
        };
        let base_off = view.get(configuration, b"BaseState").is_name(b"OFF");
        Self {
            off: list(b"OFF"),
            base_off,
            on: list(b"ON"),
        }
    }

    /// Whether a group, or a membership dictionary (8.11.2.2, without visibility expressions), is off.
    pub fn is_off(&self, view: &View<'_>, object: &Object) -> bool {
        if let Some(id) = object.as_reference() {
            if self.off.contains(&id) {
                return true;
            }
            if self.on.contains(&id) {
                return false;
            }
        }
        let value = view.resolve(object);
        let Some(dictionary) = value.as_dictionary() else {
            return false;
        };
        if dictionary
            .get(b"Type")
            .is_some_and(|kind| kind.is_name(b"OCMD"))
        {
            return self.membership_is_off(view, dictionary);
        }
        self.base_off && object.as_reference().is_some()
    }

    fn membership_is_off(&self, view: &View<'_>, membership: &Dictionary) -> bool {
        let groups: Vec<Object> = match membership.get(b"OCGs") {
            Some(Object::Array(groups)) => groups.clone(),
            Some(reference @ Object::Reference(id)) => match &*view.resolve(reference) {
                Object::Array(groups) => groups.clone(),
                _ => vec![Object::Reference(*id)],
            },
            _ => return false,
        };
        let group_off = |group: &Object| {
            group.as_reference().is_some_and(|id| {
                self.off.contains(&id) || (self.base_off && !self.on.contains(&id))
            })
        };
        if groups.is_empty() {
            return false;
        }
        match membership.get(b"P").and_then(Object::as_name) {
            Some(b"AllOn") => groups.iter().any(group_off),
            Some(b"AnyOff") => !groups.iter().any(group_off),
            Some(b"AllOff") => !groups.iter().all(group_off),
            _ => groups.iter().all(group_off),
        }
    }
}
