//! The pictures of pages, and what is printed in them.

mod page_picture;
mod print_values;

use super::{Place, Signal};

pub use page_picture::observe;
pub use print_values::{observe as observe_print_values, read_words};
