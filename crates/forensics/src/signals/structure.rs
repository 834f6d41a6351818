//! The shape of the file: bytes outside of it and tables that lie.

use assay_pdf::{AnomalyKind, Span};

use crate::facts::Facts;

use super::{Place, Signal};

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    bytes_after_end(facts, signals);
    for anomaly in facts.document.anomalies() {
        match anomaly.kind {
            AnomalyKind::BytesBeforeHeader => signals.push(Signal::new(
                "bytes_before_header",
                Place::Bytes(anomaly.span),
                format!("{} bytes stand before %PDF-.", anomaly.span.len()),
            )),
            AnomalyKind::TablesRebuilt => signals.push(Signal::new(
                "tables_rebuilt",
                Place::File,
                "No cross-reference table leads to the catalog; every object was found by a scan of the file.".into(),
            )),
            _ => {}
        }
    }
}

/// *Sees* bytes behind the last `%%EOF` that are more than blanks.
/// *Matters* because an editor may leave them, and a repairing viewer may read them.
/// *Honest files*: servers that append comments, padding of transfers.
fn bytes_after_end(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let bytes = facts.document.bytes();
    let Some(end) = facts
        .document
        .revisions()
        .last()
        .filter(|save| save.tail.is_some())
        .map(|save| save.end)
    else {
        return;
    };
    let tail = bytes.get(end..).unwrap_or_default();
    let telling = tail
        .iter()
        .filter(|byte| !matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b' '))
        .count();
    if telling > 0 {
        let span = Span::new(end, bytes.len());
        signals.push(Signal::new(
            "bytes_after_end",
            Place::Bytes(span),
            format!("{} bytes follow the last %%EOF (bytes {span}).", span.len()),
        ));
    }
}
