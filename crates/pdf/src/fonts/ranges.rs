//! Values that hold for ranges of codes, looked up by code. Where ranges overlap the one defined last counts.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// One range as written in the file: from, to, both included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Range<T> {
    pub(super) first: u32,
    pub(super) last: u32,
    /// Where the range began before others cut it; offsets count from here.
    pub(super) origin: u32,
    pub(super) value: T,
}

impl<T> Range<T> {
    pub(super) fn new(first: u32, last: u32, value: T) -> Self {
        Self {
            first,
            last,
            origin: first,
            value,
        }
    }
}

/// Disjoint ranges in ascending order.
#[derive(Debug, Clone)]
pub(super) struct Ranges<T>(Vec<Range<T>>);

impl<T> Default for Ranges<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> Ranges<T> {
    /// Takes ranges in the order in which they were defined.
    pub(super) fn new(mut ranges: Vec<Range<T>>) -> Self {
        ranges.retain(|range| range.first <= range.last);
        if !is_disjoint(&ranges) {
            // Stable: of equal starts the later definition stays behind the earlier.
            ranges.sort_by_key(|range| range.first);
            if !is_disjoint(&ranges) {
                ranges = flatten(&ranges);
            }
        }
        Self(ranges)
    }

    /// The value that holds for `code`, and how far into its range the code lies.
    pub(super) fn find(&self, code: u32) -> Option<(T, u32)> {
        let after = self.0.partition_point(|range| range.first <= code);
        let range = self.0.get(after.checked_sub(1)?)?;
        (code <= range.last).then(|| (range.value, code - range.origin))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Range<T>> {
        self.0.iter()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn is_disjoint<T>(ranges: &[Range<T>]) -> bool {
    ranges
        .windows(2)
        .all(|pair| matches!(pair, [a, b] if a.last < b.first))
}

/// Cuts ranges sorted by start so that none overlap. A sweep: at each border the newest range that still holds wins.
fn flatten<T: Copy>(ranges: &[Range<T>]) -> Vec<Range<T>> {
    let mut borders: Vec<u64> = ranges
        .iter()
        .flat_map(|range| [u64::from(range.first), u64::from(range.last) + 1])
        .collect();
    borders.sort_unstable();
    borders.dedup();
    let mut out: Vec<Range<T>> = Vec::with_capacity(ranges.len());
    let mut pending = ranges.iter().enumerate().peekable();
    let mut holding = BTreeSet::new();
    let mut ends = BinaryHeap::new();
    for pair in borders.windows(2) {
        let &[start, end] = pair else { continue };
        while let Some(&Reverse((last, index))) = ends.peek()
            && u64::from(last) < start
        {
            ends.pop();
            holding.remove(&index);
        }
        while let Some((index, range)) =
            pending.next_if(|(_, range)| u64::from(range.first) <= start)
        {
            holding.insert(index);
            ends.push(Reverse((range.last, index)));
        }
        if let Some(range) = holding.last().and_then(|&index| ranges.get(index)) {
            // Both fit: a border is at most u32::MAX + 1, and `end` lies past a code.
            out.push(Range {
                first: start as u32,
                last: (end - 1) as u32,
                ..*range
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(list: &[(u32, u32, char)]) -> Ranges<char> {
        Ranges::new(
            list.iter()
                .map(|&(first, last, value)| Range::new(first, last, value))
                .collect(),
        )
    }

    #[test]
    fn a_code_finds_its_range_and_its_offset() {
        let ranges = ranges(&[(10, 20, 'a'), (30, 30, 'b')]);
        assert_eq!(ranges.find(9), None);
        assert_eq!(ranges.find(10), Some(('a', 0)));
        assert_eq!(ranges.find(20), Some(('a', 10)));
        assert_eq!(ranges.find(21), None);
        assert_eq!(ranges.find(30), Some(('b', 0)));
    }

    #[test]
    fn order_in_the_file_does_not_matter_where_nothing_overlaps() {
        let ranges = ranges(&[(30, 30, 'b'), (10, 20, 'a')]);
        assert_eq!(ranges.find(15), Some(('a', 5)));
    }

    #[test]
    fn a_later_equal_start_wins() {
        let ranges = ranges(&[(10, 20, 'a'), (10, 10, 'b')]);
        assert_eq!(ranges.find(10), Some(('b', 0)));
        assert_eq!(ranges.find(11), Some(('a', 1)));
    }

    #[test]
    fn nested_ranges_are_cut_and_keep_their_offsets() {
        let ranges = ranges(&[(0, u32::MAX, 'a'), (5, 9, 'b'), (7, 7, 'c')]);
        let read: Vec<_> = [4, 5, 7, 8, 10, u32::MAX]
            .iter()
            .map(|&code| ranges.find(code))
            .collect();
        assert_eq!(
            read,
            [
                Some(('a', 4)),
                Some(('b', 0)),
                Some(('c', 0)),
                Some(('b', 3)),
                Some(('a', 10)),
                Some(('a', u32::MAX))
            ]
        );
    }

    #[test]
    fn many_nested_ranges_cost_little() {
        let list: Vec<_> = (0..50_000u32)
            .map(|i| Range::new(i, 200_000 - i, i))
            .collect();
        let ranges = Ranges::new(list);
        assert_eq!(ranges.find(100_000).map(|(value, _)| value), Some(49_999));
        assert_eq!(ranges.find(3).map(|(value, _)| value), Some(3));
    }
}
