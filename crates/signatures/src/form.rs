//! The interactive form of one state of a document (ISO 32000-2, 12.7): every terminal field with its full name, what
//! it inherits and where its widgets stand. Loops, repeated names and kids that are no fields are told, not mended.

use assay_pdf::metadata::text;
use assay_pdf::{Area, Dictionary, Object, ObjectId, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// Deepest field tree that is walked; real forms stay below 8.
const MAX_DEPTH: usize = 32;
/// Most nodes of the field tree that are looked at.
const MAX_NODES: usize = 20_000;

/// Every field of a form.
#[derive(Debug, Clone, Default)]
pub struct Form {
    pub fields: Vec<Field>,
    by_object: FxHashMap<u32, usize>,
    pub problems: Vec<FormProblem>,
    /// Nodes of the field tree that were looked at.
    pub visits: usize,
}

/// A terminal field.
#[derive(Debug, Clone)]
pub struct Field {
    /// Partial names from the root, joined by periods (12.7.4.2).
    pub name: String,
    pub kind: FieldKind,
    /// The object that holds the field; `None` when it stands inside another one.
    pub id: Option<ObjectId>,
    pub dictionary: Dictionary,
    /// /V, its own or inherited, unresolved.
    pub value: Option<Object>,
    pub widgets: Vec<Widget>,
}

/// Where a field is shown.
#[derive(Debug, Clone)]
pub struct Widget {
    pub id: Option<ObjectId>,
    /// 1-based; `None` when no page lists the widget.
    pub page: Option<u32>,
    pub area: Option<Area>,
    /// Hidden or no-view flag (12.5.3), or nothing to see in an empty rectangle.
    pub invisible: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldKind {
    Text,
    Button,
    Choice,
    Signature,
    Unknown,
}

/// What no form should have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormProblem {
    RepeatedName(String),
    PeriodInName(String),
    NameNotText,
    NotADictionary,
    Loop(ObjectId),
    TooLarge,
}

struct Node {
    object: Object,
    name: String,
    kind: Option<FieldKind>,
    value: Option<Object>,
    depth: usize,
}

impl Form {
    pub fn read(view: &View<'_>) -> Form {
        let mut form = Form::default();
        let Some(catalog) = view.catalog() else {
            return form;
        };
        let Some(root) = catalog.object.as_dictionary() else {
            return form;
        };
        let acro_form = view.get(root, b"AcroForm");
        let Some(acro_form) = acro_form.as_dictionary() else {
            return form;
        };
        let listed = view.get(acro_form, b"Fields");
        let pages = widget_pages(view);
        form.walk(view, listed.as_array().unwrap_or_default(), &pages);
        form.check_names();
        form
    }

    /// The field an object belongs to, be it the field itself or one of its widgets.
    pub fn of_object(&self, id: ObjectId) -> Option<&Field> {
        self.fields.get(*self.by_object.get(&id.number)?)
    }

    pub fn named(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    pub fn signatures(&self) -> impl Iterator<Item = &Field> {
        let all = self.fields.iter();
        all.filter(|field| field.kind == FieldKind::Signature)
    }

    fn walk(&mut self, view: &View<'_>, listed: &[Object], pages: &FxHashMap<u32, u32>) {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<Node> = Vec::new();
        let node = |object: &Object| Node {
            object: object.clone(),
            name: String::new(),
            kind: None,
            value: None,
            depth: 0,
        };
        stack.extend(listed.iter().rev().map(node));
        while let Some(mut node) = stack.pop() {
            self.visits += 1;
            if self.visits > MAX_NODES || node.depth > MAX_DEPTH {
                self.problems.push(FormProblem::TooLarge);
                return;
            }
            let object = std::mem::take(&mut node.object);
            let value = view.resolve(&object);
            if let Some(id) = value.id()
                && !seen.insert(id.number)
            {
                self.problems.push(FormProblem::Loop(id));
                continue;
            }
            match value.as_dictionary() {
                Some(dictionary) => {
                    self.visit(view, value.id(), dictionary, node, pages, &mut stack);
                }
                None => self.problems.push(FormProblem::NotADictionary),
            }
        }
    }

    fn visit(
        &mut self,
        view: &View<'_>,
        id: Option<ObjectId>,
        dictionary: &Dictionary,
        node: Node,
        pages: &FxHashMap<u32, u32>,
        stack: &mut Vec<Node>,
    ) {
        let name = self.full_name(view, dictionary, &node.name);
        let kind = match view.get(dictionary, b"FT").as_name() {
            Some(name) => Some(FieldKind::from_name(name)),
            None => node.kind,
        };
        let value = match dictionary.get(b"V") {
            Some(value) => Some(value.clone()),
            None => node.value,
        };
        let kids = view.get(dictionary, b"Kids");
        let kids = kids.as_array().unwrap_or_default();
        let is_field = |kid: &Object| {
            let kid = view.resolve(kid);
            // What is no dictionary is kept among the fields, where it is told as a problem.
            kid.as_dictionary()
                .is_none_or(|kid| kid.contains(b"T") || kid.contains(b"Kids"))
        };
        if kids.iter().any(is_field) {
            stack.extend(kids.iter().rev().map(|kid| Node {
                object: kid.clone(),
                name: name.clone(),
                kind,
                value: value.clone(),
                depth: node.depth + 1,
            }));
            return;
        }
        let mut widgets = Vec::new();
        for kid in kids {
            let kid = view.resolve(kid);
            if let Some(dictionary) = kid.as_dictionary() {
                widgets.push(widget(view, kid.id(), dictionary, pages));
            }
        }
        if view.get(dictionary, b"Subtype").is_name(b"Widget") || dictionary.contains(b"Rect") {
            widgets.push(widget(view, id, dictionary, pages));
        }
        let index = self.fields.len();
        let objects = widgets.iter().filter_map(|widget| widget.id).chain(id);
        for object in objects {
            self.by_object.entry(object.number).or_insert(index);
        }
        self.fields.push(Field {
            name,
            kind: kind.unwrap_or(FieldKind::Unknown),
            id,
            dictionary: dictionary.clone(),
            value,
            widgets,
        });
    }

    fn full_name(&mut self, view: &View<'_>, dictionary: &Dictionary, parent: &str) -> String {
        let own = view.get(dictionary, b"T");
        let Some(own) = own.as_string() else {
            if !own.is_null() {
                self.problems.push(FormProblem::NameNotText);
            }
            return parent.to_string();
        };
        let own = text(own);
        if own.contains('.') {
            self.problems.push(FormProblem::PeriodInName(own.clone()));
        }
        if parent.is_empty() {
            own
        } else {
            format!("{parent}.{own}")
        }
    }

    fn check_names(&mut self) {
        let mut seen = FxHashSet::default();
        for field in &self.fields {
            if !seen.insert(field.name.as_str()) {
                let problem = FormProblem::RepeatedName(field.name.clone());
                if !self.problems.contains(&problem) {
                    self.problems.push(problem);
                }
            }
        }
    }
}

impl FieldKind {
    fn from_name(name: &[u8]) -> FieldKind {
        match name {
            b"Tx" => FieldKind::Text,
            b"Btn" => FieldKind::Button,
            b"Ch" => FieldKind::Choice,
            b"Sig" => FieldKind::Signature,
            _ => FieldKind::Unknown,
        }
    }
}

impl Field {
    /// The first widget that can be seen, else the first.
    pub fn place(&self) -> Option<&Widget> {
        let visible = self.widgets.iter().find(|widget| !widget.invisible);
        visible.or(self.widgets.first())
    }
}

fn widget(
    view: &View<'_>,
    id: Option<ObjectId>,
    dictionary: &Dictionary,
    pages: &FxHashMap<u32, u32>,
) -> Widget {
    let area = dictionary.get(b"Rect").and_then(|rect| view.area(rect));
    let flags = view.get(dictionary, b"F").as_integer().unwrap_or(0);
    Widget {
        id,
        page: id.and_then(|id| pages.get(&id.number).copied()),
        area,
        // Bits 2 (Hidden) and 6 (NoView).
        invisible: flags & 0b10_0010 != 0 || area.is_none_or(|area| area.size() <= 0.0),
    }
}

/// On which page each annotation object is listed.
fn widget_pages(view: &View<'_>) -> FxHashMap<u32, u32> {
    let mut pages = FxHashMap::default();
    for page in view.pages() {
        let annotations = view.get(&page.dictionary, b"Annots");
        for annotation in annotations.as_array().unwrap_or_default() {
            if let Some(id) = annotation.as_reference() {
                pages.entry(id.number).or_insert(page.number);
            }
        }
    }
    pages
}
