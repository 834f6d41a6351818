//! Values that do not fit the others.

mod column_edge;
pub mod columns;
mod contradictions;

use super::{Place, Signal};

pub use column_edge::observe as observe_column_edge;
pub use columns::observe as observe_columns;
pub use contradictions::observe;
