//! What stands above a total in a column, as far as it can be what the total is over.

use crate::limits::MAX_TERMS;
use crate::numbers::{Amount, Decimal, Nature};
use crate::reading::Reading;
use crate::words::roles::{Role, sums_up};
use crate::words::{fold, has_letters};

/// Lines without a number of the column that end the run of rows a total is over.
const BREAK_LINES: usize = 6;

/// Numbers above a total that it may be the difference of: 256 choices of signs.
const DIFFERENCE: usize = 8;

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

/// Where the labels of an amount put it.
pub fn stand(book: &Reading, index: usize) -> Stand {
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
        amount.map(|a| {
            let decimals = a.places > 0 || book.notation.is_whole();
            (a.places, decimals && a.nature == Nature::Money)
        })
    };
    let total = book.role(run.total);
    // Of deductions, taxes are the entries, and of a net pay where they are printed as what they take away.
    let taxes = |amount: usize| {
        total == Some(Role::Deductions)
            || (total == Some(Role::NetPay) && book.value(amount).is_negative())
    };
    let entry = |amount: usize| {
        of(labels, amount) == Stand::Entry
            || (taxes(amount) && book.role(amount) == Some(Role::Tax))
    };
    let moves = |amount: usize| {
        matches!(
            book.role(amount),
            Some(Role::Charge | Role::Discount | Role::Rounding)
        )
    };
    // The foot stands below all entries: a city tax with further rows beneath it is a row. Terms are listed upwards.
    let foot = run.terms.iter().take_while(|term| !entry(**term)).count();
    let rows = run.terms.get(foot..).unwrap_or_default();
    let row = |amount: usize| {
        let same = |other: &usize| book.role(*other) == book.role(amount);
        of(labels, amount) == Stand::Foot && rows.iter().any(same)
    };
    of(labels, run.total) == Stand::Sum
        && run.terms.iter().all(|&term| {
            (entry(term) || moves(term) || row(term)) && places(term) == places(run.total)
        })
        && run.terms.iter().any(|&term| entry(term))
        && !is_difference(book, run)
}

/// Whether a total is what stands above it in its column, some of it taken away: a net pay under gross and deductions.
fn is_difference(book: &Reading, run: &Run) -> bool {
    let Some(column) = book.grid.columns.get(run.column) else {
        return false;
    };
    let at = column.cells.partition_point(|cell| *cell < run.total);
    let above = column.cells.get(..at).unwrap_or_default().iter().rev();
    // All sums of the nearest cells with either sign; the furthest is what the others are taken from.
    let mut reached = vec![Decimal::ZERO];
    for &cell in above.take(DIFFERENCE) {
        let value = book.value(cell);
        let wanted = book.value(run.total) - value;
        if reached.len() > 1 && reached.contains(&wanted) {
            return true;
        }
        let more: Vec<Decimal> = reached
            .iter()
            .flat_map(|sum| [*sum + value, *sum - value])
            .collect();
        reached = more;
    }
    false
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
    let target = book
        .amounts
        .get(total)
        .filter(|target| can_be_sum(book, total, target))?;
    let mut walk = Walk {
        book,
        labels,
        column,
        total,
        target,
        own: book.grid.column_of.get(total).copied().flatten() == Some(column),
        cells,
        sum: Decimal::ZERO,
        terms: Vec::new(),
        below: target.line,
        first_run: None,
        carried: None,
        continued: None,
        sections: Vec::new(),
    };
    for &cell in cells.get(..at)?.iter().rev().take(MAX_TERMS) {
        match walk.take(cell, book.amounts.get(cell)?) {
            Step::On => {}
            Step::End => break,
            Step::Sum => return Some(walk.run(true)),
            Step::NoSum => return None,
        }
    }
    walk.found()
}

/// A balance is not the sum of what stands above it.
fn can_be_sum(book: &Reading, total: usize, target: &Amount) -> bool {
    let balance = matches!(
        book.role(total),
        Some(Role::Opening | Role::Closing | Role::Balance | Role::Forward)
    );
    !balance && target.nature == Nature::Money && !target.value.is_zero()
}

