//! What later saves did.

mod pages;

use super::catalogue::Family;
use super::{Declaration, Place, Signal};

pub static FAMILY: Family = Family {
    observers: &[pages::observe],
    declared: &[pages::DECLARED],
};
