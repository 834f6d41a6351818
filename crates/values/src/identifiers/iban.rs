//! International bank account numbers (ISO 13616): length by country, check digits, national check digits, and the one
//! digit whose change makes a broken number whole.

use super::check_digits::{luhn, mod_97, remainder_97, weighted};

/// Length of the IBANs of a country; `None` for a country that has none.
pub fn length(country: &str) -> Option<usize> {
    LENGTHS
        .iter()
        .find(|(codes, _)| codes.split(' ').any(|code| code == country))
        .map(|(_, length)| *length)
}

/// Numbers one digit away that keep every rule known for their country.
pub fn one_digit_away(iban: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, old) in iban.char_indices().skip(2) {
        if !old.is_ascii_digit() {
            continue;
        }
        for new in '0'..='9' {
            if new == old {
                continue;
            }
            let mut other = iban.to_string();
            other.replace_range(at..at + 1, new.encode_utf8(&mut [0; 4]));
            if mod_97(&other) && keeps_national_rule(&other) != Some(false) {
                found.push(other);
            }
        }
    }
    found
}

/// Whether the country has check digits of its own inside the number.
pub fn keeps_national_rule(iban: &str) -> Option<bool> {
    let (country, rest) = iban.split_at_checked(2)?;
    let bban = rest.get(2..)?;
    match country {
        "BE" => {
            let body: u64 = bban.get(..10)?.parse().ok()?;
            let check: u64 = bban.get(10..)?.parse().ok()?;
            Some(body % 97 == check || (body.is_multiple_of(97) && check == 97))
        }
        "FR" | "MC" => french(bban),
        "PT" => Some(remainder_97(bban.chars()) == Some(1)),
        "ES" => spanish(bban),
        "IT" | "SM" => italian(bban),
        "NO" => norwegian(bban),
        "FI" => Some(luhn(bban)),
        "PL" => polish(bban),
        "CZ" | "SK" => czech_parts(bban).map(|held| held == [true, true]),
        _ => None,
    }
}

/// Modulo 11 over all eleven digits (Bits, kontonummer); numbers with 00 behind the four of the bank are not computed so.
fn norwegian(bban: &str) -> Option<bool> {
    if bban.get(4..6)? == "00" {
        return None;
    }
    weighted(bban, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]).map(|sum| sum % 11 == 0)
}

/// The eight digits of the bank's branch (NBP, numer rozliczeniowy): weights 3, 9, 7, 1, the last completes to ten. The account
/// has none of its own.
fn polish(bban: &str) -> Option<bool> {
    weighted(bban.get(..8)?, &[3, 9, 7, 1, 3, 9, 7, 1]).map(|sum| sum % 10 == 0)
}

/// Prefix and number of a Czech or Slovak account (Decree 169/2011 of the ČNB): each is a multiple of eleven under its weights.
fn czech_parts(bban: &str) -> Option<[bool; 2]> {
    let multiple = |part: &str, weights: &[u32]| weighted(part, weights).map(|sum| sum % 11 == 0);
    Some([
        multiple(bban.get(4..10)?, &[10, 5, 8, 4, 2, 1])?,
        multiple(bban.get(10..20)?, &[6, 3, 7, 9, 10, 5, 8, 4, 2, 1])?,
    ])
}

/// RIB key: 97 − (89 × bank + 15 × branch + 3 × account) mod 97, letters of the account as digits.
fn french(bban: &str) -> Option<bool> {
    let digits: String = bban
        .chars()
        .map(|c| match c {
            'A'..='I' => char::from(b'1' + (c as u8 - b'A')),
            'J'..='R' => char::from(b'1' + (c as u8 - b'J')),
            'S'..='Z' => char::from(b'2' + (c as u8 - b'S')),
            other => other,
        })
        .collect();
    let part = |from: usize, to: usize| digits.get(from..to)?.parse::<u64>().ok();
    let (bank, branch, account, key) = (part(0, 5)?, part(5, 10)?, part(10, 21)?, part(21, 23)?);
    let sum = 89 * (bank % 97) + 15 * (branch % 97) + 3 * (account % 97);
    Some(97 - sum % 97 == key)
}

/// One of the two control digits of a Spanish, Czech or Slovak account holds, the other does not: of numbers that somebody made
/// up, most keep neither. A prefix of zeros holds whoever made it up, and tells nothing.
pub fn keeps_half_its_rule(iban: &str) -> bool {
    let parts = iban
        .split_at_checked(4)
        .and_then(|(head, bban)| match head.get(..2)? {
            "ES" => spanish_digits(bban),
            "CZ" | "SK" if bban.get(4..10)? != "000000" => czech_parts(bban),
            _ => None,
        });
    parts.is_some_and(|[first, second]| first != second)
}

fn spanish(bban: &str) -> Option<bool> {
    spanish_digits(bban).map(|held| held == [true, true])
}

