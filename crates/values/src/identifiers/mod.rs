//! Numbers that carry check digits of their own: accounts, cards, references, tax and national ids.

mod bank_accounts;
mod check_digits;
pub mod iban;
mod iberian;
mod labelled;
mod national_ids;
mod placeholders;
mod printed;
mod vat_ids;

pub use bank_accounts::{is_invented, near_copy};
pub use check_digits::{mod_10_recursive, mod_97};
pub use labelled::{check, printed_ibans};
pub use placeholders::is_placeholder;
pub use printed::Printed;
