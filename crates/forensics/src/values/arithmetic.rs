//! All equations of a document brought together, solved, and what fails told in words.

use super::chain;
use super::decimal::Decimal;
use super::equations::{Equation, Ground, Shape, Values};
use super::finding::{Disagreement, Kind, Repair, Strength};
use super::invoice;
use super::limits::MAX_EQUATIONS;
use super::payslip;
use super::reading::Reading;
use super::rows;
use super::sentences;
use super::solver::{self, Fix, Outcome};
use super::statement;
use super::totals;

/// Rows of a pattern that must hold before a single failing row is a finding at all, and before it is proof.
const LEAST_PEERS: usize = 4;
const MANY_PEERS: usize = 10;

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
    /// `fixed` are equations found elsewhere, such as amounts in words.
    pub fn gather(book: &Reading, fixed: Vec<Equation>) -> Claims {
        let chains = chain::find(book);
        let relations = rows::find(book);
        let additive: Vec<usize> = relations.iter().flat_map(|r| r.additive.clone()).collect();
        let foot = invoice::find(book);
        let summary = statement::find(book, &chains);
        let mut equations: Vec<Equation> = chains
            .into_iter()
            .flat_map(|chain| chain.equations)
            .collect();
        equations.extend(
            relations
                .into_iter()
                .flat_map(|relation| relation.equations),
        );
        equations.extend(totals::find(book, &additive));
        equations.extend(foot.equations);
        equations.extend(summary.equations);
        equations.extend(payslip::find(book));
        equations.extend(fixed);
        let mut first: Vec<usize> = (0..book.amounts.len()).collect();
        for copies in foot.copies.iter().chain(&summary.copies) {
            unite(book, &mut first, copies);
        }
        Claims::unify(equations, first)
    }

    fn unify(equations: Vec<Equation>, first: Vec<usize>) -> Claims {
        let mut claims = Claims {
            first,
            ..Claims::default()
        };
        let mut seen = std::collections::HashSet::new();
        for equation in equations {
            let Some(unified) = renamed(&equation, &claims.first) else {
                continue;
            };
            let mut key = unified.amounts();
            key.sort_unstable();
            let product = matches!(unified.shape, Shape::Product { .. });
            if claims.unified.len() < MAX_EQUATIONS && seen.insert((product, key)) {
                claims.original.push(equation);
                claims.unified.push(unified);
            }
        }
        claims
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

fn root(first: &[usize], mut amount: usize) -> usize {
    while let Some(&above) = first.get(amount) {
        if above == amount {
            break;
        }
        amount = above;
    }
    amount
}

/// The equation over first prints; `None` when it says nothing any more.
fn renamed(equation: &Equation, first: &[usize]) -> Option<Equation> {
    let mut renamed = equation.clone();
    match &mut renamed.shape {
        Shape::Sum { terms, .. } => {
            for (amount, _) in terms.iter_mut() {
                *amount = root(first, *amount);
            }
            let opposite = terms.iter().any(|(a, sign)| terms.contains(&(*a, -sign)));
            if opposite {
                return None;
            }
        }
        Shape::Product {
            left, right, out, ..
        } => {
            for amount in [left, right, out] {
                *amount = root(first, *amount);
            }
        }
    }
    Some(renamed)
}

/// What the arithmetic of a document comes to.
#[derive(Debug, Default)]
pub struct Verdict {
    pub disagreements: Vec<Disagreement>,
    pub held: usize,
    pub failed: usize,
}

pub fn check(book: &Reading, fixed: Vec<Equation>) -> Verdict {
    let claims = Claims::gather(book, fixed);
    let outcome = solver::solve(&claims.unified, &book.amounts);
    let mut disagreements: Vec<Disagreement> = outcome
        .fixes
        .iter()
        .filter_map(|fix| repaired(book, &claims, &outcome, fix))
        .collect();
    disagreements.extend(
        outcome
            .open
            .iter()
            .filter_map(|&index| open(book, &claims, index)),
    );
    Verdict {
        disagreements,
        held: outcome.held,
        failed: outcome.failed,
    }
}

fn repaired(book: &Reading, claims: &Claims, outcome: &Outcome, fix: &Fix) -> Option<Disagreement> {
    let strength = strength(book, claims, outcome, fix)?;
    let lead = fix
        .repaired
        .iter()
        .copied()
        .min_by_key(|&index| rank(claims, index))?;
    let equation = claims.original.get(lead)?;
    // Of several copies the one that stands in the failing sum is shown.
    let amount = equation
        .amounts()
        .into_iter()
        .find(|&a| root(&claims.first, a) == fix.amount)
        .unwrap_or(fix.amount);
    let printed = book.amounts.get(amount)?;
    let should_read = printed.print(fix.value, &book.notation);
    let sums_failed = fix.repaired.len();
    let repair = Repair {
        page: printed.page,
        area: printed.area,
        printed: printed.text.clone(),
        should_read: should_read.clone(),
        sums_then_hold: fix.holds,
        sums_failed,
    };
    Some(Disagreement {
        kind: equation.kind,
        page: printed.page,
        area: printed.area,
        field: book.labels.shown(&book.sheet, &book.amounts, amount),
        found: printed.text.clone(),
        expected: Some(should_read),
        evidence: sentences::repaired(book, equation, amount, &repair),
        repair: Some(repair),
        strength,
    })
}

/// Patterns before labels, then the families in the order of their names.
fn rank(claims: &Claims, index: usize) -> (bool, Option<Kind>) {
    let equation = claims.unified.get(index);
    let label = equation.is_none_or(|e| e.ground == Ground::Label);
    (label, equation.map(|e| e.kind))
}

fn strength(book: &Reading, claims: &Claims, outcome: &Outcome, fix: &Fix) -> Option<Strength> {
    let equations: Vec<&Equation> = fix
        .repaired
        .iter()
        .filter_map(|&i| claims.unified.get(i))
        .collect();
    let peers = equations.iter().filter_map(|e| match e.ground {
        Ground::Pattern { peers } => Some(peers),
        Ground::Label => None,
    });
    let peers = peers.max();
    let printed = book.amounts.get(fix.amount)?;
    let close = printed.differing_digits(fix.value).is_some_and(|n| n <= 2);
    if equations.len() >= 2 {
        let proven = !fix.contested && (peers.is_some() || close);
        return Some(if proven {
            Strength::Proven
        } else {
            Strength::Likely
        });
    }
    match peers {
        Some(peers) if peers >= MANY_PEERS && !fix.contested && outcome.open.is_empty() => {
            Some(Strength::Proven)
        }
        Some(peers) if peers >= LEAST_PEERS && !fix.contested => Some(Strength::Likely),
        Some(peers) if peers >= LEAST_PEERS => Some(Strength::Weak),
        Some(_) => None,
        None => label_strength(book, claims, fix, *equations.first()?),
    }
}

/// A sum that only labels suggest accuses its result when every other number in it is confirmed elsewhere, and no
/// rounding of cash could explain the difference.
fn label_strength(
    book: &Reading,
    claims: &Claims,
    fix: &Fix,
    equation: &Equation,
) -> Option<Strength> {
    let family = matches!(
        equation.kind,
        Kind::TaxSum | Kind::AmountDue | Kind::NetPay | Kind::OpeningPlusMovements
    );
    let sum = matches!(&equation.shape, Shape::Sum { terms, .. } if terms.len() > 2);
    let large = (fix.value - book.value(fix.amount)).abs() >= Decimal::whole(1);
    let values = Values::new(&book.amounts);
    let failed = *fix.repaired.first()?;
    let confirmed = solver::others_are_confirmed(&claims.unified, failed, fix.amount, &values);
    (family && sum && large && confirmed && !fix.contested).then_some(Strength::Likely)
}

/// A row that breaks a pattern without telling which of its numbers is wrong.
fn open(book: &Reading, claims: &Claims, index: usize) -> Option<Disagreement> {
    let equation = claims.original.get(index)?;
    let Ground::Pattern { peers } = equation.ground else {
        return None;
    };
    if peers < LEAST_PEERS {
        return None;
    }
    let result = equation.result()?;
    let printed = book.amounts.get(result)?;
    let values = Values::new(&book.amounts);
    let expected = equation.solve(result, &values)?;
    let line = book.sheet.lines.get(printed.line)?;
    Some(Disagreement {
        kind: equation.kind,
        page: printed.page,
        area: line.area,
        field: book.labels.shown(&book.sheet, &book.amounts, result),
        found: printed.text.clone(),
        expected: Some(printed.print(expected, &book.notation)),
        repair: None,
        strength: if peers >= MANY_PEERS {
            Strength::Likely
        } else {
            Strength::Weak
        },
        evidence: sentences::open(book, equation, peers),
    })
}
