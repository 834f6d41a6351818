//! Payslips: gross less deductions is the net pay; year-to-date figures grow by the period's.

pub mod shares;

use std::collections::BTreeMap;

use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground};
use crate::words::roles::Role;
use crate::words::{fold, has_letters};

/// Pairs of period and year-to-date figures that must obey before one that does not is taken for wrong.
const LEAST_CHAINED: usize = 4;
/// Lines from the totals of the columns to the net pay.
const TOTALS_REACH: usize = 3;

pub fn find(book: &Reading) -> Vec<Equation> {
    let mut equations = Vec::new();
    let pages: std::collections::BTreeSet<u32> = book.amounts.iter().map(|a| a.page).collect();
    for page in pages {
        equations.extend(net_pay(book, page));
    }
    equations.extend(year_to_date(book));
    equations
}

/// One equation for each column in which all three are printed, or one for the page if they stand apart.
fn net_pay(book: &Reading, page: u32) -> Vec<Equation> {
    let with = |role: Role| -> Vec<usize> {
        (0..book.amounts.len())
            .filter(|&index| {
                let here = book
                    .amounts
                    .get(index)
                    .is_some_and(|a| a.page == page && a.nature == Nature::Money);
                here && book.role(index) == Some(role)
            })
            .take(20)
            .collect()
    };
    let (gross, deductions, net) = (
        with(Role::GrossPay),
        with(Role::Deductions),
        with(Role::NetPay),
    );
    let column = |amount: &usize| book.grid.column_of.get(*amount).copied().flatten();
    let mut sums = Vec::new();
    for &pay in &net {
        let mates = |amounts: &[usize]| -> Vec<usize> {
            let same = |a: &&usize| column(a).is_some() && column(a) == column(&pay);
            amounts.iter().filter(same).copied().collect()
        };
        let line = |amount: &usize| book.amounts.get(*amount).map(|a| a.line);
        let beside = |amounts: &[usize]| -> Vec<usize> {
            let same = |a: &&usize| line(a) == line(&pay);
            amounts.iter().filter(same).copied().collect()
        };
        if let ([g], [d]) = (mates(&gross).as_slice(), mates(&deductions).as_slice()) {
            sums.push((pay, *g, *d));
        } else if let ([g], [d]) = (beside(&gross).as_slice(), beside(&deductions).as_slice()) {
            sums.push((pay, *g, *d));
        }
    }
    if sums.is_empty()
        && let ([pay, ..], [g], [d]) = (net.as_slice(), gross.as_slice(), deductions.as_slice())
        && net.iter().all(|&n| book.value(n) == book.value(*pay))
    {
        sums.push((*pay, *g, *d));
    }
    if gross.is_empty() && deductions.is_empty() {
        let columns = |&pay: &usize| {
            let (paid, withheld) = totals_above(book, pay)?;
            let terms = vec![(pay, 1), (paid, -1), (withheld, 1)];
            Some(Equation::sum(Kind::NetPay, terms, Ground::Label))
        };
        return net.iter().find_map(columns).into_iter().collect();
    }
    sums.into_iter()
        .filter_map(|(pay, gross, deductions)| net_equation(book, pay, gross, deductions))
        .collect()
}

/// Prints of one pay, in the table and in the box that sums it up.
pub fn copies(book: &Reading) -> Vec<Vec<usize>> {
    [Role::GrossPay, Role::Deductions, Role::NetPay]
        .into_iter()
        .map(|role| {
            let prints = (0..book.amounts.len()).filter(|&index| {
                let money = book.amounts.get(index).map(|a| a.nature) == Some(Nature::Money);
                money && book.role(index) == Some(role)
            });
            prints.take(20).collect()
        })
        .collect()
}

/// The totals of the two columns, paid and withheld, on the row right above the net pay.
fn totals_above(book: &Reading, pay: usize) -> Option<(usize, usize)> {
    let net = book.amounts.get(pay)?;
    let above = book
        .grid
        .rows
        .iter()
        .rev()
        .find(|row| row.line < net.line && row.page == net.page)?;
    let totals: Vec<usize> = above.cells.iter().map(|(_, cell)| *cell).collect();
    let [paid, withheld] = totals.as_slice() else {
        return None;
    };
    let sums = totals
        .iter()
        .all(|&cell| book.role(cell) == Some(Role::Gross));
    (sums && net.line - above.line <= TOTALS_REACH).then_some((*paid, *withheld))
}

