//! A balance that does not go on from one page to the next, though the pages are numbered on: a page of another statement.

use super::chain::Chain;
use super::statement::stated_closings;
use super::turns::Turn;
use crate::finding::{Disagreement, Kind, Strength};
use crate::layout::{called, count_on};
use crate::reading::Reading;

/// An exchanged page breaks the list before and behind it; where more pages break it, they are no one list.
const MOST: usize = 2;
/// Lines from a carried balance to the next date.
const REACH: usize = 3;

/// Two accounts in one statement or several statements in one file look the same, so that nothing may speak for them: page
/// numbers that begin anew, a number at the head of the page that no page before shows, a balance told before. Beside other lists
/// only a balance that both pages carry is this list's for certain, and no stated end is.
pub fn check(book: &Reading, chains: &[Chain]) -> Vec<Disagreement> {
    let alone = chains.len() == 1;
    let chains = chains.iter().filter(|chain| chain.turns.len() <= MOST);
    let turns = chains.flat_map(|chain| chain.turns.iter().map(move |turn| (chain, turn)));
    turns
        .filter(|(_, turn)| alone || turn.carried)
        .filter_map(|(chain, turn)| broken(book, chain, turn, alone))
        .collect()
}

fn broken(book: &Reading, chain: &Chain, turn: &Turn, alone: bool) -> Option<Disagreement> {
    let (upper, lower) = (book.amounts.get(turn.upper)?, book.amounts.get(turn.lower)?);
    let one_list = count_on(&book.sheet, upper.page, lower.page)
        && dates_go_on(book, upper.line, lower.line, turn.carried)
        && !begins_another(book, lower.page, lower.line)
        && !is_told_before(book, turn);
    if !one_list {
        return None;
    }
    let missed = misses_its_end(book, chain, turn)? && alone;
    if !turn.carried && !missed {
        return None;
    }
    let verb = if turn.carried { "carries" } else { "ends with" };
    let and = if missed {
        ", nor does the list end with the stated closing balance"
    } else {
        ""
    };
    let evidence = format!(
        "Page {} {verb} {}, the page numbered next goes on from {}{and}.",
        upper.page,
        upper.text,
        upper.print(turn.wanted, &book.notation),
    );
    Some(Disagreement {
        kind: Kind::RunningBalance,
        page: lower.page,
        area: lower.area,
        field: book.labels.shown(&book.sheet, &book.amounts, turn.lower),
        found: lower.text.clone(),
        expected: turn
            .carried
            .then(|| lower.print(upper.value, &book.notation)),
        repair: None,
        strength: match turn.carried && missed {
            true => Strength::Proven,
            false => Strength::Likely,
        },
        evidence,
    })
}

/// The dates beside the turn are in order. Balances that both pages carry need none.
fn dates_go_on(book: &Reading, upper: usize, lower: usize, carried: bool) -> bool {
    let page = |line: usize| book.sheet.lines.get(line).map(|line| line.page);
    let day = |line: usize| {
        let mut dates = book.dates.printed.iter().filter(|date| date.line == line);
        dates.find_map(|date| date.day)
    };
    let mut above = (upper.saturating_sub(REACH)..=upper).rev();
    let before = above.find_map(|line| day(line).filter(|_| page(line) == page(upper)));
    let mut below = lower..=lower + REACH;
    let behind = below.find_map(|line| day(line).filter(|_| page(line) == page(lower)));
    match (before, behind) {
        (Some(before), Some(behind)) => before.number() <= behind.number(),
        _ => carried,
    }
}

/// Whether the head of a page shows a figure that no page before does: the number of another account or statement.
fn begins_another(book: &Reading, page: u32, list: usize) -> bool {
    let lines = || book.sheet.lines.iter().enumerate();
    let head = lines().filter(|(at, line)| line.page == page && *at < list);
    let foreign = |at: usize| {
        let text = book.sheet.line_text(at);
        let tokens = book.sheet.tokens_of(at);
        called(&text).is_none()
            && tokens.iter().any(|token| {
                let figure = token.text.chars().any(|c| c.is_ascii_digit());
                let earlier = || {
                    book.sheet
                        .tokens
                        .iter()
                        .take_while(|other| other.page < page)
                };
                figure && !earlier().any(|other| other.text == token.text)
            })
    };
    head.into_iter().any(|(at, _)| foreign(at))
}

/// Whether a page before tells the balance that the next one goes on from: that of another account.
fn is_told_before(book: &Reading, turn: &Turn) -> bool {
    let upper = book.amounts.get(turn.upper).map_or(0, |amount| amount.page);
    let earlier = book
        .amounts
        .iter()
        .take_while(|amount| amount.page <= upper);
    earlier
        .into_iter()
        .any(|amount| amount.value.abs() == turn.wanted.abs())
}

/// Whether the list ends otherwise than stated; `None` where a stated end is that of the first page, or of both together.
fn misses_its_end(book: &Reading, chain: &Chain, turn: &Turn) -> Option<bool> {
    let (upper, latest) = (book.value(turn.upper), book.value(chain.latest));
    let closings = stated_closings(book, chain);
    let mut closings = closings.iter().map(|&closing| book.value(closing));
    let other = |closing| closing == upper || closing == upper + latest;
    (!closings.clone().any(other)).then(|| closings.any(|closing| closing.abs() != latest.abs()))
}
