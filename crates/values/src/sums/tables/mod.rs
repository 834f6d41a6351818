//! Relations between the columns or the lines of a table.

mod column_heads;
pub mod multiples;
pub mod rows;
pub mod transposed;
mod triple;

pub use rows::Relation;
