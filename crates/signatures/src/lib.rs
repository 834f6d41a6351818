//! Who vouched for which bytes: byte ranges, CMS, chains and what came after a signature.

pub mod algorithm;
pub mod asn1;
pub mod certificate;
pub mod chain;
pub mod cms;
pub mod digest;
pub mod key;
pub mod name;
pub mod strength;
pub mod time;
pub mod verify;
