//! Running balances: lists, their steps and ends, and what a statement says above or below them.

mod chain;
pub mod counts;
mod ends;
mod ladder;
mod movements;
pub mod page_turns;
mod seams;
mod search;
pub mod statement;
mod steps;
mod turns;

pub use chain::Chain;
pub use search::find;
