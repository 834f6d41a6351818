//! Payslips: gross less deductions is the net pay; year-to-date figures grow by the period's.

pub mod shares;

use std::collections::BTreeMap;

use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground, Values};
use crate::words::roles::Role;
use crate::words::{fold, has_letters};

/// Pairs of period and year-to-date figures that must obey before one that does not is taken for wrong.
const LEAST_CHAINED: usize = 4;
/// Deductions listed between gross and net pay.
const LISTED: usize = 12;
/// Rows of numbers above the net pay in which the totals of the columns are looked for.
const TOTALS_REACH: usize = 6;
/// Ways to come to a net pay that are told.
const MOST_WAYS: usize = 4;

pub fn find(book: &Reading) -> Vec<Equation> {
    let mut equations = Vec::new();
    let pages: std::collections::BTreeSet<u32> = book.amounts.iter().map(|a| a.page).collect();
    for page in pages {
        equations.extend(net_pay(book, page));
    }
    equations.extend(year_to_date(book));
    equations
}

/// What a page says of its net pay. Of the ways to come to it those that hold are meant; where none does, the first that
/// labels tell, and those that one digit would mend.
fn net_pay(book: &Reading, page: u32) -> Vec<Equation> {
    let roles = Roles::of(book, page);
    let labelled = roles.labelled(book);
    let mut listed = Vec::new();
    for &pay in &roles.net {
        listed.extend(totals_above(book, pay));
        let mates = roles
            .gross
            .iter()
            .filter(|gross| in_one_column(book, **gross, pay));
        if roles.deductions.is_empty() {
            listed.extend(mates.filter_map(|&gross| listed_deductions(book, gross, pay)));
        }
    }
    let values = Values::new(&book.amounts);
    let (mut held, mut others): (Vec<Equation>, Vec<Equation>) = listed
        .into_iter()
        .partition(|equation| equation.holds(&values));
    if labelled.is_empty() && held.is_empty() {
        others.retain(|equation| is_one_digit_off(book, equation, &values));
        held = others;
    }
    held.truncate(MOST_WAYS);
    labelled.into_iter().chain(held).collect()
}

/// Money of a page that labels name as parts of a pay.
struct Roles {
    gross: Vec<usize>,
    deductions: Vec<usize>,
    net: Vec<usize>,
}

impl Roles {
    fn of(book: &Reading, page: u32) -> Self {
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
        Self {
            gross: with(Role::GrossPay),
            deductions: with(Role::Deductions),
            net: with(Role::NetPay),
        }
    }

    /// One equation for each column in which all three are printed, or one for the page if they stand apart.
    fn labelled(&self, book: &Reading) -> Vec<Equation> {
        let Self {
            gross,
            deductions,
            net,
        } = self;
        let mut sums = Vec::new();
        for &pay in net {
            let mates = |amounts: &[usize]| -> Vec<usize> {
                let same = |a: &&usize| in_one_column(book, **a, pay);
                amounts.iter().filter(same).copied().collect()
            };
            let line = |amount: &usize| book.amounts.get(*amount).map(|a| a.line);
            let beside = |amounts: &[usize]| -> Vec<usize> {
                let same = |a: &&usize| line(a) == line(&pay);
                amounts.iter().filter(same).copied().collect()
            };
            if let ([g], [d, ..]) = (mates(gross).as_slice(), mates(deductions).as_slice()) {
                let between = |d: &&usize| (*g..pay).contains(d);
                let parts: Vec<usize> = mates(deductions).iter().filter(between).copied().collect();
                // Taxes and contributions, each under a sum of its own.
                sums.push((pay, *g, if parts.is_empty() { vec![*d] } else { parts }));
            } else if let ([g], [d]) = (beside(gross).as_slice(), beside(deductions).as_slice()) {
                sums.push((pay, *g, vec![*d]));
            }
        }
        if sums.is_empty()
            && let ([pay, ..], [g], [d]) = (net.as_slice(), gross.as_slice(), deductions.as_slice())
            && net.iter().all(|&n| book.value(n) == book.value(*pay))
        {
            sums.push((*pay, *g, vec![*d]));
        }
        sums.into_iter()
            .filter_map(|(pay, gross, deductions)| net_equation(book, pay, gross, &deductions))
            .collect()
    }
}

fn in_one_column(book: &Reading, one: usize, other: usize) -> bool {
    let column = |amount: usize| book.grid.column_of.get(amount).copied().flatten();
    column(one).is_some() && column(one) == column(other)
}

