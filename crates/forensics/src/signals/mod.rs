//! Observations that bear on trust: one file a family, one function a signal, one table of all of them. Signals read
//! facts and nothing else; no signal reads another.

mod covers;
mod definition;
mod explanation;
mod file;
mod fonts;
mod page_numbers;
mod painted_late;
mod pictures;
mod saves;
mod signatures;
pub mod table;
mod values;

use assay_pdf::{Area, ObjectId, Span};

use crate::facts::Facts;

pub use definition::{Definition, Proves};
pub(crate) use pictures::read_words;
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
        signatures::observe_remains,
        saves::observe,
        covers::observe_content,
        painted_late::observe_retyped,
        painted_late::observe_retyped_column,
        covers::observe_erased,
        painted_late::observe_out_of_order,
        painted_late::observe_late_line,
        painted_late::observe_refilled,
        painted_late::observe_blanks_left,
        painted_late::observe_set_otherwise,
        values::observe_column_edge,
        covers::observe_crowded,
        values::observe_columns,
        fonts::observe_drawn_values,
        fonts::observe_glyph_order,
        fonts::observe_orphan_glyphs,
        fonts::observe_missing_glyphs,
        file::observe_page_set,
        file::observe_page_copies,
        fonts::observe_shown_glyphs,
        fonts::observe_patched_widths,
        file::observe_hidden,
        file::observe_links,
        pictures::observe,
        values::observe,
        pictures::observe_print_values,
        file::observe_writers,
        file::observe_metadata,
        file::observe_structure,
    ] {
        family(facts, &mut signals);
    }
    explanation::ask(facts, &mut signals);
    let rank = |id: &str| TABLE.iter().position(|definition| definition.id == id);
    signals.sort_by_key(|signal| rank(signal.id));
    signals
}
