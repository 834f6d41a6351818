//! Observations that bear on trust: one file a family, one function a signal, one table of all of them. Signals read
//! facts and nothing else; no signal reads another.

mod content;
mod glyph_order;
mod metadata;
mod orphan_glyphs;
mod retyped;
mod saves;
mod shown_glyphs;
mod signatures;
mod structure;
pub mod table;
mod values;
mod writers;

use assay_pdf::{Area, ObjectId, Span};

use crate::facts::Facts;

pub use table::{Definition, Proves, TABLE};

/// One thing seen, with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Signal {
    pub id: &'static str,
    pub place: Place,
    pub field: Option<String>,
    pub old_value: Option<String>,
    pub new_value: Option<String>,
    /// What was seen, in English, with numbers to check it by.
    pub evidence: String,
}

/// Where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place {
    /// Concerns the file as a whole.
    File,
    /// An area of a page in the page's own coordinates.
    Page {
        page: u32,
        area: Option<Area>,
    },
    Object(ObjectId),
    Bytes(Span),
}

impl Signal {
    pub fn new(id: &'static str, place: Place, evidence: String) -> Self {
        Self {
            id,
            place,
            field: None,
            old_value: None,
            new_value: None,
            evidence,
        }
    }
}

/// Everything there is to see in one file, in the order of the table.
pub fn observe(facts: &Facts<'_>) -> Vec<Signal> {
    let mut signals = Vec::new();
    for family in [
        signatures::observe,
        saves::observe,
        content::observe,
        retyped::observe,
        glyph_order::observe,
        orphan_glyphs::observe,
        shown_glyphs::observe,
        values::observe,
        writers::observe,
        metadata::observe,
        structure::observe,
    ] {
        family(facts, &mut signals);
    }
    let rank = |id: &str| TABLE.iter().position(|definition| definition.id == id);
    signals.sort_by_key(|signal| rank(signal.id));
    signals
}
