//! Tax numbers of Spain and Portugal, which bear the same label.

use super::check_digits::weighted;

/// Spanish persons (modulo 23) and companies, and Portuguese numbers.
pub fn holds(id: &str) -> bool {
    const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";
    let first = id.chars().next().unwrap_or_default();
    let last = id.chars().next_back().unwrap_or_default();
    if values(id).is_some() {
        let sum = weighted(id, &[9, 8, 7, 6, 5, 4, 3, 2]).unwrap_or_default() % 11;
        return last.to_digit(10) == Some(if sum < 2 { 0 } else { 11 - sum });
    }
    let lead = match first {
        'X' => Some("0"),
        'Y' => Some("1"),
        'Z' => Some("2"),
        '0'..='9' => Some(""),
        _ => None,
    };
    let middle = id.get(1..8).unwrap_or_default();
    if let Some(lead) = lead {
        let body = if lead.is_empty() {
            id.get(..8).unwrap_or_default().to_string()
        } else {
            format!("{lead}{middle}")
        };
        let letter = body
            .parse::<usize>()
            .ok()
            .and_then(|number| LETTERS.get(number % 23));
        return letter.is_some_and(|letter| char::from(*letter) == last);
    }
    // Companies: as Luhn, the result as a digit or a letter.
    let Some(values) = values(middle) else {
        return true;
    };
    let sum: u32 = values
        .iter()
        .enumerate()
        .map(|(at, digit)| {
            let doubled = if at % 2 == 0 { digit * 2 } else { *digit };
            doubled / 10 + doubled % 10
        })
        .sum();
    let check = (10 - sum % 10) % 10;
    last.to_digit(10) == Some(check)
        || b"JABCDEFGHI"
            .get(check as usize)
            .is_some_and(|letter| char::from(*letter) == last)
}

fn values(text: &str) -> Option<Vec<u32>> {
    text.chars().map(|c| c.to_digit(10)).collect()
}
