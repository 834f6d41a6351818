//! Numbers that a state, a bank or a trade gives, with check digits of its own rule, each told by the label beside it.

use super::check_digits::{luhn, mod_11_10, weighted};
use super::iberian;
use super::vat_ids;

/// A kind of number: its labels, how many characters it has, and whether one keeps its rule.
struct Kind {
    labels: &'static [&'static str],
    lengths: std::ops::RangeInclusive<usize>,
    holds: fn(&str) -> bool,
    rule: &'static str,
}

/// The rule that a number fails, where the label names just its kind and its length fits.
pub fn broken(is_named: impl Fn(&str) -> bool, bare: &str) -> Option<&'static str> {
    let mut kinds = KINDS.iter().filter(|kind| {
        kind.lengths.contains(&bare.len()) && kind.labels.iter().any(|label| is_named(label))
    });
    let kind = kinds.next().filter(|_| kinds.next().is_none())?;
    (!(kind.holds)(bare)).then_some(kind.rule)
}

#[rustfmt::skip]
const KINDS: &[Kind] = &[
    Kind { labels: &["kid", "kid nummer", "kidnummer"], lengths: 4..=25, holds: kid, rule: "the check digit of a KID" },
    Kind { labels: &["ocr", "ocr nummer", "ocr nr", "ocrnummer"], lengths: 5..=25, holds: luhn, rule: "the check digit of an OCR number" },
    Kind { labels: &["bankgiro", "bankgironummer", "plusgiro"], lengths: 7..=8, holds: luhn, rule: "the check digit of a giro number" },
    Kind { labels: &["viitenumero", "viite"], lengths: 4..=20, holds: finnish_reference, rule: "the check digit of a Finnish reference" },
    Kind { labels: &["codice fiscale", "cod fiscale"], lengths: 16..=16, holds: codice_fiscale, rule: "the check letter of a codice fiscale" },
    Kind { labels: &["nif", "nie", "dni", "cif"], lengths: 9..=9, holds: iberian::holds, rule: "the check character of its kind" },
    Kind { labels: &["nip"], lengths: 10..=10, holds: |n| ending(n, &[6, 5, 7, 2, 3, 4, 5, 6, 7], 11), rule: "the check digit of a NIP" },
    Kind { labels: &["regon"], lengths: 9..=9, holds: |n| ending(n, &[8, 9, 2, 3, 4, 5, 6, 7], 11), rule: "the check digit of a REGON" },
    Kind { labels: &["pesel"], lengths: 11..=11, holds: |n| weighted(n, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]).is_some_and(|sum| sum % 10 == 0), rule: "the check digit of a PESEL" },
    Kind { labels: &["cpf"], lengths: 11..=11, holds: |n| brazilian(n, 9, 11), rule: "the check digits of a CPF" },
    Kind { labels: &["cnpj"], lengths: 14..=14, holds: |n| brazilian(n, 12, 9), rule: "the check digits of a CNPJ" },
    Kind { labels: &["gstin", "gst no", "gst number"], lengths: 15..=15, holds: gstin, rule: "the check character of a GSTIN" },
    Kind { labels: &["abn"], lengths: 11..=11, holds: abn, rule: "the check digits of an ABN" },
    Kind { labels: &["bsn", "burgerservicenummer"], lengths: 9..=9, holds: bsn, rule: "the eleven test of a BSN" },
    Kind { labels: &["siren"], lengths: 9..=9, holds: luhn, rule: "the check digit of a SIREN" },
    Kind { labels: &["siret"], lengths: 14..=14, holds: |n| luhn(n) || n.starts_with("356000000"), rule: "the check digit of a SIRET" },
    Kind { labels: &["ahv", "ahv nr", "avs", "n avs"], lengths: 13..=13, holds: gtin, rule: "the check digit of an AHV number" },
    Kind { labels: &["steuer id", "steueridentifikationsnummer", "identifikationsnummer", "steuer identifikationsnummer"], lengths: 11..=11, holds: mod_11_10, rule: "the check digit of a tax identification number" },
    Kind { labels: &["mwst", "mwst nr", "mwst nummer", "uid", "ide", "idi", "tva", "iva", "vat"], lengths: 12..=12, holds: swiss_company, rule: "the check digit of a Swiss company number" },
    Kind { labels: &["vat gb", "vat no gb", "vat number gb", "vat reg gb", "vat reg no gb", "vat registration gb", "vat registration no gb", "vat registration number gb"], lengths: 9..=9, holds: |n| vat_ids::british(n) != Some(false), rule: "the check digits of a British VAT number" },
    Kind { labels: &["ean", "gtin"], lengths: 13..=13, holds: gtin, rule: "the check digit of a GTIN" },
];

/// Other numbers of the same length and label have other rules.
fn swiss_company(number: &str) -> bool {
    !number.starts_with("CHE") || vat_ids::holds(number) != Some(false)
}

fn digits(text: &str) -> Option<Vec<u32>> {
    text.chars().map(|c| c.to_digit(10)).collect()
}

/// The weighted sum of all digits but the last, modulo something, is the last.
fn ending(number: &str, weights: &[u32], modulus: u32) -> bool {
    let last = number.chars().next_back().and_then(|c| c.to_digit(10));
    let sum = weighted(number, weights);
    sum.zip(last)
        .is_some_and(|(sum, last)| sum % modulus % 10 == last)
}

