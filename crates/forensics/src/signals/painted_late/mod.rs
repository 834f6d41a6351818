//! Values painted when a page was done, or in the manner of another writer.

mod blanks_left;
mod late_line;
mod out_of_order;
mod refilled;
mod retyped;
mod retyped_column;
mod set_otherwise;

use super::values::columns;
use super::{Place, Signal, standing_once};

pub use blanks_left::observe as observe_blanks_left;
pub use late_line::observe as observe_late_line;
pub use out_of_order::observe as observe_out_of_order;
pub use refilled::observe as observe_refilled;
pub use retyped::observe as observe_retyped;
pub use retyped_column::observe as observe_retyped_column;
pub use set_otherwise::observe as observe_set_otherwise;
