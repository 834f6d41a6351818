//! Totals under columns: a labelled number that is the sum of the numbers above it.

mod apart;
pub mod ladder;
mod runs_above;
pub mod sections;

use self::runs_above::{Run, Stand, could_fail, is_one_digit_off, of, run_above, stand};
use crate::finding::Kind;
use crate::limits::MAX_TERMS;
use crate::numbers::{Decimal, Nature};
use crate::reading::{Reading, Row};
use crate::sums::balance::Chain;
use crate::sums::tables::Relation;
use crate::sums::{Equation, Ground};
use crate::words::roles::Role;

/// What a total confirmed by the column beside it counts, in rows of a pattern.
const CONFIRMED: usize = 4;
/// Totals looked at.
const MOST_TOTALS: usize = 400;

/// Sums over columns. `relations` tell which columns may be added up, and which numbers are known to be line amounts.
pub fn find(book: &Reading, relations: &[Relation], chains: &[Chain]) -> Vec<Equation> {
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
                .collect()
        })
        .collect();
    // A column adds up if it does under some total.
    let adds_up = rows
        .iter()
        .flatten()
        .filter(|run| run.holds)
        .map(|run| run.column);
    let mut known: Vec<usize> = adds_up.collect();
    known.extend(relations.iter().flat_map(|r| r.additive.iter().copied()));
    known.extend(chains.iter().flat_map(|chain| chain.movers.iter().copied()));
    // What makes one total is not what another misses, unless a digit is all that it misses.
    let made: Vec<Vec<usize>> = rows
        .iter()
        .flatten()
        .filter(|run| run.holds && run.terms.len() > 1)
        .map(|run| run.terms.clone())
        .collect();
    let altered =
        |run: &Run| book.role(run.total) != Some(Role::Net) && is_one_digit_off(book, run);
    let is_of_another = |run: &Run| !run.holds && made.contains(&run.terms) && !altered(run);
    let mut equations = Vec::new();
    for runs in rows {
        let confirmed = runs
            .iter()
            .filter(|run| run.holds && run.terms.len() > 2)
            .max_by_key(|run| run.terms.len());
        let top = confirmed
            .and_then(|run| run.terms.last())
            .and_then(|&term| book.amounts.get(term))
            .map(|a| a.line);
        for run in &runs {
            let claim = match top {
                _ if is_of_another(run) => None,
                _ if run.terms.len() == 1
                    && run.carried.is_none()
                    && !matches!(
                        book.role(run.total),
                        Some(Role::GrossPay | Role::Deductions)
                    )
                    && !run.terms.iter().all(|t| lines.contains(t))
                    && (run.holds || top.is_none()) =>
                {
                    None
                }
                // A column may have more rows than the one beside it.
                Some(top) if !(run.holds || reaches_above(book, run, top) && altered(run)) => {
                    same_rows(book, &labels, run, top, &known)
                }
                _ if run.holds || could_fail(book, &labels, run) => {
                    Some((run.equation_terms(), Ground::Label))
                }
                _ => None,
            };
            let Some((terms, ground)) = claim else {
                continue;
            };
            let rounding = rounding(book, run.total, terms.len() - 1);
            equations.push(Equation::sum(Kind::Total, terms, ground).within(rounding));
        }
    }
    apart::find(book, &labels, relations, &mut equations);
    equations
}

fn reaches_above(book: &Reading, run: &Run, top: usize) -> bool {
    let furthest = run.terms.last().and_then(|&term| book.amounts.get(term));
    furthest.is_some_and(|furthest| furthest.line < top)
}

/// A total that fails beside one that holds claims the same rows. In a column that adds up elsewhere that is a
/// pattern; in another it may be an average or a price.
fn same_rows(
    book: &Reading,
    labels: &[Stand],
    run: &Run,
    top: usize,
    known: &[usize],
) -> Option<(Vec<(usize, i8)>, Ground)> {
    let cells = &book.grid.columns.get(run.column)?.cells;
    let total = book.amounts.get(run.total)?;
    let within = |cell: &usize| {
        book.amounts.get(*cell).is_some_and(|a| {
            (top..total.line).contains(&a.line)
                && a.nature == Nature::Money
                && a.places == total.places
        })
    };
    let rows = |cell: &usize| within(cell) && of(labels, *cell) != Stand::Sum;
    let entries: Vec<usize> = cells.iter().copied().filter(rows).take(MAX_TERMS).collect();
    if entries.is_empty() || of(labels, run.total) != Stand::Sum {
        return None;
    }
    let ground = if known.contains(&run.column) {
        Ground::Pattern {
            peers: entries.len().max(CONFIRMED),
        }
    } else {
        Ground::Label
    };
    let mut terms = vec![(run.total, 1)];
    terms.extend(entries.iter().map(|&entry| (entry, -1)));
    Some((terms, ground))
}

/// Numbers rounded one by one add up to their rounded sum only within half a last place each.
pub fn rounding(book: &Reading, total: usize, entries: usize) -> Decimal {
    let places = book.amounts.get(total).map_or(2, |a| a.places);
    let halves = i64::try_from(entries.div_ceil(2)).unwrap_or(i64::MAX);
    Decimal::last_place(places).scaled(halves.min(50))
}
