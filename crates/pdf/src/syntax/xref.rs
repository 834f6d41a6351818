//! Cross-reference sections (ISO 32000-2, 7.5.4 and 7.5.8), each kept as it stands: nothing is merged here.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use crate::anomaly::AnomalyKind;
use crate::error::LimitExceeded;
use crate::limits;
use crate::place::{ObjectId, Span};

use super::cursor::Cursor;
use super::object::{Dictionary, Object, Stream};
use super::parser::Parser;

/// What a section says of one object number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    Free {
        generation: u16,
    },
    /// Offset from the start of the file as received.
    InUse {
        offset: usize,
        generation: u16,
    },
    Compressed {
        container: u32,
        index: u32,
    },
}

/// How a section is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SectionKind {
    Table,
    Stream,
    /// Not in the file: found by scanning it.
    Rebuilt,
}

/// One cross-reference section with its trailer.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    pub kind: SectionKind,
    /// From `xref` (or the stream's object number) to the end of the trailer (or `endobj`).
    pub span: Span,
    pub entries: Vec<(u32, Entry)>,
    pub trailer: Dictionary,
    /// The object that holds a cross-reference stream.
    pub stream: Option<ObjectId>,
    /// Entries of a hybrid file's `/XRefStm` (7.5.8.4), and where that stream stands.
    pub hybrid: Option<(Vec<(u32, Entry)>, Span)>,
    /// The data of the stream end before its `/Index` does: what else it listed is lost.
    pub short: bool,
}

/// What reading a section needs of the file's reader.
#[expect(missing_debug_implementations, reason = "two functions")]
pub struct Access<'f> {
    /// Decodes the data of a cross-reference stream, which is never encrypted (7.5.8.2).
    pub decode: &'f dyn Fn(&Stream) -> Cow<'f, [u8]>,
    /// Takes bytes that were read off what may still be read; `false` when nothing is left.
    pub spend: &'f dyn Fn(usize) -> bool,
}

/// Reads the section that begins at `offset`. `base` is added to each offset the file names. Reading ends when there are
/// more than `room` entries.
pub fn section(
    data: &[u8],
    offset: usize,
    base: usize,
    room: usize,
    access: &Access<'_>,
) -> Option<Section> {
    let mut cursor = Cursor::new(data, offset);
    cursor.skip_white_space();
    if cursor.eat(b"xref") {
        table(data, cursor, base, room, access)
    } else {
        stream(data, cursor.position(), base, room, access)
    }
}

fn table(
    data: &[u8],
    mut cursor: Cursor<'_>,
    base: usize,
    room: usize,
    access: &Access<'_>,
) -> Option<Section> {
    let start = cursor.position().saturating_sub(4);
    let mut entries = Vec::new();
    while entries.len() <= room {
        cursor.skip_space();
        if cursor.eat(b"trailer") {
            break;
        }
        let first = u32::try_from(cursor.take_unsigned()?).ok()?;
        cursor.skip_space();
        let count = cursor.take_unsigned()?;
        let listed = usize::try_from(count).unwrap_or(usize::MAX);
        entries.reserve(listed.min(cursor.rest().len() / 20));
        for index in 0..count {
            cursor.skip_space();
            let (place, generation) = match fixed(cursor.rest()) {
                Some(numbers) => {
                    cursor.advance(17);
                    numbers
                }
                None if cursor.starts_with(b"trailer") => break,
                None => {
                    let place = cursor.take_unsigned()?;
                    cursor.skip_space();
                    let generation = cursor.take_unsigned()?;
                    cursor.skip_space();
                    (place, generation)
                }
            };
            let number = first
                .checked_add(u32::try_from(index).ok()?)
                .filter(|&n| n <= limits::OBJECT_NUMBER);
            let generation = u16::try_from(generation).unwrap_or(u16::MAX);
            let entry = match cursor.take()? {
                b'n' => Entry::InUse {
                    offset: usize::try_from(place).ok()?.saturating_add(base),
                    generation,
                },
                b'f' => Entry::Free { generation },
                _ => return None,
            };
            if let Some(number) = number {
                entries.push((number, entry));
            }
            if entries.len() > room {
                break;
            }
        }
    }
    let mut parser = Parser::new(data, cursor.position());
    let trailer = match parser.object() {
        Some(Object::Dictionary(trailer)) => trailer,
        // Not reached: the caller sees that there are too many.
        _ if entries.len() > room => Dictionary::default(),
        _ => return None,
    };
    let room = room.saturating_sub(entries.len());
    let hybrid = trailer
        .get(b"XRefStm")
        .and_then(Object::as_integer)
        .and_then(|at| usize::try_from(at).ok())
        .and_then(|at| {
            let hidden = stream(data, at.saturating_add(base), base, room, access)?;
            Some((hidden.entries, hidden.span))
        });
    let span = Span::new(start, parser.cursor.position());
    Some(Section {
        kind: SectionKind::Table,
        span,
        entries,
        trailer,
        stream: None,
        hybrid,
        short: false,
    })
}

