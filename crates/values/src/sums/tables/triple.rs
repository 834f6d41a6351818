//! Three columns between which a relation is looked for.

/// How the third column follows from the first two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Product { percent: bool },
    Sum { sign: i8 },
}

/// Columns of the grid, and what they would have to obey.
#[derive(Debug, Clone, Copy)]
pub struct Triple {
    pub left: usize,
    pub right: usize,
    pub out: usize,
    pub form: Form,
}
