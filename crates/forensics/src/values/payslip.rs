//! Payslips: gross less deductions is the net pay; year-to-date figures grow by the period's.

use std::collections::BTreeMap;

use super::amounts::Nature;
use super::decimal::Decimal;
use super::equations::{Equation, Ground};
use super::finding::Kind;
use super::folding::fold;
use super::labels::has_letters;
use super::reading::Reading;
use super::roles::Role;

/// Pairs of period and year-to-date figures that must obey before one that does not is taken for wrong.
const LEAST_CHAINED: usize = 4;

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
        if let ([g], [d]) = (mates(&gross).as_slice(), mates(&deductions).as_slice()) {
            sums.push((pay, *g, *d));
        }
    }
    if sums.is_empty()
        && let ([pay, ..], [g], [d]) = (net.as_slice(), gross.as_slice(), deductions.as_slice())
        && net.iter().all(|&n| book.value(n) == book.value(*pay))
    {
        sums.push((*pay, *g, *d));
    }
    sums.into_iter()
        .map(|(pay, gross, deductions)| net_equation(book, pay, gross, deductions))
        .collect()
}

fn net_equation(book: &Reading, pay: usize, gross: usize, deductions: usize) -> Equation {
    let lessens = if book.value(deductions).is_negative() {
        -1
    } else {
        1
    };
    let terms = vec![(pay, 1), (gross, -1), (deductions, lessens)];
    Equation::sum(Kind::NetPay, terms, Ground::Label)
}

/// The same line on consecutive payslips: year-to-date = year-to-date before + this period.
fn year_to_date(book: &Reading) -> Vec<Equation> {
    // (label) → (page, period, year to date), for lines with exactly two amounts.
    let mut lines: BTreeMap<String, Vec<(u32, usize, usize)>> = BTreeMap::new();
    let mut index = 0;
    while let Some(amount) = book.amounts.get(index) {
        let same_line = |a: &&super::amounts::Amount| a.line == amount.line;
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
    let values = super::equations::Values::new(&book.amounts);
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
