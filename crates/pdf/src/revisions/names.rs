//! What a person calls an object: “page 2 contents”, “field Total”, by the way that leads to it from the trailer.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::metadata::text;
use crate::pages::Page;
use crate::place::ObjectId;
use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

/// Characters of a name that are kept: parts of it come from the file.
const LENGTH: usize = 96;
/// Fields nested deeper are named by what they hang on; genuine forms stay below 10.
const FIELD_DEPTH: usize = 32;
/// Parts that a way may add to a name before it says no more to a person.
const PARTS: u8 = 3;

/// The name of every object that the trailer leads to; the way that says most about an object counts.
pub fn names(view: &View<'_>) -> FxHashMap<u32, Rc<str>> {
    let mut walk = Walk {
        view,
        names: FxHashMap::default(),
    };
    walk.trailer();
    let Some(catalog) = view.catalog() else {
        return walk.names;
    };
    walk.put(catalog.id, "catalog");
    let Some(root) = catalog.object.as_dictionary() else {
        return walk.names;
    };
    walk.form(root);
    walk.attachments(root);
    for page in view.pages() {
        walk.page(&page);
    }
    let listed = view.get(root, b"Names");
    if let Some(destinations) = listed.as_dictionary().and_then(|all| all.get(b"Dests")) {
        walk.below(destinations, DESTINATIONS, 0);
    }
    for (key, name) in PLACES {
        if let Some(value) = root.get(key) {
            walk.below(value, name, 0);
        }
    }
    if let Some(store) = root.get(b"DSS") {
        walk.below(store, "security store", PARTS);
    }
    for (key, value) in root.iter() {
        walk.below(value, &format!("catalog/{}", key.to_text()), PARTS);
    }
    walk.names
}

/// Parts of a document whose objects all bear its name.
const PLACES: [(&[u8], &str); 9] = [
    (b"Pages", "page tree"),
    (b"Metadata", "XMP metadata"),
    (b"StructTreeRoot", "structure tree"),
    (b"Outlines", "bookmarks"),
    (b"OCProperties", "layers"),
    (b"OpenAction", "opening action"),
    (b"AcroForm", "form"),
    (b"PageLabels", "page labels"),
    (b"Dests", DESTINATIONS),
];

/// In the catalog, or in its name dictionary (12.3.2.4).
const DESTINATIONS: &str = "named destinations";

struct Walk<'w, 'd> {
    view: &'w View<'d>,
    names: FxHashMap<u32, Rc<str>>,
}

impl Walk<'_, '_> {
    fn put(&mut self, id: ObjectId, name: &str) {
        let short: String = name.chars().take(LENGTH).collect();
        self.names.entry(id.number).or_insert_with(|| short.into());
    }

    fn trailer(&mut self) {
        for (key, name) in [(b"Info".as_slice(), "Info"), (b"Encrypt", "encryption")] {
            if let Some(id) = self.view.trailer().get(key).and_then(Object::as_reference) {
                self.put(id, name);
            }
        }
    }

    /// Names everything below a value that has no name yet. Each of the next `parts` keys becomes part of the name.
    fn below(&mut self, value: &Object, name: &str, parts: u8) {
        let mut stack: Vec<(Object, Rc<str>, u8)> = vec![(value.clone(), name.into(), parts)];
        while let Some((value, name, parts)) = stack.pop() {
            let object = match &value {
                Object::Reference(id) => {
                    if self.names.contains_key(&id.number) {
                        continue;
                    }
                    self.put(*id, &name);
                    match self.view.indirect(*id) {
                        Some(indirect) => indirect.object.clone(),
                        None => continue,
                    }
                }
                _ => value,
            };
            match (&object, object.as_dictionary()) {
                (Object::Array(items), _) => {
                    let items = items.iter().rev().filter(|item| leads_on(item));
                    stack.extend(items.map(|item| (item.clone(), name.clone(), parts)));
                }
                (_, Some(dictionary)) => {
                    for (key, value) in dictionary
                        .iter()
                        .rev()
                        .filter(|(key, value)| leads_on(value) && !UPWARD.contains(&key.as_bytes()))
                    {
                        let further: Rc<str> = match parts {
                            0 => name.clone(),
                            _ => format!("{name}/{}", key.to_text()).into(),
                        };
                        stack.push((value.clone(), further, parts.saturating_sub(1)));
                    }
                }
                _ => {}
            }
        }
    }

    fn form(&mut self, root: &Dictionary) {
        let form = self.view.get(root, b"AcroForm");
        let Some(form) = form.as_dictionary() else {
            return;
        };
        let fields = self.view.get(form, b"Fields");
        let mut stack: Vec<(Object, String, usize)> = fields
            .as_array()
            .unwrap_or_default()
            .iter()
            .rev()
            .map(|field| (field.clone(), String::new(), 0))
            .collect();
        while let Some((field, parent, depth)) = stack.pop() {
            let id = field.as_reference();
            if depth > FIELD_DEPTH || id.is_some_and(|id| self.names.contains_key(&id.number)) {
                continue;
            }
            let value = self.view.resolve(&field);
            let Some(dictionary) = value.as_dictionary() else {
                continue;
            };
            let full = match self.view.get(dictionary, b"T").as_string() {
                Some(own) if parent.is_empty() => text(own),
                Some(own) => format!("{parent}.{}", text(own)),
                None => parent,
            };
            let name = format!("field {full}");
            if let Some(id) = id {
                self.put(id, &name);
            }
            // Before the value's own parts: a signature dictionary is more than a value.
            if let Some(value) = dictionary.get(b"V") {
                let signature = self
                    .view
                    .resolve(value)
                    .as_dictionary()
                    .is_some_and(|value| value.contains(b"ByteRange"));
                let what = match signature {
                    true => format!("signature {full}"),
                    false => format!("{name} value"),
                };
                self.below(value, &what, 0);
            }
            if let Some(appearance) = dictionary.get(b"AP") {
                self.below(appearance, &format!("{name} appearance"), 0);
            }
            let kids = self.view.get(dictionary, b"Kids");
            for kid in kids.as_array().unwrap_or_default().iter().rev() {
                stack.push((kid.clone(), full.clone(), depth + 1));
            }
            for (key, value) in dictionary.iter() {
                if !UPWARD.contains(&key.as_bytes()) && key.as_bytes() != b"Kids" {
                    self.below(value, &name, 0);
                }
            }
        }
    }

