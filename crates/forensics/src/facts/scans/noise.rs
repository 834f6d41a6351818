//! A place of a noisy picture that has no noise: paint, or what a program drew. A sensor leaves none without.

use assay_pdf::images::jpeg::Levels;

use super::grey::Tones;
use super::part::{Part, union};

/// Deviation of the paper, levels, from which no place is flat by chance: of pages of 110 to 200 dots an inch with added
/// noise, at any JPEG quality, none had more than 27 flat windows in all.
const NOISE: f64 = 1.2;
/// The same of a picture packed without loss, which keeps all its noise.
const NOISE_KEPT: f64 = 0.8;
/// A window in which all samples are alike.
const WIDE: u16 = 6;
const HIGH: u16 = 4;
/// Windows of the place; a value painted at 150 dots an inch leaves 170 and more after a JPEG of any quality.
const WINDOWS: usize = 100;
/// Windows of a place in a picture packed without loss that has none elsewhere: what is left flat around one digit.
const WINDOWS_ALONE: usize = 10;
/// Windows elsewhere, as a share: where there are more, paper was whitened or parts are drawn.
const ELSEWHERE: usize = 6;
/// Windows beyond which a picture is flat in many places.
const AT_MOST: usize = 50_000;
/// Edge of the cells in which windows are counted, samples, and how many empty ones a place may hold between two.
const CELL: usize = 8;
const GAP: usize = 2;
/// Parts of one place, between which its ink stands, lie no further apart than so many of its heights.
const APART: usize = 5;
/// Samples of ink on the place: a blank one was whitened.
const INK: usize = 24;
/// Where its ground looks like the paper, to so many levels, the ink may stand right beside what is left flat of it.
const ALIKE: u8 = 12;

/// The place, and what tells it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flat {
    pub part: Part,
    pub windows: usize,
    /// Deviation of the paper around it.
    pub noise: f64,
}

/// The one place with ink on flat ground in a picture whose paper is noisy; `lossless` where no JPEG took noise away.
pub fn place(levels: &Levels, tones: &Tones, lossless: bool) -> Option<Flat> {
    let Tones { paper, noise, ink } = *tones;
    if noise < if lossless { NOISE_KEPT } else { NOISE } {
        return None;
    }
    let windows = windows(levels, ink)?;
    let mut groups = grouped(&windows);
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let (part, held) = joined(&groups)?;
    let elsewhere = windows.len() - held;
    let alone = lossless && elsewhere == 0 && held >= WINDOWS_ALONE;
    if !alone && (held < WINDOWS || noise < NOISE || elsewhere * ELSEWHERE > held) {
        return None;
    }
    let &(x, y) = groups.first()?.first()?;
    let ground = levels.samples.get(y * levels.width + x)?;
    let (x0, y0, x1, y1) = part;
    let beside = match ground.abs_diff(paper) <= ALIKE {
        true => y1 - y0,
        false => 0,
    };
    let on = (
        x0.saturating_sub(beside),
        y0,
        (x1 + beside).min(levels.width),
        y1,
    );
    (inked(levels, on, ink) >= INK).then_some(Flat {
        part,
        windows: held,
        noise,
    })
}

/// The largest group with those on its rows: a JPEG leaves flat what lies between and beside letters.
fn joined(groups: &[Vec<(usize, usize)>]) -> Option<(Part, usize)> {
    let (largest, others) = groups.split_first()?;
    let (mut all, mut held) = (around(largest)?, largest.len());
    let apart = APART * (all.3 - all.1);
    for group in others {
        let one = around(group)?;
        let on_rows = one.1 < all.3 && all.1 < one.3;
        if on_rows && one.0 < all.2 + apart && all.0 < one.2 + apart {
            all = union(all, one);
            held += group.len();
        }
    }
    Some((all, held))
}

