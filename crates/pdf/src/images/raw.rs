//! Samples that no picture codec packed: what Flate, LZW and the like decode to (8.9.5.2).

use super::space::Space;
use super::{Header, Pixels};

pub fn pixels(mut data: Vec<u8>, header: &Header, limit: usize) -> Option<Pixels> {
    let stored = usize::from(header.space.stored());
    let in_row = usize::try_from(header.width).ok()?.checked_mul(stored)?;
    let row_bytes = in_row.checked_mul(usize::from(header.bits))?.div_ceil(8);
    // Rows that are missing are no pixels: a dictionary may claim any height.
    let rows = (data.len() / row_bytes.max(1)).min(header.height as usize);
    let channels = header.space.channels();
    let total = (header.width as usize)
        .checked_mul(rows)?
        .checked_mul(usize::from(channels))?;
    if rows == 0 || total > limit {
        return None;
    }
    let plain = header.bits == 8 && header.decode.is_empty();
    if plain && !matches!(header.space, Space::Palette { .. }) {
        data.truncate(total);
        return (data.len() == total).then_some(Pixels {
            width: header.width,
            height: u32::try_from(rows).ok()?,
            channels,
            samples: data,
        });
    }
    let map = Map::of(header);
    let mut samples = Vec::with_capacity(total);
    for row in data.chunks_exact(row_bytes).take(rows) {
        for index in 0..in_row {
            let sample = sample(row, index, header.bits);
            match &header.space {
                Space::Palette { channels, colours } => {
                    let start = usize::from(sample) * usize::from(*channels);
                    let colour = colours.get(start..start + usize::from(*channels));
                    match colour {
                        Some(colour) => samples.extend_from_slice(colour),
                        None => samples.extend(std::iter::repeat_n(0, usize::from(*channels))),
                    }
                }
                _ => samples.push(map.apply(sample, index % stored)),
            }
        }
    }
    Some(Pixels {
        width: header.width,
        height: u32::try_from(rows).ok()?,
        channels,
        samples,
    })
}

/// The `index`-th sample of a row; of 16 bits the upper 8.
fn sample(row: &[u8], index: usize, bits: u8) -> u8 {
    let byte = |at: usize| row.get(at).copied().unwrap_or(0);
    match bits {
        8 => byte(index),
        16 => byte(index * 2),
        _ => {
            let at = index * usize::from(bits);
            let shift = 8 - usize::from(bits) - at % 8;
            (byte(at / 8) >> shift) & ((1u16 << bits) - 1) as u8
        }
    }
}

/// From stored samples to 8 bits, through `/Decode` (8.9.5.2).
struct Map {
    /// One table a channel.
    tables: Vec<[u8; 256]>,
}

impl Map {
    fn of(header: &Header) -> Self {
        let most = match header.bits {
            1 => 1.0,
            2 => 3.0,
            4 => 15.0,
            _ => 255.0,
        };
        let tables = (0..usize::from(header.space.stored())).map(|channel| {
            let bound = |at: usize, default: f64| {
                let given = header.decode.get(channel * 2 + at).copied();
                // Other spaces' samples have ranges of their own, and no two of them need to be put side by side.
                match header.space {
                    Space::Other(_) => default,
                    _ => given.unwrap_or(default),
                }
            };
            let (low, high) = (bound(0, 0.0), bound(1, 1.0));
            std::array::from_fn(|sample| {
                let share = (sample as f64 / most).min(1.0);
                ((low + share * (high - low)) * 255.0)
                    .round()
                    .clamp(0.0, 255.0) as u8
            })
        });
        Self {
            tables: tables.collect(),
        }
    }

    fn apply(&self, sample: u8, channel: usize) -> u8 {
        self.tables
            .get(channel)
            .and_then(|table| table.get(usize::from(sample)))
            .copied()
            .unwrap_or(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(width: u32, height: u32, bits: u8, space: Space) -> Header {
        Header {
            width,
            height,
            bits,
            space,
            decode: Vec::new(),
        }
    }

    #[test]
    fn bits_become_black_and_white_and_rows_begin_at_bytes() {
        let data = vec![0b1010_0000, 0b0110_0000];
        let read = pixels(data, &header(3, 2, 1, Space::Gray), 100);
        assert_eq!(
            read.map(|pixels| pixels.samples),
            Some(vec![255, 0, 255, 0, 255, 255])
        );
    }

    #[test]
    fn a_palette_is_looked_up() {
        let colours = vec![1, 2, 3, 9, 8, 7];
        let space = Space::Palette {
            channels: 3,
            colours,
        };
        let read = pixels(vec![0b0001_0000], &header(2, 1, 4, space), 100);
        assert_eq!(
            read.map(|pixels| pixels.samples),
            Some(vec![9, 8, 7, 1, 2, 3])
        );
    }

    #[test]
    fn decode_may_turn_the_samples_round() {
        let mut inverted = header(2, 1, 8, Space::Gray);
        inverted.decode = vec![1.0, 0.0];
        let read = pixels(vec![0, 200], &inverted, 100);
        assert_eq!(read.map(|pixels| pixels.samples), Some(vec![255, 55]));
    }

    #[test]
    fn rows_that_are_missing_and_sizes_past_the_limit_make_no_pixels() {
        let tall = header(2, u32::MAX, 8, Space::Gray);
        assert_eq!(pixels(vec![1, 2, 3], &tall, 100).map(|p| p.height), Some(1));
        assert_eq!(pixels(vec![1; 200], &tall, 100), None);
        assert_eq!(pixels(Vec::new(), &tall, 100), None);
    }
}
