//! The file as a whole: who wrote it, its shape, its pages, its links, what it holds beside what it shows.

mod hidden;
mod links;
mod metadata;
mod page_copies;
mod page_set;
mod structure;
mod writers;

use super::{Place, Signal, page_numbers};

pub use hidden::observe as observe_hidden;
pub use links::observe as observe_links;
pub use metadata::observe as observe_metadata;
pub use page_copies::observe as observe_page_copies;
pub use page_set::observe as observe_page_set;
pub use structure::observe as observe_structure;
pub use writers::observe as observe_writers;
