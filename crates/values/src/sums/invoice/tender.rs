//! What was handed over and what was given back: change = cash − total.

use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground};
use crate::words::roles::Role;
use crate::words::{fold, has_phrase};

/// Lines from the total to the change.
const REACH: usize = 8;

/// Every change that stands behind a lone tender, which stands behind a total.
pub fn find(book: &Reading) -> Vec<Equation> {
    (0..book.amounts.len())
        .filter(|&index| is_called(book, index, CHANGE))
        .filter_map(|change| given_back(book, change))
        .collect()
}

fn given_back(book: &Reading, change: usize) -> Option<Equation> {
    let line = book.amounts.get(change)?.line;
    let before: Vec<usize> = (0..change)
        .rev()
        .take_while(|&index| {
            book.amounts
                .get(index)
                .is_some_and(|a| line - a.line <= REACH)
        })
        .filter(|&index| {
            book.amounts
                .get(index)
                .is_some_and(|a| a.nature == Nature::Money)
        })
        .collect();
    let total = before
        .iter()
        .copied()
        .find(|&index| matches!(book.role(index), Some(Role::Gross | Role::Due)))?;
    let between: Vec<usize> = before.into_iter().filter(|&index| index > total).collect();
    let mut tenders = between
        .iter()
        .copied()
        .filter(|&index| is_called(book, index, TENDER));
    // Paid in two ways: which part the change is of the receipt does not always tell.
    let (tender, None) = (tenders.next()?, tenders.next()) else {
        return None;
    };
    let mut terms = vec![
        (change, book.value(change)),
        (tender, -book.value(tender)),
        (total, book.value(total)),
    ];
    for other in between.into_iter().filter(|&index| index != tender) {
        match book.role(other) {
            Some(Role::Rounding) => terms.push((other, book.value(other))),
            Some(Role::Gross | Role::Due | Role::Tax | Role::Net) => {}
            _ => return None,
        }
    }
    // Change may be printed as a negative payment.
    let negative = book.value(change).is_negative();
    let sign = |index: usize, usual: i8| {
        if index == change && negative {
            -usual
        } else {
            usual
        }
    };
    let terms = terms
        .into_iter()
        .map(|(index, _): (usize, Decimal)| {
            (index, sign(index, if index == tender { -1 } else { 1 }))
        })
        .collect();
    Some(Equation::sum(Kind::AmountDue, terms, Ground::Label))
}

fn is_called(book: &Reading, amount: usize, names: &[&str]) -> bool {
    let money = book
        .amounts
        .get(amount)
        .is_some_and(|a| a.nature == Nature::Money);
    let label = fold(book.labels.near(amount));
    money && names.iter().any(|name| has_phrase(&label, name))
}

#[rustfmt::skip]
const TENDER: &[&str] = &[
    "cash", "cash tendered", "tendered", "cash paid", "bar", "bargeld", "bar gegeben", "gegeben", "especes", "rendu sur", "efectivo", "entregado",
    "contante", "contanti", "contant", "dinheiro", "numerario", "gotowka", "kontant", "kontanter", "kontanti", "kateinen", "hotovost", "hotove",
];
#[rustfmt::skip]
const CHANGE: &[&str] = &[
    "change", "change due", "your change", "ruckgeld", "wechselgeld", "zuruck", "rendu", "monnaie", "monnaie rendue", "a rendre", "cambio",
    "devolucion", "resto", "troco", "wisselgeld", "terug", "reszta", "vaxel", "byttepenge", "tilbage", "vekslepenger", "vaihtoraha", "vraceno",
];
