//! Cross-reference sections (ISO 32000-2, 7.5.4 and 7.5.8), each kept as it stands: nothing is merged here.

use crate::anomaly::AnomalyKind;
use crate::limits;
use crate::place::{ObjectId, Span};

use super::cursor::Cursor;
use super::object::{Dictionary, Object};
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
}

/// Decodes the data of a cross-reference stream, which is never encrypted (7.5.8.2).
pub type DecodeStream<'f> = dyn Fn(&super::object::Stream) -> Vec<u8> + 'f;

/// Reads the section that begins at `offset`. `base` is added to each offset the file names.
pub fn section(
    data: &[u8],
    offset: usize,
    base: usize,
    decode: &DecodeStream<'_>,
) -> Option<Section> {
    let mut cursor = Cursor::new(data, offset);
    cursor.skip_white_space();
    if cursor.eat(b"xref") {
        table(data, cursor, base, decode)
    } else {
        stream(data, cursor.position(), base, decode)
    }
}

fn table(
    data: &[u8],
    mut cursor: Cursor<'_>,
    base: usize,
    decode: &DecodeStream<'_>,
) -> Option<Section> {
    let start = cursor.position().saturating_sub(4);
    let mut entries = Vec::new();
    loop {
        cursor.skip_space();
        if cursor.eat(b"trailer") {
            break;
        }
        let first = u32::try_from(cursor.take_unsigned()?).ok()?;
        cursor.skip_space();
        let count = cursor.take_unsigned()?;
        for index in 0..count {
            cursor.skip_space();
            if cursor.starts_with(b"trailer") {
                break;
            }
            let place = cursor.take_unsigned()?;
            cursor.skip_space();
            let generation = cursor.take_unsigned()?;
            cursor.skip_space();
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
            if entries.len() > limits::OBJECTS {
                return None;
            }
        }
    }
    let mut parser = Parser::new(data, cursor.position());
    let Some(Object::Dictionary(trailer)) = parser.object() else {
        return None;
    };
    let hybrid = trailer
        .get(b"XRefStm")
        .and_then(Object::as_integer)
        .and_then(|at| usize::try_from(at).ok())
        .and_then(|at| {
            let hidden = stream(data, at.saturating_add(base), base, decode)?;
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
    })
}

fn stream(data: &[u8], offset: usize, base: usize, decode: &DecodeStream<'_>) -> Option<Section> {
    let mut parser = Parser::new(data, offset);
    let indirect = parser.indirect(&|_| None)?;
    let Object::Stream(stream) = indirect.object else {
        return None;
    };
    let (trailer, bytes) = (&stream.dictionary, decode(&stream));
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
    let mut entries = Vec::new();
    for range in ranges.chunks_exact(2) {
        let (Some(first), Some(count)) = (
            range.first().and_then(Object::as_integer),
            range.get(1).and_then(Object::as_integer),
        ) else {
            continue;
        };
        for index in 0..count.max(0) {
            let Some(fields) = rows.next() else { break };
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
    decode: &DecodeStream<'_>,
    noted: &mut Vec<(AnomalyKind, Span)>,
) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut seen = Vec::new();
    let mut next = Some(start);
    while let Some(offset) = next.take() {
        let place = Span::new(offset, offset);
        if seen.contains(&offset) || sections.len() >= limits::XREF_SECTIONS {
            noted.push((
                AnomalyKind::XrefLoop {
                    offset: offset as u64,
                },
                place,
            ));
            break;
        }
        seen.push(offset);
        let Some(section) = section(data, offset, base, decode) else {
            noted.push((
                AnomalyKind::XrefOffsetWrong {
                    offset: offset as u64,
                },
                place,
            ));
            break;
        };
        next = previous(&section.trailer).map(|at| at.saturating_add(base));
        sections.push(section);
    }
    sections
}

/// The `/Prev` of a trailer; 0 means none, as some writers leave it.
pub fn previous(trailer: &Dictionary) -> Option<usize> {
    trailer
        .get(b"Prev")
        .and_then(Object::as_integer)
        .and_then(|at| usize::try_from(at).ok())
        .filter(|&at| at > 0)
}
