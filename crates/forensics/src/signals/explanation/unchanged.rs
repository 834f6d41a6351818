//! Does what is shown now read as what it lies upon? Shadows, outlines, knocked-out letters, stamps set twice and tables
//! painted in layers show a text again: its numbers are all there, and its letters in their order.

use assay_values::without_ligatures;

use crate::facts::page::words::squeezed;
use crate::signal::Signal;

/// The later text may hold so many times the letters of the earlier one, if those stand apart in it: doubled strokes.
const LONGER: usize = 3;
/// The end of a text that was cut off for its length: so much of it is not compared.
const CUT_OFF: usize = 20;

/// So many texts painted again in one file are how its program paints.
const HABIT: usize = 2;

/// Whether a finding's two texts are one but for blanks and ligatures. Marks count: they part an amount's decimals.
pub(super) fn has_same_characters(signal: &Signal) -> bool {
    let texts = signal.old_value.as_ref().zip(signal.new_value.as_ref());
    texts.is_some_and(|(old, new)| are_one(old, new))
}

fn are_one(old: &str, new: &str) -> bool {
    squeezed(old) == squeezed(new)
}

/// Whether a finding's two texts read alike, or differ in no number where other findings of the kind read alike: letters
/// that a broken font keeps apart differ in some of them.
pub(super) fn reads_the_same(signal: &Signal, all: &[Signal]) -> bool {
    let texts = |signal: &Signal| signal.old_value.clone().zip(signal.new_value.clone());
    let Some((old, new)) = texts(signal) else {
        return false;
    };
    let again = |signal: &&Signal| texts(signal).is_some_and(|(old, new)| says_again(&new, &old));
    let alike = || {
        all.iter()
            .filter(|other| other.is(signal.declared))
            .filter(again)
    };
    says_again(&new, &old)
        || (numbers(&old).is_empty() && numbers(&new).is_empty() && alike().count() >= HABIT)
}

/// Whether the letters of `old` stand in `new` in their order, and the numbers of `old` are whole numbers of `new`. Marks
/// and blanks do not count: "1 9 R" and "1.9 R" are one text, set with and without the point.
fn says_again(new: &str, old: &str) -> bool {
    let old = match old.strip_suffix('…') {
        Some(cut) => first(cut, cut.chars().count().saturating_sub(CUT_OFF)),
        None => old,
    };
    let (new_letters, old_letters) = (letters(new), letters(old));
    let again = old_letters.len() > 1
        && if new_letters.len() <= LONGER * old_letters.len() {
            is_in_order(&old_letters, &new_letters)
        } else {
            let mut parts = new_letters.windows(old_letters.len());
            parts.any(|part| part == old_letters)
        };
    again && holds_numbers(&numbers(new), &numbers(old).concat())
}

fn first(text: &str, characters: usize) -> &str {
    let end = text.char_indices().nth(characters);
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// The digits of each number; a mark between two digits is part of it.
fn numbers(text: &str) -> Vec<String> {
    let mark = |c: char| matches!(c, '.' | ',' | '\'' | '’');
    let runs = text.split(|c: char| !c.is_ascii_digit() && !mark(c));
    let digits = runs.map(|run| run.chars().filter(char::is_ascii_digit).collect());
    digits
        .filter(|digits: &String| !digits.is_empty())
        .collect()
}

/// Whether neighbouring numbers make up these digits: a number that grew by a digit is another one.
fn holds_numbers(numbers: &[String], digits: &str) -> bool {
    digits.is_empty()
        || (0..numbers.len()).any(|first| {
            let mut rest = Some(digits);
            numbers.iter().skip(first).any(|number| {
                rest = rest.and_then(|rest| rest.strip_prefix(number.as_str()));
                rest == Some("")
            })
        })
}

fn letters(text: &str) -> Vec<char> {
    let text = without_ligatures(text);
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether all of `part` come in `whole`, one after the other.
fn is_in_order(part: &[char], whole: &[char]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|letter| rest.any(|other| other == letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_set_again_in_other_pieces_reads_the_same() {
        for (old, new) in [
            ("1 9 R Ac", "1.9 R Ac"),
            ("Circulation Métabolismes", "Circulation - Métabolismes"),
            (
                "Savoir défi l’acidose, son",
                "Savoir nir définir l’acidose, son",
            ),
            ("Conﬂux oﬃce", "Conflux office"),
            ("non incluses", "non non incluses incluses"),
            ("7 6 0 119 5 $818", "W 3190 7.6 0 119.5 $818"),
            ("1 9 R Ac", "Wensman W 3190NR2 RR2Y 1.9 R Ac"),
        ] {
            assert!(says_again(new, old), "{old} / {new}");
        }
    }

    #[test]
    fn only_blanks_and_ligatures_leave_a_text_what_it_was() {
        assert!(are_one("Taxable interest.", "Taxableinterest."));
        assert!(are_one("Oﬃce ﬂoor", "Office floor"));
        for (old, new) in [
            ("1.25", "12.5"),
            ("Order", "Order/Contract"),
            ("Max", "max"),
        ] {
            assert!(!are_one(old, new), "{old} / {new}");
        }
    }

    #[test]
    fn another_value_does_not() {
        for (old, new) in [
            ("389,88", "989,88"),
            ("389,88", "1.389,98"),
            ("Max Muster", "Erika Muster"),
            ("12.03.2026", "13.03.2026"),
            ("1", "8"),
        ] {
            assert!(!says_again(new, old), "{old} / {new}");
        }
    }

    #[test]
    fn a_number_that_grew_by_a_digit_is_another_one() {
        assert!(!says_again("1389,88", "389,88"));
    }
}
