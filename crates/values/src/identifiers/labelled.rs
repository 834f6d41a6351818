//! Labelled identifiers that carry check digits: bank accounts, cards, routing numbers, references, VAT ids.

use std::ops::Range;

use super::bank_accounts::broken_ibans;
use super::check_digits::{aba, belgian_communication, luhn, mod_10_recursive, mod_97};
use super::placeholders::is_placeholder;
use super::printed::Printed;
use super::{iban, national_ids, vat_ids};
use crate::finding::{Disagreement, Kind, Strength};
use crate::layout::{Sheet, overlap_x};
use crate::reading::tidy;
use crate::words::{fold, has_phrase};

/// Identifiers looked at.
const MOST: usize = 400;
/// Characters behind the check digits that tell the bank in every country.
const BANK: usize = 4;

pub fn check(sheet: &Sheet) -> Vec<Disagreement> {
    let mut findings = Vec::new();
    let (mut ibans, mut unnamed) = (Vec::new(), Vec::new());
    for line in 0..sheet.lines.len() {
        let context = Context::new(sheet, line);
        for (printed, named) in context.ibans() {
            if named { &mut ibans } else { &mut unnamed }.push(printed);
        }
        findings.extend(context.others());
        if ibans.len() + unnamed.len() + findings.len() > MOST {
            break;
        }
    }
    // A number of the bank of one that is called an account, and holds, is another account there.
    let banks: Vec<String> = ibans.iter().filter_map(bank).collect();
    unnamed.retain(|printed| bank_of(&printed.bare).is_some_and(|bank| banks.contains(&bank)));
    ibans.extend(unnamed);
    findings.extend(broken_ibans(sheet, &ibans));
    findings
}

/// Every IBAN that is called one.
pub fn printed_ibans(sheet: &Sheet) -> Vec<Printed> {
    let lines = 0..sheet.lines.len();
    lines
        .flat_map(|line| Context::new(sheet, line).ibans())
        .filter_map(|(printed, named)| named.then_some(printed))
        .take(MOST)
        .collect()
}

/// Country and bank of an IBAN that keeps its check digits.
fn bank(printed: &Printed) -> Option<String> {
    bank_of(&printed.bare).filter(|_| mod_97(&printed.bare))
}

/// Country and bank of an IBAN, without its check digits.
fn bank_of(bare: &str) -> Option<String> {
    Some(format!("{}{}", bare.get(..2)?, bare.get(4..4 + BANK)?))
}

/// One line, and what its labels announce.
struct Context<'a> {
    sheet: &'a Sheet,
    range: Range<usize>,
    line: usize,
}

