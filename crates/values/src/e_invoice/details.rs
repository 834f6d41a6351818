//! Details of an invoice's data against the print, once its totals tell that both are one: number, due date, bank, lines,
//! parties.

use super::data::{Invoice, Line, Party};
use crate::finding::{Disagreement, Kind, Repair, Strength};
use crate::layout::Area;
use crate::numbers::{Decimal, Nature};
use crate::reading::{Reading, labelled_dates};
use crate::words::{fold, has_phrase};

/// Values of lines that a column must print as given before one of its numbers is a stranger.
const LEAST_IN_COLUMN: usize = 2;
/// Words of a label.
const LABEL: usize = 4;

pub fn compare(book: &Reading, invoice: &Invoice) -> Vec<Disagreement> {
    let mut findings = lines(book, invoice);
    findings.extend(number(book, invoice));
    findings.extend(bank(book, invoice));
    findings.extend(due(book, invoice));
    let parties = invoice.parties.iter();
    findings.extend(parties.filter_map(|party| name(book, party)));
    findings
}

/// What a line of an invoice says of one thing.
type Part = fn(&Line) -> Option<Decimal>;

/// A number in a column of prices or net amounts that the data do not know, near the one that is missing there.
fn lines(book: &Reading, invoice: &Invoice) -> Vec<Disagreement> {
    let parts: [(&str, Part); 3] = [
        ("net", |line| line.net),
        ("price", |line| line.price),
        ("quantity", |line| line.quantity),
    ];
    let mut findings = Vec::new();
    for (field, part) in parts {
        let values: Vec<Decimal> = invoice
            .lines
            .iter()
            .filter_map(part)
            .map(Decimal::abs)
            .collect();
        let printed = |value: Decimal| {
            let same = |printed: Decimal| printed == value || printed == value.rounded(2);
            book.amounts.iter().any(|amount| same(amount.value.abs()))
        };
        let mut missing = invoice.lines.iter().filter(|line| {
            part(line).is_some_and(|value| !value.is_zero() && !printed(value.abs()))
        });
        let (Some(line), None) = (missing.next(), missing.next()) else {
            continue;
        };
        let Some(value) = part(line) else { continue };
        // A price may be printed before the discount, and data that do not agree with themselves prove nothing.
        let strength = match field != "price" && is_consistent(line) {
            true => Strength::Likely,
            false => Strength::Weak,
        };
        findings.extend(stranger(
            book,
            invoice,
            field,
            &values,
            value.abs(),
            strength,
        ));
    }
    findings
}

/// Quantity times price is the net amount of the line.
fn is_consistent(line: &Line) -> bool {
    let product = line.quantity.zip(line.price).map(|(a, b)| a.times(b));
    product
        .zip(line.net)
        .is_some_and(|(product, net)| product.rounded(2) == net.rounded(2))
}

fn stranger(
    book: &Reading,
    invoice: &Invoice,
    field: &str,
    values: &[Decimal],
    missing: Decimal,
    strength: Strength,
) -> Option<Disagreement> {
    let column_of = |index: usize| book.grid.column_of.get(index).copied().flatten();
    let known = |index: usize| values.contains(&book.value(index).abs());
    let mut found = (0..book.amounts.len()).filter(|&index| {
        let Some(amount) = book.amounts.get(index) else {
            return false;
        };
        let column = column_of(index);
        let beside = |other: usize| column.is_some() && column_of(other) == column && known(other);
        amount.nature != Nature::Percent
            && invoice.numbers.binary_search(&amount.value.abs()).is_err()
            && amount.edits_to(missing) <= 2
            && (0..book.amounts.len())
                .filter(|&other| beside(other))
                .count()
                >= LEAST_IN_COLUMN
    });
    let index = found.next()?;
    if found.next().is_some() {
        return None;
    }
    let amount = book.amounts.get(index)?;
    let should_read = amount.print(missing, &book.notation);
    Some(Disagreement {
        field: book.labels.shown(&book.sheet, &book.amounts, index),
        repair: Some(Repair {
            page: amount.page,
            area: amount.area,
            printed: amount.text.clone(),
            should_read: should_read.clone(),
            sums_then_hold: 1,
            sums_failed: 1,
        }),
        ..finding(
            amount.page,
            amount.area,
            field,
            &amount.text,
            &should_read,
            strength,
        )
    })
}

/// A labelled number that is the data's but for a character or two.
fn number(book: &Reading, invoice: &Invoice) -> Option<Disagreement> {
    let own = invoice.number.as_deref()?;
    let all = 0..book.sheet.lines.len();
    let folded = fold(own);
    if own.len() < 4
        || all
            .clone()
            .any(|line| fold(&book.sheet.line_text(line)).contains(folded.trim()))
    {
        return None;
    }
    let mut near = all.flat_map(|line| {
        let range = book.sheet.lines.get(line).map(|line| line.tokens.clone());
        range
            .clone()
            .unwrap_or_default()
            .map(move |at| (at, range.clone().unwrap_or_default().start))
    });
    near.find_map(|(at, start)| {
        let token = book.sheet.tokens.get(at)?;
        let text = token.text.trim_matches([',', ';', '.', ':']);
        let differing = text
            .chars()
            .zip(own.chars())
            .filter(|(a, b)| a != b)
            .count();
        let same_length = text.chars().count() == own.chars().count();
        let label = fold(&book.sheet.text(at.saturating_sub(LABEL).max(start)..at));
        let named = NUMBER.iter().any(|name| has_phrase(&label, name));
        (same_length && (1..=2).contains(&differing) && named).then(|| {
            finding(
                token.page,
                token.area,
                "invoice number",
                text,
                own,
                Strength::Likely,
            )
        })
    })
}

