//! Totals that stand in another column than their entries: at the edge of the page, under the label, in a box.

use super::runs_above::{Run, Stand, could_fail, is_one_digit_off, of, run_above};
use crate::finding::Kind;
use crate::reading::Reading;
use crate::sums::tables::Relation;
use crate::sums::{Equation, Ground, Values};
use crate::words::roles::Role;

/// Totals looked at.
const MOST_TOTALS: usize = 60;

/// Adds the sums over other columns for totals that their own column does not bear out, and takes back what was claimed of
/// the wrong column.
pub fn find(
    book: &Reading,
    labels: &[Stand],
    relations: &[Relation],
    equations: &mut Vec<Equation>,
) {
    let values = Values::new(&book.amounts);
    let totals: Vec<usize> = (0..book.amounts.len())
        .filter(|&total| of(labels, total) == Stand::Sum)
        .filter(|total| !is_borne_out(equations, *total, &values))
        .take(MOST_TOTALS)
        .collect();
    for total in totals {
        let runs = runs_beside(book, labels, total);
        let holding: Vec<&Run> = runs.iter().filter(|run| run.holds).collect();
        let claim = match holding.as_slice() {
            [run] => {
                let wrong = |e: &Equation| e.result() == Some(total) && !e.holds(&values);
                equations.retain(|e| !wrong(e));
                Some(*run)
            }
            [] => failing(book, labels, relations, equations, &runs),
            _ => None,
        };
        if let Some(run) = claim {
            let mut terms = vec![(total, 1)];
            terms.extend(run.terms.iter().map(|&term| (term, -1)));
            equations.push(Equation::sum(Kind::Total, terms, Ground::Label));
        }
    }
}

fn is_borne_out(equations: &[Equation], total: usize, values: &Values) -> bool {
    equations
        .iter()
        .any(|e| e.result() == Some(total) && e.holds(values))
}

/// The numbers above a total in every column but its own, on its page.
fn runs_beside(book: &Reading, labels: &[Stand], total: usize) -> Vec<Run> {
    let own = book.grid.column_of.get(total).copied().flatten();
    let page = book.amounts.get(total).map(|a| a.page);
    let here = |run: &Run| {
        let mut pages = run.terms.iter().map(|&term| book.amounts.get(term));
        pages.all(|amount| amount.map(|a| a.page) == page)
    };
    (0..book.grid.columns.len())
        .filter(|column| Some(*column) != own)
        .filter_map(|column| run_above(book, labels, column, total))
        .filter(|run| run.terms.len() > 1 && here(run))
        .collect()
}

/// The only column that one digit parts from the total; for a pay, the only one that belongs to nothing else.
fn failing<'r>(
    book: &Reading,
    labels: &[Stand],
    relations: &[Relation],
    equations: &[Equation],
    runs: &'r [Run],
) -> Option<&'r Run> {
    let only = |fits: &dyn Fn(&Run) -> bool| {
        let mut those = runs
            .iter()
            .filter(|run| could_fail(book, labels, run) && fits(run));
        those.next().filter(|_| those.next().is_none())
    };
    let values = Values::new(&book.amounts);
    let busy = |term: &usize| {
        let related = relations.iter().flat_map(|relation| &relation.equations);
        let mut all = related.chain(equations);
        all.any(|e| e.holds(&values) && e.amounts().contains(term))
    };
    // What stands above the total in its own column is another total's.
    let is_apart = |total: usize| {
        let own = book.grid.column_of.get(total).copied().flatten();
        let run = own.and_then(|own| run_above(book, labels, own, total));
        run.is_none_or(|run| run.terms.iter().all(busy))
    };
    let free = |run: &Run| {
        let role = book.role(run.total);
        matches!(role, Some(Role::GrossPay | Role::Deductions))
            && is_apart(run.total)
            && !run.terms.iter().any(busy)
    };
    only(&|run| is_one_digit_off(book, run)).or_else(|| only(&free))
}
