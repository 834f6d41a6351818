//! Every place that the reader names lies inside the file, also in files that lie about places.

#[path = "../../../fixtures/pdfs.rs"]
mod pdfs;

use assay_pdf::revisions::changes::changes;
use assay_pdf::{Document, ObjectId, Parser, Span};
use pdfs::pdfs_below;

fn fixtures() -> Vec<Vec<u8>> {
    let files = pdfs_below("fixtures");
    let read = files.iter().filter_map(|path| std::fs::read(path).ok());
    read.filter(|bytes| bytes.len() < 60_000).collect()
}

/// Reads all there is and holds each span against the length of the file. Returns how many it held.
fn hold(bytes: &[u8]) -> usize {
    let Ok(document) = Document::open(bytes) else {
        return 0;
    };
    let mut spans: Vec<Span> = Vec::new();
    for revision in document.revisions() {
        assert!(revision.end <= bytes.len());
        spans.extend(revision.sections.iter().map(|section| section.span));
        spans.extend(revision.tail);
        let view = document.at(revision.index);
        for number in document.numbers_at(revision.index) {
            let Some(indirect) = view.indirect(ObjectId::new(number, 0)) else {
                continue;
            };
            spans.push(indirect.span);
            spans.extend(indirect.object.as_stream().map(|stream| stream.data));
        }
        for change in changes(&document, revision.index) {
            spans.extend(change.span);
            spans.extend(change.before);
        }
    }
    for found in document.scanned_objects() {
        spans.push(found.span);
        let mut parser = Parser::new(bytes, found.span.start);
        if parser.object_header().is_some() {
            for entry in parser.entry_spans() {
                spans.push(entry.key_span);
                spans.push(entry.value_span);
            }
        }
    }
    spans.extend(document.anomalies().iter().map(|anomaly| anomaly.span));
    for span in &spans {
        assert!(
            span.start <= span.end && span.end <= bytes.len(),
            "{span} of {}",
            bytes.len()
        );
    }
    spans.len()
}

#[test]
fn places_lie_inside_the_file() {
    let files = fixtures();
    let held: usize = files.iter().map(|bytes| hold(bytes)).sum();
    assert!(held > 10_000, "only {held} places held");
}

#[test]
fn places_lie_inside_a_file_that_was_cut_or_renumbered() {
    for bytes in fixtures() {
        for part in 1..8 {
            hold(bytes.get(..bytes.len() * part / 8).unwrap_or_default());
        }
        // Digits raised: offsets and lengths that lead elsewhere, behind the end among others.
        for digit in b'0'..b'8' {
            let bent: Vec<u8> = bytes
                .iter()
                .map(|&byte| if byte == digit { byte + 2 } else { byte })
                .collect();
            hold(&bent);
        }
    }
}

#[test]
fn tables_that_are_said_to_stand_behind_the_end_are_noted_inside_the_file() {
    let body = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[]>>endobj\n";
    for tail in [
        "startxref\n19478027\n%%EOF",
        "xref\n0 0\ntrailer<</Root 1 0 R/Prev 99999>>\nstartxref\n79\n%%EOF",
        "xref\n0 0\ntrailer<</Root 1 0 R/XRefStm 99999/Prev 79>>\nstartxref\n79\n%%EOF",
    ] {
        assert!(hold(format!("{body}{tail}").as_bytes()) > 0);
    }
}
