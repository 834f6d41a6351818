//! What a PDF file says: bytes in, facts out. No opinion, no I/O, no clock, no logging.
//!
//! ```
//! # fn main() -> Result<(), assay_pdf::OpenError> {
//! # let bytes = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj trailer<</Root 1 0 R>>";
//! let document = assay_pdf::Document::open(bytes)?;
//! let pages = document.latest().pages();
//! assert_eq!(pages.len(), 1);
//! assert_eq!(pages[0].media_box.width(), 200.0);
//! # Ok(())
//! # }
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod anomaly;
pub mod content;
mod document;
mod error;
pub mod fonts;
pub mod images;
pub mod layout;
pub mod limits;
pub mod metadata;
mod pages;
mod place;
pub mod revisions;
pub mod syntax;
mod view;

pub use anomaly::{Anomaly, AnomalyKind};
pub use document::{Document, Header, Location};
pub use error::{LimitExceeded, OpenError};
pub use metadata::{Date, Info, Xmp};
pub use pages::Page;
pub use place::{Area, ObjectId, Span};
pub use revisions::Revision;
pub use syntax::bytes::Bytes;
pub use syntax::object::{Dictionary, Name, Object, PdfString, Stream, StringForm};
pub use syntax::parser::{EntrySpan, Indirect, Parser};
pub use view::{Value, View};
