//! The comparison: a total, a date or an account that the data names is printed otherwise on the pages.

use super::data::{Invoice, Term};
use super::details;
use crate::finding::{Disagreement, Kind, Repair, Strength};
use crate::identifiers::{Printed, is_invented, mod_97, near_copy, printed_ibans};
use crate::numbers::{Amount, Decimal, Nature};
use crate::reading::{Reading, labelled_dates};
use crate::words::fold;
use crate::words::roles::Role;

/// Totals of the data that the pages must print before one that they do not is missed.
const LEAST_PRINTED: usize = 2;

/// Characters of a number that identifies an invoice.
const LEAST_NUMBER: usize = 4;

/// What the pages print otherwise than the data says. Several invoices in one file are compared with none: whose pages
/// are whose is open.
pub fn compare(book: &Reading, invoices: &[Invoice]) -> Vec<Disagreement> {
    let [invoice] = invoices else {
        return Vec::new();
    };
    let mut findings = totals(book, invoice);
    findings.extend(accounts(book, invoice));
    findings.extend(issue_date(book, invoice));
    if printed_totals(book, invoice) >= LEAST_PRINTED {
        findings.extend(details::compare(book, invoice));
    }
    findings
}

/// How many different totals of the data the pages print.
fn printed_totals(book: &Reading, invoice: &Invoice) -> usize {
    let mut held: Vec<Decimal> = invoice
        .totals
        .iter()
        .map(|(_, value)| value.abs())
        .collect();
    held.retain(|value| !value.is_zero() && book.amounts.iter().any(|a| a.value.abs() == *value));
    held.sort_unstable();
    held.dedup();
    held.len()
}

/// Totals that are nowhere on the pages, while another amount stands in their place.
fn totals(book: &Reading, invoice: &Invoice) -> Vec<Disagreement> {
    let printed = |value: Decimal| {
        let same = |amount: &Amount| amount.value.abs() == value.abs();
        book.amounts.iter().any(same)
    };
    let (mut held, mut missed): (Vec<Decimal>, Vec<(Term, Decimal)>) = (Vec::new(), Vec::new());
    for &(term, value) in &invoice.totals {
        if value.is_zero() {
            continue;
        }
        if printed(value) {
            held.push(value);
        } else if !missed.iter().any(|(_, known)| *known == value) {
            missed.push((term, value));
        }
    }
    held.sort_unstable();
    held.dedup();
    let sure = held.len() >= LEAST_PRINTED;
    if !sure && !is_identified(book, invoice) {
        return Vec::new();
    }
    missed
        .into_iter()
        .filter_map(|(term, value)| otherwise(book, invoice, term, value, held.len()))
        // Where few totals are printed as given, only an altered digit tells an edit from another design.
        .filter(|found| sure || found.strength == Strength::Proven)
        .collect()
}

/// The one printed amount of that role that the data knows nothing of.
fn otherwise(
    book: &Reading,
    invoice: &Invoice,
    term: Term,
    value: Decimal,
    held: usize,
) -> Option<Disagreement> {
    let roles: &[Role] = match term {
        Term::Net => &[Role::Net],
        Term::Tax => &[Role::Tax],
        Term::Gross | Term::Due => &[Role::Gross, Role::Due, Role::NetPay],
    };
    let mut strangers = (0..book.amounts.len()).filter(|&index| {
        let amount = book.amounts.get(index);
        amount.is_some_and(|a| {
            a.nature == Nature::Money && invoice.numbers.binary_search(&a.value.abs()).is_err()
        }) && book.role(index).is_some_and(|role| roles.contains(&role))
    });
    let first = strangers.next()?;
    let amount = book.amounts.get(first)?;
    // The same total printed twice is one; two different ones are another matter.
    if strangers.any(|other| book.value(other) != book.value(first)) {
        return None;
    }
    let signed = if amount.value.is_negative() {
        -value.abs()
    } else {
        value.abs()
    };
    let should_read = amount.print(signed, &book.notation);
    let strength = if amount.is_near(signed) {
        Strength::Proven
    } else {
        Strength::Likely
    };
    Some(Disagreement {
        kind: Kind::EmbeddedData,
        page: amount.page,
        area: amount.area,
        field: book.labels.shown(&book.sheet, &book.amounts, first),
        found: amount.text.clone(),
        expected: Some(should_read.clone()),
        evidence: format!(
            "The invoice data embedded in the file give {should_read} where the page prints {}; {}.",
            amount.text,
            match held {
                0 => "both bear the same number".to_string(),
                n => format!("{n} of its other totals are printed as given"),
            }
        ),
        repair: Some(Repair {
            page: amount.page,
            area: amount.area,
            printed: amount.text.clone(),
            should_read,
            sums_then_hold: held + 1,
            sums_failed: 1,
        }),
        strength,
    })
}

