//! Long lists of phrases, found in a label by their first words.

use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Folded phrases of many languages that mean one thing.
pub struct Phrases {
    list: &'static [&'static str],
    /// Asked of every label of a page: looked up by word, not tried one by one.
    by_first_word: OnceLock<FxHashMap<&'static str, Vec<&'static str>>>,
}

impl Phrases {
    pub const fn of(list: &'static [&'static str]) -> Self {
        Self {
            list,
            by_first_word: OnceLock::new(),
        }
    }

    /// Whether a folded label holds one of them as whole words.
    pub fn is_in(&self, label: &str) -> bool {
        self.found(label).next().is_some()
    }

    /// Bytes of the longest of them that a folded label holds.
    pub fn longest_in(&self, label: &str) -> Option<usize> {
        self.found(label).map(str::len).max()
    }

    fn found<'l>(&'l self, label: &'l str) -> impl Iterator<Item = &'static str> + 'l {
        let index = self.by_first_word.get_or_init(|| {
            let mut index: FxHashMap<_, Vec<_>> = FxHashMap::default();
            for phrase in self.list {
                index.entry(first_word(phrase)).or_default().push(*phrase);
            }
            index
        });
        let starts = std::iter::once(0).chain(label.match_indices(' ').map(|(at, _)| at + 1));
        let rests = starts.filter_map(|at| label.get(at..));
        rests.flat_map(move |rest| {
            let phrases = index.get(first_word(rest)).into_iter().flatten();
            phrases.copied().filter(move |phrase| {
                let after = rest.strip_prefix(phrase);
                after.is_some_and(|after| after.is_empty() || after.starts_with(' '))
            })
        })
    }
}

fn first_word(text: &str) -> &str {
    text.split_once(' ').map_or(text, |(word, _)| word)
}

#[cfg(test)]
mod tests {
    use super::super::folding::{fold, has_phrase};
    use super::Phrases;

    const LIST: &[&str] = &["tax", "sub total", "total", "total tax", "請求額"];

    #[test]
    fn a_phrase_is_found_wherever_a_search_for_it_alone_finds_it() {
        let phrases = Phrases::of(LIST);
        for label in [
            "Total tax:",
            "Taxi 12",
            "Sub-total",
            "Etotal",
            "sub tax total",
            "請求額",
            "",
            "tax",
        ] {
            let label = fold(label);
            let alone = LIST.iter().filter(|phrase| has_phrase(&label, phrase));
            let longest = alone.map(|phrase| phrase.len()).max();
            assert_eq!(phrases.longest_in(&label), longest, "{label}");
            assert_eq!(phrases.is_in(&label), longest.is_some(), "{label}");
        }
    }
}
