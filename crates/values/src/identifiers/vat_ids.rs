//! VAT identification numbers of Europe with a public check rule.

use super::check_digits::{luhn, mod_11_10, weighted};
use super::iberian;

/// Whether the number keeps the rule of its country; `None` when the country's rule is not known here or the form is
/// another.
pub fn holds(id: &str) -> Option<bool> {
    let (country, number) = id.split_at_checked(2)?;
    let digits = number.chars().all(|c| c.is_ascii_digit());
    let length = number.len();
    match (country, length, digits) {
        ("DE", 9, true) => Some(mod_11_10(number)),
        ("IT", 11, true) => Some(luhn(number)),
        ("FR", 11, true) => french(number),
        ("BE", 10, true) => belgian(number),
        ("NL", 12, false) => dutch(number),
        ("AT", 9, false) => austrian(number),
        ("PL", 10, true) => remainder(number, &[6, 5, 7, 2, 3, 4, 5, 6, 7], 11, |r| r),
        ("PT", 9, true) => remainder(number, &[9, 8, 7, 6, 5, 4, 3, 2], 11, |r| {
            if r < 2 { 0 } else { 11 - r }
        }),
        ("DK", 8, true) => weighted(number, &[2, 7, 6, 5, 4, 3, 2, 1]).map(|sum| sum % 11 == 0),
        ("FI", 8, true) => remainder(number, &[7, 9, 10, 5, 8, 4, 2], 11, |r| {
            if r == 0 { 0 } else { 11 - r }
        }),
        ("LU", 8, true) => luxembourg(number),
        ("SE", 12, true) => number.get(..10).map(luhn),
        ("ES", 9, false) => Some(iberian::holds(number)),
        ("GB", 9, true) | ("GB", 12, true) => british(number),
        ("CH", 10, false) => swiss(number),
        _ => None,
    }
}

/// The weighted sum of all digits but the last, modulo something, gives the last.
fn remainder(
    number: &str,
    weights: &[u32],
    modulus: u32,
    check: impl Fn(u32) -> u32,
) -> Option<bool> {
    let last = number.chars().next_back()?.to_digit(10)?;
    Some(check(weighted(number, weights)? % modulus) == last)
}

/// Two check digits before the SIREN: (12 + 3 × (SIREN mod 97)) mod 97.
fn french(number: &str) -> Option<bool> {
    let check: u64 = number.get(..2)?.parse().ok()?;
    let siren: u64 = number.get(2..)?.parse().ok()?;
    Some((12 + 3 * (siren % 97)) % 97 == check)
}

fn belgian(number: &str) -> Option<bool> {
    let body: u64 = number.get(..8)?.parse().ok()?;
    let check: u64 = number.get(8..)?.parse().ok()?;
    Some(97 - body % 97 == check)
}

/// Before 2020 an eleven test over the citizen service number; since then also MOD 97-10 over the whole.
fn dutch(number: &str) -> Option<bool> {
    let (digits, rest) = number.split_at_checked(9)?;
    if !rest.starts_with('B') || !digits.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let last = digits.chars().next_back()?.to_digit(10)?;
    let eleven = weighted(digits, &[9, 8, 7, 6, 5, 4, 3, 2])? % 11 == last;
    let whole = format!("NL{number}");
    Some(eleven || super::check_digits::remainder_97(whole.chars()) == Some(1))
}

/// U and eight digits: doubled digits are added crosswise, the sum with 4 completes to ten.
fn austrian(number: &str) -> Option<bool> {
    let digits = number.strip_prefix('U')?;
    let values: Vec<u32> = digits
        .chars()
        .map(|c| c.to_digit(10))
        .collect::<Option<_>>()?;
    let (check, body) = values.split_last()?;
    let sum: u32 = body
        .iter()
        .enumerate()
        .map(|(index, digit)| {
            if index % 2 == 1 {
                digit * 2 / 10 + digit * 2 % 10
            } else {
                *digit
            }
        })
        .sum();
    Some((10 - (sum + 4) % 10) % 10 == *check)
}

/// Seven digits with the weights 8 to 2 and the two check digits make a multiple of 97; numbers since 2010 with 55 more. Three
/// further digits name a branch.
pub fn british(number: &str) -> Option<bool> {
    let sum = weighted(number.get(..7)?, &[8, 7, 6, 5, 4, 3, 2])?;
    let check: u32 = number.get(7..9)?.parse().ok()?;
    Some(
        [0, 55]
            .iter()
            .any(|more| (sum + check + more).is_multiple_of(97)),
    )
}

/// E and nine digits, the last of which makes the weighted sum a multiple of 11 (eCH-0097).
fn swiss(number: &str) -> Option<bool> {
    let digits = number.strip_prefix('E')?;
    weighted(digits, &[5, 4, 3, 2, 7, 6, 5, 4, 1]).map(|sum| sum % 11 == 0)
}

fn luxembourg(number: &str) -> Option<bool> {
    let body: u32 = number.get(..6)?.parse().ok()?;
    let check: u32 = number.get(6..)?.parse().ok()?;
    Some(body % 89 == check)
}

#[cfg(test)]
mod tests {
    use super::holds;

    #[test]
    fn numbers_of_real_companies_hold() {
        for id in [
            "DE812871812",
            "DE136695976",
            "FR40303265045",
            "IT00743110157",
            "BE0428759497",
            "NL810433941B01",
            "ATU13585627",
            "PL8567346215",
            "PT501964843",
            "DK13585628",
            "FI20774740",
            "LU15027442",
            "SE556188840401",
            "ESA58818501",
            "ESB58378431",
            "ESX2482300W",
            "GB980780684",
            "GB333289454",
            "CHE100155212",
        ] {
            assert_eq!(holds(id), Some(true), "{id}");
        }
    }

    #[test]
    fn a_changed_digit_breaks_them() {
        for id in [
            "DE812871813",
            "FR41303265045",
            "IT00743110158",
            "BE0428759498",
            "NL810433942B01",
            "ATU13585628",
            "PL8567346216",
            "ESA58818502",
            "GB980780685",
            "CHE100155213",
        ] {
            assert_eq!(holds(id), Some(false), "{id}");
        }
        assert_eq!(holds("XX123"), None);
        assert_eq!(holds("DE12"), None);
        assert_eq!(holds("CHE10015521A"), None);
    }
}
