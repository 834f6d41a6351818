//! One printed number taken apart: currency and sign before it, digits and separators, currency and sign after it.

use crate::layout::is_group_space;

/// How a printed number says which side of zero it is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    Unmarked,
    Plus,
    Minus,
    Parentheses,
    Credit,
    Debit,
}

/// The parts of a printed number: `lead + core + tail` is the text as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numeral {
    pub lead: String,
    /// Digits and their separators, nothing else.
    pub core: String,
    pub tail: String,
    pub sign: Sign,
    pub currency: Option<&'static str>,
    pub percent: bool,
}

impl Numeral {
    /// Reads a token that is a number and nothing but a number; `None` for anything else.
    pub fn parse(text: &str) -> Option<Numeral> {
        let start = core_start(text)?;
        let rest = text.get(start..)?;
        let length = rest.find(|c: char| !is_core(c)).unwrap_or(rest.len());
        let core = rest
            .get(..length)?
            .trim_end_matches(|c: char| !c.is_ascii_digit());
        let (lead, tail) = (text.get(..start)?, rest.get(core.len()..)?);
        let before = Marks::before(lead)?;
        let after = Marks::after(tail)?;
        let sign = match (before.open, after.close, before.sign, after.sign) {
            (true, true, None, None) => Sign::Parentheses,
            (_, _, Some(_), Some(Sign::Minus | Sign::Plus)) => return None,
            (_, _, Some(sign), _) | (_, _, None, Some(sign)) => sign,
            (_, _, None, None) => Sign::Unmarked,
        };
        Some(Numeral {
            lead: lead.into(),
            core: core.into(),
            tail: tail.into(),
            sign,
            currency: before.currency.or(after.currency),
            percent: after.percent,
        })
    }
}

fn is_core(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '\u{2019}') || is_group_space(c)
}

/// Where the digits begin; a bare decimal (`.50`) begins with its mark.
fn core_start(text: &str) -> Option<usize> {
    let digit = text.find(|c: char| c.is_ascii_digit())?;
    let before = text.get(..digit)?;
    match before.chars().next_back() {
        Some(mark @ ('.' | ','))
            if !before.trim_end_matches(mark).ends_with(char::is_alphabetic) =>
        {
            Some(digit - 1)
        }
        _ => Some(digit),
    }
}

/// What stands on one side of the digits.
#[derive(Debug, Default)]
struct Marks {
    open: bool,
    close: bool,
    sign: Option<Sign>,
    currency: Option<&'static str>,
    percent: bool,
}

impl Marks {
    fn before(mut text: &str) -> Option<Marks> {
        let mut marks = Marks::default();
        while let Some(first) = text.chars().next() {
            let length = if let Some(sign) = sign_of(first) {
                if marks.sign.replace(sign).is_some() {
                    return None;
                }
                first.len_utf8()
            } else if first == '(' && !marks.open {
                marks.open = true;
                1
            } else if is_group_space(first) || matches!(first, '=' | ':') {
                first.len_utf8()
            } else {
                let (length, code) = currency_at_start(text)?;
                marks.currency = Some(code);
                length
            };
            text = text.get(length..)?;
        }
        Some(marks)
    }

    fn after(mut text: &str) -> Option<Marks> {
        let mut marks = Marks::default();
        while let Some(first) = text.chars().next() {
            let length = if let Some((length, sign)) = side_at_start(text) {
                marks.sign = Some(sign);
                length
            } else if text.starts_with("/-") {
                // Indian printed amounts end in "/-": no paise. Not a sign.
                2
            } else if let Some(sign) = sign_of(first) {
                if marks.sign.replace(sign).is_some() {
                    return None;
                }
                first.len_utf8()
            } else if first == ')' && !marks.close {
                marks.close = true;
                1
            } else if first == '%' && !marks.percent {
                marks.percent = true;
                1
            } else if is_group_space(first) || matches!(first, '*' | '.' | ',' | ';' | ':') {
                first.len_utf8()
            } else {
                let (length, code) = currency_at_start(text)?;
                marks.currency = Some(code);
                length
            };
            text = text.get(length..)?;
        }
        Some(marks)
    }
}

/// Minus in its printed forms: hyphen, true minus (U+2212), en dash, non-breaking and figure dashes.
pub fn sign_of(c: char) -> Option<Sign> {
    match c {
        '-' | '\u{2212}' | '\u{2013}' | '\u{2011}' | '\u{2012}' | '\u{fe63}' => Some(Sign::Minus),
        '+' => Some(Sign::Plus),
        _ => None,
    }
}

/// `Cr`, `DR`, `(Cr)` … at the start of a text.
pub fn side_at_start(text: &str) -> Option<(usize, Sign)> {
    const SIDES: [(&str, Sign); 16] = [
        ("(Cr)", Sign::Credit),
        ("(CR)", Sign::Credit),
        ("(Dr)", Sign::Debit),
        ("(DR)", Sign::Debit),
        ("Cr.", Sign::Credit),
        ("CR.", Sign::Credit),
        ("Dr.", Sign::Debit),
        ("DR.", Sign::Debit),
        ("Cr", Sign::Credit),
        ("CR", Sign::Credit),
        ("cr", Sign::Credit),
        ("Dr", Sign::Debit),
        ("DR", Sign::Debit),
        ("dr", Sign::Debit),
        ("DB", Sign::Debit),
        ("Db", Sign::Debit),
    ];
    SIDES
        .iter()
        .find(|(mark, _)| text.starts_with(mark))
        .map(|(mark, sign)| (mark.len(), *sign))
}

