//! Bytes to objects: tokens, cross-reference sections, filters, encryption, and recovery where the tables lie.

pub(crate) mod bytes;
pub(crate) mod crypt;
pub mod cursor;
pub mod filters;
mod number;
pub mod object;
pub mod parser;
pub(crate) mod repair;
mod strings;
pub mod xref;
