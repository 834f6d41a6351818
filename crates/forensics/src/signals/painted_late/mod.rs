//! Values painted when a page was done, or in the manner of another writer.

mod blanks_left;
mod late_line;
mod out_of_order;
mod refilled;
mod retyped;
mod retyped_column;
mod typesetting;

use crate::signal::Family;

pub(crate) use out_of_order::{VALUE_IN_STREAM_OF_ITS_OWN, VALUE_OUT_OF_ORDER};
pub(crate) use refilled::EMPTIED_STRING_REFILLED;
pub(crate) use retyped::{VALUE_IN_LATE_FONT, WORDS_IN_LATE_FONT};

pub(crate) use retyped_column::COLUMN_RETYPED;

pub static FAMILY: Family = Family {
    observers: &[
        retyped::observe,
        retyped_column::observe,
        out_of_order::observe,
        late_line::observe,
        refilled::observe,
        blanks_left::observe,
        typesetting::observe,
    ],
    declared: &[
        out_of_order::DECLARED,
        refilled::DECLARED,
        retyped::DECLARED,
        retyped_column::DECLARED,
        typesetting::DECLARED,
    ],
};
