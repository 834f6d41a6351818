//! Many files, sorted by the program that wrote them and how it was set; and those that nobody else wrote like.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::compare::{Comparison, compare, share};
use super::detail::{Aspect, Fingerprint};

/// Share of the details of their programs that two files have in common from which on one program wrote both: contents
/// change a few of them, as with the first link or the first picture.
const ALIKE: f64 = 0.9;

/// Of the files that share the most habits with an odd one, so many are compared with it in every detail.
const COMPARED: usize = 20;

/// A file that no other is written like.
#[derive(Debug, Clone)]
pub struct Odd {
    /// Its place among the files.
    pub file: usize,
    /// The file that has the most in common with it, and in what it differs from that one.
    pub nearest: usize,
    pub comparison: Comparison,
}

/// Sorts files by their writers: the places of the files of each group, the largest group first, then the one whose
/// first file comes first. A file joins a group when it is like one of its files.
pub fn group(files: &[Fingerprint]) -> Vec<Vec<usize>> {
    let habits = habits(files);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, own) in habits.iter().enumerate() {
        let like = |other: &usize| {
            let other = habits.get(*other);
            other.is_some_and(|other| other.likeness(own) >= ALIKE)
        };
        // One file may be what joins two groups.
        let (joined, apart): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group: &Vec<usize>| group.iter().any(like));
        let mut joined: Vec<usize> = joined.into_iter().flatten().chain([place]).collect();
        joined.sort_unstable();
        groups = apart;
        groups.push(joined);
    }
    groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group.first().copied()));
    groups
}

/// The files that are alone, each with the one it has most in common with; none where every file is alone.
pub fn odd_ones(files: &[Fingerprint], groups: &[Vec<usize>]) -> Vec<Odd> {
    if groups.iter().all(|group| group.len() < 2) {
        return Vec::new();
    }
    let habits = habits(files);
    let alone = groups.iter().filter_map(|group| match group.as_slice() {
        [file] => Some(*file),
        _ => None,
    });
    alone
        .filter_map(|file| nearest(files, &habits, file))
        .collect()
}

/// The one with the most habits in common; of several, the one with the most other details in common.
fn nearest(files: &[Fingerprint], habits: &[Habits], file: usize) -> Option<Odd> {
    let (own, own_habits) = (files.get(file)?, habits.get(file)?);
    let others = habits
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != file);
    let likenesses = others.map(|(place, other)| (other.likeness(own_habits), place));
    let likenesses: Vec<(f64, usize)> = likenesses.collect();
    let most = likenesses
        .iter()
        .fold(0.0, |most: f64, (likeness, _)| most.max(*likeness));
    let best = likenesses.iter().filter(|(likeness, _)| *likeness >= most);
    let compared = best.take(COMPARED).filter_map(|(_, place)| {
        Some(Odd {
            file,
            nearest: *place,
            comparison: compare(files.get(*place)?, own),
        })
    });
    compared.reduce(|best, next| {
        let nearer = next.comparison.likeness() > best.comparison.likeness();
        if nearer { next } else { best }
    })
}

/// What of a file hangs on its program, as numbers that are equal where subjects and values are: so that thousands of
/// files are compared with each other in seconds. By the numbers of the subjects, ascending.
#[derive(Debug)]
struct Habits(Vec<Habit>);

#[derive(Debug, Clone, Copy)]
struct Habit {
    subject: usize,
    values: usize,
    always_there: bool,
}

fn habits(files: &[Fingerprint]) -> Vec<Habits> {
    let mut subjects: FxHashMap<(Aspect, &str), usize> = FxHashMap::default();
    let mut known: FxHashMap<Vec<&str>, usize> = FxHashMap::default();
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        let mut habits = Vec::new();
        for (aspect, subject, values) in file.iter().filter(|(aspect, ..)| aspect.tells_program()) {
            let next = subjects.len();
            let subject = *subjects.entry((aspect, subject)).or_insert(next);
            let next = known.len();
            let values = values.keys().map(String::as_str).collect();
            let values = *known.entry(values).or_insert(next);
            habits.push(Habit {
                subject,
                values,
                always_there: aspect.always_there(),
            });
        }
        habits.sort_by_key(|habit| habit.subject);
        all.push(Habits(habits));
    }
    all
}

impl Habits {
    /// [`Comparison::likeness_of_program`] of the two files.
    fn likeness(&self, other: &Self) -> f64 {
        let (mut own, mut others) = (self.0.iter().peekable(), other.0.iter().peekable());
        let (mut shared, mut apart) = (0usize, 0usize);
        loop {
            let order = match (own.peek(), others.peek()) {
                (Some(one), Some(other)) => one.subject.cmp(&other.subject),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return share(shared, apart),
            };
            let one = match order {
                Ordering::Greater => None,
                _ => own.next(),
            };
            let other = match order {
                Ordering::Less => None,
                _ => others.next(),
            };
            match (one, other) {
                (Some(one), Some(other)) if one.values == other.values => shared += 1,
                (Some(_), Some(_)) => apart += 1,
                (Some(only), None) | (None, Some(only)) => apart += usize::from(only.always_there),
                (None, None) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with twenty details of its program, of which the first few are another's.
    fn file(other: usize) -> Fingerprint {
        let mut file = Fingerprint::default();
        for detail in 0..20 {
            let value = if detail < other {
                "another's"
            } else {
                "its own"
            };
            file.note(Aspect::Grammar, &format!("detail {detail}"), value);
        }
        file
    }

    #[test]
    fn files_are_sorted_by_their_program_and_the_odd_one_is_shown() {
        let files = [file(20), file(0), file(1), file(0), file(5)];
        let groups = group(&files);
        assert_eq!(groups, [vec![1, 2, 3], vec![0], vec![4]]);
        let odd = odd_ones(&files, &groups);
        let told: Vec<_> = odd.iter().map(|odd| (odd.file, odd.nearest)).collect();
        assert_eq!(told, [(0, 4), (4, 2)]);
        let apart: Vec<usize> = odd
            .iter()
            .map(|odd| odd.comparison.differences.len())
            .collect();
        assert_eq!(apart, [15, 4]);
    }

    #[test]
    fn habits_tell_what_a_comparison_tells() {
        let mut first = file(3);
        first.note(Aspect::Metadata, "/Title", "there");
        first.note(Aspect::Label, "Total", "56.7 pt");
        let mut second = file(0);
        second.note(Aspect::Grammar, "spelling of /Annot", "its own");
        second.note(Aspect::Writer, "version", "1.4");
        let files = [first, second];
        let told = compare(&files[0], &files[1]).likeness_of_program();
        let habits = habits(&files);
        assert_eq!(habits[0].likeness(&habits[1]), told);
        assert_eq!(told, 17.0 / 22.0);
    }

    #[test]
    fn a_file_between_two_groups_joins_them() {
        let files = [file(0), file(3), file(2)];
        assert_eq!(group(&files), [vec![0, 1, 2]]);
        let files = [file(0), file(3)];
        assert_eq!(group(&files).len(), 2);
    }

    #[test]
    fn where_every_file_is_alone_none_is_odd() {
        let files = [file(0), file(20)];
        assert!(odd_ones(&files, &group(&files)).is_empty());
        assert!(group(&[]).is_empty());
    }
}
