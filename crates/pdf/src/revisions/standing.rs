//! The bytes of a file as they stood after one save: what another program has to be given to see that state.

use std::borrow::Cow;

use crate::document::Document;
use crate::syntax::cursor::Cursor;
use crate::syntax::xref::Entry;

use super::Revision;

/// The file as it stood after save `revision`: cut behind that save's end. Where the cut alone does not lead to that
/// save, because its `startxref` is missing or names another section, one is put behind it; where objects of that save
/// stand behind later ones, which no honest writer does, the whole file gets a `startxref` that leads to that save.
pub fn standing<'a>(document: &Document<'a>, revision: usize) -> Cow<'a, [u8]> {
    let bytes = document.bytes();
    let saves = document.revisions();
    if revision.saturating_add(1) >= saves.len() {
        return Cow::Borrowed(bytes);
    }
    let saves = saves.get(..=revision).unwrap_or_default();
    let Some(section) = saves.last().and_then(|save| save.sections.first()) else {
        return Cow::Borrowed(bytes);
    };
    let end = saves.iter().map(|save| save.end).max().unwrap_or(0);
    let cut = match saves.iter().any(|save| reaches_past(save, end)) {
        true => bytes,
        false => bytes.get(..end).unwrap_or(bytes),
    };
    let base = document.header().offset as u64;
    let start = section.span.start as u64;
    if last_startxref(cut).is_some_and(|named| named == start || named + base == start) {
        return Cow::Borrowed(cut);
    }
    let mut led = cut.to_vec();
    led.extend_from_slice(format!("\nstartxref\n{start}\n%%EOF\n").as_bytes());
    Cow::Owned(led)
}

/// Whether an object of the save stands behind `end`.
fn reaches_past(save: &Revision, end: usize) -> bool {
    let entries = save.sections.iter().flat_map(|section| &section.entries);
    entries
        .into_iter()
        .any(|(_, entry)| matches!(entry, Entry::InUse { offset, .. } if *offset >= end))
}

fn last_startxref(bytes: &[u8]) -> Option<u64> {
    let at = memchr::memmem::rfind(bytes, b"startxref")?;
    let mut cursor = Cursor::new(bytes, at + b"startxref".len());
    cursor.skip_white_space();
    cursor.take_unsigned()
}
