//! What the digital signatures of a file say, and what is left of those that are gone.

mod ranges;
mod remains;
mod reports;
pub mod trust;

use super::{Place, Signal, definition};
use {ranges as signature_ranges, reports as signatures};

pub use remains::observe as observe_remains;
pub use reports::observe;
