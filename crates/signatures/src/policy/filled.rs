//! Fields that show something else than their value: readers that draw fields anew show the one, others the other
//! (shadow attacks of the "replace" kind, NDSS 2021).

use assay_pdf::Area;

/// One such field.
#[derive(Debug, Clone, PartialEq)]
pub struct Contradiction {
    pub field: String,
    pub page: u32,
    pub area: Area,
    pub value: String,
    pub shown: String,
}

/// What is wrong with a field that a save touched: its new look contradicts its new value, or the look changed or went
/// while the value that contradicts the old look stayed. Gives the value, or the old look, and what is shown.
pub fn contradiction(
    [old_value, value]: [Option<String>; 2],
    [was, is]: [String; 2],
) -> Option<(String, String)> {
    let value = value?;
    if differ(&value, &is) {
        return Some((value, is));
    }
    let kept = old_value.as_ref() == Some(&value);
    let shown = if is.trim().is_empty() { &value } else { &is };
    (kept && differ(&was, shown)).then(|| (was, shown.clone()))
}

/// Whether two texts are different numbers. Scripts of a form write dates and words in other forms, group digits and add
/// units, so that only what is a number on both sides is compared, and one may hold the digits of the other.
pub fn differ(one: &str, other: &str) -> bool {
    match (digits(one), digits(other)) {
        (Some(a), Some(b)) => !a.contains(&b) && !b.contains(&a),
        _ => false,
    }
}

/// The digits of a number of three digits or more; words, dates and codes have none.
fn digits(text: &str) -> Option<String> {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let separators = text
        .chars()
        .filter(|c| matches!(c, '-' | '/' | ':'))
        .count();
    // A day, a month and a year stand between two points.
    let points: Vec<&str> = text.trim().split('.').collect();
    let date = points.len() == 3 && points.iter().all(|part| part.len() <= 4 && part.len() != 3);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let trimmed = digits.trim_start_matches('0').to_string();
    (letters <= 3 && separators <= 1 && !date && trimmed.len() >= 3).then_some(trimmed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_in_two_forms_agree() {
        assert!(!differ("1234.5", "1,234.50 EUR"));
        assert!(!differ("0.15", "15 %"));
        assert!(!differ("2026-01-05", "05.01.2026"));
        assert!(!differ("none", "1.250,00"));
    }

    #[test]
    fn amounts_that_are_others_differ() {
        assert!(differ("9.250,00", "1.250,00"));
        assert!(differ("1250", "EUR 1,350.00"));
    }

    #[test]
    fn a_look_that_changes_under_a_value_that_stays_is_told() {
        let value = || Some("9.250,00".to_string());
        let told = contradiction([value(), value()], ["1.250,00".into(), "9.250,00".into()]);
        assert_eq!(told, Some(("1.250,00".into(), "9.250,00".into())));
        let gone = contradiction([value(), value()], ["1.250,00".into(), String::new()]);
        assert_eq!(gone, Some(("1.250,00".into(), "9.250,00".into())));
        let same = contradiction([value(), value()], ["9.250,00".into(), "9.250,00".into()]);
        assert_eq!(same, None);
    }

    #[test]
    fn filling_is_no_contradiction() {
        let told = contradiction(
            [Some("1.250,00".into()), Some("1.350,00".into())],
            ["1.250,00".into(), "1.350,00".into()],
        );
        assert_eq!(told, None);
    }
}
