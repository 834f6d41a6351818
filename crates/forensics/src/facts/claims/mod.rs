//! What a document says of a place beside what it shows there: the value of a form field beside its appearance, the
//! replacement text of a tag beside the text it stands for, a title beside the line it names, an earlier value beside the
//! one in its place.

mod claim;
pub mod earlier;
pub mod fields;
pub mod tagging;
pub mod tags;
pub mod titles;

pub use claim::{Claim, Comparison, Source, compare};
