//! Which digit an outline draws: compared, as a small picture, with the ten digits of many faces.

use std::sync::LazyLock;

use assay_pdf::View;
use assay_pdf::fonts::{Font, Outline};
use rustc_hash::FxHashMap;

/// A picture's columns and rows.
const COLUMNS: usize = 24;
const ROWS: usize = 32;
const BYTES: usize = ROWS * COLUMNS / 8;
/// Share of the pixels that differ, the edges left out, up to which two pictures show the same digit.
const ALIKE: f64 = 0.03;
/// And beyond which they show different ones.
const UNLIKE: f64 = 0.12;

/// Digits of many faces: for each face the pictures of 0 to 9, row by row from the top, three bytes a row. Made by
/// `cargo run --example digit_shapes`.
static FACES: &[u8] = include_bytes!("digit_shapes.bin");

/// The pictures of `FACES`, ready to be compared.
static PICTURES: LazyLock<Vec<Picture>> = LazyLock::new(|| {
    let (pictures, _) = FACES.as_chunks::<BYTES>();
    let pictures = pictures.iter().map(|bytes| Picture::of_bytes(bytes));
    pictures.collect()
});

/// An outline as a picture of black and white, stretched to its bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    rows: [u32; ROWS],
    /// One pixel wider on every side.
    swollen: [u32; ROWS],
    size: u32,
    /// Width as a share of the height, percent.
    pub aspect: u32,
}

impl Picture {
    /// `None` where nothing is drawn.
    pub fn of(outline: &Outline) -> Option<Self> {
        let [x0, y0, x1, y1] = outline.bounds()?;
        let (width, height) = (x1 - x0, y1 - y0);
        if !(width > 0.0 && height > 0.0) {
            return None;
        }
        let mut rows = [0u32; ROWS];
        for (index, row) in rows.iter_mut().enumerate() {
            let y = y1 - (index as f64 + 0.5) / ROWS as f64 * height;
            let crossings = crossings(outline, y);
            for column in 0..COLUMNS {
                let x = x0 + (column as f64 + 0.5) / COLUMNS as f64 * width;
                let winding: i32 = crossings
                    .iter()
                    .filter(|(at, _)| *at < x)
                    .map(|(_, direction)| direction)
                    .sum();
                if winding != 0 {
                    *row |= 1 << column;
                }
            }
        }
        let aspect = (width / height * 100.0).clamp(0.0, 10_000.0) as u32;
        Some(Self::of_rows(rows, aspect))
    }

    fn of_rows(rows: [u32; ROWS], aspect: u32) -> Self {
        Self {
            rows,
            swollen: swollen(&rows),
            size: rows.iter().map(|row| row.count_ones()).sum(),
            aspect,
        }
    }

    /// As it stands in the table of faces.
    pub fn bytes(&self) -> Vec<u8> {
        let rows = self.rows.iter();
        rows.flat_map(|row| row.to_le_bytes().into_iter().take(COLUMNS / 8))
            .collect()
    }

    fn of_bytes(bytes: &[u8]) -> Self {
        let mut rows = [0u32; ROWS];
        let (chunks, _) = bytes.as_chunks::<3>();
        for (row, [a, b, c]) in rows.iter_mut().zip(chunks) {
            *row = u32::from_le_bytes([*a, *b, *c, 0]);
        }
        Self::of_rows(rows, 0)
    }

    /// Share of the pixels that one has and the other has not even beside it, 0 to 1; `None` where it is above `most`.
    pub fn difference(&self, other: &Self, most: f64) -> Option<f64> {
        let pixels = f64::from((self.size + other.size).max(1));
        let mut apart = 0;
        let parts = self.rows.chunks(PART).zip(self.swollen.chunks(PART));
        let others = other.rows.chunks(PART).zip(other.swollen.chunks(PART));
        for ((rows, swollen), (other_rows, other_swollen)) in parts.zip(others) {
            apart += beyond(rows, other_swollen) + beyond(other_rows, swollen);
            if f64::from(apart) > most * pixels {
                return None;
            }
        }
        Some(f64::from(apart) / pixels)
    }
}

/// Rows compared before it is asked whether two pictures differ too much already.
const PART: usize = 8;

/// Pixels of some rows that are not in those rows of a swollen picture.
fn beyond(rows: &[u32], swollen: &[u32]) -> u32 {
    let pairs = rows.iter().zip(swollen);
    pairs.map(|(row, near)| (row & !near).count_ones()).sum()
}

fn swollen(rows: &[u32; ROWS]) -> [u32; ROWS] {
    let wide = rows.map(|row| row | row << 1 | row >> 1);
    let mut rows = wide;
    for (row, above) in rows.iter_mut().skip(1).zip(&wide) {
        *row |= above;
    }
    for (row, below) in rows.iter_mut().zip(wide.iter().skip(1)) {
        *row |= below;
    }
    rows
}

