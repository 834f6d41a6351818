//! Labels over values set side by side: the boxes that sum a statement, a payslip or a bill up.

use std::collections::BTreeMap;

use crate::layout::{Area, Sheet, Token, overlap_x};
use crate::numbers::{Amount, currency};
use crate::words::roles::role;
use crate::words::{fold, has_letters};

/// Heights of a value from its label down to it.
const REACH: f64 = 3.0;
/// Heights of a word between two labels of one line.
const GAP: f64 = 0.9;
/// Points between the left edges, or the right ones, of a label and its value.
const EDGE: f64 = 6.0;

/// The label of each amount of such boxes, where two labels at least name different parts of a sum.
pub fn labels(sheet: &Sheet, amounts: &[Amount]) -> BTreeMap<usize, String> {
    let mut labels = BTreeMap::new();
    let mut at = 0;
    while let Some(first) = amounts.get(at) {
        let count = count_of_line(amounts, at, first.line);
        let cells = at..at + count;
        if count > 1 && is_all_values(sheet, amounts, cells.clone()) {
            labels.extend(
                labels_of(sheet, amounts, cells.clone())
                    .into_iter()
                    .flatten(),
            );
        }
        at = cells.end;
    }
    labels
}

fn count_of_line(amounts: &[Amount], from: usize, line: usize) -> usize {
    let rest = amounts.get(from..).unwrap_or_default();
    rest.iter().take_while(|a| a.line == line).count().max(1)
}

/// Nothing but amounts and their currencies stands on the line.
fn is_all_values(sheet: &Sheet, amounts: &[Amount], cells: std::ops::Range<usize>) -> bool {
    let cells = amounts.get(cells).unwrap_or_default();
    let Some(line) = cells.first().and_then(|first| sheet.lines.get(first.line)) else {
        return false;
    };
    line.tokens.clone().all(|at| {
        let own = cells.iter().any(|amount| amount.tokens.contains(&at));
        own || sheet
            .tokens
            .get(at)
            .is_some_and(|token| currency(&token.text).is_some())
    })
}

/// `None` where the line above holds numbers, or more numbers follow below: that is a table.
fn labels_of(
    sheet: &Sheet,
    amounts: &[Amount],
    cells: std::ops::Range<usize>,
) -> Option<Vec<(usize, String)>> {
    let number = amounts.get(cells.start)?.line;
    let (above, own) = (
        sheet.lines.get(number.checked_sub(1)?)?,
        sheet.lines.get(number)?,
    );
    let height = own.area[3] - own.area[1];
    let near = |a: &Area, b: &Area| a[1] - b[3] < height * REACH;
    let holds_amounts = |line: usize| amounts.binary_search_by(|a| a.line.cmp(&line)).is_ok();
    let goes_on = sheet.lines.get(number + 1).is_some_and(|next| {
        next.page == own.page
            && near(&own.area, &next.area)
            && stand_below(sheet, amounts, cells.clone(), number + 1)
    });
    if above.page != own.page
        || holds_amounts(number - 1)
        || goes_on
        || !near(&above.area, &own.area)
    {
        return None;
    }
    let heads = groups(sheet.tokens_of(number - 1));
    let labels: Vec<(usize, String)> = cells
        .filter_map(|cell| {
            let area = &amounts.get(cell)?.area;
            let (_, words) = heads.iter().find(|(head, _)| stands_over(head, area))?;
            has_letters(words).then(|| (cell, words.clone()))
        })
        .collect();
    let mut roles: Vec<_> = labels
        .iter()
        .filter_map(|(_, words)| role(&fold(words)))
        .collect();
    roles.dedup();
    (roles.len() > 1).then_some(labels)
}

/// The next line goes on as a table: it holds values alone, or several of them below those of this line. One value behind
/// words of its own is another box.
fn stand_below(
    sheet: &Sheet,
    amounts: &[Amount],
    cells: std::ops::Range<usize>,
    line: usize,
) -> bool {
    let count = count_of_line(amounts, cells.end, line);
    let next = cells.end..cells.end + count;
    let values = amounts.get(next.clone()).unwrap_or_default();
    if values.first().is_none_or(|first| first.line != line) {
        return false;
    }
    let above = amounts.get(cells).unwrap_or_default();
    let below = values
        .iter()
        .filter(|value| above.iter().any(|a| overlap_x(&a.area, &value.area) > 0.3));
    is_all_values(sheet, amounts, next) || below.count() > 1
}

fn stands_over(head: &Area, value: &Area) -> bool {
    overlap_x(head, value) > 0.3
        || (head[0] - value[0]).abs() < EDGE
        || (head[2] - value[2]).abs() < EDGE
}

/// The words of a line that stand close together, with the box around them.
fn groups(tokens: &[Token]) -> Vec<(Area, String)> {
    let mut groups: Vec<(Area, String)> = Vec::new();
    for token in tokens {
        match groups.last_mut() {
            Some((area, words)) if token.area[0] - area[2] < token.height() * GAP => {
                *area = crate::layout::union(area, &token.area);
                words.push(' ');
                words.push_str(&token.text);
            }
            _ => groups.push((token.area, token.text.clone())),
        }
    }
    groups
}
