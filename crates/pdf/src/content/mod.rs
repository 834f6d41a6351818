//! What a page draws (ISO 32000-2, 8 and 9): every glyph, painted path, picture and form in paint order, each with the
//! operator that drew it.

mod color;
mod contents;
mod difference;
mod drawings;
mod fields;
mod figures;
mod interpreter;
mod layout;
mod manner;
mod optional;
mod rendering;
mod sequences;
mod settings;
mod state;
mod text;
mod xobjects;

pub use color::{Color, ColorSpace};
pub use contents::Contents;
pub use difference::{TextChange, difference};
pub use drawings::Drawing;
pub use figures::{Corner, Figure};
pub use layout::{Line, Word, lines};
pub use manner::{Manner, Operators};
pub use rendering::RenderingMode;
pub use sequences::{Replacement, Sequence};
pub use state::Matrix;

use std::ops::Range;
use std::rc::Rc;

use crate::error::LimitExceeded;
use crate::fonts::Font;
use crate::place::{Area, ObjectId};
use crate::syntax::object::Dictionary;

/// Everything one page draws, in paint order.
#[derive(Debug, Default)]
pub struct PageContent {
    /// Text of all glyphs in paint order; glyphs point into it.
    pub text: String,
    pub glyphs: Vec<Glyph>,
    pub runs: Vec<Run>,
    pub paints: Vec<Paint>,
    /// Outlines of those paints that are more than a box.
    pub figures: Vec<Figure>,
    /// Outlines of those paints that may be letters, as far as they are kept.
    pub drawings: Vec<Drawing>,
    pub images: Vec<Image>,
    /// Pictures within the contents, as far as they are kept.
    pub inline: Vec<InlineImage>,
    pub fonts: Vec<Rc<Font>>,
    pub sources: Vec<Source>,
    /// Marked content that the structure tree may name, or that carries a text of its own; in the order of its beginnings.
    pub sequences: Vec<Sequence>,
    /// Wide steps within shown text, as far as they are kept.
    pub leaps: Vec<Leap>,
    /// The work limit that ended the reading of this page early: its own, or the document's.
    pub cut: Option<LimitExceeded>,
}

/// A glyph of which the clip leaves less than this share is read by nobody.
const LEFT_BY_CLIP: f64 = 0.25;

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

    /// The text that the appearance of the page's n-th annotation draws, also where viewers draw the field anew.
    pub fn appearance_text(&self, annotation: u16) -> String {
        let of = |run: &Run| self.sources.get(usize::from(run.source));
        let own = |run: &&Run| {
            of(run).is_some_and(|source| source.kind == SourceKind::Annotation(annotation))
        };
        let drawn_anew = |run: &Run| of(run).is_some_and(|source| source.id.is_none());
        let anew = self.runs.iter().filter(own).any(drawn_anew);
        let runs = self.runs.iter().filter(own);
        let runs =
            runs.filter(|run| !run.mode.invisible() && !drawn_anew(run) && (anew || !run.hidden));
        runs.fold(String::new(), |mut text, run| {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.run_text(run));
            text
        })
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
    /// How far it moves the pen along the baseline (downwards in a vertical font), points, without spacing.
    pub advance: f32,
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
    /// Text space to page space where the operation begins (9.4.4), without size, scale and rise.
    pub matrix: Matrix,
    /// Height of the em on the page, points.
    pub size: f64,
    /// Direction of the baseline, radians counter-clockwise from the x axis.
    pub angle: f64,
    pub mode: RenderingMode,
    pub color: Color,
    /// Constant alpha, 0 to 1.
    pub alpha: f32,
    pub glyphs: Range<u32>,
    pub marked: Option<Marked>,
    /// Drawn in optional content that is off by default.
    pub hidden: bool,
    /// What is left to paint on: the clip's bounding box within what viewers show of the page (7.7.3.3, CropBox).
    pub clip: Option<Area>,
    /// All of its glyphs lie outside of that.
    pub outside: bool,
    /// Character and word spacing in text space, horizontal scale.
    pub spacing: (f32, f32, f32),
    /// How it is written.
    pub manner: Manner,
}

impl Glyph {
    /// Whether what is left to paint on takes the glyph away (8.5.4). The box of a clip is known, not its shape: what lies outside
    /// the box is certainly not seen. Pages that show a part of another page keep the rest of its text so, and tables cut
    /// off their cells.
    pub fn is_cut_off(&self, clip: &Area) -> bool {
        // Accents without an advance have no size to measure.
        self.area.size() > 0.0 && self.area.covered_by(clip) < LEFT_BY_CLIP
    }
}

/// A stretch of a line that the numbers of a `TJ` step over, an em or more wide (9.4.3).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leap {
    /// Of the run that it is part of, or of what was painted last before it.
    pub order: u32,
    pub source: u16,
    pub area: Area,
    /// The operation shows no letter and no digit.
    pub bare: bool,
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
    /// How wide the stroke is, points.
    pub line_width: f64,
    pub alpha: f32,
    /// Painted with a blend mode other than Normal, or through a soft mask.
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
    /// From the unit square to the page (8.9.5.1).
    pub matrix: [f64; 6],
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

/// A small picture whose data stand in the contents (8.9.7), with the keys and names of a picture XObject.
#[derive(Debug, Clone, PartialEq)]
pub struct InlineImage {
    /// The order of its [`Image`].
    pub order: u32,
    pub dictionary: Dictionary,
    pub data: Vec<u8>,
}

impl Image {
    /// Where a part of the picture, in shares from its bottom-left corner, stands on the page.
    pub fn placed(&self, part: &Area) -> Area {
        state::Matrix(self.matrix).area(part)
    }
}

/// The content stream something was drawn by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source {
    pub kind: SourceKind,
    /// Absent where no stream draws it: viewers draw the value of a form field themselves.
    pub id: Option<ObjectId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// The n-th stream of the page's `/Contents`.
    Page(u16),
    /// A form XObject drawn by the page.
    Form,
    /// The appearance of the page's n-th annotation.
    Annotation(u16),
}

#[cfg(test)]
mod tests;
