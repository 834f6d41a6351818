//! Relations between the columns of a table: quantity × price = amount, base × rate = tax, net + tax = gross. Found by
//! trying, believed when nearly every row obeys.

use super::amounts::Nature;
use super::column_heads::heads_name;
use super::decimal::Decimal;
use super::equations::{Equation, Ground, Shape, Values, product};
use super::finding::Kind;
use super::limits::MAX_TABLE_ROWS;
use super::reading::Reading;

/// Rows that must obey, none of them trivially, before a row that does not is taken for wrong.
const PATTERN: usize = 4;
/// Relations kept.
const MOST_RELATIONS: usize = 12;
/// Lines between two rows of one short table.
const REGION_LINES: usize = 8;

/// What the rows of a table obey.
#[derive(Debug, Clone)]
pub struct Relation {
    pub equations: Vec<Equation>,
    /// Columns that may be added up from row to row: amounts, not prices or rates.
    pub additive: Vec<usize>,
    /// The amounts in the result column, one a row.
    pub results: Vec<usize>,
    /// The relation is a sum: net + tax = gross.
    pub adds: bool,
    /// The relation is base × rate = tax.
    pub rates: bool,
    /// The amounts the rates are of.
    pub bases: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Product { percent: bool },
    Sum { sign: i8 },
}

#[derive(Debug, Clone, Copy)]
pub struct Triple {
    pub left: usize,
    pub right: usize,
    pub out: usize,
    pub form: Form,
}

/// All relations, each pair of columns and result once.
pub fn find(book: &Reading) -> Vec<Relation> {
    let values = Values::new(&book.amounts);
    let mut relations: Vec<(usize, Relation)> = Vec::new();
    for triple in triples(book) {
        relations.extend(relations_of(book, &values, triple));
    }
    // The relation with most rows first; a second one for the same result column would count one fact twice.
    relations.sort_by_key(|(held, _)| std::cmp::Reverse(*held));
    let mut kept: Vec<Relation> = Vec::new();
    for (held, relation) in relations {
        let repeats = kept.iter().any(|k| {
            let same = k.results.iter().any(|r| relation.results.contains(r));
            same || (held == 0 && shares_factors(k, &relation))
        });
        if !repeats && kept.len() < MOST_RELATIONS {
            kept.push(relation);
        }
    }
    kept
}

/// Two readings of the same numbers: what one holds for, another that fails was never meant.
fn shares_factors(kept: &Relation, other: &Relation) -> bool {
    kept.adds == other.adds
        && kept.equations.iter().any(|known| {
            let known = known.amounts();
            other.equations.iter().any(|equation| {
                equation
                    .amounts()
                    .iter()
                    .filter(|a| known.contains(a))
                    .count()
                    >= 2
            })
        })
}

fn triples(book: &Reading) -> Vec<Triple> {
    let columns = book.grid.columns.len();
    let mut triples = Vec::new();
    for left in 0..columns {
        for right in left + 1..columns {
            for out in (0..columns).filter(|&c| c != left && c != right) {
                let mut add = |left, right, form| {
                    triples.push(Triple {
                        left,
                        right,
                        out,
                        form,
                    })
                };
                add(left, right, Form::Product { percent: false });
                add(left, right, Form::Product { percent: true });
                add(right, left, Form::Product { percent: true });
                add(left, right, Form::Sum { sign: 1 });
                add(left, right, Form::Sum { sign: -1 });
            }
        }
    }
    triples
}

/// One row seen through a triple of columns.
struct Seen {
    row: usize,
    equation: Equation,
    holds: bool,
    trivial: bool,
}

/// The whole document as one table if nearly all of it obeys; else each short table whose heads name the relation.
fn relations_of(book: &Reading, values: &Values, triple: Triple) -> Vec<(usize, Relation)> {
    let seen = rows_seen(book, values, triple);
    let held = seen.iter().filter(|s| s.holds && !s.trivial).count();
    let failed = seen.iter().filter(|s| !s.holds).count();
    let mut results: Vec<Decimal> = Vec::new();
    for seen in seen.iter().filter(|s| s.holds && !s.trivial) {
        let result = seen
            .equation
            .result()
            .map_or(Decimal::ZERO, |r| book.value(r));
        if results.len() < PATTERN && !results.contains(&result) {
            results.push(result);
        }
    }
    if held >= PATTERN && results.len() >= 3 && failed * 5 <= seen.len() {
        return vec![(
            held,
            relation(book, triple, seen, Ground::Pattern { peers: held }),
        )];
    }
    regions(book, seen)
        .into_iter()
        .filter(|region| {
            let failed = region.iter().filter(|s| !s.holds).count();
            let held = region.iter().filter(|s| s.holds && !s.trivial).count();
            let first = region.first().map(|s| s.row);
            // Two products that come out to the cent are no chance, whatever the heads say; where none does, every
            // head must say it.
            let shown = held >= 2 && failed < held;
            let all = failed == region.len();
            failed <= 2 && (shown || first.is_some_and(|row| heads_name(book, triple, row, all)))
        })
        .map(|region| {
            let held = region.iter().filter(|s| s.holds && !s.trivial).count();
            (held, relation(book, triple, region, Ground::Label))
        })
        .collect()
}

fn rows_seen(book: &Reading, values: &Values, triple: Triple) -> Vec<Seen> {
    let mut seen = Vec::new();
    for (index, row) in book.grid.rows.iter().enumerate().take(MAX_TABLE_ROWS) {
        let (Some(left), Some(right), Some(out)) = (
            row.cell(triple.left),
            row.cell(triple.right),
            row.cell(triple.out),
        ) else {
            continue;
        };
        let Some(equation) = equation(book, triple, left, right, out) else {
            continue;
        };
        seen.push(Seen {
            row: index,
            holds: equation.holds(values),
            trivial: is_trivial(book, triple, left, right),
            equation,
        });
    }
    seen
}

