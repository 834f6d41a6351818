//! Fonts (ISO 32000-2, 9.5-9.10): which codes a shown string holds, what each one reads and how far it moves the pen.

mod cff;
mod cid_metrics;
mod cmap;
mod codespace;
mod composite;
#[cfg(test)]
mod corpus;
mod descriptor;
mod encodings;
mod font;
mod glyph;
mod glyph_names;
mod inventory;
mod make;
mod outline;
mod postscript;
mod predefined;
mod program;
mod ranges;
mod simple;
mod standard;
#[cfg(test)]
#[expect(clippy::panic, reason = "a test may")]
mod testing;
mod to_unicode;
mod truetype;
mod type1;
mod type3;

pub use descriptor::{Descriptor, EmbeddedProgram, ProgramKind};
pub use font::{CidFontKind, Font, FontAnomaly, FontKind};
pub use glyph::{Code, Glyph, Text, TextSource, Vertical};
pub use inventory::{CarriedGlyph, Inventory};
pub use make::Make;
pub use outline::Outline;
pub(crate) use outline::Pen;
pub use program::{FontProgram, ProgramGlyph};
pub use type3::Type3;
