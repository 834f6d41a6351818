//! Running balances: which column is the balance, and which ones move it, is decided by the arithmetic itself.

use super::amounts::Nature;
use super::columns::Row;
use super::decimal::Decimal;
use super::equations::{Equation, Ground};
use super::finding::Kind;
use super::limits::MAX_TABLE_ROWS;
use super::reading::Reading;
use super::roles::Role;

/// Steps that must hold before a table counts as a running balance.
const LEAST_HELD: usize = 3;
/// Running balances looked for: one an account.
const MOST_CHAINS: usize = 4;

/// How a table is to be read.
#[derive(Debug, Clone, PartialEq)]
struct Plan {
    balance: usize,
    /// Columns that move the balance, each with its sign.
    movers: Vec<(usize, i8)>,
    newest_first: bool,
    /// The movement column prints no signs: each step takes the one that fits.
    unsigned: bool,
}

/// From one printed balance to the next in time.
#[derive(Debug, Clone)]
struct Step {
    before: usize,
    after: usize,
    /// What moved in between, with the sign it has in the sum.
    moves: Vec<(usize, i8)>,
    /// Rows of the grid, top to bottom.
    first_row: usize,
    last_row: usize,
}

/// A running balance found in the document.
#[derive(Debug, Clone)]
pub struct Chain {
    pub equations: Vec<Equation>,
    /// Balance of the earliest row, and what moved in that row itself.
    pub earliest: usize,
    pub earliest_moves: Vec<(usize, i8)>,
    pub latest: usize,
    /// All movements of the steps, with the sign they enter the balance with.
    pub moves: Vec<(usize, i8)>,
    /// Rows of the grid, top to bottom.
    pub rows: Vec<usize>,
    /// Columns that move the balance.
    pub movers: Vec<usize>,
    /// No step between the ends was left out.
    pub unbroken: bool,
    /// `earliest_moves` are known to be complete.
    pub opens_clearly: bool,
}

/// All running balances, the longest first.
pub fn find(book: &Reading) -> Vec<Chain> {
    let mut used = vec![false; book.grid.rows.len()];
    let mut chains = Vec::new();
    while chains.len() < MOST_CHAINS {
        let Some(chain) = best_plan(book, &used).and_then(|plan| build(book, &plan, &used)) else {
            break;
        };
        let (top, bottom) = (chain.rows.first(), chain.rows.last());
        if let (Some(&top), Some(&bottom)) = (top, bottom) {
            used.iter_mut()
                .take(bottom + 1)
                .skip(top)
                .for_each(|row| *row = true);
        }
        chains.push(chain);
    }
    chains
}

/// The reading under which most steps hold; of equals the one with the fewest columns.
fn best_plan(book: &Reading, used: &[bool]) -> Option<Plan> {
    let mut best: Option<((usize, bool, usize), Plan)> = None;
    for balance in 0..book.grid.columns.len() {
        if !could_be_balance(book, balance) {
            continue;
        }
        for newest_first in [false, true] {
            for plan in plans(book, used, balance, newest_first) {
                let (held, failed) = score(book, &plan, used);
                // A column that prints signs explains more than one whose signs are guessed.
                let rank = (held, !plan.unsigned, usize::MAX - failed);
                let known = held >= LEAST_HELD && failed <= (held / 4).max(2);
                if known && best.as_ref().is_none_or(|(top, _)| rank > *top) {
                    best = Some((rank, plan));
                }
            }
        }
    }
    best.map(|(_, plan)| plan)
}

fn could_be_balance(book: &Reading, column: usize) -> bool {
    let Some(column) = book.grid.columns.get(column) else {
        return false;
    };
    let amounts = column
        .cells
        .iter()
        .filter_map(|&cell| book.amounts.get(cell));
    let money = amounts
        .filter(|amount| amount.nature == Nature::Money)
        .count();
    money > LEAST_HELD && money * 2 > column.cells.len()
}

/// Readings worth a try: a column that alone explains some step, with any second column or none.
fn plans(book: &Reading, used: &[bool], balance: usize, newest_first: bool) -> Vec<Plan> {
    let columns = book.grid.columns.len();
    let plan = |movers: Vec<(usize, i8)>, unsigned| Plan {
        balance,
        movers,
        newest_first,
        unsigned,
    };
    let alone: Vec<usize> = (0..columns)
        .filter(|&column| column != balance)
        .filter(|&column| {
            [1, -1]
                .into_iter()
                .any(|sign| score(book, &plan(vec![(column, sign)], false), used).0 > 0)
        })
        .collect();
    let mut plans = Vec::new();
    for &column in &alone {
        plans.push(plan(vec![(column, 1)], false));
        plans.push(plan(vec![(column, -1)], false));
        plans.push(plan(vec![(column, 1)], true));
    }
    for &first in &alone {
        for second in (0..columns).filter(|&c| c != balance && c != first) {
            if alone.contains(&second) && second < first {
                continue;
            }
            for (a, b) in [(1, -1), (-1, 1), (1, 1), (-1, -1)] {
                plans.push(plan(vec![(first, a), (second, b)], false));
            }
        }
    }
    plans
}

