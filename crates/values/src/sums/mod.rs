//! What a document claims about its numbers, which claims fail, and the one value that is at fault.

mod arithmetic;
pub mod balance;
mod claims;
mod equations;
mod in_words;
mod invoice;
mod payslip;
mod repeated;
mod sentences;
pub mod solver;
pub mod strength;
mod tables;
pub mod totals;

pub use arithmetic::check;
pub use claims::Claims;
pub use equations::{Equation, Ground, Shape, Values, product};
pub use sentences::told;
pub use solver::Fix;
