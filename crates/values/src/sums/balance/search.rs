//! Running balances: which column is the balance, and which ones move it, is decided by the arithmetic itself.

use super::chain::Chain;
use super::ends::place_ends;
use super::seams::{is_seam, lenient, mostly_dated, row_is_dated};
use super::steps::{Plan, Step, agree_signs, residual, steps, turns_page};
use super::turns;
use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground};

/// Steps that must hold before a table counts as a running balance.
const LEAST_HELD: usize = 3;

/// Running balances looked for: one an account.
const MOST_CHAINS: usize = 4;

/// All running balances, the longest first.
pub fn find(book: &Reading) -> Vec<Chain> {
    let mut used = vec![false; book.grid.rows.len()];
    let mut chains = Vec::new();
    while chains.len() < MOST_CHAINS {
        let Some(chain) = best_plan(book, &used).and_then(|plan| build(book, &plan, &used)) else {
            break;
        };
        let (top, bottom) = (chain.rows.first(), chain.rows.last());
        if let (Some(&top), Some(&bottom)) = (top, bottom) {
            used.iter_mut()
                .take(bottom + 1)
                .skip(top)
                .for_each(|row| *row = true);
        }
        chains.push(chain);
    }
    chains
}

/// The reading under which most steps hold; of equals the one with the fewest columns.
fn best_plan(book: &Reading, used: &[bool]) -> Option<Plan> {
    let mut best: Option<((usize, bool, usize), Plan)> = None;
    for balance in 0..book.grid.columns.len() {
        if !could_be_balance(book, balance) {
            continue;
        }
        for newest_first in [false, true] {
            for plan in plans(book, used, balance, newest_first) {
                let (held, failed) = score(book, &plan, used);
                // A column that prints signs explains more than one whose signs are guessed.
                let rank = (held, !plan.unsigned, usize::MAX - failed);
                let known = held >= LEAST_HELD && failed <= (held / 4).max(2);
                if known && best.as_ref().is_none_or(|(top, _)| rank > *top) {
                    best = Some((rank, plan));
                }
            }
        }
    }
    best.map(|(_, plan)| plan)
}

fn could_be_balance(book: &Reading, column: usize) -> bool {
    let Some(column) = book.grid.columns.get(column) else {
        return false;
    };
    let amounts = column
        .cells
        .iter()
        .filter_map(|&cell| book.amounts.get(cell));
    let money = amounts
        .filter(|amount| amount.nature == Nature::Money)
        .count();
    money > LEAST_HELD && money * 2 > column.cells.len()
}

/// Readings worth a try: a column that alone explains some step, with any second column or none.
fn plans(book: &Reading, used: &[bool], balance: usize, newest_first: bool) -> Vec<Plan> {
    let columns = book.grid.columns.len();
    let plan = |movers: Vec<(usize, i8)>, unsigned| Plan {
        balance,
        movers,
        newest_first,
        unsigned,
    };
    let alone: Vec<usize> = (0..columns)
        .filter(|&column| column != balance)
        .filter(|&column| {
            [1, -1]
                .into_iter()
                .any(|sign| score(book, &plan(vec![(column, sign)], false), used).0 > 0)
        })
        .collect();
    let mut plans = Vec::new();
    for &column in &alone {
        plans.push(plan(vec![(column, 1)], false));
        plans.push(plan(vec![(column, -1)], false));
        plans.push(plan(vec![(column, 1)], true));
    }
    for &first in &alone {
        for second in (0..columns).filter(|&c| c != balance && c != first) {
            if alone.contains(&second) && second < first {
                continue;
            }
            for (a, b) in [(1, -1), (-1, 1), (1, 1), (-1, -1)] {
                plans.push(plan(vec![(first, a), (second, b)], false));
            }
        }
    }
    plans
}

