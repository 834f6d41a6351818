//! The annotations of a page, as far as covering text needs them (ISO 32000-2, 12.5).

use assay_pdf::{Area, Dictionary, Page, View};

use super::words::telling;

/// Annotations of one page that are read: what is drawn names its annotation by a number no larger.
const ANNOTATIONS: usize = 1 << 16;
/// Invisible or hidden on the screen (table 167: Hidden, NoView).
const UNSEEN: i64 = 0b10_0010;

/// One entry of `/Annots`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Annotation {
    pub widget: bool,
    /// The look of a signature field that is signed.
    pub seal: bool,
    /// The value of a field, the text of anything else.
    pub says: Option<String>,
    /// A FreeText without an appearance: every viewer draws one itself.
    pub undrawn: Option<FreeText>,
}

/// What viewers draw of a FreeText.
#[derive(Debug, Clone, PartialEq)]
pub struct FreeText {
    pub area: Area,
    pub text: String,
}

/// The annotations of a page by their place in `/Annots`; what is no dictionary says nothing.
pub fn of_page(view: &View<'_>, page: &Page) -> Vec<Annotation> {
    let annotations = view.get(&page.dictionary, b"Annots");
    let each = annotations.as_array().unwrap_or_default().iter();
    let read = each.take(ANNOTATIONS).map(|one| {
        let one = view.resolve(one);
        one.as_dictionary()
            .map_or_else(Annotation::default, |dictionary| read(view, dictionary))
    });
    read.collect()
}

fn read(view: &View<'_>, dictionary: &Dictionary) -> Annotation {
    let subtype = view.get(dictionary, b"Subtype");
    let widget = subtype.is_name(b"Widget");
    let text = |dictionary: &Dictionary, key: &[u8]| view.text(dictionary.get(key)?);
    let says = if widget {
        // A widget apart from its field inherits the value (12.7.4.1).
        let parent = view.get(dictionary, b"Parent");
        text(dictionary, b"V").or_else(|| text(parent.as_dictionary()?, b"V"))
    } else {
        text(dictionary, b"Contents")
    };
    Annotation {
        widget,
        seal: widget && is_signed(view, dictionary),
        says: says.filter(|text| telling(text)),
        undrawn: free_text(view, dictionary).filter(|_| subtype.is_name(b"FreeText")),
    }
}

/// Whether a widget shows a signature over bytes of the file; what those are worth is another question.
fn is_signed(view: &View<'_>, widget: &Dictionary) -> bool {
    let parent = view.get(widget, b"Parent");
    let field = parent.as_dictionary().filter(|_| !widget.contains(b"V"));
    let value = view.get(field.unwrap_or(widget), b"V");
    value.as_dictionary().is_some_and(|value| {
        let range = view.get(value, b"ByteRange");
        range.as_array().is_some() && value.contains(b"Contents")
    })
}

fn free_text(view: &View<'_>, dictionary: &Dictionary) -> Option<FreeText> {
    let flags = view.get(dictionary, b"F").as_integer().unwrap_or(0);
    if flags & UNSEEN != 0 || dictionary.contains(b"AP") {
        return None;
    }
    Some(FreeText {
        area: view.area(dictionary.get(b"Rect")?)?,
        text: view.text(dictionary.get(b"Contents")?)?,
    })
}
