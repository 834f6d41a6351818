//! What a later save laid over the text of a page, or took away from over it: annotations and signature fields whose ink
//! meets what was signed (evil annotation and sneaky signature attacks, S&P 2021). Permission alone does not tell; the
//! page does, on the screen and on paper.

mod ink;
mod looked;
mod meeting;

use std::cell::Cell;

use assay_pdf::content::{Contents, PageContent};
use assay_pdf::{Area, Object, ObjectId, Page, View};

use super::alteration::Alteration;
use super::compare::Finding;
use super::filled::{self, Contradiction, Filled};
use super::save::Change;
use super::uses::Use;
use crate::form::{Field, FieldKind, Form};
use looked::Looked;

/// Most pages looked at for one file.
pub const MAX_PAGES: usize = 48;

/// Something new above text that was there, or something gone from above it.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlay {
    pub page: u32,
    /// The rectangle of the annotation.
    pub area: Area,
    pub annotation: Option<ObjectId>,
    pub kind: OverlayKind,
    /// The text it lies over or stands beside; of what is gone, the text it showed.
    pub hidden: String,
    /// The text it shows instead; of what is gone, the text that came to light.
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
    /// Something that covered text is gone, hidden or moved below it.
    Uncovered,
}

/// What looking at the pages of a save gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sight {
    pub overlays: Vec<Overlay>,
    pub contradictions: Vec<Contradiction>,
}

/// One state of a document as it is looked at.
#[derive(Clone, Copy)]
struct Side<'s, 'd> {
    view: &'s View<'d>,
    form: &'s Form,
}

