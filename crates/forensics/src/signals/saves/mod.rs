//! What later saves did.

mod pages;

use crate::signal::Family;

#[cfg(test)]
pub(crate) use pages::TEXT_REPLACED_IN_LATER_SAVE;

pub static FAMILY: Family = Family {
    observers: &[pages::observe],
    declared: &[pages::DECLARED],
};
