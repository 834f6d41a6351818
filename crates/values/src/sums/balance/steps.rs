//! A table read as a running balance: from each printed balance to the next, and what moved in between.

use super::movements::is_dated;
use crate::limits::{MAX_TABLE_ROWS, MAX_TERMS};
use crate::numbers::{Decimal, Nature};
use crate::reading::{Reading, Row};
use crate::words::fold;
use crate::words::roles::Role;

/// Totals of one name looked at to know what one of them is.
const MOST_SISTERS: usize = 12;

/// How a table is to be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub balance: usize,
    /// Columns that move the balance, each with its sign.
    pub movers: Vec<(usize, i8)>,
    pub newest_first: bool,
    /// The movement column prints no signs: each step takes the one that fits.
    pub unsigned: bool,
}

/// From one printed balance to the next in time.
#[derive(Debug, Clone)]
pub struct Step {
    pub before: usize,
    pub after: usize,
    /// What moved in between, with the sign it has in the sum.
    pub moves: Vec<(usize, i8)>,
    /// Rows of the grid, top to bottom.
    pub first_row: usize,
    pub last_row: usize,
}

pub fn residual(book: &Reading, step: &Step) -> Decimal {
    let moved: Decimal = step
        .moves
        .iter()
        .map(|&(amount, sign)| book.value(amount).scaled(sign.into()))
        .sum();
    book.value(step.after) - book.value(step.before) - moved
}

/// The steps of a table under one reading, top to bottom.
pub fn steps(book: &Reading, plan: &Plan, used: &[bool]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    let mut pending: Vec<(usize, i8)> = Vec::new();
    for (index, row) in book.grid.rows.iter().enumerate().take(MAX_TABLE_ROWS) {
        if used.get(index).copied().unwrap_or(false) {
            last = None;
            pending.clear();
            continue;
        }
        // A page number may stand in the column of the balances.
        let money = |cell: &usize| {
            let amount = book.amounts.get(*cell);
            amount.is_some_and(|a| a.nature == Nature::Money || a.value.is_zero())
        };
        let balance = row.cell(plan.balance).filter(money);
        // Oldest first, a row's movement leads to its balance; newest first, it leads away from the balance below.
        if !plan.newest_first {
            push_moves(book, plan, row, &mut pending);
        }
        if let Some(balance) = balance {
            if let Some((upper, upper_row)) = last {
                let mut step = Step {
                    before: if plan.newest_first { balance } else { upper },
                    after: if plan.newest_first { upper } else { balance },
                    moves: std::mem::take(&mut pending),
                    first_row: upper_row,
                    last_row: index,
                };
                if plan.unsigned {
                    fit_sign(book, &mut step);
                }
                steps.push(step);
            }
            pending.clear();
            last = Some((balance, index));
        }
        if plan.newest_first {
            push_moves(book, plan, row, &mut pending);
        }
    }
    steps
}

/// Movements of a row; none on rows that only carry a balance or sum up.
pub fn push_moves(book: &Reading, plan: &Plan, row: &Row, moves: &mut Vec<(usize, i8)>) {
    if row
        .cells
        .iter()
        .any(|(_, amount)| is_statement_line(book, *amount))
        || sums_up_movements(book, plan, row)
    {
        return;
    }
    for &(column, sign) in &plan.movers {
        // A whole number on a line without money that none stands above and below is that of a page.
        let cells = book
            .grid
            .columns
            .get(column)
            .map(|column| column.cells.as_slice());
        let plain = |(_, amount): &(usize, usize)| {
            book.amounts.get(*amount).map(|a| a.nature) == Some(Nature::Plain)
        };
        let lone = |amount: usize| {
            row.cells.iter().all(plain) && !book.is_enclosed(cells.unwrap_or_default(), amount)
        };
        if let Some(amount) = row.cell(column).filter(|amount| !lone(*amount)) {
            moves.push((amount, sign));
        }
    }
}

