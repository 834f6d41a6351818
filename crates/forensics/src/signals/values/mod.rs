//! Values that do not fit the others.

mod column_edge;
mod columns;
mod contradictions;

use super::catalogue::Family;
use super::{Declaration, Place, Signal};

#[cfg(test)]
pub(crate) use contradictions::SUM_BROKEN;

pub static FAMILY: Family = Family {
    observers: &[
        column_edge::observe,
        columns::observe,
        contradictions::observe,
    ],
    declared: &[
        column_edge::DECLARED,
        columns::DECLARED,
        contradictions::DECLARED,
    ],
};
