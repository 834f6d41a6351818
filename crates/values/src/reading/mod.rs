//! A document read once: lines, dates, numbers, columns and labels, for all checks to share.

mod bound;
mod cards;
mod columns;
pub mod labelled_dates;
mod labels;

pub use bound::documents;
pub use columns::Row;
pub use labels::{head_of, last_sentence, tidy};

use self::columns::Grid;
use self::labels::Labels;
use crate::dates::Dates;
use crate::layout::Sheet;
use crate::layout::Word;
use crate::numbers::{Amount, Decimal, Nature, Notation, amounts};
use crate::words::roles::Role;

/// Everything the checks read from.
#[derive(Debug)]
pub struct Reading {
    pub sheet: Sheet,
    pub dates: Dates,
    pub amounts: Vec<Amount>,
    pub notation: Notation,
    pub grid: Grid,
    pub labels: Labels,
    /// Per row of the grid: its line holds a date.
    dated: Vec<bool>,
    /// Lines with digits that are no readable number, and where those stand.
    unread: Vec<(usize, f64, f64)>,
}

impl Reading {
    pub fn new(words: &[Word]) -> Reading {
        let sheet = Sheet::new(words);
        let dates = Dates::find(&sheet);
        let (amounts, notation) = amounts::find(&sheet, &dates);
        let grid = Grid::new(&amounts);
        let labels = Labels::new(&sheet, &amounts);
        let dated = grid
            .rows
            .iter()
            .map(|row| {
                let tokens = sheet.lines.get(row.line).map(|line| line.tokens.clone());
                tokens.is_some_and(|mut tokens| tokens.any(|token| dates.is_taken(token)))
            })
            .collect();
        Reading {
            unread: unread(&sheet, &dates, &amounts),
            sheet,
            dates,
            amounts,
            notation,
            grid,
            labels,
            dated,
        }
    }

    pub fn value(&self, amount: usize) -> Decimal {
        self.amounts.get(amount).map_or(Decimal::ZERO, |a| a.value)
    }

    pub fn role(&self, amount: usize) -> Option<Role> {
        self.labels.role(amount)
    }

    pub fn is_dated(&self, row: usize) -> bool {
        self.dated.get(row).copied().unwrap_or(false)
    }

    /// Whether money stands above and below a cell of a column, on its page.
    pub fn is_enclosed(&self, cells: &[usize], cell: usize) -> bool {
        let Ok(at) = cells.binary_search(&cell) else {
            return false;
        };
        let page = self.amounts.get(cell).map(|a| a.page);
        [at.checked_sub(1), Some(at + 1)].into_iter().all(|near| {
            let near = near
                .and_then(|near| cells.get(near))
                .and_then(|&near| self.amounts.get(near));
            near.is_some_and(|near| near.nature == Nature::Money && Some(near.page) == page)
        })
    }

    /// Whether unreadable digits stand on one of the lines, near one of the columns.
    pub fn is_unclear(&self, lines: std::ops::RangeInclusive<usize>, columns: &[usize]) -> bool {
        let start = self
            .unread
            .partition_point(|(line, _, _)| line < lines.start());
        let within = self
            .unread
            .iter()
            .skip(start)
            .take_while(|(line, _, _)| line <= lines.end());
        let columns: Vec<_> = columns
            .iter()
            .filter_map(|&c| self.grid.columns.get(c))
            .collect();
        within.into_iter().any(|(_, x0, x1)| {
            columns
                .iter()
                .any(|column| column.x0 - 20.0 < *x1 && *x0 < column.x1 + 6.0)
        })
    }
}

fn unread(sheet: &Sheet, dates: &Dates, amounts: &[Amount]) -> Vec<(usize, f64, f64)> {
    let mut known = vec![false; sheet.tokens.len()];
    for amount in amounts {
        known
            .iter_mut()
            .take(amount.tokens.end)
            .skip(amount.tokens.start)
            .for_each(|k| *k = true);
    }
    let mut unread = Vec::new();
    for (number, line) in sheet.lines.iter().enumerate() {
        for at in line.tokens.clone() {
            let Some(token) = sheet.tokens.get(at) else {
                continue;
            };
            let digits = token.text.chars().any(|c| c.is_ascii_digit());
            if digits && !dates.is_taken(at) && !known.get(at).copied().unwrap_or(false) {
                unread.push((number, token.area[0], token.area[2]));
            }
        }
    }
    unread
}
