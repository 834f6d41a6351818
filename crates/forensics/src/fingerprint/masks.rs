//! Texts as patterns: the form stays, what it says goes.

/// Digits of a group that still tell its form: thousands, years.
const GROUP: usize = 4;

/// A text with `9` for each digit and `A`, `a` for letters. The time zone of a date says where it was written and is
/// kept as a pattern too, as summer time moves it.
pub fn pattern(text: &str) -> String {
    let mask = |c: char| match c {
        c if c.is_numeric() => '9',
        c if c.is_uppercase() => 'A',
        c if c.is_alphabetic() => 'a',
        c => c,
    };
    text.chars().map(mask).collect()
}

/// The form of an amount: `1.234,56` and `12,30` are of forms `#.###,##` and `#,##`. Only the groups behind the first
/// separator have a fixed number of digits. `None` where it holds letters, or no digit.
pub fn number(text: &str) -> Option<String> {
    let known = |c: char| c.is_ascii_digit() || ".,'’-+\u{a0}\u{202f}%€$£/:".contains(c);
    if !text.chars().any(|c| c.is_ascii_digit()) || !text.chars().all(known) {
        return None;
    }
    let mut form = String::new();
    let mut digits = 0usize;
    let mut groups = 0usize;
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits += 1;
            continue;
        }
        if digits > 0 {
            let shown = if groups == 0 { 1 } else { digits };
            if shown > GROUP {
                return None;
            }
            form.push_str(&"#".repeat(shown));
            groups += 1;
            digits = 0;
        }
        form.push(c);
    }
    // A whole number has no form of its own.
    (groups > 1).then(|| repeated(form.trim_end()))
}

/// Groups of thousands repeat: one stands for all.
fn repeated(form: &str) -> String {
    let mut form = form.to_string();
    for separator in ['.', ',', '\'', '’', '\u{a0}', '\u{202f}'] {
        let twice = format!("{separator}###{separator}###");
        while let Some(at) = form.find(&twice) {
            let end = at + twice.len();
            let one = format!("{separator}###");
            let Some(rest) = form.get(end..) else { break };
            form = format!("{}{one}{rest}", form.get(..at).unwrap_or_default());
        }
    }
    form
}

/// The form of a date in figures, which keeps the digits of each part; `None` for what is none.
pub fn date(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(['.', '/', '-']).collect();
    let figures = |part: &&str| {
        (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let [first, middle, last] = parts.as_slice() else {
        return None;
    };
    let lengths = (first.len(), middle.len(), last.len());
    let usual = matches!(lengths, (1..=2, 1..=2, 2 | 4) | (4, 1..=2, 1..=2));
    (usual && parts.iter().all(figures)).then(|| pattern(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_any_size_have_one_form() {
        let form = |text| number(text);
        assert_eq!(form("1.234,56").as_deref(), Some("#.###,##"));
        assert_eq!(form("1.234.567,80"), form("12.345,60"));
        assert_eq!(form("12,30").as_deref(), Some("#,##"));
        assert_eq!(form("0.5").as_deref(), Some("#.#"));
        assert_eq!(form("1’234.50").as_deref(), Some("#’###.##"));
        assert_eq!(form("2024"), None);
        assert_eq!(form("A-12"), None);
        assert_eq!(form(""), None);
    }

    #[test]
    fn dates_keep_the_digits_of_their_parts() {
        assert_eq!(date("31.01.2026").as_deref(), Some("99.99.9999"));
        assert_eq!(date("2026-01-31").as_deref(), Some("9999-99-99"));
        assert_eq!(date("1/2/26").as_deref(), Some("9/9/99"));
        assert_eq!(date("1.234.567"), None);
        assert_eq!(date("12.50"), None);
    }

    #[test]
    fn patterns_say_nothing_of_the_text() {
        assert_eq!(pattern("D:20260131+01'00'"), "A:99999999+99'99'");
        assert_eq!(pattern("Éa ü-1"), "Aa a-9");
    }
}
