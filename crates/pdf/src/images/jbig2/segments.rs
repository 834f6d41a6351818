//! The segments of a JBIG2 stream (ITU-T T.88, 7.2 and 7.4) and what decoding them will cost, so that no size they name
//! is taken at its word.

use super::symbols::{Dictionary, Largest};
use crate::limits::{Budget, PIXELS_OF_JBIG2};

/// Segments of one picture: encoders write one or a few for each page.
const SEGMENTS: usize = 4096;
/// Longest side of a page or region, as the library has it.
const SIDE: u32 = 65_535;
/// Planes of a halftone's grid at most: patterns are counted in 16 bits by the width of their bitmap.
const PLANES: u64 = 17;

/// One segment.
struct Segment<'a> {
    kind: u8,
    /// Whether it builds on others.
    refers: bool,
    data: &'a [u8],
}

/// Spends what the page will cost and gives its size; `None` where that is too much or cannot be told.
pub fn afford(globals: &[u8], page: &[u8], channels: u8, budget: &Budget) -> Option<(u32, u32)> {
    let mut segments = Vec::new();
    read(globals, &mut segments)?;
    read(page, &mut segments)?;
    let size = page_size(&segments)?;
    let samples = u64::from(size.0) * u64::from(size.1) * u64::from(channels);
    if !budget.spend_picture(samples, samples) {
        return None;
    }
    let mut spend = |pixels: u64| {
        let work = pixels.saturating_mul(PIXELS_OF_JBIG2);
        budget.spend_picture(0, work)
    };
    let symbol = symbols(&segments, &mut spend)?;
    let mut pattern = Largest::default();
    for segment in of_kind(&segments, &[16]) {
        let (own, cost) = patterns(segment.data)?;
        pattern = pattern.with(own.width, own.height);
        if !spend(cost) {
            return None;
        }
    }
    for segment in &segments {
        let cost = match segment.kind {
            4 | 6 | 7 => text(segment.data, symbol)?,
            20 | 22 | 23 => halftone(segment.data, pattern)?,
            36 | 38 | 39 | 40 | 42 | 43 => region(segment.data)?,
            // Dictionaries were counted; the page, ends of pages and stripes, profiles and comments cost nothing.
            0 | 16 | 48..=52 | 62 => 0,
            // Tables of Huffman codes, and what is not known.
            _ => return None,
        };
        if !spend(cost) {
            return None;
        }
    }
    Some(size)
}

/// The largest symbol of all dictionaries, once these are spent for.
fn symbols(segments: &[Segment<'_>], spend: &mut dyn FnMut(u64) -> bool) -> Option<Largest> {
    let mut largest = Largest::default();
    let mut measured = Vec::new();
    for segment in of_kind(segments, &[0]) {
        let dictionary = Dictionary::read(segment.data)?;
        let (own, words) = dictionary.measure(spend)?;
        largest = largest.with(own.width, own.height);
        measured.push((dictionary, words, segment.refers));
    }
    let mut copies = measured
        .iter()
        .map(|(dictionary, words, refers)| dictionary.copies(*words, largest, *refers));
    copies.all(spend).then_some(largest)
}

fn of_kind<'s, 'a>(
    segments: &'s [Segment<'a>],
    kinds: &'s [u8],
) -> impl Iterator<Item = &'s Segment<'a>> {
    let wanted = |segment: &&Segment<'a>| kinds.contains(&segment.kind);
    segments.iter().filter(wanted)
}

/// Reads segments one behind the other. Whatever the library could read otherwise is not read at all.
fn read<'a>(mut data: &'a [u8], segments: &mut Vec<Segment<'a>>) -> Option<()> {
    while !data.is_empty() {
        let (segment, rest) = match one(data) {
            Some(found) => found,
            // An end-of-line of the stream, or a header that was cut: no segment for the library either.
            None if data.len() < 11 => return Some(()),
            None => return None,
        };
        data = rest;
        let last = segment.kind == 51;
        segments.push(segment);
        if segments.len() > SEGMENTS {
            return None;
        }
        if last {
            break;
        }
    }
    Some(())
}

