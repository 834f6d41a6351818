//! The foot of an invoice: net, discounts, charges, tax, gross, payments, amount due, one below the other.

use crate::finding::Kind;
use crate::layout::overlap_x;
use crate::numbers::{Amount, Decimal, Nature};
use crate::reading::Reading;
use crate::sums::{Equation, Ground, Shape, Values, product};
use crate::words::has_letters;
use crate::words::roles::Role;

/// Right edges of one column lie this close.
const EDGE: f64 = 6.0;
/// Lines between two neighbours of one block.
const REACH: usize = 4;
/// Lines between two results whose signs are tried out.
const MOST_BETWEEN: usize = 6;

/// A labelled amount at the foot of an invoice; without a role when its label says nothing known.
#[derive(Debug, Clone, Copy)]
struct Entry {
    amount: usize,
    role: Option<Role>,
}

/// Sums over the foot, and the entries whose label makes them copies of one another when they are equal.
#[derive(Debug, Clone, Default)]
pub struct Foot {
    pub equations: Vec<Equation>,
    /// Amounts that say the same thing in several places.
    pub copies: Vec<Vec<usize>>,
}

pub fn find(book: &Reading) -> Foot {
    let mut foot = Foot::default();
    for block in blocks(book) {
        block_sums(book, &block, &mut foot);
    }
    repeated_totals(book, &mut foot);
    taxes_of_bases(book, &mut foot);
    foot
}

/// Taxes whose line states rate and base, `VAT 20 % (1,200.00) 240.00`, and the bases as parts of the net above.
fn taxes_of_bases(book: &Reading, foot: &mut Foot) {
    let mut bases: Vec<(usize, i8)> = Vec::new();
    for tax in (2..book.amounts.len()).filter(|&index| book.role(index) == Some(Role::Tax)) {
        let (rate, base) = (tax - 2, tax - 1);
        let [Some(r), Some(b), Some(t)] = [rate, base, tax].map(|index| book.amounts.get(index))
        else {
            continue;
        };
        let alone = book.amounts.get(tax + 1).map(|a| a.line) != Some(t.line);
        let shaped = r.nature == Nature::Percent && b.nature == Nature::Money;
        if !alone || !shaped || [r.line, b.line] != [t.line; 2] || t.nature != Nature::Money {
            continue;
        }
        // In brackets it reads like a negative number.
        let sign = if b.value.is_negative() == t.value.is_negative() {
            1
        } else {
            -1
        };
        bases.push((base, sign));
        foot.equations.push(Equation {
            kind: Kind::TaxSum,
            shape: Shape::Product {
                left: base,
                right: rate,
                less: None,
                out: tax,
                percent: true,
                sign,
            },
            tolerance: rounding(book, tax),
            ground: Ground::Label,
        });
    }
    let first = bases.first().map(|(base, _)| *base);
    let net = first.and_then(|first| (0..first).rev().find(|&i| book.role(i) == Some(Role::Net)));
    if let Some(net) = net.filter(|_| bases.len() > 1) {
        let mut terms = vec![(net, 1)];
        terms.extend(bases.iter().map(|&(base, sign)| (base, -sign)));
        let rounding = rounding(book, net);
        foot.equations
            .push(Equation::sum(Kind::TaxSum, terms, Ground::Label).within(rounding));
    }
}

/// Amounts with a role that has its own words, or that end their line.
fn entries(book: &Reading) -> Vec<Entry> {
    let last_of_line = |index: usize| {
        let line = book.amounts.get(index).map(|a| a.line);
        book.amounts.get(index + 1).map(|a| a.line) != line
    };
    let alone = |index: usize| {
        let line = book.amounts.get(index).map(|a| a.line);
        last_of_line(index)
            && index
                .checked_sub(1)
                .and_then(|i| book.amounts.get(i))
                .map(|a| a.line)
                != line
    };
    (0..book.amounts.len())
        .filter(|&index| {
            book.amounts
                .get(index)
                .is_some_and(|a| a.nature == Nature::Money || a.value.is_zero())
        })
        .filter_map(|index| {
            let role = book.role(index).filter(|role| is_foot_role(*role));
            let own = has_letters(book.labels.near(index));
            match role {
                Some(role) if own || last_of_line(index) => Some(Entry {
                    amount: index,
                    role: Some(role),
                }),
                None if alone(index) => Some(Entry {
                    amount: index,
                    role: None,
                }),
                _ => None,
            }
        })
        .collect()
}

fn is_foot_role(role: Role) -> bool {
    use Role::{Charge, Discount, Due, Gross, Net, NetPay, Paid, Rounding, Tax};
    // "Net à payer" is what is due on a French invoice and the net pay on a payslip.
    matches!(
        role,
        Charge | Discount | Due | Gross | Net | NetPay | Paid | Rounding | Tax
    )
}