/// Two control digits: one over bank and branch, one over the account, weights 1, 2, 4, 8, 5, 10, 9, 7, 3, 6.
fn spanish_digits(bban: &str) -> Option<[bool; 2]> {
    let control = |digits: String| -> Option<u32> {
        let sum = weighted(&digits, &[1, 2, 4, 8, 5, 10, 9, 7, 3, 6])?;
        Some(match 11 - sum % 11 {
            10 => 1,
            11 => 0,
            other => other,
        })
    };
    let first = control(format!("00{}", bban.get(..8)?))?;
    let second = control(bban.get(10..20)?.to_string())?;
    let holds = |at: usize, wanted: u32| Some(bban.get(at..=at)? == wanted.to_string());
    Some([holds(8, first)?, holds(9, second)?])
}

/// CIN letter: odd places by a table, even places by value, modulo 26.
fn italian(bban: &str) -> Option<bool> {
    const ODD: [u32; 26] = [
        1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24,
        23,
    ];
    let mut characters = bban.chars();
    let cin = characters.next()?;
    let mut sum = 0;
    for (index, c) in characters.enumerate() {
        let value = match c {
            '0'..='9' => c as u32 - '0' as u32,
            'A'..='Z' => c as u32 - 'A' as u32,
            _ => return None,
        };
        sum += if index % 2 == 0 {
            *ODD.get(value as usize)?
        } else {
            value
        };
    }
    Some(char::from_u32('A' as u32 + sum % 26) == Some(cin))
}

/// IBAN registry (SWIFT), lengths by country.
#[rustfmt::skip]
const LENGTHS: &[(&str, usize)] = &[
    ("NO", 15), ("BE", 16), ("BI DK FK FO FI GL NL SD", 18), ("MK SI", 19), ("AT BA EE KZ LT LU MN XK", 20), ("CH HR LI LV", 21),
    ("BG BH CR DE GB GE IE ME RS VA", 22), ("AE GI IL IQ OM SO TL", 23), ("AD CZ ES MD PK RO SA SE SK TN VG", 24), ("LY PT ST", 25),
    ("IS TR", 26), ("DJ FR GR IT MC MR SM", 27), ("AL AZ BY CY DO GT HU LB NI PL SV", 28), ("BR EG PS QA UA", 29), ("JO KW MU YE", 30),
    ("MT SC", 31), ("LC", 32), ("RU", 33),
];

#[cfg(test)]
mod tests {
    use super::super::check_digits::mod_97;
    use super::{keeps_half_its_rule, keeps_national_rule, length, one_digit_away};

    #[test]
    fn registry_examples_keep_their_rules() {
        for iban in [
            "BE68539007547034",
            "FR1420041010050500013M02606",
            "ES9121000418450200051332",
            "IT60X0542811101000000123456",
            "PT50000201231234567890154",
            "DE89370400440532013000",
            "NL91ABNA0417164300",
            "NO9386011117947",
            "FI2112345600000785",
            "PL61109010140000071219812874",
            "CZ6508000000192000145399",
            "SK3112000000198742637541",
        ] {
            assert!(mod_97(iban), "{iban}");
            let without = matches!(iban.get(..2), Some("DE" | "NL"));
            let wanted = (!without).then_some(true);
            assert_eq!(keeps_national_rule(iban), wanted, "{iban}");
            assert_eq!(iban.get(..2).and_then(length), Some(iban.len()), "{iban}");
        }
    }

    #[test]
    fn an_account_changed_behind_its_bank_keeps_half_its_rule() {
        assert!(!keeps_half_its_rule("ES9121000418450200051332"));
        // Two digits of the account changed; then one of the bank as well.
        assert!(keeps_half_its_rule("ES9121000418450210051382"));
        assert!(!keeps_half_its_rule("ES9121000518450210051382"));
        assert!(!keeps_half_its_rule("FR1420041010050500013M02606"));
    }

    #[test]
    fn a_changed_digit_breaks_the_national_rule() {
        for iban in [
            "NO9386011117847",
            "FI2112345600000755",
            "PL61109010240000071219812874",
            "CZ6508000000192000145499",
            "CZ6508000000292000145399",
            "SK3112000000198742637641",
        ] {
            assert_eq!(keeps_national_rule(iban), Some(false), "{iban}");
        }
        // The account behind a Polish branch has no digit of its own; nor has a Norwegian one with 00 behind its bank.
        assert_eq!(
            keeps_national_rule("PL61109010140000071219812875"),
            Some(true)
        );
        assert_eq!(keeps_national_rule("NO9386010017947"), None);
        assert!(keeps_half_its_rule("CZ6508000000192000145499"));
        assert!(!keeps_half_its_rule("CZ6508000000002000145499"));
    }

    #[test]
    fn national_digits_leave_one_way_back() {
        assert_eq!(one_digit_away("NO9386011117847"), ["NO9386011117947"]);
        assert_eq!(one_digit_away("FI2112345600000755"), ["FI2112345600000785"]);
        assert_eq!(one_digit_away("BE68539007547044"), ["BE68539007547034"]);
        assert!(
            one_digit_away("ES9121000418450200051382")
                .contains(&"ES9121000418450200051332".to_string())
        );
    }
}