/// Right and bottom sample of every flat window brighter than ink; `None` where there are too many.
fn windows(levels: &Levels, ink: u8) -> Option<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    // For each column, how many rows on end are flat up to it, at one level.
    let mut down = vec![0u16; levels.width];
    let mut above: &[u8] = &[];
    for (y, row) in levels.samples.chunks_exact(levels.width.max(1)).enumerate() {
        let (mut along, mut before) = (0u16, None);
        for (x, (&level, rows)) in row.iter().zip(&mut down).enumerate() {
            along = match before == Some(level) {
                true => along.saturating_add(1),
                false => 1,
            };
            before = Some(level);
            *rows = match along >= WIDE && level > ink {
                true if above.get(x) == Some(&level) => rows.saturating_add(1),
                true => 1,
                false => 0,
            };
            if *rows >= HIGH {
                found.push((x, y));
            }
        }
        if found.len() > AT_MOST {
            return None;
        }
        above = row;
    }
    Some(found)
}

/// Windows that stand close to each other.
fn grouped(windows: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
    let cell = |at: &(usize, usize)| (at.0 / CELL, at.1 / CELL);
    let mut cells: std::collections::BTreeMap<(usize, usize), Vec<(usize, usize)>> =
        std::collections::BTreeMap::new();
    for window in windows {
        cells.entry(cell(window)).or_default().push(*window);
    }
    let mut groups = Vec::new();
    while let Some((first, held)) = cells.pop_first() {
        let (mut group, mut open) = (held, vec![first]);
        while let Some((column, row)) = open.pop() {
            let near = |at: usize| at.saturating_sub(GAP + 1)..=at + GAP + 1;
            for column in near(column) {
                let beside: Vec<(usize, usize)> = near(row).map(|row| (column, row)).collect();
                for next in beside {
                    if let Some(held) = cells.remove(&next) {
                        group.extend(held);
                        open.push(next);
                    }
                }
            }
        }
        groups.push(group);
    }
    groups
}

/// The box of these windows.
fn around(windows: &[(usize, usize)]) -> Option<Part> {
    let columns = || windows.iter().map(|window| window.0);
    let rows = || windows.iter().map(|window| window.1);
    let (wide, high) = (usize::from(WIDE) - 1, usize::from(HIGH) - 1);
    Some((
        columns().min()?.saturating_sub(wide),
        rows().min()?.saturating_sub(high),
        columns().max()? + 1,
        rows().max()? + 1,
    ))
}

fn inked(levels: &Levels, (x0, y0, x1, y1): Part, ink: u8) -> usize {
    let rows = (y0..y1).filter_map(|y| {
        let start = y * levels.width;
        levels.samples.get(start + x0..start + x1)
    });
    rows.flatten().filter(|&&sample| sample <= ink).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grey paper with noise and a line of ink, and boxes of one level with ink in them.
    fn picture(noise: u64, boxes: &[Part]) -> Levels {
        let (width, height) = (400, 300);
        let mut state = 7u64;
        let mut samples: Vec<u8> = (0..width * height)
            .map(|at| {
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let ink = at / width % 40 < 8 && at % 3 == 0;
                let ground = if ink { 40 } else { 225 };
                (ground + (state >> 33) % (2 * noise + 1) - noise) as u8
            })
            .collect();
        for &(x0, y0, x1, y1) in boxes {
            for at in (y0..y1).flat_map(|y| (x0..x1).map(move |x| y * width + x)) {
                let (x, y) = (at % width - x0, at / width - y0);
                samples[at] = if (8..12).contains(&y) && x % 9 < 3 {
                    30
                } else {
                    224
                };
            }
        }
        Levels {
            width,
            height,
            samples,
        }
    }

    fn found(levels: Levels, lossless: bool) -> Option<Flat> {
        place(&levels, &Tones::of(&levels), lossless)
    }

    #[test]
    fn a_value_on_flat_ground_stands_out_of_noise() {
        let found = found(picture(4, &[(200, 120, 260, 142)]), false);
        assert_eq!(found.map(|flat| flat.part), Some((200, 120, 260, 142)));
    }

    #[test]
    fn noise_alone_drawn_paper_and_many_flat_places_are_honest() {
        assert_eq!(found(picture(4, &[]), true), None);
        assert_eq!(found(picture(0, &[(200, 120, 260, 142)]), true), None);
        let three = [(20, 20, 80, 42), (200, 120, 260, 142), (20, 220, 80, 242)];
        assert_eq!(found(picture(4, &three), true), None);
    }
}
