//! The file around the document: what stands before, between and behind its objects, and whose hand it shows.

use assay_pdf::content::Contents;
use assay_pdf::layout::{Gap, GapKind, Unlisted};
use assay_pdf::{Document, Header, Info, Object, ObjectId, Span, View, Xmp};

use super::page::PageFacts;
use crate::writers::producers::{self, Hand};

/// Objects that no table leads to, as far as they are read.
const UNLISTED: usize = 2000;

/// What the bytes tell beside the document.
#[derive(Debug)]
pub struct FileFacts {
    pub header: Header,
    /// Whether every object was found by a scan, as no table leads to the catalog.
    pub rebuilt: bool,
    /// What follows the last `%%EOF`, where that is more than blanks.
    pub after_end: Option<Span>,
    /// Objects of numbers in use that no table leads to and that say something else than the one in use.
    pub shadowed: Vec<(ObjectId, Span)>,
    /// Bytes between objects that belong to nothing.
    pub strays: Vec<Span>,
    /// As whose the contents of every page begin, where the producer is said to write every page itself.
    pub hand: Option<&'static Hand>,
}

impl FileFacts {
    pub fn of(document: &Document<'_>, unlisted: &[Unlisted], gaps: &[Gap]) -> Self {
        Self {
            header: document.header().clone(),
            rebuilt: document.is_rebuilt(),
            after_end: after_end(document),
            shadowed: shadowed(document, unlisted),
            strays: strays(document, gaps),
            hand: None,
        }
    }
}

fn after_end(document: &Document<'_>) -> Option<Span> {
    let last = document.revisions().last();
    let end = last.filter(|save| save.tail.is_some())?.end;
    let bytes = document.bytes();
    let blank = |byte: &u8| matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b' ');
    let tail = bytes.get(end..).unwrap_or_default();
    (!tail.iter().all(blank)).then(|| Span::new(end, bytes.len()))
}

fn shadowed(document: &Document<'_>, unlisted: &[Unlisted]) -> Vec<(ObjectId, Span)> {
    let view = document.latest();
    let mut shadowed = Vec::new();
    for one in unlisted.iter().filter(|one| one.shadowed).take(UNLISTED) {
        let (Some(old), Some(new)) = (one.read(document), view.indirect(one.id)) else {
            continue;
        };
        let container = Unlisted::is_container(&old.object);
        if !container && old.object != Object::Null && !same(&view, &old.object, &new.object) {
            shadowed.push((one.id, one.span));
        }
    }
    shadowed
}

fn same(view: &View<'_>, old: &Object, new: &Object) -> bool {
    match (old, new) {
        (Object::Stream(old), Object::Stream(new)) => match (view.decode(old), view.decode(new)) {
            (Ok(old), Ok(new)) => old == new,
            _ => true,
        },
        (old, new) => old == new,
    }
}

fn strays(document: &Document<'_>, gaps: &[Gap]) -> Vec<Span> {
    if document.is_rebuilt() {
        return Vec::new();
    }
    let end = document.revisions().last().map_or(0, |save| save.end);
    // Before the first object stand the header and what producers write behind it.
    let objects = document.scanned_objects();
    let start = objects.first().map_or(end, |found| found.span.end);
    let inside = |span: &Span| span.start >= start && span.end <= end;
    let strays = gaps.iter();
    strays
        .filter(|gap| gap.kind == GapKind::Other && inside(&gap.span))
        .map(|gap| gap.span)
        .collect()
}

/// The producer that the file names.
pub fn producer<'f>(info: &'f Info, xmp: Option<&'f Xmp>) -> Option<&'f str> {
    info.producer()
        .or_else(|| xmp.and_then(|xmp| xmp.producer.as_deref()))
}

/// As whose the contents of every page begin.
pub fn hand(contents: &Contents<'_>, pages: &[PageFacts]) -> Option<&'static Hand> {
    let mut hands = pages.iter().map(|page| {
        let first = contents.beginning(&page.page, producers::BEGINNING)?;
        producers::hand(&first)
    });
    let hand = hands.next()??;
    let same = |other: Option<&Hand>| other.is_some_and(|other| other.writer == hand.writer);
    hands.all(same).then_some(hand)
}
