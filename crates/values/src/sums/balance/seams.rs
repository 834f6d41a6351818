//! Steps that may fail for other reasons than an edit: page and account boundaries, rows that could not be read, rows
//! unlike the others.

use super::steps::{Plan, Step, is_statement_line, residual};
use crate::reading::Reading;

/// A step that may fail for other reasons than an edit: a page or account boundary, a row that could not be read, a
/// row unlike the others.
pub fn is_seam(book: &Reading, plan: &Plan, step: &Step) -> bool {
    let rows = book
        .grid
        .rows
        .get(step.first_row..=step.last_row)
        .unwrap_or_default();
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return true;
    };
    if step.moves.is_empty() || (plan.unsigned && step.moves.len() > 1) {
        return true;
    }
    let later = if plan.newest_first { first } else { last };
    if later
        .cells
        .iter()
        .any(|(_, amount)| is_statement_line(book, *amount))
    {
        return true;
    }
    // What a new list begins with: nothing before its first entry.
    if residual(book, step) == -book.value(step.before) {
        return true;
    }
    if first.page == last.page && is_headed(book, plan, first.line, last.line) {
        return true;
    }
    let mut columns = vec![plan.balance];
    columns.extend(plan.movers.iter().map(|(column, _)| *column));
    book.is_unclear(first.line..=last.line, &columns)
}

/// Whether words stand in the balance column between two rows: the head of another table.
fn is_headed(book: &Reading, plan: &Plan, above: usize, below: usize) -> bool {
    let Some(column) = book.grid.columns.get(plan.balance) else {
        return false;
    };
    (above + 1..below).any(|line| {
        book.sheet.tokens_of(line).iter().any(|token| {
            let over = token.area[0] < column.x1 && column.x0 < token.area[2];
            over && token
                .text
                .chars()
                .filter(|c| c.is_alphabetic())
                .nth(2)
                .is_some()
        })
    })
}

/// The step without one of its movements, or with one more number of its rows, if it holds so: an information line
/// among the rows, or a lone entry that makes no column.
pub fn lenient(book: &Reading, plan: &Plan, step: &Step) -> Option<Step> {
    let missing = residual(book, step);
    if step.moves.len() >= 2 {
        let spare = step
            .moves
            .iter()
            .take(40)
            .position(|&(amount, sign)| book.value(amount).scaled((-sign).into()) == missing);
        if let Some(spare) = spare {
            let mut fewer = step.clone();
            fewer.moves.remove(spare);
            return Some(fewer);
        }
    }
    let known: Vec<usize> = step.moves.iter().map(|(amount, _)| *amount).collect();
    own_amounts(book, plan, step)
        .filter(|amount| !known.contains(amount) && *amount != step.before && *amount != step.after)
        .find(|&amount| book.value(amount).abs() == missing.abs() && !missing.is_zero())
        .map(|amount| {
            let sign = if book.value(amount) == missing { 1 } else { -1 };
            let mut more = step.clone();
            more.moves.push((amount, sign));
            more
        })
}

/// Numbers on the lines whose movements a step is over.
fn own_amounts<'a>(
    book: &'a Reading,
    plan: &Plan,
    step: &Step,
) -> impl Iterator<Item = usize> + use<'a> {
    let line = |row: usize| book.grid.rows.get(row).map_or(0, |row| row.line);
    let (mut first, mut last) = (line(step.first_row), line(step.last_row));
    if plan.newest_first {
        last = last.saturating_sub(1);
    } else {
        first += 1;
    }
    let start = book.amounts.partition_point(|a| a.line < first);
    let within = book.amounts.iter().enumerate().skip(start);
    within
        .take_while(move |(_, a)| a.line <= last)
        .take(80)
        .map(|(index, _)| index)
}

/// Nine of ten rows begin with a date: a row without one is no entry.
pub fn mostly_dated(book: &Reading, steps: &[Step]) -> bool {
    let rows = steps.iter().map(|step| step.last_row);
    let dated = rows.filter(|&row| book.is_dated(row)).count();
    dated * 10 >= steps.len() * 9
}

pub fn row_is_dated(book: &Reading, plan: &Plan, step: &Step) -> bool {
    let row = if plan.newest_first {
        step.first_row
    } else {
        step.last_row
    };
    book.is_dated(row)
}
