//! What QR codes on the pages say of a payment or an invoice, against what is printed beside them.

mod emv;
mod payload;
mod print;
mod schemes;
mod tokens;

pub use print::compare;

use crate::layout::Area;

/// A code as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct MachineCode {
    /// 1-based.
    pub page: u32,
    /// `x0, y0, x1, y1` in points from the bottom-left corner.
    pub area: Area,
    pub text: String,
}
