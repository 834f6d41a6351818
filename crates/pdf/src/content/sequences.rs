//! Marked-content sequences with a number for the structure tree (ISO 32000-2, 14.7.5) or with a text that stands for what
//! they show (14.9): replacement, alternative, expansion.

use std::ops::Range;

use crate::syntax::object::Dictionary;

use super::interpreter::{OTHER, Painter};

/// Texts longer than this are cut: genuine replacements have some words.
const TEXT: usize = 4096;

/// One sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    pub mcid: Option<i64>,
    /// The text it gives for what it shows.
    pub texts: Vec<(Replacement, String)>,
    /// Index in the page's sources of the stream that it stands in.
    pub source: u16,
    /// Runs of the page within it.
    pub runs: Range<u32>,
    /// Pictures and painted paths stand in it, which a text may speak of too.
    pub paints: bool,
}

/// What a text is to the content that it is given with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// `/ActualText` (14.9.4).
    ActualText,
    /// `/Alt` (14.9.3).
    Alternative,
    /// `/E` (14.9.5).
    Expansion,
}

impl Replacement {
    pub const KEYS: [(&'static [u8], Self); 3] = [
        (b"ActualText", Self::ActualText),
        (b"Alt", Self::Alternative),
        (b"E", Self::Expansion),
    ];
}

impl Painter<'_, '_> {
    /// Opens a sequence where its properties are worth keeping; the index it got.
    pub(super) fn begin_sequence(
        &mut self,
        properties: &Dictionary,
        mcid: Option<i64>,
    ) -> Option<usize> {
        let view = self.contents.view;
        let texts: Vec<(Replacement, String)> = Replacement::KEYS
            .iter()
            .filter_map(|(key, kind)| {
                let mut text = view.text(properties.get(key)?)?;
                text.truncate(text.floor_char_boundary(TEXT));
                Some((*kind, text))
            })
            .collect();
        let size: usize = texts.iter().map(|(_, text)| text.len()).sum();
        if mcid.is_none() && texts.is_empty() || !self.may_draw(OTHER + size as u64 / 64) {
            return None;
        }
        let first = self.out.runs.len() as u32;
        self.out.sequences.push(Sequence {
            mcid,
            texts,
            source: self.source,
            runs: first..first,
            paints: false,
        });
        self.sequence_begins.push(self.drawn());
        Some(self.out.sequences.len() - 1)
    }

    /// Closes the innermost mark.
    pub(super) fn end_mark(&mut self) {
        let Some(index) = self.marks.pop().and_then(|open| open.sequence) else {
            return;
        };
        let (end, drawn) = (self.out.runs.len() as u32, self.drawn());
        let begin = self.sequence_begins.get(index).copied().unwrap_or(drawn);
        if let Some(sequence) = self.out.sequences.get_mut(index) {
            sequence.runs.end = end;
            sequence.paints = drawn > begin;
        }
    }

    /// Pictures and paths so far.
    fn drawn(&self) -> usize {
        self.out.images.len() + self.out.paints.len()
    }
}
