//! Stream filters (ISO 32000-2, 7.4) that give bytes. Picture codecs are left encoded: pictures are facts of their own.

use flate2::{Decompress, FlushDecompress, Status};

use super::cursor::is_white_space;

/// Parameters of LZW and Flate (7.4.4.3).
#[derive(Debug, Clone, Copy)]
pub struct Predictor {
    pub predictor: i64,
    pub colors: usize,
    pub bits: usize,
    pub columns: usize,
    pub early_change: bool,
}

impl Default for Predictor {
    fn default() -> Self {
        Self {
            predictor: 1,
            colors: 1,
            bits: 8,
            columns: 1,
            early_change: true,
        }
    }
}

/// What a filter gave, and what was wrong with its input.
#[derive(Debug, Default)]
pub struct Decoded {
    pub bytes: Vec<u8>,
    /// Why the data ended early; what came before is kept.
    pub damage: Option<&'static str>,
    /// How much of the input belongs to the data.
    pub consumed: usize,
}

/// Inflates zlib data up to `limit` bytes; data without the zlib header is tried raw.
pub fn flate(input: &[u8], limit: usize) -> Decoded {
    let decoded = inflate(input, limit, true);
    if decoded.bytes.is_empty() && decoded.damage.is_some() && input.len() > 2 {
        let raw = inflate(input.get(2..).unwrap_or_default(), limit, false);
        if !raw.bytes.is_empty() {
            return Decoded {
                damage: Some("zlib header"),
                consumed: raw.consumed + 2,
                ..raw
            };
        }
        // Stray EOLs between `stream` and the data.
        let start = input
            .iter()
            .position(|&byte| !is_white_space(byte))
            .unwrap_or(0);
        if start > 0 {
            let shifted = inflate(input.get(start..).unwrap_or_default(), limit, true);
            return Decoded {
                consumed: shifted.consumed + start,
                ..shifted
            };
        }
    }
    decoded
}

fn inflate(input: &[u8], limit: usize, zlib: bool) -> Decoded {
    let mut state = Decompress::new(zlib);
    let mut bytes: Vec<u8> = Vec::with_capacity(
        input
            .len()
            .saturating_mul(4)
            .clamp(512, limit.clamp(512, 8 << 20)),
    );
    let mut damage = None;
    loop {
        if bytes.len() == bytes.capacity() {
            if bytes.len() >= limit {
                damage = Some("more data than allowed");
                break;
            }
            // Exactly, as room beyond the limit would be filled.
            bytes.reserve_exact(bytes.len().max(512).min(limit - bytes.len()));
        }
        let consumed = state.total_in() as usize;
        let before = bytes.len();
        let rest = input.get(consumed..).unwrap_or_default();
        match state.decompress_vec(rest, &mut bytes, FlushDecompress::None) {
            Ok(Status::StreamEnd) => break,
            Ok(_)
                if bytes.len() == before
                    && state.total_in() as usize == consumed
                    && bytes.len() < bytes.capacity() =>
            {
                damage = Some("deflate data ends early");
                break;
            }
            Ok(_) => {}
            Err(_) => {
                damage = Some("deflate data is broken");
                break;
            }
        }
    }
    Decoded {
        bytes,
        damage,
        consumed: state.total_in() as usize,
    }
}

/// LZW, most significant bit first (7.4.4).
pub fn lzw(input: &[u8], early_change: bool, limit: usize) -> Decoded {
    let mut decoder = if early_change {
        weezl::decode::Decoder::with_tiff_size_switch(weezl::BitOrder::Msb, 8)
    } else {
        weezl::decode::Decoder::new(weezl::BitOrder::Msb, 8)
    };
    let mut bytes = Vec::new();
    let mut block = vec![0u8; 1 << 15];
    let mut consumed = 0;
    let mut damage = None;
    loop {
        let result = decoder.decode_bytes(input.get(consumed..).unwrap_or_default(), &mut block);
        consumed += result.consumed_in;
        bytes.extend_from_slice(block.get(..result.consumed_out).unwrap_or_default());
        if bytes.len() > limit {
            damage = Some("more data than allowed");
            break;
        }
        match result.status {
            Ok(weezl::LzwStatus::Done) => break,
            Ok(weezl::LzwStatus::Ok) if result.consumed_in + result.consumed_out > 0 => {}
            Ok(_) => {
                damage = Some("LZW data ends early");
                break;
            }
            Err(_) => {
                damage = Some("LZW data is broken");
                break;
            }
        }
    }
    Decoded {
        bytes,
        damage,
        consumed,
    }
}

