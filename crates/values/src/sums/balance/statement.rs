//! The summary of an account statement against its rows: opening and closing balance, money in, money out.

use super::chain::Chain;
use super::{ladder, movements};
use crate::finding::Kind;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground};
use crate::words::roles::{Role, sums_up};
use crate::words::{fold, has_letters};

/// Equations of the summary, and copies of balances that the rows print too.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    pub equations: Vec<Equation>,
    pub copies: Vec<Vec<usize>>,
}

pub fn find(book: &Reading, chains: &[Chain]) -> Summary {
    let mut summary = Summary::default();
    let stated = Stated::new(book);
    closing_sum(book, &stated, &mut summary);
    if chains.is_empty()
        && let (Some(opening), Some(closing)) =
            (only(book, &stated.opening), only(book, &stated.closing))
    {
        summary
            .equations
            .extend(movements::between(book, opening, closing));
    }
    if chains.is_empty()
        && let (Some(credits), Some(debits)) =
            (only(book, &stated.credits), only(book, &stated.debits))
    {
        summary
            .equations
            .extend(movements::totals(book, credits, debits));
    }
    summary.equations.extend(ladder::find(book));
    // With several accounts the labels do not tell whose balance they state.
    if let [chain] = chains {
        ends(book, &stated, chain, &mut summary);
        if chain.unbroken && chain.opens_clearly {
            money_in_and_out(book, &stated, chain, &mut summary);
            column_totals(book, chain, &mut summary);
        }
    }
    summary
}

/// The labelled amounts of a statement, each role with the amounts that bear it.
struct Stated {
    opening: Vec<usize>,
    closing: Vec<usize>,
    credits: Vec<usize>,
    debits: Vec<usize>,
}

impl Stated {
    fn new(book: &Reading) -> Stated {
        let with = |role: Role| -> Vec<usize> {
            (0..book.amounts.len())
                .filter(|&index| {
                    let money = book
                        .amounts
                        .get(index)
                        .is_some_and(|a| a.nature == Nature::Money);
                    money && book.role(index) == Some(role) && states(book, role, index)
                })
                .take(50)
                .collect()
        };
        let (mut opening, mut closing) = (with(Role::Opening), with(Role::Closing));
        // Two balances on two days: the first is the opening one.
        if let (true, true, [first, second]) = (
            opening.is_empty(),
            closing.is_empty(),
            with(Role::Balance).as_slice(),
        ) {
            opening.push(*first);
            closing.push(*second);
        }
        Stated {
            opening,
            closing,
            credits: with(Role::CreditTotal),
            debits: with(Role::DebitTotal),
        }
    }
}

/// A row of a table that is called a balance holds it last; what else it sums up stands before.
fn states(book: &Reading, role: Role, index: usize) -> bool {
    let line = |index: usize| book.amounts.get(index).map(|a| a.line);
    let next = index + 1;
    let balance = matches!(role, Role::Opening | Role::Closing | Role::Balance);
    let row = line(next) == line(index) && !has_letters(book.labels.near(next));
    !(balance && row)
}

/// The one value printed under a role; `None` when there are several.
fn only(book: &Reading, amounts: &[usize]) -> Option<usize> {
    let first = *amounts.first()?;
    amounts
        .iter()
        .all(|&a| book.value(a) == book.value(first))
        .then_some(first)
}

/// closing = opening + in − out, however in and out are signed.
fn closing_sum(book: &Reading, stated: &Stated, summary: &mut Summary) {
    let (Some(opening), Some(closing), Some(credits), Some(debits)) = (
        only(book, &stated.opening),
        only(book, &stated.closing),
        only(book, &stated.credits),
        only(book, &stated.debits),
    ) else {
        return;
    };
    let downward = if book.value(debits).is_negative() {
        1
    } else {
        -1
    };
    let bank = [(credits, 1), (debits, downward)];
    let card = [(credits, -1), (debits, -downward)];
    let change = book.value(closing) - book.value(opening);
    let sum = |parts: &[(usize, i8)]| -> Decimal {
        parts
            .iter()
            .map(|&(a, sign)| book.value(a).scaled(sign.into()))
            .sum()
    };
    let parts = if sum(&card) == change { card } else { bank };
    let mut terms = vec![(closing, 1), (opening, -1)];
    terms.extend(parts.iter().map(|&(amount, sign)| (amount, -sign)));
    summary.equations.push(Equation::sum(
        Kind::OpeningPlusMovements,
        terms,
        Ground::Label,
    ));
    for copies in [&stated.opening, &stated.closing] {
        summary.copies.push(copies.clone());
    }
}

/// The stated ends are those of the rows.
fn ends(book: &Reading, stated: &Stated, chain: &Chain, summary: &mut Summary) {
    if let Some(closing) = outside(book, chain, &stated.closing) {
        link(book, closing, chain.latest, &[], summary);
    }
    if let Some(opening) = outside(book, chain, &stated.opening).filter(|_| chain.opens_clearly) {
        link(
            book,
            opening,
            chain.earliest,
            &chain.earliest_moves,
            summary,
        );
    }
}

