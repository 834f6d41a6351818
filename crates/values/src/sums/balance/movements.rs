//! Statements without a running balance: everything that moved between the opening and the closing line.

use crate::finding::Kind;
use crate::limits::MAX_TERMS;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground};
use crate::words::fold;
use crate::words::roles::{Role, sums_up};

/// Entries of a column before it counts as one of movements.
const LEAST_ENTRIES: usize = 3;
/// Columns that may hold movements: one signed, or one for each side.
const MOST_COLUMNS: usize = 4;

/// closing = opening + movements, for the columns between the two lines. When no reading holds, every reading is a
/// claim: none accuses by itself, and only the meant one can agree with the totals.
pub fn between(book: &Reading, opening: usize, closing: usize) -> Vec<Equation> {
    let columns = columns_between(book, opening, closing);
    let mut readings: Vec<Vec<(usize, i8)>> = Vec::new();
    for (at, one) in columns.iter().enumerate() {
        readings.push(signed(one, 1));
        for other in columns.iter().skip(at + 1) {
            for (a, b) in [(1, -1), (-1, 1), (1, 1)] {
                let mut both = signed(one, a);
                both.extend(signed(other, b));
                readings.push(both);
            }
        }
    }
    let change = book.value(closing) - book.value(opening);
    let sum = |moves: &[(usize, i8)]| -> Decimal {
        moves
            .iter()
            .map(|&(a, sign)| book.value(a).scaled(sign.into()))
            .sum()
    };
    if let Some(right) = readings.iter().find(|moves| sum(moves) == change) {
        return vec![equation(opening, closing, right)];
    }
    if columns.len() > 2 {
        return Vec::new();
    }
    readings
        .iter()
        .map(|moves| equation(opening, closing, moves))
        .collect()
}

/// The stated totals against the columns of entries, in a document where one of the two columns shows that it is meant:
/// the other is claimed too.
pub fn totals(book: &Reading, credits: usize, debits: usize) -> Vec<Equation> {
    let columns: Vec<Vec<usize>> = book
        .grid
        .columns
        .iter()
        .map(|column| dated_entries(book, &column.cells))
        .filter(|cells| !cells.is_empty() && cells.len() <= MAX_TERMS)
        .collect();
    let entries: usize = columns.iter().map(Vec::len).sum();
    if entries < LEAST_ENTRIES {
        return Vec::new();
    }
    let pairs: Vec<(Vec<usize>, Vec<usize>)> = match columns.as_slice() {
        // One column of signed amounts.
        [one] => {
            let (down, up): (Vec<usize>, Vec<usize>) = one
                .iter()
                .partition(|cell| book.value(**cell).is_negative());
            vec![(up, down)]
        }
        [one, other] => vec![(one.clone(), other.clone()), (other.clone(), one.clone())],
        _ => return Vec::new(),
    };
    let size = |cells: &[usize]| -> Decimal {
        let sum: Decimal = cells.iter().map(|&cell| book.value(cell)).sum();
        sum.abs()
    };
    let holds =
        |total: usize, cells: &[usize]| cells.len() > 1 && size(cells) == book.value(total).abs();
    let meant = pairs
        .iter()
        .find(|(up, down)| holds(credits, up) || holds(debits, down));
    let Some((up, down)) = meant else {
        return Vec::new();
    };
    [(credits, up), (debits, down)]
        .into_iter()
        .filter(|(_, cells)| !cells.is_empty())
        .map(|(total, cells)| {
            let falls = cells.iter().any(|&cell| book.value(cell).is_negative());
            let sign = if falls == book.value(total).is_negative() {
                -1
            } else {
                1
            };
            let mut terms = vec![(total, 1)];
            terms.extend(cells.iter().map(|&cell| (cell, sign)));
            Equation::sum(Kind::PeriodTotals, terms, Ground::Label)
        })
        .collect()
}

/// Money on lines with a date that neither sum up nor state balances.
fn dated_entries(book: &Reading, cells: &[usize]) -> Vec<usize> {
    let entry = |cell: &usize| {
        let money = book.amounts.get(*cell).map(|a| a.nature) == Some(Nature::Money);
        money && is_dated(book, *cell) && !sums(book, *cell)
    };
    cells.iter().copied().filter(entry).collect()
}

fn signed(cells: &[usize], sign: i8) -> Vec<(usize, i8)> {
    cells.iter().map(|&cell| (cell, sign)).collect()
}

fn equation(opening: usize, closing: usize, moves: &[(usize, i8)]) -> Equation {
    let mut terms = vec![(closing, 1), (opening, -1)];
    terms.extend(moves.iter().map(|&(amount, sign)| (amount, -sign)));
    Equation::sum(Kind::OpeningPlusMovements, terms, Ground::Label)
}

/// Entries by column between two amounts, without lines that sum up or state balances.
fn columns_between(book: &Reading, opening: usize, closing: usize) -> Vec<Vec<usize>> {
    let (from, to) = (opening.min(closing), opening.max(closing));
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for column in &book.grid.columns {
        let entry = |cell: &usize| {
            book.amounts
                .get(*cell)
                .is_some_and(|a| a.nature == Nature::Money)
                && !sums(book, *cell)
        };
        let cells: Vec<usize> = column
            .cells
            .iter()
            .copied()
            .filter(|cell| (from + 1..to).contains(cell))
            .filter(entry)
            .collect();
        if cells.len() <= MAX_TERMS && !cells.is_empty() {
            columns.push(cells);
        }
    }
    // One side may hold a single entry; a table of movements holds several.
    let entries: usize = columns.iter().map(Vec::len).sum();
    if entries < LEAST_ENTRIES || columns.len() > MOST_COLUMNS {
        return Vec::new();
    }
    columns
}

fn sums(book: &Reading, cell: usize) -> bool {
    match book.role(cell) {
        Some(
            Role::Opening
            | Role::Closing
            | Role::Balance
            | Role::Forward
            | Role::CreditTotal
            | Role::DebitTotal,
        ) => true,
        // A shop may be called Total; a line that sums up stands without a date.
        _ => sums_up(&fold(book.labels.row(cell))) && !is_dated(book, cell),
    }
}

/// Whether a date stands on the line of an amount.
pub fn is_dated(book: &Reading, cell: usize) -> bool {
    let line = book
        .amounts
        .get(cell)
        .and_then(|a| book.sheet.lines.get(a.line));
    line.is_some_and(|line| line.tokens.clone().any(|token| book.dates.is_taken(token)))
}
