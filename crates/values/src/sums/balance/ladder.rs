//! A balance led to the next one line by line: previous balance, payments, charges, new balance.

use crate::finding::Kind;
use crate::numbers::{Amount, Decimal, Nature, Sign};
use crate::reading::Reading;
use crate::sums::{Equation, Ground};
use crate::words::roles::Role;

/// Right edges of one list lie this close.
const EDGE: f64 = 6.0;
/// Lines between two rungs.
const REACH: usize = 3;
/// Movements between the two balances.
const MOST: usize = 6;

/// One equation for every such list.
pub fn find(book: &Reading) -> Vec<Equation> {
    (0..book.amounts.len())
        .filter(|&index| book.role(index) == Some(Role::Opening))
        .filter_map(|opening| climb(book, opening))
        .collect()
}

fn climb(book: &Reading, opening: usize) -> Option<Equation> {
    let mut last = book.amounts.get(opening)?;
    let mut moves: Vec<usize> = Vec::new();
    for index in opening + 1..book.amounts.len() {
        let amount = book.amounts.get(index)?;
        let joined = amount.page == last.page
            && amount.line > last.line
            && amount.line - last.line <= REACH
            && (amount.digits.1 - last.digits.1).abs() <= EDGE
            && (amount.nature == Nature::Money || amount.value.is_zero());
        if !joined || moves.len() > MOST {
            return None;
        }
        match book.role(index) {
            Some(Role::Closing | Role::Due) => return equation(book, opening, &moves, index),
            Some(Role::Opening | Role::Forward | Role::Balance) => return None,
            _ => moves.push(index),
        }
        last = amount;
    }
    None
}

/// The list as printed when it prints signs; otherwise only the signs under which it holds.
fn equation(book: &Reading, opening: usize, moves: &[usize], closing: usize) -> Option<Equation> {
    if moves.len() < 2 {
        return None;
    }
    let change = book.value(closing) - book.value(opening);
    let leads = |signs: &[i8]| {
        let moved: Decimal = moves
            .iter()
            .zip(signs)
            .map(|(&amount, sign)| book.value(amount).scaled((*sign).into()))
            .sum();
        moved == change
    };
    let printed = vec![1; moves.len()];
    let choices = 1_usize.checked_shl(u32::try_from(moves.len()).ok()?)?;
    let mut tried = (0..choices).map(|choice| -> Vec<i8> {
        (0..moves.len())
            .map(|bit| if choice >> bit & 1 == 0 { 1 } else { -1 })
            .collect()
    });
    let shows_sign = |amount: &Amount| !matches!(amount.sign, Sign::Unmarked);
    let marked = moves
        .iter()
        .any(|&index| book.amounts.get(index).is_some_and(shows_sign));
    let signs = match tried.find(|signs| leads(signs)) {
        Some(signs) => signs,
        None if marked => printed,
        None => return None,
    };
    let mut terms = vec![(closing, 1), (opening, -1)];
    terms.extend(
        moves
            .iter()
            .zip(signs)
            .map(|(&amount, sign)| (amount, -sign)),
    );
    Some(Equation::sum(
        Kind::OpeningPlusMovements,
        terms,
        Ground::Label,
    ))
}
