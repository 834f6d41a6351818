//! Relations between the columns or the lines of a table.

mod column_heads;
pub mod multiples;
pub mod rows;
mod triple;
pub mod upright;

pub use rows::Relation;