/// The two numbers of an entry as it should be written: ten digits, a blank, five digits, a blank (7.5.4).
fn fixed(entry: &[u8]) -> Option<(u64, u64)> {
    let (high, rest) = entry.split_first_chunk::<2>()?;
    let (low, rest) = rest.split_first_chunk::<8>()?;
    let (generation, rest) = rest.strip_prefix(b" ")?.split_first_chunk::<5>()?;
    let valid = matches!(rest, [b' ', b'n' | b'f', ..]);
    let place = digits(high)? * 100_000_000 + eight_digits(*low)?;
    let generation = match generation {
        b"00000" => 0,
        other => digits(other)?,
    };
    valid.then_some((place, generation))
}

fn digits(text: &[u8]) -> Option<u64> {
    text.iter().try_fold(0, |all, digit| {
        digit
            .is_ascii_digit()
            .then_some(all * 10 + u64::from(digit & 15))
    })
}

/// Eight digits taken as one word: neighbours are joined to pairs, pairs to fours, fours to all.
fn eight_digits(text: [u8; 8]) -> Option<u64> {
    let all = |byte: u8| u64::from_ne_bytes([byte; 8]);
    let word = u64::from_le_bytes(text);
    let tens = all(b'0');
    // 0x30 to 0x39: the upper half says 3, also once 6 is added.
    let valid = |word: u64| word & all(0xf0) == tens;
    if !valid(word) || !valid(word.wrapping_add(all(6))) {
        return None;
    }
    let join = |word: u64, factor: u64, bits: u32| word.wrapping_mul((factor << bits) + 1) >> bits;
    let pairs = join(word - tens, 10, 8) & 0x00ff_00ff_00ff_00ff;
    let fours = join(pairs, 100, 16) & 0x0000_ffff_0000_ffff;
    Some(join(fours, 10_000, 32))
}

fn stream(
    data: &[u8],
    offset: usize,
    base: usize,
    room: usize,
    access: &Access<'_>,
) -> Option<Section> {
    let mut parser = Parser::new(data, offset);
    let indirect = parser.indirect(&|_| None)?;
    // Hybrid sections may all name one stream, or places inside one object.
    if !(access.spend)(parser.cursor.position().saturating_sub(offset)) {
        return None;
    }
    let Object::Stream(stream) = indirect.object else {
        return None;
    };
    let (trailer, bytes) = (&stream.dictionary, (access.decode)(&stream));
    if !trailer
        .get(b"Type")
        .is_some_and(|kind| kind.is_name(b"XRef"))
    {
        return None;
    }
    let widths: Vec<usize> = trailer
        .get(b"W")?
        .as_array()?
        .iter()
        .map(|width| {
            width
                .as_integer()
                .and_then(|w| usize::try_from(w).ok())
                .filter(|&w| w <= 8)
        })
        .collect::<Option<_>>()?;
    let &[type_width, second_width, third_width] = widths.as_slice() else {
        return None;
    };
    let row = type_width + second_width + third_width;
    if row == 0 {
        return None;
    }
    let size = trailer
        .get(b"Size")
        .and_then(Object::as_integer)
        .unwrap_or(0);
    let whole = [Object::Integer(0), Object::Integer(size)];
    let ranges = trailer
        .get(b"Index")
        .and_then(Object::as_array)
        .unwrap_or(&whole);
    let mut rows = bytes.chunks_exact(row);
    let mut entries = Vec::with_capacity(rows.len().min(room));
    let mut short = false;
    for range in ranges.chunks_exact(2) {
        let (Some(first), Some(count)) = (
            range.first().and_then(Object::as_integer),
            range.get(1).and_then(Object::as_integer),
        ) else {
            continue;
        };
        for index in 0..count.max(0) {
            let Some(fields) = rows.next().filter(|_| entries.len() <= room) else {
                // Writers without an `/Index` may count in `/Size` what they do not list.
                short |= trailer.contains(b"Index");
                break;
            };
            let kind = if type_width == 0 {
                1
            } else {
                big_endian(fields.get(..type_width)?)
            };
            let second = big_endian(fields.get(type_width..type_width + second_width)?);
            let third = big_endian(fields.get(type_width + second_width..)?);
            let Some(number) = u32::try_from(first.saturating_add(index))
                .ok()
                .filter(|&n| n <= limits::OBJECT_NUMBER)
            else {
                continue;
            };
            let entry = match kind {
                0 => Entry::Free {
                    generation: third.min(0xffff) as u16,
                },
                1 => Entry::InUse {
                    offset: usize::try_from(second).ok()?.saturating_add(base),
                    generation: third.min(0xffff) as u16,
                },
                2 => Entry::Compressed {
                    container: u32::try_from(second).unwrap_or(u32::MAX),
                    index: u32::try_from(third).unwrap_or(u32::MAX),
                },
                // Types not defined are references to null (7.5.8.3).
                _ => continue,
            };
            entries.push((number, entry));
        }
    }
    Some(Section {
        kind: SectionKind::Stream,
        span: indirect.span,
        entries,
        trailer: stream.dictionary.clone(),
        stream: Some(indirect.id),
        hybrid: None,
        short,
    })
}

