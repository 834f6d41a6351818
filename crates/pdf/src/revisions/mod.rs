//! The saves of a file in order (ISO 32000-2, 7.5.6): which sections belong to one save, and where each save ends.

mod account;
pub mod changes;
mod meaning;
mod names;
mod order;
mod standing;

pub use account::{Account, NamedChange, WrittenDate, account};
pub use meaning::Meaning;
pub use names::names;
pub use order::{PageOrder, earlier_page};
pub use standing::standing;

use crate::place::Span;
use crate::syntax::cursor::Cursor;
use crate::syntax::object::Dictionary;
use crate::syntax::xref::{Section, SectionKind, previous};

/// One save of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Revision {
    /// 0 for the first.
    pub index: usize,
    /// Its cross-reference sections, the newest first: two in a linearised file, else one.
    pub sections: Vec<Section>,
    /// From `startxref` to the end of `%%EOF`, of the section that stands last in the file.
    pub tail: Option<Span>,
    /// Where the bytes of this save end: behind `%%EOF` and its EOL.
    pub end: usize,
    /// Written in two sections by a linearising writer (Annex F).
    pub linearised: bool,
}

impl Revision {
    /// The trailer a reader of this save uses: that of the newest section.
    pub fn trailer(&self) -> &Dictionary {
        static EMPTY: std::sync::LazyLock<Dictionary> =
            std::sync::LazyLock::new(Dictionary::default);
        self.sections
            .first()
            .map_or(&EMPTY, |section| &section.trailer)
    }

    /// An empty section that only adds `/XRefStm` to the save before: how Office writes every file (hybrid tail).
    pub fn is_hybrid_tail(&self) -> bool {
        matches!(self.sections.as_slice(), [only] if only.kind == SectionKind::Table && only.hybrid.is_some() && only.entries.is_empty())
    }
}

/// Groups the sections of a chain, newest first, into saves, oldest first.
pub fn group(data: &[u8], chain: Vec<Section>) -> Vec<Revision> {
    let mut saves: Vec<Vec<Section>> = Vec::new();
    let mut joined = false;
    for section in chain {
        // A /Prev that points forward joins the two sections of a linearised file.
        let forward = previous(&section.trailer).is_some_and(|prev| prev > section.span.start);
        match saves.last_mut() {
            Some(save) if joined => save.push(section),
            _ => saves.push(vec![section]),
        }
        joined = forward;
    }
    saves.reverse();
    // Office's hybrid tail is part of the save before it: one program, one go.
    let mut merged: Vec<Vec<Section>> = Vec::new();
    for save in saves {
        let tail = matches!(save.as_slice(), [only] if only.kind == SectionKind::Table && only.hybrid.is_some() && only.entries.is_empty());
        match merged.last_mut() {
            Some(before) if tail => before.splice(0..0, save).for_each(drop),
            _ => merged.push(save),
        }
    }
    let last = merged.len().saturating_sub(1);
    merged
        .into_iter()
        .enumerate()
        .map(|(index, sections)| {
            let linearised = sections
                .iter()
                .any(|s| previous(&s.trailer).is_some_and(|prev| prev > s.span.start));
            let end_of_sections = sections
                .iter()
                .map(|section| section.span.end)
                .max()
                .unwrap_or(0);
            let tail = tail_behind(data, end_of_sections);
            let end = match tail {
                Some(tail) => behind_eol(data, tail.end),
                None if index == last => data.len(),
                None => end_of_sections,
            };
            Revision {
                index,
                sections,
                tail,
                end,
                linearised,
            }
        })
        .collect()
}

/// `startxref N %%EOF` that follows a section.
pub(crate) fn tail_behind(data: &[u8], from: usize) -> Option<Span> {
    let mut cursor = Cursor::new(data, from);
    // iText 5 writes a comment with its version here.
    cursor.skip_space();
    let start = cursor.position();
    if !cursor.eat(b"startxref") {
        return None;
    }
    cursor.skip_white_space();
    cursor.take_unsigned();
    cursor.skip_white_space();
    cursor
        .eat(b"%%EOF")
        .then(|| Span::new(start, cursor.position()))
}

fn behind_eol(data: &[u8], from: usize) -> usize {
    let mut cursor = Cursor::new(data, from);
    cursor.skip_eol();
    cursor.position()
}
