//! What a page draws (ISO 32000-2, 8 and 9): every glyph, painted path, picture and form in paint order, each with the
//! operator that drew it.

mod color;
mod contents;
mod difference;
mod interpreter;
mod layout;
mod optional;
mod settings;
mod state;
mod text;
mod xobjects;

pub use color::{Color, ColorSpace};
pub use contents::Contents;
pub use difference::{TextChange, difference, label};
pub use layout::{Line, Word, lines};

use std::ops::Range;
use std::rc::Rc;

use crate::error::LimitExceeded;
use crate::fonts::Font;
use crate::place::{Area, ObjectId};

/// Everything one page draws, in paint order.
#[derive(Debug, Default)]
pub struct PageContent {
    /// Text of all glyphs in paint order; glyphs point into it.
    pub text: String,
    pub glyphs: Vec<Glyph>,
    pub runs: Vec<Run>,
    pub paints: Vec<Paint>,
    pub images: Vec<Image>,
    pub fonts: Vec<Rc<Font>>,
    pub sources: Vec<Source>,
    /// The work limit that ended the reading of this page early.
    pub cut: Option<LimitExceeded>,
}

impl PageContent {
    /// The text of one glyph; empty where the font gives none.
    pub fn glyph_text(&self, glyph: &Glyph) -> &str {
        self.text
            .get(glyph.text.0 as usize..glyph.text.1 as usize)
            .unwrap_or_default()
    }

    pub fn run_glyphs(&self, run: &Run) -> &[Glyph] {
        self.glyphs
            .get(run.glyphs.start as usize..run.glyphs.end as usize)
            .unwrap_or_default()
    }

    /// The text a run shows.
    pub fn run_text(&self, run: &Run) -> &str {
        let glyphs = self.run_glyphs(run);
        match (glyphs.first(), glyphs.last()) {
            (Some(first), Some(last)) => self
                .text
                .get(first.text.0 as usize..last.text.1 as usize)
                .unwrap_or_default(),
            _ => "",
        }
    }

    /// The area a run covers; `None` for a run without glyphs.
    pub fn run_area(&self, run: &Run) -> Option<Area> {
        self.run_glyphs(run)
            .iter()
            .map(|glyph| glyph.area)
            .reduce(|all, area| all.union(&area))
    }
}

/// One shown glyph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    pub run: u32,
    pub code: u32,
    /// Start and end in [`PageContent::text`].
    pub text: (u32, u32),
    /// From the baseline's descent to its ascent, as wide as the advance.
    pub area: Area,
    /// Where its origin stands, points.
    pub origin: (f64, f64),
}

/// One text-showing operation (9.4.3): `Tj`, `'`, `"`, or one `TJ`.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Position among all things painted on this page.
    pub order: u32,
    pub source: u16,
    /// Of the operator with its operands, in the decoded bytes of its source.
    pub span: (u32, u32),
    /// Index in [`PageContent::fonts`].
    pub font: u16,
    /// Height of the em on the page, points.
    pub size: f64,
    /// Direction of the baseline, radians counter-clockwise from the x axis.
    pub angle: f64,
    /// Text rendering mode (9.3.6): 3 is invisible.
    pub mode: u8,
    pub color: Color,
    /// Constant alpha, 0 to 1.
    pub alpha: f32,
    pub glyphs: Range<u32>,
    pub marked: Option<Marked>,
    /// Drawn in optional content that is off by default.
    pub hidden: bool,
    /// The clip's bounding box, where one is set.
    pub clip: Option<Area>,
    /// Character and word spacing in text space, horizontal scale.
    pub spacing: (f32, f32, f32),
}

/// The innermost marked-content sequence (14.6).
#[derive(Debug, Clone, PartialEq)]
pub struct Marked {
    pub tag: Rc<[u8]>,
    pub mcid: Option<i64>,
}

/// A painted path.
#[derive(Debug, Clone, PartialEq)]
pub struct Paint {
    pub order: u32,
    pub source: u16,
    pub span: (u32, u32),
    pub area: Area,
    pub filled: Option<Color>,
    pub stroked: Option<Color>,
    pub alpha: f32,
    /// Painted with a blend mode other than Normal.
    pub blends: bool,
    /// An axis-parallel rectangle.
    pub rectangle: bool,
    pub hidden: bool,
}

/// A drawn picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    pub order: u32,
    pub source: u16,
    pub span: (u32, u32),
    pub area: Area,
    /// Absent for an inline image.
    pub id: Option<ObjectId>,
    /// Samples.
    pub width: u32,
    pub height: u32,
    /// An image mask, or one with a soft mask: what is beneath may show.
    pub transparent: bool,
    pub alpha: f32,
    pub blends: bool,
    pub hidden: bool,
}

/// The content stream something was drawn by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    pub kind: SourceKind,
    pub id: Option<ObjectId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// The n-th stream of the page's `/Contents`.
    Page(u16),
    /// A form XObject drawn by the page.
    Form,
    /// The appearance of the page's n-th annotation.
    Annotation(u16),
}
