//! Columns that add up step by step, whatever their words: a number that is the sum of those right above it, or what they
//! leave of the first of them, takes their place, and the column goes on from there.

use crate::finding::Kind;
use crate::numbers::{Amount, Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground, Values};
use crate::words::roles::Role;

/// Numbers that one step takes together.
const WINDOW: usize = 24;
/// Numbers of a column that are looked at.
const CELLS: usize = 400;
/// Lines between two neighbours of one ladder.
const REACH: usize = 8;
/// Digits of a number that is hardly a sum by chance.
const DIGITS: usize = 4;

/// A number of the ladder as far as it has been climbed.
#[derive(Clone, Copy)]
struct Step {
    amount: usize,
    /// It is what numbers above it come to.
    is_sum: bool,
}

/// Every step that holds, and below the last of them a labelled result that one digit would mend.
pub fn find(book: &Reading) -> Vec<Equation> {
    let columns = book.grid.columns.iter();
    columns
        .flat_map(|column| climb(book, &column.cells))
        .collect()
}

fn climb(book: &Reading, cells: &[usize]) -> Vec<Equation> {
    let mut equations = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    for &cell in cells.iter().take(CELLS) {
        let Some(amount) = book.amounts.get(cell).filter(|a| is_money(a)) else {
            continue;
        };
        let apart = steps
            .last()
            .and_then(|last| book.amounts.get(last.amount))
            .is_some_and(|last| last.page != amount.page || amount.line - last.line > REACH);
        if apart {
            steps.clear();
        }
        let found = is_telling(amount)
            .then(|| step(book, &steps, cell))
            .flatten();
        match found {
            Some((length, terms)) => {
                equations.push(Equation::sum(Kind::Total, terms, Ground::Label));
                steps.truncate(steps.len() - length);
            }
            None => equations.extend(missed(book, &steps, cell)),
        }
        steps.push(Step {
            amount: cell,
            is_sum: found_sum(&equations, cell),
        });
    }
    equations
}

fn found_sum(equations: &[Equation], cell: usize) -> bool {
    equations
        .last()
        .is_some_and(|last| last.result() == Some(cell))
}

fn is_money(amount: &Amount) -> bool {
    amount.nature == Nature::Money
}

fn is_telling(amount: &Amount) -> bool {
    let digits = amount.text.chars().filter(char::is_ascii_digit).count();
    digits >= DIGITS && !amount.value.is_zero()
}

/// The numbers right above that make this one, and how many steps they are.
fn step(book: &Reading, steps: &[Step], cell: usize) -> Option<(usize, Vec<(usize, i8)>)> {
    let target = book.value(cell);
    let mut sum = Decimal::ZERO;
    for (above, step) in steps.iter().rev().enumerate().take(WINDOW) {
        let value = book.value(step.amount);
        // What is taken from this number by all below it.
        let rest = value - sum;
        sum = sum + value;
        let length = above + 1;
        let window = steps.get(steps.len() - length..)?;
        let moved = window
            .iter()
            .filter(|one| !book.value(one.amount).is_zero());
        if moved.count() < 2 {
            continue;
        }
        let below = match () {
            () if sum == target => -1,
            () if rest == target => 1,
            () => continue,
        };
        let mut terms = vec![(cell, 1)];
        terms.extend(window.iter().enumerate().map(|(at, one)| {
            let sign = if at == 0 { -1 } else { below };
            (one.amount, sign)
        }));
        return Some((length, terms));
    }
    None
}

/// A result by its label that one digit would make what stands between the last sum and it come to.
fn missed(book: &Reading, steps: &[Step], cell: usize) -> Option<Equation> {
    let kind = match book.role(cell)? {
        Role::NetPay => Kind::NetPay,
        Role::Due => Kind::AmountDue,
        Role::Closing => Kind::OpeningPlusMovements,
        _ => return None,
    };
    let from = steps.iter().rposition(|step| step.is_sum)?;
    let window = steps.get(from..)?;
    let line = |amount: usize| book.amounts.get(amount).map_or(0, |a| a.line);
    let column = book.grid.column_of.get(cell).copied().flatten();
    let lines = line(window.first()?.amount)..=line(cell);
    // Part of a number that stands close to its words could not be read.
    if window.len() < 2 || book.is_unclear(lines, column.as_slice()) {
        return None;
    }
    let values = Values::new(&book.amounts);
    let with = |sign: i8| {
        let mut terms = vec![(cell, 1)];
        terms.extend(window.iter().enumerate().map(|(at, one)| {
            let sign = if at == 0 { -1 } else { sign };
            (one.amount, sign)
        }));
        Equation::sum(kind, terms, Ground::Label)
    };
    let negative = window
        .iter()
        .any(|one| book.value(one.amount).is_negative());
    let signs: &[i8] = if negative { &[-1] } else { &[-1, 1] };
    let near = |equation: &Equation| {
        equation.amounts().into_iter().any(|amount| {
            let printed = book.amounts.get(amount);
            let wanted = equation.solve(amount, &values);
            printed.zip(wanted).is_some_and(|(printed, wanted)| {
                (wanted - printed.value).abs() >= Decimal::whole(1)
                    && printed.differs_by_one_digit(wanted)
            })
        })
    };
    signs.iter().map(|sign| with(*sign)).find(near)
}
