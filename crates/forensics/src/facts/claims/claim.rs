//! A text that is claimed for a place, and how it compares with what the place shows.

use assay_pdf::Area;
use assay_values::without_ligatures;

/// Where a text is claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// `/V` of a field.
    Field(String),
    /// `/V` of a check box or a group of buttons.
    Button(String),
    /// An earlier version of a field that still stands in the file.
    EarlierField(String),
    /// `/ActualText` of a structure element, or of marked content that is not visible.
    ActualText,
    /// `/ActualText` of visible marked content, written together with what it stands for.
    ActualTextInContents,
    /// `/Alt` of either.
    Alternative,
    /// `/E` of either.
    Expansion,
    /// An item of the outline.
    Outline,
    /// Title or subject of the document's information.
    Title,
}

/// One claim that does not agree with what is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    pub source: Source,
    /// 1-based.
    pub page: u32,
    pub area: Area,
    pub claimed: String,
    pub shown: String,
    /// Both are numbers, and different ones.
    pub number: bool,
}

/// How two texts for one place compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Agrees,
    /// The digits differ and cannot be one number written in two ways.
    OtherDigits,
    OtherWords,
    /// Nothing can be said: one is empty or not readable.
    Unclear,
}

/// Compares what is claimed with what is shown. Spacing, case, signs and the way numbers are written do not count.
pub fn compare(claimed: &str, shown: &str) -> Comparison {
    let unreadable =
        |c: char| c == '\u{fffd}' || ('\u{e000}'..='\u{f8ff}').contains(&c) || c.is_control();
    let readable = |text: &str| !text.chars().any(|c| unreadable(c) && !c.is_whitespace());
    let (a, b) = (letters(claimed), letters(shown));
    if a.is_empty() || b.is_empty() || !readable(claimed) || !readable(shown) {
        return Comparison::Unclear;
    }
    // A field may show a part of a long value, or its value beside a word of its own.
    if a == b || (a.contains(&b) || b.contains(&a)) && !cuts_number(&a, &b) {
        return Comparison::Agrees;
    }
    let (a_digits, b_digits) = (digits(&a), digits(&b));
    match (a_digits.is_empty(), b_digits.is_empty()) {
        (false, false) if same_digits(&a_digits, &b_digits) => Comparison::Agrees,
        (false, false) => Comparison::OtherDigits,
        (true, true) if a.is_ascii() && b.is_ascii() => Comparison::OtherWords,
        _ => Comparison::Unclear,
    }
}

/// Letters and digits, in lower case; a ligature is its letters.
fn letters(text: &str) -> String {
    without_ligatures(text)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Whether the shorter text ends within a number of the longer one.
fn cuts_number(a: &str, b: &str) -> bool {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let Some(at) = long.find(short) else {
        return false;
    };
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let before = long.get(..at).and_then(|text| text.chars().next_back());
    let behind = long
        .get(at + short.len()..)
        .and_then(|text| text.chars().next());
    digit(before) && digit(short.chars().next())
        || digit(behind) && digit(short.chars().next_back())
}

/// One number with other zeros around it, or one date with its parts in another order.
fn same_digits(a: &str, b: &str) -> bool {
    let bare = |text: &str| text.trim_matches('0').to_owned();
    let sorted = |text: &str| {
        let mut digits: Vec<char> = text.chars().collect();
        digits.sort_unstable();
        digits
    };
    let date = (6..=8).contains(&a.len()) && a.len() == b.len();
    bare(a) == bare(b) || date && sorted(a) == sorted(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_write_a_value_agree() {
        for (claimed, shown) in [
            ("1234.5", "1,234.50"),
            ("0.19", "19 %"),
            ("2024-03-05", "05.03.2024"),
            ("Jane  Doe", "JANE DOE"),
            ("AB123", "A B 1 2 3"),
            ("one two three", "one two"),
            ("Office Proflex", "Oﬃce Proﬂex"),
        ] {
            assert_eq!(compare(claimed, shown), Comparison::Agrees, "{claimed}");
        }
    }

    #[test]
    fn another_value_does_not() {
        assert_eq!(compare("1250.00", "9250.00"), Comparison::OtherDigits);
        assert_eq!(compare("1,000", "100"), Comparison::Agrees);
        assert_eq!(compare("21 500", "2150"), Comparison::Agrees);
        assert_eq!(compare("7,215", "721"), Comparison::OtherDigits);
        assert_eq!(compare("Jane Doe", "Max Roe"), Comparison::OtherWords);
        assert_eq!(compare("x", "\u{fffd}"), Comparison::Unclear);
    }
}
