//! What a page reads differently in two states: text removed, put in, or put in the place of other text, with its area.
//! Text that moved as a block or was painted another way and reads the same is no change.

use rustc_hash::FxHashMap;

use crate::place::Area;

use super::layout::{Line, Word};

/// Words of equal text closer than this are the same word, points.
const SAME_PLACE: f64 = 1.5;
/// A shift that at least so many words share is a move.
const SHARED_SHIFT: usize = 4;
/// Words closer than so many em belong to one phrase.
const PHRASE_GAP: f64 = 0.9;

/// A blank between the thousands of one number is no wider, em: 0.28 in most fonts, and they are set close.
const GROUP_GAP: f64 = 0.35;

/// Words of equal text in one square of that size that are told apart: printing in bold takes four at most.
const STACKED: usize = 64;
/// Phrases of one page, old or new, that are put against each other: a page that reads wholly otherwise has some hundreds.
const PHRASES: usize = 4096;

/// One place that reads differently.
#[derive(Debug, Clone, PartialEq)]
pub struct TextChange {
    /// Of the new text, or of the old where nothing took its place.
    pub area: Area,
    /// Of the old text, where new text took its place.
    pub old_area: Option<Area>,
    pub old: Option<String>,
    pub new: Option<String>,
}

#[derive(Debug, Clone)]
struct Phrase {
    text: String,
    area: Area,
}

/// The changes from `old` to `new`, from the top of the page down.
pub fn difference(old: &[Line], new: &[Line]) -> Vec<TextChange> {
    let old_words: Vec<&Word> = old.iter().flat_map(|line| &line.words).collect();
    let new_words: Vec<&Word> = new.iter().flat_map(|line| &line.words).collect();
    let mut old_left = vec![true; old_words.len()];
    let mut new_left = vec![true; new_words.len()];
    pair(
        &old_words,
        &new_words,
        &mut old_left,
        &mut new_left,
        (0.0, 0.0),
    );
    for shift in shared_shifts(&old_words, &new_words, &old_left, &new_left) {
        pair(&old_words, &new_words, &mut old_left, &mut new_left, shift);
    }
    keep_numbers_whole(old, &mut old_left);
    keep_numbers_whole(new, &mut new_left);
    let mut removed = phrases(old, &old_left);
    let mut added = phrases(new, &new_left);
    let same_text = joined(&removed) == joined(&added);
    removed.truncate(PHRASES);
    added.truncate(PHRASES);
    if same_text {
        Vec::new()
    } else {
        match_phrases(removed, added)
    }
}

/// Cut into words elsewhere, the text is the same.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn joined(phrases: &[Phrase]) -> String {
    phrases
        .iter()
        .flat_map(|phrase| phrase.text.chars())
        .filter(|c| !c.is_whitespace())
        .collect()
}

/// Takes off the words that stand in both states, `shift` apart.
fn pair(
    old: &[&Word],
    new: &[&Word],
    old_left: &mut [bool],
    new_left: &mut [bool],
    shift: (f64, f64),
) {
    // A word that stands a thousand times is looked for only around its place.
    let mut by_place: FxHashMap<(&str, i64, i64), Vec<usize>> = FxHashMap::default();
    for (index, word) in new
        .iter()
        .enumerate()
        .filter(|(index, _)| new_left.get(*index).copied().unwrap_or(false))
    {
        let (x, y) = cell(word.area.x0, word.area.y0);
        by_place.entry((&word.text, x, y)).or_default().push(index);
    }
    for (index, word) in old.iter().enumerate() {
        if !old_left.get(index).copied().unwrap_or(false) {
            continue;
        }
        let (x, y) = cell(word.area.x0 + shift.0, word.area.y0 + shift.1);
        for (dx, dy) in AROUND {
            let place = (
                word.text.as_str(),
                x.saturating_add(dx),
                y.saturating_add(dy),
            );
            let Some(candidates) = by_place.get_mut(&place) else {
                continue;
            };
            let found = candidates.iter().take(STACKED).position(|&candidate| {
                new.get(candidate).is_some_and(|other| {
                    (other.area.x0 - word.area.x0 - shift.0).abs() < SAME_PLACE
                        && (other.area.y0 - word.area.y0 - shift.1).abs() < SAME_PLACE
                })
            });
            if let Some(found) = found {
                let candidate = candidates.swap_remove(found);
                if let (Some(a), Some(b)) = (old_left.get_mut(index), new_left.get_mut(candidate)) {
                    *a = false;
                    *b = false;
                }
                break;
            }
        }
    }
}

/// The square that a place lies in; places within `SAME_PLACE` lie in the same one or one beside it.
fn cell(x: f64, y: f64) -> (i64, i64) {
    (
        (x / SAME_PLACE).floor() as i64,
        (y / SAME_PLACE).floor() as i64,
    )
}

/// A square and those beside it.
const AROUND: [(i64, i64); 9] = [
    (0, 0),
    (-1, 0),
    (1, 0),
    (0, -1),
    (0, 1),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
];

