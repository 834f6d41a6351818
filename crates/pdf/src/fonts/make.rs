//! How a font is written down: one program writes all fonts of a document alike, whatever their faces.

use crate::syntax::object::Dictionary;

use super::{Descriptor, FontKind, ProgramKind};

/// Entries of one dictionary that are looked at.
const ENTRIES: usize = 40;
/// Entries that hang on the face or on the characters taken from it, not on who wrote them (tables 109, 115, 120).
const OF_THE_FACE: [&[u8]; 14] = [
    b"AvgWidth",
    b"CIDSet",
    b"CharSet",
    b"DW",
    b"Encoding",
    b"FontFamily",
    b"Lang",
    b"Leading",
    b"MaxWidth",
    b"MissingWidth",
    b"StemH",
    b"ToUnicode",
    b"W",
    b"XHeight",
];

/// What the fonts of one program have in common: kind, kind of the embedded program, subset tag, and the entries of the
/// dictionaries in the order in which they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Make {
    kind: FontKind,
    program: Option<ProgramKind>,
    tagged: bool,
    entries: Box<[u8]>,
}

impl Make {
    pub(super) fn of(
        kind: FontKind,
        descriptor: Option<&Descriptor>,
        tagged: bool,
        dictionaries: &[Option<&Dictionary>],
    ) -> Self {
        let mut entries = Vec::new();
        for dictionary in dictionaries.iter().flatten() {
            let keys = dictionary.iter().map(|(name, _)| name.as_bytes());
            for key in keys.filter(|key| !OF_THE_FACE.contains(key)).take(ENTRIES) {
                entries.extend_from_slice(key);
                entries.push(b'/');
            }
            entries.push(b'\n');
        }
        Self {
            kind,
            program: descriptor
                .and_then(|descriptor| descriptor.program.as_ref())
                .map(|program| program.kind),
            tagged,
            entries: entries.into(),
        }
    }
}
