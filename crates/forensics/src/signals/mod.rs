//! Observations that bear on trust: one folder a family, one declaration and one function a signal. Signals read facts
//! and nothing else; no family reads another.

#[macro_use]
mod declaration;
mod catalogue;

mod covers;
mod explanation;
mod file;
mod fonts;
mod line_ends;
mod page_numbers;
mod painted_late;
mod pictures;
mod saves;
mod signatures;
mod values;

use assay_pdf::{Area, ObjectId, Span};

use crate::facts::{Facts, PageFacts};

pub use catalogue::CATALOGUE;
pub use declaration::{Declaration, Proves};
pub(crate) use pictures::read_words;
pub(crate) use signatures::{
    SIGNATURE_COVERS_FILE, SIGNATURE_COVERS_SAVE, SIGNER_NOT_TRUSTED, SIGNER_TRUSTED,
};

#[cfg(test)]
pub(crate) use self::{
    covers::COVERED_AND_RETYPED, file::REWRITTEN_BY_EDITOR, fonts::DIGIT_LEFT_IN_FONT,
    saves::TEXT_REPLACED_IN_LATER_SAVE, signatures::CHANGED_AFTER_SIGNING, values::SUM_BROKEN,
};

/// One thing seen, with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Signal {
    pub declared: &'static Declaration,
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

impl Place {
    /// An area of a page.
    pub fn on(page: &PageFacts, area: Area) -> Self {
        Self::Page {
            page: page.page.number,
            area: Some(area),
        }
    }
}

impl Signal {
    pub fn new(declared: &'static Declaration, place: Place, evidence: String) -> Self {
        Self {
            declared,
            place,
            field: None,
            old_value: None,
            new_value: None,
            evidence,
        }
    }

    /// Whether it is a finding of this signal.
    pub fn is(&self, declared: &Declaration) -> bool {
        self.declared.id == declared.id
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

/// Everything there is to see in one file, in the order of the catalogue.
pub fn observe(facts: &Facts<'_>) -> Vec<Signal> {
    let mut signals = Vec::new();
    for observe in catalogue::FAMILIES.iter().flat_map(|one| one.observers) {
        observe(facts, &mut signals);
    }
    explanation::ask(facts, &mut signals);
    signals.sort_by_key(|signal| signal.declared.rank);
    signals
}
