//! Words with their places, and the lines they stand on.

mod lines;
mod page_numbers;

pub use lines::{Area, Sheet, Token, is_group_space, overlap_x, union};
pub use page_numbers::{called, count_on, counted};
