//! How far a repair goes: what would have to be misread for it to be wrong.

mod replaced;
mod unsuspected;

pub use unsuspected::{LEAST_PEERS, peers};

use self::unsuspected::{LONE_TERMS, is_lone_total, is_unsuspected};
use crate::finding::{Kind, Strength};
use crate::numbers::Decimal;
use crate::reading::Reading;
use crate::sums::{Claims, Equation, Fix, Ground, Shape, Values, solver};

/// Rows of a pattern that must hold before a single failing row is proof.
const MANY_PEERS: usize = 10;
pub fn strength(book: &Reading, claims: &Claims, fix: &Fix) -> Option<Strength> {
    let equations: Vec<&Equation> = fix
        .repaired
        .iter()
        .filter_map(|&i| claims.unified.get(i))
        .collect();
    let lead = *equations
        .iter()
        .max_by_key(|e| (peers(e), e.amounts().len()))?;
    let printed = book.amounts.get(fix.amount)?;
    let close = printed.is_near(fix.value);
    if lead.kind == Kind::ToldTwice {
        return Some(Strength::Likely);
    }
    if fix.altogether {
        return replaced::is_meant(book, claims, fix).then_some(Strength::Likely);
    }
    if !fix.ties.is_empty() && lead.kind == Kind::Instalments {
        return Some(Strength::Likely);
    }
    if !fix.ties.is_empty() {
        let large = (fix.value - book.value(fix.amount)).abs() >= Decimal::whole(1);
        let confirmed = fix
            .repaired
            .iter()
            .any(|&index| is_unsuspected(book, claims, fix, index));
        let one_side = lead.kind == Kind::PeriodTotals;
        let told = confirmed
            || is_lone_total(book, claims, fix)
            || overshoots(book, lead)
            || (one_side && replaced::other_side_holds(book, claims, lead))
            || is_pay_of_known_gross(book, claims, fix)
            || (lead.kind == Kind::RowSum && close && replaced::is_meant(book, claims, fix));
        return (told && large).then_some(Strength::Likely);
    }
    // A total that several columns miss altogether is none of theirs.
    let misses = |e: &&Equation| {
        e.kind == Kind::Total && e.ground == Ground::Label && e.result() == Some(fix.amount)
    };
    if !close && equations.iter().all(misses) && !replaced::is_meant(book, claims, fix) {
        return None;
    }
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
        Kind::Total
            if overshoots(book, lead) && printed.differs_by_one_digit(fix.value)
                || label_strength(book, claims, fix, lead).is_some() =>
        {
            Some(Strength::Likely)
        }
        _ if peers(lead) < LEAST_PEERS => None,
        // At the ends of a list a movement explains the break as well, but not that a balance is one digit off.
        Kind::RunningBalance
            if fix.contested
                && peers(lead) >= MANY_PEERS
                && is_balance(claims, fix)
                && printed.differs_by_one_digit(fix.value)
                && few_fail(book, claims, lead) =>
        {
            Some(Strength::Likely)
        }
        Kind::RunningBalance | Kind::YearToDate if fix.contested => Some(Strength::Weak),
        Kind::RunningBalance
            if peers(lead) >= MANY_PEERS && close && few_fail(book, claims, lead) =>
        {
            Some(Strength::Proven)
        }
        Kind::RunningBalance | Kind::YearToDate => Some(Strength::Likely),
        Kind::LineProduct if rounded_factor(book, lead) => None,
        Kind::LineProduct if !fix.contested && was_altered(book, fix) => Some(Strength::Likely),
        Kind::LineProduct if label_strength(book, claims, fix, lead).is_some() => {
            Some(Strength::Likely)
        }
        Kind::RowSum if close && replaced::is_meant(book, claims, fix) => Some(Strength::Likely),
        _ if peers(lead) >= MANY_PEERS && !fix.contested => Some(Strength::Likely),
        _ => Some(Strength::Weak),
    }
}

/// A net pay that one digit would mend, under a gross pay that its own entries make up: one of the others is at fault.
fn is_pay_of_known_gross(book: &Reading, claims: &Claims, fix: &Fix) -> bool {
    let ([failed], Some(printed)) = (fix.repaired.as_slice(), book.amounts.get(fix.amount)) else {
        return false;
    };
    let Some(equation) = claims.unified.get(*failed) else {
        return false;
    };
    let values = Values::new(&book.amounts);
    let gross = equation.amounts().get(1).copied();
    let known = gross.is_some_and(|gross| {
        let suspect = gross == fix.amount || fix.ties.contains(&gross);
        !suspect && solver::is_confirmed(&claims.unified, *failed, gross, &values)
    });
    let sum = matches!(&equation.shape, Shape::Sum { terms, .. } if terms.len() > 2);
    equation.kind == Kind::NetPay && sum && known && printed.differs_by_one_digit(fix.value)
}

