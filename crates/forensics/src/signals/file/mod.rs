//! The file as a whole: who wrote it, its shape, its pages, its links, what it holds beside what it shows.

mod hidden;
mod links;
mod metadata;
mod page_copies;
mod page_set;
mod structure;
mod writers;

use super::page_numbers;
use crate::signal::Family;

pub(crate) use page_set::{PAGE_MISSING, PAGE_OF_ANOTHER_FILE};
pub(crate) use structure::CONTENTS_PADDED;

#[cfg(test)]
pub(crate) use writers::REWRITTEN_BY_EDITOR;

pub static FAMILY: Family = Family {
    observers: &[
        page_set::observe,
        page_copies::observe,
        hidden::observe,
        links::observe,
        writers::observe,
        metadata::observe,
        structure::observe,
    ],
    declared: &[
        hidden::DECLARED,
        links::DECLARED,
        metadata::DECLARED,
        page_copies::DECLARED,
        page_set::DECLARED,
        structure::DECLARED,
        writers::DECLARED,
    ],
};
