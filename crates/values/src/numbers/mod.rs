//! Printed numbers: exact decimals, how a document writes them, what belongs to one, and how to print another the same way.

mod affixes;
pub mod amounts;
mod decimal;
mod notation;
mod numeral;
mod printing;

pub use amounts::{Amount, Nature};
pub use decimal::Decimal;
pub use notation::{Mark, Notation, mark_of, read};
pub use numeral::{Numeral, Sign, currency};