/// The entries of a column that adds up elsewhere make more than their total: no entry that is not listed explains it.
fn overshoots(book: &Reading, equation: &Equation) -> bool {
    let Shape::Sum { terms, .. } = &equation.shape else {
        return false;
    };
    let values = Values::new(&book.amounts);
    let total = equation.result().map(|result| book.value(result));
    let more = total.is_some_and(|total| {
        let left = equation.residual(&values);
        !left.is_zero() && left.is_negative() != total.is_negative()
    });
    let one_side = terms.iter().all(|(amount, _)| {
        Some(book.value(*amount).is_negative()) == total.map(Decimal::is_negative)
    });
    equation.kind == Kind::Total
        && peers(equation) >= LEAST_PEERS
        && terms.len() > LONE_TERMS
        && more
        && one_side
}

/// Whether the amount is a balance in one of the sums it repairs.
pub fn is_balance(claims: &Claims, fix: &Fix) -> bool {
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
        less: None,
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
            let off = (exact - printed.value.abs()).abs();
            let near = off < Decimal::last_place(printed.places);
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
    // Whoever alters a digit leaves the sign: a number on the wrong side of zero is one whose sign was misread.
    if printed.value.is_negative() != fix.value.is_negative() && !fix.value.is_zero() {
        return None;
    }
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
    if equation.kind == Kind::Instalments {
        return printed.is_near(fix.value).then_some(Strength::Likely);
    }
    if equation.kind == Kind::Total {
        let near = printed.is_near(fix.value)
            && (fix.value - book.value(fix.amount)).abs() >= Decimal::whole(1);
        let failed = *fix.repaired.first()?;
        let told = is_unsuspected(book, claims, fix, failed) || is_lone_total(book, claims, fix);
        return ((near && told) || replaced::is_meant(book, claims, fix))
            .then_some(Strength::Likely);
    }
    let family = matches!(
        equation.kind,
        Kind::TaxSum
            | Kind::AmountDue
            | Kind::NetPay
            | Kind::OpeningPlusMovements
            | Kind::PeriodTotals
    );
    let sum = matches!(&equation.shape, Shape::Sum { terms, .. } if terms.len() > 2);
    let large = (fix.value - book.value(fix.amount)).abs() >= Decimal::whole(1);
    let values = Values::new(&book.amounts);
    let failed = *fix.repaired.first()?;
    let confirmed = solver::others_are_confirmed(&claims.unified, failed, fix.amount, &values);
    let some = equation
        .amounts()
        .into_iter()
        .any(|other| solver::is_confirmed(&claims.unified, failed, other, &values));
    if equation.kind == Kind::LineProduct {
        // A quantity of decimals could be any other one, but not that its price is one digit off.
        let meant = replaced::is_meant(book, claims, fix);
        let clear = !fix.contested || printed.differs_by_one_digit(fix.value);
        let price =
            (clear && was_altered(book, fix)) || (meant && (clear || printed.is_near(fix.value)));
        let out = equation
            .result()
            .is_some_and(|out| solver::is_confirmed(&claims.unified, failed, out, &values));
        return (price && out && !rounded_factor(book, equation)).then_some(Strength::Likely);
    }
    // Rows put in or taken out change what the totals should be altogether.
    if equation.kind == Kind::PeriodTotals && !printed.is_near(fix.value) {
        return replaced::is_meant(book, claims, fix).then_some(Strength::Likely);
    }
    // Of several unconfirmed numbers only one could have been altered by a digit or two.
    let singled_out = some && printed.is_near(fix.value);
    // The closing balance is the last one of the list, but where it is another day's or another balance altogether. The
    // only movement of a period is its total.
    let repeated = matches!(
        equation.kind,
        Kind::OpeningPlusMovements | Kind::PeriodTotals
    ) && confirmed
        && printed.differs_by_one_digit(fix.value);
    (family && (sum || repeated) && large && ((confirmed && !fix.contested) || singled_out))
        .then_some(Strength::Likely)
}

/// A digit or two apart, and not by a discount of so many percent that only this line has.
fn was_altered(book: &Reading, fix: &Fix) -> bool {
    let Some(printed) = book.amounts.get(fix.amount) else {
        return false;
    };
    let (own, right) = (printed.value.abs(), fix.value.abs());
    let half_percents = (1..200).any(|half| {
        let less = own
            .times(Decimal::whole(200 - half))
            .divided_by(Decimal::whole(200));
        less.is_some_and(|less| less.rounded(printed.places) == right)
    });
    printed.is_near(fix.value) && !half_percents
}
