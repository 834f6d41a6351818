//! Genuine documents and altered ones, as grids of words.

#![allow(clippy::panic)] // A test says what it got instead.

mod generated;
mod hostile;
mod identifiers;
mod invoices;
pub mod layout;
mod layouts;
mod maker;
mod page_turns;
mod parts;
mod reading;
mod replaced;
mod statements;
mod strangers;
mod tables;
mod traps;
