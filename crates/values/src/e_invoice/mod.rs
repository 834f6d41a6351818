//! An invoice's own data in XML (EN 16931: Factur-X, ZUGFeRD, XRechnung) against what its pages print.

mod data;
mod details;
mod print;

pub use data::Invoice;
pub use print::compare;