/// Where the horizontal line at `y` meets the contours, with the direction of each.
fn crossings(outline: &Outline, y: f64) -> Vec<(f64, i32)> {
    let mut found = Vec::new();
    for contour in &outline.contours {
        let next = contour.iter().skip(1).chain(contour.first());
        for (&(ax, ay), &(bx, by)) in contour.iter().zip(next) {
            if (ay <= y) != (by <= y) {
                let x = ax + (y - ay) / (by - ay) * (bx - ax);
                found.push((x, if by > ay { 1 } else { -1 }));
            }
        }
    }
    found
}

/// The face where a digit comes nearest to a picture: how far it is; `None` where it is above `most` in all.
fn nearest(picture: &Picture, digit: usize, most: f64) -> Option<f64> {
    let faces = PICTURES.iter().skip(digit).step_by(10);
    faces.fold(None, |least, face| {
        let nearer = picture.difference(face, least.unwrap_or(most));
        nearer.or(least)
    })
}

/// What an outline that claims to be a digit turns out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// It looks like the digit that it claims to be.
    Same,
    /// It is another digit without doubt.
    Other(char),
    /// Unlike any known face, or between two.
    Unclear,
}

/// Compares the shape of a glyph with the digit that it is extracted as.
pub fn shown_digit(picture: &Picture, claimed: char) -> Shown {
    let Some(digit) = claimed.to_digit(10) else {
        return Shown::Unclear;
    };
    let own = nearest(picture, digit as usize, UNLIKE);
    let other = |most| {
        let others = (0u32..10).filter(|other| *other != digit);
        let distances =
            others.filter_map(|other| Some((other, nearest(picture, other as usize, most)?)));
        distances.min_by(|(_, a), (_, b)| a.total_cmp(b))
    };
    match own {
        None => {
            let other = other(ALIKE).and_then(|(other, _)| char::from_digit(other, 10));
            other.map_or(Shown::Unclear, Shown::Other)
        }
        Some(own) if own < ALIKE && other(own).is_none() => Shown::Same,
        Some(_) => Shown::Unclear,
    }
}

/// The digit of the nearest face that an outline without doubt draws.
pub fn digit(picture: &Picture) -> Option<char> {
    let distances = (0..10u32).filter_map(|digit| {
        let apart = nearest(picture, digit as usize, ALIKE)?;
        Some((digit, apart))
    });
    let (digit, _) = distances.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    char::from_digit(digit, 10)
}

/// The outlines of codes of a font that carries its program.
pub fn glyph_outlines(
    view: &View<'_>,
    font: &Font,
    codes: impl Iterator<Item = u32>,
) -> FxHashMap<u32, Outline> {
    let Some(program) = font.program(view) else {
        return FxHashMap::default();
    };
    let glyphs: FxHashMap<u32, u32> = font.program_glyphs(view, program).into_iter().collect();
    let budget = view.document().budget();
    let outlines = codes.filter_map(|code| {
        let outline = program.outline(*glyphs.get(&font.cid(code))?)?;
        budget.spend_operators(outline.points() as u64).ok()?;
        (!outline.is_empty()).then_some((code, outline))
    });
    outlines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn box_outline(x0: f64, x1: f64) -> Outline {
        Outline {
            contours: vec![vec![(x0, 0.0), (x1, 0.0), (x1, 1.0), (x0, 1.0)]],
        }
    }

    #[test]
    fn every_digit_of_the_table_is_itself_and_no_other() {
        let (pictures, rest) = FACES.as_chunks::<BYTES>();
        assert!(rest.is_empty() && pictures.len() % 10 == 0 && pictures.len() >= 300);
        for (digit, bytes) in "0123456789".chars().cycle().zip(pictures) {
            assert_eq!(shown_digit(&Picture::of_bytes(bytes), digit), Shown::Same);
        }
    }

    #[test]
    fn a_bar_is_no_digit() {
        let picture = Picture::of(&box_outline(0.0, 0.5)).map(|bar| shown_digit(&bar, '1'));
        assert_eq!(picture, Some(Shown::Unclear));
    }

    #[test]
    fn a_hole_wound_the_other_way_stays_white() {
        let mut ring = box_outline(0.0, 1.0);
        ring.contours
            .push(vec![(0.2, 0.2), (0.2, 0.8), (0.8, 0.8), (0.8, 0.2)]);
        let full = Picture::of(&box_outline(0.0, 1.0)).map(|picture| picture.size);
        let hollow = Picture::of(&ring).map(|picture| picture.size);
        assert!(hollow < full);
    }
}
