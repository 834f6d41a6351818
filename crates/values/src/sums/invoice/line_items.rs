//! The lines of an invoice against its foot, wherever on which page that stands: the sum of the line amounts is the
//! net, the sum of the taxes by rate is the tax.

use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::tables::Relation;
use crate::sums::{Equation, Ground, totals};
use crate::words::roles::Role;

/// Labelled amounts looked at as the total of some lines.
const MOST_TARGETS: usize = 6;

/// Rates of tax that one document has.
const MOST_RATES: usize = 4;

/// Sums, and lone lines that repeat their total.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    pub equations: Vec<Equation>,
    pub copies: Vec<Vec<usize>>,
}

pub fn find(book: &Reading, relations: &[Relation]) -> Lines {
    let mut lines = Lines::default();
    for relation in relations {
        if relation.rates {
            total_of(book, &relation.results, &[Role::Tax], &mut lines);
            total_of(book, &relation.bases, &[Role::Net], &mut lines);
        } else if relation.results.len() <= MOST_RATES && relation.adds {
            taxed_total(book, &relation.results, &mut lines);
        } else {
            let whole = whole_table(book, relation);
            let found = total_of(
                book,
                &relation.results,
                &[Role::Net, Role::Gross],
                &mut lines,
            );
            if !found && whole != relation.results {
                total_of(book, &whole, &[Role::Net, Role::Gross], &mut lines);
            }
        }
    }
    lines
}

/// The gross amounts of a table of taxes make the total above or below it.
fn taxed_total(book: &Reading, gross: &[usize], lines: &mut Lines) {
    let Some(&first) = gross.iter().min() else {
        return;
    };
    let money = |index: &usize| {
        matches!(book.role(*index), Some(Role::Gross | Role::Due))
            && !gross.contains(index)
            && book
                .amounts
                .get(*index)
                .is_some_and(|a| a.nature == Nature::Money)
    };
    let before = (0..first).rev().filter(money).take(MOST_TARGETS);
    let after = (first..book.amounts.len()).filter(money).take(MOST_TARGETS);
    let targets: Vec<usize> = before.chain(after).collect();
    let sum: Decimal = gross.iter().map(|&amount| book.value(amount)).sum();
    let exact = targets
        .iter()
        .copied()
        .find(|&target| book.value(target) == sum);
    let Some(target) = exact.or(targets.first().copied()) else {
        return;
    };
    if let ([only], Some(target)) = (gross, exact) {
        lines.copies.push(vec![*only, target]);
        return;
    }
    let mut terms = vec![(target, 1)];
    terms.extend(gross.iter().map(|&amount| (amount, -1)));
    lines
        .equations
        .push(Equation::sum(Kind::Total, terms, Ground::Label));
}

/// Every amount in the result column from the first line to the last, those of lines without quantity included.
fn whole_table(book: &Reading, relation: &Relation) -> Vec<usize> {
    let (Some(first), Some(last)) = (relation.results.iter().min(), relation.results.iter().max())
    else {
        return Vec::new();
    };
    let column = book.grid.column_of.get(*first).copied().flatten();
    let cells = column
        .and_then(|column| book.grid.columns.get(column))
        .map(|column| &column.cells);
    cells
        .into_iter()
        .flatten()
        .copied()
        .filter(|cell| (first..=last).contains(&cell) && book.role(*cell).is_none())
        .collect()
}

/// Links entries to the labelled amounts they add up to, or else to the first that they should. Returns whether they do.
fn total_of(book: &Reading, entries: &[usize], roles: &[Role], lines: &mut Lines) -> bool {
    let (Some(&first), Some(&last)) = (entries.iter().min(), entries.iter().max()) else {
        return false;
    };
    let money = |index: usize| {
        book.amounts
            .get(index)
            .is_some_and(|a| a.nature == Nature::Money)
    };
    let named = |index: &usize| {
        book.role(*index).is_some_and(|role| roles.contains(&role)) && money(*index)
    };
    // A table of taxes may stand beside the totals: its rows and theirs alternate.
    let from = if roles.contains(&Role::Tax) {
        first
    } else {
        last
    };
    let targets: Vec<usize> = (from + 1..book.amounts.len())
        .filter(named)
        .filter(|t| !entries.contains(t))
        .take(MOST_TARGETS)
        .collect();
    let sum: Decimal = entries.iter().map(|&entry| book.value(entry)).sum();
    let exact = targets
        .iter()
        .copied()
        .find(|&target| book.value(target) == sum);
    let near = |target: &usize| {
        let off = (book.value(*target) - sum).abs();
        off <= totals::rounding(book, *target, entries.len())
    };
    let right = exact.or_else(|| targets.iter().copied().find(near));
    let Some(target) = right.or(targets.first().copied()) else {
        return false;
    };
    if let ([only], Some(target)) = (entries, exact) {
        lines.copies.push(vec![*only, target]);
        return true;
    }
    let mut terms = vec![(target, 1)];
    terms.extend(entries.iter().map(|&entry| (entry, -1)));
    let rounding = totals::rounding(book, target, entries.len());
    lines
        .equations
        .push(Equation::sum(Kind::Total, terms, Ground::Label).within(rounding));
    right.is_some()
}
