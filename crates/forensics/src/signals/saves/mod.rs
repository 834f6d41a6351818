//! What later saves did.

mod pages;

use crate::signal::Family;

pub(crate) use pages::{
    EARLIER_TEXT_LEFT_IN_FILE, PAGE_PICTURE_CHANGED_IN_LATER_SAVE, PAGE_TEXT_ADDED_IN_LATER_SAVE,
    PAGE_TEXT_REMOVED_IN_LATER_SAVE, PAGES_CHANGED_IN_LATER_SAVE, SECOND_DOCUMENT_IN_FILE,
    TEXT_REPLACED_IN_LATER_SAVE,
};

pub static FAMILY: Family = Family {
    observers: &[pages::observe],
    declared: &[pages::DECLARED],
};
