//! What every object of a document is used for: all the ways that lead to it from the trailer, not only the first. An
//! object that is a widget's appearance and a page's form at once is both, and a change to it counts as the worse.

use std::collections::VecDeque;
use std::rc::Rc;

use assay_pdf::{Dictionary, Object, ObjectId, View};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::Form;

/// Most pairs of object and use that are followed in one state of a document.
pub const MAX_STEPS: usize = 400_000;

/// One purpose of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Use {
    Trailer,
    Catalog,
    Info,
    Metadata,
    Extensions,
    SecurityStore,
    /// /VRI: one entry a signature.
    ValidationEntries,
    ValidationEntry,
    /// Certificates, CRLs, OCSP responses, timestamps.
    SecurityData,
    /// /Perms.
    Permissions,
    Form,
    /// /Fields of the form.
    FieldList,
    /// /Kids of a field.
    FieldKids,
    /// A field or a widget of one.
    Field,
    FieldValue,
    SignatureValue,
    Lock,
    SeedValue,
    /// /DR of the form.
    FormResource,
    /// /AP of a field, or the states in it.
    Appearance,
    AppearanceStream,
    AppearanceResource,
    PageTree,
    Page,
    Contents,
    PageResource,
    /// Anything else of a page that decides how it looks or acts.
    PagePart,
    AnnotationList,
    Annotation,
    AnnotationPart,
    Structure,
    Names,
    Attachment,
    Outline,
    Action,
    OptionalContent,
    OutputIntent,
    /// Private data of programs.
    PrivateData,
    Other,
}

/// A use, with the page or field it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseAt {
    pub of: Use,
    pub page: Option<u32>,
    pub field: Option<Rc<str>>,
}

/// All uses of all objects of one state.
#[derive(Debug, Default)]
pub struct Uses {
    by_object: FxHashMap<u32, Vec<UseAt>>,
    /// Numbers that something in use refers to and that hold nothing.
    dangling: FxHashSet<u32>,
    /// The walk was cut short: what is not in the table may still be used.
    pub cut: bool,
    /// Pairs that were followed.
    pub steps: usize,
}

struct Step {
    id: ObjectId,
    at: UseAt,
}

impl Uses {
    pub fn of(&self, number: u32) -> &[UseAt] {
        self.by_object
            .get(&number)
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    pub fn is_used(&self, number: u32) -> bool {
        self.by_object.contains_key(&number)
    }

    /// Whether something in use refers to a number that holds nothing.
    pub fn is_dangling(&self, number: u32) -> bool {
        self.dangling.contains(&number)
    }

    /// Follows at most `limit` pairs.
    pub fn read(view: &View<'_>, form: &Form, limit: usize) -> Uses {
        let mut walk = Walk {
            view,
            form,
            uses: Uses::default(),
            seen: FxHashSet::default(),
            queue: VecDeque::new(),
            page_numbers: FxHashMap::default(),
        };
        for page in view.pages() {
            if let Some(id) = page.id {
                walk.page_numbers.insert(id.number, page.number);
            }
        }
        let trailer = UseAt {
            of: Use::Trailer,
            page: None,
            field: None,
        };
        walk.dictionary(view.trailer(), &trailer);
        walk.run(limit.min(MAX_STEPS));
        walk.uses
    }
}

struct Walk<'w, 'd> {
    view: &'w View<'d>,
    form: &'w Form,
    uses: Uses,
    seen: FxHashSet<(u32, Use)>,
    queue: VecDeque<Step>,
    page_numbers: FxHashMap<u32, u32>,
}

impl Walk<'_, '_> {
    fn run(&mut self, limit: usize) {
        while let Some(step) = self.queue.pop_front() {
            if self.uses.steps >= limit {
                self.uses.cut = true;
                return;
            }
            self.uses.steps += 1;
            let Some(indirect) = self.view.indirect(step.id) else {
                continue;
            };
            let mut at = step.at;
            if at.of == Use::Page {
                at.page = self.page_numbers.get(&step.id.number).copied().or(at.page);
            }
            if at.of == Use::Field
                && let Some(field) = self.form.of_object(step.id)
            {
                at.field = Some(field.name.as_str().into());
                let widget = field.widgets.iter().find(|one| one.id == Some(step.id));
                let widget = widget.or(field.place());
                at.page = widget.and_then(|widget| widget.page).or(at.page);
            }
            let known = self.uses.by_object.entry(step.id.number).or_default();
            known.push(at.clone());
            self.value(&indirect.object, &at);
        }
    }

