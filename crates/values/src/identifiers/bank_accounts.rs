//! IBANs whose check digits are wrong, and the number that must have been printed.

use super::check_digits::mod_97;
use super::iban;
use super::placeholders::is_placeholder;
use super::printed::Printed;
use crate::finding::{Disagreement, Kind, Repair, Strength};
use crate::layout::Sheet;
use crate::reading::tidy;

pub fn broken_ibans(sheet: &Sheet, ibans: &[Printed]) -> Vec<Disagreement> {
    let broken = ibans
        .iter()
        .filter(|iban| !mod_97(&iban.bare) && !is_invented(&iban.bare));
    let mut seen: Vec<&str> = Vec::new();
    let mut findings = Vec::new();
    for printed in broken {
        if seen.contains(&printed.bare.as_str()) {
            continue;
        }
        seen.push(&printed.bare);
        findings.push(broken_iban(sheet, ibans, printed));
    }
    findings
}

fn broken_iban(sheet: &Sheet, ibans: &[Printed], printed: &Printed) -> Disagreement {
    let found = sheet.text(printed.tokens.clone());
    let copy = ibans
        .iter()
        .find(|other| mod_97(&other.bare) && near_copy(&other.bare, &printed.bare));
    let whole = copy
        .map(|other| other.bare.clone())
        .or_else(|| confirmed_repair(sheet, printed));
    // National check digits that no single digit sets right belong to a number that was made up, not altered.
    let strength = match (copy, &whole) {
        (Some(_), _) => Strength::Proven,
        (None, Some(_)) => Strength::Likely,
        (None, None) if is_made_up(&printed.bare) => Strength::Weak,
        (None, None) => Strength::Likely,
    };
    let area = sheet.area_of(printed.tokens.clone());
    let page = sheet
        .tokens
        .get(printed.tokens.start)
        .map_or(0, |token| token.page);
    let should_read = whole.map(|whole| grouped_like(&found, &whole));
    let hint = match (&should_read, copy) {
        (Some(whole), Some(_)) => {
            format!(" Elsewhere the document prints {whole}, whose check digits are right.")
        }
        (Some(whole), None) => format!(
            " One changed digit makes it {whole}, which agrees with the document's other numbers."
        ),
        (None, _) => String::new(),
    };
    let line_start = sheet
        .lines
        .iter()
        .find(|line| line.tokens.contains(&printed.tokens.start))
        .map_or(0, |line| line.tokens.start);
    Disagreement {
        kind: Kind::IbanCheck,
        page,
        area,
        field: tidy(
            &sheet
                .text(printed.tokens.start.saturating_sub(4).max(line_start)..printed.tokens.start),
        ),
        evidence: format!("The IBAN {found} fails its check digits (ISO 13616, modulo 97).{hint}"),
        repair: should_read.clone().map(|should_read| Repair {
            page,
            area,
            printed: found.clone(),
            should_read,
            sums_then_hold: 1 + usize::from(copy.is_some()),
            sums_failed: 1,
        }),
        found,
        expected: should_read,
        strength,
    }
}

/// The country has check digits of its own, those are all wrong too, and no single digit sets both right.
fn is_made_up(iban: &str) -> bool {
    iban::keeps_national_rule(iban) == Some(false)
        && !iban::keeps_half_its_rule(iban)
        && !iban::one_digit_away(iban)
            .iter()
            .any(|other| iban::keeps_national_rule(other) == Some(true))
}

/// A number of the same length that differs in up to three places.
pub fn near_copy(a: &str, b: &str) -> bool {
    let differing = a.chars().zip(b.chars()).filter(|(x, y)| x != y).count();
    a.len() == b.len() && (1..=3).contains(&differing)
}

/// The one-digit repair that national check digits leave alone, or that contains a number printed elsewhere.
fn confirmed_repair(sheet: &Sheet, printed: &Printed) -> Option<String> {
    let candidates = iban::one_digit_away(&printed.bare);
    if let [only] = candidates.as_slice()
        && iban::keeps_national_rule(only) == Some(true)
    {
        return Some(only.clone());
    }
    let witnessed = |candidate: &&String| {
        sheet.tokens.iter().enumerate().any(|(index, token)| {
            let digits = token.text.len() >= 6 && token.text.chars().all(|c| c.is_ascii_digit());
            digits
                && !printed.tokens.contains(&index)
                && candidate.contains(&token.text)
                && !printed.bare.contains(&token.text)
        })
    };
    let mut witnessed = candidates.iter().filter(witnessed);
    let only = witnessed.next()?;
    witnessed.next().is_none().then(|| only.clone())
}

/// The characters of `whole` with the spaces of `printed`.
fn grouped_like(printed: &str, whole: &str) -> String {
    let mut characters = whole.chars();
    printed
        .chars()
        .skip_while(|c| *c == ' ')
        .filter_map(|c| {
            if c == ' ' {
                Some(' ')
            } else {
                characters.next()
            }
        })
        .collect()
}

/// Check digits run from 02 to 98.
pub fn is_invented(iban: &str) -> bool {
    let check = iban.get(2..4).unwrap_or_default();
    matches!(check, "00" | "01" | "99") || is_placeholder(iban.get(4..).unwrap_or_default())
}
