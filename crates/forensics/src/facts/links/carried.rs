//! Values that a link carries in its address: an amount to pay, a date, a number.

/// Digits of a value that tell it from a page or a year.
const DIGITS: usize = 5;

/// What an address carries of a printed value, and whether it is the same; `None` where it carries nothing alike.
pub fn value(printed: &str, address: &str) -> Option<(String, bool)> {
    let own = plain(printed);
    if digits(&own).count() < DIGITS {
        return None;
    }
    let (_, carried) = address.split_once(['/', '?'])?;
    let parts = || carried.split(['/', '?', '&', '=', '#', ';']).map(str::trim);
    if parts().any(|part| plain(part) == own) {
        return Some((printed.to_owned(), true));
    }
    let other = parts().find(|part| is_other(&own, &plain(part)))?;
    Some((other.to_owned(), false))
}

/// Without blanks and the marks that addresses do without.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, '.' | ','))
        .collect()
}

fn digits(text: &str) -> impl DoubleEndedIterator<Item = char> {
    text.chars().filter(char::is_ascii_digit)
}

/// Whether two texts are values in one notation that share most of their digits.
fn is_other(own: &str, other: &str) -> bool {
    let (count, others) = (digits(own).count(), digits(other).count());
    let marks = |text: &str| -> String { text.chars().filter(|c| !c.is_ascii_digit()).collect() };
    // Numbers without marks are told apart by their length.
    let notation = marks(own) == marks(other) && (count == others || !marks(own).is_empty());
    let pairs = digits(own).rev().zip(digits(other).rev());
    let same = pairs.filter(|(a, b)| a == b).count();
    notation && count.abs_diff(others) < 2 && 2 * same >= count.max(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_put_beside_what_its_link_carries() {
        let pay = |value: &str| format!("pay.example.com/transfer?value={value}&lang=en");
        for (printed, carried, wanted) in [
            ("1,250.00", "1,250.00", Some(true)),
            ("€ 1,250.00", "1,250.00", Some(true)),
            ("9,250.00", "1,250.00", Some(false)),
            ("21,250.00", "1,250.00", Some(false)),
            ("17/09/2026", "18092026", Some(false)),
            ("1 november 2023", "1november2024", Some(false)),
            // Another notation, another kind, nothing alike, too short.
            ("17/09/2026", "2026-09-18", None),
            ("1,250.00", "12500", None),
            ("89716541", "20417733", None),
            ("1.50", "2.50", None),
        ] {
            let told = value(printed, &pay(carried)).map(|(_, same)| same);
            assert_eq!(told, wanted, "{printed} {carried}");
        }
        assert_eq!(value("1,250.00", "example.com"), None);
    }
}