impl<'a> Context<'a> {
    fn new(sheet: &'a Sheet, line: usize) -> Context<'a> {
        let range = sheet
            .lines
            .get(line)
            .map(|line| line.tokens.clone())
            .unwrap_or_default();
        Context { sheet, range, line }
    }

    /// Words before a token on its line, and right above it.
    fn label(&self, at: usize) -> String {
        let from = at.saturating_sub(6).max(self.range.start);
        let mut words = self.sheet.text(from..at);
        let (Some(token), Some(above)) = (self.sheet.tokens.get(at), self.line.checked_sub(1))
        else {
            return fold(&words);
        };
        let close = self.sheet.lines.get(above).is_some_and(|line| {
            line.page == token.page && line.area[1] - token.area[3] < token.height() * 1.5
        });
        for over in self.sheet.tokens_of(above).iter().filter(|_| close) {
            if overlap_x(&over.area, &token.area) > 0.3 {
                words.push(' ');
                words.push_str(&over.text);
            }
        }
        fold(&words)
    }

    /// Whatever looks like an IBAN, and whether it is called one.
    fn ibans(&self) -> Vec<(Printed, bool)> {
        let mut found = Vec::new();
        for at in self.range.clone() {
            let Some(printed) = self.sheet.tokens.get(at).and_then(|token| {
                let text = token.text.strip_prefix("IBAN:").unwrap_or(&token.text);
                let country = text.get(..2)?;
                text.get(2..4)?.parse::<u32>().ok()?;
                let wanted = iban::length(country)?;
                self.collect(at, text, wanted)
            }) else {
                continue;
            };
            let inline = self
                .sheet
                .tokens
                .get(at)
                .is_some_and(|t| t.text.starts_with("IBAN:"));
            let label = self.label(at);
            let named = inline || ACCOUNT.iter().any(|name| has_phrase(&label, name));
            found.push((printed, named));
        }
        found
    }

    /// Joins tokens of letters and digits from `at` on until they are as long as wanted.
    fn collect(&self, at: usize, first: &str, wanted: usize) -> Option<Printed> {
        let mut bare = String::new();
        let mut end = at;
        for token in at..self.range.end {
            let text = if token == at {
                first
            } else {
                &self.sheet.tokens.get(token)?.text
            };
            let text = text.trim_end_matches([',', ';', '.', ')']);
            if !text
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
            {
                return None;
            }
            bare.push_str(text);
            end = token + 1;
            if bare.len() >= wanted {
                break;
            }
        }
        (bare.len() == wanted).then_some(Printed {
            tokens: at..end,
            bare,
        })
    }

    /// Numbers whose kind the label names.
    fn others(&self) -> Vec<Disagreement> {
        let mut findings = Vec::new();
        let mut at = self.range.start;
        while at < self.range.end {
            let run = self.digits_from(at);
            let Some(run) = run else {
                findings.extend(self.vat_or_reference(at));
                findings.extend(self.national(at..at + 1));
                at += 1;
                continue;
            };
            let next = run.tokens.end;
            findings.extend(self.number(&run));
            findings.extend(self.national(run.tokens.clone()));
            findings.extend(self.vat_or_reference(at));
            at = next.max(at + 1);
        }
        findings
    }

    /// Digit groups that stand as one number: 4111 1111 1111 1111.
    fn digits_from(&self, at: usize) -> Option<Printed> {
        let mut bare = String::new();
        let mut end = at;
        for index in at..self.range.end {
            let token = self.sheet.tokens.get(index)?;
            let near = index == at || self.is_near(index);
            let text = token.text.trim_matches([',', ';', '.', ')', '(', '+', '*']);
            let digits = text
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '-' | '/'));
            if !near || !digits || text.is_empty() {
                break;
            }
            bare.extend(text.chars().filter(char::is_ascii_digit));
            end = index + 1;
            if bare.len() > 40 {
                return None;
            }
        }
        (end > at).then_some(Printed {
            tokens: at..end,
            bare,
        })
    }

    /// Whether a token stands right behind the one before it.
    fn is_near(&self, index: usize) -> bool {
        let tokens = &self.sheet.tokens;
        let pair = index
            .checked_sub(1)
            .and_then(|left| tokens.get(left).zip(tokens.get(index)));
        pair.is_some_and(|(left, token)| token.area[0] - left.area[2] < token.height() * 1.2)
    }

    fn number(&self, run: &Printed) -> Option<Disagreement> {
        let length = run.bare.len();
        if !matches!(length, 9 | 12..=19 | 27) || is_placeholder(&run.bare) {
            return None;
        }
        let label = self.label(run.tokens.start);
        let names = |phrases: &[&str]| phrases.iter().any(|phrase| has_phrase(&label, phrase));
        let (kind, rule, holds) = match length {
            9 if names(ROUTING) && is_federal_district(&run.bare) => (
                Kind::AbaCheck,
                "the ABA check digit (weights 3, 7, 1)",
                aba(&run.bare),
            ),
            12 if self.is_starred(run) => (
                Kind::CreditorReference,
                "its check digits modulo 97",
                belgian_communication(&run.bare),
            ),
            27 if names(REFERENCE) => (
                Kind::CreditorReference,
                "its check digit modulo 10 recursive",
                mod_10_recursive(&run.bare),
            ),
            13..=19 if names(CARD) => (Kind::CardCheck, "the Luhn check digit", luhn(&run.bare)),
            _ => return None,
        };
        (!holds).then(|| self.finding(kind, run, rule, Strength::Likely))
    }

    /// Belgian communications stand between three plus signs or stars.
    fn is_starred(&self, run: &Printed) -> bool {
        let text = self.sheet.text(run.tokens.clone());
        (text.starts_with("+++") && text.ends_with("+++"))
            || (text.starts_with("***") && text.ends_with("***"))
    }

    fn vat_or_reference(&self, at: usize) -> Option<Disagreement> {
        let token = self.sheet.tokens.get(at)?;
        let text = token.text.trim_matches([',', ';', '.', ')', '(', ':']);
        let plain = text
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
        if !plain || text.len() < 4 {
            return None;
        }
        let run = Printed {
            tokens: at..at + 1,
            bare: text.to_string(),
        };
        if text.starts_with("RF") {
            return self.creditor_reference(at, text);
        }
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        if vat_ids::holds(text) != Some(false) || is_placeholder(&digits) {
            return None;
        }
        let label = self.label(at);
        let named = VAT.iter().any(|phrase| has_phrase(&label, phrase));
        named.then(|| {
            self.finding(
                Kind::VatId,
                &run,
                "its country's check digit rule",
                Strength::Weak,
            )
        })
    }

    /// A number whose own label names its kind. Samples make such numbers up: it only supports other findings.
    fn national(&self, tokens: Range<usize>) -> Option<Disagreement> {
        let text = self.sheet.text(tokens.clone());
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '-' | '/');
        let text = text.trim_matches([',', ';', '.', ')', '(', ':']);
        if !text.chars().all(plain) || !text.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let kept = text.chars().filter(char::is_ascii_alphanumeric);
        let run = Printed {
            bare: kept.map(|c| c.to_ascii_uppercase()).collect(),
            tokens,
        };
        if is_placeholder(&run.bare) {
            return None;
        }
        let label = self.label(run.tokens.start);
        let rule = national_ids::broken(|name| has_phrase(&label, name), &run.bare)?;
        Some(self.finding(Kind::NationalId, &run, rule, Strength::Weak))
    }

    fn creditor_reference(&self, at: usize, first: &str) -> Option<Disagreement> {
        first.get(2..4)?.parse::<u32>().ok()?;
        let mut bare = String::new();
        let mut end = at;
        for index in at..self.range.end {
            let text = self
                .sheet
                .tokens
                .get(index)?
                .text
                .trim_end_matches([',', ';', '.', ')']);
            let group = text
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
            // Printed in groups of four; the last may be shorter.
            let last_was_short = end > at && (!bare.len().is_multiple_of(4) || first.len() > 4);
            // A Swiss QR bill prints the reference twice side by side, on receipt and payment part.
            let another = end > at && (text.starts_with("RF") || !self.is_near(index));
            if !group || last_was_short || another || bare.len() + text.len() > 25 {
                break;
            }
            bare.push_str(text);
            end = index + 1;
        }
        let label = self.label(at);
        let named = REFERENCE.iter().any(|phrase| has_phrase(&label, phrase));
        let digits: String = bare.chars().filter(char::is_ascii_digit).collect();
        if !named || bare.len() < 8 || mod_97(&bare) || is_placeholder(&digits) {
            return None;
        }
        let run = Printed {
            tokens: at..end,
            bare,
        };
        Some(self.finding(
            Kind::CreditorReference,
            &run,
            "ISO 11649 check digits",
            Strength::Likely,
        ))
    }

    fn finding(&self, kind: Kind, run: &Printed, rule: &str, strength: Strength) -> Disagreement {
        let found = self.sheet.text(run.tokens.clone());
        let field = self
            .sheet
            .text(run.tokens.start.saturating_sub(4).max(self.range.start)..run.tokens.start);
        Disagreement {
            kind,
            page: self
                .sheet
                .tokens
                .get(run.tokens.start)
                .map_or(0, |token| token.page),
            area: self.sheet.area_of(run.tokens.clone()),
            field: tidy(&field),
            evidence: format!(
                "{found} does not keep {rule}; whoever issued it would have printed one that does."
            ),
            found,
            expected: None,
            repair: None,
            strength,
        }
    }
}

