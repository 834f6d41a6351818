//! Where blocks that speak for an edit lie together: the one rectangle of a picture that stands out from all the rest.

use super::part::{Part, overlap, union};

/// Widths and heights of the places looked at, in blocks.
const WIDTHS: [usize; 8] = [1, 2, 3, 4, 6, 8, 12, 16];
const HEIGHTS: [usize; 3] = [1, 2, 3];
/// Places told of one picture.
const PLACES: usize = 10;
/// Candidates kept before the weaker half is dropped.
const CANDIDATES: usize = 8192;
/// Nats of a place that stands out.
const STANDS_OUT: f64 = 40.0;
/// Nats that the next one may have: of a picture that the earlier compression explains. Where others stand out as well,
/// it does not, and one must exceed them so many times.
const EXPLAINED: f64 = 22.0;
const TIMES_THE_NEXT: f64 = 4.0;
/// Nats of a single digit, two blocks by three, that so many times exceeds the next one: honest pictures compressed twice
/// reach 36, but never twice the next.
const DIGIT: f64 = 25.0;
const TIMES_THE_NEXT_DIGIT: f64 = 2.8;
/// Nats of each of several places, and how many there may be: a picture that was cut off in many places has more.
const SEVERAL: f64 = 80.0;
const AT_MOST: usize = 4;
/// Share of its nats that a part beside it must have to belong to it.
const BESIDE: f64 = 0.35;

/// What one block tells: nats for an edit, and of how many observations.
pub type Told = (f64, u32);

/// A rectangle of blocks that together speak for an edit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Blocks: first column and row, and one past the last ones.
    pub blocks: Part,
    /// Nats for an edit.
    pub odds: f64,
    /// Observations in it.
    pub of: u32,
}

impl Place {
    fn with(&self, other: &Self) -> Self {
        Self {
            blocks: union(self.blocks, other.blocks),
            odds: self.odds + other.odds,
            of: self.of + other.of,
        }
    }

    fn touches(&self, other: &Self) -> bool {
        let (a, b) = (self.blocks, other.blocks);
        a.0 <= b.2 + 1 && b.0 <= a.2 + 1 && a.1 <= b.3 + 1 && b.1 <= a.3 + 1
    }

    fn overlaps(&self, other: &Self) -> bool {
        overlap(self.blocks, other.blocks)
    }
}

/// The places that are certain, each with all that stands out beside it: the one that outweighs all others, or several of a
/// picture that is explained but for them. Empty where more stands out.
pub fn certain(places: &[Place]) -> Vec<Place> {
    let Some(first) = places.first() else {
        return Vec::new();
    };
    let mut left: Vec<Place> = places.to_vec();
    let mut seams: Vec<(Place, Place)> = Vec::new();
    while !left.is_empty() {
        seams.push(seam(&mut left, BESIDE * first.odds));
    }
    let loudest = |seam: Option<&(Place, Place)>| seam.map_or(0.0, |(loudest, _)| loudest.odds);
    let next = loudest(seams.get(1));
    let alone = next <= EXPLAINED || first.odds >= TIMES_THE_NEXT * next;
    let value = first.odds >= STANDS_OUT && alone;
    let digit = first.odds >= DIGIT && first.odds >= TIMES_THE_NEXT_DIGIT * next;
    let count = match value || digit {
        true => 1,
        false => seams
            .iter()
            .take_while(|(loudest, _)| loudest.odds >= SEVERAL)
            .count(),
    };
    let explained = count == 1 || loudest(seams.get(count)) <= EXPLAINED;
    match count <= AT_MOST && explained {
        true => seams.iter().take(count).map(|(_, seam)| *seam).collect(),
        false => Vec::new(),
    }
}

/// Takes the loudest place left, with those that touch it: itself, and all of them together.
fn seam(left: &mut Vec<Place>, beside: f64) -> (Place, Place) {
    let loudest = left.remove(0);
    let mut seam = loudest;
    // What was taken in may touch more.
    while let Some(at) = left
        .iter()
        .position(|other| other.odds > beside && seam.touches(other))
    {
        seam = seam.with(&left.remove(at));
    }
    left.retain(|other| !seam.touches(other));
    (loudest, seam)
}

/// The places whose blocks speak loudest, loudest first; none overlaps another.
pub fn places(told: &[Told], columns: usize, rows: usize) -> Vec<Place> {
    let sums = Sums::of(told, columns, rows);
    let mut places: Vec<Place> = Vec::new();
    for candidate in sums.candidates() {
        if places.len() == PLACES {
            break;
        }
        if !places.iter().any(|place| place.overlaps(&candidate)) {
            places.push(candidate);
        }
    }
    places.iter().map(|place| sums.cut(*place)).collect()
}

/// Sums over all blocks above and left of a place.
struct Sums {
    columns: usize,
    rows: usize,
    sums: Vec<Told>,
}

