//! Words with their places, and the lines they stand on.

mod lines;
mod page_numbers;
mod word;

pub use lines::{Sheet, Token, gap, is_group_space, overlap_x, union};
pub use page_numbers::{called, count_on, counted};
pub use word::{Area, Word};
