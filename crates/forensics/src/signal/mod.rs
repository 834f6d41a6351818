//! What a signal is, whoever raises it: its declaration, its place and what was seen.

#[macro_use]
mod declaration;
pub mod words;

use assay_pdf::{Area, ObjectId, Span};

use crate::facts::{Facts, PageFacts};

pub use declaration::{Declaration, Proves};

/// Looks at one file and tells what it sees.
pub type Observe = fn(&Facts<'_>, &mut Vec<Signal>);

/// The signals of one folder.
#[derive(Debug)]
pub struct Family {
    /// Its functions, in the order in which findings of one signal are listed.
    pub observers: &'static [Observe],
    /// What its files declare.
    pub declared: &'static [&'static [&'static Declaration]],
}

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
    /// What takes its weight, where something does: it is told then and does not count.
    pub excused: Option<Excuse>,
}

/// Why a finding that its rules weigh does not count in this file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excuse {
    /// A trusted signer signed the file with it inside.
    Signed,
    /// The file is damaged in a way that shows the same.
    Damaged,
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
            excused: None,
        }
    }

    /// Takes its weight and says so; the first excuse stays.
    pub fn excuse(&mut self, excuse: Excuse, says: &str) {
        if self.excused.is_none() {
            self.excused = Some(excuse);
            self.evidence.push(' ');
            self.evidence.push_str(says);
        }
    }

    /// Whether it is a finding of this signal.
    pub fn is(&self, declared: &Declaration) -> bool {
        self.declared.id == declared.id
    }
}

/// The findings without those that stand on several pages in one place: the document's design sets them. Edges agree within
/// `edge` points.
pub fn standing_once(found: Vec<Signal>, edge: f64) -> Vec<Signal> {
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
