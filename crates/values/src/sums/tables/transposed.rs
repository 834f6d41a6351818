//! Tables set upright, where each line is what a column is elsewhere: the meter readings of several tariffs side by side,
//! usage below them, then price and amount.

use super::rows::product_of;
use crate::finding::Kind;
use crate::limits::MAX_TABLE_ROWS;
use crate::numbers::{Amount, Decimal, Nature};
use crate::reading::{Reading, Row};
use crate::sums::{Equation, Ground, Shape, Values};

/// Lines of one table, and lines of the page between two of them.
const LINES: usize = 6;
const GAP: usize = 2;
/// Columns in which a relation must hold, with another result in each.
const HELD: usize = 2;
/// Columns and relations of one table that hold in all before one that does not is taken for wrong.
const HELD_IN_ALL: usize = 4;
/// Results below it are met by chance.
const LEAST_RESULT: i64 = 100;

/// One relation between three lines, column by column.
struct Relation {
    equations: Vec<Equation>,
    held: usize,
}

/// Sums and products between three lines of a table that hold in all columns but one, where several such relations hold.
pub fn find(book: &Reading) -> Vec<Equation> {
    let rows = &book.grid.rows;
    let rows = rows
        .get(..MAX_TABLE_ROWS.min(rows.len()))
        .unwrap_or_default();
    let mut equations: Vec<Equation> = Vec::new();
    let mut from = 0;
    while from < rows.len() {
        let to = end_of_table(rows, from);
        if to - from > 2 {
            equations.extend(of_table(book, rows.get(from..to).unwrap_or_default()));
        }
        from = to;
    }
    equations
}

/// Lines that follow each other closely and share two columns at least.
fn end_of_table(rows: &[Row], from: usize) -> usize {
    let mut to = from + 1;
    while let (Some(above), Some(below)) = (rows.get(to - 1), rows.get(to)) {
        let near = below.page == above.page && below.line - above.line <= GAP;
        let shared = above
            .cells
            .iter()
            .filter(|(column, _)| below.cell(*column).is_some());
        if !near || shared.count() < 2 {
            break;
        }
        to += 1;
    }
    to
}

fn of_table(book: &Reading, rows: &[Row]) -> Vec<Equation> {
    let values = Values::new(&book.amounts);
    let mut relations: Vec<Relation> = Vec::new();
    for (at, first) in rows.iter().enumerate() {
        let near = rows.iter().skip(at + 1).take(LINES - 1);
        let near: Vec<&Row> = near.collect();
        for (next, second) in near.iter().enumerate() {
            for third in near.iter().skip(next + 1) {
                relations.extend(relation(book, &values, [first, second, third]));
            }
        }
    }
    let held: usize = relations.iter().map(|relation| relation.held).sum();
    // A list of entries has as many lines as columns have cells: there, sums of three lines are chance.
    if held < HELD_IN_ALL || relations.len() < 2 {
        return Vec::new();
    }
    let ground = Ground::Pattern { peers: held };
    let all = relations
        .into_iter()
        .flat_map(|relation| relation.equations);
    all.map(|equation| Equation { ground, ..equation })
        .collect()
}

/// What three lines obey in every column that they share, or in all but one.
fn relation(book: &Reading, values: &Values, rows: [&Row; 3]) -> Option<Relation> {
    let columns: Vec<[usize; 3]> = rows[0]
        .cells
        .iter()
        .filter_map(|&(column, cell)| Some([cell, rows[1].cell(column)?, rows[2].cell(column)?]))
        .collect();
    if columns.len() < HELD || !look_alike(book, &columns) {
        return None;
    }
    FORMS.iter().find_map(|form| {
        let all = columns.iter().map(|cells| equation(book, *form, *cells));
        let equations: Vec<Equation> = all.collect::<Option<Vec<_>>>()?;
        let mut results: Vec<Decimal> = equations
            .iter()
            .filter(|e| e.holds(values) && !is_trivial(book, e))
            .filter_map(|e| Some(book.value(e.result()?)))
            .collect();
        let failed = equations.iter().filter(|e| !e.holds(values)).count();
        let held = results.len();
        results.sort_unstable();
        results.dedup();
        (results.len() >= HELD && failed <= 1).then_some(Relation { equations, held })
    })
}

/// The places of result and parts among three lines.
#[derive(Clone, Copy)]
enum Form {
    Sum([usize; 3]),
    Product([usize; 3]),
}

/// A meter's later reading is the sum of the earlier one and what was used.
const FORMS: [Form; 5] = [
    Form::Sum([0, 1, 2]),
    Form::Sum([1, 0, 2]),
    Form::Sum([2, 0, 1]),
    Form::Product([2, 0, 1]),
    Form::Product([0, 1, 2]),
];

fn equation(book: &Reading, form: Form, cells: [usize; 3]) -> Option<Equation> {
    let (Form::Sum(places) | Form::Product(places)) = form;
    let [out, left, right] = places.map(|place| cells.get(place).copied());
    let (out, left, right) = (out?, left?, right?);
    let nature = |cell: usize| book.amounts.get(cell).map(|a| a.nature);
    match form {
        Form::Sum(_) => {
            let terms = vec![(out, 1), (left, -1), (right, -1)];
            let alike = nature(out) == nature(left) && nature(out) == nature(right);
            alike.then(|| Equation::sum(Kind::RowSum, terms, Ground::Label))
        }
        Form::Product(_) => (nature(out) == Some(Nature::Money))
            .then(|| product_of(book, [left, right, out], None, false)),
    }
}

/// Each line prints its numbers alike in every column: a column of percentages or of notes is another matter.
fn look_alike(book: &Reading, columns: &[[usize; 3]]) -> bool {
    let looks = |cells: &[usize; 3]| {
        cells.map(|cell| {
            let amount = book.amounts.get(cell);
            amount.map(|a: &Amount| (a.nature == Nature::Percent, a.places))
        })
    };
    let first = columns.first().map(looks);
    let plain = first.is_some_and(|looks| {
        looks
            .iter()
            .all(|look| look.is_some_and(|(percent, _)| !percent))
    });
    plain && columns.iter().all(|cells| Some(looks(cells)) == first)
}

/// A sum of nothing, a product with one, or a result so small that chance makes it.
fn is_trivial(book: &Reading, equation: &Equation) -> bool {
    let amounts = equation.amounts();
    let one = Decimal::whole(1);
    let sum = matches!(equation.shape, Shape::Sum { .. });
    let empty = amounts.iter().any(|&amount| {
        let value = book.value(amount).abs();
        value.is_zero() || (!sum && value == one)
    });
    let result = equation.result();
    let digits = result
        .and_then(|result| book.amounts.get(result))
        .is_some_and(|a| {
            let places = Decimal::last_place(a.places).scaled(LEAST_RESULT);
            a.value.abs() >= places
        });
    empty || !digits
}
