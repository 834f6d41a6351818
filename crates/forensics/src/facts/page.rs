//! One page as it stands, and the words that signals and facts speak of it in.

use assay_pdf::content::{Line, PageContent, lines};
use assay_pdf::{Area, Page};

/// One page as it stands.
#[derive(Debug)]
pub struct PageFacts {
    pub page: Page,
    pub content: PageContent,
    /// Lines of the text a person sees.
    pub lines: Vec<Line>,
}

/// Lines of what a person sees: not hidden, not invisible.
pub fn visible_lines(content: &PageContent) -> Vec<Line> {
    lines(content, |run| !run.hidden && run.mode.paints())
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

    /// The direction of text that a person reads upright on this page, degrees counter-clockwise.
    pub fn upright(&self) -> i32 {
        self.page.rotate.rem_euclid(360)
    }

    /// Share of the visible page that pictures cover, 0 to 1; the largest one counts, or strips together.
    pub fn image_cover(&self) -> f64 {
        let page = &self.page.crop_box;
        let covered: f64 = self
            .content
            .images
            .iter()
            .filter(|image| !image.hidden)
            .map(|image| page.covered_by(&image.area))
            .sum();
        covered.min(1.0)
    }
}
