//! What the fonts and shapes that show a text tell of it.

mod drawn_text;
mod drawn_values;
mod glyph_order;
mod missing_glyphs;
mod orphan_glyphs;
mod patched_widths;
mod shown_glyphs;

use super::page_numbers;
use crate::signal::Family;

pub(crate) use glyph_order::GLYPH_OUT_OF_TURN;
pub(crate) use missing_glyphs::GLYPH_MISSING_FROM_SUBSET;
pub(crate) use orphan_glyphs::{DIGIT_LEFT_IN_FONT, DIGIT_TAKEN_OUT};

pub static FAMILY: Family = Family {
    observers: &[
        drawn_values::observe,
        glyph_order::observe,
        orphan_glyphs::observe,
        missing_glyphs::observe,
        shown_glyphs::observe,
        patched_widths::observe,
    ],
    declared: &[
        drawn_text::DECLARED,
        drawn_values::DECLARED,
        glyph_order::DECLARED,
        missing_glyphs::DECLARED,
        orphan_glyphs::DECLARED,
        patched_widths::DECLARED,
        shown_glyphs::DECLARED,
    ],
};