/// Looks at every page on which the save added, changed or removed an annotation or a field.
pub fn find(
    old: (&View<'_>, &Form),
    new: (&View<'_>, &Form),
    changes: &[Change],
    left: &Cell<usize>,
) -> Sight {
    let (old, new) = (
        Side {
            view: old.0,
            form: old.1,
        },
        Side {
            view: new.0,
            form: new.1,
        },
    );
    let touched: Vec<&Change> = changes
        .iter()
        .filter(|change| is_about_looks(change))
        .collect();
    let mut filled = filled_fields(changes, new.form);
    if draws_anew(new.view) && !draws_anew(old.view) {
        let texts = new
            .form
            .fields
            .iter()
            .filter(|field| field.kind == FieldKind::Text);
        let widgets =
            texts.flat_map(|field| field.widgets.iter().map(move |widget| (widget.id, field)));
        filled.extend(widgets.filter_map(|(id, field)| Some((id?, field.name.clone()))));
    }
    let mut sight = Sight::default();
    if touched.is_empty() && filled.is_empty() {
        return sight;
    }
    let (contents, before) = (Contents::new(*new.view), Contents::new(*old.view));
    let printed = (Contents::printed(*new.view), Contents::printed(*old.view));
    let old_pages = old.view.pages();
    for page in new.view.pages() {
        let on_page: Vec<(u16, &(ObjectId, String))> = places(new.view, &page)
            .into_iter()
            .filter_map(|(index, id)| {
                Some((index, filled.iter().find(|(widget, _)| *widget == id)?))
            })
            .collect();
        if on_page.is_empty() && !is_touched(&touched, new.view, &page) || left.get() == 0 {
            continue;
        }
        left.set(left.get() - 1);
        let same_page = old_pages
            .iter()
            .find(|old| old.id.is_some() && old.id == page.id);
        let was = same_page.or(old_pages.get((page.number as usize).wrapping_sub(1)));
        let drawn = contents.page(&page);
        let Some(was) = was else {
            continue;
        };
        let below = before.page(was);
        let looked = Looked::new((old, was, &below), (new, &page, &drawn));
        looked.overlays(&mut sight.overlays);
        if contents.prints_otherwise(&page) || before.prints_otherwise(was) {
            let (drawn, below) = (printed.0.page(&page), printed.1.page(was));
            let looked = Looked::new((old, was, &below), (new, &page, &drawn));
            looked.overlays(&mut sight.overlays);
        }
        let filled = on_page.iter().filter_map(|(index, (widget, field))| {
            let own = own_places(old.view, was, *widget);
            contradiction(
                (old, &below, &own),
                (new, &drawn, *index),
                field,
                page.number,
                *widget,
            )
        });
        sight.contradictions.extend(filled);
    }
    sight
}

/// Whether a change may alter what annotations and fields show.
fn is_about_looks(change: &Change) -> bool {
    let used = change.uses.iter().any(|of| {
        matches!(
            of,
            Use::Field
                | Use::Annotation
                | Use::AnnotationPart
                | Use::AnnotationList
                | Use::FormResource
        ) || is_look(*of)
    });
    used || change.findings.iter().any(|finding| {
        matches!(
            finding.what,
            Alteration::AnnotationAdded { .. }
                | Alteration::AnnotationRemoved { .. }
                | Alteration::AnnotationsReordered
                | Alteration::WidgetAdded { .. }
                | Alteration::WidgetRemoved { .. }
        )
    })
}

/// Whether one of these changes is about a page: it says so, or the page lists the object.
fn is_touched(touched: &[&Change], view: &View<'_>, page: &Page) -> bool {
    let listed = places(view, page);
    touched.iter().any(|change| {
        let says = |finding: &Finding| {
            finding.page == Some(page.number)
                || finding
                    .annotation
                    .is_some_and(|id| listed.iter().any(|(_, listed)| *listed == id))
        };
        let own = change
            .object
            .is_some_and(|id| listed.iter().any(|(_, listed)| *listed == id));
        own || change.findings.iter().any(says)
    })
}

/// The annotations of a page that are objects, with their places.
fn places(view: &View<'_>, page: &Page) -> Vec<(u16, ObjectId)> {
    let listed = view.get(&page.dictionary, b"Annots");
    let listed = listed.as_array().unwrap_or_default().iter().enumerate();
    let listed = listed.take(usize::from(u16::MAX));
    listed
        .filter_map(|(index, item)| Some((index as u16, item.as_reference()?)))
        .collect()
}

/// At which places of a page's annotations one object stands: what a field showed before is not text below it.
fn own_places(view: &View<'_>, page: &Page, id: ObjectId) -> Vec<u16> {
    let listed = places(view, page).into_iter();
    listed
        .filter(|(_, listed)| *listed == id)
        .map(|(index, _)| index)
        .collect()
}

/// Fields that were filled, or whose look was changed: the widget and the name.
fn filled_fields(changes: &[Change], form: &Form) -> Vec<(ObjectId, String)> {
    let mut filled: Vec<(ObjectId, String)> = Vec::new();
    for change in changes {
        for finding in &change.findings {
            let told = match &finding.what {
                Alteration::FieldValue { name, .. } | Alteration::FieldProperty { name, .. } => {
                    let id = finding.annotation.or(change.object);
                    id.map(|id| (id, name.clone()))
                }
                // What a field shows was changed, in an object of its own.
                Alteration::Value { of } | Alteration::Member { of, .. } if is_look(*of) => {
                    let field = finding.field.as_deref().and_then(|name| form.named(name));
                    field.and_then(|field| Some((field.place()?.id?, field.name.clone())))
                }
                _ => None,
            };
            if let Some((id, name)) = told
                && !filled.iter().any(|(known, _)| *known == id)
            {
                filled.push((id, name));
            }
        }
    }
    filled
}

fn is_look(of: Use) -> bool {
    matches!(
        of,
        Use::Appearance | Use::AppearanceStream | Use::AppearanceResource
    )
}

fn contradiction(
    (old, below, own): (Side<'_, '_>, &PageContent, &[u16]),
    (new, drawn, index): (Side<'_, '_>, &PageContent, u16),
    field: &str,
    page: u32,
    widget: ObjectId,
) -> Option<Contradiction> {
    let fields = [old.form.named(field), new.form.named(field)];
    let kind = fields.iter().flatten().map(|field| field.kind).next();
    let filled = Filled {
        values: [
            field_value(old.view, fields[0]),
            field_value(new.view, fields[1]),
        ],
        looks: [shown_by(below, own), shown_by(drawn, &[index])],
        literal: matches!(kind, Some(FieldKind::Text | FieldKind::Button)),
        drawn_anew: draws_anew(new.view) && !draws_anew(old.view),
    };
    let (value, shown) = filled::contradiction(&filled)?;
    let area = area_of(new.view, &Object::Reference(widget))?;
    Some(Contradiction {
        field: field.to_string(),
        page,
        area,
        value,
        shown,
    })
}

/// /NeedAppearances of the form (12.7.3): readers draw its fields anew.
fn draws_anew(view: &View<'_>) -> bool {
    let form = view.catalog().and_then(|root| {
        let form = view.get(root.object.as_dictionary()?, b"AcroForm");
        Some(*view.get(form.as_dictionary()?, b"NeedAppearances") == Object::Boolean(true))
    });
    form.unwrap_or(false)
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

fn area_of(view: &View<'_>, annotation: &Object) -> Option<Area> {
    let annotation = view.resolve(annotation);
    view.area(annotation.as_dictionary()?.get(b"Rect")?)
}
