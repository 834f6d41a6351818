//! Observations that bear on trust: one folder a family, one declaration and one function a signal. Signals read facts
//! and nothing else; no family reads another.

mod catalogue;

mod covers;
mod explanation;
mod file;
mod fonts;
mod line_ends;
mod page_numbers;
mod painted_late;
mod pictures;
mod saves;
mod signatures;
mod values;

use crate::facts::Facts;
use crate::signal::Signal;

pub use catalogue::CATALOGUE;
pub(crate) use pictures::{SUM_BROKEN_IN_PICTURE, SUM_UNLIKELY_IN_PICTURE, read_words};
pub(crate) use signatures::{
    SIGNATURE_COVERS_FILE, SIGNATURE_COVERS_SAVE, SIGNER_NOT_TRUSTED, SIGNER_TRUSTED,
};

pub(crate) use values::{
    AMOUNT_IN_WORDS_DIFFERS, PRINT_DIFFERS_FROM_CODE, PRINT_DIFFERS_FROM_DATA, SUMS,
};

#[cfg(test)]
pub(crate) use self::{
    covers::COVERED_AND_RETYPED, file::REWRITTEN_BY_EDITOR, fonts::DIGIT_LEFT_IN_FONT,
    saves::TEXT_REPLACED_IN_LATER_SAVE, signatures::CHANGED_AFTER_SIGNING, values::SUM_BROKEN,
};

/// Everything there is to see in one file, in the order of the catalogue.
pub fn observe(facts: &Facts<'_>) -> Vec<Signal> {
    let mut signals = Vec::new();
    for observe in catalogue::FAMILIES.iter().flat_map(|one| one.observers) {
        observe(facts, &mut signals);
    }
    explanation::ask(facts, &mut signals);
    signals.sort_by_key(|signal| signal.declared.rank);
    signals
}
