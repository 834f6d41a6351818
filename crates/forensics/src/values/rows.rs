//! Relations between the columns of a table: quantity × price = amount, base × rate = tax, net + tax = gross. Found by
//! trying, believed when nearly every row obeys.

use super::amounts::Nature;
use super::decimal::Decimal;
use super::equations::{Equation, Ground, Shape, Values, product};
use super::finding::Kind;
use super::folding::{fold, has_phrase};
use super::labels::head_of;
use super::limits::MAX_TABLE_ROWS;
use super::reading::Reading;

/// Rows that must obey, none of them trivially, before a row that does not is taken for wrong.
const PATTERN: usize = 4;
/// Lines above a short table where its heads are looked for.
const HEAD_LINES: usize = 12;

/// What the rows of a table obey.
#[derive(Debug, Clone)]
pub struct Relation {
    pub equations: Vec<Equation>,
    /// Columns that may be added up from row to row: amounts, not prices or rates.
    pub additive: Vec<usize>,
    /// The amounts in the result column, one a row.
    pub results: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Product { percent: bool },
    Sum { sign: i8 },
}

#[derive(Debug, Clone, Copy)]
struct Triple {
    left: usize,
    right: usize,
    out: usize,
    form: Form,
}

/// All relations, each pair of columns and result once.
pub fn find(book: &Reading) -> Vec<Relation> {
    let values = Values::new(&book.amounts);
    let mut relations: Vec<(usize, Relation)> = Vec::new();
    for triple in triples(book) {
        if let Some(found) = relation(book, &values, triple) {
            relations.push(found);
        }
    }
    // The relation with most rows first; a second one for the same result column would count one fact twice.
    relations.sort_by_key(|(held, _)| std::cmp::Reverse(*held));
    let mut kept: Vec<Relation> = Vec::new();
    for (_, relation) in relations {
        let repeats = kept
            .iter()
            .any(|k| k.results.iter().any(|r| relation.results.contains(r)));
        if !repeats && kept.len() < 12 {
            kept.push(relation);
        }
    }
    kept
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

fn relation(book: &Reading, values: &Values, triple: Triple) -> Option<(usize, Relation)> {
    let (mut held, mut trivial) = (Vec::new(), 0);
    let mut failed = Vec::new();
    let mut seen: Vec<Decimal> = Vec::new();
    for row in book.grid.rows.iter().take(MAX_TABLE_ROWS) {
        let (Some(left), Some(right), Some(out)) = (
            row.cell(triple.left),
            row.cell(triple.right),
            row.cell(triple.out),
        ) else {
            continue;
        };
        let equation = equation(book, triple, left, right, out)?;
        let exact = equation.residual(values);
        if exact.abs() > equation.tolerance {
            let clear = !book.is_unclear(
                row.line..=row.line,
                &[triple.left, triple.right, triple.out],
            );
            failed.push((equation, row.cells.len(), clear));
        } else if is_trivial(book, triple, left, right) {
            trivial += 1;
        } else {
            let result = book.value(out);
            if seen.len() < PATTERN && !seen.contains(&result) {
                seen.push(result);
            }
            held.push((equation, row.cells.len()));
        }
    }
    let rows = held.len() + trivial + failed.len();
    let pattern = held.len() >= PATTERN && seen.len() >= 3 && failed.len() * 5 <= rows;
    let short = !held.is_empty() || trivial > 0 || failed.len() <= 2;
    let named = !pattern && short && failed.len() <= 2 && heads_name(book, triple);
    if !pattern && !named {
        return None;
    }
    let usual = super::notation::most_common(held.iter().map(|(_, cells)| *cells));
    let peers = held.len();
    let grade = |mut equation: Equation| {
        equation.ground = if pattern {
            Ground::Pattern { peers }
        } else {
            Ground::Label
        };
        equation
    };
    let count = held.len();
    let mut equations: Vec<Equation> = held
        .into_iter()
        .map(|(equation, _)| grade(equation))
        .collect();
    for (equation, cells, clear) in failed {
        // A further number in the row may be a discount: the row then means something else.
        if clear && usual.is_none_or(|usual| usual == cells) {
            equations.push(grade(equation));
        }
    }
    let results = equations.iter().filter_map(Equation::result).collect();
    let additive = match triple.form {
        Form::Product { .. } => vec![triple.out],
        Form::Sum { .. } => vec![triple.left, triple.right, triple.out],
    };
    Some((
        count,
        Relation {
            equations,
            additive,
            results,
        },
    ))
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

/// Whether the heads of the columns say what the relation claims, for tables too short to show it.
fn heads_name(book: &Reading, triple: Triple) -> bool {
    let head = |column: usize| {
        let cell = book.grid.columns.get(column)?.cells.first()?;
        let text = head_of(
            &book.sheet,
            &book.amounts,
            book.amounts.get(*cell)?,
            HEAD_LINES,
        )?;
        Some(fold(&text))
    };
    let is = |column: usize, names: &[&str]| {
        head(column).is_some_and(|head| names.iter().any(|name| has_phrase(&head, name)))
    };
    match triple.form {
        Form::Product { percent: false } => {
            let counts = |a: usize, b: usize| is(a, QUANTITY) && is(b, PRICE);
            (counts(triple.left, triple.right) || counts(triple.right, triple.left))
                && is(triple.out, AMOUNT)
        }
        Form::Product { percent: true } => {
            is(triple.left, BASE) && is(triple.right, RATE) && is(triple.out, TAX)
        }
        Form::Sum { sign: 1 } => {
            let parts = |a: usize, b: usize| is(a, BASE) && is(b, TAX);
            (parts(triple.left, triple.right) || parts(triple.right, triple.left))
                && is(triple.out, GROSS)
        }
        Form::Sum { .. } => false,
    }
}

const QUANTITY: &[&str] = &[
    "qty",
    "quantity",
    "hours",
    "hrs",
    "units",
    "menge",
    "anzahl",
    "stunden",
    "std",
    "quantite",
    "qte",
    "heures",
    "cantidad",
    "cant",
    "uds",
    "horas",
    "quantita",
    "qta",
    "ore",
    "quantidade",
    "qtd",
    "aantal",
    "uren",
    "ilosc",
    "antal",
    "antall",
    "timmar",
    "mnozstvi",
    "hrs qty",
    "qty hr",
];
const PRICE: &[&str] = &[
    "price",
    "rate",
    "unit",
    "unit price",
    "unit cost",
    "each",
    "einzelpreis",
    "preis",
    "nettopreis",
    "stuckpreis",
    "satz",
    "stundensatz",
    "ep",
    "prix",
    "prix unitaire",
    "p u",
    "pu",
    "taux",
    "precio",
    "precio unitario",
    "tarifa",
    "prezzo",
    "prezzo unitario",
    "preco",
    "prijs",
    "stuksprijs",
    "tarief",
    "cena",
    "cena jednostkowa",
    "pris",
    "a pris",
    "enhetspris",
    "cost",
];
const AMOUNT: &[&str] = &[
    "amount",
    "total",
    "line total",
    "sub total",
    "subtotal",
    "net",
    "betrag",
    "gesamt",
    "gesamtpreis",
    "nettobetrag",
    "netto",
    "summe",
    "gp",
    "montant",
    "total ht",
    "importe",
    "importo",
    "totale",
    "valor",
    "bedrag",
    "totaal",
    "kwota",
    "wartosc",
    "belopp",
    "summa",
    "belob",
];
const BASE: &[&str] = &[
    "base",
    "net",
    "netto",
    "taxable",
    "taxable amount",
    "basis",
    "basisbetrag",
    "nettobetrag",
    "bemessungsgrundlage",
    "base ht",
    "total ht",
    "ht",
    "montant ht",
    "base imponible",
    "imponibile",
    "grondslag",
    "excl",
    "ex btw",
    "wartosc netto",
    "net amount",
    "neto",
];
const RATE: &[&str] = &[
    "rate",
    "%",
    "satz",
    "steuersatz",
    "taux",
    "tipo",
    "aliquota",
    "tarief",
    "stawka",
    "sats",
    "vat",
    "mwst",
    "ust",
    "tva",
    "iva",
    "btw",
];
const TAX: &[&str] = &[
    "tax",
    "vat",
    "mwst",
    "ust",
    "steuer",
    "steuerbetrag",
    "tva",
    "montant tva",
    "iva",
    "cuota",
    "imposta",
    "btw",
    "moms",
    "kwota vat",
    "amount",
];
const GROSS: &[&str] = &[
    "gross",
    "total",
    "brutto",
    "bruttobetrag",
    "ttc",
    "total ttc",
    "incl",
    "incl btw",
    "totale",
    "totaal",
    "wartosc brutto",
    "gesamt",
];
