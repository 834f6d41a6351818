//! Values replaced altogether, so that no digit tells: what else must hold before the sum they break is believed.

use super::unsuspected::{LEAST_PEERS, is_unsuspected, peers};
use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::payslip::shares;
use crate::sums::{Claims, Equation, Fix, Ground, Shape, Values, solver};
use crate::words::roles::Role;

/// Rows of the same table whose products hold.
const SISTER_ROWS: usize = 3;
/// Entries of the other side of a period that must add up.
const SISTER_ENTRIES: usize = 5;
/// Parts that are percentages of one amount.
const SHARES_HELD: usize = 2;
/// Entries of which all choices are tried: 4,096.
const CHOICES: usize = 12;
/// Lines between two neighbours of one list.
const NEAR_LINES: usize = 2;
/// Days and months by which a price is shared out.
const SHARES: [i64; 6] = [12, 28, 29, 30, 31, 7];

/// Whether the rest of the document bears out that the failing sum is meant, and leaves it no honest reason.
pub fn is_meant(book: &Reading, claims: &Claims, fix: &Fix) -> bool {
    let [failed] = fix.repaired.as_slice() else {
        return false;
    };
    let Some(equation) = claims.unified.get(*failed) else {
        return false;
    };
    let large = equation.residual(&Values::new(&book.amounts)).abs() >= Decimal::whole(1);
    let again = equation.kind != Kind::RunningBalance && is_printed_again(book, fix);
    large
        && (again
            || match (equation.kind, equation.ground) {
                (Kind::Total, Ground::Label) => {
                    is_base_of_shares(book, equation, fix)
                        || (total_is_confirmed(book, claims, fix, *failed)
                            && is_unsuspected(book, claims, fix, *failed)
                            && is_unexplained(book, equation))
                }
                (Kind::RowSum, _) if peers(equation) >= LEAST_PEERS => {
                    rest_is_confirmed(book, claims, fix, *failed)
                }
                (Kind::PeriodTotals, _) => other_side_holds(book, claims, equation),
                (Kind::LineProduct, _) => {
                    is_no_share(book, fix)
                        && (sisters(book, claims, *failed) >= SISTER_ROWS
                            || is_rate_of_another(book, fix))
                }
                _ => false,
            })
}

/// What one of the parts would have to read is the amount that other parts are the printed percentages of; what it reads is
/// not: a gross pay or pension above its contributions.
fn is_base_of_shares(book: &Reading, equation: &Equation, fix: &Fix) -> bool {
    let values = Values::new(&book.amounts);
    let parts = equation.amounts();
    let suspects = std::iter::once(fix.amount).chain(fix.ties.iter().copied());
    let mut suspects = suspects.filter(|suspect| parts.contains(suspect));
    suspects.any(|suspect| {
        let wanted = equation.solve(suspect, &values);
        wanted.is_some_and(|wanted| {
            // A base that is printed elsewhere is an entry that this sum does not list.
            let printed = book.amounts.iter().any(|a| a.value.abs() == wanted.abs());
            !printed
                && shares::of(book, wanted, &parts) >= SHARES_HELD
                && shares::of(book, book.value(suspect), &parts) == 0
        })
    })
}

/// Another number of its column is the rate that it should read and a quarter, a half or as much more: hours paid extra.
fn is_rate_of_another(book: &Reading, fix: &Fix) -> bool {
    let column = |amount: usize| book.grid.column_of.get(amount).copied().flatten();
    let Some(own) = column(fix.amount) else {
        return false;
    };
    let raised = |rate: Decimal, other: Decimal| {
        (5..=8).any(|quarters| {
            let more = rate
                .times(Decimal::whole(quarters))
                .divided_by(Decimal::whole(4));
            more.is_some_and(|more| (more - other).abs() <= Decimal::last_place(2))
        })
    };
    let printed = book.value(fix.amount);
    (0..book.amounts.len())
        .filter(|other| *other != fix.amount && column(*other) == Some(own))
        .any(|other| {
            let other = book.value(other);
            raised(fix.value, other) && !raised(printed, other)
        })
}

/// What the value should read stands in another place under the same label, alone or in a box.
fn is_printed_again(book: &Reading, fix: &Fix) -> bool {
    let pay = |role: &Role| matches!(role, Role::GrossPay | Role::Deductions | Role::NetPay);
    let Some(role) = book.role(fix.amount).filter(pay) else {
        return false;
    };
    let money = |index: usize| book.amounts.get(index).map(|a| a.nature) == Some(Nature::Money);
    (0..book.amounts.len()).any(|other| {
        fix.ties.is_empty()
            && other != fix.amount
            && book.value(other) == fix.value
            && book.role(other) == Some(role)
            && money(other)
    })
}

/// The total itself takes part in another sum that holds, and the entries all point the same way as it does.
fn total_is_confirmed(book: &Reading, claims: &Claims, fix: &Fix, failed: usize) -> bool {
    let Some(equation) = claims.unified.get(failed) else {
        return false;
    };
    let total = equation.result().unwrap_or_default();
    let suspect = fix.amount == total || fix.ties.contains(&total);
    let side = book.value(total).is_negative();
    let same_side = |amount: &usize| book.value(*amount).is_negative() == side;
    !suspect
        && is_whole_run(book, claims, equation)
        && equation.amounts().iter().all(same_side)
        && solver::is_confirmed(&claims.unified, failed, total, &Values::new(&book.amounts))
}

