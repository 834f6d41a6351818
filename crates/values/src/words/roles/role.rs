//! The roles, and which of several phrases tells one.

use crate::words::Phrases;

/// The part an amount plays in the arithmetic of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Opening,
    Closing,
    /// A balance on a day; which of two is the opening one their order tells.
    Balance,
    /// Balance carried to or brought from another page.
    Forward,
    CreditTotal,
    DebitTotal,
    GrossPay,
    Deductions,
    NetPay,
    Net,
    Tax,
    Gross,
    Paid,
    Due,
    Discount,
    Charge,
    Rounding,
}

/// The table whose longest matching phrase is longest of all.
pub fn longest(label: &str, tables: &[(&Phrases, Role)]) -> Option<Role> {
    let found = tables
        .iter()
        .filter_map(|(phrases, role)| Some((phrases.longest_in(label)?, *role)));
    let (_, role) = found.max_by_key(|(length, _)| *length)?;
    Some(role)
}
