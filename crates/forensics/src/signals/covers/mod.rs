//! What lies over what on a page.

mod content;
mod crowded;
mod erased;

use super::values::columns;
use super::{Place, Signal, standing_once};

pub use content::observe as observe_content;
pub use crowded::observe as observe_crowded;
pub use erased::observe as observe_erased;
