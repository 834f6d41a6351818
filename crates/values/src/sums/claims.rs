//! All equations of a document brought together, copies of one value told as one.

use super::equations::{Equation, Shape, Values};
use super::{in_words, payslip, repeated, totals};
use crate::finding::Kind;
use crate::limits::MAX_EQUATIONS;
use crate::reading::Reading;
use crate::sums::balance::{Chain, statement};
use crate::sums::invoice::{card, foot, included, instalments, line_items, tender};
use crate::sums::payslip::shares;
use crate::sums::tables::{multiples, rows, transposed};
use crate::sums::totals::{ladder, sections};

/// The equations of a document, copies of one value told as one.
#[derive(Debug, Default)]
pub struct Claims {
    /// As printed, for showing.
    pub original: Vec<Equation>,
    /// With every copy replaced by its first print, for solving.
    pub unified: Vec<Equation>,
    /// First print of every amount.
    pub first: Vec<usize>,
}

impl Claims {
    pub fn gather(book: &Reading, chains: &[Chain]) -> Claims {
        let relations = rows::find(book);
        let sums = totals::find(book, &relations, chains);
        let lines = line_items::find(book, &relations);
        let foot = foot::find(book);
        let summary = statement::find(book, chains);
        let mut equations: Vec<Equation> = chains
            .iter()
            .flat_map(|chain| chain.equations.iter().cloned())
            .collect();
        equations.extend(
            relations
                .into_iter()
                .flat_map(|relation| relation.equations),
        );
        equations.extend(sums);
        equations.extend(sections::find(book));
        equations.extend(ladder::find(book));
        equations.extend(transposed::find(book));
        equations.extend(lines.equations);
        equations.extend(foot.equations);
        equations.extend(summary.equations);
        equations.extend(payslip::find(book));
        equations.extend(multiples::find(book));
        equations.extend(shares::find(book));
        equations.extend(included::find(book));
        equations.extend(tender::find(book));
        equations.extend(card::find(book));
        equations.extend(instalments::find(book));
        equations.extend(in_words::find(book));
        equations.extend(repeated::find(book));
        let mut first: Vec<usize> = (0..book.amounts.len()).collect();
        for copies in foot
            .copies
            .iter()
            .chain(&summary.copies)
            .chain(&payslip::copies(book))
            .chain(&lines.copies)
        {
            unite(book, &mut first, copies);
        }
        Claims::unify(equations, first, &Values::new(&book.amounts))
    }

    fn unify(equations: Vec<Equation>, first: Vec<usize>, values: &Values) -> Claims {
        let mut claims = Claims {
            first,
            ..Claims::default()
        };
        let mut seen = std::collections::HashMap::new();
        for equation in equations {
            let Some(unified) = renamed(&equation, &claims.first, values) else {
                continue;
            };
            if claims.unified.len() >= MAX_EQUATIONS {
                break;
            }
            let known = *seen.entry(key(&unified)).or_insert(claims.unified.len());
            match (
                claims.original.get_mut(known),
                claims.unified.get_mut(known),
            ) {
                // What the foot of a document says of a sum is more than that it stands below its parts.
                (Some(one), Some(other)) if one.kind == Kind::Total => {
                    (one.kind, other.kind) = (equation.kind, equation.kind);
                }
                (None, None) => {
                    claims.original.push(equation);
                    claims.unified.push(unified);
                }
                _ => {}
            }
        }
        claims
    }
}

/// What makes two equations the same claim: their amounts and relative signs.
fn key(equation: &Equation) -> (bool, Vec<(usize, i8)>) {
    match &equation.shape {
        Shape::Sum { terms, .. } => {
            let mut terms = terms.clone();
            terms.sort_unstable();
            if terms.first().is_some_and(|(_, sign)| *sign < 0) {
                terms.iter_mut().for_each(|(_, sign)| *sign = -*sign);
            }
            (false, terms)
        }
        Shape::Product { .. } => {
            let mut amounts: Vec<(usize, i8)> =
                equation.amounts().into_iter().map(|a| (a, 1)).collect();
            amounts.sort_unstable();
            (true, amounts)
        }
    }
}

/// Joins copies of equal value under the earliest of them.
fn unite(book: &Reading, first: &mut [usize], copies: &[usize]) {
    for &copy in copies {
        let Some(&head) = copies
            .iter()
            .find(|&&other| book.value(other) == book.value(copy))
        else {
            continue;
        };
        let (a, b) = (root(first, head), root(first, copy));
        let (low, high) = (a.min(b), a.max(b));
        if let Some(slot) = first.get_mut(high) {
            *slot = low;
        }
    }
}

pub fn root(first: &[usize], mut amount: usize) -> usize {
    while let Some(&above) = first.get(amount) {
        if above == amount {
            break;
        }
        amount = above;
    }
    amount
}

/// The equation over first prints; `None` when it says nothing any more.
fn renamed(equation: &Equation, first: &[usize], values: &Values) -> Option<Equation> {
    let mut renamed = equation.clone();
    match &mut renamed.shape {
        Shape::Sum { terms, .. } => {
            for (amount, _) in terms.iter_mut() {
                *amount = root(first, *amount);
            }
            let all = terms.clone();
            terms.retain(|(amount, sign)| !all.contains(&(*amount, -sign)));
            // What is left of a total and its copy is that nothing came between them.
            let nothing = |(amount, _): &(usize, i8)| values.of(*amount).is_zero();
            if terms.len() < all.len() && !(terms.len() == 1 && terms.iter().all(nothing)) {
                return None;
            }
        }
        Shape::Product {
            left,
            right,
            less,
            out,
            ..
        } => {
            for amount in [left, right, out].into_iter().chain(less) {
                *amount = root(first, *amount);
            }
        }
    }
    Some(renamed)
}
