//! Printed numbers of a document: value, sign, currency, place, and how to print another value the same way.

use std::ops::Range;

use super::affixes::assemble;
use super::decimal::Decimal;
use super::notation::{Grouping, Notation, Reading};
use super::numeral::{Numeral, Sign, currency};
use crate::dates::Dates;
use crate::layout::{Area, Sheet, gap};
use crate::limits::MAX_AMOUNTS;

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
    /// Where the unit right behind the digits ends: 593 kWh.
    pub unit_end: Option<f64>,
    /// As printed, words joined by one space.
    pub text: String,
    pub value: Decimal,
    pub places: u8,
    pub nature: Nature,
    pub currency: Option<&'static str>,
    pub sign: Sign,
    /// Where the digits stand within `text`, in bytes.
    pub core: Range<usize>,
    pub grouping: Option<Grouping>,
    pub mark: char,
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
    let whole = is_whole_money(sheet, &drafts);
    let mut notation = Notation::of(
        drafts.iter().map(|draft| draft.numeral.core.as_str()),
        whole,
    );
    let mut drafts = undo_weak_joins(sheet, drafts, &notation, whole);
    // Groups that were columns side by side are none.
    let spaced = |draft: &Draft| draft.numeral.core.contains(char::is_whitespace);
    notation.grouping = notation
        .grouping
        .filter(|grouping| !grouping.separator.is_whitespace() || drafts.iter().any(spaced));
    apply_side_letters(&mut drafts);
    let marks_only = one_side_marked(&drafts);
    let hundreds = notation.is_whole() && names_currency(sheet);
    let amounts = drafts
        .into_iter()
        .filter_map(|draft| amount(sheet, draft, &notation, (marks_only, hundreds)))
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
        let floor = drafts.last().map_or(range.start, |last| last.tokens.end);
        let found = (!dates.is_taken(at))
            .then(|| assemble(sheet, dates, at, &range, floor))
            .flatten();
        let Some((numeral, tokens)) = found else {
            at += 1;
            continue;
        };
        let core_token = at;
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

/// Whether the document counts in a currency that has no smaller unit in use.
fn is_whole_money(sheet: &Sheet, drafts: &[Draft]) -> bool {
    let whole = |code: &str| WHOLE.contains(&code);
    let printed = drafts.iter().filter_map(|draft| draft.numeral.currency);
    printed.chain(currencies(sheet)).any(whole) || is_grouped_alone(drafts)
}

fn names_currency(sheet: &Sheet) -> bool {
    currencies(sheet).next().is_some()
}

/// Currencies that stand as words of their own: behind a number, or at the head of a column.
fn currencies(sheet: &Sheet) -> impl Iterator<Item = &'static str> + '_ {
    let words = sheet.tokens.iter().map(|token| token.text.as_str());
    words.filter_map(|word| currency(word.trim_matches(['(', ')', '[', ']', ':'])))
}

/// Numbers that are thousands or, under the other mark, have three decimals, are thousands where none has one or two and
/// none begins with a nought.
fn is_grouped_alone(drafts: &[Draft]) -> bool {
    let cores = || drafts.iter().map(|draft| draft.numeral.core.as_str());
    let marked = |core: &&str| core.contains([',', '.', '\'', '’']);
    let thousands = |core: &str| {
        let mut groups = core.split([',', '.', '\'', '’']);
        let first = groups.next().unwrap_or_default();
        let behind: Vec<&str> = groups.collect();
        let (last, middle) = behind.split_last().unwrap_or((&"", &[]));
        let inner = middle.iter().all(|group| matches!(group.len(), 2 | 3));
        !first.starts_with('0') && first.len() <= 3 && last.len() == 3 && inner
    };
    cores().filter(marked).count() >= GROUPED_ALONE && cores().filter(marked).all(thousands)
}

/// Grouped numbers that show that a document prints no decimals.
const GROUPED_ALONE: usize = 5;

/// Currencies printed without decimals (ISO 4217: no minor unit, or one that is out of use).
const WHOLE: [&str; 3] = ["JPY", "HUF", "KRW"];

/// Space-joined numbers stand only in documents that do not group thousands otherwise.
fn undo_weak_joins(
    sheet: &Sheet,
    drafts: Vec<Draft>,
    notation: &Notation,
    whole: bool,
) -> Vec<Draft> {
    let spaced = notation
        .grouping
        .is_none_or(|grouping| grouping.separator.is_whitespace());
    let decimals_seen = drafts
        .iter()
        .any(|draft| draft.numeral.core.contains(' ') && draft.numeral.core.contains(['.', ',']));
    let whole_seen = whole && drafts.iter().any(|draft| draft.numeral.core.contains(' '));
    if spaced && (decimals_seen || whole_seen) {
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

fn amount(
    sheet: &Sheet,
    draft: Draft,
    notation: &Notation,
    (one_side, hundreds): (bool, bool),
) -> Option<Amount> {
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
    // Where money has no decimals and is grouped from a thousand on, a number of three digits may be money as well.
    let money = numeral.currency.is_some()
        || grouping.is_some()
        || (hundreds && places == 0 && numeral.core.len() == 3)
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
        unit_end: unit_end(sheet, &draft),
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

/// A short word right behind the digits with nothing close behind it.
fn unit_end(sheet: &Sheet, draft: &Draft) -> Option<f64> {
    let end = sheet.lines.get(draft.line)?.tokens.end;
    let (last, unit) = (
        sheet.tokens.get(draft.tokens.end.checked_sub(1)?)?,
        sheet.tokens.get(draft.tokens.end)?,
    );
    let behind = sheet
        .tokens
        .get(draft.tokens.end + 1)
        .filter(|_| draft.tokens.end + 1 < end);
    let word = unit.text.chars().count() <= 5 && unit.text.starts_with(char::is_alphabetic);
    let alone = behind.is_none_or(|behind| gap(unit, behind) > unit.height());
    (draft.tokens.end < end && word && alone && gap(last, unit) <= last.height() * 0.6)
        .then(|| unit.area[2])
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
