//! Totals under columns: a labelled number that is the sum of the numbers above it.

use super::amounts::Nature;
use super::chain::Chain;
use super::columns::Row;
use super::decimal::Decimal;
use super::equations::{Equation, Ground};
use super::finding::Kind;
use super::folding::fold;
use super::labels::has_letters;
use super::limits::MAX_TERMS;
use super::reading::Reading;
use super::roles::{Role, sums_up};
use super::rows::Relation;
use super::totals_apart;

/// Lines without a number of the column that end the run of rows a total is over.
const BREAK_LINES: usize = 6;
/// What a total confirmed by the column beside it counts, in rows of a pattern.
const CONFIRMED: usize = 4;
/// Totals looked at.
const MOST_TOTALS: usize = 400;

/// Sums over columns. `relations` tell which columns may be added up, and which numbers are known to be line amounts.
pub fn find(book: &Reading, relations: &[Relation], chains: &[Chain]) -> Vec<Equation> {
    let lines: Vec<usize> = relations.iter().flat_map(|r| r.results.clone()).collect();
    let labels: Vec<Stand> = (0..book.amounts.len())
        .map(|index| stand(book, index))
        .collect();
    let totals = |row: &&Row| {
        row.cells
            .iter()
            .any(|(_, cell)| of(&labels, *cell) != Stand::Entry)
    };
    let rows: Vec<Vec<Run>> = book
        .grid
        .rows
        .iter()
        .filter(totals)
        .take(MOST_TOTALS)
        .map(|row| {
            let cells = row
                .cells
                .iter()
                .filter(|(_, cell)| of(&labels, *cell) != Stand::Entry);
            cells
                .filter_map(|&(column, total)| run_above(book, &labels, column, total))
                .collect()
        })
        .collect();
    // A column adds up if it does under some total.
    let adds_up = rows
        .iter()
        .flatten()
        .filter(|run| run.holds)
        .map(|run| run.column);
    let mut known: Vec<usize> = adds_up.collect();
    known.extend(relations.iter().flat_map(|r| r.additive.iter().copied()));
    known.extend(chains.iter().flat_map(|chain| chain.movers.iter().copied()));
    let mut equations = Vec::new();
    for runs in rows {
        let confirmed = runs
            .iter()
            .filter(|run| run.holds && run.terms.len() > 2)
            .max_by_key(|run| run.terms.len());
        let top = confirmed
            .and_then(|run| run.terms.last())
            .and_then(|&term| book.amounts.get(term))
            .map(|a| a.line);
        for run in &runs {
            let claim = match top {
                _ if run.terms.len() == 1
                    && run.carried.is_none()
                    && !matches!(
                        book.role(run.total),
                        Some(Role::GrossPay | Role::Deductions)
                    )
                    && !run.terms.iter().all(|t| lines.contains(t))
                    && (run.holds || top.is_none()) =>
                {
                    None
                }
                Some(top) if !run.holds => same_rows(book, &labels, run, top, &known),
                _ if run.holds || could_fail(book, &labels, run) => {
                    Some((run.equation_terms(), Ground::Label))
                }
                _ => None,
            };
            let Some((terms, ground)) = claim else {
                continue;
            };
            let rounding = rounding(book, run.total, terms.len() - 1);
            equations.push(Equation::sum(Kind::Total, terms, ground).within(rounding));
        }
    }
    totals_apart::find(book, &labels, relations, &mut equations);
    equations
}

/// A total that fails beside one that holds claims the same rows. In a column that adds up elsewhere that is a
/// pattern; in another it may be an average or a price.
fn same_rows(
    book: &Reading,
    labels: &[Stand],
    run: &Run,
    top: usize,
    known: &[usize],
) -> Option<(Vec<(usize, i8)>, Ground)> {
    let cells = &book.grid.columns.get(run.column)?.cells;
    let total = book.amounts.get(run.total)?;
    let within = |cell: &usize| {
        book.amounts.get(*cell).is_some_and(|a| {
            (top..total.line).contains(&a.line)
                && a.nature == Nature::Money
                && a.places == total.places
        })
    };
    let rows = |cell: &usize| within(cell) && of(labels, *cell) != Stand::Sum;
    let entries: Vec<usize> = cells.iter().copied().filter(rows).take(MAX_TERMS).collect();
    if entries.is_empty() || of(labels, run.total) != Stand::Sum {
        return None;
    }
    let ground = if known.contains(&run.column) {
        Ground::Pattern {
            peers: entries.len().max(CONFIRMED),
        }
    } else {
        Ground::Label
    };
    let mut terms = vec![(run.total, 1)];
    terms.extend(entries.iter().map(|&entry| (entry, -1)));
    Some((terms, ground))
}

