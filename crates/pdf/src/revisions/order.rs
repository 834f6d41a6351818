//! What a save did to the sequence of pages: added, removed, put in another order.

use crate::document::Document;
use crate::pages::Page;

/// Pages of the state before against pages of the state after a save, both 1-based.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageOrder {
    pub before: usize,
    pub after: usize,
    /// Numbers after the save.
    pub added: Vec<u32>,
    /// Numbers before the save.
    pub removed: Vec<u32>,
    /// Number before and after of each page that others no longer stand around as they did.
    pub moved: Vec<(u32, u32)>,
}

impl PageOrder {
    pub fn changed(&self) -> bool {
        !(self.added.is_empty() && self.removed.is_empty() && self.moved.is_empty())
    }
}

pub fn order(document: &Document<'_>, revision: usize) -> PageOrder {
    let after = document.at(revision).pages();
    let Some(previous) = revision.checked_sub(1) else {
        return PageOrder {
            before: 0,
            after: after.len(),
            ..PageOrder::default()
        };
    };
    between(&document.at(previous).pages(), &after)
}

/// The page before that is this page: the one with the same object, else one that is gone and had the same contents,
/// else the one in its place, if that is gone.
pub fn earlier_page<'p>(before: &'p [Page], after: &[Page], page: &Page) -> Option<&'p Page> {
    let same = |earlier: &&Page| page.id.is_some() && earlier.id == page.id;
    if let Some(same) = before.iter().find(same) {
        return Some(same);
    }
    let gone = |earlier: &&Page| {
        !after
            .iter()
            .any(|other| other.id.is_some() && other.id == earlier.id)
    };
    let contents = page.dictionary.get(b"Contents");
    let same_contents = before
        .iter()
        .filter(gone)
        .find(|earlier| contents.is_some() && earlier.dictionary.get(b"Contents") == contents);
    same_contents.or_else(|| {
        let place = before.get((page.number as usize).checked_sub(1)?)?;
        gone(&place).then_some(place)
    })
}

fn between(before: &[Page], after: &[Page]) -> PageOrder {
    let pairs: Vec<(u32, u32)> = after
        .iter()
        .filter_map(|page| {
            let earlier = earlier_page(before, after, page)?;
            Some((earlier.number, page.number))
        })
        .collect();
    let unpaired = |pages: &[Page], pick: fn(&(u32, u32)) -> u32| -> Vec<u32> {
        let numbers = pages.iter().map(|page| page.number);
        numbers
            .filter(|number| !pairs.iter().any(|pair| pick(pair) == *number))
            .collect()
    };
    PageOrder {
        before: before.len(),
        after: after.len(),
        added: unpaired(after, |pair| pair.1),
        removed: unpaired(before, |pair| pair.0),
        moved: out_of_order(&pairs),
    }
}

/// The fewest pairs whose removal leaves the others in order: all that are not on a longest rising sequence.
fn out_of_order(pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    // At most 101 pages are walked, so the square of their number is small.
    let mut best: Vec<(usize, Option<usize>)> = Vec::with_capacity(pairs.len());
    for (index, (old, _)) in pairs.iter().enumerate() {
        let before = pairs.iter().zip(&best).take(index).enumerate();
        let longest = before
            .filter(|(_, ((other, _), _))| other < old)
            .max_by_key(|(at, (_, (length, _)))| (*length, std::cmp::Reverse(*at)));
        best.push(match longest {
            Some((at, (_, (length, _)))) => (length + 1, Some(at)),
            None => (1, None),
        });
    }
    let last = best
        .iter()
        .enumerate()
        .max_by_key(|(at, (length, _))| (*length, std::cmp::Reverse(*at)));
    let mut kept = vec![false; pairs.len()];
    let mut next = last.map(|(at, _)| at);
    while let Some(at) = next {
        if let Some(flag) = kept.get_mut(at) {
            *flag = true;
        }
        next = best.get(at).and_then(|(_, before)| *before);
    }
    let flagged = pairs.iter().zip(kept);
    flagged
        .filter_map(|(pair, kept)| (!kept).then_some(*pair))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_pages_count_as_moved() {
        assert_eq!(out_of_order(&[(1, 1), (2, 2), (3, 3)]), []);
        assert_eq!(out_of_order(&[(3, 1), (1, 2), (2, 3)]), [(3, 1)]);
        assert_eq!(out_of_order(&[(2, 1), (1, 2)]).len(), 1);
        assert_eq!(out_of_order(&[(1, 1), (4, 2)]), []);
    }
}
