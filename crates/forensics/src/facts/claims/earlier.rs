//! Earlier versions of form fields that still stand in the file: field objects and appearances that no table leads to, or
//! that nothing refers to any more.

use std::rc::Rc;

use assay_pdf::content::Contents;
use assay_pdf::layout::Unlisted;
use assay_pdf::{Area, Dictionary, Document, Object, ObjectId, Stream, View};
use assay_signatures::form::Form;
use rustc_hash::FxHashMap;

use crate::facts::page::{PageFacts, seen};

use super::claim::{Claim, Comparison, Source, compare};

/// Objects that are looked at.
const OBJECTS: usize = 2000;
/// Appearances that are drawn.
const APPEARANCES: usize = 64;
/// Appearances larger than this, packed, are no text of a field.
const PACKED_BYTES: usize = 1 << 16;
/// Fields above one field; real forms stay below 8.
const PARENTS: usize = 16;
/// Boxes whose sides differ by no more are those of one field, points.
const SAME_BOX: f64 = 0.05;

/// A widget as it stands.
struct Shown<'f> {
    name: String,
    page: &'f PageFacts,
    area: Area,
    value: Option<String>,
    appearance: Option<ObjectId>,
    /// What its appearance draws.
    text: String,
}

/// Every field of which an earlier version says something else. `loose` are the numbers that nothing refers to.
pub fn claims(
    document: &Document<'_>,
    contents: &Contents<'_>,
    form: &Form,
    (unlisted, loose): (&[Unlisted], &[u32]),
    pages: &[PageFacts],
) -> Vec<Claim> {
    let view = contents.view();
    let widgets = widgets(&view, form, pages);
    if widgets.is_empty() {
        return Vec::new();
    }
    let unlisted = unlisted.iter().take(OBJECTS).filter_map(|one| {
        let indirect = one.read(document)?;
        Some((one.id, indirect.object, true))
    });
    let loose = loose.iter().take(OBJECTS).filter_map(|number| {
        let indirect = view.indirect(ObjectId::new(*number, 0))?;
        Some((indirect.id, Object::clone(&indirect.object), false))
    });
    let by_name: FxHashMap<&str, &Shown<'_>> = widgets
        .values()
        .map(|shown| (shown.name.as_str(), shown))
        .filter(|(name, _)| !name.is_empty())
        .collect();
    let mut claims: Vec<Claim> = Vec::new();
    let mut drawn = 0;
    for (id, object, same_number) in unlisted.chain(loose) {
        let claim = match &object {
            Object::Dictionary(field) => {
                let own = widgets.get(&id.number).filter(|_| same_number);
                let named = by_name.get(full_name(&view, field).as_str()).copied();
                own.or(named).and_then(|shown| held(&view, field, shown))
            }
            Object::Stream(stream) if is_appearance(&view, stream) && drawn < APPEARANCES => {
                drawn += 1;
                let of = |shown: &&Shown<'_>| shown.appearance == Some(id);
                match widgets.values().find(of).filter(|_| same_number) {
                    Some(shown) => drew(contents, stream, shown),
                    None => only_one(widgets.values(), &view, stream)
                        .and_then(|shown| drew(contents, stream, shown)),
                }
            }
            _ => None,
        };
        claims.extend(claim.filter(|claim| !claims.contains(claim)));
    }
    claims
}