    /// File specifications by the names they give (7.11.4).
    fn attachments(&mut self, root: &Dictionary) {
        let names = self.view.get(root, b"Names");
        let embedded = names
            .as_dictionary()
            .and_then(|names| names.get(b"EmbeddedFiles").cloned());
        let mut found = Vec::new();
        if let Some(associated) = root.get(b"AF") {
            self.specifications(associated, &mut found);
        }
        if let Some(embedded) = &embedded {
            self.specifications(embedded, &mut found);
        }
        for (specification, name) in found {
            self.below(&specification, &format!("attachment {name}"), 0);
        }
        if let Some(embedded) = &embedded {
            self.below(embedded, "list of attachments", 0);
        }
    }

    /// Every file specification below a name tree or a list, with its name.
    fn specifications(&self, value: &Object, found: &mut Vec<(Object, String)>) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![value.clone()];
        while let Some(value) = stack.pop() {
            if value
                .as_reference()
                .is_some_and(|id| !seen.insert(id.number))
            {
                continue;
            }
            let object = self.view.resolve(&value);
            match object.as_dictionary() {
                Some(dictionary) if dictionary.contains(b"EF") => {
                    let name = [b"UF".as_slice(), b"F"].iter().find_map(|key| {
                        let name = self.view.get(dictionary, key);
                        name.as_string().map(text)
                    });
                    found.push((value, name.unwrap_or_default()));
                }
                Some(dictionary) => {
                    let lists = [b"Kids".as_slice(), b"Names"];
                    stack.extend(lists.iter().filter_map(|key| dictionary.get(key)).cloned());
                }
                None => {
                    let items = object.as_array().unwrap_or_default();
                    stack.extend(items.iter().rev().filter(|item| leads_on(item)).cloned());
                }
            }
        }
    }

    fn page(&mut self, page: &Page) {
        let name = format!("page {}", page.number);
        if let Some(id) = page.id {
            self.put(id, &name);
        }
        if let Some(contents) = page.dictionary.get(b"Contents") {
            self.below(contents, &format!("{name} contents"), 0);
        }
        if let Some(thumbnail) = page.dictionary.get(b"Thumb") {
            self.below(thumbnail, &format!("{name} thumbnail"), 0);
        }
        for (kind, word) in [(b"Font".as_slice(), "font"), (b"XObject", "")] {
            let resources = self.view.get(&page.resources, kind);
            for (key, value) in resources
                .as_dictionary()
                .into_iter()
                .flat_map(|listed| listed.iter())
            {
                let word = match word {
                    "" => self.kind_of_xobject(value),
                    word => word,
                };
                self.below(value, &format!("{name} {word} {}", key.to_text()), 0);
            }
        }
        let annotations = self.view.get(&page.dictionary, b"Annots");
        let list = annotations.as_array().unwrap_or_default();
        for (index, annotation) in list.iter().enumerate() {
            let value = self.view.resolve(annotation);
            let kind = value
                .as_dictionary()
                .map(|dictionary| self.view.get(dictionary, b"Subtype"))
                .and_then(|kind| {
                    kind.as_name()
                        .map(|kind| String::from_utf8_lossy(kind).into_owned())
                })
                .unwrap_or_default();
            let name = format!("{name} annotation {} ({kind})", index + 1);
            self.below(annotation, &name, 0);
        }
        if let Some(annotations) = page.dictionary.get(b"Annots") {
            self.below(annotations, &format!("{name} list of annotations"), 0);
        }
        if let Some(resources) = page.dictionary.get(b"Resources") {
            self.below(resources, &format!("{name} resources"), 0);
        }
        for (key, value) in page.dictionary.iter() {
            if !UPWARD.contains(&key.as_bytes()) {
                self.below(value, &format!("{name}/{}", key.to_text()), 0);
            }
        }
    }

    fn kind_of_xobject(&self, value: &Object) -> &'static str {
        let object = self.view.resolve(value);
        let image = object
            .as_dictionary()
            .is_some_and(|dictionary| self.view.get(dictionary, b"Subtype").is_name(b"Image"));
        if image { "picture" } else { "drawing" }
    }
}

/// The ways back up.
const UPWARD: [&[u8]; 6] = [b"Parent", b"P", b"Pg", b"StructParent", b"Dest", b"D"];

fn leads_on(value: &Object) -> bool {
    matches!(
        value,
        Object::Reference(_) | Object::Array(_) | Object::Dictionary(_)
    )
}
