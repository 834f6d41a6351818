//! Tax that a total includes, told below it or in a table of rates: net and tax make the total, wherever that stands.

use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground, Shape, Values, product};
use crate::words::roles::Role;

/// Lines between a net and its tax.
const REACH: usize = 2;
/// Totals that a pair is held against, and pairs looked at.
const TOTALS: usize = 12;
const PAIRS: usize = 24;

/// A net, its tax and the rate that their lines state.
#[derive(Clone, Copy)]
struct Pair {
    net: usize,
    tax: usize,
    rate: Option<usize>,
}

/// A net and a tax close by, and a total elsewhere on the page that they make. Where they make none, lines, allowances and
/// taxes may each have totals of their own: only what the rate bears out is claimed.
pub fn find(book: &Reading) -> Vec<Equation> {
    let (nets, taxes) = (with(book, Role::Net), with(book, Role::Tax));
    let totals = with(book, Role::Gross);
    let pairs = taxes.iter().flat_map(|&tax| {
        let near = nets.iter().filter(move |net| {
            let ((page, line), (other, at)) = (place(book, tax), place(book, **net));
            page == other && line.abs_diff(at) <= REACH
        });
        near.map(move |&net| Pair {
            net,
            tax,
            rate: rate_of(book, net, tax),
        })
    });
    let values = Values::new(&book.amounts);
    let claims = |pair: Pair| {
        let here = totals.iter().copied();
        let here: Vec<usize> = here
            .filter(|total| place(book, *total).0 == place(book, pair.net).0)
            .take(TOTALS)
            .collect();
        let held = here
            .iter()
            .map(|&total| sum(total, pair))
            .find(|sum| sum.holds(&values));
        let Some(rate) = pair.rate else {
            return held.into_iter().collect();
        };
        let tax = product_of(pair, rate);
        match held {
            Some(sum) if tax.holds(&values) => vec![sum, tax],
            Some(sum) => vec![sum],
            None => missed(book, pair, rate, &here)
                .map(|sum| vec![sum, tax])
                .unwrap_or_default(),
        }
    };
    pairs.take(PAIRS).flat_map(claims).collect()
}

fn with(book: &Reading, role: Role) -> Vec<usize> {
    let money = |index: &usize| {
        let amount = book.amounts.get(*index);
        amount.is_some_and(|a| a.nature == Nature::Money && !a.value.is_zero())
    };
    let all = (0..book.amounts.len()).filter(money);
    all.filter(|index| book.role(*index) == Some(role))
        .collect()
}

fn place(book: &Reading, index: usize) -> (u32, usize) {
    book.amounts.get(index).map_or((0, 0), |a| (a.page, a.line))
}

/// The only percentage in the lines of the two.
fn rate_of(book: &Reading, net: usize, tax: usize) -> Option<usize> {
    let lines = [place(book, net).1, place(book, tax).1];
    let mut rates = (0..book.amounts.len()).filter(|index| {
        let amount = book.amounts.get(*index);
        amount.is_some_and(|a| a.nature == Nature::Percent && lines.contains(&a.line))
    });
    rates.next().filter(|_| rates.next().is_none())
}

fn sum(total: usize, pair: Pair) -> Equation {
    let terms = vec![(total, 1), (pair.net, -1), (pair.tax, -1)];
    Equation::sum(Kind::TaxSum, terms, Ground::Label)
}

fn product_of(pair: Pair, rate: usize) -> Equation {
    Equation {
        kind: Kind::TaxSum,
        shape: Shape::Product {
            left: pair.net,
            right: rate,
            less: None,
            out: pair.tax,
            percent: true,
            sign: 1,
        },
        tolerance: Decimal::last_place(2),
        ground: Ground::Label,
    }
}

/// The total that a pair would make, were one digit of one of the three another, as the rate bears out: two of them are
/// what it makes of each other.
fn missed(book: &Reading, pair: Pair, rate: usize, totals: &[usize]) -> Option<Equation> {
    let [net, tax, rate] = [pair.net, pair.tax, rate].map(|index| book.value(index));
    let hundred = Decimal::whole(100);
    let near = |one: Decimal, other: Option<Decimal>| {
        other.is_some_and(|other| (one - other).abs() <= Decimal::last_place(2))
    };
    let digit = |index: usize, right: Decimal| {
        let printed = book.amounts.get(index);
        printed.is_some_and(|printed| {
            (printed.value - right).abs() >= Decimal::whole(1)
                && printed.differs_by_one_digit(right)
        })
    };
    let printed = |wanted: Decimal, but: usize| {
        let mut all = book.amounts.iter().enumerate();
        all.any(|(index, amount)| index != but && amount.value.abs() == wanted.abs())
    };
    let fits = |&total: &usize| {
        let gross = book.value(total);
        let share = product(gross, rate, false).divided_by(rate + hundred);
        let rest = gross.times(hundred).divided_by(rate + hundred);
        let of_net = near(tax, Some(product(net, rate, true)));
        // A tip or a deposit is printed; then the total is of more than these two.
        let off = (gross - net - tax).abs();
        (near(tax, share) && digit(pair.net, gross - tax))
            || (near(net, rest) && digit(pair.tax, gross - net))
            || (of_net
                && digit(total, net + tax)
                && printed(net + tax, total)
                && !printed(off, total))
    };
    let mut fitting = totals.iter().filter(|total| fits(total));
    let total = fitting.next()?;
    Some(sum(*total, pair))
}