fn big_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// Sections from the newest to the oldest along `/Prev`, beginning at `start`.
pub fn chain(
    data: &[u8],
    start: usize,
    base: usize,
    access: &Access<'_>,
    noted: &mut Vec<(AnomalyKind, Span)>,
) -> Result<Vec<Section>, LimitExceeded> {
    let mut sections: Vec<Section> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut room = limits::OBJECTS;
    let mut next = Some(start);
    while let Some(offset) = next.take() {
        let place = offset.min(data.len());
        let place = Span::new(place, place);
        if !seen.insert(offset) || sections.len() >= limits::XREF_SECTIONS {
            noted.push((
                AnomalyKind::XrefLoop {
                    offset: offset as u64,
                },
                place,
            ));
            break;
        }
        let exact = section(data, offset, base, room, access);
        let Some(section) = exact.or_else(|| {
            let near = near(data, offset, base, room, access)?;
            noted.push((
                AnomalyKind::XrefOffsetInexact {
                    offset: offset as u64,
                    found: near.span.start as u64,
                },
                place,
            ));
            Some(near)
        }) else {
            noted.push((
                AnomalyKind::XrefOffsetWrong {
                    offset: offset as u64,
                },
                place,
            ));
            break;
        };
        if sections.iter().any(|known| known.span == section.span) {
            let offset = offset as u64;
            noted.push((AnomalyKind::XrefLoop { offset }, place));
            break;
        }
        if section.short {
            noted.push((AnomalyKind::XrefSectionBroken, section.span));
        }
        let hidden = section
            .hybrid
            .as_ref()
            .map_or(0, |(entries, _)| entries.len());
        room = room
            .checked_sub(section.entries.len() + hidden)
            .ok_or(LimitExceeded::Objects)?;
        next = previous(&section.trailer).map(|at| at.saturating_add(base));
        sections.push(section);
    }
    Ok(sections)
}

/// The section that begins closest to `offset` without beginning there: writers that miscount by an EOL or a byte or two.
fn near(
    data: &[u8],
    offset: usize,
    base: usize,
    room: usize,
    access: &Access<'_>,
) -> Option<Section> {
    let window = Span::new(
        offset.saturating_sub(limits::XREF_SEARCH),
        offset.saturating_add(limits::XREF_SEARCH).min(data.len()),
    );
    let bytes = window.of(data);
    let tables = memchr::memmem::find_iter(bytes, b"xref").filter(|&at| {
        // Not the end of `startxref`.
        !bytes.get(..at).unwrap_or_default().ends_with(b"start")
    });
    let streams = memchr::memmem::find_iter(bytes, b"obj").filter_map(|at| {
        let header = super::repair::header_before(data, window.start + at, window.start)?;
        header.checked_sub(window.start)
    });
    let mut starts: Vec<usize> = tables
        .chain(streams)
        .map(|at| window.start + at)
        .filter(|&at| at != offset)
        .collect();
    starts.sort_by_key(|&at| (at.abs_diff(offset), at));
    starts
        .into_iter()
        .find_map(|at| section(data, at, base, room, access))
}

/// The `/Prev` of a trailer; 0 means none, as some writers leave it.
pub fn previous(trailer: &Dictionary) -> Option<usize> {
    trailer
        .get(b"Prev")
        .and_then(Object::as_integer)
        .and_then(|at| usize::try_from(at).ok())
        .filter(|&at| at > 0)
}