impl Sums {
    fn of(told: &[Told], columns: usize, rows: usize) -> Self {
        let mut sums = vec![(0.0, 0); (columns + 1) * (rows + 1)];
        for (row, line) in told.chunks_exact(columns.max(1)).take(rows).enumerate() {
            let mut in_row = (0.0, 0);
            for (column, one) in line.iter().enumerate() {
                in_row = (in_row.0 + one.0, in_row.1 + one.1);
                let above = sums.get(row * (columns + 1) + column + 1).copied();
                let above: Told = above.unwrap_or_default();
                if let Some(slot) = sums.get_mut((row + 1) * (columns + 1) + column + 1) {
                    *slot = (above.0 + in_row.0, above.1 + in_row.1);
                }
            }
        }
        Self {
            columns,
            rows,
            sums,
        }
    }

    fn at(&self, column: usize, row: usize) -> Told {
        let at = row * (self.columns + 1) + column;
        self.sums.get(at).copied().unwrap_or_default()
    }

    fn within(&self, b: (usize, usize, usize, usize)) -> Told {
        let (a, d) = (self.at(b.0, b.1), self.at(b.2, b.3));
        let (right, down) = (self.at(b.2, b.1), self.at(b.0, b.3));
        (
            d.0 + a.0 - right.0 - down.0,
            (d.1 + a.1).saturating_sub(right.1 + down.1),
        )
    }

    /// Places of all sizes with the highest sums, highest first.
    fn candidates(&self) -> Vec<Place> {
        let mut found: Vec<Place> = Vec::new();
        let mut least = 1.0;
        for height in HEIGHTS {
            for width in WIDTHS {
                for row in 0..(self.rows + 1).saturating_sub(height) {
                    for column in 0..(self.columns + 1).saturating_sub(width) {
                        let blocks = (column, row, column + width, row + height);
                        let (odds, of) = self.within(blocks);
                        if odds > least {
                            found.push(Place { blocks, odds, of });
                        }
                    }
                }
                if found.len() > CANDIDATES {
                    least = self.keep(&mut found);
                }
            }
        }
        self.keep(&mut found);
        found
    }

    /// Orders what was found and drops the weakest of too many; what a further one has to exceed.
    fn keep(&self, found: &mut Vec<Place>) -> f64 {
        found.sort_by(|a, b| b.odds.total_cmp(&a.odds));
        found.truncate(CANDIDATES / 2);
        found.last().map_or(1.0, |place| place.odds)
    }

    /// The place without the rows and columns at its edges that tell little.
    fn cut(&self, mut place: Place) -> Place {
        let least = 0.02 * place.odds;
        loop {
            let (x0, y0, x1, y1) = place.blocks;
            let smaller = [
                ((x0, y0, x0 + 1, y1), (x0 + 1, y0, x1, y1)),
                ((x1 - 1, y0, x1, y1), (x0, y0, x1 - 1, y1)),
                ((x0, y0, x1, y0 + 1), (x0, y0 + 1, x1, y1)),
                ((x0, y1 - 1, x1, y1), (x0, y0, x1, y1 - 1)),
            ];
            let next = smaller.into_iter().find(|(edge, rest)| {
                rest.0 < rest.2 && rest.1 < rest.3 && self.within(*edge).0 < least
            });
            let Some((_, blocks)) = next else {
                return place;
            };
            let (odds, of) = self.within(blocks);
            place = Place { blocks, odds, of };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 40 by 40 blocks that speak against an edit, but for a rectangle.
    fn told(edited: &[Part], nats: f64) -> Vec<Told> {
        let inside = |at: usize| {
            let (x, y) = (at % 40, at / 40);
            edited
                .iter()
                .any(|b| x >= b.0 && x < b.2 && y >= b.1 && y < b.3)
        };
        (0..1600)
            .map(|at| if inside(at) { (nats, 1) } else { (-1.0, 1) })
            .collect()
    }

    #[test]
    fn one_place_is_certain_however_wide_it_is() {
        for edited in [(5, 7, 9, 9), (3, 20, 35, 21), (5, 7, 7, 10)] {
            let found = certain(&places(&told(&[edited], 6.0), 40, 40));
            assert_eq!(blocks(found), [edited]);
        }
    }

    #[test]
    fn several_places_are_certain_where_they_alone_stand_out() {
        let all = [(5, 7, 9, 9), (25, 30, 29, 32), (3, 20, 7, 22)];
        let mut found = blocks(certain(&places(&told(&all, 15.0), 40, 40)));
        found.sort_unstable_by_key(|place| place.1);
        assert_eq!(found, [all[0], all[2], all[1]]);
    }

    #[test]
    fn two_weak_places_alike_and_too_many_are_not() {
        let found = |edited: &[Part], nats| certain(&places(&told(edited, nats), 40, 40));
        assert_eq!(found(&[(5, 7, 9, 9), (25, 30, 29, 32)], 6.0), []);
        assert_eq!(found(&[(5, 7, 9, 9)], 3.0), []);
        assert_eq!(found(&[], 0.0), []);
        let many: Vec<Part> = (0..5).map(|n| (5, 7 * n, 9, 7 * n + 2)).collect();
        assert_eq!(found(&many, 15.0), []);
    }

    fn blocks(found: Vec<Place>) -> Vec<Part> {
        found.iter().map(|place| place.blocks).collect()
    }
}
