//! Columns of numbers: amounts whose digits end, or begin, or lie at the same place, line after line.

use crate::limits::MAX_COLUMNS;
use crate::numbers::Amount;

/// Digits of one right-aligned column end within so many points of each other.
const WINDOW: f64 = 4.0;

/// Lines to a number that a unit may be aligned with.
const UNIT_REACH: usize = 8;
/// Numbers whose units are looked at.
const MOST_UNITS: usize = 2_000;

/// Numbers that stand above each other.
#[derive(Debug, Clone)]
pub struct Column {
    pub x0: f64,
    pub x1: f64,
    /// Indices of the amounts, in reading order.
    pub cells: Vec<usize>,
}

/// One line with its numbers by column.
#[derive(Debug, Clone)]
pub struct Row {
    pub line: usize,
    pub page: u32,
    /// (column, amount), left to right.
    pub cells: Vec<(usize, usize)>,
}

impl Row {
    pub fn cell(&self, column: usize) -> Option<usize> {
        self.cells
            .iter()
            .find(|(of, _)| *of == column)
            .map(|(_, amount)| *amount)
    }
}

/// The numbers of a document as rows and columns.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    /// Best filled first.
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Column of each amount.
    pub column_of: Vec<Option<usize>>,
}

impl Grid {
    pub fn new(amounts: &[Amount]) -> Grid {
        let amounts = &with_units(amounts);
        let mut columns = merged(seeds(amounts), amounts);
        adopt_strays(&mut columns, amounts);
        columns.sort_by_key(|column| std::cmp::Reverse(column.cells.len()));
        columns.truncate(MAX_COLUMNS);
        let mut column_of = vec![None; amounts.len()];
        for (number, column) in columns.iter().enumerate() {
            for &cell in &column.cells {
                if let Some(slot) = column_of.get_mut(cell) {
                    *slot = Some(number);
                }
            }
        }
        Grid {
            rows: rows(amounts, &column_of),
            columns,
            column_of,
        }
    }
}

/// In a right-aligned column the units end where the other numbers do.
fn with_units(amounts: &[Amount]) -> Vec<Amount> {
    let near = |edge: f64, own: usize| {
        amounts.iter().enumerate().any(|(other, a)| {
            let close = a.line.abs_diff(amounts.get(own).map_or(0, |a| a.line)) <= UNIT_REACH;
            other != own && close && (a.digits.1 - edge).abs() < WINDOW / 2.0
        })
    };
    let mut extended = amounts.to_vec();
    for (index, amount) in extended.iter_mut().enumerate().take(MOST_UNITS) {
        if let Some(end) = amount.unit_end
            && !near(amount.digits.1, index)
            && near(end, index)
        {
            amount.digits.1 = end;
        }
    }
    extended
}

/// Runs of numbers whose right edges agree, the most crowded place first.
fn seeds(amounts: &[Amount]) -> Vec<Column> {
    let mut left: Vec<usize> = (0..amounts.len()).collect();
    let edge = |index: &usize| amounts.get(*index).map_or(0.0, |a| a.digits.1);
    left.sort_by(|a, b| edge(a).total_cmp(&edge(b)));
    let mut columns = Vec::new();
    while columns.len() < MAX_COLUMNS * 3 {
        let (mut best, mut from) = (0..0, 0);
        for to in 0..left.len() {
            while left.get(to).map_or(0.0, edge) - left.get(from).map_or(0.0, edge) > WINDOW {
                from += 1;
            }
            if to + 1 - from > best.len() {
                best = from..to + 1;
            }
        }
        if best.is_empty() {
            break;
        }
        let mut cells: Vec<usize> = left.drain(best).collect();
        cells.sort_unstable();
        columns.push(column(cells, amounts));
    }
    columns
}

fn column(cells: Vec<usize>, amounts: &[Amount]) -> Column {
    let middle = |edge: fn(&Amount) -> f64| {
        let mut edges: Vec<f64> = cells
            .iter()
            .filter_map(|&c| amounts.get(c))
            .map(edge)
            .collect();
        edges.sort_by(f64::total_cmp);
        edges.get(edges.len() / 2).copied().unwrap_or(0.0)
    };
    Column {
        x0: middle(|a| a.digits.0),
        x1: middle(|a| a.digits.1),
        cells,
    }
}

/// Left-aligned and centred columns fall into several seeds: those that lie over each other and never share a line
/// are one.
fn merged(seeds: Vec<Column>, amounts: &[Amount]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for seed in seeds {
        let same = columns.iter().position(|column| {
            share(column, seed.x0, seed.x1) > 0.5 && !share_a_line(column, &seed, amounts)
        });
        match same.and_then(|at| columns.get_mut(at)) {
            Some(column) => {
                column.cells.extend(seed.cells);
                column.cells.sort_unstable();
                column.x0 = column.x0.min(seed.x0);
            }
            None => columns.push(seed),
        }
    }
    columns
}

fn share_a_line(a: &Column, b: &Column, amounts: &[Amount]) -> bool {
    let line = |cell: &usize| amounts.get(*cell).map(|amount| amount.line);
    let (mut left, mut right) = (a.cells.iter().peekable(), b.cells.iter().peekable());
    while let (Some(x), Some(y)) = (left.peek(), right.peek()) {
        match line(x).cmp(&line(y)) {
            std::cmp::Ordering::Less => left.next(),
            std::cmp::Ordering::Greater => right.next(),
            std::cmp::Ordering::Equal => return true,
        };
    }
    false
}

/// Numbers off the common edge (a longer suffix, a stray kerning) join the one column they lie in.
fn adopt_strays(columns: &mut [Column], amounts: &[Amount]) {
    let mut owned = vec![false; amounts.len()];
    for &cell in columns.iter().flat_map(|column| &column.cells) {
        if let Some(slot) = owned.get_mut(cell) {
            *slot = true;
        }
    }
    let mut adopted = Vec::new();
    for (index, amount) in amounts.iter().enumerate() {
        if owned.get(index).copied().unwrap_or(true) {
            continue;
        }
        let mut over = columns
            .iter()
            .enumerate()
            .filter(|(_, column)| share(column, amount.digits.0, amount.digits.1) > 0.5);
        if let (Some((at, _)), None) = (over.next(), over.next()) {
            adopted.push((at, index));
        }
    }
    for (at, index) in adopted {
        if let Some(column) = columns.get_mut(at) {
            column.cells.push(index);
        }
    }
    for column in columns {
        column.cells.sort_unstable();
    }
}

fn share(column: &Column, x0: f64, x1: f64) -> f64 {
    let shared = column.x1.min(x1) - column.x0.max(x0);
    shared / (column.x1 - column.x0).min(x1 - x0).max(0.1)
}

fn rows(amounts: &[Amount], column_of: &[Option<usize>]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (index, amount) in amounts.iter().enumerate() {
        let Some(column) = column_of.get(index).copied().flatten() else {
            continue;
        };
        match rows.last_mut().filter(|row| row.line == amount.line) {
            // Two numbers of one line in one column: the first keeps it.
            Some(row) if row.cell(column).is_some() => {}
            Some(row) => row.cells.push((column, index)),
            None => rows.push(Row {
                line: amount.line,
                page: amount.page,
                cells: vec![(column, index)],
            }),
        }
    }
    rows
}