    fn value(&mut self, value: &Object, at: &UseAt) {
        match value {
            Object::Reference(id) => self.enqueue(*id, at),
            Object::Array(items) => {
                for item in items {
                    let of = element_use(self.view, at.of, item);
                    let inner = UseAt { of, ..at.clone() };
                    self.value(item, &inner);
                }
            }
            Object::Dictionary(dictionary) => self.dictionary(dictionary, at),
            Object::Stream(stream) => self.dictionary(&stream.dictionary, at),
            _ => {}
        }
    }

    fn dictionary(&mut self, dictionary: &Dictionary, at: &UseAt) {
        for (key, value) in dictionary.iter() {
            let is_container = matches!(
                value,
                Object::Reference(_) | Object::Array(_) | Object::Dictionary(_)
            );
            if !is_container {
                continue;
            }
            if let Some(of) = member_use(self.view, at.of, dictionary, key.as_bytes(), value) {
                let inner = UseAt { of, ..at.clone() };
                self.value(value, &inner);
            }
        }
    }

    fn enqueue(&mut self, id: ObjectId, at: &UseAt) {
        if is_pointer(at.of) && self.leads_to_content(id) {
            return;
        }
        let Some(of) = actual_use(self.view, at.of, id) else {
            self.uses.dangling.insert(id.number);
            return;
        };
        if self.seen.insert((id.number, of)) {
            let at = UseAt { of, ..at.clone() };
            self.queue.push_back(Step { id, at });
        }
    }

