//! The claims of a document solved, and what fails told in words.

use super::claims::{Claims, root};
use super::equations::{Equation, Ground, Shape, Values};
use super::solver::Fix;
use super::strength::{is_balance, strength};
use super::{sentences, solver};
use crate::finding::{Disagreement, Kind, Repair, Strength};
use crate::layout::{Area, union};
use crate::numbers::Amount;
use crate::reading::Reading;
use crate::sums::balance::Chain;
use crate::sums::strength::{LEAST_PEERS, peers};

/// Values told one by one of which each could be the altered one.
const SUSPECTS: usize = 6;

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
    let mut disagreements: Vec<Disagreement> = outcome
        .fixes
        .iter()
        .flat_map(|fix| match fix.ties.is_empty() {
            true => repaired(book, &claims, fix).into_iter().collect(),
            false => tied(book, &claims, fix),
        })
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
    if equation.kind == Kind::RunningBalance
        && !is_balance(claims, fix)
        && !printed.is_near(fix.value)
    {
        return row_missing(book, equation, strength);
    }
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

/// A movement that would have to read altogether otherwise: a row may have been taken out as well.
fn row_missing(book: &Reading, equation: &Equation, strength: Strength) -> Option<Disagreement> {
    let amounts = equation.amounts();
    let balance = |at: usize| book.amounts.get(*amounts.get(at)?);
    let (after, before) = (balance(0)?, balance(1)?);
    let (upper, lower) = if before.line < after.line {
        (before, after)
    } else {
        (after, before)
    };
    let (above, row) = (
        book.sheet.lines.get(upper.line)?,
        book.sheet.lines.get(lower.line)?,
    );
    let mut area = row.area;
    if upper.page == lower.page {
        area[3] = area[3].max(above.area[1]);
    }
    Some(Disagreement {
        kind: Kind::RunningBalance,
        page: lower.page,
        area,
        field: String::new(),
        found: String::new(),
        expected: None,
        evidence: sentences::row_missing(book, equation),
        repair: None,
        strength,
    })
}

/// Several values could be the altered one: each is shown, or the result that they miss where they are many.
fn tied(book: &Reading, claims: &Claims, fix: &Fix) -> Vec<Disagreement> {
    let equation = fix.repaired.first().and_then(|&i| claims.original.get(i));
    let Some((equation, strength)) = equation.zip(strength(book, claims, fix)) else {
        return Vec::new();
    };
    let all = std::iter::once(fix.amount).chain(fix.ties.iter().copied());
    let suspects: Vec<&Amount> = all.filter_map(|amount| book.amounts.get(amount)).collect();
    let texts: Vec<&str> = suspects.iter().map(|amount| amount.text.as_str()).collect();
    let evidence = sentences::tied(book, equation, &texts);
    let result = equation
        .result()
        .and_then(|result| book.amounts.get(result));
    let shown = match result {
        Some(result) if suspects.len() > SUSPECTS => vec![result],
        _ => suspects,
    };
    let told = shown.into_iter().map(|amount| Disagreement {
        kind: equation.kind,
        page: amount.page,
        area: amount.area,
        field: String::new(),
        found: String::new(),
        expected: None,
        evidence: evidence.clone(),
        repair: None,
        strength,
    });
    told.collect()
}

/// Patterns before labels, then the families in the order of their names.
fn rank(claims: &Claims, index: usize) -> (bool, Option<Kind>) {
    let equation = claims.unified.get(index);
    let label = equation.is_none_or(|e| e.ground == Ground::Label);
    (label, equation.map(|e| e.kind))
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