/// A column walked upwards from a total.
struct Walk<'b> {
    book: &'b Reading,
    labels: &'b [Stand],
    column: usize,
    total: usize,
    target: &'b Amount,
    /// The column is the total's own.
    own: bool,
    cells: &'b [usize],
    sum: Decimal,
    terms: Vec<usize>,
    /// The line last seen.
    below: usize,
    /// Terms before the first boundary.
    first_run: Option<usize>,
    /// The earlier total at that boundary, and the sum with it where that holds.
    carried: Option<usize>,
    continued: Option<Run>,
    /// Terms before the head of each section.
    sections: Vec<usize>,
}

/// What one number more comes to.
enum Step {
    On,
    End,
    /// The terms so far make the total.
    Sum,
    NoSum,
}

impl Walk<'_> {
    fn take(&mut self, cell: usize, amount: &Amount) -> Step {
        let whole = self.sum == self.target.value;
        if self.is_boundary(cell, amount) && !self.terms.is_empty() {
            self.note_boundary(cell, amount);
            if whole {
                return Step::Sum;
            }
            // Beyond another total the sum may go on; nothing else is passed over.
            if self.below - amount.line > BREAK_LINES * 3 {
                return Step::End;
            }
        }
        // The head of a section ends what its total is over.
        if self.below > amount.line + 1 && self.terms.len() > 1 {
            self.sections.push(self.terms.len());
            if whole {
                return Step::Sum;
            }
        }
        self.below = amount.line;
        if !self.is_term(cell, amount) {
            return Step::On;
        }
        let currencies = amount.currency.zip(self.target.currency);
        if currencies.is_some_and(|(own, wanted)| own != wanted) {
            return Step::NoSum;
        }
        self.sum = self.sum + amount.value;
        self.terms.push(cell);
        Step::On
    }

    fn is_boundary(&self, cell: usize, amount: &Amount) -> bool {
        self.below - amount.line > BREAK_LINES
            || of(self.labels, cell) == Stand::Sum
            || amount.page != page_of(self.book, self.below)
            || (!self.own && is_total_between(self.book, self.labels, amount.line, self.below))
    }

    /// The first boundary ends the run; a total there may be what the terms are added to.
    fn note_boundary(&mut self, cell: usize, amount: &Amount) {
        if self.first_run.is_some() {
            return;
        }
        self.first_run = Some(self.terms.len());
        // Taxes and payments are told by the foot of an invoice.
        let told = |term: &usize| matches!(self.book.role(*term), Some(Role::Tax | Role::Paid));
        let listed = !self.terms.iter().any(told);
        if self.own && listed && of(self.labels, cell) == Stand::Sum {
            self.carried = Some(cell);
            let continues = self.sum + amount.value == self.target.value;
            self.continued = continues.then(|| self.run(true).from(cell));
        }
    }

    fn is_term(&self, cell: usize, amount: &Amount) -> bool {
        // A whole number that no money stands above and below is that of a page.
        let lone = amount.nature == Nature::Plain
            && !amount.value.is_zero()
            && !self.book.is_enclosed(self.cells, cell);
        of(self.labels, cell) != Stand::Sum && amount.nature != Nature::Percent && !lone
    }

    fn run(&self, holds: bool) -> Run {
        run(self.column, self.total, self.terms.clone(), holds)
    }

    fn found(mut self) -> Option<Run> {
        let holds = self.sum == self.target.value;
        if !holds {
            self.terms
                .truncate(self.first_run.unwrap_or(self.terms.len()));
        }
        let found = (!self.terms.is_empty()).then(|| self.run(holds))?;
        // The entries themselves tell more than the total that some of them make.
        if self.continued.is_some() && !holds {
            return self.continued;
        }
        let one_digit = !holds && !is_one_digit_off(self.book, &found);
        let other =
            one_digit.then(|| one_digit_off(self.book, &found, self.carried, &self.sections));
        Some(other.flatten().unwrap_or(found))
    }
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
