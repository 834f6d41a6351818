//! The shape of the file: bytes outside of it and tables that lie.

use assay_pdf::{AnomalyKind, ObjectId, Span};

use crate::facts::Facts;

use crate::signal::words::stand;
use crate::signal::{Place, Signal};

declare! {
    CONTENTS_PADDED = "contents_padded" {
        rank: 720, module: "structure", severity: Medium, scored: true, proves: Content, cause: "stream data",
        meaning: "The packed data of a page's contents ends before its stream does.",
        matters: "An edit in place must fill what the shorter data left, to keep every offset.",
        benign: "Writers that leave a rest behind every stream.",
    }

    BYTES_AFTER_END = "bytes_after_end" {
        rank: 840, module: "structure", severity: Low, scored: false, proves: Structure, cause: "structure",
        meaning: "Bytes that belong to no save stand after the last end-of-file mark.",
        matters: "An editor may leave them, and a repairing viewer may read them.",
        benign: "Web servers and mail gateways that append to a download.",
    }

    BYTES_BEFORE_HEADER = "bytes_before_header" {
        rank: 850, module: "structure", severity: Low, scored: false, proves: Structure, cause: "structure",
        meaning: "Bytes stand before the header.",
        matters: "Something was put before what a program wrote.",
        benign: "Files taken from a mail or a print spool.",
    }

    TABLES_REBUILT = "tables_rebuilt" {
        rank: 860, module: "structure", severity: Low, scored: false, proves: Structure, cause: "structure",
        meaning: "The cross-reference tables lead nowhere; the objects had to be found by a scan.",
        matters: "An edit in place that changes a length leaves the offsets of the tables behind.",
        benign: "Damaged downloads and buggy writers; also edits by hand.",
    }

    PAGE_READ_IN_PART = "page_read_in_part" {
        rank: 862, module: "structure", severity: Low, scored: false, proves: Structure, cause: "structure",
        meaning: "A page draws more than the analysis reads of one page; the rest of it was not looked at.",
        matters: "What stands in the part that was not read is not judged.",
        benign: "Maps and plans with millions of lines.",
    }
}

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    bytes_after_end(facts, signals);
    for anomaly in facts.anomalies() {
        match anomaly.kind {
            AnomalyKind::BytesBeforeHeader => signals.push(Signal::new(
                &BYTES_BEFORE_HEADER,
                Place::Bytes(anomaly.span),
                format!("{} bytes stand before %PDF-.", anomaly.span.len()),
            )),
            AnomalyKind::TablesRebuilt => signals.push(Signal::new(
                &TABLES_REBUILT,
                Place::File,
                "No cross-reference table leads to the catalog; every object was found by a scan of the file.".into(),
            )),
            _ => {}
        }
    }
    padded_contents(facts, signals);
    read_in_part(facts, signals);
}

/// *Sees* pages whose contents go on behind the limit of one page.
fn read_in_part(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for page in facts.pages.iter().filter(|page| page.content.cut.is_some()) {
        let place = Place::Page {
            page: page.page.number,
            area: None,
        };
        let evidence = "The page was read up to the limit of one page; what it draws behind that was not looked at.";
        signals.push(Signal::new(&PAGE_READ_IN_PART, place, evidence.into()));
    }
}

/// *Sees* page contents whose Flate data ends before the stream does.
/// *Honest files*: writers that leave a rest behind every stream; only one that stands alone counts.
fn padded_contents(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut padded: Vec<(ObjectId, usize, Span)> = Vec::new();
    for anomaly in facts.anomalies() {
        if let AnomalyKind::DataBehindFlate { id, bytes } = anomaly.kind
            && !padded.iter().any(|(known, ..)| *known == id)
        {
            padded.push((id, bytes, anomaly.span));
        }
    }
    let contents: Vec<(u32, ObjectId)> = facts
        .pages
        .iter()
        .flat_map(|page| {
            page.content
                .sources
                .iter()
                .filter_map(|source| Some((page.page.number, source.id?)))
        })
        .collect();
    // A habit shows in every stream: a second padded one that draws no page tells of the writer, not of an edit.
    let habit = padded
        .iter()
        .any(|(id, ..)| !contents.iter().any(|(_, drawn)| drawn == id));
    let drawn: Vec<_> = padded
        .iter()
        .filter_map(|(id, bytes, span)| {
            let (page, _) = contents.iter().find(|(_, drawn)| drawn == id)?;
            Some((*page, *id, *bytes, *span))
        })
        .collect();
    // Offsets that had to be guessed give lengths that are guessed.
    if habit
        || facts.file.rebuilt
        || drawn.is_empty()
        || (drawn.len() == contents.len() && contents.len() > 1)
    {
        return;
    }
    for (page, id, bytes, span) in drawn.into_iter().take(4) {
        let evidence = format!(
            "The compressed contents of the page (object {id}) end {bytes} bytes before the room that is kept for them (bytes {span})."
        );
        signals.push(Signal::new(
            &CONTENTS_PADDED,
            Place::Page { page, area: None },
            evidence,
        ));
    }
}

/// *Sees* bytes behind the last `%%EOF` that are more than blanks.
/// *Honest files*: servers that append comments, padding of transfers.
fn bytes_after_end(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    if let Some(span) = facts.file.after_end {
        signals.push(Signal::new(
            &BYTES_AFTER_END,
            Place::Bytes(span),
            format!(
                "{} behind the end of the file (%%EOF), at bytes {span}.",
                stand(span.len(), "byte")
            ),
        ));
    }
}
