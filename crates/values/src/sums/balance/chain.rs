//! A running balance as it was found.

use super::turns::Turn;
use crate::sums::Equation;

/// A running balance found in the document.
#[derive(Debug, Clone)]
pub struct Chain {
    pub equations: Vec<Equation>,
    /// Balance of the earliest row, and what moved in that row itself.
    pub earliest: usize,
    pub earliest_moves: Vec<(usize, i8)>,
    pub latest: usize,
    /// All movements of the steps, with the sign they enter the balance with.
    pub moves: Vec<(usize, i8)>,
    /// Rows of the grid, top to bottom.
    pub rows: Vec<usize>,
    /// Columns that move the balance.
    pub movers: Vec<usize>,
    /// No step between the ends was left out.
    pub unbroken: bool,
    /// `earliest_moves` are known to be complete.
    pub opens_clearly: bool,
    /// Ends of pages at which the list breaks.
    pub turns: Vec<Turn>,
}
