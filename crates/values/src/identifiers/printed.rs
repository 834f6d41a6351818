//! An identifier that stands on the page.

use std::ops::Range;

/// An identifier as printed.
#[derive(Debug, Clone)]
pub struct Printed {
    pub tokens: Range<usize>,
    /// Letters and digits only, upper case.
    pub bare: String,
}