/// Shifts that many words share, the commonest first: a block that moved as a whole.
fn shared_shifts(
    old: &[&Word],
    new: &[&Word],
    old_left: &[bool],
    new_left: &[bool],
) -> Vec<(f64, f64)> {
    let left = |flags: &[bool], index: usize| flags.get(index).copied().unwrap_or(false);
    let mut by_text: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, word) in new
        .iter()
        .enumerate()
        .filter(|(index, _)| left(new_left, *index))
    {
        by_text.entry(&word.text).or_default().push(index);
    }
    let mut counts: FxHashMap<(i64, i64), usize> = FxHashMap::default();
    for (_, word) in old
        .iter()
        .enumerate()
        .filter(|(index, _)| left(old_left, *index))
    {
        // Words that stand often tell no shift.
        let Some([only]) = by_text.get(word.text.as_str()).map(Vec::as_slice) else {
            continue;
        };
        let Some(other) = new.get(*only) else {
            continue;
        };
        let key = (
            (other.area.x0 - word.area.x0).round() as i64,
            (other.area.y0 - word.area.y0).round() as i64,
        );
        *counts.entry(key).or_default() += 1;
    }
    let mut shifts: Vec<_> = counts
        .into_iter()
        .filter(|(_, count)| *count >= SHARED_SHIFT)
        .collect();
    shifts.sort_by_key(|(shift, count)| (std::cmp::Reverse(*count), *shift));
    shifts
        .into_iter()
        .take(8)
        .map(|((x, y), _)| (x as f64, y as f64))
        .collect()
}

/// Of a number whose thousands stand in words of their own, all are left over where one is.
fn keep_numbers_whole(lines: &[Line], left: &mut [bool]) {
    let mut start = 0;
    for line in lines {
        let flags = left.get_mut(start..start + line.words.len());
        start += line.words.len();
        let numbers = line.words.chunk_by(|a, b| {
            b.area.x0 - a.area.x1 <= GROUP_GAP * a.size && ends_in_group(a) && begins_with_group(b)
        });
        let mut rest = flags.unwrap_or_default();
        for number in numbers {
            let Some((own, behind)) = rest.split_at_mut_checked(number.len()) else {
                break;
            };
            let any = own.contains(&true);
            own.fill(any);
            rest = behind;
        }
    }
}

/// One to three digits at the end, and none before them.
fn ends_in_group(word: &Word) -> bool {
    let digits = word.text.trim_start_matches(|c: char| !c.is_ascii_digit());
    (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Three digits at the start, and behind them no further one.
fn begins_with_group(word: &Word) -> bool {
    let digits = word.text.bytes().take_while(u8::is_ascii_digit);
    digits.count() == 3
}

/// Neighbouring words that are left over, as phrases.
fn phrases(lines: &[Line], left: &[bool]) -> Vec<Phrase> {
    let mut phrases: Vec<Phrase> = Vec::new();
    let mut index = 0usize;
    for line in lines {
        let mut open: Option<Phrase> = None;
        for word in &line.words {
            let counts = left.get(index).copied().unwrap_or(false);
            index += 1;
            if !counts {
                phrases.extend(open.take());
                continue;
            }
            match &mut open {
                Some(phrase) if word.area.x0 - phrase.area.x1 <= PHRASE_GAP * word.size => {
                    phrase.text.push(' ');
                    phrase.text.push_str(&word.text);
                    phrase.area = phrase.area.union(&word.area);
                }
                _ => {
                    phrases.extend(open.take());
                    open = Some(Phrase {
                        text: word.text.clone(),
                        area: word.area,
                    });
                }
            }
        }
        phrases.extend(open);
    }
    phrases
}

/// Puts each new phrase against the old one in its place.
fn match_phrases(removed: Vec<Phrase>, added: Vec<Phrase>) -> Vec<TextChange> {
    let mut taken = vec![false; removed.len()];
    let mut changes = Vec::new();
    for phrase in added {
        let best = removed
            .iter()
            .enumerate()
            .filter(|(index, _)| !taken.get(*index).copied().unwrap_or(true))
            .filter_map(|(index, other)| {
                closeness(&phrase.area, &other.area).map(|distance| (index, other, distance))
            })
            .min_by(|a, b| a.2.total_cmp(&b.2));
        let old_text = best.map(|(index, other, _)| {
            if let Some(flag) = taken.get_mut(index) {
                *flag = true;
            }
            (other.text.clone(), other.area)
        });
        // Cut into words another way, it still reads the same.
        if old_text
            .as_ref()
            .is_some_and(|(old, _)| squeezed(old) == squeezed(&phrase.text))
        {
            continue;
        }
        changes.push(TextChange {
            area: phrase.area,
            old_area: old_text.as_ref().map(|(_, area)| *area),
            old: old_text.map(|(text, _)| text),
            new: Some(phrase.text),
        });
    }
    for (phrase, _) in removed.into_iter().zip(taken).filter(|(_, taken)| !taken) {
        changes.push(TextChange {
            area: phrase.area,
            old_area: None,
            old: Some(phrase.text),
            new: None,
        });
    }
    changes.sort_by(|a, b| {
        b.area
            .y0
            .total_cmp(&a.area.y0)
            .then(a.area.x0.total_cmp(&b.area.x0))
    });
    changes
}

/// How far two areas are apart along their line; `None` when they are not on one line or far from each other.
fn closeness(a: &Area, b: &Area) -> Option<f64> {
    let height = a.height().min(b.height()).max(1.0);
    let common = a.y1.min(b.y1) - a.y0.max(b.y0);
    if common < 0.5 * height {
        return None;
    }
    let gap = (a.x0.max(b.x0) - a.x1.min(b.x1)).max(0.0);
    let edges = (a.x0 - b.x0).abs().min((a.x1 - b.x1).abs());
    (gap <= 2.0 * height).then_some(gap * 10.0 + edges)
}
