//! The structural fingerprint of a file: how it was written and set, not what it says. Two files of one program and one
//! design have the same, whatever their values.

mod bytes;
mod compare;
mod detail;
mod group;
mod masks;
mod objects;
mod properties;
mod sheets;
mod typefaces;

use assay_pdf::Document;

use crate::facts::Facts;

pub use compare::{Comparison, Difference, compare};
pub use detail::{Aspect, Fingerprint, Values};
pub use group::{Odd, group, odd_ones};

/// Draws the fingerprint of a file whose facts are gathered.
pub(crate) fn draw(document: &Document<'_>, facts: &Facts<'_>) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    bytes::note(document, facts, &mut fingerprint);
    objects::note(document, &mut fingerprint);
    properties::note(document, facts, &mut fingerprint);
    for page in &facts.pages {
        sheets::note(document, page, &mut fingerprint);
        typefaces::note(page, &mut fingerprint);
    }
    fingerprint
}
