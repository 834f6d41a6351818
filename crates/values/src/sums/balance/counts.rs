//! The number of entries a statement says it has against the entries it shows.

use super::chain::Chain;
use crate::finding::{Disagreement, Kind, Strength};
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::words::{fold, has_phrase};

/// Fewer entries than this prove no list to be complete.
const LEAST_ENTRIES: usize = 5;

pub fn check(book: &Reading, chains: &[Chain]) -> Option<Disagreement> {
    let [chain] = chains else {
        return None;
    };
    let entries = chain.moves.len() + chain.earliest_moves.len();
    if !chain.unbroken || !chain.opens_clearly || entries < LEAST_ENTRIES {
        return None;
    }
    let mut stated = (0..book.amounts.len()).filter(|&index| {
        let whole = book
            .amounts
            .get(index)
            .is_some_and(|a| a.places == 0 && a.nature == Nature::Plain);
        let label = fold(book.labels.near(index));
        whole && NAMES.iter().any(|name| has_phrase(&label, name))
    });
    let (only, None) = (stated.next()?, stated.next()) else {
        return None;
    };
    let printed = book.amounts.get(only)?;
    let shown = Decimal::whole(i64::try_from(entries).ok()?);
    (printed.value != shown).then(|| Disagreement {
        kind: Kind::Count,
        page: printed.page,
        area: printed.area,
        field: book.labels.shown(&book.sheet, &book.amounts, only),
        found: printed.text.clone(),
        expected: Some(printed.print(shown, &book.notation)),
        repair: None,
        strength: Strength::Weak,
        evidence: format!(
            "The document states {} entries; its running balance goes through {entries}, from first to last without a gap.",
            printed.text
        ),
    })
}

#[rustfmt::skip]
const NAMES: &[&str] = &[
    "number of transactions", "number of entries", "no of transactions", "total transactions", "transaction count", "number of items",
    "anzahl buchungen", "anzahl der buchungen", "anzahl umsatze", "anzahl posten", "nombre d operations", "nombre de mouvements",
    "numero de movimientos", "numero de operaciones", "numero movimenti", "numero operazioni", "numero de movimentos", "aantal transacties",
    "liczba operacji", "liczba transakcji", "antal transaktioner",
];
