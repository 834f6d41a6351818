//! Bytes behind a signature that belong to no well-formed save: every byte must be part of an object that a table lists,
//! of a cross-reference section, of the end mark of a save, or white space between them.

use assay_pdf::syntax::xref::Entry;
use assay_pdf::{Document, ObjectId, Span};

/// White space that may follow the last end mark: two line ends, as writers leave it.
const MAX_FINAL_EOL: usize = 4;
/// Most places told.
const MAX_FAULTS: usize = 64;

/// What is wrong with a stretch of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TailFault {
    /// Something stands there that nothing leads to.
    Unlisted(Span),
    /// White space behind the end of the file that is more than line ends.
    Padding(Span),
    /// The last save has no end mark.
    EndMarkMissing(Span),
}

impl TailFault {
    pub fn span(&self) -> Span {
        match self {
            TailFault::Unlisted(span)
            | TailFault::Padding(span)
            | TailFault::EndMarkMissing(span) => *span,
        }
    }
}

/// What cannot be explained between `from` and the end of the file. Saves after `signed` explain bytes.
pub fn unexplained(document: &Document<'_>, from: usize, signed: usize) -> Vec<TailFault> {
    let bytes = document.bytes();
    let mut explained = spans(document, signed);
    explained.retain(|span| span.end > from);
    explained.sort();
    let mut faults = Vec::new();
    let mut at = from;
    for span in &explained {
        if span.start > at {
            gap(bytes, Span::new(at, span.start), &mut faults);
        }
        at = at.max(span.end);
    }
    let rest = Span::new(at, bytes.len());
    match Tail::of(rest.of(bytes)) {
        Tail::LineEnds if rest.len() <= MAX_FINAL_EOL => {}
        Tail::LineEnds | Tail::WhiteSpace => faults.push(TailFault::Padding(rest)),
        Tail::Other => gap(bytes, rest, &mut faults),
    }
    if let Some(last) = document.revisions().last()
        && last.index > signed
        && last.tail.is_none()
    {
        let end = bytes.len();
        faults.push(TailFault::EndMarkMissing(Span::new(end, end)));
    }
    faults.truncate(MAX_FAULTS);
    faults
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
        spans.extend(save.tail);
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

/// A stretch between explained ones: white space and comments are nothing; anything else is told.
fn gap(bytes: &[u8], span: Span, faults: &mut Vec<TailFault>) {
    let mut rest = span.of(bytes);
    loop {
        let blank = rest.iter().take_while(|byte| is_space(**byte)).count();
        rest = rest.get(blank..).unwrap_or_default();
        match rest.first() {
            None => return,
            Some(b'%') => {
                let line = rest
                    .iter()
                    .take_while(|byte| !matches!(byte, b'\r' | b'\n'));
                let line = line.count();
                rest = rest.get(line..).unwrap_or_default();
            }
            Some(_) => {
                let start = span.end - rest.len();
                faults.push(TailFault::Unlisted(Span::new(start, span.end)));
                return;
            }
        }
    }
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
