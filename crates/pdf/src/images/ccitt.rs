//! Group 3 and Group 4 fax (7.4.6), by a library. Rows go on to be read like any other samples of one bit.

use hayro_ccitt::{DecodeSettings, Decoder, DecoderContext, EncodingMode};

use super::{Header, Pixels, packed, raw};
use crate::limits::{Budget, PIXELS_OF_FAX};
use crate::syntax::object::{Dictionary, Object};

/// What a fax is wide that does not say it (7.4.6, table 11).
const COLUMNS: i64 = 1728;

/// The pixels of a fax; `parameters` are those of its filter. Rows behind damage are missing ones.
pub fn pixels(
    data: &[u8],
    parameters: &Dictionary,
    header: &Header,
    budget: &Budget,
) -> Option<Pixels> {
    let number = |key: &[u8]| parameters.get(key).and_then(Object::as_integer);
    let flag = |key: &[u8]| parameters.get(key).and_then(Object::as_bool);
    let columns = u32::try_from(number(b"Columns").unwrap_or(COLUMNS)).ok()?;
    // Readers disagree on what a picture shows that is wider or narrower than its fax.
    if columns != header.width {
        return None;
    }
    // Every row takes one bit at least, whatever height is claimed.
    let possible = u32::try_from(data.len().saturating_mul(8)).unwrap_or(u32::MAX);
    let rows = header.height.min(possible);
    let pixels = u64::from(columns) * u64::from(rows);
    let samples = pixels.saturating_mul(u64::from(header.space.channels()));
    if rows == 0 || !budget.spend_picture(samples, samples.saturating_mul(PIXELS_OF_FAX)) {
        return None;
    }
    let settings = DecodeSettings {
        columns,
        rows,
        end_of_block: flag(b"EndOfBlock").unwrap_or(true),
        end_of_line: flag(b"EndOfLine").unwrap_or(false),
        rows_are_byte_aligned: flag(b"EncodedByteAlign").unwrap_or(false),
        encoding: match number(b"K").unwrap_or(0) {
            ..0 => EncodingMode::Group4,
            0 => EncodingMode::Group3_1D,
            1.. => EncodingMode::Group3_2D,
        },
        strict: false,
    };
    let white = match flag(b"BlackIs1") {
        Some(true) => 0,
        _ => 0xff,
    };
    let mut sheet = Rows {
        columns,
        row: vec![white; columns.div_ceil(8) as usize],
        white,
        left: rows,
        packed: Vec::new(),
    };
    // What was read before damage is shown by every reader.
    let _ = hayro_ccitt::decode(data, &mut sheet, &mut DecoderContext::new(settings));
    raw::pixels(sheet.packed, &packed(header), budget.decodable())
}

/// Rows as bits, each beginning at a byte.
struct Rows {
    columns: u32,
    /// One row, for the next one to be built in.
    row: Vec<u8>,
    white: u8,
    left: u32,
    packed: Vec<u8>,
}

impl Decoder for Rows {
    fn push_row(&mut self, changes: &[u32]) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        self.row.fill(self.white);
        for span in changes.chunks(2) {
            let start = span.first().copied().unwrap_or(self.columns);
            let end = span.get(1).copied().unwrap_or(self.columns);
            invert(
                &mut self.row,
                start as usize,
                end.min(self.columns) as usize,
            );
        }
        self.packed.extend_from_slice(&self.row);
    }
}

/// Turns the bits from `start` to `end` round.
fn invert(row: &mut [u8], start: usize, end: usize) {
    if start >= end {
        return;
    }
    let (first, last) = (start / 8, (end - 1) / 8);
    let head = 0xffu8 >> (start % 8);
    let tail = 0xffu8 << (7 - (end - 1) % 8);
    let whole = row.get_mut(first..=last).unwrap_or_default();
    match whole {
        [] => {}
        [only] => *only ^= head & tail,
        [begin, between @ .., finish] => {
            *begin ^= head;
            *finish ^= tail;
            between.iter_mut().for_each(|byte| *byte ^= 0xff);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_turned_round_within_and_across_bytes() {
        let turned = |start, end| {
            let mut row = [0u8; 3];
            invert(&mut row, start, end);
            row
        };
        assert_eq!(turned(2, 5), [0b0011_1000, 0, 0]);
        assert_eq!(turned(6, 18), [0b0000_0011, 0xff, 0b1100_0000]);
        assert_eq!(turned(0, 24), [0xff; 3]);
        assert_eq!(turned(8, 8), [0; 3]);
        assert_eq!(turned(20, 40), [0; 3]);
    }
}
