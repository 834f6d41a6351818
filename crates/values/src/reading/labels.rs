//! The words that say what a number is: to its left on the line, or above it at the head of its column.

use super::cards;
use crate::layout::{Sheet, overlap_x};
use crate::numbers::{Amount, Nature};
use crate::words::roles::{Role, role};
use crate::words::{fold, has_letters};

/// Longest label shown.
const SHOWN: usize = 80;
/// Words of a label; what is longer is a sentence.
const LABEL_WORDS: usize = 10;
/// Words that name a row of a table; what is longer is prose, which has no heads.
const ROW_WORDS: usize = 4;
/// Lines looked at above a number for the head of its column.
const HEAD_REACH: usize = 80;

/// Lines above a number without any words of its own line whose words may be its label.
const NEAR_HEAD: usize = 2;

/// Labels of all amounts of a document.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    /// The words right before the amount, back to the number or the wide gap before them.
    near: Vec<String>,
    /// The words before the first amount of the line.
    row: Vec<String>,
    roles: Vec<Option<Role>>,
}

impl Labels {
    pub fn new(sheet: &Sheet, amounts: &[Amount]) -> Labels {
        let mut labels = Labels::default();
        let mut previous: Option<&Amount> = None;
        let cards = cards::labels(sheet, amounts);
        for (index, amount) in amounts.iter().enumerate() {
            if let Some(label) = cards.get(&index) {
                labels.roles.push(role(&fold(label)));
                labels.near.push(label.clone());
                labels.row.push(label.clone());
                previous = Some(amount);
                continue;
            }
            let start = sheet
                .lines
                .get(amount.line)
                .map_or(0, |line| line.tokens.start);
            let before = previous.filter(|p| p.line == amount.line);
            let from = before.map_or(start, |before| before.tokens.end);
            let to = amount.tokens.start.max(from);
            let near = nearest_words(sheet, from.max(to.saturating_sub(LABEL_WORDS)), to);
            // The first words of the line, be there a number before them or not.
            let row = match labels
                .row
                .last()
                .filter(|row| before.is_some() && has_letters(row))
            {
                Some(row) => row.clone(),
                None if before.is_none() && !has_letters(&near) => {
                    words_behind(sheet, amounts, index).unwrap_or_else(|| near.clone())
                }
                None => near.clone(),
            };
            let words = if has_letters(&near) {
                near.clone()
            } else if has_letters(&row) {
                row.clone()
            } else if stands_alone(sheet, amounts, index) {
                head_of(sheet, amounts, amount, NEAR_HEAD).unwrap_or_default()
            } else {
                // In a table the head of a column is no label of a sum.
                String::new()
            };
            labels.roles.push(role(&fold(&words)));
            labels.near.push(near);
            labels.row.push(row);
            previous = Some(amount);
        }
        labels
    }

    pub fn role(&self, amount: usize) -> Option<Role> {
        self.roles.get(amount).copied().flatten()
    }

    pub fn near(&self, amount: usize) -> &str {
        self.near.get(amount).map_or("", String::as_str)
    }

    pub fn row(&self, amount: usize) -> &str {
        self.row.get(amount).map_or("", String::as_str)
    }

    /// The label to show for an amount.
    pub fn shown(&self, sheet: &Sheet, amounts: &[Amount], index: usize) -> String {
        let Some(amount) = amounts.get(index) else {
            return String::new();
        };
        let near = self.near(index);
        // Beside other numbers of its row the head of the column says more than the row's text.
        let alone = amounts
            .iter()
            .skip(index.saturating_sub(20))
            .take(41)
            .filter(|other| other.line == amount.line)
            .count()
            == 1;
        let head = head_of(sheet, amounts, amount, HEAD_REACH);
        let words = match head {
            // What the row is says more than the head of its column, which only tells two such numbers apart.
            Some(head) if !alone && self.role(index).is_some() => {
                let own = if has_letters(near) {
                    near
                } else {
                    self.row(index)
                };
                match own.split_whitespace().count() {
                    0..=ROW_WORDS => format!("{} ({})", tidy(own), tidy(&head)),
                    _ => own.to_string(),
                }
            }
            Some(head) if !alone || !has_letters(near) => head,
            _ if has_letters(near) => near.to_string(),
            _ => self.row(index).to_string(),
        };
        tidy(last_sentence(&words))
    }
}