/// The only account on the pages is none of those in the data.
fn accounts(book: &Reading, invoice: &Invoice) -> Option<Disagreement> {
    let bare = |text: &String| -> String {
        let kept = text.chars().filter(char::is_ascii_alphanumeric);
        kept.map(|c| c.to_ascii_uppercase()).collect()
    };
    let known: Vec<String> = invoice
        .ibans
        .iter()
        .map(bare)
        .filter(|iban| mod_97(iban) && !is_invented(iban))
        .collect();
    let printed = printed_ibans(&book.sheet);
    let [own] = known.as_slice() else {
        return None;
    };
    let stranger = printed.first()?;
    if printed
        .iter()
        .any(|iban| iban.bare == *own || iban.bare != stranger.bare)
    {
        return None;
    }
    let near = near_copy(&stranger.bare, own);
    Some(account(book, stranger, own, near))
}

fn account(book: &Reading, printed: &Printed, own: &str, near: bool) -> Disagreement {
    let found = book.sheet.text(printed.tokens.clone());
    let page = book
        .sheet
        .tokens
        .get(printed.tokens.start)
        .map_or(0, |token| token.page);
    Disagreement {
        kind: Kind::EmbeddedData,
        page,
        area: book.sheet.area_of(printed.tokens.clone()),
        field: "IBAN".into(),
        expected: Some(own.to_string()),
        evidence: format!(
            "The invoice data embedded in the file name the account {own}; the page prints {found}."
        ),
        found,
        repair: None,
        strength: if near {
            Strength::Proven
        } else {
            Strength::Likely
        },
    }
}

/// Whether the pages print the number that the data give the invoice.
fn is_identified(book: &Reading, invoice: &Invoice) -> bool {
    let Some(number) = invoice.number.as_deref().map(fold) else {
        return false;
    };
    let lines = 0..book.sheet.lines.len();
    number.trim().len() >= LEAST_NUMBER
        && lines
            .map(|line| fold(&book.sheet.line_text(line)))
            .any(|line| line.contains(&number))
}

/// The date of issue is nowhere on the pages, while another date stands where it belongs.
fn issue_date(book: &Reading, invoice: &Invoice) -> Option<Disagreement> {
    let issued = invoice.issued?;
    let date = labelled_dates::of_issue(book, issued)?;
    is_identified(book, invoice).then(|| Disagreement {
        kind: Kind::EmbeddedData,
        page: book.sheet.lines.get(date.line).map_or(0, |line| line.page),
        area: book.sheet.area_of(date.tokens.clone()),
        field: String::new(),
        found: date.text.clone(),
        expected: Some(format!("{:04}-{:02}-{:02}", issued.year, issued.month, issued.day)),
        repair: None,
        strength: Strength::Likely,
        evidence: format!(
            "The invoice data embedded in the file are dated {:04}-{:02}-{:02}; the page prints {}.",
            issued.year, issued.month, issued.day, date.text
        ),
    })
}