/// First two digits of a routing number: Federal Reserve district or one of the later ranges.
fn is_federal_district(digits: &str) -> bool {
    let district: Option<u32> = digits.get(..2).and_then(|d| d.parse().ok());
    district.is_some_and(|d| matches!(d, 1..=12 | 21..=32 | 61..=72 | 80))
}

#[rustfmt::skip]
const ACCOUNT: &[&str] = &[
    "iban", "account", "account number", "account no", "konto", "kontonummer", "bankkonto", "bankverbindung", "compte", "numero de compte", "cuenta",
    "numero de cuenta", "conto", "conto corrente", "conta", "rekening", "rekeningnummer", "rachunek", "rachunku", "tili", "tilinumero", "ucet", "ucet cislo",
];
const ROUTING: &[&str] = &["aba", "routing", "rtn", "routing number", "aba number"];
#[rustfmt::skip]
const CARD: &[&str] = &[
    "card number", "card no", "card", "credit card", "kartennummer", "karten nr", "kreditkarte", "numero de carte",
    "carte", "tarjeta", "numero de tarjeta", "carta", "numero carta", "kaartnummer", "numer karty", "kortnummer",
];
#[rustfmt::skip]
const REFERENCE: &[&str] = &[
    "reference", "referenz", "referenznummer", "riferimento", "referencia", "referentie", "viite", "viitenumero",
    "creditor reference", "payment reference", "zahlungsreferenz", "betalingskenmerk", "referens", "referanse",
];
#[rustfmt::skip]
const VAT: &[&str] = &[
    "vat", "vat id", "vat no", "vat number", "vat reg", "ust id", "ust idnr", "ust id nr", "ustid", "uid", "tva",
    "tva intra", "numero tva", "n tva", "iva", "p iva", "partita iva", "btw", "btw nr", "btw nummer", "nip", "moms",
    "momsnr", "cvr", "alv", "umsatzsteuer",
];
