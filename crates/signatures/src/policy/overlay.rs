//! What a later save laid over the text of a page: annotations and signature fields whose appearance hides what was
//! signed (evil annotation and sneaky signature attacks, S&P 2021). Permission alone does not tell; the page does.

use assay_pdf::content::{Contents, PageContent, SourceKind};
use assay_pdf::{Area, ObjectId, Page, View};

use super::alteration::Alteration;
use super::annotations::subtype;
use super::save::Change;

/// Share of a glyph's area that must lie below to count as covered.
const COVERED: f64 = 0.6;
/// Paint fainter than this leaves text readable.
const OPAQUE: f32 = 0.6;
/// Most pages looked at for one save.
const MAX_PAGES: usize = 16;

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
}

/// Looks at every page on which the save added or changed an annotation or a signature field.
pub fn find(old: &View<'_>, new: &View<'_>, changes: &[Change]) -> Vec<Overlay> {
    let suspects = suspects(changes);
    if suspects.is_empty() {
        return Vec::new();
    }
    let (contents, before) = (Contents::new(*new), Contents::new(*old));
    let old_pages = old.pages();
    let mut overlays = Vec::new();
    let mut looked = 0;
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
        if on_page.is_empty() || looked >= MAX_PAGES {
            continue;
        }
        looked += 1;
        let drawn = contents.page(&page);
        let signed = old_pages.get(page.number as usize - 1);
        let signed = signed.map(|page| before.page(page));
        let below = signed.as_ref().unwrap_or(&drawn);
        for (index, suspect) in on_page {
            overlays.extend(look(new, &page, &drawn, below, index, suspect));
        }
    }
    overlays
}

struct Suspect {
    id: ObjectId,
    field: Option<(String, bool)>,
}

fn suspects(changes: &[Change]) -> Vec<Suspect> {
    let mut suspects: Vec<Suspect> = Vec::new();
    let findings = changes.iter().flat_map(|change| &change.findings);
    for finding in findings {
        let field = match &finding.what {
            Alteration::AnnotationAdded { .. } | Alteration::AnnotationChanged { .. } => None,
            Alteration::SignatureFieldAdded {
                name,
                visible: true,
            } => Some((name.clone(), false)),
            Alteration::SignatureAdded { name } => Some((name.clone(), true)),
            _ => continue,
        };
        let Some(id) = finding.annotation else {
            continue;
        };
        match suspects.iter_mut().find(|suspect| suspect.id == id) {
            // A field that is added and signed in one go is signed.
            Some(known) => {
                if let (Some(known), Some((_, true))) = (&mut known.field, &field) {
                    known.1 = true;
                }
            }
            None => suspects.push(Suspect { id, field }),
        }
    }
    suspects
}

fn look(
    view: &View<'_>,
    page: &Page,
    drawn: &PageContent,
    below: &PageContent,
    index: usize,
    suspect: &Suspect,
) -> Option<Overlay> {
    let reference = assay_pdf::Object::Reference(suspect.id);
    let annotation = view.resolve(&reference);
    let dictionary = annotation.as_dictionary()?;
    let area = view.area(dictionary.get(b"Rect")?)?;
    let kind = match &suspect.field {
        Some((name, true)) => OverlayKind::SignedField(name.clone()),
        Some((name, false)) => OverlayKind::UnsignedField(name.clone()),
        None => OverlayKind::Annotation(subtype(view, &reference)),
    };
    let own = |source: u16| {
        let source = drawn.sources.get(usize::from(source));
        source.is_some_and(|source| source.kind == SourceKind::Annotation(index as u16))
    };
    let covering = covering_areas(drawn, &own, is_mark(&kind));
    let shown: Vec<&str> = drawn
        .runs
        .iter()
        .filter(|run| own(run.source) && !run.hidden)
        .map(|run| drawn.run_text(run))
        .collect();
    let hidden = text_below(below, &covering);
    if hidden.trim().is_empty() {
        return None;
    }
    Some(Overlay {
        page: page.number,
        area,
        annotation: Some(suspect.id),
        kind,
        hidden,
        shown: shown.concat(),
    })
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
fn text_below(below: &PageContent, covering: &[Area]) -> String {
    let mut text = String::new();
    for run in below.runs.iter().filter(|run| !run.hidden) {
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
