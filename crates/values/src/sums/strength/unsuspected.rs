//! Sums fit to accuse: read whole, borne out by others, with no honest reason to be off.

use crate::finding::Kind;
use crate::layout::gap;
use crate::numbers::{Amount, Decimal, Nature, currency};
use crate::reading::Reading;
use crate::sums::{Claims, Equation, Fix, Ground, Shape, Values, solver};
use crate::words::roles::Role;

/// Rows of a pattern that must hold before a single failing row is a finding at all.
pub const LEAST_PEERS: usize = 4;
/// Entries and total of a sum that needs no confirmation, where one digit alone is off.
pub const LONE_TERMS: usize = 4;

/// Digits of a number that hardly stands twice by chance.
const TELLING_DIGITS: usize = 4;
/// Lines around an amount in which the words behind it show that they are a column, and points that its edges may differ.
const COLUMN_REACH: usize = 3;
const SAME_EDGE: f64 = 1.0;
/// Heights between an amount and such words; a blank between words is narrower.
const WORD_GAP: f64 = 0.4;

/// A total that other sums confirm, over entries of one page that could all be read: then an entry is at fault, or the
/// total itself where the entries are confirmed.
pub fn is_unsuspected(book: &Reading, claims: &Claims, fix: &Fix, failed: usize) -> bool {
    let (Some(equation), Some(original)) =
        (claims.unified.get(failed), claims.original.get(failed))
    else {
        return false;
    };
    // Where each number stands is told by the print that the sum is over, not by its first copy.
    let Shape::Sum { terms, .. } = &original.shape else {
        return false;
    };
    if matches!(
        equation.kind,
        Kind::RunningBalance | Kind::YearToDate | Kind::AmountInWords | Kind::Instalments
    ) {
        return false;
    }
    let lines: Vec<usize> = terms
        .iter()
        .filter_map(|(amount, _)| book.amounts.get(*amount))
        .map(|amount| amount.line)
        .collect();
    let pages: Vec<u32> = terms
        .iter()
        .filter_map(|(amount, _)| book.amounts.get(*amount))
        .map(|amount| amount.page)
        .collect();
    let (Some(&first), Some(&last)) = (lines.iter().min(), lines.iter().max()) else {
        return false;
    };
    let one_page = pages.iter().all(|page| Some(page) == pages.first());
    let columns: Vec<usize> = terms
        .iter()
        .filter_map(|(amount, _)| book.grid.column_of.get(*amount).copied().flatten())
        .collect();
    let readable = !book.is_unclear(first..=last, &columns);
    let values = Values::new(&book.amounts);
    let suspects: Vec<usize> = std::iter::once(fix.amount)
        .chain(fix.ties.iter().copied())
        .collect();
    let result = equation.result().unwrap_or_default();
    let one_digit = book
        .amounts
        .get(fix.amount)
        .is_some_and(|printed| printed.differs_by_one_digit(fix.value));
    let again = one_digit && is_printed_again(book, original);
    let result_holds = again
        || suspects.contains(&result)
        || solver::is_confirmed(&claims.unified, failed, result, &values);
    let entries_hold = again
        || !suspects.contains(&result)
        || solver::others_are_confirmed(&claims.unified, failed, result, &values);
    let pay = matches!(book.role(result), Some(Role::Deductions | Role::GrossPay));
    if !suspects.contains(&result) && !pay && may_be_voucher(equation, &values) {
        return false;
    }
    let tabular = terms.iter().all(|(amount, _)| ends_its_cell(book, *amount));
    terms.len() > 2 && tabular && one_page && readable && result_holds && entries_hold
}

/// Entries of one column that a total misses by one digit of it, and by more than a fee or a rebate that no line names:
/// nothing else has to confirm them.
pub fn is_lone_total(book: &Reading, claims: &Claims, fix: &Fix) -> bool {
    let [failed] = fix.repaired.as_slice() else {
        return false;
    };
    let (Some(equation), Some(original)) =
        (claims.unified.get(*failed), claims.original.get(*failed))
    else {
        return false;
    };
    let values = Values::new(&book.amounts);
    let (Shape::Sum { terms, .. }, Some(total)) = (&original.shape, original.result()) else {
        return false;
    };
    let missed = equation.residual(&values).abs();
    let should = book.value(total) - original.residual(&values);
    let column = |amount: usize| book.grid.column_of.get(amount).copied().flatten();
    let home = terms.get(1).and_then(|(entry, _)| column(*entry));
    let one_column = terms
        .iter()
        .skip(1)
        .all(|(amount, _)| home.is_some() && column(*amount) == home);
    let digit = book
        .amounts
        .get(total)
        .is_some_and(|printed| printed.differs_by_one_digit(should));
    equation.kind == Kind::Total
        && terms.len() >= LONE_TERMS
        && one_column
        && digit
        && missed.scaled(10) > book.value(total).abs()
        && terms.iter().all(|(amount, _)| ends_its_cell(book, *amount))
}

