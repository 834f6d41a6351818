//! Who vouched for which bytes: byte ranges, CMS, chains and what came after a signature.
//!
//! [`examine`] gives one [`SignatureReport`] for each signature of a document: seven axes, each with its facts. Nothing
//! here decides what they mean together, and nothing here asks a clock or a network.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

pub mod algorithm;
pub mod asn1;
pub mod byte_range;
mod cases;
pub mod certificate;
pub mod chain;
pub mod cms;
pub mod digest;
mod examine;
pub mod form;
mod judge;
pub mod key;
pub mod name;
pub mod name_constraints;
pub mod policy;
mod remains;
pub mod report;
pub mod signature;
mod store;
pub mod strength;
pub mod time;
pub mod verify;

pub use chain::Trust;
pub use examine::examine;
pub use remains::{EmptyField, Remains};
pub use report::SignatureReport;
