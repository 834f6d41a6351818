//! Values that do not fit the others.

mod column_edge;
mod columns;
mod contradictions;

use crate::signal::Family;

pub(crate) use contradictions::{
    AMOUNT_IN_WORDS_DIFFERS, PRINT_DIFFERS_FROM_CODE, PRINT_DIFFERS_FROM_DATA, SUMS,
};

pub(crate) use columns::ROW_MISSING;
pub(crate) use contradictions::{BALANCE_BROKEN, SUM_FAR_OFF, SUM_UNLIKELY};

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
