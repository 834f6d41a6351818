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
/// Numbers that one carries on: a balance and what was paid of it.
const CARRIED: usize = 3;
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
        match step(book, &steps, cell, amount) {
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

/// The numbers right above that make this one, and how many steps they are. What is carried on may be nothing or little.
fn step(
    book: &Reading,
    steps: &[Step],
    cell: usize,
    amount: &Amount,
) -> Option<(usize, Vec<(usize, i8)>)> {
    let window = match book.role(cell) {
        _ if is_telling(amount) => WINDOW,
        Some(Role::Forward | Role::Balance | Role::Opening) => CARRIED,
        _ => return None,
    };
    let target = book.value(cell);
    let mut sum = Decimal::ZERO;
    for (above, step) in steps.iter().rev().enumerate().take(window) {
        let value = book.value(step.amount);
        // What is taken from this number by all below it.
        let rest = value - sum;
        sum = sum + value;
        let length = above + 1;
        let window = steps.get(steps.len() - length..)?;
        let moved = window
            .iter()
            .filter(|one| !book.value(one.amount).is_zero());
        // Of two sums one may be nothing: what was carried on, and what came to it.
        let sums = length == 2 && window.iter().all(|one| one.is_sum);
        if moved.count() < 2 && !sums {
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

/// What a result can be over: all from the last sum on, sums that follow each other together; an opening balance and what
/// moved it.
fn window<'s>(book: &Reading, steps: &'s [Step], kind: Kind) -> Option<&'s [Step]> {
    let last = steps.iter().rposition(|step| step.is_sum);
    let from = match last {
        Some(last) if last + 1 == steps.len() => {
            let before = steps.get(..last)?;
            before
                .iter()
                .rposition(|step| !step.is_sum)
                .map_or(0, |at| at + 1)
        }
        Some(last) => last,
        None if kind == Kind::OpeningPlusMovements => {
            let opens = |step: &Step| book.role(step.amount) == Some(Role::Opening);
            let from = steps.iter().rposition(opens)?;
            (steps.len() - from <= CARRIED).then_some(from)?
        }
        None => return None,
    };
    let window = steps.get(from..)?;
    (window.len() > 1).then_some(window)
}

/// A result by its label that one digit would make what stands between the last sum and it come to.
fn missed(book: &Reading, steps: &[Step], cell: usize) -> Option<Equation> {
    let kind = match book.role(cell)? {
        Role::NetPay => Kind::NetPay,
        Role::Due => Kind::AmountDue,
        Role::Closing | Role::Forward | Role::Opening => Kind::OpeningPlusMovements,
        _ => return None,
    };
    let window = window(book, steps, kind)?;
    let line = |amount: usize| book.amounts.get(amount).map_or(0, |a| a.line);
    let column = book.grid.column_of.get(cell).copied().flatten();
    let lines = line(window.first()?.amount)..=line(cell);
    // Part of a number that stands close to its words could not be read.
    if book.is_unclear(lines, column.as_slice()) {
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
