//! Questions about what a word or phrase reads.

use assay_values::without_ligatures;

/// Digits of a number that names a document, a customer or a meter.
const NUMBER: usize = 5;

/// Whether it holds a letter or a digit.
pub fn telling(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

pub fn has_digit(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
}

/// Without its blanks and ligatures: cut into words elsewhere or set by another font, a text is the same.
pub fn squeezed(text: &str) -> String {
    let text = without_ligatures(text);
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The only character, where there is just one.
pub fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Digits, with no more letters than a currency has.
pub fn is_number(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters <= 3 && text.chars().any(|c| c.is_ascii_digit())
}

/// Digits with two decimals.
pub fn is_amount(text: &str) -> bool {
    let decimals = text.rsplit(['.', ',']).next().unwrap_or_default();
    let number = |c: char| c.is_ascii_digit() || ".,'’ -+€$£".contains(c);
    decimals.len() == 2 && decimals.len() < text.len() && text.chars().all(number)
}

/// A number that is no amount and no date.
pub fn is_long_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits >= NUMBER && 2 * digits > text.chars().count() && !is_amount(text) && !is_date(text)
}

/// A date in figures, or the year of one in words.
pub fn is_date(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_ascii_digit());
    let parts: Vec<&str> = text.split(['.', '/', '-']).collect();
    let figures = |part: &&str| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    match parts.as_slice() {
        [year] => year.len() == 4 && (year.starts_with("19") || year.starts_with("20")),
        [_, _, _] => parts.iter().all(figures),
        _ => false,
    }
}

/// A number that ends in two decimals, be there a sign or a currency behind it.
pub fn has_two_decimals(text: &str) -> bool {
    let number = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let mut parts = number.rsplit([',', '.']);
    let decimals = parts.next().unwrap_or_default();
    let whole = parts.next().unwrap_or_default();
    decimals.len() == 2
        && decimals.bytes().all(|byte| byte.is_ascii_digit())
        && whole.ends_with(|c: char| c.is_ascii_digit())
        // Dates have two separators.
        && !(parts.next().is_some_and(|part| part.len() <= 2) && whole.len() <= 2)
}
