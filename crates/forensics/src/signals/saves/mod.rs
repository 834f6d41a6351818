//! What later saves did.

mod pages;

use super::{Place, Signal};

pub use pages::observe;