/// No other total that nothing bears out stands right above the entries: then they may be more than were read.
fn is_whole_run(book: &Reading, claims: &Claims, equation: &Equation) -> bool {
    let values = Values::new(&book.amounts);
    let entries = equation.amounts().into_iter().skip(1);
    let Some(top) = entries.min() else {
        return false;
    };
    let column = book.grid.column_of.get(top).copied().flatten();
    let cells = column.and_then(|column| book.grid.columns.get(column));
    let above = cells.and_then(|column| {
        let at = column.cells.partition_point(|cell| *cell < top);
        column.cells.get(at.checked_sub(1)?).copied()
    });
    let line = |amount: usize| book.amounts.get(amount).map_or(0, |a| a.line);
    let money = |amount: &usize| book.amounts.get(*amount).map(|a| a.nature) == Some(Nature::Money);
    above.filter(money).is_none_or(|above| {
        let borne_out = |e: &Equation| e.result() == Some(above) && e.holds(&values);
        line(top) - line(above) > NEAR_LINES || claims.original.iter().any(borne_out)
    })
}

/// The difference is no choice of the entries ("of which" lines, counted twice or not at all) and printed nowhere.
fn is_unexplained(book: &Reading, equation: &Equation) -> bool {
    let Shape::Sum { terms, .. } = &equation.shape else {
        return false;
    };
    let values = Values::new(&book.amounts);
    let off = equation.residual(&values).abs();
    let entries: Vec<Decimal> = terms
        .iter()
        .skip(1)
        .map(|(amount, _)| book.value(*amount).abs())
        .collect();
    let printed = book.amounts.iter().any(|a| a.value.abs() == off);
    !printed && entries.len() <= CHOICES && !is_choice(&entries, off)
}

fn is_choice(entries: &[Decimal], sum: Decimal) -> bool {
    let mut sums = vec![Decimal::ZERO];
    for entry in entries {
        let with: Vec<Decimal> = sums.iter().map(|sum| *sum + *entry).collect();
        sums.extend(with);
    }
    sums.contains(&sum)
}

/// What could not have been replaced takes part in another sum that holds.
fn rest_is_confirmed(book: &Reading, claims: &Claims, fix: &Fix, failed: usize) -> bool {
    let values = Values::new(&book.amounts);
    let suspect = |amount: &usize| *amount == fix.amount || fix.ties.contains(amount);
    let amounts = claims
        .unified
        .get(failed)
        .map(Equation::amounts)
        .unwrap_or_default();
    amounts
        .iter()
        .filter(|amount| !suspect(amount))
        .any(|&amount| solver::is_confirmed(&claims.unified, failed, amount, &values))
}

/// The totals of a period and its balances agree, and one of the totals with all its entries: they were read rightly.
pub fn other_side_holds(book: &Reading, claims: &Claims, equation: &Equation) -> bool {
    let values = Values::new(&book.amounts);
    let Some(total) = equation.result() else {
        return false;
    };
    let mut holding = claims.unified.iter().filter(|e| e.holds(&values));
    let summary = holding.clone().any(|e| {
        e.kind == Kind::OpeningPlusMovements
            && e.amounts().len() > 2
            && e.amounts().contains(&total)
    });
    let side = holding.any(|e| e.kind == Kind::PeriodTotals && e.amounts().len() > SISTER_ENTRIES);
    summary && side
}

/// Other rows of the same three columns whose products hold.
fn sisters(book: &Reading, claims: &Claims, failed: usize) -> usize {
    let values = Values::new(&book.amounts);
    let columns = |equation: &Equation| -> Option<Vec<usize>> {
        let column = |amount: usize| book.grid.column_of.get(amount).copied().flatten();
        equation.amounts().into_iter().take(3).map(column).collect()
    };
    let Some(own) = claims.original.get(failed).and_then(columns) else {
        return 0;
    };
    claims
        .original
        .iter()
        .filter(|e| e.kind == Kind::LineProduct && e.holds(&values))
        .filter(|e| columns(e).as_ref() == Some(&own))
        .count()
}

/// Not so many half percents, days or months of the printed price: a discount, or a part of a period.
fn is_no_share(book: &Reading, fix: &Fix) -> bool {
    let Some(printed) = book.amounts.get(fix.amount) else {
        return false;
    };
    let (own, right) = (printed.value.abs(), fix.value.abs());
    let is_part = |part: i64, whole: i64| {
        let share = own
            .times(Decimal::whole(part))
            .divided_by(Decimal::whole(whole));
        share.is_some_and(|share| share.rounded(printed.places) == right)
    };
    let ten = [10, 100, 1000]
        .into_iter()
        .any(|power| is_part(1, power) || is_part(power, 1));
    let percents = (1..=600).any(|half| is_part(half, 200));
    let days = SHARES
        .into_iter()
        .any(|whole| (1..3 * whole).any(|part| is_part(part, whole)));
    !ten && !percents && !days
}
