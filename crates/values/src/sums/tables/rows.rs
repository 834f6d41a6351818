//! Relations between the columns of a table: quantity × price = amount, base × rate = tax, net + tax = gross. Found by
//! trying, believed when nearly every row obeys.

use super::column_heads::heads_name;
use super::triple::{Form, Triple};
use crate::finding::Kind;
use crate::limits::MAX_TABLE_ROWS;
use crate::numbers::{Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground, Shape, Values, product};

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

impl Relation {
    fn is_product(&self) -> bool {
        let first = self.equations.first();
        first.is_some_and(|e| matches!(e.shape, Shape::Product { .. }))
    }
}

/// All relations, each pair of columns and result once.
pub fn find(book: &Reading) -> Vec<Relation> {
    let values = Values::new(&book.amounts);
    let mut relations: Vec<(usize, Relation)> = Vec::new();
    let table = table(book);
    for triple in triples(book) {
        relations.extend(relations_of(book, &values, &table, triple));
    }
    // The relation with most rows first; a second one of its form for the same result column would count one fact twice.
    // A product and a sum are two facts: a tax is a rate of the net and what the gross is more.
    relations.sort_by_key(|(held, _)| std::cmp::Reverse(*held));
    let mut kept: Vec<Relation> = Vec::new();
    for (held, relation) in relations {
        let repeats = kept.iter().any(|k| {
            let same = k.results.iter().any(|r| relation.results.contains(r));
            let form = k.is_product() == relation.is_product();
            (same && (form || held == 0)) || (held == 0 && shares_factors(k, &relation))
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
    /// The amounts in the left, the right and the result column.
    cells: [usize; 3],
    /// A discount in percent that the row states.
    less: Option<usize>,
    holds: bool,
    trivial: bool,
}

/// The whole document as one table if nearly all of it obeys; else each short table whose heads name the relation.
fn relations_of(
    book: &Reading,
    values: &Values,
    table: &[Column],
    triple: Triple,
) -> Vec<(usize, Relation)> {
    let seen = rows_seen(book, values, table, triple);
    let held = seen.iter().filter(|s| s.holds && !s.trivial).count();
    let failed = seen.iter().filter(|s| !s.holds).count();
    let mut results: Vec<Decimal> = Vec::new();
    for seen in seen.iter().filter(|s| s.holds && !s.trivial) {
        let result = book.value(seen.cells[2]);
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
    // Rates that look like money are shown by the whole table only.
    if triple.form == (Form::Product { percent: true }) && seen.iter().any(|s| is_bare(book, s)) {
        return Vec::new();
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

/// A rate with the decimals of money and without its sign.
fn is_bare(book: &Reading, seen: &Seen) -> bool {
    let rate = book.amounts.get(seen.cells[1]);
    rate.is_some_and(|rate| rate.nature == Nature::Money)
}

/// A column of the table, row by row.
struct Column {
    amounts: Vec<Option<usize>>,
    /// One bit a row, set where it has an amount.
    filled: Vec<u64>,
}

fn table(book: &Reading) -> Vec<Column> {
    let columns = 0..book.grid.columns.len();
    let column = |column| {
        let rows = book.grid.rows.iter().take(MAX_TABLE_ROWS);
        let amounts: Vec<Option<usize>> = rows.map(|row| row.cell(column)).collect();
        let bits = |rows: &[Option<usize>]| {
            let bits = rows.iter().rev().map(|amount| u64::from(amount.is_some()));
            bits.fold(0, |all, bit| all << 1 | bit)
        };
        Column {
            filled: amounts.chunks(64).map(bits).collect(),
            amounts,
        }
    };
    columns.map(column).collect()
}

/// The rows that have an amount in each of three columns.
fn rows_of<'c>(three: [&'c Column; 3]) -> impl Iterator<Item = usize> + 'c {
    let [a, b, c] = three.map(|column| column.filled.iter());
    let words = a.zip(b).zip(c).map(|((a, b), c)| a & b & c);
    words
        .enumerate()
        .filter(|(_, bits)| *bits != 0)
        .flat_map(|(word, bits)| {
            let set = (0..64).filter(move |bit| bits >> bit & 1 == 1);
            set.map(move |bit| word * 64 + bit)
        })
}

fn rows_seen(book: &Reading, values: &Values, table: &[Column], triple: Triple) -> Vec<Seen> {
    let columns = [triple.left, triple.right, triple.out].map(|column| table.get(column));
    let [Some(left), Some(right), Some(out)] = columns else {
        return Vec::new();
    };
    let seen = rows_of([left, right, out]).filter_map(|row| {
        let cell = |column: &Column| column.amounts.get(row).copied().flatten();
        let cells = [cell(left)?, cell(right)?, cell(out)?];
        Some(Seen {
            row,
            cells,
            less: None,
            holds: holds(book, values, triple.form, cells)?,
            trivial: is_trivial(book, triple, cells[0], cells[1]),
        })
    });
    let mut seen: Vec<Seen> = seen.collect();
    if triple.form == (Form::Product { percent: false }) {
        allow_discounts(book, values, &mut seen);
    }
    seen
}

/// Rows whose product comes out once their discount is taken off; where some do, all that state one are meant so.
fn allow_discounts(book: &Reading, values: &Values, seen: &mut [Seen]) {
    let less: Vec<Option<usize>> = seen
        .iter()
        .map(|seen| discount(book, seen).filter(|_| !seen.holds))
        .collect();
    let holds =
        |seen: &Seen, less: usize| product_of(book, seen.cells, Some(less), false).holds(values);
    let known = seen
        .iter()
        .zip(&less)
        .any(|(seen, less)| less.is_some_and(|less| holds(seen, less)));
    for (seen, less) in seen.iter_mut().zip(less).filter(|_| known) {
        seen.holds |= less.is_some_and(|less| holds(seen, less));
        seen.less = less;
    }
}

/// The only percentage of a row.
fn discount(book: &Reading, seen: &Seen) -> Option<usize> {
    let row = book.grid.rows.get(seen.row)?;
    let mut rates = row.cells.iter().map(|(_, cell)| *cell).filter(|cell| {
        let amount = book.amounts.get(*cell);
        amount.is_some_and(|a| a.nature == Nature::Percent) && !seen.cells.contains(cell)
    });
    rates.next().filter(|_| rates.next().is_none())
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
    for seen in seen {
        let line = book.grid.rows.get(seen.row).map_or(0, |row| row.line);
        // A further number in the row may be a discount: the row then means something else.
        let clear = most.is_none_or(|most| cells(seen.row) <= most)
            && !book.is_unclear(line..=line, &columns);

        if seen.holds || clear {
            let equation = match triple.form {
                Form::Product { percent } => product_of(book, seen.cells, seen.less, percent),
                Form::Sum { sign } => sum_of(seen.cells, sign),
            };
            equations.push(Equation { ground, ..equation });
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

/// Whether three cells stand in a relation; `None` when what they are forbids it. Tried for every row of every three
/// columns, so nothing is built for it.
fn holds(book: &Reading, values: &Values, form: Form, cells: [usize; 3]) -> Option<bool> {
    let [l, r, o] = cells.map(|cell| book.amounts.get(cell));
    let (l, r, o) = (l?, r?, o?);
    if o.nature != Nature::Money {
        return None;
    }
    match form {
        Form::Product { percent } => {
            // A rate without its sign is still below a hundred.
            let rate = r.nature == Nature::Percent || r.value.abs() < Decimal::whole(100);
            if percent != (r.nature == Nature::Percent) && !(percent && rate)
                || l.nature == Nature::Percent
            {
                return None;
            }
            let held = product_of(book, cells, None, percent).holds(values);
            // Hours and their price stand in the columns of bases and rates.
            let bare = percent && r.nature == Nature::Money;
            let counted = !held && bare && product_of(book, cells, None, false).holds(values);
            (!counted).then_some(held)
        }
        Form::Sum { sign } => {
            let money = l.nature == Nature::Money && r.nature == Nature::Money;
            money.then(|| o.value == l.value + r.value.scaled(sign.into()))
        }
    }
}

pub fn product_of(
    book: &Reading,
    [left, right, out]: [usize; 3],
    less: Option<usize>,
    percent: bool,
) -> Equation {
    let below_zero = |cell: usize| book.value(cell).is_negative();
    let same = (below_zero(left) != below_zero(right)) == below_zero(out);
    Equation {
        kind: Kind::LineProduct,
        shape: Shape::Product {
            left,
            right,
            less,
            out,
            percent,
            sign: if same { 1 } else { -1 },
        },
        tolerance: slack(book, left, right, out, percent),
        ground: Ground::Label,
    }
}

fn sum_of([left, right, out]: [usize; 3], sign: i8) -> Equation {
    let terms = vec![(out, 1), (left, -1), (right, -sign)];
    Equation::sum(Kind::RowSum, terms, Ground::Label)
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
            l.is_zero()
                || r.is_zero()
                || l.abs() == Decimal::whole(1)
                || [l.abs(), r.abs()].contains(&one)
        }
        Form::Sum { .. } => l.is_zero() || r.is_zero(),
    }
}