/// Steps that hold and move something, and steps that fail without an excuse. Movements that are all the same prove
/// nothing: any list of equal steps is a running balance.
fn score(book: &Reading, plan: &Plan, used: &[bool]) -> (usize, usize) {
    let (mut held, mut failed) = (0, 0);
    let mut sizes: Vec<Decimal> = Vec::new();
    for step in steps(book, plan, used) {
        if step.moves.is_empty() {
            continue;
        }
        let change = book.value(step.after) - book.value(step.before);
        if residual(book, &step).is_zero() {
            held += usize::from(!change.is_zero());
            if sizes.len() < LEAST_HELD && !sizes.contains(&change.abs()) {
                sizes.push(change.abs());
            }
        } else if !turns_page(book, &step)
            && !is_seam(book, plan, &step)
            && lenient(book, plan, &step).is_none()
        {
            failed += 1;
        }
    }
    let varied = held < LEAST_HELD || sizes.len() >= LEAST_HELD.min(held - 1);
    if varied { (held, failed) } else { (0, failed) }
}

fn residual(book: &Reading, step: &Step) -> Decimal {
    let moved: Decimal = step
        .moves
        .iter()
        .map(|&(amount, sign)| book.value(amount).scaled(sign.into()))
        .sum();
    book.value(step.after) - book.value(step.before) - moved
}

/// The steps of a table under one reading, top to bottom.
fn steps(book: &Reading, plan: &Plan, used: &[bool]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    let mut pending: Vec<(usize, i8)> = Vec::new();
    for (index, row) in book.grid.rows.iter().enumerate().take(MAX_TABLE_ROWS) {
        if used.get(index).copied().unwrap_or(false) {
            last = None;
            pending.clear();
            continue;
        }
        let balance = row.cell(plan.balance);
        // Oldest first, a row's movement leads to its balance; newest first, it leads away from the balance below.
        if !plan.newest_first {
            push_moves(book, plan, row, &mut pending);
        }
        if let Some(balance) = balance {
            if let Some((upper, upper_row)) = last {
                let mut step = Step {
                    before: if plan.newest_first { balance } else { upper },
                    after: if plan.newest_first { upper } else { balance },
                    moves: std::mem::take(&mut pending),
                    first_row: upper_row,
                    last_row: index,
                };
                if plan.unsigned {
                    fit_sign(book, &mut step);
                }
                steps.push(step);
            }
            pending.clear();
            last = Some((balance, index));
        }
        if plan.newest_first {
            push_moves(book, plan, row, &mut pending);
        }
    }
    steps
}

/// Movements of a row; none on rows that only carry a balance or sum up.
fn push_moves(book: &Reading, plan: &Plan, row: &Row, moves: &mut Vec<(usize, i8)>) {
    if row
        .cells
        .iter()
        .any(|(_, amount)| is_statement_line(book, *amount))
    {
        return;
    }
    for &(column, sign) in &plan.movers {
        if let Some(amount) = row.cell(column) {
            moves.push((amount, sign));
        }
    }
}

fn is_statement_line(book: &Reading, amount: usize) -> bool {
    matches!(
        book.role(amount),
        Some(Role::Forward | Role::Opening | Role::Closing | Role::CreditTotal | Role::DebitTotal)
    )
}

/// Gives a lone unsigned movement the sign of the balance's change.
fn fit_sign(book: &Reading, step: &mut Step) {
    let falls = (book.value(step.after) - book.value(step.before)).is_negative();
    if let [(amount, sign)] = step.moves.as_mut_slice() {
        *sign = if falls != book.value(*amount).is_negative() {
            -1
        } else {
            1
        };
    }
}

/// A step that may fail for other reasons than an edit: a page or account boundary, a row that could not be read, a
/// row unlike the others.
fn is_seam(book: &Reading, plan: &Plan, step: &Step) -> bool {
    let rows = book
        .grid
        .rows
        .get(step.first_row..=step.last_row)
        .unwrap_or_default();
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return true;
    };
    if step.moves.is_empty() || (plan.unsigned && step.moves.len() > 1) {
        return true;
    }
    let later = if plan.newest_first { first } else { last };
    if later
        .cells
        .iter()
        .any(|(_, amount)| is_statement_line(book, *amount))
    {
        return true;
    }
    // What a new list begins with: nothing before its first entry.
    if residual(book, step) == -book.value(step.before) {
        return true;
    }
    if first.page == last.page && is_headed(book, plan, first.line, last.line) {
        return true;
    }
    let mut columns = vec![plan.balance];
    columns.extend(plan.movers.iter().map(|(column, _)| *column));
    book.is_unclear(first.line..=last.line, &columns)
}

