//! What the heads of columns say about the relation between them, for tables too short to show it.

use super::triple::{Form, Triple};
use crate::numbers::Nature;
use crate::reading::{Reading, Row, head_of};
use crate::words::{fold, has_phrase};

/// Lines above a short table where its heads are looked for.
const HEAD_LINES: usize = 12;

/// Whether the heads of the columns say what the relation claims, for tables too short to show it.
pub fn heads_name(book: &Reading, triple: Triple, first: usize, all: bool) -> bool {
    let Some(row) = book.grid.rows.get(first) else {
        return false;
    };
    let head = |column: usize| {
        let cell = book.amounts.get(row.cell(column)?)?;
        head_of(&book.sheet, &book.amounts, cell, HEAD_LINES).map(|text| fold(&text))
    };
    let is = |column: usize, names: &[&str]| {
        head(column).is_some_and(|head| names.iter().any(|name| has_phrase(&head, name)))
    };
    match triple.form {
        Form::Product { percent: false } => {
            let counts = |a: usize, b: usize| is(a, QUANTITY) && is(b, PRICE);
            (counts(triple.left, triple.right) || counts(triple.right, triple.left))
                && (is(triple.out, AMOUNT) || (!all && is_last_money(book, row, triple.out)))
        }
        Form::Product { percent: true } => {
            let printed = |column: usize| {
                let cell = row.cell(column).and_then(|cell| book.amounts.get(cell));
                cell.is_some_and(|amount| amount.nature == Nature::Percent)
            };
            let (base, tax) = (is(triple.left, BASE), is(triple.out, TAX));
            match printed(triple.right) {
                true => (base && tax) || (!all && (base || tax)),
                false => base && tax && is(triple.right, RATE),
            }
        }
        Form::Sum { sign: 1 } => {
            let parts = |a: usize, b: usize| is(a, BASE) && is(b, TAX);
            (parts(triple.left, triple.right) || parts(triple.right, triple.left))
                && (is(triple.out, GROSS) || (!all && is(triple.out, PERHAPS_GROSS)))
        }
        Form::Sum { .. } => false,
    }
}

/// Line amounts stand at the right end of their row.
fn is_last_money(book: &Reading, row: &Row, column: usize) -> bool {
    let money = |cell: &usize| {
        book.amounts
            .get(*cell)
            .is_some_and(|a| a.nature == Nature::Money)
    };
    let last = row.cells.iter().rev().find(|(_, cell)| money(cell));
    last.is_some_and(|(of, _)| *of == column)
}

#[rustfmt::skip]
const QUANTITY: &[&str] = &[
    "qty", "quantity", "hours", "hrs", "units", "menge", "anzahl", "stunden", "std", "quantite", "qte", "heures",
    "cantidad", "cant", "uds", "horas", "quantita", "qta", "ore", "quantidade", "qtd", "aantal", "uren", "ilosc",
    "antal", "antall", "timmar", "mnozstvi", "hrs qty", "qty hr", "qta", "qtde", "数量",
];
#[rustfmt::skip]
const PRICE: &[&str] = &[
    "price", "rate", "unit", "unit price", "unit cost", "each", "einzelpreis", "preis", "nettopreis", "stuckpreis",
    "satz", "stundensatz", "ep", "prix", "prix unitaire", "p u", "pu", "taux", "precio", "precio unitario", "tarifa",
    "prezzo", "prezzo unitario", "preco", "prijs", "stuksprijs", "tarief", "cena", "cena jednostkowa", "pris",
    "a pris", "enhetspris", "cost", "valor unitario", "単価", "单价",
];
#[rustfmt::skip]
const AMOUNT: &[&str] = &[
    "amount", "total", "line total", "sub total", "subtotal", "net", "betrag", "gesamt", "gesamtpreis", "nettobetrag",
    "netto", "summe", "gp", "montant", "total ht", "importe", "importo", "totale", "valor", "bedrag", "totaal",
    "this period", "current", "current period", "pay", "earnings", "kwota", "wartosc", "belopp", "summa", "belob", "valor total", "金額", "金额",
    "value", "market value", "wert", "kurswert", "marktwert", "valeur", "valore", "waarde",
];
#[rustfmt::skip]
const BASE: &[&str] = &[
    "base", "net", "netto", "taxable", "taxable amount", "basis", "basisbetrag", "nettobetrag", "bemessungsgrundlage",
    "base ht", "total ht", "ht", "montant ht", "base imponible", "imponibile", "grondslag", "excl", "ex btw",
    "wartosc netto", "net amount", "neto", "nett",
];
#[rustfmt::skip]
const RATE: &[&str] = &[
    "rate", "%", "satz", "steuersatz", "taux", "tipo", "aliquota", "tarief", "stawka", "sats", "vat", "mwst", "ust",
    "tva", "iva", "btw",
];
#[rustfmt::skip]
const TAX: &[&str] = &[
    "tax", "vat", "mwst", "ust", "steuer", "steuerbetrag", "tva", "montant tva", "iva", "cuota", "imposta", "btw",
    "moms", "kwota vat", "amount",
];
#[rustfmt::skip]
const GROSS: &[&str] = &[
    "gross", "total", "brutto", "bruttobetrag", "ttc", "total ttc", "incl", "incl btw", "totale", "totaal",
    "wartosc brutto", "gesamt",
];
/// Heads that say as much only where some row bears them out: else the tax may be told in another money.
#[rustfmt::skip]
const PERHAPS_GROSS: &[&str] = &[
    "amount", "betrag", "montant", "importe", "importo", "bedrag", "wartosc", "valor", "summa", "belopp", "belob",
];