/// A bank's code behind its label that is none of the data's.
fn bank(book: &Reading, invoice: &Invoice) -> Option<Disagreement> {
    let whole = |bic: &str| -> String { format!("{:X<11}", bic.trim().to_uppercase()) };
    let [own] = invoice.bics.as_slice() else {
        return None;
    };
    let mut printed: Vec<usize> = Vec::new();
    for line in &book.sheet.lines {
        for at in line.tokens.clone().skip(1) {
            let label = book.sheet.tokens.get(at - 1).map(|token| fold(&token.text));
            let named = label
                .is_some_and(|label| ["bic", "swift"].iter().any(|name| has_phrase(&label, name)));
            let text = book
                .sheet
                .tokens
                .get(at)
                .map_or("", |token| token.text.as_str());
            let form = matches!(text.len(), 8 | 11)
                && text
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
                && text.chars().take(6).all(|c| c.is_ascii_uppercase());
            if named && form {
                printed.push(at);
            }
        }
    }
    let first = book.sheet.tokens.get(*printed.first()?)?;
    let same = |at: &usize| {
        let token = book.sheet.tokens.get(*at);
        token.is_some_and(|token| whole(&token.text) == whole(&first.text))
    };
    (printed.iter().all(same) && whole(&first.text) != whole(own)).then(|| {
        finding(
            first.page,
            first.area,
            "BIC",
            &first.text,
            own,
            Strength::Weak,
        )
    })
}

/// The one date labelled as due is another, and the due date of the data is printed nowhere.
fn due(book: &Reading, invoice: &Invoice) -> Option<Disagreement> {
    let own = invoice.due?;
    let date = labelled_dates::other_than(book, own, DUE, LABEL)?;
    let page = book.sheet.lines.get(date.line).map_or(0, |line| line.page);
    let area = book.sheet.area_of(date.tokens.clone());
    let should_read = format!("{:04}-{:02}-{:02}", own.year, own.month, own.day);
    Some(finding(
        page,
        area,
        "due date",
        &date.text,
        &should_read,
        Strength::Likely,
    ))
}

/// The line above a party's street is not its name, which is printed nowhere, not even a word of it.
fn name(book: &Reading, party: &Party) -> Option<Disagreement> {
    let street = fold(&party.street);
    let name = fold(&party.name);
    let words: Vec<&str> = name
        .split_whitespace()
        .filter(|word| word.len() >= 4)
        .collect();
    if words.is_empty() || street.trim().len() < 6 {
        return None;
    }
    let lines = 0..book.sheet.lines.len();
    let told: Vec<String> = lines
        .map(|line| fold(&book.sheet.line_text(line)))
        .collect();
    if told
        .iter()
        .any(|line| words.iter().any(|word| line.contains(word)))
    {
        return None;
    }
    let mut at = (0..told.len()).filter(|&line| {
        told.get(line)
            .is_some_and(|text| text.trim() == street.trim())
    });
    let line = at.next().filter(|_| at.next().is_none())?.checked_sub(1)?;
    let above = book.sheet.lines.get(line)?;
    let found = book.sheet.line_text(line);
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    (letters >= 4).then(|| {
        let field = format!("{} name", party.role);
        finding(
            above.page,
            above.area,
            &field,
            &found,
            &party.name,
            Strength::Weak,
        )
    })
}

fn finding(
    page: u32,
    area: Area,
    field: &str,
    found: &str,
    expected: &str,
    strength: Strength,
) -> Disagreement {
    Disagreement {
        kind: Kind::EmbeddedData,
        page,
        area,
        field: field.to_string(),
        found: found.to_string(),
        expected: Some(expected.to_string()),
        repair: None,
        strength,
        evidence: format!(
            "The invoice data embedded in the file give {expected} as {field}; the page prints {found}."
        ),
    }
}

#[rustfmt::skip]
const NUMBER: &[&str] = &[
    "invoice", "invoice number", "invoice no", "rechnung", "rechnung nr", "rechnungsnummer", "rechnungsnr", "rechnungs nr", "facture",
    "facture n", "numero de facture", "factura", "fattura", "factuur", "factuurnummer", "faktura", "fakturanummer",
];
#[rustfmt::skip]
const DUE: &[&str] = &[
    "due date", "due", "payable by", "fallig", "fallig am", "falligkeit", "falligkeitsdatum", "zahlbar bis", "zu zahlen bis", "zahlungsziel",
    "date d echeance", "echeance", "vencimiento", "fecha de vencimiento", "scadenza", "vervaldatum", "termin platnosci", "forfallodato",
];
