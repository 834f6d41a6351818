//! What one save changed: each object it wrote or freed, named by what it is for in the document.

use rustc_hash::FxHashMap;

use crate::document::Document;
use crate::place::{ObjectId, Span};
use crate::syntax::object::{Dictionary, Object};
use crate::syntax::xref::Entry;
use crate::view::View;

/// What an object is for, by the way that leads to it from the trailer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    Catalog,
    /// A node of the page tree.
    PageTree,
    /// The page dictionary itself; pages are 1-based.
    Page(u32),
    PageContents(u32),
    PageFont(u32),
    PageXObject(u32),
    /// Other resources.
    PageResources(u32),
    Annotation(u32),
    /// The interactive form and its fields.
    Form,
    /// A signature dictionary.
    Signature,
    /// Document security store: certificates and revocation data (12.8.4.3).
    SecurityStore,
    Metadata,
    Info,
    Attachment,
    Structure,
    Outline,
    OptionalContent,
    Action,
    /// An object stream or cross-reference stream: how objects are kept, not what they say.
    Container,
    /// Reached by another way.
    Other,
    /// Nothing leads to it.
    Unreferenced,
}

impl Role {
    /// Whether it decides what pages show.
    pub fn draws(&self) -> bool {
        matches!(
            self,
            Self::PageContents(_)
                | Self::PageFont(_)
                | Self::PageXObject(_)
                | Self::PageResources(_)
        )
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    Added,
    Replaced,
    /// Written again with the same content.
    Repeated,
    Freed,
}

/// One object that a save wrote or freed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub id: ObjectId,
    pub kind: ChangeKind,
    pub role: Role,
    /// Where the new version stands; absent when freed.
    pub span: Option<Span>,
    /// Where the version before stands.
    pub before: Option<Span>,
}

/// What save `revision` changed against the one before it. Empty for the first.
pub fn changes(document: &Document<'_>, revision: usize) -> Vec<Change> {
    let Some(previous) = revision.checked_sub(1) else {
        return Vec::new();
    };
    let (old, new) = (document.at(previous), document.at(revision));
    let (old_roles, new_roles) = (roles(&old), roles(&new));
    let mut changes = Vec::new();
    for (number, entry) in document.written_in(revision) {
        let id = ObjectId::new(number, 0);
        let (before, after) = (old.indirect(id), new.indirect(id));
        let role = |roles: &FxHashMap<u32, Role>| roles.get(&number).cloned();
        let change = match (entry, &before, &after) {
            (Entry::Free { .. }, Some(before), _) => Change {
                id: before.id,
                kind: ChangeKind::Freed,
                role: role(&old_roles).unwrap_or(Role::Unreferenced),
                span: None,
                before: Some(before.span),
            },
            (Entry::Free { .. }, None, _) | (_, _, None) => continue,
            (_, _, Some(after)) => {
                let kind = match &before {
                    None => ChangeKind::Added,
                    Some(before) if same(&old, &before.object, &new, &after.object) => {
                        ChangeKind::Repeated
                    }
                    Some(_) => ChangeKind::Replaced,
                };
                let container = after
                    .object
                    .as_dictionary()
                    .and_then(|d| d.get(b"Type"))
                    .and_then(Object::as_name);
                let found = role(&new_roles).or_else(|| role(&old_roles));
                let role = match (container, found) {
                    (_, Some(role)) if role.draws() => role,
                    (Some(b"ObjStm" | b"XRef"), _) => Role::Container,
                    (_, found) => found.unwrap_or(Role::Unreferenced),
                };
                Change {
                    id: after.id,
                    kind,
                    role,
                    span: Some(after.span),
                    before: before.as_ref().map(|b| b.span),
                }
            }
        };
        changes.push(change);
    }
    changes
}

/// Whether two versions of an object say the same: streams by their decoded data.
pub(super) fn same(old: &View<'_>, a: &Object, new: &View<'_>, b: &Object) -> bool {
    match (a, b) {
        (Object::Stream(a), Object::Stream(b)) => {
            let bytes = old.document().bytes();
            if a.data.of(bytes) == b.data.of(bytes) && same_entries(&a.dictionary, &b.dictionary) {
                return true;
            }
            match (old.decode(a), new.decode(b)) {
                (Ok(a_data), Ok(b_data)) => {
                    a_data == b_data && same_entries(&a.dictionary, &b.dictionary)
                }
                _ => false,
            }
        }
        _ => a == b,
    }
}

/// Equal but for how the data is packed.
fn same_entries(a: &Dictionary, b: &Dictionary) -> bool {
    let packing: [&[u8]; 4] = [b"Length", b"Filter", b"DecodeParms", b"DL"];
    let telling = |dictionary: &Dictionary| -> Vec<(Vec<u8>, Object)> {
        let mut entries: Vec<_> = dictionary
            .iter()
            .filter(|(key, _)| !packing.contains(&key.as_bytes()))
            .map(|(key, value)| (key.as_bytes().to_vec(), value.clone()))
            .collect();
        entries.sort_by(|x, y| x.0.cmp(&y.0));
        entries
    };
    telling(a) == telling(b)
}

