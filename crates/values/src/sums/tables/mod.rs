//! Relations between the columns or the lines of a table.

mod column_heads;
pub mod multiples;
pub mod rows;
pub mod upright;

pub use rows::Relation;