/// ASCIIHexDecode (7.4.2).
pub fn ascii_hex(input: &[u8]) -> Decoded {
    let mut bytes = Vec::with_capacity(input.len() / 2);
    let mut damage = None;
    let mut high: Option<u8> = None;
    let mut consumed = input.len();
    for (at, &byte) in input.iter().enumerate() {
        match (byte as char).to_digit(16) {
            Some(digit) => match high.take() {
                Some(first) => bytes.push(first << 4 | digit as u8),
                None => high = Some(digit as u8),
            },
            None if byte == b'>' => {
                consumed = at + 1;
                break;
            }
            None if is_white_space(byte) => {}
            None => damage = Some("a character that is no hexadecimal digit"),
        }
    }
    if let Some(first) = high {
        bytes.push(first << 4);
    }
    Decoded {
        bytes,
        damage,
        consumed,
    }
}

/// ASCII85Decode (7.4.3).
pub fn ascii_85(input: &[u8]) -> Decoded {
    let mut bytes = Vec::with_capacity(input.len() / 5 * 4);
    let mut damage = None;
    let mut group = 0u64;
    let mut count = 0usize;
    let mut consumed = input.len();
    let start = if input.starts_with(b"<~") { 2 } else { 0 };
    for (at, &byte) in input.iter().enumerate().skip(start) {
        match byte {
            b'z' if count == 0 => bytes.extend_from_slice(&[0; 4]),
            b'!'..=b'u' => {
                group = group * 85 + u64::from(byte - b'!');
                count += 1;
                if count == 5 {
                    bytes.extend_from_slice(&(group as u32).to_be_bytes());
                    group = 0;
                    count = 0;
                }
            }
            b'~' => {
                consumed = at + 2;
                break;
            }
            _ if is_white_space(byte) => {}
            _ => damage = Some("a character outside ASCII85"),
        }
    }
    if count > 1 {
        for _ in count..5 {
            group = group * 85 + 84;
        }
        bytes.extend_from_slice(
            (group as u32)
                .to_be_bytes()
                .get(..count - 1)
                .unwrap_or_default(),
        );
    }
    Decoded {
        bytes,
        damage,
        consumed: consumed.min(input.len()),
    }
}

/// RunLengthDecode (7.4.5).
pub fn run_length(input: &[u8], limit: usize) -> Decoded {
    let mut bytes = Vec::new();
    let mut at = 0usize;
    let mut damage = Some("run-length data without its end mark");
    while let Some(&length) = input.get(at) {
        at += 1;
        match length {
            128 => {
                damage = None;
                break;
            }
            0..=127 => {
                let end = at + usize::from(length) + 1;
                bytes.extend_from_slice(input.get(at..end.min(input.len())).unwrap_or_default());
                at = end;
            }
            _ => {
                if let Some(&byte) = input.get(at) {
                    bytes.resize(bytes.len() + 257 - usize::from(length), byte);
                }
                at += 1;
            }
        }
        if bytes.len() > limit {
            damage = Some("more data than allowed");
            break;
        }
    }
    Decoded {
        bytes,
        damage,
        consumed: at.min(input.len()),
    }
}

