//! What the fonts and shapes that show a text tell of it.

mod drawn_text;
mod drawn_values;
mod glyph_order;
mod missing_glyphs;
mod orphan_glyphs;
mod patched_widths;
mod shown_glyphs;

use super::values::columns;
use super::{Place, Signal, page_numbers, standing_once};

pub use drawn_values::observe as observe_drawn_values;
pub use glyph_order::observe as observe_glyph_order;
pub use missing_glyphs::observe as observe_missing_glyphs;
pub use orphan_glyphs::observe as observe_orphan_glyphs;
pub use patched_widths::observe as observe_patched_widths;
pub use shown_glyphs::observe as observe_shown_glyphs;
