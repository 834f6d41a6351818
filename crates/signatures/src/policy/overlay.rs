//! What a later save laid over the text of a page: annotations and signature fields whose appearance hides what was
//! signed (evil annotation and sneaky signature attacks, S&P 2021). Permission alone does not tell; the page does.

use std::cell::Cell;

use assay_pdf::content::{Contents, PageContent, SourceKind};
use assay_pdf::{Area, ObjectId, Page, View};

use super::alteration::Alteration;
use super::annotations::subtype;
use super::compare::Finding;
use super::filled::{self, Contradiction};
use super::save::Change;
use super::uses::Use;
use crate::form::{Field, Form};

/// Share of a glyph's area that must lie below to count as covered.
const COVERED: f64 = 0.6;
/// Paint fainter than this leaves text readable.
const OPAQUE: f32 = 0.6;
/// Most pages looked at for one file.
pub const MAX_PAGES: usize = 48;

/// Something new above text that was there.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlay {
    pub page: u32,
    /// The rectangle of the annotation.
    pub area: Area,
    pub annotation: Option<ObjectId>,
    pub kind: OverlayKind,
    /// The text it lies over.
    pub hidden: String,
    /// The text it shows instead.
    pub shown: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OverlayKind {
    /// An annotation, by its subtype.
    Annotation(String),
    /// The widget of a field that is signed.
    SignedField(String),
    /// The widget of a signature field that is not signed.
    UnsignedField(String),
    /// The widget of another field, with its new appearance.
    FilledField(String),
}

/// What looking at the pages of a save gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sight {
    pub overlays: Vec<Overlay>,
    pub contradictions: Vec<Contradiction>,
}