/// Entries of one column that follow each other closely, beginning and ending with a known role.
fn blocks(book: &Reading) -> Vec<Vec<Entry>> {
    let mut blocks: Vec<Vec<Entry>> = Vec::new();
    for entry in entries(book) {
        let Some(amount) = book.amounts.get(entry.amount) else {
            continue;
        };
        let home = blocks.iter_mut().rev().take(8).find(|block| {
            block
                .last()
                .and_then(|last| book.amounts.get(last.amount))
                .is_some_and(|last| {
                    last.page == amount.page
                        && last.line < amount.line
                        && amount.line - last.line <= REACH
                        && stand_together(book, last, amount)
                        && (last.currency.is_none()
                            || amount.currency.is_none()
                            || last.currency == amount.currency)
                })
        });
        match home {
            Some(block) => block.push(entry),
            None if entry.role.is_some() => blocks.push(vec![entry]),
            None => {}
        }
    }
    blocks.retain(|block| block.len() > 1);
    blocks
}

/// One above the other, or both right behind labels that begin at the same place.
fn stand_together(book: &Reading, above: &Amount, below: &Amount) -> bool {
    let close =
        |a: Option<f64>, b: Option<f64>| a.zip(b).is_some_and(|(a, b)| (a - b).abs() <= EDGE);
    (above.digits.1 - below.digits.1).abs() <= EDGE
        || overlap_x(&above.area, &below.area) > 0.5
        || close(inline_label(book, above), inline_label(book, below))
}

/// Where a line begins that is a label and its amount and nothing else, without a gap between.
fn inline_label(book: &Reading, amount: &Amount) -> Option<f64> {
    let line = book.sheet.lines.get(amount.line)?;
    let tokens = book
        .sheet
        .tokens
        .get(line.tokens.start..amount.tokens.end)?;
    let gapless = tokens
        .windows(2)
        .all(|pair| matches!(pair, [a, b] if b.area[0] - a.area[2] < b.height() * 1.2));
    (gapless && tokens.len() > 1).then_some(line.area[0])
}

/// From each result line to the next, whatever stands between them leads from one to the other.
fn block_sums(book: &Reading, block: &[Entry], foot: &mut Foot) {
    let mut previous: Option<(usize, Role)> = None;
    let mut between: Vec<Entry> = Vec::new();
    for entry in block {
        match entry.role {
            Some(role @ (Role::Net | Role::Gross | Role::Due | Role::NetPay)) => {
                if let Some((start, from)) = previous {
                    lead(book, (start, from), &between, (entry.amount, role), foot);
                }
                previous = Some((entry.amount, role));
                between.clear();
            }
            _ => between.push(*entry),
        }
    }
}

fn lead(
    book: &Reading,
    from: (usize, Role),
    between: &[Entry],
    to: (usize, Role),
    foot: &mut Foot,
) {
    tax_rate(book, from.0, between, to.0, foot);
    if between.len() > MOST_BETWEEN {
        return;
    }
    let known = between.iter().all(|entry| entry.role.is_some());
    let backwards = matches!((from.1, to.1), (Role::Gross | Role::Due, Role::Net));
    let usual: Vec<i8> = between
        .iter()
        .map(|entry| usual_sign(book, *entry, backwards))
        .collect();
    let signs = first_that_holds(book, from.0, between, to.0, &usual);
    let paid = between.iter().any(|entry| entry.role == Some(Role::Paid));
    // What was paid does not lead from a total back to its net: a table of taxes begins there.
    if paid && backwards {
        return;
    }
    let kind = if paid || to.1 == Role::Due {
        Kind::AmountDue
    } else {
        Kind::TaxSum
    };
    let signs = match signs {
        Some(signs) => signs,
        None if known && !is_unclear_between(book, from.0, to.0) => usual,
        None => return,
    };
    let mut terms = vec![(to.0, 1), (from.0, -1)];
    let moved = between.iter().zip(signs).filter(|(_, sign)| *sign != 0);
    terms.extend(moved.map(|(entry, sign)| (entry.amount, -sign)));
    if terms.len() == 2 && book.value(from.0) == book.value(to.0) {
        foot.copies.push(vec![from.0, to.0]);
        return;
    }
    // Two results in a row that differ are two facts; only a total and what is due of it are one.
    if terms.len() == 2 && (from.1, to.1) != (Role::Gross, Role::Due) {
        return;
    }
    foot.equations
        .push(Equation::sum(kind, terms, Ground::Label).within(rounding(book, to.0)));
}

/// A number that could not be read stands between the two, in their column: a tax printed close to its rate.
fn is_unclear_between(book: &Reading, from: usize, to: usize) -> bool {
    let line = |amount: usize| book.amounts.get(amount).map_or(0, |a| a.line);
    let column = |amount: usize| book.grid.column_of.get(amount).copied().flatten();
    let columns: Vec<usize> = [from, to].into_iter().filter_map(column).collect();
    book.is_unclear(line(from) + 1..=line(to), &columns)
}

/// The sign an entry has by its role: payments and discounts lessen, however they are printed.
fn usual_sign(book: &Reading, entry: Entry, backwards: bool) -> i8 {
    let printed_negative = book.value(entry.amount).is_negative();
    match entry.role {
        Some(Role::Discount | Role::Paid) => {
            if printed_negative {
                1
            } else {
                -1
            }
        }
        Some(Role::Tax) if backwards => -1,
        _ => 1,
    }
}

