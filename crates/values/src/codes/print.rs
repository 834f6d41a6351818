//! The comparison: what a code says of an amount, an account, a reference or a day is printed otherwise.

use super::MachineCode;
use super::payload::Payload;
use super::schemes;
use crate::finding::{Disagreement, Kind, Repair, Strength};
use crate::identifiers::{Printed, iban, is_placeholder, mod_97, near_copy, printed_ibans};
use crate::layout::Area;
use crate::numbers::{Amount, Decimal, Nature};
use crate::reading::{Reading, labelled_dates, tidy};
use crate::words::roles::Role;

/// Codes of one document compared.
const MOST: usize = 16;
/// Parts of a total that a code may honestly ask for: so many equal ones.
const INSTALMENTS: i64 = 24;
/// How far below the code of a Swiss QR bill its amount stands, and how far beside it, points: the amount section is
/// 22 mm high and as wide as the code and its margins.
const BELOW: f64 = 80.0;
const BESIDE: f64 = 14.0;

/// What the pages print otherwise than their codes say.
pub fn compare(book: &Reading, codes: &[MachineCode]) -> Vec<Disagreement> {
    let read: Vec<(&MachineCode, Payload)> = codes
        .iter()
        .filter_map(|code| Some((code, schemes::read(&code.text)?)))
        .take(MOST)
        .collect();
    let mut findings = Vec::new();
    for (code, payload) in &read {
        // Codes that differ ask for parts, or stand for several bills: each must fit its own place only.
        let alone = read.iter().all(|(_, other)| other == payload);
        let comparison = Comparison {
            book,
            code,
            payload,
            alone,
        };
        let mut found = comparison.amount();
        found.extend(comparison.account());
        found.extend(comparison.reference());
        found.extend(comparison.day());
        if found.is_empty() {
            found.extend(comparison.broken());
        }
        findings.extend(found);
    }
    // The same code may stand on several pages.
    let mut seen: Vec<(u32, Area)> = Vec::new();
    findings.retain(|found| {
        let new = !seen.contains(&(found.page, found.area));
        seen.push((found.page, found.area));
        new
    });
    findings
}

struct Comparison<'a> {
    book: &'a Reading,
    code: &'a MachineCode,
    payload: &'a Payload,
    alone: bool,
}

