//! Bytes behind a signature that belong to no well-formed save: every byte must be part of an object that a table lists,
//! of a cross-reference section, of the end mark of a save, or white space between them.

use assay_pdf::syntax::cursor::Cursor;
use assay_pdf::syntax::xref::Entry;
use assay_pdf::{Document, ObjectId, Span};

/// White space that may follow the last end mark: two line ends, as writers leave it.
const MAX_FINAL_EOL: usize = 4;
/// White space that an offset may name before its section.
const MAX_SPACE: usize = 16;
/// Most places told.
const MAX_FAULTS: usize = 64;

/// What is wrong with a stretch of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TailFault {
    /// Something stands there that nothing leads to.
    Unlisted(Span),
    /// White space behind the end of the file that is more than line ends.
    Padding(Span),
    /// A comment behind the end of the file: readers pass over it, and nobody signed it.
    Comment(Span),
    /// The last save has no end mark.
    EndMarkMissing(Span),
}

impl TailFault {
    pub fn span(&self) -> Span {
        match self {
            TailFault::Unlisted(span)
            | TailFault::Padding(span)
            | TailFault::Comment(span)
            | TailFault::EndMarkMissing(span) => *span,
        }
    }

    /// Whether readers may show something for it: white space and comments are nothing to any of them.
    pub fn is_read(&self) -> bool {
        !matches!(self, TailFault::Padding(_) | TailFault::Comment(_))
    }
}

/// What cannot be explained between `from` and the end of the file. Saves after `signed` explain bytes.
pub fn unexplained(document: &Document<'_>, from: usize, signed: usize) -> Vec<TailFault> {
    let bytes = document.bytes();
    let mut explained = spans(document, signed);
    explained.retain(|span| span.end > from);
    explained.sort();
    let sections = section_starts(document);
    let mut faults = Vec::new();
    let mut at = from;
    let mut ended = true;
    for span in &explained {
        if span.start > at {
            ended = gap(bytes, Span::new(at, span.start), &sections, &mut faults);
        }
        ended &= span.is_empty();
        at = at.max(span.end);
    }
    let rest = Span::new(at, bytes.len());
    match Tail::of(rest.of(bytes)) {
        Tail::LineEnds if rest.len() <= MAX_FINAL_EOL => {}
        Tail::LineEnds | Tail::WhiteSpace => faults.push(TailFault::Padding(rest)),
        Tail::Other => {
            ended |= gap(bytes, rest, &sections, &mut faults);
            if ended && faults.is_empty() {
                faults.extend(comment(bytes, rest).map(TailFault::Comment));
            }
        }
    }
    if !ended && !faults.iter().any(TailFault::is_read) {
        let end = bytes.len();
        faults.push(TailFault::EndMarkMissing(Span::new(end, end)));
    }
    faults.truncate(MAX_FAULTS);
    faults
}

/// Where cross-reference sections begin: what a `startxref` may name.
fn section_starts(document: &Document<'_>) -> Vec<usize> {
    let sections = document.revisions().iter().flat_map(|save| &save.sections);
    sections.map(|section| section.span.start).collect()
}

/// Everything that the saves after `signed` consist of.
fn spans(document: &Document<'_>, signed: usize) -> Vec<Span> {
    let mut spans = Vec::new();
    for save in document.revisions() {
        if save.index <= signed {
            continue;
        }
        for section in &save.sections {
            spans.push(section.span);
            spans.extend(section.hybrid.as_ref().map(|(_, span)| *span));
        }
        let view = document.at(save.index);
        for (number, entry) in document.written_in(save.index) {
            if let Entry::InUse { offset, .. } = entry
                && let Some(indirect) = view.indirect(ObjectId::new(number, 0))
                && indirect.span.start.abs_diff(offset) <= 16
            {
                spans.push(indirect.span);
            }
        }
    }
    spans
}

/// A stretch between explained ones: white space, comments and the end marks of saves are nothing; anything else is
/// told. Whether an end mark stands there.
fn gap(bytes: &[u8], span: Span, sections: &[usize], faults: &mut Vec<TailFault>) -> bool {
    let mut cursor = Cursor::new(span.of(bytes), 0);
    let mut named = false;
    let mut ended = false;
    loop {
        cursor.skip_white_space();
        if cursor.at_end() {
            return ended;
        }
        let start = cursor.position();
        if cursor.starts_with(b"%") {
            ended |= named && cursor.starts_with(b"%%EOF");
            cursor.skip_line();
            continue;
        }
        if cursor.eat(b"startxref") {
            cursor.skip_white_space();
            let offset = cursor.take_unsigned();
            let offset = offset.and_then(|offset| usize::try_from(offset).ok());
            if offset.is_some_and(|offset| names_section(bytes, offset, sections)) {
                named = true;
                continue;
            }
        }
        let fault = Span::new(span.start + start, span.end);
        faults.push(TailFault::Unlisted(fault));
        return ended;
    }
}

/// Whether a section begins at an offset, or behind white space there: writers count line ends differently.
fn names_section(bytes: &[u8], offset: usize, sections: &[usize]) -> bool {
    let space = |start: usize| {
        let between = Span::new(offset, start).of(bytes);
        start.saturating_sub(offset) <= MAX_SPACE && between.iter().all(|byte| is_space(*byte))
    };
    let mut sections = sections.iter();
    sections.any(|start| *start == offset || *start > offset && space(*start))
}

/// What stands behind the last end mark of a stretch that is otherwise explained, white space aside.
fn comment(bytes: &[u8], span: Span) -> Option<Span> {
    let rest = span.of(bytes);
    let mark = memchr::memmem::rfind(rest, b"%%EOF").map_or(0, |at| at + b"%%EOF".len());
    let behind = rest.get(mark..)?;
    let first = behind.iter().position(|byte| !is_space(*byte))?;
    Some(Span::new(span.start + mark + first, span.end))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | 9 | 10 | 12 | 13 | 32)
}

enum Tail {
    LineEnds,
    WhiteSpace,
    Other,
}

impl Tail {
    fn of(bytes: &[u8]) -> Tail {
        if bytes.iter().all(|byte| matches!(byte, b'\r' | b'\n')) {
            Tail::LineEnds
        } else if bytes.iter().all(|byte| is_space(*byte)) {
            Tail::WhiteSpace
        } else {
            Tail::Other
        }
    }
}
