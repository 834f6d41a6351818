//! Columns of amounts: a number in another notation than its column, a row that is missing from an even pitch.

use assay_pdf::Area;
use assay_pdf::content::{Line, Word};

use crate::facts::page::words::has_two_decimals;
use crate::facts::{Facts, PageFacts};

use crate::signal::{Place, Signal};
use crate::signals::line_ends::{EDGE, line_ends};

declare! {
    VALUE_IN_OTHER_NOTATION = "value_in_other_notation" {
        rank: 690, module: "columns", severity: Medium, scored: true, proves: Content, cause: "column notation",
        meaning: "A number of a column is a whole one with a thousands separator, where all others have two decimals.",
        matters: "A program prints a column in one notation; a number copied from elsewhere brings its own.",
        benign: "Lists that set a count among amounts.",
    }

    ROW_MISSING = "row_missing" {
        rank: 710, module: "columns", severity: Medium, scored: true, proves: Content, cause: "row gap",
        meaning: "The rows of a table follow each other evenly but for one gap of exactly a row.",
        matters: "A row that is taken out leaves its place.",
        benign: "A blank line between two groups of rows.",
    }
}

/// Amounts looked at on one page.
pub(super) const AMOUNTS: usize = 2000;
/// Amounts that must keep an edge to make it one.
pub(super) const KEEPERS: usize = 3;
/// The nearest amount of the column stands within this many em.
pub(super) const NEAR: f64 = 4.5;
/// Findings listed per page.
const LISTED: usize = 4;
/// Rows of a table that tell its pitch.
const ROWS: usize = 6;
/// Rows that must stand on either side of a gap.
const BESIDE: usize = 2;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for page in &facts.pages {
        other_notation(page, signals);
        missing_row(page, signals);
    }
}

/// *Sees* a whole number with a thousands separator in a column whose neighbouring numbers all have two decimals.
/// *Honest files*: lists of readings and amounts under each other; there it is not the only one.
fn other_notation(page: &PageFacts, signals: &mut Vec<Signal>) {
    let words: Vec<&Word> = line_ends(page).take(AMOUNTS).collect();
    let grouped = words
        .iter()
        .filter_map(|word| Some((*word, grouping(&word.text)?)));
    for (word, separator) in grouped.take(LISTED) {
        let (Some(above), Some(below)) = (
            amounts_beside(word, separator, &words, true),
            amounts_beside(word, separator, &words, false),
        ) else {
            continue;
        };
        if above + below < KEEPERS {
            continue;
        }
        let evidence = format!(
            "“{}” is a whole number; the {} numbers above and below it in its column have two decimals.",
            word.text,
            above + below
        );
        signals.push(Signal {
            field: page.label(&word.area),
            new_value: Some(word.text.clone()),
            ..Signal::new(
                &VALUE_IN_OTHER_NOTATION,
                Place::on(page, word.area),
                evidence,
            )
        });
    }
}

/// How many amounts stand above or below a number in its column until a heading or the end; `None` where another number
/// that is no amount comes first.
fn amounts_beside(word: &Word, separator: char, words: &[&Word], above: bool) -> Option<usize> {
    let rise = |other: &Word| {
        let rise = other.area.y0 - word.area.y0;
        if above { rise } else { -rise }
    };
    let keeps = |other: &&Word| {
        (other.area.x1 - word.area.x1).abs() < EDGE && rise(other) > 0.5 * word.size
    };
    let mut column: Vec<&Word> = words.iter().copied().filter(keeps).collect();
    column.sort_by(|a, b| rise(a).total_cmp(&rise(b)));
    let (mut at, mut count) = (0.0, 0);
    for other in column {
        let number = other.text.chars().any(|c| c.is_ascii_digit());
        if rise(other) - at > NEAR * word.size || !number {
            break;
        }
        let decimal = other
            .text
            .trim_end_matches(|c: char| !c.is_ascii_digit())
            .chars()
            .rev()
            .nth(2);
        let alike = has_two_decimals(&other.text) && decimal.is_some_and(|sign| sign != separator);
        if !alike || (other.size - word.size).abs() > 0.05 {
            return None;
        }
        at = rise(other);
        count += 1;
    }
    Some(count)
}