/// Of words before a value those of its own sentence; "No. 12" ends none.
pub fn last_sentence(words: &str) -> &str {
    let ends = words.match_indices(". ").map(|(at, _)| at);
    let is_end = |at: &usize| {
        let before = words.get(..*at).unwrap_or_default();
        let last = before.rsplit(' ').next().unwrap_or_default();
        last.chars().filter(|c| c.is_alphabetic()).count() > 3
    };
    let from = ends.filter(is_end).last().map_or(0, |at| at + 2);
    words.get(from..).unwrap_or_default()
}

/// Words behind the last money of a line that name a role, where the description is the last column; the number of a week
/// or a card may be one of them.
fn words_behind(sheet: &Sheet, amounts: &[Amount], first: usize) -> Option<String> {
    let line = amounts.get(first)?.line;
    let of_line = || amounts.iter().skip(first).take_while(|a| a.line == line);
    let money = of_line().filter(|a| a.nature == Nature::Money).last();
    let from = money.or_else(|| of_line().last())?.tokens.end;
    let end = sheet.lines.get(line)?.tokens.end.min(from + LABEL_WORDS);
    let words = sheet.text(from..end.max(from));
    role(&fold(&words)).is_some().then_some(words)
}

/// The only number of a line without words.
fn stands_alone(sheet: &Sheet, amounts: &[Amount], index: usize) -> bool {
    let line = |index: Option<usize>| index.and_then(|i| amounts.get(i)).map(|a| a.line);
    let own = line(Some(index));
    let shared = line(index.checked_sub(1)) == own || line(Some(index + 1)) == own;
    !shared && !own.is_some_and(|line| has_letters(&sheet.line_text(line)))
}

/// The last run of words that says something; units and other marks of a few letters do not.
fn nearest_words(sheet: &Sheet, from: usize, to: usize) -> String {
    let mut end = to;
    loop {
        let mut start = end.saturating_sub(1).max(from);
        while start > from && !is_wide_gap(sheet, start) {
            start -= 1;
        }
        let words = sheet.text(start..end);
        let letters = words.chars().filter(|c| c.is_alphabetic()).count();
        if letters > 3 || start <= from {
            return if letters > 3 {
                words
            } else {
                sheet.text(from..to)
            };
        }
        end = start;
    }
}

/// Whether the token stands clearly apart from the one before it.
fn is_wide_gap(sheet: &Sheet, at: usize) -> bool {
    let pair = at
        .checked_sub(1)
        .and_then(|left| Some((sheet.tokens.get(left)?, sheet.tokens.get(at)?)));
    pair.is_some_and(|(left, right)| right.area[0] - left.area[2] > right.height() * 1.5)
}

/// The nearest words right above a number on a line that holds no numbers itself.
pub fn head_of(sheet: &Sheet, amounts: &[Amount], amount: &Amount, reach: usize) -> Option<String> {
    let mut line = amount.line;
    for _ in 0..reach {
        line = line.checked_sub(1)?;
        let above = sheet.lines.get(line)?;
        if above.page != amount.page {
            return None;
        }
        let tokens = sheet.tokens_of(line);
        let over = |at: &usize| {
            let token = tokens.get(*at);
            token.is_some_and(|token| overlap_x(&token.area, &amount.area) > 0.3)
        };
        let mut run: Vec<usize> = (0..tokens.len()).filter(over).collect();
        let words = |run: &[usize]| -> String {
            let texts = run
                .iter()
                .filter_map(|&at| tokens.get(at))
                .map(|token| token.text.as_str());
            texts.collect::<Vec<_>>().join(" ")
        };
        let mut text = words(&run);
        // A sign alone, as in "Rate [%]", says nothing without the word before it.
        if let Some(before) = run.first().and_then(|at| at.checked_sub(1))
            && !has_letters(&text)
            && !text.is_empty()
        {
            run.insert(0, before);
            text = words(&run);
        }
        let with_numbers = amounts.binary_search_by(|a| a.line.cmp(&line)).is_ok();
        if has_letters(&text) && !with_numbers {
            return Some(text);
        }
    }
    None
}

pub fn tidy(text: &str) -> String {
    let trimmed =
        text.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')' | '%'));
    trimmed.chars().take(SHOWN).collect()
}
