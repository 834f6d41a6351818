//! Questions about what a word or phrase reads.

/// Whether it holds a letter or a digit.
pub fn telling(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

pub fn has_digit(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
}

/// Without its blanks: cut into words elsewhere, a text is the same.
pub fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The only character, where there is just one.
pub fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
