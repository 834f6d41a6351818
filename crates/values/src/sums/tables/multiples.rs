//! Figures of the year so far that are a whole multiple of the period's in every line: pay that does not change.

use crate::finding::Kind;
use crate::limits::MAX_TABLE_ROWS;
use crate::numbers::{Decimal, Nature};
use crate::reading::{Reading, Row};
use crate::sums::{Equation, Ground};

/// Lines that must show the multiple, of different amounts, before it is taken to be meant.
const LEAST: usize = 3;
/// Periods of a year: weeks and months, fortnights between them.
const MOST_PERIODS: i8 = 53;

/// Year-to-date = so many times the period, line after line. A line that differs may be a bonus paid once, so these
/// only bear out what another sum says.
pub fn find(book: &Reading) -> Vec<Equation> {
    let columns = book.grid.columns.len();
    let mut equations = Vec::new();
    for period in 0..columns {
        for year in (0..columns).filter(|&year| year != period) {
            equations.extend(multiples(book, period, year));
        }
    }
    equations
}

fn multiples(book: &Reading, period: usize, year: usize) -> Vec<Equation> {
    let rows = book.grid.rows.iter().take(MAX_TABLE_ROWS);
    let pairs: Vec<(usize, usize)> = rows
        .filter_map(|row| Some((row.cell(period)?, row.cell(year)?)))
        .filter(|(a, b)| {
            [a, b].into_iter().all(|cell| {
                let amount = book.amounts.get(*cell);
                amount.is_some_and(|a| a.nature == Nature::Money && !a.value.is_zero())
            })
        })
        .collect();
    let Some(factor) = (2..=MOST_PERIODS)
        .map(|factor| (distinct(book, &pairs, factor), factor))
        .max_by_key(|(count, factor)| (*count, -i16::from(*factor)))
        .filter(|(count, _)| *count >= LEAST)
        .map(|(_, factor)| factor)
    else {
        return Vec::new();
    };
    // Where the rows print the factor it is a quantity, and the multiple their amount.
    let number = Decimal::whole(factor.into());
    let prints = |row: &&Row| {
        row.cells
            .iter()
            .any(|(_, cell)| book.value(*cell) == number)
    };
    let counted = book.grid.rows.iter().take(MAX_TABLE_ROWS).filter(prints);
    if counted.take(LEAST).count() == LEAST {
        return Vec::new();
    }
    let held = pairs
        .iter()
        .filter(|pair| is_multiple(book, pair, factor))
        .count();
    // Two lines out of step are still one altered value and the sum it changed.
    if held < pairs.len().saturating_sub(2) {
        return Vec::new();
    }
    pairs
        .into_iter()
        .map(|(part, whole)| {
            // What is taken off this period may be printed with a sign, and for the year without.
            let same = book.value(part).is_negative() == book.value(whole).is_negative();
            let terms = vec![(whole, 1), (part, if same { -factor } else { factor })];
            Equation::sum(Kind::YearToDate, terms, Ground::Label)
        })
        .collect()
}

fn is_multiple(book: &Reading, (part, whole): &(usize, usize), factor: i8) -> bool {
    book.value(*part).abs().scaled(factor.into()) == book.value(*whole).abs()
}

/// Different amounts among the lines that obey: equal lines prove nothing.
fn distinct(book: &Reading, pairs: &[(usize, usize)], factor: i8) -> usize {
    let mut values: Vec<Decimal> = pairs
        .iter()
        .filter(|pair| is_multiple(book, pair, factor))
        .map(|(part, _)| book.value(*part))
        .collect();
    values.sort_unstable();
    values.dedup();
    values.len()
}
