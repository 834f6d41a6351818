//! Observations that bear on trust: one file a family, one function a signal, one table of all of them. Signals read
//! facts and nothing else; no signal reads another.

mod blanks_left;
mod column_edge;
mod columns;
mod content;
mod crowded;
mod definition;
mod drawn_text;
mod drawn_values;
mod erased;
mod glyph_order;
mod hidden;
mod late_line;
mod links;
mod metadata;
mod missing_glyphs;
mod orphan_glyphs;
mod out_of_order;
mod page_copies;
mod page_numbers;
mod page_set;
mod patched_widths;
mod pictures;
mod print_values;
mod refilled;
mod retyped;
mod retyped_column;
mod saves;
mod set_otherwise;
mod shown_glyphs;
mod signature_ranges;
mod signature_remains;
mod signatures;
mod structure;
pub mod table;
mod trust;
mod values;
mod writers;

use assay_pdf::{Area, ObjectId, Span};

use crate::facts::Facts;

pub use definition::{Definition, Proves};
pub(crate) use print_values::read_words;
pub use table::TABLE;

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

/// The findings without those that stand on several pages in one place: the document's design sets them. Edges agree within
/// `edge` points.
fn standing_once(found: Vec<Signal>, edge: f64) -> Vec<Signal> {
    let corner = |signal: &Signal| match signal.place {
        Place::Page {
            area: Some(area), ..
        } => Some((area.x0, area.y0)),
        _ => None,
    };
    let corners: Vec<_> = found.iter().filter_map(corner).collect();
    let repeated = |(x, y): (f64, f64)| {
        let alike = |other: &&(f64, f64)| (other.0 - x).abs() < edge && (other.1 - y).abs() < edge;
        corners.iter().filter(alike).count() > 1
    };
    let once = |signal: &Signal| !corner(signal).is_some_and(repeated);
    found.into_iter().filter(once).collect()
}

/// Everything there is to see in one file, in the order of the table.
pub fn observe(facts: &Facts<'_>) -> Vec<Signal> {
    let mut signals = Vec::new();
    for family in [
        signatures::observe,
        signature_remains::observe,
        saves::observe,
        content::observe,
        retyped::observe,
        retyped_column::observe,
        erased::observe,
        out_of_order::observe,
        late_line::observe,
        refilled::observe,
        blanks_left::observe,
        set_otherwise::observe,
        column_edge::observe,
        crowded::observe,
        columns::observe,
        drawn_values::observe,
        glyph_order::observe,
        orphan_glyphs::observe,
        missing_glyphs::observe,
        page_set::observe,
        page_copies::observe,
        shown_glyphs::observe,
        patched_widths::observe,
        hidden::observe,
        links::observe,
        pictures::observe,
        values::observe,
        print_values::observe,
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