fn widgets<'f>(view: &View<'_>, form: &Form, pages: &'f [PageFacts]) -> FxHashMap<u32, Shown<'f>> {
    let mut widgets = FxHashMap::default();
    for page in pages {
        let annotations = view.get(&page.page.dictionary, b"Annots");
        let items = annotations.as_array().unwrap_or_default();
        for (index, item) in items.iter().enumerate().take(OBJECTS) {
            let Some(field) = item.as_reference().and_then(|id| form.of_object(id)) else {
                continue;
            };
            let widget = view.resolve(item);
            let (Some(id), Some(dictionary)) = (item.as_reference(), widget.as_dictionary()) else {
                continue;
            };
            let Some(area) = dictionary.get(b"Rect").and_then(|rect| view.area(rect)) else {
                continue;
            };
            let appearances = view.get(dictionary, b"AP");
            let normal = appearances.as_dictionary().and_then(|one| one.get(b"N"));
            let value = field.value.as_ref().and_then(|value| view.text(value));
            let shown = Shown {
                name: field.name.clone(),
                page,
                area,
                value,
                appearance: normal.and_then(Object::as_reference),
                text: page.content.appearance_text(index.min(0xffff) as u16),
            };
            widgets.insert(id.number, shown);
        }
    }
    widgets
}

/// Partial names from the root, joined by periods (12.7.4.2).
fn full_name(view: &View<'_>, field: &Dictionary) -> String {
    let name = |node: &Dictionary| node.get(b"T").and_then(|name| view.text(name));
    let above = |node: &Dictionary| view.indirect(node.get(b"Parent")?.as_reference()?);
    let mut names: Vec<String> = name(field).into_iter().collect();
    let mut parent = above(field);
    for _ in 0..PARENTS {
        let Some(indirect) = parent else { break };
        let Some(node) = indirect.object.as_dictionary() else {
            break;
        };
        names.extend(name(node));
        parent = above(node);
    }
    names.reverse();
    names.join(".")
}

/// An earlier field object with another value.
fn held(view: &View<'_>, field: &Dictionary, shown: &Shown<'_>) -> Option<Claim> {
    let held = view.text(field.get(b"V")?)?;
    let now = shown.value.clone().unwrap_or_default();
    differs(held, now, shown)
}

/// An earlier appearance with another text.
fn drew(contents: &Contents<'_>, stream: &Stream, shown: &Shown<'_>) -> Option<Claim> {
    let view = contents.view();
    let resources = view.get(&stream.dictionary, b"Resources");
    let mut page = shown.page.page.clone();
    page.resources = Rc::new(resources.as_dictionary().cloned().unwrap_or_default());
    let content = contents.page_with(&page, stream);
    let runs = content.runs.iter().filter(|run| seen(run));
    let text: String = runs.map(|run| content.run_text(run)).collect();
    differs(text, shown.text.clone(), shown)
}

fn differs(earlier: String, now: String, shown: &Shown<'_>) -> Option<Claim> {
    let comparison = compare(&earlier, &now);
    let differs = matches!(comparison, Comparison::OtherDigits | Comparison::OtherWords);
    differs.then(|| Claim {
        source: Source::EarlierField(shown.name.clone()),
        page: shown.page.page.number,
        area: shown.area,
        claimed: earlier.trim().to_owned(),
        shown: now.trim().to_owned(),
        number: comparison == Comparison::OtherDigits,
    })
}

/// A form that draws marked text of a field (12.7.4.3): `/Tx BMC`.
fn is_appearance(view: &View<'_>, stream: &Stream) -> bool {
    let form = view.get(&stream.dictionary, b"Subtype").is_name(b"Form");
    if !form || stream.data.len() > PACKED_BYTES {
        return false;
    }
    let data = view.decode(stream).unwrap_or_default();
    data.windows(b"/Tx BMC".len())
        .any(|part| part == b"/Tx BMC")
}

/// The one text field with a box of that size.
fn only_one<'w, 'f: 'w>(
    widgets: impl Iterator<Item = &'w Shown<'f>>,
    view: &View<'_>,
    stream: &Stream,
) -> Option<&'w Shown<'f>> {
    let area = view.area(stream.dictionary.get(b"BBox")?)?;
    let same = |shown: &&Shown<'_>| {
        (shown.area.width() - area.width()).abs() < SAME_BOX
            && (shown.area.height() - area.height()).abs() < SAME_BOX
    };
    let mut fits = widgets.filter(same);
    let first = fits.next()?;
    fits.next().is_none().then_some(first)
}