/// Runs of rows of one page without a wide break.
fn regions(book: &Reading, seen: Vec<Seen>) -> Vec<Vec<Seen>> {
    let mut regions: Vec<Vec<Seen>> = Vec::new();
    for seen in seen {
        let row = book.grid.rows.get(seen.row);
        let joins = |last: &Seen| {
            let above = book.grid.rows.get(last.row);
            row.zip(above).is_some_and(|(row, above)| {
                row.page == above.page && row.line - above.line <= REGION_LINES
            })
        };
        match regions
            .last_mut()
            .filter(|region| region.last().is_some_and(joins))
        {
            Some(region) => region.push(seen),
            None => regions.push(vec![seen]),
        }
    }
    regions
}

fn relation(book: &Reading, triple: Triple, seen: Vec<Seen>, ground: Ground) -> Relation {
    // What stands before the first factor is the text of the line.
    let start = [triple.left, triple.right]
        .into_iter()
        .filter_map(|column| book.grid.columns.get(column))
        .map(|column| column.x0)
        .fold(f64::INFINITY, f64::min);
    let counts = |column: usize| {
        let column = book.grid.columns.get(column);
        column.is_some_and(|column| column.x0 >= start)
    };
    let cells = |row: usize| {
        let row = book.grid.rows.get(row);
        row.map_or(0, |row| {
            row.cells
                .iter()
                .filter(|(column, _)| counts(*column))
                .count()
        })
    };
    let most = seen.iter().filter(|s| s.holds).map(|s| cells(s.row)).max();
    let columns = [triple.left, triple.right, triple.out];
    let mut equations = Vec::new();
    for mut seen in seen {
        let line = book.grid.rows.get(seen.row).map_or(0, |row| row.line);
        // A further number in the row may be a discount: the row then means something else.
        let clear = most.is_none_or(|most| cells(seen.row) <= most)
            && !book.is_unclear(line..=line, &columns);

        if seen.holds || clear {
            seen.equation.ground = ground;
            equations.push(seen.equation);
        }
    }
    let rates = triple.form == Form::Product { percent: true };
    let bases = equations
        .iter()
        .filter(|_| rates)
        .filter_map(|e| e.amounts().first().copied());
    Relation {
        results: equations.iter().filter_map(Equation::result).collect(),
        additive: match triple.form {
            Form::Product { .. } => vec![triple.out],
            Form::Sum { .. } => columns.to_vec(),
        },
        adds: triple.form == (Form::Sum { sign: 1 }),
        rates,
        bases: bases.collect(),
        equations,
    }
}

/// `None` when the columns cannot stand in this relation.
fn equation(
    book: &Reading,
    triple: Triple,
    left: usize,
    right: usize,
    out: usize,
) -> Option<Equation> {
    let (l, r, o) = (
        book.amounts.get(left)?,
        book.amounts.get(right)?,
        book.amounts.get(out)?,
    );
    if o.nature == Nature::Percent {
        return None;
    }
    match triple.form {
        Form::Product { percent } => {
            // A rate without its sign is still below a hundred.
            let rate = r.nature == Nature::Percent
                || (r.nature == Nature::Plain && r.value < Decimal::whole(100));
            if percent != (r.nature == Nature::Percent) && !(percent && rate)
                || l.nature == Nature::Percent
                || o.nature != Nature::Money
            {
                return None;
            }
            let sign = if (l.value.is_negative() != r.value.is_negative()) == o.value.is_negative()
            {
                1
            } else {
                -1
            };
            Some(Equation {
                kind: Kind::LineProduct,
                shape: Shape::Product {
                    left,
                    right,
                    out,
                    percent,
                    sign,
                },
                tolerance: slack(book, left, right, out, percent),
                ground: Ground::Label,
            })
        }
        Form::Sum { sign } => {
            if l.nature != Nature::Money || r.nature != Nature::Money || o.nature != Nature::Money {
                return None;
            }
            let terms = vec![(out, 1), (left, -1), (right, -sign)];
            Some(Equation::sum(Kind::RowSum, terms, Ground::Label))
        }
    }
}

/// What rounding can make of a product: half a last place of each factor times the other, and of the result.
fn slack(book: &Reading, left: usize, right: usize, out: usize, percent: bool) -> Decimal {
    let half = |of: usize| {
        let amount = book.amounts.get(of);
        amount.map_or(Decimal::ZERO, |a| Decimal::last_place(a.places).halved())
    };
    let whole = |of: usize| book.amounts.get(of).is_some_and(|a| a.places == 0);
    let price = |of: usize, by: usize| {
        // A whole number is a count and exact.
        if whole(of) {
            Decimal::ZERO
        } else {
            product(half(of), book.value(by).abs(), percent)
        }
    };
    let rate = if percent {
        Decimal::ZERO
    } else {
        price(right, left)
    };
    let left_slack = if percent {
        product(half(left), book.value(right).abs(), percent)
    } else {
        price(left, right)
    };
    let last = book
        .amounts
        .get(out)
        .map_or(Decimal::ZERO, |a| Decimal::last_place(a.places));
    left_slack + rate + last
}

fn is_trivial(book: &Reading, triple: Triple, left: usize, right: usize) -> bool {
    let (l, r) = (book.value(left), book.value(right));
    match triple.form {
        Form::Product { percent } => {
            let one = Decimal::whole(if percent { 100 } else { 1 });
            l.is_zero() || r.is_zero() || l.abs() == Decimal::whole(1) || r.abs() == one
        }
        Form::Sum { .. } => l.is_zero() || r.is_zero(),
    }
}
