//! Form fields (ISO 32000-2, 12.7): the value a field holds beside what its appearance draws.

use assay_pdf::{Dictionary, Object, View};
use assay_signatures::form::Form;
use assay_signatures::policy::numbers_differ;

use crate::facts::page::PageFacts;

use super::claim::{Claim, Comparison, Source, compare};

/// Widgets of one file that are looked at.
const WIDGETS: usize = 5000;
/// Field flags (tables 227, 230): multi-purpose texts whose appearance differs by nature.
const PASSWORD: i64 = 1 << 13;
const FILE_SELECT: i64 = 1 << 20;
const RICH_TEXT: i64 = 1 << 25;
const PUSH_BUTTON: i64 = 1 << 16;

/// What is known of the form as a whole.
struct Reader<'f> {
    form: &'f Form,
    /// Viewers are asked to draw the fields anew (`/NeedAppearances`, table 224).
    drawn_anew: bool,
    /// They are, or another form stands beside this one, or there is none.
    pending: bool,
    /// The file is signed: a field that shows something else than it holds shows something else than was signed, whatever
    /// the reason (shadow attacks, NDSS 2021).
    signed: bool,
}

/// Every field whose value is not what it shows. Some programs write the form anew and leave its widgets on the pages: those
/// still show what they hold.
pub fn claims(view: &View<'_>, form: &Form, pages: &[PageFacts], signed: bool) -> Vec<Claim> {
    let catalog = view.catalog();
    let root = catalog.as_ref().and_then(|one| one.object.as_dictionary());
    let entry = root.map(|root| view.get(root, b"AcroForm"));
    let entry = entry.as_ref().and_then(|entry| entry.as_dictionary());
    let drawn_anew =
        entry.is_some_and(|one| view.get(one, b"NeedAppearances").as_bool() == Some(true));
    let reader = Reader {
        form,
        drawn_anew,
        pending: drawn_anew || entry.is_none_or(|one| one.contains(b"XFA")),
        signed,
    };
    let mut claims = Vec::new();
    let mut left = WIDGETS;
    for page in pages {
        let annotations = view.get(&page.page.dictionary, b"Annots");
        let items = annotations.as_array().unwrap_or_default();
        for (index, item) in items.iter().enumerate().take(left) {
            claims.extend(reader.claim(view, page, item, index));
        }
        left = left.saturating_sub(items.len());
    }
    claims
}

impl Reader<'_> {
    fn claim(
        &self,
        view: &View<'_>,
        page: &PageFacts,
        item: &Object,
        index: usize,
    ) -> Option<Claim> {
        let widget = view.resolve(item);
        let widget = widget.as_dictionary()?;
        if !view.get(widget, b"Subtype").is_name(b"Widget") {
            return None;
        }
        let area = view.area(widget.get(b"Rect")?)?;
        let told = |source, claimed, shown, number| Claim {
            source,
            page: page.page.number,
            area,
            claimed,
            shown,
            number,
        };
        let kind = view.inherited(widget, b"FT");
        match kind.as_name()? {
            kind @ (b"Tx" | b"Ch") => {
                let claimed = view.text(&view.inherited(widget, b"V"))?;
                let shown = page.content.appearance_text(u16::try_from(index).ok()?);
                let shown = shown.trim().to_owned();
                let excused = differs_by_nature(view, widget);
                let number = kind == b"Tx"
                    && (self.signed || !self.drawn_anew && !excused)
                    && numbers_differ(&claimed, &shown);
                let differs =
                    number || !self.pending && !excused && differs(view, widget, &claimed, &shown);
                differs.then(|| told(Source::Field(self.name(view, item)), claimed, shown, number))
            }
            b"Btn" if !self.pending => {
                let flags = view.inherited(widget, b"Ff").as_integer().unwrap_or(0);
                // A box that is a field of its own; of a group only the chosen one carries the value.
                let value = view.get(widget, b"V");
                let (value, state) = (value.as_name()?, view.get(widget, b"AS"));
                let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
                let state = state.as_name()?;
                (value != state && flags & PUSH_BUTTON == 0).then(|| {
                    let source = Source::Button(self.name(view, item));
                    told(source, text(value), text(state), false)
                })
            }
            _ => None,
        }
    }

    fn name(&self, view: &View<'_>, item: &Object) -> String {
        let field = item.as_reference().and_then(|id| self.form.of_object(id));
        field.map_or_else(
            || {
                let widget = view.resolve(item);
                let name = widget.as_dictionary().map(|one| view.inherited(one, b"T"));
                name.and_then(|name| view.text(&name)).unwrap_or_default()
            },
            |field| field.name.clone(),
        )
    }
}

fn differs(view: &View<'_>, widget: &Dictionary, claimed: &str, shown: &str) -> bool {
    let other = matches!(
        compare(claimed, shown),
        Comparison::OtherDigits | Comparison::OtherWords
    );
    other && !displays(view, &view.inherited(widget, b"Opt"), claimed, shown)
}

/// Whether a field never shows its value as it holds it: passwords, names of files, rich text, values that scripts format.
fn differs_by_nature(view: &View<'_>, widget: &Dictionary) -> bool {
    let flags = view.inherited(widget, b"Ff").as_integer().unwrap_or(0);
    let text = view.inherited(widget, b"FT").is_name(b"Tx");
    text && flags & (PASSWORD | FILE_SELECT | RICH_TEXT) != 0 || formatted(view, widget)
}

/// Whether a script turns the value into what is shown (12.6.3, table 199, `/F`), or rich text stands beside it.
fn formatted(view: &View<'_>, widget: &Dictionary) -> bool {
    let actions = view.inherited(widget, b"AA");
    let scripted = actions
        .as_dictionary()
        .is_some_and(|actions| actions.contains(b"F") || actions.contains(b"C"));
    scripted || !view.inherited(widget, b"RV").is_null()
}

/// Whether an option of a choice field exports what is claimed and displays what is shown (12.7.5.4).
fn displays(view: &View<'_>, options: &Object, claimed: &str, shown: &str) -> bool {
    let options = options.as_array().unwrap_or_default();
    options.iter().any(|option| {
        let pair = view.resolve(option);
        let Some([export, display, ..]) = pair.as_array() else {
            return false;
        };
        view.text(export).as_deref() == Some(claimed)
            && view
                .text(display)
                .is_some_and(|display| compare(&display, shown) == Comparison::Agrees)
    })
}
