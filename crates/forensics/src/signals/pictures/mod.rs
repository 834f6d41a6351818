//! The pictures of pages, and what is printed in them.

mod page_picture;
mod print_values;

use crate::signal::Family;

pub(crate) use page_picture::{NOISE_MISSING_IN_PICTURE, PATCH_OVER_PICTURE};
pub use print_values::read_words;
pub(crate) use print_values::{SUM_BROKEN_IN_PICTURE, SUM_UNLIKELY_IN_PICTURE};

pub static FAMILY: Family = Family {
    observers: &[page_picture::observe, print_values::observe],
    declared: &[page_picture::DECLARED, print_values::DECLARED],
};
