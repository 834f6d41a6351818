//! What a failed sum looks like in plain English, with the numbers as printed.

use super::equations::{Equation, Ground, Shape, Values};
use crate::finding::{Kind, Repair};
use crate::reading::Reading;

/// Terms of a sum that are written out; longer sums are told by their number.
const WRITTEN_OUT: usize = 5;

pub fn repaired(book: &Reading, equation: &Equation, amount: usize, repair: &Repair) -> String {
    let row = row_words(book, amount);
    let sums = match repair.sums_failed {
        1 => "this sum holds".to_string(),
        n => format!("{n} sums hold that fail as printed"),
    };
    let others = match repair.sums_then_hold.saturating_sub(repair.sums_failed) {
        0 => String::new(),
        1 => ", and 1 other sum with it stays true".to_string(),
        n => format!(", and {n} other sums with it stay true"),
    };
    let pattern = match equation.ground {
        Ground::Pattern { peers } => format!(
            " The same relation holds in {} of the table.",
            plural(peers, "other row")
        ),
        Ground::Label => String::new(),
    };
    format!(
        "{}{row}: {}. With {} instead of {}, {sums}{others}.{pattern}",
        opening(equation.kind),
        claim(book, equation),
        bare(&repair.should_read),
        bare(&repair.printed),
    )
}

pub fn tied(book: &Reading, equation: &Equation, suspects: &[&str]) -> String {
    let row = equation
        .result()
        .map(|amount| row_words(book, amount))
        .unwrap_or_default();
    format!(
        "{}{row}: {}. One of {} is wrong; the page does not tell which.",
        opening(equation.kind),
        claim(book, equation),
        suspects
            .iter()
            .map(|text| bare(text))
            .collect::<Vec<_>>()
            .join(", "),
    )
}

pub fn row_missing(book: &Reading, equation: &Equation) -> String {
    let row = equation
        .result()
        .map(|amount| row_words(book, amount))
        .unwrap_or_default();
    format!(
        "{}{row}: {}. A row before this one is missing, or its amount was another altogether.",
        opening(equation.kind),
        claim(book, equation),
    )
}

pub fn open(book: &Reading, equation: &Equation, peers: usize) -> String {
    let row = equation
        .result()
        .map(|amount| row_words(book, amount))
        .unwrap_or_default();
    format!(
        "{}{row}: {}. The same relation holds in {} of the table; which number of this row is wrong, or whether a row is \
         missing, the page does not tell.",
        opening(equation.kind),
        claim(book, equation),
        plural(peers, "other row"),
    )
}

/// A claim with its kind and ground, for whoever wants to see what was understood.
pub fn told(book: &Reading, equation: &Equation) -> String {
    format!(
        "{:?} {:?}: {}",
        equation.kind,
        equation.ground,
        claim(book, equation)
    )
}

fn opening(kind: Kind) -> &'static str {
    match kind {
        Kind::RunningBalance => "The running balance breaks",
        Kind::OpeningPlusMovements => "Opening balance, movements and closing balance disagree",
        Kind::PeriodTotals => "A stated total of the period is not the sum of its rows",
        Kind::Total => "A total is not the sum of what stands above it",
        Kind::LineProduct => "A line's amount is not its quantity times its price",
        Kind::RowSum => "The numbers of a row do not add up",
        Kind::TaxSum => "Net, tax and gross do not add up",
        Kind::AmountDue => "The amount due is not what the total and the payments leave",
        Kind::NetPay => "Gross pay less deductions is not the net pay",
        Kind::YearToDate => "The year-to-date figure does not follow from the one before it",
        Kind::Instalments => "The parts are not the whole that a sentence says they make",
        Kind::ToldTwice => "One pay or rent is told in two ways",
        Kind::AmountInWords => "The amount in words is not the amount in figures",
        _ => "Printed values disagree",
    }
}

/// The equation with its printed numbers: `1,200.00 − 45.00 = 1,155.00, but 1,255.00 is printed`.
fn claim(book: &Reading, equation: &Equation) -> String {
    let values = Values::new(&book.amounts);
    let Some(result) = equation.result() else {
        return String::new();
    };
    let printed = |amount: usize| book.amounts.get(amount).map_or("?", |a| bare(&a.text));
    if let (Kind::ToldTwice, [here, there]) = (equation.kind, equation.amounts().as_slice()) {
        return format!(
            "{} in one place, {} in another",
            printed(*there),
            printed(*here)
        );
    }
    let computed = equation
        .solve(result, &values)
        .and_then(|value| {
            book.amounts
                .get(result)
                .map(|a| a.print(value, &book.notation))
        })
        .unwrap_or_default();
    let left = match &equation.shape {
        Shape::Product {
            left,
            right,
            percent,
            less,
            ..
        } => {
            let sign = if *percent && !printed(*right).contains('%') {
                " %"
            } else {
                ""
            };
            let less = less.map_or(String::new(), |less| format!(" less {}", printed(less)));
            format!("{} × {}{sign}{less} =", printed(*left), printed(*right))
        }
        Shape::Sum { terms, .. } if terms.len() == 1 => "the words say".into(),
        Shape::Sum { terms, .. } if terms.len() <= WRITTEN_OUT => {
            let written = terms.iter().skip(1).enumerate();
            let sum: String = written
                .map(|(position, &(amount, sign))| match (position, sign) {
                    (0, -1) => printed(amount).to_string(),
                    (0, ..-1) => format!("{} × {}", -i16::from(sign), printed(amount)),
                    (_, ..=-1) => added(printed(amount)),
                    (_, _) => format!(" − {}", printed(amount)),
                })
                .collect();
            format!("{sum} =")
        }
        Shape::Sum { terms, .. } => format!("its {} numbers add up to", terms.len() - 1),
    };
    format!(
        "{left} {}, but {} is printed",
        bare(&computed),
        printed(result)
    )
}

/// A further summand: a minus before it takes the place of the plus.
fn added(printed: &str) -> String {
    match printed.strip_prefix(['-', '−', '–']) {
        Some(rest) => format!(" − {}", rest.trim_start()),
        None => format!(" + {printed}"),
    }
}

fn row_words(book: &Reading, amount: usize) -> String {
    let Some(line) = book.amounts.get(amount).map(|a| a.line) else {
        return String::new();
    };
    let text = crate::reading::tidy(&book.sheet.line_text(line));
    let page = book.amounts.get(amount).map_or(0, |a| a.page);
    if text.is_empty() {
        format!(" on page {page}")
    } else {
        format!(" on page {page}, “{text}”")
    }
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

/// A value without the comma or full stop of the sentence that it stands in.
fn bare(text: &str) -> &str {
    text.trim_end_matches([',', '.', ';'])
}