/// A currency sign or code at the start of a text: its length and the code it stands for.
pub fn currency_at_start(text: &str) -> Option<(usize, &'static str)> {
    CURRENCIES
        .iter()
        .find(|(mark, _)| text.starts_with(mark))
        .map(|(mark, code)| (mark.len(), *code))
}

/// The currency a whole token stands for.
pub fn currency(text: &str) -> Option<&'static str> {
    let text = text.trim_end_matches([':', '.', ',', ';']);
    let (length, code) = currency_at_start(text)?;
    (length == text.len()).then_some(code)
}

/// Longer marks first. A bare `$` is its own code: which dollar it is the document does not say.
const CURRENCIES: &[(&str, &str)] = &[
    ("US$", "USD"),
    ("CA$", "CAD"),
    ("AU$", "AUD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("MX$", "MXN"),
    ("R$", "BRL"),
    ("A$", "AUD"),
    ("C$", "CAD"),
    ("S$", "SGD"),
    ("NT$", "TWD"),
    ("EUR", "EUR"),
    ("USD", "USD"),
    ("GBP", "GBP"),
    ("CHF", "CHF"),
    ("JPY", "JPY"),
    ("CNY", "CNY"),
    ("INR", "INR"),
    ("AUD", "AUD"),
    ("CAD", "CAD"),
    ("NZD", "NZD"),
    ("SEK", "SEK"),
    ("NOK", "NOK"),
    ("DKK", "DKK"),
    ("PLN", "PLN"),
    ("CZK", "CZK"),
    ("HUF", "HUF"),
    ("RON", "RON"),
    ("BGN", "BGN"),
    ("HRK", "HRK"),
    ("RSD", "RSD"),
    ("TRY", "TRY"),
    ("RUB", "RUB"),
    ("UAH", "UAH"),
    ("ILS", "ILS"),
    ("ZAR", "ZAR"),
    ("BRL", "BRL"),
    ("MXN", "MXN"),
    ("ARS", "ARS"),
    ("CLP", "CLP"),
    ("COP", "COP"),
    ("PEN", "PEN"),
    ("KRW", "KRW"),
    ("SGD", "SGD"),
    ("HKD", "HKD"),
    ("TWD", "TWD"),
    ("THB", "THB"),
    ("IDR", "IDR"),
    ("MYR", "MYR"),
    ("PHP", "PHP"),
    ("VND", "VND"),
    ("AED", "AED"),
    ("SAR", "SAR"),
    ("KWD", "KWD"),
    ("EGP", "EGP"),
    ("NGN", "NGN"),
    ("KES", "KES"),
    ("GHS", "GHS"),
    ("PKR", "PKR"),
    ("BDT", "BDT"),
    ("LKR", "LKR"),
    ("Rs.", "INR"),
    ("Rs", "INR"),
    ("SFr.", "CHF"),
    ("Fr.", "CHF"),
    ("zł", "PLN"),
    ("Kč", "CZK"),
    ("kr.", "kr"),
    ("kr", "kr"),
    ("Ft", "HUF"),
    ("lei", "RON"),
    ("€", "EUR"),
    ("$", "$"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("￥", "JPY"),
    ("円", "JPY"),
    ("₩", "KRW"),
    ("₹", "INR"),
    ("₺", "TRY"),
    ("₴", "UAH"),
];

#[cfg(test)]
mod tests {
    use super::{Numeral, Sign};

    fn parts(text: &str) -> Option<(String, Sign, Option<&'static str>)> {
        Numeral::parse(text).map(|n| (n.core, n.sign, n.currency))
    }

    #[test]
    fn signs_are_read_on_either_side() {
        for (text, sign) in [
            ("1,234.56", Sign::Unmarked),
            ("-1,234.56", Sign::Minus),
            ("\u{2212}1,234.56", Sign::Minus),
            ("1,234.56-", Sign::Minus),
            ("(1,234.56)", Sign::Parentheses),
            ("+1,234.56", Sign::Plus),
            ("1,234.56Cr", Sign::Credit),
            ("1,234.56(Dr)", Sign::Debit),
            ("1,234.56/-", Sign::Unmarked),
        ] {
            assert_eq!(parts(text), Some(("1,234.56".into(), sign, None)), "{text}");
        }
    }

    #[test]
    fn currencies_stick_to_numbers() {
        assert_eq!(
            parts("€1.234,56"),
            Some(("1.234,56".into(), Sign::Unmarked, Some("EUR")))
        );
        assert_eq!(
            parts("-$12.00"),
            Some(("12.00".into(), Sign::Minus, Some("$")))
        );
        assert_eq!(
            parts("$-12.00"),
            Some(("12.00".into(), Sign::Minus, Some("$")))
        );
        assert_eq!(
            parts("($12.00)"),
            Some(("12.00".into(), Sign::Parentheses, Some("$")))
        );
        assert_eq!(
            parts("12,00zł"),
            Some(("12,00".into(), Sign::Unmarked, Some("PLN")))
        );
        assert_eq!(
            parts("Rs.500"),
            Some(("500".into(), Sign::Unmarked, Some("INR")))
        );
    }

    #[test]
    fn words_with_digits_are_no_numbers() {
        for text in [
            "TB100A4",
            "12/03/2024",
            "10:42",
            "A12.00",
            "12.00B",
            "#5",
            "--5",
            "1-2",
            "x",
        ] {
            assert_eq!(parts(text), None, "{text}");
        }
    }
}
