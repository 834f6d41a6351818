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
    /// `startxref` or `/Prev` names a place a few bytes away from its cross-reference section.
    XrefOffsetInexact { offset: u64, found: u64 },
    /// A `/Prev` chain comes back to a section already read.
    XrefLoop { offset: u64 },
    /// A section lists objects of a save before it and has no `/Prev` that leads there.
    EarlierSaveNotNamed,
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
    /// The page tree leads to no page; these stand in the file without it.
    PagesFoundByScan { pages: usize },
    /// The page tree loops or repeats a node.
    PageTreeLoop { id: ObjectId },
    /// A table entry that is not 20 bytes long or is neither `n` nor `f` (7.5.4); the first of its section.
    XrefEntryMalformed,
    /// A section lists a number more than once.
    ListedTwice { number: u32 },
    /// An entry names another generation than stands in front of the object.
    GenerationWrong { id: ObjectId, listed: u16 },
    /// A reference names another generation than its number has: it leads to nothing (7.3.10), and some viewers follow it.
    ReferenceStale { id: ObjectId },
    /// The list of free entries of a table does not begin at number 0 with generation 65535.
    FreeListBroken,
    /// The two views of a hybrid file (7.5.8.4) lead to different objects.
    HybridDiffers { number: u32 },
    /// `/Size` is not one more than the highest number.
    SizeWrong { declared: Option<i64>, highest: i64 },
    /// A trailer without `/Root`.
    RootMissing,
    /// A catalog, page tree node or page whose `/Type` does not say so.
    TypeMissing { id: ObjectId },
    /// A dictionary with one key twice (7.3.7).
    DuplicateKey { id: ObjectId, key: Box<[u8]> },
    /// `#` without two digits in a name, or another character in a hexadecimal string.
    EscapeInvalid { id: ObjectId },
    /// `/Extends` leads to no object stream, or round in a loop.
    ExtendsWrong { id: ObjectId },
    /// `/Count` of the page tree is not the number of its pages.
    CountWrong {
        id: ObjectId,
        declared: Option<i64>,
        actual: usize,
    },
    /// `/L` of a linearised file is not the length of its first save.
    LinearisedLengthWrong {
        declared: Option<i64>,
        actual: usize,
    },
    /// No `endstream` behind the data of a stream.
    EndstreamMissing { id: ObjectId },
}
