//! Totals that close the sections of a list and have no words of their own: dated entries, then a number without a date,
//! once for every card or account. The totals of all sections make another number that the document prints.

use crate::finding::Kind;
use crate::limits::MAX_TERMS;
use crate::numbers::{Amount, Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground};

/// Sections of a list.
const LEAST: usize = 2;
const MOST: usize = 12;
/// Entries of a section.
const ENTRIES: usize = 2;
/// Lines from the last entry of a section down to its total.
const REACH: usize = 3;

/// One section: its entries, and the number that stands below them.
struct Section {
    entries: Vec<usize>,
    total: usize,
}

/// The totals over their entries, where another number is the sum of the totals or of all entries: only that shows that
/// they are totals. Averages, limits and balances below a list are not.
pub fn find(book: &Reading) -> Vec<Equation> {
    let columns = 0..book.grid.columns.len();
    columns.flat_map(|column| of_column(book, column)).collect()
}

fn of_column(book: &Reading, column: usize) -> Vec<Equation> {
    let sections = sections(book, column);
    if !(LEAST..=MOST).contains(&sections.len()) {
        return Vec::new();
    }
    let totals: Vec<usize> = sections.iter().map(|section| section.total).collect();
    let Some(grand) = grand_total(book, &sections, &totals) else {
        return Vec::new();
    };
    let sum = |total: usize, parts: &[usize]| {
        let mut terms = vec![(total, 1)];
        terms.extend(parts.iter().map(|&part| (part, -1)));
        Equation::sum(Kind::Total, terms, Ground::Label)
    };
    let own = sections
        .iter()
        .map(|section| sum(section.total, &section.entries));
    own.chain([sum(grand, &totals)]).collect()
}

/// Runs of dated money of one column, each with the undated money right below it.
fn sections(book: &Reading, column: usize) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut entries: Vec<usize> = Vec::new();
    let cells = book.grid.columns.get(column).map(|column| &column.cells);
    for &cell in cells.into_iter().flatten() {
        let Some(amount) = book.amounts.get(cell).filter(|a| is_money(a)) else {
            continue;
        };
        if is_dated(book, amount) {
            entries.push(cell);
            continue;
        }
        let run = std::mem::take(&mut entries);
        let last = run.last().and_then(|&last| book.amounts.get(last));
        let below =
            last.is_some_and(|last| last.page == amount.page && amount.line - last.line <= REACH);
        if below && (ENTRIES..MAX_TERMS).contains(&run.len()) {
            sections.push(Section {
                entries: run,
                total: cell,
            });
        }
    }
    sections
}

fn is_money(amount: &Amount) -> bool {
    amount.nature == Nature::Money && !amount.value.is_zero()
}

fn is_dated(book: &Reading, amount: &Amount) -> bool {
    let tokens = book
        .sheet
        .lines
        .get(amount.line)
        .map(|line| line.tokens.clone());
    tokens.is_some_and(|mut tokens| tokens.any(|token| book.dates.is_taken(token)))
}

/// A number in none of the sections that is the sum of the totals, or of what they should be.
fn grand_total(book: &Reading, sections: &[Section], totals: &[usize]) -> Option<usize> {
    let sum = |parts: &[usize]| -> Decimal { parts.iter().map(|&part| book.value(part)).sum() };
    let entries: Vec<usize> = sections.iter().flat_map(|s| s.entries.clone()).collect();
    [sum(totals), sum(&entries)].into_iter().find_map(|wanted| {
        let mut all = book.amounts.iter().enumerate();
        let found = all.find(|(index, amount)| {
            amount.value == wanted
                && is_money(amount)
                && !totals.contains(index)
                && !entries.contains(index)
        });
        found.map(|(index, _)| index)
    })
}
