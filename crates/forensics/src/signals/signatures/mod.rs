//! What the digital signatures of a file say, and what is left of those that are gone.

mod later;
mod ranges;
mod remains;
mod reports;
mod trust;

use crate::signal::Family;

#[cfg(test)]
pub(crate) use later::CHANGED_AFTER_SIGNING;
pub(crate) use remains::SIGNATURE_STRIPPED;
pub(crate) use trust::{
    SIGNATURE_COVERS_FILE, SIGNATURE_COVERS_SAVE, SIGNER_NOT_TRUSTED, SIGNER_TRUSTED,
};

pub static FAMILY: Family = Family {
    observers: &[reports::observe, remains::observe],
    declared: &[
        later::DECLARED,
        ranges::DECLARED,
        remains::DECLARED,
        reports::DECLARED,
        trust::DECLARED,
    ],
};
