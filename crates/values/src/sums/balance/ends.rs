//! The first and the last balance of a list, and what moved before the first.

use super::chain::Chain;
use super::steps::{Plan, push_moves};
use crate::finding::Kind;
use crate::reading::Reading;
use crate::sums::{Equation, Ground};

pub fn place_ends(book: &Reading, plan: &Plan, mut chain: Chain) -> Option<Chain> {
    let (top, bottom) = (*chain.rows.first()?, *chain.rows.last()?);
    let (earliest, latest) = if plan.newest_first {
        (bottom, top)
    } else {
        (top, bottom)
    };
    let balance = |row: usize| {
        book.grid
            .rows
            .get(row)
            .and_then(|row| row.cell(plan.balance))
    };
    chain.earliest = balance(earliest)?;
    chain.latest = balance(latest)?;
    open_chain(book, plan, earliest, &mut chain);
    chain.equations.extend(from_nothing(book, &chain));
    Some(chain)
}

/// An account that begins empty: its first movement is its first balance, and bears it out.
fn from_nothing(book: &Reading, chain: &Chain) -> Option<Equation> {
    let [(amount, sign)] = chain.earliest_moves.as_slice() else {
        return None;
    };
    let moved = book.value(*amount).scaled((*sign).into());
    let terms = vec![(chain.earliest, 1), (*amount, -sign)];
    (moved == book.value(chain.earliest))
        .then(|| Equation::sum(Kind::OpeningPlusMovements, terms, Ground::Label))
}

/// Movements that lead to the earliest balance: of its row, and of rows of the same day that print none.
fn open_chain(book: &Reading, plan: &Plan, earliest: usize, chain: &mut Chain) {
    let mut at = earliest;
    while let Some(row) = book.grid.rows.get(at) {
        let before = chain.earliest_moves.len();
        push_moves(book, plan, row, &mut chain.earliest_moves);
        if chain.earliest_moves.len() == before {
            break;
        }
        let next = if plan.newest_first {
            at.checked_add(1)
        } else {
            at.checked_sub(1)
        };
        let joins = next
            .and_then(|next| book.grid.rows.get(next))
            .is_some_and(|next| {
                next.page == row.page
                    && next.line.abs_diff(row.line) <= 4
                    && next.cell(plan.balance).is_none()
            });
        match next {
            Some(next) if joins => at = next,
            _ => break,
        }
    }
    chain.opens_clearly = !plan.unsigned || chain.earliest_moves.is_empty();
}