    /// Pages, annotations, fields and the catalog are content where the page tree, /Annots and /Fields list them;
    /// anywhere else (a destination, an action's target, a structure element) they are only pointed at.
    fn leads_to_content(&self, id: ObjectId) -> bool {
        let Some(indirect) = self.view.indirect(id) else {
            return false;
        };
        let Some(dictionary) = indirect.object.as_dictionary() else {
            return false;
        };
        let kind = self.view.get(dictionary, b"Type");
        let kind = kind.as_name().unwrap_or_default();
        matches!(kind, b"Page" | b"Pages" | b"Catalog" | b"Annot")
            || dictionary.contains(b"FT")
            || self.view.get(dictionary, b"Subtype").is_name(b"Widget")
    }
}

/// Uses below which a page, an annotation or a field is only pointed at.
fn is_pointer(of: Use) -> bool {
    matches!(
        of,
        Use::Outline
            | Use::Action
            | Use::Names
            | Use::Structure
            | Use::Attachment
            | Use::Other
            | Use::PrivateData
            | Use::SignatureValue
            | Use::AnnotationPart
            | Use::PagePart
            | Use::Permissions
            | Use::FieldValue
    )
}

/// The use of an object that is reached by reference, once it is known what it is.
fn actual_use(view: &View<'_>, of: Use, id: ObjectId) -> Option<Use> {
    let indirect = view.indirect(id)?;
    let dictionary = indirect.object.as_dictionary();
    Some(match (of, dictionary) {
        (Use::FieldValue, Some(dictionary)) if is_signature(view, dictionary) => {
            Use::SignatureValue
        }
        (Use::AnnotationList, Some(dictionary)) => annotation_use(view, dictionary),
        (Use::PageTree, Some(dictionary)) if is_page(view, dictionary) => Use::Page,
        (Use::Appearance, Some(_)) if indirect.object.as_stream().is_some() => {
            Use::AppearanceStream
        }
        // An array of fields or annotations held as an object of its own keeps its use; so does everything else.
        (Use::FieldList | Use::FieldKids, Some(_)) => Use::Field,
        _ => of,
    })
}

fn annotation_use(view: &View<'_>, dictionary: &Dictionary) -> Use {
    if view.get(dictionary, b"Subtype").is_name(b"Widget") {
        Use::Field
    } else {
        Use::Annotation
    }
}

fn is_page(view: &View<'_>, dictionary: &Dictionary) -> bool {
    view.get(dictionary, b"Type").is_name(b"Page") || !dictionary.contains(b"Kids")
}

/// Whether a dictionary is a signature (12.8.1): by its type or by what only signatures have.
pub fn is_signature(view: &View<'_>, dictionary: &Dictionary) -> bool {
    let kind = view.get(dictionary, b"Type");
    matches!(kind.as_name(), Some(b"Sig" | b"DocTimeStamp"))
        || dictionary.contains(b"ByteRange")
        || dictionary.contains(b"SubFilter")
}

/// The use of the elements of an array.
pub fn element_use(view: &View<'_>, of: Use, element: &Object) -> Use {
    match (of, element) {
        (Use::FieldList | Use::FieldKids, Object::Dictionary(_)) => Use::Field,
        (Use::AnnotationList, Object::Dictionary(dictionary)) => annotation_use(view, dictionary),
        (Use::PageTree, Object::Dictionary(dictionary)) if is_page(view, dictionary) => Use::Page,
        _ => of,
    }
}

/// The use of a dictionary's member; `None` for ways back up, which would give a parent the use of its child.
pub fn member_use(
    view: &View<'_>,
    of: Use,
    dictionary: &Dictionary,
    key: &[u8],
    value: &Object,
) -> Option<Use> {
    Some(match of {
        Use::Trailer => match key {
            b"Root" => Use::Catalog,
            b"Info" => Use::Info,
            _ => return None,
        },
        Use::Catalog => catalog_member(key),
        Use::SecurityStore => match key {
            b"VRI" => Use::ValidationEntries,
            _ => Use::SecurityData,
        },
        Use::ValidationEntries => Use::ValidationEntry,
        Use::ValidationEntry => Use::SecurityData,
        Use::Form => match key {
            b"Fields" => Use::FieldList,
            b"DR" => Use::FormResource,
            b"XFA" => Use::Other,
            // The order of calculation points at fields.
            b"CO" => return None,
            _ => Use::Other,
        },
        Use::Field => return field_member(view, key, value),
        Use::Appearance => match value {
            Object::Dictionary(_) => Use::Appearance,
            _ if view.resolve(value).as_stream().is_some() => Use::AppearanceStream,
            _ => Use::Appearance,
        },
        Use::AppearanceStream => Use::AppearanceResource,
        Use::PageTree => match key {
            b"Kids" => Use::PageTree,
            b"Parent" => return None,
            b"Resources" => Use::PageResource,
            _ => Use::PagePart,
        },
        Use::Page => match key {
            b"Parent" => return None,
            b"Contents" => Use::Contents,
            b"Resources" => Use::PageResource,
            b"Annots" => Use::AnnotationList,
            b"Metadata" => Use::Metadata,
            b"PieceInfo" => Use::PrivateData,
            b"AA" => Use::Action,
            b"AF" => Use::Attachment,
            _ => Use::PagePart,
        },
        Use::Annotation | Use::AnnotationPart => match key {
            b"P" | b"Parent" | b"IRT" if of == Use::Annotation => return None,
            b"Popup" => Use::Annotation,
            b"A" | b"AA" | b"PA" => Use::Action,
            b"FS" => Use::Attachment,
            _ => Use::AnnotationPart,
        },
        Use::Structure => match key {
            b"P" | b"Pg" | b"Obj" => return None,
            b"AF" => Use::Attachment,
            _ => Use::Structure,
        },
        Use::Names => match key {
            b"JavaScript" => Use::Action,
            b"EmbeddedFiles" => Use::Attachment,
            _ => Use::Names,
        },
        Use::Outline => match key {
            b"A" => Use::Action,
            b"SE" => Use::Structure,
            _ => Use::Outline,
        },
        // A structure destination (12.3.2.3) points at an element.
        Use::Action if key == b"SD" => Use::Structure,
        Use::SignatureValue => match key {
            // /Data of a signature reference points back at the catalog (12.8.1, table 256).
            b"Data" => return None,
            _ => Use::SignatureValue,
        },
        Use::Permissions => Use::SignatureValue,
        Use::Metadata
            if dictionary
                .get(b"Type")
                .is_some_and(|kind| kind.is_name(b"Metadata")) =>
        {
            Use::Metadata
        }
        other => other,
    })
}

fn catalog_member(key: &[u8]) -> Use {
    match key {
        b"AcroForm" => Use::Form,
        b"DSS" => Use::SecurityStore,
        b"Extensions" => Use::Extensions,
        b"Metadata" => Use::Metadata,
        b"Perms" => Use::Permissions,
        b"Pages" => Use::PageTree,
        b"StructTreeRoot" => Use::Structure,
        b"Names" | b"Dests" => Use::Names,
        b"Outlines" => Use::Outline,
        b"OpenAction" | b"AA" => Use::Action,
        b"OCProperties" => Use::OptionalContent,
        b"OutputIntents" => Use::OutputIntent,
        b"PieceInfo" => Use::PrivateData,
        b"AF" => Use::Attachment,
        _ => Use::Other,
    }
}

fn field_member(view: &View<'_>, key: &[u8], value: &Object) -> Option<Use> {
    Some(match key {
        b"P" | b"Parent" => return None,
        b"Kids" => Use::FieldKids,
        b"V" | b"DV" => match value {
            Object::Dictionary(dictionary) if is_signature(view, dictionary) => Use::SignatureValue,
            _ => Use::FieldValue,
        },
        b"AP" => Use::Appearance,
        b"Lock" => Use::Lock,
        b"SV" => Use::SeedValue,
        b"A" | b"AA" => Use::Action,
        _ => Use::FieldValue,
    })
}
