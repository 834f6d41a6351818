//! All signals there are, collected from their declarations.

use std::sync::LazyLock;

use super::{covers, file, fonts, painted_late, pictures, saves, signatures, values};
use crate::signal::{Declaration, Family};

/// Every family there is.
pub static FAMILIES: [&Family; 8] = [
    &signatures::FAMILY,
    &saves::FAMILY,
    &covers::FAMILY,
    &painted_late::FAMILY,
    &fonts::FAMILY,
    &pictures::FAMILY,
    &values::FAMILY,
    &file::FAMILY,
];

/// Every signal, in the order in which a report lists its findings.
pub static CATALOGUE: LazyLock<Vec<&'static Declaration>> = LazyLock::new(|| {
    let files = FAMILIES.iter().flat_map(|family| family.declared);
    let mut all: Vec<&'static Declaration> = files.copied().flatten().copied().collect();
    all.sort_by_key(|declaration| declaration.rank);
    all
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_signals_share_an_id_or_a_rank() {
        for pair in CATALOGUE.windows(2) {
            if let [one, next] = pair {
                assert!(one.rank < next.rank, "{} and {}", one.id, next.id);
            }
        }
        let mut ids: Vec<&str> = CATALOGUE.iter().map(|one| one.id).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }

    #[test]
    fn every_declaration_says_all_in_whole_sentences() {
        for one in CATALOGUE.iter() {
            for said in [one.meaning, one.matters, one.benign] {
                assert!(said.ends_with('.'), "{}: {said}", one.id);
                assert!(said.starts_with(char::is_uppercase), "{}: {said}", one.id);
            }
        }
    }
}
