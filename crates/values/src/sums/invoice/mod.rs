//! Invoices and receipts: the foot, the lines against it, what was handed over, and equal parts.

pub mod card;
pub mod foot;
pub mod included;
pub mod instalments;
pub mod line_items;
pub mod tender;
