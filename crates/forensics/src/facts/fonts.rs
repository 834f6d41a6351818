//! The programs of the fonts on the pages (ISO 32000-2, 9.9), read when somebody asks: few of them are.

use assay_pdf::View;
use assay_pdf::fonts::{Font, FontProgram, Inventory, Outline};
use rustc_hash::FxHashMap;

use super::shapes::glyph_outlines;

/// What programs say of the fonts that carry them.
#[derive(Debug)]
pub struct Programs<'d> {
    view: View<'d>,
}

impl<'d> Programs<'d> {
    pub(super) fn of(view: View<'d>) -> Self {
        Self { view }
    }

    /// The characters that a font can show.
    pub fn inventory(&self, font: &Font) -> Inventory {
        font.inventory(&self.view)
    }

    /// The outlines of some codes.
    pub fn outlines(
        &self,
        font: &Font,
        codes: impl Iterator<Item = u32>,
    ) -> FxHashMap<u32, Outline> {
        glyph_outlines(&self.view, font, codes)
    }

    /// The advances of a program by CID, em.
    pub fn widths(&self, font: &Font) -> Vec<(u32, f64)> {
        font.program_widths(&self.view)
    }

    /// The program itself, and its glyphs by CID.
    pub fn program<'f>(&self, font: &'f Font) -> Option<(&'f FontProgram, FxHashMap<u32, u32>)> {
        let program = font.program(&self.view)?;
        let glyphs = font.program_glyphs(&self.view, program);
        Some((program, glyphs.into_iter().collect()))
    }
}