fn turns_page(book: &Reading, step: &Step) -> bool {
    let page = |row: usize| book.grid.rows.get(row).map(|row| row.page);
    page(step.first_row) != page(step.last_row)
}

/// Whether words stand in the balance column between two rows: the head of another table.
fn is_headed(book: &Reading, plan: &Plan, above: usize, below: usize) -> bool {
    let Some(column) = book.grid.columns.get(plan.balance) else {
        return false;
    };
    (above + 1..below).any(|line| {
        book.sheet.tokens_of(line).iter().any(|token| {
            let over = token.area[0] < column.x1 && column.x0 < token.area[2];
            over && token
                .text
                .chars()
                .filter(|c| c.is_alphabetic())
                .nth(2)
                .is_some()
        })
    })
}

/// The step without one of its movements, or with one more number of its rows, if it holds so: an information line
/// among the rows, or a lone entry that makes no column.
fn lenient(book: &Reading, plan: &Plan, step: &Step) -> Option<Step> {
    let missing = residual(book, step);
    if step.moves.len() >= 2 {
        let spare = step
            .moves
            .iter()
            .take(40)
            .position(|&(amount, sign)| book.value(amount).scaled((-sign).into()) == missing);
        if let Some(spare) = spare {
            let mut fewer = step.clone();
            fewer.moves.remove(spare);
            return Some(fewer);
        }
    }
    let known: Vec<usize> = step.moves.iter().map(|(amount, _)| *amount).collect();
    own_amounts(book, plan, step)
        .filter(|amount| !known.contains(amount) && *amount != step.before && *amount != step.after)
        .find(|&amount| book.value(amount).abs() == missing.abs() && !missing.is_zero())
        .map(|amount| {
            let sign = if book.value(amount) == missing { 1 } else { -1 };
            let mut more = step.clone();
            more.moves.push((amount, sign));
            more
        })
}

/// Numbers on the lines whose movements a step is over.
fn own_amounts<'a>(
    book: &'a Reading,
    plan: &Plan,
    step: &Step,
) -> impl Iterator<Item = usize> + use<'a> {
    let line = |row: usize| book.grid.rows.get(row).map_or(0, |row| row.line);
    let (mut first, mut last) = (line(step.first_row), line(step.last_row));
    if plan.newest_first {
        last = last.saturating_sub(1);
    } else {
        first += 1;
    }
    let start = book.amounts.partition_point(|a| a.line < first);
    let within = book.amounts.iter().enumerate().skip(start);
    within
        .take_while(move |(_, a)| a.line <= last)
        .take(80)
        .map(|(index, _)| index)
}

fn build(book: &Reading, plan: &Plan, used: &[bool]) -> Option<Chain> {
    let mut steps = steps(book, plan, used);
    if plan.unsigned {
        agree_signs(book, &mut steps);
    }
    let (held, _) = score(book, plan, used);
    let holding: Vec<bool> = steps
        .iter()
        .map(|step| !step.moves.is_empty() && residual(book, step).is_zero())
        .collect();
    let first = holding.iter().position(|&holds| holds)?;
    let last = holding.iter().rposition(|&holds| holds)?;
    let joins = |(step, holds): (&Step, &bool)| *holds && turns_page(book, step);
    let pages_join = steps.iter().zip(&holding).any(joins);
    let dated = mostly_dated(book, steps.get(first..=last)?);
    let mut chain = Chain {
        equations: Vec::new(),
        earliest: 0,
        earliest_moves: Vec::new(),
        latest: 0,
        moves: Vec::new(),
        rows: Vec::new(),
        movers: plan.movers.iter().map(|(column, _)| *column).collect(),
        unbroken: true,
        opens_clearly: true,
    };
    for (index, step) in steps.iter().enumerate() {
        // One row beyond the ends: its own balance may be the altered value. Two, if one balance explains both.
        let pair = |a: usize, b: usize| {
            let sum = [a, b].map(|i| steps.get(i).map_or(Decimal::ZERO, |s| residual(book, s)));
            sum.iter().copied().sum::<Decimal>().is_zero()
        };
        let above = index + 1 >= first || (index + 2 == first && pair(index, index + 1));
        let below = index <= last + 1 || (index == last + 2 && pair(index - 1, index));
        if !above || !below {
            continue;
        }
        let inside = (first..=last).contains(&index);
        let holds = residual(book, step).is_zero();
        let step = if holds {
            None
        } else {
            lenient(book, plan, step)
        }
        .unwrap_or(step.clone());
        let fails = !residual(book, &step).is_zero();
        // Beyond the ends only a date tells an entry from a summary.
        let stranger = if inside { dated } else { true } && !row_is_dated(book, plan, &step);
        if fails && (is_seam(book, plan, &step) || stranger) || (!inside && step.moves.is_empty()) {
            chain.unbroken &= !inside;
            continue;
        }
        chain.rows.extend(step.first_row..=step.last_row);
        chain.moves.extend(step.moves.iter().copied());
        let mut terms = vec![(step.after, 1), (step.before, -1)];
        terms.extend(step.moves.iter().map(|&(amount, sign)| (amount, -sign)));
        // Rows may be lost at the foot of a page, unless other pages show that the list goes on unbroken.
        let ground = if turns_page(book, &step) && !pages_join {
            Ground::Label
        } else {
            Ground::Pattern { peers: held }
        };
        chain
            .equations
            .push(Equation::sum(Kind::RunningBalance, terms, ground));
    }
    chain.rows.sort_unstable();
    chain.rows.dedup();
    place_ends(book, plan, chain)
}