/// The role of every object reached from the trailer; the first way that reaches it counts.
pub fn roles(view: &View<'_>) -> FxHashMap<u32, Role> {
    let mut walk = Walk {
        view,
        roles: FxHashMap::default(),
    };
    let catalog = view.catalog();
    if let Some(catalog) = &catalog {
        walk.roles.insert(catalog.id.number, Role::Catalog);
    }
    // What pages draw comes first: names, destinations, articles and forms lead to pages too, and a file may call
    // anything by any type.
    walk.drawn();
    if let Some(info) = view.trailer().get(b"Info").and_then(Object::as_reference) {
        walk.roles.entry(info.number).or_insert(Role::Info);
    }
    let Some(root) = catalog.as_ref().and_then(|it| it.object.as_dictionary()) else {
        return walk.roles;
    };
    walk.from(root, b"Pages", Role::PageTree);
    // Fields before annotations: a widget is a field first, an annotation of its page second.
    walk.from(root, b"AcroForm", Role::Form);
    walk.from(root, b"DSS", Role::SecurityStore);
    walk.from(root, b"Metadata", Role::Metadata);
    for key in [b"AF".as_slice(), b"Names"] {
        walk.from(root, key, Role::Attachment);
    }
    walk.annotations();
    walk.from(root, b"StructTreeRoot", Role::Structure);
    walk.from(root, b"Outlines", Role::Outline);
    walk.from(root, b"OCProperties", Role::OptionalContent);
    for key in [b"OpenAction".as_slice(), b"AA"] {
        walk.from(root, key, Role::Action);
    }
    for (_, value) in root.iter() {
        walk.value(value, Role::Other);
    }
    walk.roles
}

struct Walk<'w, 'd> {
    view: &'w View<'d>,
    roles: FxHashMap<u32, Role>,
}

impl Walk<'_, '_> {
    fn from(&mut self, dictionary: &Dictionary, key: &[u8], role: Role) {
        if let Some(value) = dictionary.get(key) {
            self.value(value, role);
        }
    }

    fn drawn(&mut self) {
        let pages = self.view.pages();
        for page in &pages {
            if let Some(id) = page.id {
                self.roles.insert(id.number, Role::Page(page.number));
            }
        }
        for page in &pages {
            let number = page.number;
            self.from(&page.dictionary, b"Contents", Role::PageContents(number));
            let resources = &page.resources;
            self.from(resources, b"Font", Role::PageFont(number));
            self.from(resources, b"XObject", Role::PageXObject(number));
            if let Some(shared) = page.dictionary.get(b"Resources") {
                self.value(shared, Role::PageResources(number));
            }
            for (_, value) in resources.iter() {
                self.value(value, Role::PageResources(number));
            }
        }
    }

    fn annotations(&mut self) {
        for page in self.view.pages() {
            self.from(&page.dictionary, b"Annots", Role::Annotation(page.number));
            self.from(&page.dictionary, b"AF", Role::Attachment);
        }
    }

    /// Marks everything below a value that has no role yet.
    fn value(&mut self, value: &Object, role: Role) {
        let mut stack = Vec::new();
        push_references(value, &role, &mut stack);
        while let Some((id, role)) = stack.pop() {
            if self.roles.contains_key(&id.number) {
                continue;
            }
            let Some(indirect) = self.view.indirect(id) else {
                continue;
            };
            let role = match indirect.object.as_dictionary() {
                // Whatever a drawn stream calls itself, it is drawn.
                _ if role.draws() => role,
                Some(dictionary) if dictionary.contains(b"ByteRange") => Role::Signature,
                Some(dictionary)
                    if dictionary
                        .get(b"Type")
                        .is_some_and(|t| t.is_name(b"Metadata")) =>
                {
                    Role::Metadata
                }
                _ => role,
            };
            self.roles.insert(id.number, role.clone());
            let before = stack.len();
            push_references(&indirect.object, &role, &mut stack);
            // Walked for each save: what is over shows in the budget.
            let references = (stack.len() - before) as u64;
            let budget = self.view.document().budget();
            if budget.spend_operators(references.div_ceil(4)).is_err() {
                return;
            }
        }
    }
}

/// The references in a value, so that the first is on top. No deeper than values nest.
fn push_references(object: &Object, role: &Role, stack: &mut Vec<(ObjectId, Role)>) {
    match object {
        Object::Reference(id) => stack.push((*id, role.clone())),
        Object::Array(items) => {
            for item in items.iter().rev() {
                push_references(item, role, stack);
            }
        }
        _ => {
            let Some(dictionary) = object.as_dictionary() else {
                return;
            };
            for (key, value) in dictionary.iter() {
                // The way back up would give a parent the role of its child. Other ways back lead to pages, which have
                // theirs; as names of resources the same keys lead to what is drawn.
                if key.as_bytes() != b"Parent" || role.draws() {
                    push_references(value, role, stack);
                }
            }
        }
    }
}
