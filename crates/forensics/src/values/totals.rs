//! Totals under columns: a labelled number that is the sum of the numbers above it.

use super::amounts::Nature;
use super::columns::Row;
use super::decimal::Decimal;
use super::equations::{Equation, Ground};
use super::finding::Kind;
use super::folding::fold;
use super::labels::has_letters;
use super::limits::MAX_TERMS;
use super::reading::Reading;
use super::roles::{Role, sums_up};
use super::rows::Relation;

/// Lines without a number of the column that end the run of rows a total is over.
const BREAK_LINES: usize = 6;
/// Totals looked at.
const MOST_TOTALS: usize = 400;

/// Sums over columns. `relations` tell which columns may be added up, and which numbers are known to be line amounts.
pub fn find(book: &Reading, relations: &[Relation]) -> Vec<Equation> {
    let additive: Vec<usize> = relations.iter().flat_map(|r| r.additive.clone()).collect();
    let lines: Vec<usize> = relations.iter().flat_map(|r| r.results.clone()).collect();
    let labels: Vec<Stand> = (0..book.amounts.len())
        .map(|index| stand(book, index))
        .collect();
    let totals = |row: &&Row| {
        row.cells
            .iter()
            .any(|(_, cell)| of(&labels, *cell) != Stand::Entry)
    };
    let rows: Vec<Vec<Run>> = book
        .grid
        .rows
        .iter()
        .filter(totals)
        .take(MOST_TOTALS)
        .map(|row| {
            let cells = row
                .cells
                .iter()
                .filter(|(_, cell)| of(&labels, *cell) != Stand::Entry);
            cells
                .filter_map(|&(column, total)| run_above(book, &labels, column, total))
                .filter(|run| run.terms.len() > 1 || run.terms.iter().all(|t| lines.contains(t)))
                .collect()
        })
        .collect();
    // A column adds up if it does under some total.
    let adds_up: Vec<usize> = rows
        .iter()
        .flatten()
        .filter(|run| run.holds)
        .map(|run| run.column)
        .collect();
    let mut equations = Vec::new();
    for runs in rows {
        let confirmed = runs
            .iter()
            .find(|run| run.holds && run.terms.len() > 2)
            .map(|run| run.terms.len());
        for run in runs {
            let known = additive.contains(&run.column) || adds_up.contains(&run.column);
            // Beside a total that is confirmed, a number under a column of prices or rates is no failed sum.
            let stranger = confirmed.is_some() && !known;
            if !run.holds && (stranger || !could_fail(book, &labels, &run)) {
                continue;
            }
            let mut terms = vec![(run.total, 1)];
            terms.extend(run.terms.iter().map(|&term| (term, -1)));
            let ground = match confirmed {
                // The same rows add up in another column, and this column does under another total.
                Some(rows) if known && rows == run.terms.len() => Ground::Pattern { peers: rows },
                _ => Ground::Label,
            };
            equations.push(Equation::sum(Kind::Total, terms, ground));
        }
    }
    equations
}

/// Where an amount stands in the order of sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stand {
    /// One of the numbers that are added up.
    Entry,
    /// A tax, charge or payment below the entries.
    Foot,
    /// A sum of others.
    Sum,
}

fn stand(book: &Reading, index: usize) -> Stand {
    match book.role(index) {
        Some(Role::Tax | Role::Paid | Role::Charge | Role::Discount | Role::Rounding) => {
            Stand::Foot
        }
        Some(_) => Stand::Sum,
        None => {
            let near = book.labels.near(index);
            let words = if has_letters(near) {
                near
            } else {
                book.labels.row(index)
            };
            if sums_up(&fold(words)) {
                Stand::Sum
            } else {
                Stand::Entry
            }
        }
    }
}

fn of(labels: &[Stand], amount: usize) -> Stand {
    labels.get(amount).copied().unwrap_or(Stand::Entry)
}

/// A sum that does not hold is a claim only over plain entries of money, under a label of a sum.
fn could_fail(book: &Reading, labels: &[Stand], run: &Run) -> bool {
    let places = |amount: usize| book.amounts.get(amount).map(|a| (a.places, a.nature));
    of(labels, run.total) == Stand::Sum
        && run
            .terms
            .iter()
            .all(|&term| of(labels, term) == Stand::Entry && places(term) == places(run.total))
}

/// A total and the numbers above it.
struct Run {
    column: usize,
    total: usize,
    terms: Vec<usize>,
    holds: bool,
}

fn run_above(book: &Reading, labels: &[Stand], column: usize, total: usize) -> Option<Run> {
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
            || of(labels, cell) == Stand::Sum
            || amount.page != page_of(book, below);
        if boundary && !terms.is_empty() {
            first_run.get_or_insert(terms.len());
            if sum == target.value {
                return Some(run(column, total, terms, true));
            }
            // Beyond another total the sum may go on; nothing else is passed over.
            if below - amount.line > BREAK_LINES * 3 {
                break;
            }
        }
        below = amount.line;
        if of(labels, cell) == Stand::Sum || amount.nature == Nature::Percent {
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
    (!terms.is_empty()).then(|| run(column, total, terms, holds))
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
