//! Printed numbers of a document: value, sign, currency, place, and how to print another value the same way.

use std::ops::Range;

use super::dates::Dates;
use super::decimal::Decimal;
use super::limits::MAX_AMOUNTS;
use super::lines::{Area, Sheet, Token};
use super::notation::{Grouping, Notation, Reading};
use super::numeral::{Numeral, Sign, currency, side_at_start, sign_of};

/// What kind of number it is, as far as its own looks tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Printed with the document's decimals of money, a currency, or thousands groups.
    Money,
    /// An integer or an odd number of decimals: a quantity, a rate, a number of something.
    Plain,
    Percent,
}

/// One printed number.
#[derive(Debug, Clone)]
pub struct Amount {
    pub line: usize,
    /// Tokens of the number, its sign and its side mark, as indices of [`Sheet::tokens`].
    pub tokens: Range<usize>,
    pub page: u32,
    pub area: Area,
    /// Horizontal extent of the digits alone, by which columns align.
    pub digits: (f64, f64),
    /// As printed, words joined by one space.
    pub text: String,
    pub value: Decimal,
    pub places: u8,
    pub nature: Nature,
    pub currency: Option<&'static str>,
    pub sign: Sign,
    /// Where the digits stand within `text`, in bytes.
    core: Range<usize>,
    grouping: Option<Grouping>,
    mark: char,
}

/// A number before the document's notation and side marks are known.
struct Draft {
    line: usize,
    tokens: Range<usize>,
    core_token: usize,
    numeral: Numeral,
    /// `S`, `H`, `C` or `D` right behind the number: a side, if the document uses such letters throughout.
    letter: Option<char>,
}

/// All numbers of the document, in reading order, and its notation.
pub fn find(sheet: &Sheet, dates: &Dates) -> (Vec<Amount>, Notation) {
    let mut drafts = Vec::new();
    for line in 0..sheet.lines.len() {
        drafts.extend(drafts_of_line(sheet, dates, line));
        if drafts.len() >= MAX_AMOUNTS {
            drafts.truncate(MAX_AMOUNTS);
            break;
        }
    }
    let notation = Notation::of(drafts.iter().map(|draft| draft.numeral.core.as_str()));
    let mut drafts = undo_weak_joins(sheet, drafts, &notation);
    apply_side_letters(&mut drafts);
    let marks_only = one_side_marked(&drafts);
    let amounts = drafts
        .into_iter()
        .filter_map(|draft| amount(sheet, draft, &notation, marks_only))
        .collect();
    (amounts, notation)
}

fn drafts_of_line(sheet: &Sheet, dates: &Dates, line: usize) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    let Some(range) = sheet.lines.get(line).map(|line| line.tokens.clone()) else {
        return drafts;
    };
    let mut at = range.start;
    while at < range.end {
        let numeral = (!dates.is_taken(at))
            .then(|| {
                sheet
                    .tokens
                    .get(at)
                    .and_then(|token| Numeral::parse(&token.text))
            })
            .flatten();
        let Some(mut numeral) = numeral else {
            at += 1;
            continue;
        };
        let mut tokens = at..at + 1;
        while join_group(sheet, dates, &mut numeral, &mut tokens, range.end) {}
        let floor = drafts.last().map_or(range.start, |last| last.tokens.end);
        let core_token = at;
        look_left(sheet, &mut numeral, &mut tokens, range.start, floor);
        look_right(sheet, &mut numeral, &mut tokens, range.end);
        at = tokens.end;
        drafts.push(Draft {
            line,
            tokens,
            core_token,
            numeral,
            letter: side_letter(sheet, at, range.end),
        });
    }
    drafts
}

fn side_letter(sheet: &Sheet, at: usize, end: usize) -> Option<char> {
    let (this, next) = (sheet.tokens.get(at.checked_sub(1)?)?, sheet.tokens.get(at)?);
    let mut chars = next.text.chars();
    let letter = chars
        .next()
        .filter(|c| matches!(c, 'S' | 'H' | 'C' | 'D'))?;
    let close = gap(this, next) <= this.height() * 3.0;
    (at < end && chars.next().is_none() && close).then_some(letter)
}

