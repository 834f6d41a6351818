//! Deductions and contributions that are percentages of one amount printed elsewhere: of the gross pay, of the net.

use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground, Shape, Values, product};

/// Lines that state a percentage, and of them those that must be it of one amount before it is taken for the base.
const LEAST: usize = 3;
const LEAST_HELD: usize = 2;
/// Amounts tried as the base.
const MOST_BASES: usize = 60;
/// Lines with a percentage looked at.
const MOST_LINES: usize = 60;

/// A percentage and the last amount of its line, or the next one behind it.
#[derive(Debug, Clone, Copy)]
struct Share {
    rate: usize,
    part: usize,
}

/// Every line that states a percentage, against the amount that most of them are percentages of; those of another base,
/// a health contribution of what is left after the others, against theirs. A capped contribution honestly differs, so these
/// only bear out what another sum says.
pub fn find(book: &Reading) -> Vec<Equation> {
    let shares = shares(book);
    if shares.len() < LEAST {
        return Vec::new();
    }
    let values = Values::new(&book.amounts);
    let bases: Vec<usize> = (0..book.amounts.len())
        .filter(|&index| {
            let amount = book.amounts.get(index);
            amount.is_some_and(|a| a.nature == Nature::Money)
                && book.role(index).is_some()
                && !shares.iter().any(|share| share.part == index)
        })
        .take(MOST_BASES)
        .collect();
    let of_base = |base: &usize| -> Vec<Equation> {
        shares
            .iter()
            .map(|share| equation(book, *base, *share))
            .collect()
    };
    let count = |equations: &[Equation]| equations.iter().filter(|e| e.holds(&values)).count();
    let best = bases.iter().map(of_base).max_by_key(|all| count(all));
    let Some(best) = best else {
        return Vec::new();
    };
    let held = count(&best);
    let elsewhere = |share: &Share| {
        let mut bases = bases.iter().map(|&base| equation(book, base, *share));
        bases.find(|equation| equation.holds(&values))
    };
    let all: Vec<Equation> = best
        .into_iter()
        .zip(&shares)
        .map(|(own, share)| match own.holds(&values) {
            true => own,
            false => elsewhere(share).unwrap_or(own),
        })
        .collect();
    if held >= LEAST_HELD && count(&all) + 1 >= all.len() {
        all
    } else {
        Vec::new()
    }
}

/// How many of the parts are, to their last place, the percentage of `base` that their line states.
pub fn of(book: &Reading, base: Decimal, parts: &[usize]) -> usize {
    let stated = shares(book);
    let held = stated.iter().filter(|share| {
        let places = book.amounts.get(share.part).map_or(2, |part| part.places);
        let part = product(base.abs(), book.value(share.rate), true);
        let off = (part - book.value(share.part).abs()).abs();
        parts.contains(&share.part) && off <= Decimal::last_place(places)
    });
    held.count()
}

fn shares(book: &Reading) -> Vec<Share> {
    let mut shares = Vec::new();
    for (rate, amount) in book.amounts.iter().enumerate() {
        let behind = book.amounts.get(rate + 1).filter(|part| {
            part.line == amount.line && part.nature == Nature::Money && !part.value.is_zero()
        });
        if amount.nature == Nature::Percent && behind.is_some() && shares.len() < MOST_LINES {
            shares.push(Share {
                rate,
                part: rate + 1,
            });
        }
    }
    shares
}

fn equation(book: &Reading, base: usize, share: Share) -> Equation {
    let negative = |amount: usize| book.value(amount).is_negative();
    let places = |amount: usize| book.amounts.get(amount).map_or(2, |a| a.places);
    let half_rate = Decimal::last_place(places(share.rate)).halved();
    Equation {
        kind: Kind::NetPay,
        shape: Shape::Product {
            left: base,
            right: share.rate,
            less: None,
            out: share.part,
            percent: true,
            sign: if negative(base) == negative(share.part) {
                1
            } else {
                -1
            },
        },
        // A rate of two decimals may itself be rounded.
        tolerance: product(book.value(base).abs(), half_rate, true).rounded(2)
            + Decimal::last_place(places(share.part)),
        ground: Ground::Label,
    }
}
