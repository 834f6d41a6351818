//! Optional content (ISO 32000-2, 8.11): which groups are off when the document is opened.

use rustc_hash::FxHashSet;

use crate::place::ObjectId;
use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

/// Visibility expressions within each other: genuine ones have two or three levels.
const EXPRESSION_DEPTH: usize = 8;
/// Usages, and groups of one usage, that are looked at.
const USAGES: usize = 4096;

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

    /// Turns the groups that stand otherwise in print than on the screen (8.11.4.4, the event Print).
    pub fn turn_for_printing(&mut self, view: &View<'_>) {
        for (id, on) in print_states(view) {
            let (from, to) = match on {
                true => (&mut self.off, &mut self.on),
                false => (&mut self.on, &mut self.off),
            };
            from.remove(&id);
            to.insert(id);
        }
    }

    /// Whether a group stands otherwise in print than on the screen.
    pub fn turns_for_printing(view: &View<'_>) -> bool {
        let seen = Self::read(view);
        let states = print_states(view);
        states.iter().any(|&(id, on)| seen.group_is_off(id) == on)
    }

    /// Whether a group, or a membership dictionary (8.11.2.2), is off.
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

    fn group_is_off(&self, id: ObjectId) -> bool {
        self.off.contains(&id) || (self.base_off && !self.on.contains(&id))
    }

    /// A visibility expression: a group, or `[/And …]`, `[/Or …]`, `[/Not …]` of such. `None` where it cannot be read;
    /// then `/OCGs` and `/P` count.
    fn visible(&self, view: &View<'_>, expression: &Object, depth: usize) -> Option<bool> {
        let value = view.resolve(expression);
        let Some(items) = value.as_array() else {
            return Some(!self.group_is_off(expression.as_reference()?));
        };
        let (operator, operands) = items.split_first()?;
        view.document()
            .budget()
            .spend_operators(operands.len() as u64)
            .ok()?;
        let inner = depth.checked_sub(1)?;
        let mut values = operands.iter().map(|item| self.visible(view, item, inner));
        match operator.as_name()? {
            b"And" => values.try_fold(true, |all, one| Some(all && one?)),
            b"Or" => values.try_fold(false, |any, one| Some(any || one?)),
            b"Not" => Some(!values.next()??),
            _ => None,
        }
    }

    fn membership_is_off(&self, view: &View<'_>, membership: &Dictionary) -> bool {
        if let Some(expression) = membership.get(b"VE")
            && let Some(visible) = self.visible(view, expression, EXPRESSION_DEPTH)
        {
            return !visible;
        }
        let Some(named) = membership.get(b"OCGs") else {
            return false;
        };
        let value = view.resolve(named);
        let groups: &[Object] = match (&*value, named) {
            (Object::Array(groups), _) => groups,
            (_, Object::Reference(_)) => std::slice::from_ref(named),
            _ => return false,
        };
        // Asked for at each marked content; what is over shows in the budget.
        let budget = view.document().budget();
        if budget.spend_operators(groups.len() as u64 / 16).is_err() {
            return false;
        }
        let group_off =
            |group: &Object| group.as_reference().is_some_and(|id| self.group_is_off(id));
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

/// What the usages of groups say for the event Print of the default configuration (table 101, `/AS`).
fn print_states(view: &View<'_>) -> Vec<(ObjectId, bool)> {
    let mut states = Vec::new();
    let Some(catalog) = view.catalog() else {
        return states;
    };
    let mut value = Object::clone(&catalog.object);
    for key in [b"OCProperties".as_slice(), b"D", b"AS"] {
        let Some(inner) = value.as_dictionary().map(|one| view.get(one, key)) else {
            return states;
        };
        value = Object::clone(&inner);
    }
    for usage in value.as_array().unwrap_or_default().iter().take(USAGES) {
        let usage = view.resolve(usage);
        let Some(usage) = usage.as_dictionary() else {
            continue;
        };
        if !view.get(usage, b"Event").is_name(b"Print") {
            continue;
        }
        let groups = view.get(usage, b"OCGs");
        for group in groups.as_array().unwrap_or_default().iter().take(USAGES) {
            states.extend(print_state(view, group));
        }
    }
    states
}

fn print_state(view: &View<'_>, group: &Object) -> Option<(ObjectId, bool)> {
    let id = group.as_reference()?;
    let group = view.resolve(group);
    let usage = view.get(group.as_dictionary()?, b"Usage");
    let print = view.get(usage.as_dictionary()?, b"Print");
    let state = view.get(print.as_dictionary()?, b"PrintState");
    Some((id, state.as_name()? == b"ON"))
}