/// Looks at every page on which the save added or changed an annotation or a signature field.
pub fn find(
    (old, old_form): (&View<'_>, &Form),
    (new, new_form): (&View<'_>, &Form),
    changes: &[Change],
    left: &Cell<usize>,
) -> Sight {
    let suspects = suspects(changes, new_form);
    let mut sight = Sight::default();
    if suspects.is_empty() {
        return sight;
    }
    let (contents, before) = (Contents::new(*new), Contents::new(*old));
    let old_pages = old.pages();
    for page in new.pages() {
        let listed = new.get(&page.dictionary, b"Annots");
        let listed = listed.as_array().unwrap_or_default();
        let on_page: Vec<(usize, &Suspect)> = listed
            .iter()
            .enumerate()
            .filter_map(|(index, item)| {
                let id = item.as_reference()?;
                let suspect = suspects.iter().find(|suspect| suspect.id == id)?;
                Some((index, suspect))
            })
            .collect();
        if on_page.is_empty() || left.get() == 0 {
            continue;
        }
        left.set(left.get() - 1);
        let drawn = contents.page(&page);
        let signed = old_pages.get((page.number as usize).wrapping_sub(1));
        let signed = signed.map(|page| before.page(page));
        let below = signed.as_ref().unwrap_or(&drawn);
        for (index, suspect) in on_page {
            let mine = own_places(
                old,
                old_pages.get((page.number as usize).wrapping_sub(1)),
                suspect.id,
            );
            look(
                new,
                &page,
                &drawn,
                (below, &mine),
                index,
                suspect,
                &mut sight,
            );
            if let Role::Filled { field } = &suspect.role {
                let shown = [(below, mine.as_slice()), (&drawn, &[index as u16])]
                    .map(|(drawn, places)| shown_by(drawn, places));
                let values = [old_form, new_form].map(|form| form.named(field));
                let values = [(old, values[0]), (new, values[1])].map(|(v, f)| field_value(v, f));
                let found = filled::contradiction(values, shown);
                let area = place(new, suspect.id);
                sight
                    .contradictions
                    .extend(found.zip(area).map(|(found, area)| Contradiction {
                        field: field.clone(),
                        page: page.number,
                        area,
                        value: found.0,
                        shown: found.1,
                    }));
            }
        }
    }
    sight
}

/// At which places of a page's annotations one object stands: what a field showed before is not text below it.
fn own_places(view: &View<'_>, page: Option<&Page>, id: ObjectId) -> Vec<u16> {
    let Some(page) = page else {
        return Vec::new();
    };
    let listed = view.get(&page.dictionary, b"Annots");
    let listed = listed.as_array().unwrap_or_default().iter().enumerate();
    listed
        .filter(|(_, item)| item.as_reference() == Some(id))
        .map(|(index, _)| index as u16)
        .collect()
}

struct Suspect {
    id: ObjectId,
    role: Role,
}

/// What a suspect is.
#[derive(Clone)]
enum Role {
    Annotation,
    Signature { field: String, signed: bool },
    Filled { field: String },
}

fn suspects(changes: &[Change], form: &Form) -> Vec<Suspect> {
    let mut suspects: Vec<Suspect> = Vec::new();
    let findings = changes.iter().flat_map(|change| {
        let findings = change.findings.iter();
        findings.map(move |finding| (change.object, finding))
    });
    for (object, finding) in findings {
        let Some((id, role)) = role_of(object, finding, form) else {
            continue;
        };
        match suspects.iter_mut().find(|suspect| suspect.id == id) {
            // A field that is added and signed in one go is signed.
            Some(known) => {
                if let (Role::Signature { signed, .. }, Role::Signature { signed: true, .. }) =
                    (&mut known.role, &role)
                {
                    *signed = true;
                }
            }
            None => suspects.push(Suspect { id, role }),
        }
    }
    suspects
}

fn role_of(object: Option<ObjectId>, finding: &Finding, form: &Form) -> Option<(ObjectId, Role)> {
    let role = match &finding.what {
        Alteration::AnnotationAdded { .. } | Alteration::AnnotationChanged { .. } => {
            Role::Annotation
        }
        Alteration::SignatureFieldAdded {
            name,
            visible: true,
        } => Role::Signature {
            field: name.clone(),
            signed: false,
        },
        Alteration::SignatureAdded { name } => Role::Signature {
            field: name.clone(),
            signed: true,
        },
        Alteration::FieldValue { name, .. } | Alteration::FieldProperty { name, .. } => {
            Role::Filled {
                field: name.clone(),
            }
        }
        // What a field shows was changed, in an object of its own.
        Alteration::Value { of } | Alteration::Member { of, .. } if is_look(*of) => {
            let field = form.named(finding.field.as_deref()?)?;
            let role = Role::Filled {
                field: field.name.clone(),
            };
            return Some((field.place()?.id?, role));
        }
        _ => return None,
    };
    // A filled field is the object that changed.
    let id = finding.annotation.or(object)?;
    Some((id, role))
}

fn is_look(of: Use) -> bool {
    matches!(
        of,
        Use::Appearance | Use::AppearanceStream | Use::AppearanceResource
    )
}

fn look(
    view: &View<'_>,
    page: &Page,
    drawn: &PageContent,
    (below, before): (&PageContent, &[u16]),
    index: usize,
    suspect: &Suspect,
    sight: &mut Sight,
) -> Option<()> {
    let reference = assay_pdf::Object::Reference(suspect.id);
    let annotation = view.resolve(&reference);
    let dictionary = annotation.as_dictionary()?;
    let area = view.area(dictionary.get(b"Rect")?)?;
    let kind = match &suspect.role {
        Role::Signature {
            field,
            signed: true,
        } => OverlayKind::SignedField(field.clone()),
        Role::Signature { field, .. } => OverlayKind::UnsignedField(field.clone()),
        Role::Filled { field } => OverlayKind::FilledField(field.clone()),
        Role::Annotation => OverlayKind::Annotation(subtype(view, &reference)),
    };
    let own = |source: u16| {
        let source = drawn.sources.get(usize::from(source));
        source.is_some_and(|source| source.kind == SourceKind::Annotation(index as u16))
    };
    let shown = shown_by(drawn, &[index as u16]);
    let covering = covering_areas(drawn, &own, is_mark(&kind));
    let hidden = text_below(below, before, &covering);
    if hidden.chars().any(char::is_alphanumeric) {
        sight.overlays.push(Overlay {
            page: page.number,
            area,
            annotation: Some(suspect.id),
            kind,
            hidden,
            shown,
        });
    }
    Some(())
}

/// The text that the appearances of the annotations at these places draw.
fn shown_by(drawn: &PageContent, places: &[u16]) -> String {
    let texts = places.iter().map(|&index| drawn.appearance_text(index));
    texts.collect()
}

fn field_value(view: &View<'_>, field: Option<&Field>) -> Option<String> {
    let value = view.resolve(field?.value.as_ref()?);
    value.as_string().map(assay_pdf::metadata::text)
}

fn place(view: &View<'_>, widget: ObjectId) -> Option<Area> {
    let reference = assay_pdf::Object::Reference(widget);
    let widget = view.resolve(&reference);
    view.area(widget.as_dictionary()?.get(b"Rect")?)
}

/// Annotations that mark text by nature: their colour is meant to be multiplied with what is below.
fn is_mark(kind: &OverlayKind) -> bool {
    let OverlayKind::Annotation(subtype) = kind else {
        return false;
    };
    matches!(
        subtype.as_str(),
        "Highlight" | "Underline" | "StrikeOut" | "Squiggly" | "Caret" | "Link"
    )
}

/// What the appearance fills so that nothing below can be read. Of a mark, only white hides: white multiplied would be
/// nothing.
fn covering_areas(drawn: &PageContent, own: &dyn Fn(u16) -> bool, mark: bool) -> Vec<Area> {
    let paints = drawn.paints.iter().filter(|paint| {
        let filled = paint.filled.as_ref();
        own(paint.source)
            && filled.is_some_and(|color| !mark || color.is_white())
            && paint.alpha >= OPAQUE
            && !paint.hidden
    });
    let images = drawn.images.iter().filter(|image| {
        own(image.source) && !image.hidden && image.alpha >= OPAQUE && !image.transparent
    });
    let paints = paints.map(|paint| paint.area);
    paints.chain(images.map(|image| image.area)).collect()
}

/// The text of the page itself, and of older annotations, in those areas.
fn text_below(below: &PageContent, before: &[u16], covering: &[Area]) -> String {
    let mut text = String::new();
    let own = |source: u16| {
        let source = below
            .sources
            .get(usize::from(source))
            .map(|source| source.kind);
        matches!(source, Some(SourceKind::Annotation(index)) if before.contains(&index))
    };
    for run in below
        .runs
        .iter()
        .filter(|run| !run.hidden && !own(run.source))
    {
        for glyph in below.run_glyphs(run) {
            if covering
                .iter()
                .any(|area| glyph.area.covered_by(area) >= COVERED)
            {
                text.push_str(below.glyph_text(glyph));
            }
        }
        if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
    }
    text.trim().to_string()
}
