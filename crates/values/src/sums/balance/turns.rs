//! Where a list turns the page and breaks there alone.

use super::steps::{Plan, Step, residual, turns_page};
use crate::numbers::Decimal;
use crate::reading::Reading;
use crate::words::roles::Role;
use crate::words::{fold, has_phrase};

/// Steps of either page that must hold.
const HELD: usize = 3;

/// A step over the end of a page that fails.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The last balance of the one page and the first of the next.
    pub upper: usize,
    pub lower: usize,
    /// Both pages say that the balance is carried.
    pub carried: bool,
    /// What the second page goes on from.
    pub wanted: Decimal,
}

/// The turns of a list that goes on on either page.
pub fn broken(book: &Reading, plan: &Plan, steps: &[Step]) -> Vec<Turn> {
    let fails = |step: &Step| !residual(book, step).is_zero();
    let turn = |(at, step): (usize, &Step)| {
        let around = [at.checked_sub(1)?, at + 1].map(|at| steps.get(at));
        let joined = around
            .iter()
            .all(|step| step.is_some_and(|step| !fails(step)));
        let (above, below) = steps.split_at(at);
        let goes_on = held(book, above.iter().rev()) && held(book, below.iter().skip(1));
        (turns_page(book, step) && fails(step) && joined && goes_on)
            .then(|| read(book, plan, steps.get(at - 1)?, step))?
    };
    steps.iter().enumerate().filter_map(turn).collect()
}

/// Whether enough steps of the page next to a turn hold.
fn held<'s>(book: &Reading, steps: impl Iterator<Item = &'s Step>) -> bool {
    let own = steps.take_while(|step| !turns_page(book, step));
    own.filter(|step| !step.moves.is_empty() && residual(book, step).is_zero())
        .nth(HELD - 1)
        .is_some()
}

fn read(book: &Reading, plan: &Plan, above: &Step, step: &Step) -> Option<Turn> {
    let (upper, lower) = match plan.newest_first {
        true => (step.after, step.before),
        false => (step.before, step.after),
    };
    let (ends, begins) = (is_forward(book, upper), is_forward(book, lower));
    let carried = ends && begins && step.moves.is_empty() && above.moves.is_empty();
    let rows = [step.first_row, step.last_row].map(|row| book.grid.rows.get(row));
    let [Some(first), Some(last)] = rows else {
        return None;
    };
    let plain = !ends && !begins && !step.moves.is_empty() && !plan.newest_first && !plan.unsigned;
    let columns: Vec<usize> = plan.movers.iter().map(|(column, _)| *column).collect();
    let unclear = || book.is_unclear(first.line..=last.line, &columns);
    (last.page == first.page + 1 && (carried || plain && !unclear())).then(|| Turn {
        upper,
        lower,
        carried,
        wanted: match carried {
            true => book.value(lower),
            false => book.value(upper) + residual(book, step),
        },
    })
}

fn is_forward(book: &Reading, amount: usize) -> bool {
    match book.role(amount) {
        Some(Role::Forward) => true,
        Some(Role::Opening) => {
            let label = fold(book.labels.row(amount));
            has_phrase(&label, "brought forward") || has_phrase(&label, "solde reporte")
        }
        _ => false,
    }
}