fn place_ends(book: &Reading, plan: &Plan, mut chain: Chain) -> Option<Chain> {
    let (top, bottom) = (*chain.rows.first()?, *chain.rows.last()?);
    let (earliest, latest) = if plan.newest_first {
        (bottom, top)
    } else {
        (top, bottom)
    };
    let balance = |row: usize| {
        book.grid
            .rows
            .get(row)
            .and_then(|row| row.cell(plan.balance))
    };
    chain.earliest = balance(earliest)?;
    chain.latest = balance(latest)?;
    open_chain(book, plan, earliest, &mut chain);
    Some(chain)
}

/// Movements that lead to the earliest balance: of its row, and of rows of the same day that print none.
fn open_chain(book: &Reading, plan: &Plan, earliest: usize, chain: &mut Chain) {
    let mut at = earliest;
    while let Some(row) = book.grid.rows.get(at) {
        let before = chain.earliest_moves.len();
        push_moves(book, plan, row, &mut chain.earliest_moves);
        if chain.earliest_moves.len() == before {
            break;
        }
        let next = if plan.newest_first {
            at.checked_add(1)
        } else {
            at.checked_sub(1)
        };
        let joins = next
            .and_then(|next| book.grid.rows.get(next))
            .is_some_and(|next| {
                next.page == row.page
                    && next.line.abs_diff(row.line) <= 4
                    && next.cell(plan.balance).is_none()
            });
        match next {
            Some(next) if joins => at = next,
            _ => break,
        }
    }
    chain.opens_clearly = !plan.unsigned || chain.earliest_moves.is_empty();
}

/// Two neighbouring steps that fail share a balance: whichever signs bridge it are the signs of their movements.
fn agree_signs(book: &Reading, steps: &mut [Step]) {
    for index in 1..steps.len() {
        let Some([first, second]) = steps.get_mut(index - 1..=index) else {
            continue;
        };
        if residual(book, first).is_zero() || residual(book, second).is_zero() {
            continue;
        }
        let (upper, lower) = if first.after == second.before {
            (first, second)
        } else {
            (second, first)
        };
        let ([(a, a_sign)], [(b, b_sign)]) =
            (upper.moves.as_mut_slice(), lower.moves.as_mut_slice())
        else {
            continue;
        };
        let change = book.value(lower.after) - book.value(upper.before);
        let bridges = |(x, y): &(i8, i8)| {
            change == book.value(*a).scaled((*x).into()) + book.value(*b).scaled((*y).into())
        };
        let mut signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
            .into_iter()
            .filter(bridges);
        if let (Some((x, y)), None) = (signs.next(), signs.next()) {
            (*a_sign, *b_sign) = (x, y);
        }
    }
}

/// Nine of ten rows begin with a date: a row without one is no entry.
fn mostly_dated(book: &Reading, steps: &[Step]) -> bool {
    let rows = steps.iter().map(|step| step.last_row);
    let dated = rows.filter(|&row| book.is_dated(row)).count();
    dated * 10 >= steps.len() * 9
}

fn row_is_dated(book: &Reading, plan: &Plan, step: &Step) -> bool {
    let row = if plan.newest_first {
        step.first_row
    } else {
        step.last_row
    };
    book.is_dated(row)
}