/// Signs under which the step holds: the usual ones first, then taxes and remarks that are already contained (0) and
/// anything else. Bounded by three to the power of [`MOST_BETWEEN`].
fn first_that_holds(
    book: &Reading,
    from: usize,
    between: &[Entry],
    to: usize,
    usual: &[i8],
) -> Option<Vec<i8>> {
    let tolerance = rounding(book, to);
    let holds = |signs: &[i8]| {
        let moved: Decimal = between
            .iter()
            .zip(signs)
            .map(|(entry, sign)| book.value(entry.amount).scaled((*sign).into()))
            .sum();
        (book.value(from) + moved - book.value(to)).abs() <= tolerance
    };
    if holds(usual) {
        return Some(usual.to_vec());
    }
    let choices = 3_usize.checked_pow(u32::try_from(between.len()).ok()?)?;
    (0..choices)
        .map(|choice| {
            let mut rest = choice;
            let digit = |_| {
                let sign = [0, 1, -1].get(rest % 3).copied().unwrap_or(0);
                rest /= 3;
                sign
            };
            (0..between.len()).map(digit).collect::<Vec<i8>>()
        })
        .find(|signs| holds(signs))
}

/// One tax line between net and gross whose label states the rate.
fn tax_rate(book: &Reading, from: usize, between: &[Entry], to: usize, foot: &mut Foot) {
    let mut taxes = between.iter().filter(|entry| entry.role == Some(Role::Tax));
    let (Some(tax), None) = (taxes.next(), taxes.next()) else {
        return;
    };
    let others_move = between.iter().any(|entry| {
        entry.role != Some(Role::Tax)
            && entry.role != Some(Role::Paid)
            && !book.value(entry.amount).is_zero()
    });
    let Some(line) = book.amounts.get(tax.amount).map(|a| a.line) else {
        return;
    };
    let mut rates = (0..tax.amount).rev().map_while(|index| {
        let amount = book.amounts.get(index).filter(|a| a.line == line)?;
        Some((index, amount.nature))
    });
    let Some((rate, _)) = rates.find(|(_, nature)| *nature == Nature::Percent) else {
        return;
    };
    let equation = Equation {
        kind: Kind::TaxSum,
        shape: Shape::Product {
            left: from,
            right: rate,
            less: None,
            out: tax.amount,
            percent: true,
            sign: 1,
        },
        tolerance: rounding(book, tax.amount),
        ground: Ground::Label,
    };
    let contained =
        is_contained(book, tax.amount, rate, from) || is_contained(book, tax.amount, rate, to);
    if equation.holds(&Values::new(&book.amounts)) || !(others_move || contained) {
        foot.equations.push(equation);
    }
}

/// Tax contained in an inclusive total: total × rate / (100 + rate).
fn is_contained(book: &Reading, tax: usize, rate: usize, total: usize) -> bool {
    let rate = book.value(rate);
    let share = product(book.value(total), rate, false).divided_by(rate + Decimal::whole(100));
    share.is_some_and(|share| (share - book.value(tax)).abs() <= rounding(book, tax))
}

/// Per-line rounding of taxes moves a sum by a few of the last units.
fn rounding(book: &Reading, amount: usize) -> Decimal {
    let places = book.amounts.get(amount).map_or(2, |a| a.places);
    Decimal::last_place(places).scaled(if places == 0 { 1 } else { 3 })
}

/// The total printed in other places too: in the head of the invoice, on the payment slip, in a sentence.
fn repeated_totals(book: &Reading, foot: &mut Foot) {
    let totals: Vec<usize> = (0..book.amounts.len())
        .filter(|&index| {
            let money = book
                .amounts
                .get(index)
                .is_some_and(|a| a.nature == Nature::Money);
            money
                && !book.value(index).is_zero()
                && matches!(
                    book.role(index),
                    Some(Role::Gross | Role::Due | Role::NetPay)
                )
        })
        .take(200)
        .collect();
    for (at, &first) in totals.iter().enumerate() {
        let mut same = vec![first];
        same.extend(
            totals
                .iter()
                .skip(at + 1)
                .copied()
                .filter(|&other| book.value(other) == book.value(first)),
        );
        // More copies than a page or two of an invoice shows are a figure of every section.
        if (2..=4).contains(&same.len()) {
            foot.copies.push(same);
        }
    }
    // The amount due that the head of the document announces is the one its foot arrives at.
    let due: Vec<usize> = totals
        .iter()
        .copied()
        .filter(|&i| book.role(i) == Some(Role::Due))
        .collect();
    if let [first, second] = due.as_slice()
        && book.value(*first) != book.value(*second)
    {
        let terms = vec![(*second, 1), (*first, -1)];
        foot.equations
            .push(Equation::sum(Kind::AmountDue, terms, Ground::Label));
    }
}
