//! What breaks or bends the specification, with its place. Observed, never judged.

use crate::place::{ObjectId, Span};

/// One broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anomaly {
    pub kind: AnomalyKind,
    /// Where; empty at the end of the file when something is missing.
    pub span: Span,
}

/// Which rule (ISO 32000-2, 7.5 unless named otherwise).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnomalyKind {
    /// Bytes stand before `%PDF-`.
    BytesBeforeHeader,
    /// No `startxref` with a number behind it.
    NoStartxref,
    /// `startxref` or `/Prev` names a place where no cross-reference section is.
    XrefOffsetWrong { offset: u64 },
    /// A `/Prev` chain comes back to a section already read.
    XrefLoop { offset: u64 },
    /// A section could not be read to its end.
    XrefSectionBroken,
    /// An entry names a place where another object, or none, begins.
    XrefEntryPointsElsewhere { id: ObjectId, offset: u64 },
    /// An entry was found by scanning the file instead.
    ObjectRecovered { id: ObjectId },
    /// The tables lead to no catalog; all objects were found by scanning.
    TablesRebuilt,
    /// `/Length` is not the distance to `endstream`.
    StreamLengthWrong {
        id: ObjectId,
        declared: Option<u64>,
        actual: u64,
    },
    /// No `endobj` behind an object.
    EndobjMissing { id: ObjectId },
    /// A token that is no object.
    UnexpectedToken,
    /// An object stream whose header does not fit its content.
    ObjectStreamBroken { id: ObjectId },
    /// A stream that could not be decoded to its end.
    StreamDamaged { reason: &'static str },
    /// Bytes other than an EOL stand between the end of a stream's Flate data and `endstream`.
    DataBehindFlate { id: ObjectId, bytes: usize },
    /// Nested deeper than the reader goes.
    NestedTooDeep,
    /// The page tree loops or repeats a node.
    PageTreeLoop { id: ObjectId },
}
