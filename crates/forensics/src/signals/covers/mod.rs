//! What lies over what on a page.

mod cover;
mod covered;
mod crowded;
mod erased;
mod free_texts;
mod overprints;
mod words;

use crate::facts::Facts;
use crate::signal::{Family, Signal};
use words::Words;

pub(crate) use covered::{
    ANNOTATION_OVER_TEXT, COVERED_AND_RETYPED, PICTURE_OVER_TEXT, TEXT_COVERED,
};
pub(crate) use erased::VALUE_ON_ERASED_GROUND;
pub(crate) use overprints::TEXT_OVERPRINTED;

pub static FAMILY: Family = Family {
    observers: &[painted, erased::observe, crowded::observe],
    declared: &[covered::DECLARED, erased::DECLARED, overprints::DECLARED],
};

/// What lies over the words of each page.
fn painted(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for page in &facts.pages {
        let words = Words::of(page);
        covered::observe(page, &words, signals);
        overprints::observe(page, &words, signals);
        free_texts::observe(page, &words, signals);
    }
}