/// Numbers rounded one by one add up to their rounded sum only within half a last place each.
pub fn rounding(book: &Reading, total: usize, entries: usize) -> Decimal {
    let places = book.amounts.get(total).map_or(2, |a| a.places);
    let halves = i64::try_from(entries.div_ceil(2)).unwrap_or(i64::MAX);
    Decimal::last_place(places).scaled(halves.min(50))
}

/// Where an amount stands in the order of sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// One of the numbers that are added up.
    Entry,
    /// A tax, charge or payment below the entries.
    Foot,
    /// A sum of others.
    Sum,
}

fn stand(book: &Reading, index: usize) -> Stand {
    match book.role(index) {
        Some(Role::Tax | Role::Paid | Role::Charge | Role::Discount | Role::Rounding) => {
            Stand::Foot
        }
        Some(_) => Stand::Sum,
        None => {
            let near = book.labels.near(index);
            let words = if has_letters(near) {
                near
            } else {
                book.labels.row(index)
            };
            if sums_up(&fold(words)) {
                Stand::Sum
            } else {
                Stand::Entry
            }
        }
    }
}

pub fn of(labels: &[Stand], amount: usize) -> Stand {
    labels.get(amount).copied().unwrap_or(Stand::Entry)
}

/// A sum that does not hold is a claim only over entries of money and what lessens or raises them, under a label of a
/// sum. Of deductions, taxes are the entries.
pub fn could_fail(book: &Reading, labels: &[Stand], run: &Run) -> bool {
    // A small number among whole ones looks like none of money.
    let places = |amount: usize| {
        let amount = book.amounts.get(amount);
        amount.map(|a| (a.places, a.places > 0 && a.nature == Nature::Money))
    };
    let deductions = book.role(run.total) == Some(Role::Deductions);
    let entry = |amount: usize| {
        of(labels, amount) == Stand::Entry || (deductions && book.role(amount) == Some(Role::Tax))
    };
    let moves = |amount: usize| {
        matches!(
            book.role(amount),
            Some(Role::Charge | Role::Discount | Role::Rounding)
        )
    };
    of(labels, run.total) == Stand::Sum
        && run
            .terms
            .iter()
            .all(|&term| (entry(term) || moves(term)) && places(term) == places(run.total))
        && run.terms.iter().any(|&term| entry(term))
}

/// A total and the numbers above it.
pub struct Run {
    pub column: usize,
    pub total: usize,
    pub terms: Vec<usize>,
    /// An earlier total that the entries are added to.
    pub carried: Option<usize>,
    pub holds: bool,
}