/// A segment's header and data (7.2), and what is behind them.
fn one(data: &[u8]) -> Option<(Segment<'_>, &[u8])> {
    let (number, data) = integer(data)?;
    let (&[flags, count], _) = data.split_first_chunk::<2>()?;
    let (referred, data) = match count >> 5 {
        few @ 0..=4 => (u32::from(few), data.get(2..)?),
        7 => {
            let (long, data) = integer(data.get(1..)?)?;
            let referred = long & 0x1fff_ffff;
            (referred, data.get((referred as usize + 1).div_ceil(8)..)?)
        }
        _ => return None,
    };
    let wide = match number {
        ..=256 => 1,
        257..=65_536 => 2,
        _ => 4,
    };
    let page = if flags & 0x40 == 0 { 1 } else { 4 };
    let skipped = (referred as usize).checked_mul(wide)?.checked_add(page)?;
    let (length, data) = integer(data.get(skipped..)?)?;
    // A length that is not known is none of a real picture in a PDF.
    let (own, rest) = data.split_at_checked(length as usize)?;
    let segment = Segment {
        kind: flags & 0x3f,
        refers: referred > 0,
        data: own,
    };
    Some((segment, rest))
}

fn integer(data: &[u8]) -> Option<(u32, &[u8])> {
    let (bytes, rest) = data.split_first_chunk::<4>()?;
    Some((u32::from_be_bytes(*bytes), rest))
}

/// Width and height of the one page (7.4.8); one whose height is not known ends with its last stripe (7.4.10).
fn page_size(segments: &[Segment<'_>]) -> Option<(u32, u32)> {
    let mut pages = of_kind(segments, &[48]);
    let (page, None) = (pages.next()?, pages.next()) else {
        return None;
    };
    let (width, rest) = integer(page.data)?;
    let (height, _) = integer(rest)?;
    let height = match height {
        u32::MAX => of_kind(segments, &[50])
            .filter_map(|stripe| integer(stripe.data)?.0.checked_add(1))
            .max()?,
        known => known,
    };
    let sound = |side: u32| (1..=SIDE).contains(&side);
    (sound(width) && sound(height)).then_some((width, height))
}

/// The pixels of a region (7.4.1).
fn region(data: &[u8]) -> Option<u64> {
    let (width, rest) = integer(data)?;
    let (height, _) = integer(rest)?;
    (width <= SIDE && height <= SIDE).then(|| u64::from(width) * u64::from(height))
}

/// A text region (7.4.3): its pixels, and a symbol for each instance.
fn text(data: &[u8], symbol: Largest) -> Option<u64> {
    let own = region(data)?;
    let (flags, rest) = data.get(17..)?.split_first_chunk::<2>()?;
    // Huffman codes and refined symbols.
    if u16::from_be_bytes(*flags) & 3 != 0 {
        return None;
    }
    let (instances, _) = integer(rest)?;
    let each = symbol.words().saturating_add(8);
    Some(own.saturating_add(u64::from(instances).saturating_mul(each)))
}

/// The size of a dictionary's patterns (7.4.4), and what they cost: once in a row, and shifted to 32 places.
fn patterns(data: &[u8]) -> Option<(Largest, u64)> {
    let (&[_, width, height], rest) = data.split_first_chunk::<3>()?;
    let (last, _) = integer(rest)?;
    let count = u64::from(last) + 1;
    if count.saturating_mul(u64::from(width)) > u64::from(SIDE) {
        return None;
    }
    let size = Largest::default().with(u32::from(width), u32::from(height));
    let pixels = count * u64::from(height) * (u64::from(width) + 256);
    Some((size, pixels))
}

/// A halftone region (7.4.5): its pixels, the planes of its grid, and a pattern for each place of it.
fn halftone(data: &[u8], pattern: Largest) -> Option<u64> {
    let own = region(data)?;
    let (wide, rest) = integer(data.get(18..)?)?;
    let (high, _) = integer(rest)?;
    let places = u64::from(wide).saturating_mul(u64::from(high));
    let each = PLANES + 4 + pattern.words();
    Some(own.saturating_add(places.saturating_mul(each)))
}
