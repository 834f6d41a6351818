//! A page of any state of a PDF as a picture, with areas marked.
//!
//! ```
//! # fn main() -> Result<(), assay_render::RenderError> {
//! # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj trailer<</Root 1 0 R>>";
//! let mark = assay_render::Mark::new([20.0, 20.0, 60.0, 40.0], [0xc0, 0x00, 0x00]);
//! let picture = assay_render::draw(pdf, &assay_render::PageOf { revision: None, page: 1, dpi: 72.0, marks: vec![mark] })?;
//! assert_eq!((picture.width(), picture.height()), (200, 100));
//! # Ok(())
//! # }
//! ```
//!
//! The rasteriser (hayro) is a third party over hostile input. It forbids `unsafe`, so what it can do is panic, run long,
//! fill memory or the stack. Against that:
//! - the picture has at most [`PIXELS`] pixels, whatever page size and resolution are asked for;
//! - a page on which there is more than the reader of `assay-pdf` takes of one page is not drawn: [`RenderError::Endless`];
//! - a panic is caught here, at the only place that calls it, and becomes [`RenderError::Stopped`];
//! - time, memory and stack are for whoever calls: **only to be run in a process that may be killed**. The service
//!   draws in the child processes of its engine, under their limits. The analysis never draws.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod page;
mod picture;

pub use page::{PageOf, SheetSize, draw, draw_with, sheets};
pub use picture::{Mark, Picture, beside};

/// Pixels of one page's picture; a page that would have more is drawn smaller. 16 million are 64 MiB.
pub const PIXELS: f64 = 16_000_000.0;
/// Longest side in pixels: the rasteriser counts in 16 bits.
pub const SIDE: f64 = 16_000.0;
/// What resolutions are of use, dots per inch.
pub const DPI: std::ops::RangeInclusive<f64> = 9.0..=1200.0;

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    #[error(transparent)]
    Unreadable(#[from] assay_pdf::OpenError),
    #[error("there is no such save in this file")]
    NoSuchSave,
    #[error("there is no page {0} in this state of the file")]
    NoSuchPage(u32),
    #[error("the page is read otherwise by the program that draws")]
    ReadOtherwise,
    #[error("there is more on the page than can be drawn")]
    Endless,
    #[error("the program that draws could not read this state of the file")]
    Refused,
    #[error("the program that draws met an internal fault")]
    Stopped,
    #[error("the picture could not be packed")]
    Packing,
}
