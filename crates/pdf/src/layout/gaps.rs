//! Bytes that belong to no object, no cross-reference section and no end mark: heads, gaps and tails, and what they hold.

use crate::document::Document;
use crate::error::LimitExceeded;
use crate::limits;
use crate::place::Span;
use crate::revisions::tail_behind;
use crate::syntax::cursor::{Cursor, is_white_space};

/// A stretch between what the file consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    pub span: Span,
    pub kind: GapKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GapKind {
    WhiteSpace,
    /// White space and comments.
    Comment,
    /// A cross-reference table or trailer that no chain leads to.
    LooseTable,
    /// Anything else, such as the rest of an overwritten object.
    Other,
}

/// Every stretch of at least one byte, in file order. The bytes before `%PDF-` are one of them. Each part of the file and
/// so many bytes between them count as an operator.
pub fn gaps(document: &Document<'_>) -> Result<Vec<Gap>, LimitExceeded> {
    let bytes = document.bytes();
    let budget = document.budget();
    budget.spend_operators(document.scanned_objects().len() as u64)?;
    let mut parts = vec![header(document)];
    parts.extend(document.scanned_objects().iter().map(|found| found.span));
    for save in document.revisions() {
        budget.spend_operators(1 + save.sections.len() as u64)?;
        parts.extend(save.tail);
        for section in &save.sections {
            parts.push(section.span);
            parts.extend(tail_behind(bytes, section.span.end));
            if let Some((_, hidden)) = &section.hybrid {
                parts.push(*hidden);
                parts.extend(tail_behind(bytes, hidden.end));
            }
        }
    }
    // A rebuilt section stands nowhere.
    parts.retain(|span| !span.is_empty());
    parts.sort_by_key(|span| (span.start, span.end));
    let end = Span::new(bytes.len(), bytes.len());
    let mut at = 0;
    let mut gaps = Vec::new();
    for part in parts.into_iter().chain([end]) {
        if part.start > at {
            let span = Span::new(at, part.start);
            budget.spend_operators(span.len() as u64 / limits::BYTES_PER_OPERATOR)?;
            let kind = kind(span.of(bytes));
            gaps.push(Gap { span, kind });
        }
        at = at.max(part.end);
    }
    Ok(gaps)
}

/// The `%PDF-` line and the comment behind it.
fn header(document: &Document<'_>) -> Span {
    let start = document.header().offset;
    let mut cursor = Cursor::new(document.bytes(), start);
    cursor.skip_line();
    let line = cursor.position();
    cursor.skip_white_space();
    if document.header().marker.is_empty() || !cursor.starts_with(b"%") {
        return Span::new(start, line);
    }
    cursor.skip_line();
    Span::new(start, cursor.position())
}

fn kind(bytes: &[u8]) -> GapKind {
    if bytes.iter().all(|&byte| is_white_space(byte)) {
        return GapKind::WhiteSpace;
    }
    let mut cursor = Cursor::new(bytes, 0);
    cursor.skip_space();
    let loose: [&[u8]; 3] = [b"xref", b"trailer", b"startxref"];
    match () {
        () if cursor.at_end() => GapKind::Comment,
        () if loose.iter().any(|word| cursor.starts_with(word)) => GapKind::LooseTable,
        () => GapKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_objects_is_told_by_kind() {
        let file = b"junk%PDF-1.4\n%\xff\xff\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj %c\n2 0 obj<</Type/Pages/Kids[3 0 R]>>endobj <</Old(x)>> 3 0 obj<</Type/Page>>endobj trailer<</Root 1 0 R>>";
        let kinds = Document::open(file).map(|document| {
            let all = gaps(&document).unwrap_or_default();
            all.iter().map(|gap| gap.kind).collect::<Vec<_>>()
        });
        let expected = vec![
            GapKind::Other,
            GapKind::WhiteSpace,
            GapKind::Comment,
            GapKind::Other,
            GapKind::LooseTable,
        ];
        assert_eq!(kinds, Ok(expected));
    }
}
