//! The picture of a page: when pictures are the page, and which of them is.

use assay_pdf::Page;
use assay_pdf::content::{Image, PageContent};

/// A picture that covers so much of what viewers show of a page is a picture of the page.
const PAGE_PICTURE: f64 = 0.5;
/// Pictures that together cover so much of it are the page: strips, or one that leaves a margin.
const PAGE_PICTURES: f64 = 0.6;

/// The picture that is the page, if there is just one.
pub fn page_picture<'c>(page: &Page, content: &'c PageContent) -> Option<&'c Image> {
    let mut large = content.images.iter().filter(|image| {
        !image.hidden && !image.transparent && page.crop_box.covered_by(&image.area) > PAGE_PICTURE
    });
    large.next().filter(|_| large.next().is_none())
}

/// Whether pictures are all that there is to see where nothing else is, be they one or many.
pub fn is_pictured(page: &Page, content: &PageContent) -> bool {
    let shown = content.images.iter().filter(|image| !image.hidden);
    let covered: f64 = shown
        .map(|image| page.crop_box.covered_by(&image.area))
        .sum();
    covered.min(1.0) >= PAGE_PICTURES
}