/// German statements mark sides with S (Soll) and H (Haben), others with D and C: believed when both letters of a
/// pair occur, three times at least.
fn apply_side_letters(drafts: &mut [Draft]) {
    for (debit, credit) in [('S', 'H'), ('D', 'C')] {
        let count = |letter| drafts.iter().filter(|d| d.letter == Some(letter)).count();
        let (debits, credits) = (count(debit), count(credit));
        if debits == 0 || credits == 0 || debits + credits < 3 {
            continue;
        }
        for draft in drafts
            .iter_mut()
            .filter(|d| d.numeral.sign == Sign::Unmarked)
        {
            match draft.letter {
                Some(letter) if letter == debit => draft.numeral.sign = Sign::Debit,
                Some(letter) if letter == credit => draft.numeral.sign = Sign::Credit,
                _ => {}
            }
        }
    }
}

/// `1` `234,56` printed with a space between thousands: takes the next token in if it continues the number.
fn join_group(
    sheet: &Sheet,
    dates: &Dates,
    numeral: &mut Numeral,
    tokens: &mut Range<usize>,
    end: usize,
) -> bool {
    let (Some(last), Some(next)) = (
        sheet.tokens.get(tokens.end - 1),
        sheet.tokens.get(tokens.end),
    ) else {
        return false;
    };
    let close = gap(last, next) <= last.height().max(next.height()) * 0.6;
    if tokens.end >= end || dates.is_taken(tokens.end) || !close || !numeral.tail.is_empty() {
        return false;
    }
    let head = numeral.core.split(' ').next().unwrap_or_default();
    let starts_a_group = (1..=3).contains(&head.len())
        && !head.starts_with('0')
        && numeral.core.chars().all(|c| c.is_ascii_digit() || c == ' ');
    let Some(group) = Numeral::parse(&next.text) else {
        return false;
    };
    let digits = group.core.find(|c: char| !c.is_ascii_digit());
    let whole = digits.unwrap_or(group.core.len());
    let decimals_follow = digits.is_none_or(|at| {
        let rest = group.core.get(at + 1..).unwrap_or_default();
        rest.chars().all(|c| c.is_ascii_digit())
    });
    if !starts_a_group || !group.lead.is_empty() || whole != 3 || !decimals_follow {
        return false;
    }
    numeral.core = format!("{} {}", numeral.core, group.core);
    numeral.tail = group.tail;
    numeral.percent = group.percent;
    numeral.currency = numeral.currency.or(group.currency);
    if numeral.sign == Sign::Unmarked {
        numeral.sign = group.sign;
    }
    tokens.end += 1;
    true
}

/// A sign or currency that stands as a word of its own before the number.
fn look_left(
    sheet: &Sheet,
    numeral: &mut Numeral,
    tokens: &mut Range<usize>,
    start: usize,
    floor: usize,
) {
    let mut at = tokens.start;
    for _ in 0..2 {
        let pair = at.checked_sub(1).filter(|&before| before >= floor);
        let Some((before, this)) =
            pair.and_then(|before| Some((sheet.tokens.get(before)?, sheet.tokens.get(at)?)))
        else {
            return;
        };
        let (gap, height) = (gap(before, this), this.height());
        match (lone_sign(&before.text), currency(&before.text)) {
            (Some(sign), _) if numeral.sign == Sign::Unmarked && gap <= height * 0.9 => {
                if is_range_dash(sheet, at - 1, start) {
                    return;
                }
                numeral.sign = sign;
                at -= 1;
                tokens.start = at;
            }
            (None, Some(code)) if numeral.currency.is_none() && gap <= height * 4.0 => {
                numeral.currency = Some(code);
                at -= 1;
            }
            _ => return,
        }
    }
}

fn lone_sign(text: &str) -> Option<Sign> {
    let mut chars = text.chars();
    let sign = chars.next().and_then(sign_of)?;
    chars.next().is_none().then_some(sign)
}

/// "5 - 20" is a range, not a minus: something stands right before the dash as well.
fn is_range_dash(sheet: &Sheet, dash: usize, line_start: usize) -> bool {
    let left = dash.checked_sub(1).filter(|&left| left >= line_start);
    let pair = left.and_then(|left| Some((sheet.tokens.get(left)?, sheet.tokens.get(dash)?)));
    pair.is_some_and(|(left, dash)| {
        gap(left, dash) <= dash.height() * 0.9 && currency(&left.text).is_none()
    })
}

