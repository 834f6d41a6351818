//! Genuine documents and altered ones, as grids of words.

pub mod layout;
mod reading;