/// A row below the movements that totals them. What it is called is not enough: a shop may be called Total.
fn sums_up_movements(book: &Reading, plan: &Plan, row: &Row) -> bool {
    let totals = |&(column, _): &(usize, i8)| {
        row.cell(column).is_some_and(|cell| {
            is_named_sum(book, cell)
                && (is_sum_of_column(book, column, cell) || has_sister_sum(book, column, cell))
        })
    };
    row.cell(plan.balance).is_none() && plan.movers.iter().any(totals)
}

fn is_named_sum(book: &Reading, cell: usize) -> bool {
    matches!(book.role(cell), Some(Role::Gross | Role::Net)) && !is_dated(book, cell)
}

/// Another undated number of the column under the same words, week after week, is the sum of those above it: this one is
/// meant to be, though one of its entries was altered.
fn has_sister_sum(book: &Reading, column: usize, cell: usize) -> bool {
    let words = |cell: usize| fold(book.labels.row(cell)).replace(|c: char| c.is_ascii_digit(), "");
    let own = words(cell);
    let column_of = book.grid.columns.get(column);
    let cells = column_of.map_or(&[][..], |column| &column.cells);
    let sisters = cells
        .iter()
        .filter(|&&other| other != cell && is_named_sum(book, other) && words(other) == own);
    sisters
        .take(MOST_SISTERS)
        .any(|&other| is_sum_of_column(book, column, other))
}

/// Whether the numbers right above add up to this one, however many of them.
fn is_sum_of_column(book: &Reading, column: usize, total: usize) -> bool {
    let cells = book.grid.columns.get(column).map(|column| &column.cells);
    let above = cells.and_then(|cells| cells.get(..cells.binary_search(&total).ok()?));
    let mut sum = Decimal::ZERO;
    above
        .unwrap_or_default()
        .iter()
        .rev()
        .take(MAX_TERMS)
        .enumerate()
        .any(|(index, &cell)| {
            sum = sum + book.value(cell);
            index > 0 && sum == book.value(total)
        })
}

pub fn is_statement_line(book: &Reading, amount: usize) -> bool {
    matches!(
        book.role(amount),
        Some(Role::Forward | Role::Opening | Role::Closing | Role::CreditTotal | Role::DebitTotal)
    )
}

/// Gives a lone unsigned movement the sign of the balance's change.
fn fit_sign(book: &Reading, step: &mut Step) {
    let falls = (book.value(step.after) - book.value(step.before)).is_negative();
    if let [(amount, sign)] = step.moves.as_mut_slice() {
        *sign = if falls != book.value(*amount).is_negative() {
            -1
        } else {
            1
        };
    }
}

pub fn turns_page(book: &Reading, step: &Step) -> bool {
    let page = |row: usize| book.grid.rows.get(row).map(|row| row.page);
    page(step.first_row) != page(step.last_row)
}

/// Two neighbouring steps that fail share a balance: whichever signs bridge it are the signs of their movements.
pub fn agree_signs(book: &Reading, steps: &mut [Step]) {
    for index in 1..steps.len() {
        let Some([first, second]) = steps.get_mut(index - 1..=index) else {
            continue;
        };
        if residual(book, first).is_zero() || residual(book, second).is_zero() {
            continue;
        }
        let (upper, lower) = if first.after == second.before {
            (first, second)
        } else {
            (second, first)
        };
        let ([(a, a_sign)], [(b, b_sign)]) =
            (upper.moves.as_mut_slice(), lower.moves.as_mut_slice())
        else {
            continue;
        };
        let change = book.value(lower.after) - book.value(upper.before);
        let bridges = |(x, y): &(i8, i8)| {
            change == book.value(*a).scaled((*x).into()) + book.value(*b).scaled((*y).into())
        };
        let mut signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
            .into_iter()
            .filter(bridges);
        if let (Some((x, y)), None) = (signs.next(), signs.next()) {
            (*a_sign, *b_sign) = (x, y);
        }
    }
}
