//! How two pictures differ: by their pixels, where both can be read, else by their bytes.

use crate::error::LimitExceeded;
use crate::syntax::object::{Object, Stream};
use crate::view::View;

use super::{Pixels, pixels};

/// Levels by which two decoders, or a colour turned into another notation, may differ in one sample by rounding.
const ROUNDING: u8 = 3;

/// In what two pictures differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PictureDifference {
    /// Another number of samples: drawn anew, cut, or scaled.
    Size {
        before: (u32, u32),
        after: (u32, u32),
    },
    /// Another number of channels, such as colour become ink.
    Colours,
    /// The same size, other pixels.
    Pixels {
        changed: u64,
        of: u64,
        /// `[x0, y0, x1, y1]` of the changed pixels as shares of the picture, from its bottom-left corner.
        part: [f64; 4],
    },
    /// Their data differs, and at least one of the two cannot be read as pixels.
    Data,
}

/// The difference between a picture in one state and a picture in another; `None` where they show the same.
pub fn difference(
    old: &View<'_>,
    before: &Stream,
    new: &View<'_>,
    after: &Stream,
) -> Result<Option<PictureDifference>, LimitExceeded> {
    let own = one(old, before, new, after)?;
    if own.is_some() {
        return Ok(own);
    }
    // What shows of the picture is in its soft mask (11.6.5.2).
    let mask = |view: &View<'_>, stream: &Stream| {
        let mask = view.get(&stream.dictionary, b"SMask");
        mask.as_stream().cloned()
    };
    match (mask(old, before), mask(new, after)) {
        (None, None) => Ok(None),
        (Some(a), Some(b)) => one(old, &a, new, &b),
        _ => Ok(Some(PictureDifference::Data)),
    }
}

fn one(
    old: &View<'_>,
    before: &Stream,
    new: &View<'_>,
    after: &Stream,
) -> Result<Option<PictureDifference>, LimitExceeded> {
    let same_data = old.decode(before)? == new.decode(after)?;
    let reading: [&[u8]; 6] = [
        b"Width",
        b"Height",
        b"BitsPerComponent",
        b"Decode",
        b"ImageMask",
        b"Filter",
    ];
    let same_reading = reading.iter().all(|key| {
        Object::clone(&old.get(&before.dictionary, key))
            == Object::clone(&new.get(&after.dictionary, key))
    });
    let (Some(a), Some(b)) = (pixels(old, before)?, pixels(new, after)?) else {
        return Ok((!(same_data && same_reading)).then_some(PictureDifference::Data));
    };
    Ok(compare(&a, &b))
}

fn compare(a: &Pixels, b: &Pixels) -> Option<PictureDifference> {
    if (a.width, a.height) != (b.width, b.height) {
        return Some(PictureDifference::Size {
            before: (a.width, a.height),
            after: (b.width, b.height),
        });
    }
    let (wide, of_a, of_b) = match (a.channels, b.channels) {
        (x, y) if x == y => (usize::from(x), 1, 1),
        // Grey written as colour shows the same.
        (1, 3) => (3, 3, 1),
        (3, 1) => (3, 1, 3),
        _ => return Some(PictureDifference::Colours),
    };
    let samples = |pixels: &Pixels, repeat: usize| -> Vec<u8> {
        let each = pixels.samples.iter();
        each.flat_map(|sample| std::iter::repeat_n(*sample, repeat))
            .collect()
    };
    let (left, right);
    let (left, right): (&[u8], &[u8]) = match (of_a, of_b) {
        (1, 1) => (&a.samples, &b.samples),
        (3, _) => {
            left = samples(a, 3);
            (&left, &b.samples)
        }
        _ => {
            right = samples(b, 3);
            (&a.samples, &right)
        }
    };
    let mut changed = Changed::default();
    let pairs = left.chunks_exact(wide).zip(right.chunks_exact(wide));
    for (index, (old, new)) in pairs.enumerate() {
        if old.iter().zip(new).any(|(x, y)| x.abs_diff(*y) > ROUNDING) {
            let width = a.width as usize;
            changed.add(index % width, index / width);
        }
    }
    changed.difference(a.width, a.height)
}

/// The changed pixels met so far.
#[derive(Default)]
struct Changed {
    count: u64,
    /// First and last column and row, the last ones included.
    columns: Option<(usize, usize)>,
    rows: Option<(usize, usize)>,
}

impl Changed {
    fn add(&mut self, x: usize, y: usize) {
        let wider = |range: Option<(usize, usize)>, at: usize| {
            Some(range.map_or((at, at), |(low, high)| (low.min(at), high.max(at))))
        };
        self.count += 1;
        self.columns = wider(self.columns, x);
        self.rows = wider(self.rows, y);
    }

    fn difference(&self, width: u32, height: u32) -> Option<PictureDifference> {
        let ((left, right), (top, bottom)) = self.columns.zip(self.rows)?;
        let across = |column: usize| column as f64 / f64::from(width.max(1));
        let up = |row: usize| 1.0 - row as f64 / f64::from(height.max(1));
        Some(PictureDifference::Pixels {
            changed: self.count,
            of: u64::from(width) * u64::from(height),
            part: [across(left), up(bottom + 1), across(right + 1), up(top)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gray(width: u32, samples: &[u8]) -> Pixels {
        Pixels {
            width,
            height: samples.len() as u32 / width,
            channels: 1,
            samples: samples.to_vec(),
        }
    }

    #[test]
    fn rounding_is_no_difference_and_grey_as_colour_is_none() {
        let a = gray(2, &[10, 20, 30, 40]);
        assert_eq!(compare(&a, &gray(2, &[12, 18, 33, 40])), None);
        let colour = Pixels {
            channels: 3,
            samples: a.samples.iter().flat_map(|s| [*s; 3]).collect(),
            ..a.clone()
        };
        assert_eq!(compare(&a, &colour), None);
        assert_eq!(compare(&colour, &a), None);
    }

    #[test]
    fn changed_pixels_are_counted_and_placed() {
        let a = gray(4, &[0; 16]);
        let mut other = a.clone();
        for at in [5, 6] {
            other.samples[at] = 200;
        }
        assert_eq!(
            compare(&a, &other),
            Some(PictureDifference::Pixels {
                changed: 2,
                of: 16,
                part: [0.25, 0.5, 0.75, 0.75]
            })
        );
    }

    #[test]
    fn another_size_and_other_channels_are_said() {
        let a = gray(2, &[0; 4]);
        assert!(matches!(
            compare(&a, &gray(4, &[0; 4])),
            Some(PictureDifference::Size { .. })
        ));
        let ink = Pixels {
            channels: 4,
            samples: vec![0; 16],
            ..a.clone()
        };
        assert_eq!(compare(&a, &ink), Some(PictureDifference::Colours));
    }
}
