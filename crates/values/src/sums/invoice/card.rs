//! What was paid by card, right below the total: the same amount again.

use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground};
use crate::words::roles::Role;
use crate::words::{Phrases, fold};

/// Lines from the total to the payment.
const REACH: usize = 3;

/// Every total and card payment below it that differ by a digit or two. A tip, money back or a second way to pay makes them
/// differ honestly: alone it tells nothing, and it counts where the entries bear out the payment.
pub fn find(book: &Reading) -> Vec<Equation> {
    (1..book.amounts.len())
        .filter_map(|card| charged(book, card))
        .collect()
}

fn charged(book: &Reading, card: usize) -> Option<Equation> {
    let total = card.checked_sub(1)?;
    let (above, paid) = (book.amounts.get(total)?, book.amounts.get(card)?);
    let money = [above, paid]
        .iter()
        .all(|amount| amount.nature == Nature::Money);
    let below = above.page == paid.page && (1..=REACH).contains(&paid.line.abs_diff(above.line));
    let alike = above.places == paid.places
        && (above.currency.is_none() || paid.currency.is_none() || above.currency == paid.currency);
    let announced = matches!(book.role(total), Some(Role::Gross | Role::Due));
    if !(money && below && alike && announced) {
        return None;
    }
    let label = fold(book.labels.near(card));
    let by_card = CARD.is_in(&label) && !OTHER.is_in(&label);
    let differs = (above.value - paid.value).abs() >= Decimal::whole(1);
    (by_card && differs && above.is_near(paid.value)).then(|| {
        let terms = vec![(total, 1), (card, -1)];
        Equation::sum(Kind::AmountDue, terms, Ground::Label)
    })
}

#[rustfmt::skip]
static CARD: Phrases = Phrases::of(&[
    "card", "card payment", "debit", "credit card", "visa", "mastercard", "maestro", "amex", "american express", "contactless",
    "karte", "ec karte", "eckarte", "ec cash", "girocard", "kartenzahlung", "kreditkarte", "carte", "carte bancaire", "cb",
    "tarjeta", "pago con tarjeta", "carta", "carta di credito", "bancomat", "pagamento elettronico", "cartao", "multibanco",
    "pin", "pinnen", "betaalpas", "bankpas", "karta", "karta platnicza", "kort", "kortbetaling", "dankort", "bankkort", "kortti",
    "pankkikortti", "korttimaksu", "platebni karta", "bankkartya",
]);
/// What a line with such a word may be instead.
#[rustfmt::skip]
static OTHER: Phrases = Phrases::of(&[
    "gift", "fee", "surcharge", "refund", "points", "loyalty", "discount", "tip", "cashback", "geschenkkarte", "geschenk", "gebuhr",
    "rabatt", "trinkgeld", "cadeau", "fidelite", "frais", "pourboire", "regalo", "comision", "propina", "mancia", "gorjeta",
    "cadeaukaart", "presentkort", "gavekort", "lahjakortti", "fooi", "napiwek",
]);