impl Comparison<'_> {
    /// Whether an area lies where a Swiss QR bill prints the amount: under its code.
    fn is_under_code(&self, page: u32, area: &Area) -> bool {
        let [left, bottom, right, _] = self.code.area;
        page == self.code.page
            && area[0] > left - BESIDE
            && area[2] < right + BESIDE
            && area[3] < bottom + 2.0
            && area[1] > bottom - BELOW
    }

    /// Whether an area lies beside the code, where a Swiss QR bill prints account and reference.
    fn is_right_of_code(&self, page: u32, area: &Area) -> bool {
        let [_, bottom, right, top] = self.code.area;
        page == self.code.page
            && area[0] > right
            && area[0] < right + BELOW
            && area[1] > bottom - BELOW
            && area[3] < top + BELOW
    }

    fn is_swiss(&self) -> bool {
        self.payload.scheme == "Swiss QR bill"
    }

    fn amount(&self) -> Vec<Disagreement> {
        let Some(value) = self.payload.amount else {
            return Vec::new();
        };
        let amounts = &self.book.amounts;
        let same = |amount: &Amount| amount.value.abs() == value;
        if self.is_swiss() {
            let mut under = (0..amounts.len()).filter(|&index| {
                let amount = amounts.get(index);
                // A bare number there is that of a figure: specifications print such codes as samples.
                amount.is_some_and(|amount| {
                    amount.nature == Nature::Money && self.is_under_code(amount.page, &amount.area)
                })
            });
            let own = under.next().filter(|_| under.next().is_none());
            if let Some(index) = own {
                let differs = amounts.get(index).is_some_and(|amount| !same(amount));
                let found = differs.then(|| self.other_amount(index, value, Strength::Proven));
                return found.flatten().into_iter().collect();
            }
        }
        if !self.alone || amounts.iter().any(same) {
            return Vec::new();
        }
        let asked = [Role::Due, Role::Gross, Role::NetPay];
        let mut strangers = (0..amounts.len()).filter(|&index| {
            let role = self.book.role(index).filter(|role| asked.contains(role));
            let money = amounts
                .get(index)
                .is_some_and(|a| a.nature == Nature::Money);
            role.is_some() && money
        });
        let Some(first) = strangers.next() else {
            return Vec::new();
        };
        let printed = self.book.value(first).abs();
        // Two totals that differ: which one the code means is open, unless only one is a digit or two away.
        if strangers.any(|other| self.book.value(other).abs() != printed) {
            return self.near_amount(value).into_iter().collect();
        }
        let near = amounts
            .get(first)
            .is_some_and(|amount| amount.is_near(value));
        let strength = match (near, is_part(value, printed)) {
            (true, _) => Strength::Proven,
            (false, true) => Strength::Weak,
            (false, false) => Strength::Likely,
        };
        self.other_amount(first, value, strength)
            .into_iter()
            .collect()
    }

    /// The one total a digit or two from the code's.
    fn near_amount(&self, value: Decimal) -> Option<Disagreement> {
        let asked = [Role::Due, Role::Gross];
        let amounts = &self.book.amounts;
        let mut near = (0..amounts.len()).filter(|&index| {
            let amount = amounts.get(index);
            self.book
                .role(index)
                .is_some_and(|role| asked.contains(&role))
                && amount.is_some_and(|a| a.nature == Nature::Money && a.edits_to(value) == 1)
        });
        let first = near.next()?;
        if near.any(|other| self.book.value(other) != self.book.value(first)) {
            return None;
        }
        self.other_amount(first, value, Strength::Likely)
    }

    fn other_amount(
        &self,
        index: usize,
        value: Decimal,
        strength: Strength,
    ) -> Option<Disagreement> {
        let amount = self.book.amounts.get(index)?;
        let should_read = amount.print(value, &self.book.notation);
        let area = amount.area;
        Some(Disagreement {
            field: self
                .book
                .labels
                .shown(&self.book.sheet, &self.book.amounts, index),
            repair: Some(Repair {
                page: amount.page,
                area,
                printed: amount.text.clone(),
                should_read: should_read.clone(),
                sums_then_hold: 1,
                sums_failed: 1,
            }),
            ..self.finding(
                amount.page,
                area,
                amount.text.clone(),
                should_read,
                strength,
            )
        })
    }

    fn account(&self) -> Option<Disagreement> {
        let own = self.payload.iban.as_ref()?;
        let country = own.get(..2)?;
        if !mod_97(own) || iban::length(country) != Some(own.len()) || is_placeholder(own) {
            return None;
        }
        let printed = printed_ibans(&self.book.sheet);
        if self.is_swiss() {
            let page = self.code.page;
            let mut beside = printed.iter().filter(|iban| {
                let area = self.book.sheet.area_of(iban.tokens.clone());
                self.page_of(iban) == page && self.is_right_of_code(page, &area)
            });
            if let Some(first) = beside.next().filter(|_| beside.next().is_none()) {
                let found = (first.bare != *own)
                    .then(|| self.other_text(first, own, "IBAN", Strength::Proven));
                return found;
            }
        }
        let first = printed.first()?;
        if !self.alone || printed.iter().any(|iban| iban.bare != first.bare) || self.prints(own) {
            return None;
        }
        // Whoever collects money for another names an account of their own in the code.
        let strength = match near_copy(&first.bare, own) {
            true => Strength::Proven,
            false => Strength::Likely,
        };
        Some(self.other_text(first, own, "IBAN", strength))
    }

    fn reference(&self) -> Option<Disagreement> {
        let own = self.payload.reference.as_ref()?;
        if self.prints(own) {
            return None;
        }
        let mut others: Vec<Printed> = Vec::new();
        for line in 0..self.book.sheet.lines.len() {
            others.extend(self.like(own, line));
        }
        let first = others.first()?;
        if others.iter().any(|other| other.bare != first.bare) {
            return None;
        }
        let beside = self.book.sheet.area_of(first.tokens.clone());
        let strength = match self.is_swiss() && self.is_right_of_code(self.page_of(first), &beside)
            || near_copy(&first.bare, own)
        {
            true => Strength::Proven,
            false => Strength::Likely,
        };
        self.alone
            .then(|| self.other_text(first, own, "reference", strength))
    }

    /// A run of tokens on a line that has the form of the code's reference.
    fn like(&self, own: &str, line: usize) -> Option<Printed> {
        let range = self.book.sheet.lines.get(line)?.tokens.clone();
        range.clone().find_map(|at| {
            let mut bare = String::new();
            for token in at..range.end {
                let text = &self.book.sheet.tokens.get(token)?.text;
                let fits =
                    |c: char| c.is_ascii_digit() || own.starts_with("RF") && c.is_ascii_uppercase();
                if !text.chars().all(fits) || bare.len() + text.len() > own.len() {
                    return None;
                }
                bare.push_str(text);
                let prefix = !own.starts_with("RF") || bare.starts_with("RF");
                if bare.len() == own.len() && prefix {
                    return Some(Printed {
                        tokens: at..token + 1,
                        bare,
                    });
                }
            }
            None
        })
    }

    fn day(&self) -> Option<Disagreement> {
        let own = self.payload.day.filter(|_| self.alone)?;
        let date = labelled_dates::of_issue(self.book, own)?;
        let page = self
            .book
            .sheet
            .lines
            .get(date.line)
            .map_or(0, |line| line.page);
        let should_read = format!("{:04}-{:02}-{:02}", own.year, own.month, own.day);
        let area = self.book.sheet.area_of(date.tokens.clone());
        Some(self.finding(page, area, date.text.clone(), should_read, Strength::Likely))
    }

    /// A code that no bank would take: made up, or made by hand.
    fn broken(&self) -> Option<Disagreement> {
        let check = self.payload.broken?;
        let placeholder = self.payload.iban.as_deref().is_some_and(is_placeholder);
        (!placeholder).then(|| Disagreement {
            evidence: format!(
                "The {} code fails a check of its own: {check}.",
                self.payload.scheme
            ),
            expected: None,
            ..self.finding(
                self.code.page,
                self.code.area,
                String::new(),
                String::new(),
                Strength::Weak,
            )
        })
    }

    /// Whether letters and digits stand on some line, however grouped.
    fn prints(&self, bare: &str) -> bool {
        (0..self.book.sheet.lines.len()).any(|line| {
            let kept = self
                .book
                .sheet
                .tokens_of(line)
                .iter()
                .flat_map(|token| token.text.chars());
            let kept = kept.filter(char::is_ascii_alphanumeric);
            let line: String = kept.map(|c| c.to_ascii_uppercase()).collect();
            line.contains(bare)
        })
    }

    fn page_of(&self, printed: &Printed) -> u32 {
        let token = self.book.sheet.tokens.get(printed.tokens.start);
        token.map_or(0, |token| token.page)
    }

    fn other_text(
        &self,
        printed: &Printed,
        own: &str,
        field: &str,
        strength: Strength,
    ) -> Disagreement {
        let found = self.book.sheet.text(printed.tokens.clone());
        let area = self.book.sheet.area_of(printed.tokens.clone());
        Disagreement {
            field: tidy(field),
            ..self.finding(
                self.page_of(printed),
                area,
                found,
                own.to_string(),
                strength,
            )
        }
    }

    fn finding(
        &self,
        page: u32,
        area: Area,
        found: String,
        expected: String,
        strength: Strength,
    ) -> Disagreement {
        Disagreement {
            kind: Kind::MachineCode,
            page,
            area,
            field: String::new(),
            evidence: format!(
                "The {} code on page {} says {expected} where the page prints {found}.",
                self.payload.scheme, self.code.page
            ),
            found,
            expected: Some(expected),
            repair: None,
            strength,
        }
    }
}

/// Whether a code may ask for a part of the printed total: one of equal parts, or so many percent.
fn is_part(asked: Decimal, total: Decimal) -> bool {
    let close = |part: Decimal| (part - asked).abs() <= Decimal::whole(1);
    let equal = (2..=INSTALMENTS).any(|parts| {
        let part = total.divided_by(Decimal::whole(parts));
        part.is_some_and(close)
    });
    let percents = (1..100).any(|percent| {
        let part = total
            .times(Decimal::whole(percent))
            .divided_by(Decimal::whole(100));
        part.is_some_and(|part| part.rounded(2) == asked.rounded(2))
    });
    asked < total && (equal || percents)
}
