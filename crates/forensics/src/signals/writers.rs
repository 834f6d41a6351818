//! Who wrote the bytes, against who is said to have written them.

use crate::facts::Facts;
use crate::producers::{self, Trade};

use super::{Place, Signal};

/// *Sees* the mark of one writer in the second line and the name of another in `/Producer`.
/// *Matters* because a full rewrite keeps the issuer's metadata and leaves no earlier save behind.
/// *Honest files*: issuers that linearise, merge or archive with a second tool; portals that number or unlock.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let header = facts.document.header();
    let Some(writer) = producers::by_marker(&header.marker) else {
        return;
    };
    let Some(producer) = facts
        .info
        .producer()
        .or_else(|| facts.xmp.as_ref().and_then(|xmp| xmp.producer.as_deref()))
    else {
        return;
    };
    let creator = facts.info.creator().unwrap_or_default();
    if producers::names(writer, producer) || producers::names(writer, creator) {
        return;
    }
    // Only a name that is known to leave another mark contradicts; libraries of no mark of their own borrow one.
    let Some(claimed) = producers::by_name(producer) else {
        return;
    };
    let id = match writer.trade {
        Trade::Editor => "rewritten_by_editor",
        Trade::Rewriter | Trade::Generator => "rewritten_by_other_writer",
    };
    let mark: Vec<String> = writer
        .marker
        .iter()
        .map(|byte| format!("{byte:02X}"))
        .collect();
    let evidence = format!(
        "The second line carries the mark of {} ({}), while the producer is “{producer}” ({}).",
        writer.name,
        mark.join(" "),
        claimed.name
    );
    signals.push(Signal::new(id, Place::File, evidence));
}