/// Undoes the TIFF and PNG predictors (7.4.4.4).
pub fn unpredict(mut bytes: Vec<u8>, parameters: &Predictor) -> Vec<u8> {
    let Predictor {
        predictor,
        colors,
        bits,
        columns,
        ..
    } = *parameters;
    let row_bits = colors
        .max(1)
        .saturating_mul(bits.max(1))
        .saturating_mul(columns.max(1));
    let pixel = (colors.max(1).saturating_mul(bits.max(1)) / 8).max(1);
    let row = row_bits.div_ceil(8);
    if predictor < 2 || row == 0 || row > bytes.len().saturating_add(row).max(1 << 26) {
        return bytes;
    }
    if predictor == 2 {
        if bits == 8 {
            for line in bytes.chunks_mut(row) {
                for at in pixel..line.len() {
                    let left = line.get(at - pixel).copied().unwrap_or(0);
                    if let Some(byte) = line.get_mut(at) {
                        *byte = byte.wrapping_add(left);
                    }
                }
            }
        }
        return bytes;
    }
    unpredict_png(&bytes, row, pixel)
}

fn unpredict_png(bytes: &[u8], row: usize, pixel: usize) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut previous = vec![0u8; row];
    for line in bytes.chunks(row + 1) {
        let Some((&kind, line)) = line.split_first() else {
            break;
        };
        let mut current = vec![0u8; row];
        for (at, &byte) in line.iter().enumerate() {
            let left = if at >= pixel {
                current.get(at - pixel).copied().unwrap_or(0)
            } else {
                0
            };
            let up = previous.get(at).copied().unwrap_or(0);
            let corner = if at >= pixel {
                previous.get(at - pixel).copied().unwrap_or(0)
            } else {
                0
            };
            let guess = match kind {
                1 => left,
                2 => up,
                3 => ((u16::from(left) + u16::from(up)) / 2) as u8,
                4 => paeth(left, up, corner),
                _ => 0,
            };
            if let Some(slot) = current.get_mut(at) {
                *slot = byte.wrapping_add(guess);
            }
        }
        out.extend_from_slice(current.get(..line.len()).unwrap_or_default());
        previous = current;
    }
    out
}

fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(up), i16::from(corner));
    let estimate = a + b - c;
    let (da, db, dc) = (
        (estimate - a).abs(),
        (estimate - b).abs(),
        (estimate - c).abs(),
    );
    if da <= db && da <= dc {
        left
    } else if db <= dc {
        up
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn deflated(bytes: &[u8]) -> Vec<u8> {
        let mut encoder =
            flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder
            .write_all(bytes)
            .and_then(|()| encoder.finish())
            .unwrap_or_default()
    }

    #[test]
    fn flate_gives_back_what_was_packed_and_says_where_it_ends() {
        let text = b"forensics ".repeat(5000);
        let mut packed = deflated(&text);
        let length = packed.len();
        packed.extend_from_slice(b"tail");
        let decoded = flate(&packed, 1 << 20);
        assert_eq!(decoded.bytes, text);
        assert_eq!((decoded.consumed, decoded.damage), (length, None));
    }

    #[test]
    fn a_cut_stream_keeps_what_came_before() {
        let text: Vec<u8> = (0..50_000u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        let packed = deflated(&text);
        let decoded = flate(packed.get(..packed.len() / 2).unwrap_or_default(), 1 << 20);
        assert!(
            decoded.damage.is_some()
                && !decoded.bytes.is_empty()
                && text.starts_with(&decoded.bytes)
        );
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let decoded = flate(&deflated(&vec![0u8; 10 << 20]), 1 << 16);
        assert!(decoded.damage.is_some() && decoded.bytes.len() <= 1 << 17);
    }

    #[test]
    fn text_filters() {
        assert_eq!(ascii_hex(b"48 65 6C6c 6F>").bytes, b"Hello");
        assert_eq!(ascii_85(b"87cURD]j7BEbo80~>").bytes, b"Hello world!");
        assert_eq!(
            run_length(&[2, b'a', b'b', b'c', 254, b'x', 128], 100).bytes,
            b"abcxxx"
        );
    }
}