/// The separator of a whole number below a million that is grouped by thousands.
fn grouping(text: &str) -> Option<char> {
    let separator = text
        .chars()
        .find(|c| !c.is_ascii_digit())
        .filter(|c| matches!(c, '.' | ','))?;
    let (head, tail) = text.split_once(separator)?;
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let grouped = (1..=3).contains(&head.len()) && tail.len() == 3 && !head.starts_with('0');
    (grouped && digits(head) && digits(tail)).then_some(separator)
}

/// *Sees* rows of a table at one even pitch, with one gap of exactly a row in their midst.
/// *Honest files*: a blank line may part groups of rows; alone it proves nothing.
fn missing_row(page: &PageFacts, signals: &mut Vec<Signal>) {
    let rows = rows(page);
    let mut edges: Vec<(f64, f64)> = rows.iter().map(|row| (row.left, row.right)).collect();
    edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    edges.dedup_by(|a, b| (a.0 - b.0).abs() < EDGE && (a.1 - b.1).abs() < EDGE);
    for (left, right) in edges {
        let table: Vec<&Row> = rows
            .iter()
            .filter(|row| (row.left - left).abs() < EDGE && (row.right - right).abs() < EDGE)
            .collect();
        if let Some(signal) = gap(page, &table) {
            signals.push(signal);
            return;
        }
    }
}

/// A line that begins with a number (a date) and ends with an amount.
struct Row {
    y: f64,
    left: f64,
    right: f64,
    height: f64,
}

fn rows(page: &PageFacts) -> Vec<Row> {
    let row = |line: &Line| {
        let (first, last) = (line.words.first()?, line.words.last()?);
        let dated = first.text.starts_with(|c: char| c.is_ascii_digit());
        let telling = line.words.len() > 2 && dated && has_two_decimals(&last.text);
        (telling && first.angle == 0).then_some(Row {
            y: first.area.y0,
            left: first.area.x0,
            right: last.area.x1,
            height: first.size,
        })
    };
    let mut rows: Vec<Row> = page.lines.iter().filter_map(row).collect();
    rows.sort_by(|a, b| b.y.total_cmp(&a.y));
    rows
}

fn gap(page: &PageFacts, rows: &[&Row]) -> Option<Signal> {
    if rows.len() < ROWS {
        return None;
    }
    let pitches: Vec<f64> = rows
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] => Some(a.y - b.y),
            _ => None,
        })
        .collect();
    let mut sorted = pitches.clone();
    sorted.sort_by(f64::total_cmp);
    let pitch = *sorted.get(sorted.len() / 2)?;
    let is = |gap: f64, rows: f64| (gap - rows * pitch).abs() < EDGE;
    let (mut doubles, mut singles) = (Vec::new(), 0usize);
    for (index, gap) in pitches.iter().enumerate() {
        if is(*gap, 1.0) {
            singles += 1;
        } else if is(*gap, 2.0) {
            doubles.push(index);
        }
    }
    let [at] = doubles.as_slice() else {
        return None;
    };
    if singles + 1 != pitches.len() || at + 1 < BESIDE || rows.len() - at - 1 < BESIDE {
        return None;
    }
    let (above, below) = (rows.get(*at)?, rows.get(at + 1)?);
    let area = Area {
        x0: above.left,
        y0: below.y + 0.9 * pitch,
        x1: above.right,
        y1: below.y + 0.9 * pitch + above.height,
    };
    let words = page.lines.iter().flat_map(|line| &line.words);
    let filled = words
        .into_iter()
        .any(|word| word.area.intersection(&area).is_some());
    let evidence = format!(
        "{} rows follow each other every {pitch:.1} points, but for one gap of {:.1}.",
        rows.len(),
        2.0 * pitch
    );
    (!filled).then(|| Signal::new(&ROW_MISSING, Place::on(page, area), evidence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_told_from_dates_and_counts() {
        for amount in ["12,50", "1.234,56", "9'123.95", "€ 4.00", "154,08-", "0.99"] {
            assert!(has_two_decimals(amount), "{amount}");
        }
        for other in ["12", "01.02.26", "1.5", "3,141", "12.03.2026", "v1"] {
            assert!(!has_two_decimals(other), "{other}");
        }
    }

    #[test]
    fn whole_numbers_are_told_by_their_groups() {
        assert_eq!(
            (grouping("54,133"), grouping("41.190")),
            (Some(','), Some('.'))
        );
        for other in ["0,133", "1234", "1,234,567", "12,50", "1,234.50", "12-345"] {
            assert_eq!(grouping(other), None, "{other}");
        }
    }
}
