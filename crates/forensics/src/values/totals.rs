//! Totals under columns: a labelled number that is the sum of the numbers above it.

use std::collections::BTreeSet;

use super::amounts::Nature;
use super::decimal::Decimal;
use super::equations::{Equation, Ground};
use super::finding::Kind;
use super::folding::fold;
use super::limits::MAX_TERMS;
use super::reading::Reading;
use super::roles::{Role, sums_up};

/// Lines without a number of the column that end the run of rows a total is over.
const BREAK_LINES: usize = 6;
/// Totals looked at.
const MOST_TOTALS: usize = 400;

/// Sums over columns. `additive` are the columns whose numbers may be added up.
pub fn find(book: &Reading, additive: &[usize]) -> Vec<Equation> {
    let totals = lines_where(book, |book, index| {
        sums_up(&fold(book.labels.row(index))) || book.role(index).is_some()
    });
    let summing = lines_where(book, |book, index| match book.role(index) {
        Some(Role::Tax | Role::Paid | Role::Charge | Role::Discount | Role::Rounding) => false,
        Some(_) => true,
        None => sums_up(&fold(book.labels.row(index))),
    });
    let mut equations = Vec::new();
    for row in book
        .grid
        .rows
        .iter()
        .filter(|row| totals.contains(&row.line))
        .take(MOST_TOTALS)
    {
        let runs: Vec<Run> = row
            .cells
            .iter()
            .filter_map(|&(column, total)| run_above(book, &summing, column, total))
            .collect();
        let confirmed = runs.iter().any(|run| run.holds && run.terms.len() > 2);
        for run in runs {
            // Beside a total that is confirmed, a number under a column of prices or rates is no failed sum.
            if !run.holds && confirmed && !additive.contains(&run.column) {
                continue;
            }
            let mut terms = vec![(run.total, 1)];
            terms.extend(run.terms.iter().map(|&term| (term, -1)));
            equations.push(Equation::sum(Kind::Total, terms, Ground::Label));
        }
    }
    equations
}

fn lines_where(book: &Reading, chosen: impl Fn(&Reading, usize) -> bool) -> BTreeSet<usize> {
    book.amounts
        .iter()
        .enumerate()
        .filter(|(index, _)| chosen(book, *index))
        .map(|(_, amount)| amount.line)
        .collect()
}

/// A total and the numbers above it.
struct Run {
    column: usize,
    total: usize,
    terms: Vec<usize>,
    holds: bool,
}

fn run_above(
    book: &Reading,
    summing: &BTreeSet<usize>,
    column: usize,
    total: usize,
) -> Option<Run> {
    let cells = &book.grid.columns.get(column)?.cells;
    let at = cells.binary_search(&total).ok()?;
    let target = book.amounts.get(total)?;
    if target.nature != Nature::Money || target.value.is_zero() {
        return None;
    }
    let mut sum = Decimal::ZERO;
    let mut terms = Vec::new();
    let mut below = target.line;
    let mut first_run: Option<usize> = None;
    for &cell in cells.get(..at)?.iter().rev().take(MAX_TERMS) {
        let amount = book.amounts.get(cell)?;
        let boundary = below - amount.line > BREAK_LINES
            || summing.contains(&amount.line)
            || amount.page != page_of(book, below);
        if boundary && !terms.is_empty() {
            first_run.get_or_insert(terms.len());
            if sum == target.value && terms.len() >= 2 {
                return Some(run(column, total, terms, true));
            }
            // Beyond another total the sum may go on; nothing else is passed over.
            if below - amount.line > BREAK_LINES * 3 {
                break;
            }
        }
        below = amount.line;
        if summing.contains(&amount.line) || amount.nature == Nature::Percent {
            continue;
        }
        if amount.currency.is_some()
            && target.currency.is_some()
            && amount.currency != target.currency
        {
            return None;
        }
        sum = sum + amount.value;
        terms.push(cell);
    }
    let holds = sum == target.value;
    if !holds {
        terms.truncate(first_run.unwrap_or(terms.len()));
    }
    (terms.len() >= 2).then(|| run(column, total, terms, holds))
}

fn run(column: usize, total: usize, terms: Vec<usize>, holds: bool) -> Run {
    Run {
        column,
        total,
        terms,
        holds,
    }
}

fn page_of(book: &Reading, line: usize) -> u32 {
    book.sheet.lines.get(line).map_or(0, |line| line.page)
}
