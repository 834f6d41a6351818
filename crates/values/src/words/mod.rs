//! What words say: folded for comparison, lists of phrases, numbers written out, and the part that a label gives its amount.

mod folding;
mod number_tables;
mod number_words;
mod phrases;
pub mod roles;

pub use folding::{fold, has_letters, has_phrase, without_ligatures};
pub use number_words::{LANGUAGES, Language, parse};
pub use phrases::Phrases;
