//! Values that are shown only at times: in layers that are off (ISO 32000-2, 8.11), or on paper and not on the screen; and
//! text in a mode that never shows (9.3.6). Told where another value stands at the same place.

use assay_pdf::content::{Contents, Line, Run, Word, lines};
use assay_pdf::{Area, View};

use crate::facts::claims::{Comparison, compare};
use crate::facts::page::{
    LabelledChange, PageFacts, invisible, labelled_changes, own, switched_off, visible_lines,
};

/// Places of one file that are told.
const PLACES: usize = 64;

/// When the other value is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// When a layer is turned on.
    WithLayer,
    /// When the page is printed.
    InPrint,
    /// Never: its text is invisible.
    Never,
}

/// One place with two values.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherValue {
    pub shown: Shown,
    /// 1-based.
    pub page: u32,
    pub area: Area,
    pub field: Option<String>,
    /// What is seen only at times.
    pub other: String,
    /// What the page shows when it is opened.
    pub seen: String,
}

/// Every place where a page holds another number than it shows.
pub fn other_values(
    view: &View<'_>,
    contents: &Contents<'_>,
    pages: &[PageFacts],
) -> Vec<OtherValue> {
    let mut found = Vec::new();
    let mut printer: Option<Contents<'_>> = None;
    for page in pages {
        let off = lines_of_layers(page);
        tell(Shown::WithLayer, page, &off, &mut found);
        tell(Shown::Never, page, &invisible_lines(page), &mut found);
        if contents.prints_otherwise(&page.page) {
            let printer = printer.get_or_insert_with(|| Contents::printed(*view));
            let printed = visible_lines(&printer.page(&page.page));
            tell(Shown::InPrint, page, &printed, &mut found);
        }
        if found.len() >= PLACES {
            break;
        }
    }
    found
}

/// Lines of layers that are off; not appearances that viewers draw anew.
fn lines_of_layers(page: &PageFacts) -> Vec<Line> {
    let content = &page.content;
    lines(content, |run| switched_off(run) && own(content, run.source))
}

/// Lines that never show. Text that was read from a picture is another matter: it lies on the picture.
fn invisible_lines(page: &PageFacts) -> Vec<Line> {
    let unseen = |run: &Run| invisible(run) && own(&page.content, run.source);
    if !page.content.runs.iter().any(unseen) {
        return Vec::new();
    }
    let on_picture = |word: &Word| {
        let images = &page.content.images;
        images
            .iter()
            .any(|image| image.area.intersection(&word.area).is_some())
    };
    let mut lines = lines(&page.content, unseen);
    for line in &mut lines {
        line.words.retain(|word| !on_picture(word));
    }
    lines.retain(|line| !line.words.is_empty());
    lines
}

fn tell(shown: Shown, page: &PageFacts, other: &[Line], found: &mut Vec<OtherValue>) {
    if other.is_empty() {
        return;
    }
    for change in labelled_changes(other, &page.lines) {
        found.extend(place(shown, page, change));
    }
}

/// Two numbers at one place. Words in another language and drawings of another scale are no other value.
fn place(shown: Shown, page: &PageFacts, change: LabelledChange) -> Option<OtherValue> {
    let (other, seen) = (change.old?, change.new?);
    let same_place = change.old_area?.intersection(&change.area).is_some();
    let differs = compare(&other, &seen) == Comparison::OtherDigits;
    (differs && same_place).then_some(OtherValue {
        shown,
        page: page.page.number,
        area: change.area,
        field: change.field,
        other,
        seen,
    })
}
