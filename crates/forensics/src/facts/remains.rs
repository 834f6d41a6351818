//! Earlier contents of a page that nothing refers to any more but that still stand in the file.

use assay_pdf::content::{Contents, Line};
use assay_pdf::layout::Unlisted;
use assay_pdf::revisions::changes::roles;
use assay_pdf::{Document, Object, ObjectId, Stream};

use rustc_hash::FxHashSet;

use crate::facts::page::{LabelledChange, PageFacts, labelled_changes, visible_lines};

/// Loose streams that are read as contents.
const STREAMS: usize = 24;
/// Objects no table leads to that are looked at.
const UNLISTED: usize = 2000;
/// Loose streams larger than this, packed, are no contents of a business document's page.
const PACKED_BYTES: usize = 1 << 20;
/// Nodes of page trees that nothing leads to, and how deep they are followed.
const NODES: usize = 4096;
const DEPTH: usize = 32;
/// A page with fewer words cannot be told from another.
const WORDS: usize = 8;
/// Share of a loose stream's words that must stand on the page in the same place.
const SHARED: f64 = 0.7;

/// One earlier version of a page.
#[derive(Debug)]
pub struct Remains {
    pub page: u32,
    pub stream: ObjectId,
    /// A catalog that nothing leads to has a page with it: a second document waits in the file.
    pub of_second_document: bool,
    /// From the earlier version to what the page shows.
    pub changes: Vec<LabelledChange>,
}

/// Loose streams that read as an earlier version of a page and differ from it.
pub fn find(
    document: &Document<'_>,
    (unlisted, loose): (&[Unlisted], &[u32]),
    contents: &Contents<'_>,
    pages: &[PageFacts],
) -> Vec<Remains> {
    let mut streams = loose_streams(document, loose);
    streams.extend(unlisted_streams(document, unlisted));
    let mut found: Vec<Remains> = streams
        .iter()
        .filter_map(|stream| earlier_version(contents, pages, stream))
        .collect();
    if !found.is_empty() {
        let second = second_document(document, loose);
        for remains in &mut found {
            remains.of_second_document = second.contains(&remains.stream.number);
        }
    }
    found
}

/// Numbers of the contents of pages in page trees of catalogs that nothing refers to.
fn second_document(document: &Document<'_>, loose: &[u32]) -> FxHashSet<u32> {
    let view = document.latest();
    let in_use = view.catalog().map(|catalog| catalog.id.number);
    let mut contents = FxHashSet::default();
    let mut waiting: Vec<(u32, usize)> = Vec::new();
    for number in loose.iter().filter(|number| Some(**number) != in_use) {
        let object = view.indirect(ObjectId::new(*number, 0));
        let catalog = object.as_ref().and_then(|one| one.object.as_dictionary());
        let catalog = catalog.filter(|one| view.get(one, b"Type").is_name(b"Catalog"));
        let root = catalog
            .and_then(|one| one.get(b"Pages"))
            .and_then(reference);
        waiting.extend(root.map(|root| (root, 0)));
    }
    let mut left = NODES;
    while let Some((number, depth)) = waiting.pop() {
        // A tree that shares nodes with the one in use is an earlier catalog of the same document.
        let (true, Some(more)) = (loose.binary_search(&number).is_ok(), left.checked_sub(1)) else {
            continue;
        };
        left = more;
        let object = view.indirect(ObjectId::new(number, 0));
        let Some(node) = object.as_ref().and_then(|one| one.object.as_dictionary()) else {
            continue;
        };
        let listed = |key: &[u8]| {
            let value = node.get(key);
            let one = value.and_then(reference);
            let several = value.and_then(Object::as_array).unwrap_or_default();
            one.into_iter().chain(several.iter().filter_map(reference))
        };
        contents.extend(listed(b"Contents"));
        if depth < DEPTH {
            waiting.extend(listed(b"Kids").map(|kid| (kid, depth + 1)));
        }
    }
    contents
}

fn reference(object: &Object) -> Option<u32> {
    match object {
        Object::Reference(id) => Some(id.number),
        _ => None,
    }
}

/// Numbers of the objects that nothing refers to.
pub fn loose(document: &Document<'_>) -> Vec<u32> {
    let view = document.latest();
    let reached = roles(&view);
    let mut numbers = document.numbers_at(view.revision());
    numbers.retain(|number| !reached.contains_key(number));
    numbers
}

fn loose_streams(document: &Document<'_>, loose: &[u32]) -> Vec<Stream> {
    let view = document.latest();
    let streams = loose.iter().filter_map(|number| {
        let indirect = view.indirect(ObjectId::new(*number, 0))?;
        plain(&indirect.object)
    });
    streams.take(STREAMS).collect()
}

/// Streams that no table leads to.
fn unlisted_streams(document: &Document<'_>, unlisted: &[Unlisted]) -> Vec<Stream> {
    let streams = unlisted.iter().take(UNLISTED).filter_map(|one| {
        let indirect = one.read(document)?;
        plain(&indirect.object)
    });
    streams.take(STREAMS).collect()
}

/// A stream that may be contents. Contents carry no type: pictures, fonts, forms and containers do.
fn plain(object: &Object) -> Option<Stream> {
    let stream = object.as_stream()?;
    let plain = !stream.dictionary.contains(b"Type")
        && !stream.dictionary.contains(b"Subtype")
        && !stream.dictionary.contains(b"Length1");
    (plain && stream.data.len() <= PACKED_BYTES).then(|| stream.clone())
}

fn earlier_version(
    contents: &Contents<'_>,
    pages: &[PageFacts],
    stream: &Stream,
) -> Option<Remains> {
    let mut best: Option<(f64, &PageFacts, Vec<Line>)> = None;
    for page in pages {
        let lines = visible_lines(&contents.page_with(&page.page, stream));
        let shared = shared(&lines, &page.lines);
        if best.as_ref().is_none_or(|(most, ..)| shared > *most) {
            best = Some((shared, page, lines));
        }
    }
    let (shared, page, lines) = best?;
    if shared < SHARED {
        return None;
    }
    // Only text that reads otherwise counts: what was added by another stream of the page is missing here by nature.
    let changes: Vec<LabelledChange> = labelled_changes(&lines, &page.lines)
        .into_iter()
        .filter(|change| change.old.is_some() && change.new.is_some())
        .collect();
    (!changes.is_empty()).then_some(Remains {
        page: page.page.number,
        stream: stream.id,
        of_second_document: false,
        changes,
    })
}

fn shared(old: &[Line], new: &[Line]) -> f64 {
    let words = |lines: &[Line]| -> FxHashSet<(String, i64, i64)> {
        lines
            .iter()
            .flat_map(|line| &line.words)
            .map(|word| {
                (
                    word.text.clone(),
                    word.area.x0.round() as i64,
                    word.area.y0.round() as i64,
                )
            })
            .collect()
    };
    let (old, new) = (words(old), words(new));
    if old.len() < WORDS {
        0.0
    } else {
        old.intersection(&new).count() as f64 / old.len() as f64
    }
}
