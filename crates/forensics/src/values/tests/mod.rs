//! Genuine documents and altered ones, as grids of words.

mod generated;
pub mod layout;
mod maker;
mod reading;
mod statements;
