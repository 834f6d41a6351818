//! What the digital signatures of a file say, and what is left of those that are gone.

mod ranges;
mod remains;
mod reports;

use super::catalogue::Family;
use super::{Declaration, Place, Signal};
use {ranges as signature_ranges, reports as signatures};

pub(crate) use reports::{
    SIGNATURE_COVERS_FILE, SIGNATURE_COVERS_SAVE, SIGNER_NOT_TRUSTED, SIGNER_TRUSTED,
};

pub static FAMILY: Family = Family {
    observers: &[reports::observe, remains::observe],
    declared: &[ranges::DECLARED, remains::DECLARED, reports::DECLARED],
};