/// A currency, percent sign, trailing minus or side mark that stands as a word of its own after the number.
fn look_right(sheet: &Sheet, numeral: &mut Numeral, tokens: &mut Range<usize>, end: usize) {
    for at in tokens.end..tokens.end + 2 {
        let (Some(this), Some(next)) = (sheet.tokens.get(at - 1), sheet.tokens.get(at)) else {
            return;
        };
        if at >= end {
            return;
        }
        let gap = gap(this, next);
        let side = side_at_start(&next.text).filter(|(length, _)| *length == next.text.len());
        let minus = matches!(next.text.as_str(), "-" | "\u{2212}");
        if next.text.starts_with('%') && gap <= this.height() {
            numeral.percent = true;
        } else if let (Some((_, sign)), Sign::Unmarked) = (side, numeral.sign) {
            if gap > this.height() * 3.0 {
                return;
            }
            numeral.sign = sign;
            tokens.end = at + 1;
        } else if minus && numeral.sign == Sign::Unmarked && gap <= this.height() * 0.6 {
            let free = sheet
                .tokens
                .get(at + 1)
                .is_none_or(|after| at + 1 >= end || self::gap(next, after) > this.height());
            if !free {
                return;
            }
            numeral.sign = Sign::Minus;
            tokens.end = at + 1;
        } else if let Some(code) = currency(&next.text) {
            let belongs_here = sheet
                .tokens
                .get(at + 1)
                .is_none_or(|after| at + 1 >= end || self::gap(next, after) >= gap);
            if numeral.currency.is_some() || gap > this.height() * 1.5 || !belongs_here {
                return;
            }
            numeral.currency = Some(code);
        } else {
            return;
        }
    }
}

fn gap(left: &Token, right: &Token) -> f64 {
    right.area[0] - left.area[2]
}

/// Space-joined numbers stand only in documents that do not group thousands otherwise.
fn undo_weak_joins(sheet: &Sheet, drafts: Vec<Draft>, notation: &Notation) -> Vec<Draft> {
    let spaced = notation
        .grouping
        .is_none_or(|grouping| grouping.separator.is_whitespace());
    let decimals_seen = drafts
        .iter()
        .any(|draft| draft.numeral.core.contains(' ') && draft.numeral.core.contains(['.', ',']));
    if spaced && decimals_seen {
        return drafts;
    }
    drafts
        .into_iter()
        .flat_map(|draft| {
            if draft.numeral.core.contains(' ') {
                split_again(sheet, &draft)
            } else {
                vec![draft]
            }
        })
        .collect()
}

fn split_again(sheet: &Sheet, draft: &Draft) -> Vec<Draft> {
    draft
        .tokens
        .clone()
        .filter_map(|at| {
            let numeral = Numeral::parse(&sheet.tokens.get(at)?.text)?;
            Some(Draft {
                line: draft.line,
                tokens: at..at + 1,
                core_token: at,
                numeral,
                letter: draft.letter,
            })
        })
        .collect()
}

/// When only one of Cr and Dr is ever printed, the marked amounts are the negative ones.
fn one_side_marked(drafts: &[Draft]) -> bool {
    let marked = |sign| drafts.iter().any(|draft| draft.numeral.sign == sign);
    marked(Sign::Credit) != marked(Sign::Debit)
}

fn amount(sheet: &Sheet, draft: Draft, notation: &Notation, one_side: bool) -> Option<Amount> {
    let numeral = &draft.numeral;
    let core = numeral.core.replace(' ', "\u{a0}");
    let Reading {
        value,
        places,
        mark,
        grouping,
    } = notation.read(&core)?;
    let grouping = grouping.map(|grouping| match grouping.separator {
        '\u{a0}' if numeral.core.contains(' ') => Grouping {
            separator: ' ',
            ..grouping
        },
        _ => grouping,
    });
    let negative = match numeral.sign {
        // A rate in brackets is a remark: USt. (19 %).
        Sign::Parentheses => !numeral.percent,
        Sign::Minus | Sign::Debit => true,
        Sign::Credit => one_side,
        Sign::Plus | Sign::Unmarked => false,
    };
    let money = numeral.currency.is_some()
        || grouping.is_some()
        || (places > 0 && places == notation.places);
    let nature = match (numeral.percent, money) {
        (true, _) => Nature::Percent,
        (false, true) => Nature::Money,
        (false, false) => Nature::Plain,
    };
    let text = sheet.text(draft.tokens.clone());
    let start = text.find(&numeral.core)?;
    Some(Amount {
        line: draft.line,
        page: sheet.tokens.get(draft.core_token)?.page,
        area: sheet.area_of(draft.tokens.clone()),
        digits: digits_extent(sheet, &draft),
        core: start..start + numeral.core.len(),
        tokens: draft.tokens,
        value: if negative { -value } else { value },
        places,
        nature,
        currency: numeral.currency,
        sign: numeral.sign,
        grouping,
        mark: mark.char(),
        text,
    })
}

