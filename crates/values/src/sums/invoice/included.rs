//! Tax that a total includes, told below it or in a table of rates: net and tax make the total, wherever that stands.

use crate::finding::Kind;
use crate::numbers::Nature;
use crate::reading::Reading;
use crate::sums::{Equation, Ground, Values};
use crate::words::roles::Role;

/// Lines between a net and its tax.
const REACH: usize = 2;
/// Totals that a pair is held against, and pairs looked at.
const TOTALS: usize = 12;
const PAIRS: usize = 24;

/// A net and a tax close by, and a total elsewhere on the page that they make. Where they make none nothing is claimed: lines,
/// allowances and taxes each have totals of their own.
pub fn find(book: &Reading) -> Vec<Equation> {
    let money = |index: &usize| {
        let amount = book.amounts.get(*index);
        amount.is_some_and(|a| a.nature == Nature::Money && !a.value.is_zero())
    };
    let with = |role: Role| -> Vec<usize> {
        let all = (0..book.amounts.len()).filter(money);
        all.filter(|index| book.role(*index) == Some(role))
            .collect()
    };
    let (nets, taxes, totals) = (with(Role::Net), with(Role::Tax), with(Role::Gross));
    let place = |index: usize| book.amounts.get(index).map_or((0, 0), |a| (a.page, a.line));
    let pairs = taxes.iter().flat_map(|&tax| {
        let near = nets.iter().filter(move |net| {
            let ((page, line), (other, at)) = (place(tax), place(**net));
            page == other && line.abs_diff(at) <= REACH
        });
        near.map(move |&net| (net, tax))
    });
    let values = Values::new(&book.amounts);
    let made = |(net, tax): (usize, usize)| {
        let here = totals
            .iter()
            .filter(|total| place(**total).0 == place(net).0);
        let sums = here.take(TOTALS).map(|&total| {
            let terms = vec![(total, 1), (net, -1), (tax, -1)];
            Equation::sum(Kind::TaxSum, terms, Ground::Label)
        });
        sums.into_iter().find(|equation| equation.holds(&values))
    };
    pairs.take(PAIRS).filter_map(made).collect()
}
