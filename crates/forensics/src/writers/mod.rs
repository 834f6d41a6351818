//! Who wrote which bytes: programs by their names and marks.

pub mod producers;
