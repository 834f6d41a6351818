//! All equations of a document brought together, solved, and what fails told in words.

use super::chain::Chain;
use super::decimal::Decimal;
use super::equations::{Equation, Ground, Shape, Values};
use super::finding::{Disagreement, Kind, Repair, Strength};
use super::in_words;
use super::invoice;
use super::limits::MAX_EQUATIONS;
use super::lines::{Area, union};
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
    pub fn gather(book: &Reading, chains: &[Chain]) -> Claims {
        let relations = rows::find(book);
        let sums = totals::find(book, &relations, chains);
        let foot = invoice::find(book);
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
        equations.extend(foot.equations);
        equations.extend(summary.equations);
        equations.extend(payslip::find(book));
        equations.extend(in_words::find(book));
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
            if claims.unified.len() < MAX_EQUATIONS && seen.insert(key(&unified)) {
                claims.original.push(equation);
                claims.unified.push(unified);
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

pub fn check(book: &Reading, chains: &[Chain]) -> Verdict {
    let claims = Claims::gather(book, chains);
    let believes = |fix: &Fix| strength(book, &claims, fix).is_some();
    let outcome = solver::solve(&claims.unified, &book.amounts, believes);
    debug(book, &claims, &outcome);
    let mut disagreements: Vec<Disagreement> = outcome
        .fixes
        .iter()
        .filter_map(|fix| repaired(book, &claims, fix))
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

fn repaired(book: &Reading, claims: &Claims, fix: &Fix) -> Option<Disagreement> {
    let strength = strength(book, claims, fix)?;
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

fn strength(book: &Reading, claims: &Claims, fix: &Fix) -> Option<Strength> {
    let equations: Vec<&Equation> = fix
        .repaired
        .iter()
        .filter_map(|&i| claims.unified.get(i))
        .collect();
    let lead = *equations.iter().max_by_key(|e| peers(e))?;
    let printed = book.amounts.get(fix.amount)?;
    let close = printed.differing_digits(fix.value).is_some_and(|n| n <= 2);
    if equations.len() >= 2 && independent(&equations, fix.amount) {
        // A movement that differs altogether may also be a row that is missing.
        let moved = lead.kind == Kind::RunningBalance && !is_balance(claims, fix);
        let proven = !fix.contested && (close || (peers(lead) > 0 && !moved));
        return Some(if proven {
            Strength::Proven
        } else {
            Strength::Likely
        });
    }
    match lead.kind {
        _ if lead.ground == Ground::Label => label_strength(book, claims, fix, lead),
        _ if peers(lead) < LEAST_PEERS => None,
        Kind::RunningBalance | Kind::YearToDate if fix.contested => Some(Strength::Weak),
        Kind::RunningBalance
            if peers(lead) >= MANY_PEERS && close && few_fail(book, claims, lead) =>
        {
            Some(Strength::Proven)
        }
        Kind::RunningBalance | Kind::YearToDate => Some(Strength::Likely),
        Kind::LineProduct if rounded_factor(book, lead) => None,
        _ if peers(lead) >= MANY_PEERS && !fix.contested => Some(Strength::Likely),
        _ => Some(Strength::Weak),
    }
}

/// Whether the amount is a balance in one of the sums it repairs.
fn is_balance(claims: &Claims, fix: &Fix) -> bool {
    fix.repaired
        .iter()
        .filter_map(|&index| claims.unified.get(index))
        .any(|equation| {
            let balances = match &equation.shape {
                Shape::Sum { terms, .. } => terms.get(..2).unwrap_or_default(),
                Shape::Product { .. } => &[],
            };
            equation.kind == Kind::RunningBalance && balances.iter().any(|(a, _)| *a == fix.amount)
        })
}

fn peers(equation: &Equation) -> usize {
    match equation.ground {
        Ground::Pattern { peers } => peers,
        Ground::Label => 0,
    }
}

/// Two of the equations differ in form or share no other amount: one misreading cannot explain both.
fn independent(equations: &[&Equation], amount: usize) -> bool {
    equations.iter().enumerate().any(|(at, one)| {
        let own = one.amounts();
        equations.iter().skip(at + 1).any(|other| {
            let form = std::mem::discriminant(&one.shape) != std::mem::discriminant(&other.shape);
            form || one.kind != other.kind
                || !other
                    .amounts()
                    .iter()
                    .any(|a| *a != amount && own.contains(a))
        })
    })
}

/// The pattern is broken in a few places only.
fn few_fail(book: &Reading, claims: &Claims, like: &Equation) -> bool {
    let values = Values::new(&book.amounts);
    let failed = claims
        .unified
        .iter()
        .filter(|e| e.kind == like.kind && e.ground == like.ground && !e.holds(&values))
        .count();
    failed <= 2 + peers(like) / 10
}

/// The quantity may have been rounded for print: 27.5 hours shown as 28.
fn rounded_factor(book: &Reading, equation: &Equation) -> bool {
    let Shape::Product {
        left,
        right,
        out,
        percent: false,
        ..
    } = equation.shape
    else {
        return false;
    };
    [(left, right), (right, left)]
        .into_iter()
        .any(|(factor, other)| {
            let Some(printed) = book.amounts.get(factor) else {
                return false;
            };
            let exact = book
                .value(out)
                .abs()
                .divided_by(book.value(other).abs())
                .unwrap_or_default();
            let near = exact.rounded(printed.places) == printed.value.abs();
            near && exact.fits(printed.places + 2) && printed.value.abs() >= Decimal::whole(5)
        })
}

/// A sum that only labels suggest accuses its result when every other number in it is confirmed elsewhere, and no
/// rounding of cash could explain the difference.
fn label_strength(
    book: &Reading,
    claims: &Claims,
    fix: &Fix,
    equation: &Equation,
) -> Option<Strength> {
    let printed = book.amounts.get(fix.amount)?;
    if equation.kind == Kind::RunningBalance {
        return printed
            .differs_by_one_digit(fix.value)
            .then_some(Strength::Weak);
    }
    if equation.kind == Kind::AmountInWords {
        let close = printed.differing_digits(fix.value).is_some_and(|n| n <= 2);
        return Some(if close {
            Strength::Likely
        } else {
            Strength::Weak
        });
    }
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

/// A sum that breaks a pattern without telling which of its numbers is wrong.
fn open(book: &Reading, claims: &Claims, index: usize) -> Option<Disagreement> {
    let equation = claims.original.get(index)?;
    let family = matches!(equation.kind, Kind::RunningBalance | Kind::Total);
    if peers(equation) < LEAST_PEERS || !family {
        return None;
    }
    let result = equation.result()?;
    let printed = book.amounts.get(result)?;
    let values = Values::new(&book.amounts);
    let expected = equation.solve(result, &values)?;
    Some(Disagreement {
        kind: equation.kind,
        page: printed.page,
        area: open_area(book, equation)?,
        field: book.labels.shown(&book.sheet, &book.amounts, result),
        found: printed.text.clone(),
        expected: Some(printed.print(expected, &book.notation)),
        repair: None,
        strength: Strength::Weak,
        evidence: sentences::open(book, equation, peers(equation)),
    })
}

/// The rows between two balances, or the column a total is over.
fn open_area(book: &Reading, equation: &Equation) -> Option<Area> {
    let Shape::Sum { terms, .. } = &equation.shape else {
        return None;
    };
    let result = book.amounts.get(equation.result()?)?;
    let line = book.sheet.lines.get(result.line)?;
    let balance = equation.kind == Kind::RunningBalance;
    // Without a date the row may be anything that happens to stand in the columns.
    if balance && !line.tokens.clone().any(|token| book.dates.is_taken(token)) {
        return None;
    }
    // The row of the balance before is not part of it.
    let others = terms.iter().skip(if balance { 2 } else { 1 });
    let others = others.filter_map(|(amount, _)| book.amounts.get(*amount));
    let here = others.filter(|a| a.page == result.page);
    let start = if balance { line.area } else { result.area };
    Some(here.fold(start, |area, amount| {
        let row = book.sheet.lines.get(amount.line).filter(|_| balance);
        union(&area, row.map_or(&amount.area, |row| &row.area))
    }))
}

#[allow(clippy::print_stderr)]
pub fn debug(book: &Reading, claims: &Claims, outcome: &Outcome) {
    if std::env::var("VDEBUG").is_err() {
        return;
    }
    let values = Values::new(&book.amounts);
    for (e, o) in claims.unified.iter().zip(&claims.original) {
        let t: Vec<String> = o
            .amounts()
            .iter()
            .map(|&a| format!("{}#{}", book.amounts[a].text, root(&claims.first, a)))
            .collect();
        eprintln!(
            "EQ {:?} {:?} holds={} tol={:?} {:?} {}",
            e.kind,
            e.ground,
            e.holds(&values),
            e.tolerance,
            t,
            if matches!(e.shape, Shape::Product { .. }) {
                "product"
            } else {
                ""
            }
        );
    }
    for f in &outcome.fixes {
        eprintln!("FIX {f:?}");
    }
}
