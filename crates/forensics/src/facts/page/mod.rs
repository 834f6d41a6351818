//! One page as it stands, and the words that signals and facts speak of it in.

pub mod annotations;
pub mod faces;
pub mod ground;
pub mod labels;
pub mod phrases;
pub mod picture;
pub mod seen;
pub mod words;

use assay_pdf::content::{Line, PageContent};
use assay_pdf::{Area, Page};

use self::annotations::Annotation;

pub use self::labels::{LabelledChange, label, labelled_changes};
pub use self::picture::{is_pictured, page_picture};
pub use self::seen::{
    in_contents, invisible, opaque, opaque_picture, own, own_text, painted, seen, seen_upright,
    solid, switched_off, visible_lines,
};

/// One page as it stands.
#[derive(Debug)]
pub struct PageFacts {
    pub page: Page,
    pub content: PageContent,
    /// Lines of the text a person sees.
    pub lines: Vec<Line>,
    /// By their place in `/Annots`.
    pub annotations: Vec<Annotation>,
}

/// An area of a page in points from the bottom-left corner of what viewers show.
pub fn seen_from_corner(page: &Page, area: &Area) -> [f64; 4] {
    let corner = &page.crop_box;
    let round = |value: f64| (value * 100.0).round() / 100.0;
    [
        area.x0 - corner.x0,
        area.y0 - corner.y0,
        area.x1 - corner.x0,
        area.y1 - corner.y0,
    ]
    .map(round)
}

impl PageFacts {
    /// An area of this page in points from the bottom-left corner of what viewers show.
    pub fn bbox(&self, area: &Area) -> [f64; 4] {
        seen_from_corner(&self.page, area)
    }

    /// The label of what stands in an area.
    pub fn label(&self, area: &Area) -> Option<String> {
        label(&self.lines, area)
    }

    /// The direction of text that a person reads upright on this page, degrees counter-clockwise.
    pub fn upright(&self) -> i32 {
        self.page.rotate.rem_euclid(360)
    }
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "the pages are written here")]
mod tests;