/// `None` when other amounts stand between and do not explain the difference: expenses, advances, loans.
fn net_equation(book: &Reading, pay: usize, gross: usize, deductions: usize) -> Option<Equation> {
    let lessens = if book.value(deductions).is_negative() {
        -1
    } else {
        1
    };
    let mut terms = vec![(pay, 1), (gross, -1), (deductions, lessens)];
    let money = |index: &usize| {
        book.amounts
            .get(*index)
            .is_some_and(|a| a.nature == Nature::Money)
    };
    let column = |index: usize| book.grid.column_of.get(index).copied().flatten();
    let between: Vec<usize> = (gross.max(deductions) + 1..pay)
        .filter(money)
        .filter(|&index| column(index) == column(pay) && book.role(index).is_none())
        .collect();
    if !between.is_empty() {
        let base = book.value(gross) - book.value(deductions).scaled(lessens.into());
        let signs = signs_that_fit(book, &between, book.value(pay) - base)?;
        terms.extend(
            between
                .into_iter()
                .zip(signs)
                .map(|(amount, sign)| (amount, -sign)),
        );
    }
    Some(Equation::sum(Kind::NetPay, terms, Ground::Label))
}

/// Signs under which the amounts make up a difference; at most six are tried.
fn signs_that_fit(book: &Reading, amounts: &[usize], difference: Decimal) -> Option<Vec<i8>> {
    let choices = 2_usize
        .checked_pow(u32::try_from(amounts.len()).ok()?)
        .filter(|n| *n <= 64)?;
    let signs = |choice: usize| -> Vec<i8> {
        (0..amounts.len())
            .map(|bit| if choice >> bit & 1 == 0 { 1 } else { -1 })
            .collect()
    };
    (0..choices).map(signs).find(|signs| {
        let parts = amounts.iter().zip(signs);
        parts
            .map(|(&a, sign)| book.value(a).scaled((*sign).into()))
            .sum::<Decimal>()
            == difference
    })
}

/// The same line on consecutive payslips: year-to-date = year-to-date before + this period.
fn year_to_date(book: &Reading) -> Vec<Equation> {
    // (label) → (page, period, year to date), for lines with exactly two amounts.
    let mut lines: BTreeMap<String, Vec<(u32, usize, usize)>> = BTreeMap::new();
    let mut index = 0;
    while let Some(amount) = book.amounts.get(index) {
        let same_line = |a: &&crate::numbers::Amount| a.line == amount.line;
        let rest = book.amounts.get(index..).unwrap_or_default();
        let count = rest.iter().take_while(same_line).count();
        let label = fold(book.labels.row(index));
        let money: Vec<usize> = (index..index + count)
            .filter(|&i| {
                book.amounts
                    .get(i)
                    .is_some_and(|a| a.nature == Nature::Money)
            })
            .collect();
        if let ([period, to_date], true) = (money.as_slice(), has_letters(&label)) {
            lines
                .entry(label)
                .or_default()
                .push((amount.page, *period, *to_date));
        }
        index += count.max(1);
    }
    let mut equations = Vec::new();
    for series in lines.values() {
        for pair in series.windows(2) {
            if let [(page, _, before), (next, period, after)] = pair
                && page < next
            {
                let terms = vec![(*after, 1), (*before, -1), (*period, -1)];
                equations.push(Equation::sum(Kind::YearToDate, terms, Ground::Label));
            }
        }
    }
    let values = crate::sums::Values::new(&book.amounts);
    let moving = |e: &Equation| {
        e.holds(&values) && e.amounts().iter().all(|&a| book.value(a) != Decimal::ZERO)
    };
    let held = equations.iter().filter(|e| moving(e)).count();
    let failed = equations.iter().filter(|e| !e.holds(&values)).count();
    if held < LEAST_CHAINED || failed * 4 > held {
        return Vec::new();
    }
    for equation in &mut equations {
        equation.ground = Ground::Pattern { peers: held };
    }
    equations
}