/// Modulo 10 or modulo 11 with the weights 2 to 7, as the payee chose.
fn kid(number: &str) -> bool {
    let Some(values) = digits(number.trim_end_matches('-')) else {
        return false;
    };
    let body = values.iter().rev().skip(1);
    let sum: u32 = body
        .zip([2, 3, 4, 5, 6, 7].iter().cycle())
        .map(|(digit, weight)| digit * weight)
        .sum();
    luhn(number)
        || values
            .last()
            .is_some_and(|last| (11 - sum % 11) % 11 == *last)
}

/// Weights 7, 3, 1 from the right.
fn finnish_reference(number: &str) -> bool {
    let Some(values) = digits(number) else {
        return false;
    };
    let body = values.iter().rev().skip(1);
    let sum: u32 = body
        .zip([7, 3, 1].iter().cycle())
        .map(|(digit, weight)| digit * weight)
        .sum();
    values
        .last()
        .is_some_and(|last| (10 - sum % 10) % 10 == *last)
}

/// Odd places by a table, even places by value, modulo 26.
fn codice_fiscale(code: &str) -> bool {
    const ODD: [u32; 26] = [
        1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24,
        23,
    ];
    let value = |c: char| match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        'A'..='Z' => Some(c as u32 - 'A' as u32),
        _ => None,
    };
    let sum: Option<u32> = code
        .chars()
        .take(15)
        .enumerate()
        .map(|(at, c)| {
            let value = value(c)?;
            if at % 2 == 0 {
                ODD.get(value as usize).copied()
            } else {
                Some(value)
            }
        })
        .sum();
    sum.and_then(|sum| char::from_u32('A' as u32 + sum % 26)) == code.chars().nth(15)
}

/// Two digits, each the weighted sum of all before it modulo 11; weights rise from the right from 2 to `most`.
fn brazilian(number: &str, body: usize, most: u32) -> bool {
    let Some(values) = digits(number) else {
        return false;
    };
    (body..body + 2).all(|end| {
        let before = values.get(..end).unwrap_or_default().iter().rev();
        let weights = (2..=most).cycle();
        let sum: u32 = before
            .zip(weights)
            .map(|(digit, weight)| digit * weight)
            .sum();
        let check = match sum % 11 {
            0 | 1 => 0,
            rest => 11 - rest,
        };
        values.get(end) == Some(&check)
    })
}

/// Luhn in base 36.
fn gstin(id: &str) -> bool {
    let values: Option<Vec<u32>> = id.chars().map(|c| c.to_digit(36)).collect();
    let Some((last, body)) = values.as_deref().and_then(<[u32]>::split_last) else {
        return false;
    };
    let sum: u32 = body
        .iter()
        .enumerate()
        .map(|(at, value)| {
            let product = if at % 2 == 1 { value * 2 } else { *value };
            product / 36 + product % 36
        })
        .sum();
    (36 - sum % 36) % 36 == *last
}

/// Australian business number: the first digit less one, weighted, modulo 89.
fn abn(number: &str) -> bool {
    let sum = weighted(number, &[10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    sum.is_some_and(|sum| sum >= 10 && (sum - 10) % 89 == 0)
}

fn bsn(number: &str) -> bool {
    let last = number.chars().next_back().and_then(|c| c.to_digit(10));
    let sum = weighted(number, &[9, 8, 7, 6, 5, 4, 3, 2]);
    sum.zip(last).is_some_and(|(sum, last)| sum % 11 == last)
}

/// Weights 1 and 3.
fn gtin(number: &str) -> bool {
    weighted(number, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]).is_some_and(|sum| sum % 10 == 0)
}

#[cfg(test)]
mod tests {
    use super::broken;

    /// Published numbers of companies and examples of the issuing bodies.
    const REAL: &[(&str, &str)] = &[
        ("codice fiscale", "RSSMRA85T10A562S"),
        ("nif", "12345678Z"),
        ("cif", "A58818501"),
        ("nip", "8567346215"),
        ("pesel", "44051401359"),
        ("cpf", "52998224725"),
        ("cnpj", "11222333000181"),
        ("gstin", "27AAPFU0939F1ZV"),
        ("abn", "51824753556"),
        ("bsn", "111222333"),
        ("siren", "732829320"),
        ("siret", "73282932000074"),
        ("ahv", "7569217076985"),
        ("steuer id", "86095742719"),
        ("ean", "4006381333931"),
        ("viitenumero", "1232"),
        ("regon", "123456785"),
        ("mwst nr", "CHE100155212"),
        ("vat reg no gb", "980780684"),
    ];

    #[test]
    fn real_numbers_hold_and_a_changed_digit_breaks_them() {
        for (label, number) in REAL {
            assert_eq!(broken(|name| name == *label, number), None, "{label}");
            let changed: String = number
                .char_indices()
                .map(|(at, c)| match c.to_digit(10) {
                    Some(digit) if at == number.len() - 2 => {
                        char::from_digit((digit + 1) % 10, 10).unwrap_or(c)
                    }
                    _ => c,
                })
                .collect();
            if changed != *number {
                assert!(
                    broken(|name| name == *label, &changed).is_some(),
                    "{label} {changed}"
                );
            }
        }
    }

    #[test]
    fn without_its_label_nothing_is_said() {
        assert_eq!(broken(|_| false, "12345678901"), None);
    }
}