/// The result of a sum stands in another line too, outside the sum: what was paid, what is due, a box that sums up.
fn is_printed_again(book: &Reading, equation: &Equation) -> bool {
    let Some(total) = equation
        .result()
        .and_then(|result| book.amounts.get(result))
    else {
        return false;
    };
    let parts = equation.amounts();
    let telling = total.text.chars().filter(char::is_ascii_digit).count() >= TELLING_DIGITS;
    let again = |(index, other): (usize, &Amount)| {
        other.value.abs() == total.value.abs()
            && other.nature == Nature::Money
            && other.places == total.places
            && other.line != total.line
            && !parts.contains(&index)
    };
    telling && book.amounts.iter().enumerate().any(again)
}

/// The total is less than its entries by a round amount of at most 10 %: a voucher or a rebate that no line names.
fn may_be_voucher(equation: &Equation, values: &Values) -> bool {
    let total = equation.result().map(|result| values.of(result));
    let less = -equation.residual(values);
    let fives = less.divided_by(Decimal::whole(5));
    let round = fives.is_some_and(|fives| fives.fits(0)) && less > Decimal::ZERO;
    round && total.is_some_and(|total| less.scaled(10) <= total + less)
}

/// One mark that is neither letter nor digit: a currency whose sign the font gives no name to (“¬” for the euro).
fn is_sign(text: &str) -> bool {
    let mut chars = text.chars();
    let only = chars.next().filter(|_| chars.next().is_none());
    only.is_some_and(|c| !c.is_alphanumeric() && !c.is_ascii_punctuation())
}

/// Nothing but a currency stands right behind the amount: it is no part of a sentence.
fn ends_its_cell(book: &Reading, amount: usize) -> bool {
    let Some(amount) = book.amounts.get(amount) else {
        return false;
    };
    let end = book
        .sheet
        .lines
        .get(amount.line)
        .map_or(0, |line| line.tokens.end);
    let mut at = amount.tokens.end;
    if at < end
        && book
            .sheet
            .tokens
            .get(at)
            .is_some_and(|t| currency(&t.text).is_some() || is_sign(&t.text))
    {
        at += 1;
    }
    let behind = book.sheet.tokens.get(at).filter(|_| at < end);
    let last = at
        .checked_sub(1)
        .and_then(|last| book.sheet.tokens.get(last));
    let clean = !amount.text.ends_with([',', ';', ':']);
    let listed = || begins_column(book, amount.line, amount.tokens.end);
    clean
        && (listed()
            || behind
                .zip(last)
                // Words of the same sentence stand close, those of the next column apart.
                .is_none_or(|(behind, last)| {
                    let words = !behind.text.chars().any(|c| c.is_ascii_digit());
                    gap(last, behind) > last.height() * if words { 3.0 } else { 1.0 }
                }))
}

/// The words behind an amount begin where those behind the amounts of two lines near it do: a column of descriptions.
fn begins_column(book: &Reading, line: usize, at: usize) -> bool {
    let pair =
        (at.checked_sub(1).and_then(|at| book.sheet.tokens.get(at))).zip(book.sheet.tokens.get(at));
    let Some((last, behind)) = pair else {
        return false;
    };
    let near = (line.saturating_sub(COLUMN_REACH)..=line + COLUMN_REACH).filter(|at| *at != line);
    // A letter may be the side of the amount; others are keys of tax rates.
    let side = matches!(behind.text.as_str(), "S" | "H" | "D" | "C");
    let begins = |at: &usize| {
        let tokens = book.sheet.tokens_of(*at);
        tokens.windows(2).any(|pair| match pair {
            [number, word] => {
                let digits = number.text.ends_with(|c: char| c.is_ascii_digit());
                let edges = (number.area[2] - last.area[2]).abs() < SAME_EDGE;
                digits && edges && (word.area[0] - behind.area[0]).abs() < SAME_EDGE
            }
            _ => false,
        })
    };
    !side && gap(last, behind) > last.height() * WORD_GAP && near.filter(begins).count() >= 2
}

/// Rows of the pattern that an equation is one of.
pub fn peers(equation: &Equation) -> usize {
    match equation.ground {
        Ground::Pattern { peers } => peers,
        Ground::Label => 0,
    }
}