/// Steps that hold and move something, and steps that fail without an excuse. Movements that are all the same prove
/// nothing: any list of equal steps is a running balance.
fn score(book: &Reading, plan: &Plan, used: &[bool]) -> (usize, usize) {
    let (mut held, mut failed) = (0, 0);
    let mut sizes: Vec<Decimal> = Vec::new();
    for step in steps(book, plan, used) {
        if step.moves.is_empty() {
            continue;
        }
        let change = book.value(step.after) - book.value(step.before);
        if residual(book, &step).is_zero() {
            held += usize::from(!change.is_zero());
            if sizes.len() < LEAST_HELD && !sizes.contains(&change.abs()) {
                sizes.push(change.abs());
            }
        } else if !turns_page(book, &step)
            && !is_seam(book, plan, &step)
            && lenient(book, plan, &step).is_none()
        {
            failed += 1;
        }
    }
    let varied = held < LEAST_HELD || sizes.len() >= LEAST_HELD.min(held - 1);
    if varied { (held, failed) } else { (0, failed) }
}

fn build(book: &Reading, plan: &Plan, used: &[bool]) -> Option<Chain> {
    let mut steps = steps(book, plan, used);
    if plan.unsigned {
        agree_signs(book, &mut steps);
    }
    let (held, _) = score(book, plan, used);
    let holding: Vec<bool> = steps
        .iter()
        .map(|step| !step.moves.is_empty() && residual(book, step).is_zero())
        .collect();
    let first = holding.iter().position(|&holds| holds)?;
    let last = holding.iter().rposition(|&holds| holds)?;
    let joins = |(step, holds): (&Step, &bool)| *holds && turns_page(book, step);
    let pages_join = steps.iter().zip(&holding).any(joins);
    let dated = mostly_dated(book, steps.get(first..=last)?);
    let mut chain = Chain {
        equations: Vec::new(),
        earliest: 0,
        earliest_moves: Vec::new(),
        latest: 0,
        moves: Vec::new(),
        rows: Vec::new(),
        movers: plan.movers.iter().map(|(column, _)| *column).collect(),
        unbroken: true,
        opens_clearly: true,
        turns: turns::broken(book, plan, steps.get(first..=last)?),
    };
    for (index, step) in steps.iter().enumerate() {
        // One row beyond the ends: its own balance may be the altered value. Two, if one balance explains both.
        let pair = |a: usize, b: usize| {
            let sum = [a, b].map(|i| steps.get(i).map_or(Decimal::ZERO, |s| residual(book, s)));
            sum.iter().copied().sum::<Decimal>().is_zero()
        };
        let above = index + 1 >= first || (index + 2 == first && pair(index, index + 1));
        let below = index <= last + 1 || (index == last + 2 && pair(index - 1, index));
        if !above || !below {
            continue;
        }
        let inside = (first..=last).contains(&index);
        let holds = residual(book, step).is_zero();
        let step = if holds {
            None
        } else {
            lenient(book, plan, step)
        }
        .unwrap_or(step.clone());
        let fails = !residual(book, &step).is_zero();
        // Beyond the ends only a date tells an entry from a summary.
        let stranger = if inside { dated } else { true } && !row_is_dated(book, plan, &step);
        if fails && (is_seam(book, plan, &step) || stranger) || (!inside && step.moves.is_empty()) {
            chain.unbroken &= !inside;
            continue;
        }
        chain.rows.extend(step.first_row..=step.last_row);
        chain.moves.extend(step.moves.iter().copied());
        let mut terms = vec![(step.after, 1), (step.before, -1)];
        terms.extend(step.moves.iter().map(|&(amount, sign)| (amount, -sign)));
        // Rows may be lost at the foot of a page, unless other pages show that the list goes on unbroken.
        let ground = if turns_page(book, &step) && !pages_join {
            Ground::Label
        } else {
            Ground::Pattern { peers: held }
        };
        chain
            .equations
            .push(Equation::sum(Kind::RunningBalance, terms, ground));
    }
    chain.rows.sort_unstable();
    chain.rows.dedup();
    place_ends(book, plan, chain)
}
