//! Fonts (ISO 32000-2, 9.5-9.10): which codes a shown string holds, what each one reads and how far it moves the pen.

mod font;
mod glyph;
mod simple;

pub use font::{CidFontKind, EmbeddedProgram, Font, FontKind, ProgramKind, Type3};
pub use glyph::{Code, Glyph, Text, TextSource, Vertical};
