//! Check digit schemes: each answers whether an identifier keeps its own rule.

/// ISO 7064 MOD 97-10 over digits and letters (A = 10 … Z = 35), as IBAN (ISO 13616) and RF references (ISO 11649) use
/// it: the first four characters go to the end, the remainder is 1.
pub fn mod_97(text: &str) -> bool {
    let Some((head, body)) = text.split_at_checked(4) else {
        return false;
    };
    remainder_97(body.chars().chain(head.chars())) == Some(1)
}

pub fn remainder_97(characters: impl Iterator<Item = char>) -> Option<u32> {
    let mut rest = 0;
    for c in characters {
        let value = c.to_digit(36)?;
        rest = (rest * if value > 9 { 100 } else { 10 } + value) % 97;
    }
    Some(rest)
}

/// Luhn (ISO/IEC 7812-1, annex B): card numbers, Swedish and Italian ids.
pub fn luhn(digits: &str) -> bool {
    let mut sum = 0;
    for (index, c) in digits.chars().rev().enumerate() {
        let Some(digit) = c.to_digit(10) else {
            return false;
        };
        let doubled = if index % 2 == 1 { digit * 2 } else { digit };
        sum += doubled / 10 + doubled % 10;
    }
    !digits.is_empty() && sum % 10 == 0
}

/// ABA routing transit number: weights 3, 7, 1 over nine digits.
pub fn aba(digits: &str) -> bool {
    let weights = [3, 7, 1].iter().cycle();
    let sum: Option<u32> = digits
        .chars()
        .zip(weights)
        .map(|(c, weight)| c.to_digit(10).map(|digit| digit * weight))
        .sum();
    digits.len() == 9 && sum.is_some_and(|sum| sum % 10 == 0)
}

/// Modulo 10 recursive (Swiss QR reference, 27 digits): a permutation table carried from digit to digit.
pub fn mod_10_recursive(digits: &str) -> bool {
    const TABLE: [u32; 10] = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
    let values: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(10)).collect();
    let Some((check, body)) = values.as_deref().and_then(<[u32]>::split_last) else {
        return false;
    };
    let carry = body.iter().fold(0, |carry, digit| {
        TABLE
            .get(((carry + digit) % 10) as usize)
            .copied()
            .unwrap_or(0)
    });
    (10 - carry) % 10 == *check
}

/// Belgian structured communication (+++ddd/dddd/ddddd+++): the last two digits are the first ten modulo 97, 97 for 0.
pub fn belgian_communication(digits: &str) -> bool {
    let (Some(body), Some(check)) = (digits.get(..10), digits.get(10..)) else {
        return false;
    };
    match (body.parse::<u64>(), check.parse::<u64>()) {
        (Ok(body), Ok(check)) if digits.len() == 12 => {
            (body % 97 == check && check != 0) || (body.is_multiple_of(97) && check == 97)
        }
        _ => false,
    }
}

/// ISO 7064 MOD 11,10: German VAT ids and tax numbers.
pub fn mod_11_10(digits: &str) -> bool {
    let values: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(10)).collect();
    let Some((check, body)) = values.as_deref().and_then(<[u32]>::split_last) else {
        return false;
    };
    let product = body.iter().fold(10, |product, digit| {
        let sum = (digit + product) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    (11 - product) % 10 == *check
}

/// Sum of digits times weights; `None` when something is no digit.
pub fn weighted(digits: &str, weights: &[u32]) -> Option<u32> {
    digits
        .chars()
        .zip(weights)
        .map(|(c, weight)| c.to_digit(10).map(|digit| digit * weight))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{aba, belgian_communication, luhn, mod_10_recursive, mod_11_10, mod_97};

    #[test]
    fn published_examples_hold_and_break() {
        assert!(mod_97("DE89370400440532013000"));
        assert!(!mod_97("DE89370400440532013001"));
        assert!(mod_97("RF18539007547034"));
        assert!(luhn("4111111111111111"));
        assert!(!luhn("4111111111111112"));
        assert!(aba("111000025"));
        assert!(!aba("111000026"));
        assert!(mod_10_recursive("210000000003139471430009017"));
        assert!(!mod_10_recursive("210000000003139471430009018"));
        assert!(belgian_communication("090933755493"));
        assert!(mod_11_10("136695976"));
        assert!(!mod_97("ab"));
    }
}
