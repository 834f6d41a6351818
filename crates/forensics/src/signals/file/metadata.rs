//! What the metadata say, and where they disagree. None of it is scored: honest files carry all of it.

use crate::facts::Facts;
use crate::writers::producers;

use super::{Place, Signal};

/// Dates closer than this are one save.
const ONE_SAVE_SECONDS: i64 = 120;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    editor(facts, signals);
    dates(facts, signals);
    producers_disagree(facts, signals);
}

fn place(facts: &Facts<'_>) -> Place {
    facts.info.id.map_or(Place::File, Place::Object)
}

/// *Sees* the name of an editing program in producer, creator or XMP.
/// *Matters* because issuers do not make statements in it.
/// *Honest files*: owners who merged, signed or shrank theirs.
fn editor(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let xmp = facts.xmp.as_ref();
    let texts = [
        ("Producer", facts.info.producer()),
        ("Creator", facts.info.creator()),
        (
            "XMP CreatorTool",
            xmp.and_then(|x| x.creator_tool.as_deref()),
        ),
        ("XMP Producer", xmp.and_then(|x| x.producer.as_deref())),
    ];
    let named = texts.iter().find_map(|(key, text)| {
        text.and_then(|text| producers::editor_named(text).map(|_| (key, text)))
    });
    if let Some((key, text)) = named {
        signals.push(Signal::new(
            "edited_by_named_tool",
            place(facts),
            format!("{key} is “{text}”."),
        ));
    }
}

/// *Sees* the two dates of the information dictionary apart.
/// *Matters* as support: an edit moves the second date unless the editor keeps it.
/// *Honest files*: signing, archiving and password services.
fn dates(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let (Some(created), Some(modified)) = (facts.info.created(), facts.info.modified()) else {
        return;
    };
    let (Some(wall_created), Some(wall_modified)) =
        (created.wall_seconds(), modified.wall_seconds())
    else {
        return;
    };
    let wall = wall_modified - wall_created;
    let clock = match (created.seconds(), modified.seconds()) {
        (Some(created), Some(modified)) => modified - created,
        _ => wall,
    };
    let texts = (
        facts.info.get("CreationDate").unwrap_or_default(),
        facts.info.get("ModDate").unwrap_or_default(),
    );
    if clock > ONE_SAVE_SECONDS && wall > ONE_SAVE_SECONDS {
        let evidence = format!("Created {}, modified {}.", texts.0, texts.1);
        signals.push(Signal::new(
            "modified_after_creation",
            place(facts),
            evidence,
        ));
    } else if clock < -ONE_SAVE_SECONDS && wall < -ONE_SAVE_SECONDS {
        let evidence = format!("Created {}, but modified {}.", texts.0, texts.1);
        signals.push(Signal::new(
            "created_after_modification",
            place(facts),
            evidence,
        ));
    }
}

/// *Sees* two producers.
/// *Matters* as support: one of the two stores was written by somebody else.
/// *Honest files*: tools that update only one.
fn producers_disagree(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let (Some(info), Some(xmp)) = (
        facts.info.producer(),
        facts.xmp.as_ref().and_then(|xmp| xmp.producer.as_deref()),
    ) else {
        return;
    };
    let normal = |text: &str| {
        text.to_lowercase()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    if normal(info) != normal(xmp) {
        signals.push(Signal::new(
            "metadata_disagree",
            place(facts),
            format!("The information dictionary names “{info}”, XMP “{xmp}”."),
        ));
    }
}