/// What stands above a total in one column, its own or another; `None` when that can be no sum.
pub fn run_above(book: &Reading, labels: &[Stand], column: usize, total: usize) -> Option<Run> {
    let cells = &book.grid.columns.get(column)?.cells;
    let at = cells.partition_point(|cell| *cell < total);
    let target = book.amounts.get(total)?;
    // A balance is not the sum of what stands above it.
    if matches!(
        book.role(total),
        Some(Role::Opening | Role::Closing | Role::Balance | Role::Forward)
    ) {
        return None;
    }
    if target.nature != Nature::Money || target.value.is_zero() {
        return None;
    }
    let mut sum = Decimal::ZERO;
    let mut terms = Vec::new();
    let mut below = target.line;
    let mut first_run: Option<usize> = None;
    let mut carried: Option<usize> = None;
    let mut continued: Option<Run> = None;
    let mut sections: Vec<usize> = Vec::new();
    let own = book.grid.column_of.get(total).copied().flatten() == Some(column);
    for &cell in cells.get(..at)?.iter().rev().take(MAX_TERMS) {
        let amount = book.amounts.get(cell)?;
        let boundary = below - amount.line > BREAK_LINES
            || of(labels, cell) == Stand::Sum
            || amount.page != page_of(book, below)
            || (!own && is_total_between(book, labels, amount.line, below));
        if boundary && !terms.is_empty() {
            let first = first_run.is_none();
            first_run.get_or_insert(terms.len());
            if sum == target.value {
                return Some(run(column, total, terms, true));
            }
            // Taxes and payments are told by the foot of an invoice.
            let listed = terms
                .iter()
                .all(|&term| !matches!(book.role(term), Some(Role::Tax | Role::Paid)));
            if first && own && listed && of(labels, cell) == Stand::Sum {
                carried = Some(cell);
                let continues = sum + amount.value == target.value;
                continued = continues.then(|| run(column, total, terms.clone(), true).from(cell));
            }
            // Beyond another total the sum may go on; nothing else is passed over.
            if below - amount.line > BREAK_LINES * 3 {
                break;
            }
        }
        // The head of a section ends what its total is over.
        if below > amount.line + 1 && terms.len() > 1 {
            sections.push(terms.len());
            if sum == target.value {
                return Some(run(column, total, terms, true));
            }
        }
        below = amount.line;
        // A whole number that no money stands above and below is that of a page.
        let lone = amount.nature == Nature::Plain
            && !amount.value.is_zero()
            && !book.is_enclosed(cells, cell);
        if of(labels, cell) == Stand::Sum || amount.nature == Nature::Percent || lone {
            continue;
        }
        if amount.currency.is_some()
            && target.currency.is_some()
            && amount.currency != target.currency
        {
            return None;
        }
        sum = sum + amount.value;
        terms.push(cell);
    }
    let holds = sum == target.value;
    if !holds {
        terms.truncate(first_run.unwrap_or(terms.len()));
    }
    let found = (!terms.is_empty()).then(|| run(column, total, terms, holds))?;
    // The entries themselves tell more than the total that some of them make.
    if continued.is_some() && !holds {
        return continued;
    }
    let one_digit = !holds && !is_one_digit_off(book, &found);
    let other = one_digit.then(|| one_digit_off(book, &found, carried, &sections));
    Some(other.flatten().unwrap_or(found))
}

/// The entries added to an earlier total, or those of their section alone, where one digit of either is wrong.
fn one_digit_off(
    book: &Reading,
    all: &Run,
    carried: Option<usize>,
    sections: &[usize],
) -> Option<Run> {
    let with = |terms: Vec<usize>| run(all.column, all.total, terms, false);
    let added = carried.map(|earlier| with(all.terms.clone()).from(earlier));
    let section = |length: &usize| Some(with(all.terms.get(..*length)?.to_vec()));
    added
        .into_iter()
        .chain(sections.iter().filter_map(section))
        .find(|run| is_one_digit_off(book, run))
}

impl Run {
    fn from(self, earlier: usize) -> Run {
        Run {
            carried: Some(earlier),
            ..self
        }
    }

    /// The total, and all that it is the sum of.
    pub fn equation_terms(&self) -> Vec<(usize, i8)> {
        let parts = self.terms.iter().chain(&self.carried);
        let mut terms = vec![(self.total, 1)];
        terms.extend(parts.map(|&part| (part, -1)));
        terms
    }
}

/// Whether one digit of the total, or of one of its parts, would make the sum hold.
pub fn is_one_digit_off(book: &Reading, run: &Run) -> bool {
    let terms = run.equation_terms();
    let parts = terms.iter().skip(1).map(|(part, _)| *part);
    let sum: Decimal = parts.clone().map(|part| book.value(part)).sum();
    let off = book.value(run.total) - sum;
    // Numbers rounded one by one.
    let places = book.amounts.get(run.total).map_or(2, |a| a.places);
    if off.abs() <= Decimal::last_place(places).scaled(5) {
        return false;
    }
    let differs = |amount: usize, by: Decimal| {
        let amount = book.amounts.get(amount);
        amount.is_some_and(|a| a.nature == Nature::Money && a.differs_by_one_digit(a.value + by))
    };
    differs(run.total, Decimal::ZERO - off) || parts.into_iter().any(|part| differs(part, off))
}

/// Whether a line between two others holds a total, in whatever column.
fn is_total_between(book: &Reading, labels: &[Stand], above: usize, below: usize) -> bool {
    let start = book.amounts.partition_point(|a| a.line <= above);
    let lines = book.amounts.iter().enumerate().skip(start);
    lines
        .take_while(|(_, amount)| amount.line < below)
        .any(|(index, _)| of(labels, index) == Stand::Sum)
}

fn run(column: usize, total: usize, terms: Vec<usize>, holds: bool) -> Run {
    Run {
        column,
        total,
        terms,
        carried: None,
        holds,
    }
}

fn page_of(book: &Reading, line: usize) -> u32 {
    book.sheet.lines.get(line).map_or(0, |line| line.page)
}