/// Whether another digit in one of its numbers would make an equation hold.
fn is_one_digit_off(book: &Reading, equation: &Equation, values: &Values) -> bool {
    equation.amounts().into_iter().any(|amount| {
        let wanted = equation.solve(amount, values);
        let printed = book.amounts.get(amount);
        printed
            .zip(wanted)
            .is_some_and(|(printed, wanted)| printed.differs_by_one_digit(wanted))
    })
}

/// Net pay under a gross pay and what is taken from it one by one, in one column and without a total of it.
fn listed_deductions(book: &Reading, gross: usize, pay: usize) -> Option<Equation> {
    let column = book.grid.column_of.get(pay).copied().flatten()?;
    let cells = &book.grid.columns.get(column)?.cells;
    let between: Vec<usize> = cells
        .iter()
        .copied()
        .filter(|cell| (gross + 1..pay).contains(cell))
        .filter(|&cell| {
            let amount = book.amounts.get(cell);
            amount.is_some_and(|a| a.nature == Nature::Money && !a.value.is_zero())
        })
        .collect();
    let sums = |&cell: &usize| !matches!(book.role(cell), None | Some(Role::Tax | Role::Charge));
    let known = cells.contains(&gross) && (2..=LISTED).contains(&between.len());
    if !known || between.iter().any(sums) {
        return None;
    }
    let mut terms = vec![(pay, 1), (gross, -1)];
    let fitting = signs_that_fit(book, &between, book.value(pay) - book.value(gross));
    let signs = fitting.unwrap_or_else(|| {
        let lessens = |&cell: &usize| {
            if book.value(cell).is_negative() {
                1
            } else {
                -1
            }
        };
        between.iter().map(lessens).collect()
    });
    terms.extend(between.into_iter().zip(signs.iter().map(|sign| -sign)));
    Some(Equation::sum(Kind::NetPay, terms, Ground::Label))
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

/// The totals of two columns, paid and withheld, on one row above the net pay.
fn totals_above(book: &Reading, pay: usize) -> Vec<Equation> {
    let Some(net) = book.amounts.get(pay) else {
        return Vec::new();
    };
    let above = book.grid.rows.iter().rev();
    let above = above.filter(|row| row.line < net.line && row.page == net.page);
    let sums = |cell: &usize| {
        let role = book.role(*cell);
        matches!(
            role,
            Some(
                Role::Gross
                    | Role::GrossPay
                    | Role::Deductions
                    | Role::DebitTotal
                    | Role::CreditTotal
            )
        )
    };
    let money = |cell: &usize| book.amounts.get(*cell).map(|a| a.nature) == Some(Nature::Money);
    let rows = above.take(TOTALS_REACH).filter_map(|row| {
        let cells: Vec<usize> = row.cells.iter().map(|(_, cell)| *cell).collect();
        match cells.as_slice() {
            [paid, withheld] if cells.iter().all(|cell| sums(cell) && money(cell)) => {
                let terms = vec![(pay, 1), (*paid, -1), (*withheld, 1)];
                Some(Equation::sum(Kind::NetPay, terms, Ground::Label))
            }
            _ => None,
        }
    });
    rows.collect()
}

/// `None` when other amounts stand between and do not explain the difference: expenses, advances, loans.
fn net_equation(
    book: &Reading,
    pay: usize,
    gross: usize,
    deductions: &[usize],
) -> Option<Equation> {
    let lessens = |deduction: usize| match book.value(deduction).is_negative() {
        true => -1,
        false => 1,
    };
    let mut terms = vec![(pay, 1), (gross, -1)];
    terms.extend(deductions.iter().map(|&one| (one, lessens(one))));
    let last = deductions.iter().copied().max().unwrap_or(gross);
    let money = |index: &usize| {
        book.amounts
            .get(*index)
            .is_some_and(|a| a.nature == Nature::Money)
    };
    let column = |index: usize| book.grid.column_of.get(index).copied().flatten();
    let between: Vec<usize> = (gross.max(last) + 1..pay)
        .filter(money)
        .filter(|&index| column(index) == column(pay) && book.role(index).is_none())
        .collect();
    if !between.is_empty() {
        let taken = deductions.iter().map(|&one| book.value(one).abs());
        let base = book.value(gross) - taken.sum::<Decimal>();
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
    let values = Values::new(&book.amounts);
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
