//! One number of a column written in another country's notation: 1.234,56 among 1,234.56.

use crate::finding::{Disagreement, Kind, Strength};
use crate::layout::Token;
use crate::numbers::{Mark, Nature, Numeral, read};
use crate::reading::Reading;

/// Numbers of the usual notation the column must hold.
const LEAST_OTHERS: usize = 8;
/// How far right edges of one column lie apart.
const EDGE: f64 = 2.0;

pub fn check(book: &Reading) -> Option<Disagreement> {
    let mark = book.notation.mark?;
    let usual = match mark {
        Mark::Dot => Mark::Comma,
        Mark::Comma => Mark::Dot,
    };
    let mut strangers = book.sheet.tokens.iter().enumerate().filter(|(at, token)| {
        !book.dates.is_taken(*at)
            && Numeral::parse(&token.text).is_some_and(|numeral| {
                let other = read(&numeral.core, usual);
                book.notation.is_foreign(&numeral.core)
                    && other.is_some_and(|r| r.places == book.notation.places && !r.value.is_zero())
            })
    });
    // Several are another currency or another language; one is a slip of the hand.
    let ((_, token), None) = (strangers.next()?, strangers.next()) else {
        return None;
    };
    let others = others_in_column(book, token);
    (others >= LEAST_OTHERS).then(|| Disagreement {
        kind: Kind::NumberFormat,
        page: token.page,
        area: token.area,
        field: String::new(),
        found: token.text.clone(),
        expected: None,
        repair: None,
        strength: Strength::Weak,
        evidence: format!(
            "{} is written with “{}” as its decimal mark; the other {others} numbers of its column, and all of the document, use “{}”.",
            token.text,
            usual.char(),
            mark.char(),
        ),
    })
}

/// Money that ends at the same place, on the same page.
fn others_in_column(book: &Reading, token: &Token) -> usize {
    book.amounts
        .iter()
        .filter(|a| {
            a.page == token.page
                && a.nature == Nature::Money
                && (a.area[2] - token.area[2]).abs() < EDGE
        })
        .count()
}
