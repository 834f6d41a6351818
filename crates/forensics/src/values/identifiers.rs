//! Labelled identifiers that carry check digits: bank accounts, cards, routing numbers, references, VAT ids.

use std::ops::Range;

use super::check_digits::{aba, belgian_communication, luhn, mod_10_recursive, mod_97};
use super::finding::{Disagreement, Kind, Repair, Strength};
use super::folding::{fold, has_phrase};
use super::iban;
use super::labels::tidy;
use super::lines::{Sheet, overlap_x};
use super::vat_ids;

/// Identifiers looked at.
const MOST: usize = 400;
/// A run of the digits in order that no real number has: 1234567.
const COUNTING: usize = 6;

/// An identifier as printed.
#[derive(Debug, Clone)]
struct Printed {
    tokens: Range<usize>,
    /// Letters and digits only, upper case.
    bare: String,
}

pub fn check(sheet: &Sheet) -> Vec<Disagreement> {
    let mut findings = Vec::new();
    let mut ibans = Vec::new();
    for line in 0..sheet.lines.len() {
        let mut context = Context::new(sheet, line);
        ibans.extend(context.ibans());
        findings.extend(context.others());
        if ibans.len() + findings.len() > MOST {
            break;
        }
    }
    findings.extend(broken_ibans(sheet, &ibans));
    findings
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

    fn ibans(&mut self) -> Vec<Printed> {
        let mut found = Vec::new();
        for at in self.range.clone() {
            let Some(printed) = self.sheet.tokens.get(at).and_then(|token| {
                let text = token.text.strip_prefix("IBAN:").unwrap_or(&token.text);
                let country = text.get(..2)?;
                let wanted = iban::length(country)?;
                text.get(2..4)?.parse::<u32>().ok()?;
                self.collect(at, text, wanted)
            }) else {
                continue;
            };
            let inline = self
                .sheet
                .tokens
                .get(at)
                .is_some_and(|t| t.text.starts_with("IBAN:"));
            if inline || has_phrase(&self.label(at), "iban") {
                found.push(printed);
            }
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
                at += 1;
                continue;
            };
            let next = run.tokens.end;
            findings.extend(self.number(&run));
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
            let near = index == at
                || self
                    .sheet
                    .tokens
                    .get(index - 1)
                    .is_some_and(|left| token.area[0] - left.area[2] < token.height() * 1.2);
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
            if !group || last_was_short || bare.len() + text.len() > 25 {
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

fn broken_ibans(sheet: &Sheet, ibans: &[Printed]) -> Vec<Disagreement> {
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
        (None, None) if !altered_once(&printed.bare) => Strength::Weak,
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

/// The country has check digits of its own, and some single digit sets both rules right.
fn altered_once(iban: &str) -> bool {
    iban::one_digit_away(iban)
        .iter()
        .any(|other| iban::keeps_national_rule(other) == Some(true))
}

/// A number of the same length that differs in up to three places.
fn near_copy(a: &str, b: &str) -> bool {
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
fn is_invented(iban: &str) -> bool {
    let check = iban.get(2..4).unwrap_or_default();
    matches!(check, "00" | "01" | "99") || is_placeholder(iban.get(4..).unwrap_or_default())
}

/// Numbers nobody was ever given: counting, one or two digits only, one block over and over.
fn is_placeholder(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
    let mut distinct = digits.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let counts = |step: i16| {
        let mut run = 1;
        digits.windows(2).any(|pair| {
            let [a, b] =
                [pair.first(), pair.last()].map(|d| i16::from(d.copied().unwrap_or(0) - b'0'));
            run = if (a + step).rem_euclid(10) == b {
                run + 1
            } else {
                1
            };
            run >= COUNTING
        })
    };
    let blocks = digits.len() >= 12
        && digits
            .chunks_exact(4)
            .collect::<Vec<_>>()
            .windows(3)
            .any(|w| w.iter().all(|c| Some(c) == w.first()));
    distinct.len() <= 2 || counts(1) || counts(-1) || counts(0) || blocks
}

/// First two digits of a routing number: Federal Reserve district or one of the later ranges.
fn is_federal_district(digits: &str) -> bool {
    let district: Option<u32> = digits.get(..2).and_then(|d| d.parse().ok());
    district.is_some_and(|d| matches!(d, 1..=12 | 21..=32 | 61..=72 | 80))
}

const ROUTING: &[&str] = &["aba", "routing", "rtn", "routing number", "aba number"];
const CARD: &[&str] = &[
    "card number",
    "card no",
    "card",
    "credit card",
    "kartennummer",
    "karten nr",
    "kreditkarte",
    "numero de carte",
    "carte",
    "tarjeta",
    "numero de tarjeta",
    "carta",
    "numero carta",
    "kaartnummer",
    "numer karty",
    "kortnummer",
];
const REFERENCE: &[&str] = &[
    "reference",
    "referenz",
    "referenznummer",
    "riferimento",
    "referencia",
    "referentie",
    "viite",
    "viitenumero",
    "creditor reference",
    "payment reference",
    "zahlungsreferenz",
    "betalingskenmerk",
    "referens",
    "referanse",
];
const VAT: &[&str] = &[
    "vat",
    "vat id",
    "vat no",
    "vat number",
    "vat reg",
    "ust id",
    "ust idnr",
    "ust id nr",
    "ustid",
    "uid",
    "tva",
    "tva intra",
    "numero tva",
    "n tva",
    "iva",
    "p iva",
    "partita iva",
    "btw",
    "btw nr",
    "btw nummer",
    "nip",
    "moms",
    "momsnr",
    "cvr",
    "alv",
    "umsatzsteuer",
];