/// The closing balances stated outside of the rows.
pub fn stated_closings(book: &Reading, chain: &Chain) -> Vec<usize> {
    apart(book, chain, &Stated::new(book).closing)
}

/// The one stated value that is not itself among the rows.
fn outside(book: &Reading, chain: &Chain, amounts: &[usize]) -> Option<usize> {
    only(book, &apart(book, chain, amounts))
}

fn apart(book: &Reading, chain: &Chain, amounts: &[usize]) -> Vec<usize> {
    let within = |amount: &usize| {
        let line = book.amounts.get(*amount).map(|a| a.line);
        let rows = chain.rows.iter().filter_map(|&row| book.grid.rows.get(row));
        rows.into_iter().any(|row| Some(row.line) == line)
    };
    amounts.iter().copied().filter(|a| !within(a)).collect()
}

fn link(book: &Reading, stated: usize, row: usize, moves: &[(usize, i8)], summary: &mut Summary) {
    let moved: Decimal = moves
        .iter()
        .map(|&(a, sign)| book.value(a).scaled(sign.into()))
        .sum();
    if book.value(stated) == book.value(row) {
        summary.copies.push(vec![stated, row]);
        return;
    }
    let mut terms = vec![(row, 1), (stated, -1)];
    terms.extend(moves.iter().map(|&(amount, sign)| (amount, -sign)));
    let fits = book.value(row) - moved == book.value(stated);
    // Printed without sign in the summary, with one in the rows, or the other way round.
    let only_sign_differs = book.value(stated) == -book.value(row);
    if fits || !only_sign_differs {
        summary.equations.push(Equation::sum(
            Kind::OpeningPlusMovements,
            terms,
            Ground::Label,
        ));
    }
}

/// Stated totals against the rows that raise and lower the balance.
fn money_in_and_out(book: &Reading, stated: &Stated, chain: &Chain, summary: &mut Summary) {
    let mut moves = chain.moves.clone();
    moves.extend(chain.earliest_moves.iter().copied());
    let rises =
        |(amount, sign): &(usize, i8)| !book.value(*amount).scaled((*sign).into()).is_negative();
    let (up, down): (Vec<_>, Vec<_>) = moves.into_iter().partition(rises);
    let credits = only(book, &stated.credits);
    let debits = only(book, &stated.debits);
    let size = |moves: &[(usize, i8)]| -> Decimal {
        let sum: Decimal = moves
            .iter()
            .map(|&(a, sign)| book.value(a).scaled(sign.into()))
            .sum();
        sum.abs()
    };
    // On a card statement what lowers the balance is the credit.
    let swapped = credits.is_some_and(|c| book.value(c).abs() == size(&down))
        || debits.is_some_and(|d| book.value(d).abs() == size(&up));
    let (credit_moves, debit_moves) = if swapped { (down, up) } else { (up, down) };
    for (total, moves) in [(credits, credit_moves), (debits, debit_moves)] {
        let Some(total) = total.filter(|_| moves.len() > 1) else {
            continue;
        };
        let negative = book.value(total).is_negative();
        let sum: Decimal = moves
            .iter()
            .map(|&(a, sign)| book.value(a).scaled(sign.into()))
            .sum();
        let factor: i8 = if sum.is_negative() == negative { -1 } else { 1 };
        let mut terms = vec![(total, 1)];
        terms.extend(moves.iter().map(|&(amount, sign)| (amount, sign * factor)));
        summary
            .equations
            .push(Equation::sum(Kind::PeriodTotals, terms, Ground::Label));
    }
}

/// The last of several totals of parts of a list: of its weeks, say.
fn is_subtotal(book: &Reading, cells: &[usize], cell: usize) -> bool {
    let role = book.role(cell);
    role == Some(Role::Net)
        && cells
            .iter()
            .any(|&other| other != cell && book.role(other) == role)
}

/// Totals that stand under the columns the balance moves by, on whatever page.
fn column_totals(book: &Reading, chain: &Chain, summary: &mut Summary) {
    let last = chain
        .rows
        .last()
        .and_then(|&row| book.grid.rows.get(row))
        .map(|row| row.line);
    for &column in &chain.movers {
        let Some(cells) = book.grid.columns.get(column).map(|column| &column.cells) else {
            continue;
        };
        let mut entries: Vec<usize> = chain
            .moves
            .iter()
            .chain(&chain.earliest_moves)
            .map(|(a, _)| *a)
            .collect();
        entries.retain(|amount| cells.contains(amount));
        let total = cells.iter().copied().find(|&cell| {
            let below = book.amounts.get(cell).map(|a| a.line) > last;
            below && sums_up(&fold(book.labels.row(cell))) && !is_subtotal(book, cells, cell)
        });
        if let Some(total) = total.filter(|_| !entries.is_empty()) {
            let mut terms = vec![(total, 1)];
            terms.extend(entries.into_iter().map(|amount| (amount, -1)));
            summary
                .equations
                .push(Equation::sum(Kind::PeriodTotals, terms, Ground::Label));
        }
    }
}