/// The digits' share of their tokens' width, by count of characters.
fn digits_extent(sheet: &Sheet, draft: &Draft) -> (f64, f64) {
    let joined = draft.numeral.core.split(' ').count();
    let area = sheet.area_of(draft.core_token..draft.core_token + joined);
    let count = |text: &str| text.chars().count() as f64;
    let (lead, core, tail) = (
        count(&draft.numeral.lead),
        count(&draft.numeral.core),
        count(&draft.numeral.tail),
    );
    let width = (area[2] - area[0]) / (lead + core + tail).max(1.0);
    (area[0] + width * lead, area[2] - width * tail)
}

impl Amount {
    /// `value` as the document would have printed it in this place.
    pub fn print(&self, value: Decimal, notation: &Notation) -> String {
        let digits = self.print_digits(value.abs(), notation);
        let before = self.text.get(..self.core.start).unwrap_or_default();
        let after = self.text.get(self.core.end..).unwrap_or_default();
        if value.is_negative() == self.value.is_negative() || value.is_zero() {
            return format!("{before}{digits}{after}");
        }
        match self.sign {
            Sign::Unmarked => format!("{before}-{digits}{after}"),
            Sign::Credit => format!("{before}{digits}{}", swap_side(after)),
            Sign::Debit => format!("{before}{digits}{}", swap_side(after)),
            Sign::Plus => format!("{}{digits}{after}", before.replacen('+', "-", 1)),
            Sign::Minus | Sign::Parentheses => {
                let bare = |text: &str| -> String {
                    let kept = |c: &char| sign_of(*c).is_none() && !matches!(c, '(' | ')');
                    text.chars().filter(kept).collect()
                };
                format!("{}{digits}{}", bare(before), bare(after))
                    .trim()
                    .to_string()
            }
        }
    }

    fn print_digits(&self, value: Decimal, notation: &Notation) -> String {
        let (whole, fraction) = value.digits(self.places);
        let was_small = self.value.abs() < Decimal::whole(1000);
        let grouping = self.grouping.or(notation.grouping.filter(|_| was_small));
        let whole = match grouping {
            Some(grouping) => grouped(&whole, grouping),
            None => whole,
        };
        if fraction.is_empty() {
            whole
        } else {
            format!("{whole}{}{fraction}", self.mark)
        }
    }

    /// Whether the digits of the value are those of a number printed like this one with one digit altered.
    pub fn differs_by_one_digit(&self, value: Decimal) -> bool {
        self.differing_digits(value) == Some(1) && value.is_negative() == self.value.is_negative()
    }

    /// How many digits differ from those of a value with as many digits; `None` when the number of digits differs.
    pub fn differing_digits(&self, value: Decimal) -> Option<usize> {
        let all = |value: Decimal| {
            let (whole, fraction) = value.digits(self.places);
            whole + &fraction
        };
        let (own, other) = (all(self.value), all(value));
        (own.len() == other.len()).then(|| {
            own.chars()
                .zip(other.chars())
                .filter(|(a, b)| a != b)
                .count()
        })
    }
}

fn swap_side(mark: &str) -> String {
    mark.chars()
        .map(|c| match c {
            'C' => 'D',
            'D' => 'C',
            'c' => 'd',
            'd' => 'c',
            'B' => 'R',
            'b' => 'r',
            other => other,
        })
        .collect()
}

fn grouped(whole: &str, grouping: Grouping) -> String {
    let length = whole.len();
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        let left = length - index;
        let boundary = if grouping.indian {
            left == 3 || (left > 3 && (left - 3).is_multiple_of(2))
        } else {
            left.is_multiple_of(3)
        };
        if index > 0 && boundary {
            text.push(grouping.separator);
        }
        text.push(digit);
    }
    text
}
