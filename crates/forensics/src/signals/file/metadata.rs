//! What the metadata say, and where they disagree. None of it is scored: honest files carry all of it.

use crate::facts::Facts;
use crate::writers::producers;

use crate::signal::words::when;
use crate::signal::{Place, Signal};

declare! {
    EDITED_BY_NAMED_TOOL = "edited_by_named_tool" {
        rank: 790, module: "metadata", severity: Low, scored: false, proves: Structure, cause: "writer",
        meaning: "The metadata name a program that edits finished PDF files.",
        matters: "Issuers do not make statements in it.",
        benign: "Owners who merge, sign or shrink a file.",
    }

    MODIFIED_AFTER_CREATION = "modified_after_creation" {
        rank: 810, module: "metadata", severity: Low, scored: false, proves: Structure, cause: "dates",
        meaning: "The modification date is later than the creation date.",
        matters: "A document that is issued once is written once.",
        benign: "Portals that add a password or a signature on download; archives.",
    }

    CREATED_AFTER_MODIFICATION = "created_after_modification" {
        rank: 820, module: "metadata", severity: Low, scored: false, proves: Structure, cause: "dates",
        meaning: "The modification date is earlier than the creation date on both clocks.",
        matters: "Nothing is changed before it is made: a clock or a date was set by hand.",
        benign: "Wrong zone of one of the two dates.",
    }

    METADATA_DISAGREE = "metadata_disagree" {
        rank: 830, module: "metadata", severity: Low, scored: false, proves: Structure, cause: "dates",
        meaning: "The information dictionary and the XMP packet name different producers.",
        matters: "Who sets a date or a name in one place leaves the other as it was.",
        benign: "Tools that update one of the two.",
    }
}

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
            &EDITED_BY_NAMED_TOOL,
            place(facts),
            format!("{key} names “{text}”, a program that changes finished PDF files."),
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
    let (made, changed) = (when(&created), when(&modified));
    if clock > ONE_SAVE_SECONDS && wall > ONE_SAVE_SECONDS {
        let evidence =
            format!("The file says it was created on {made} and last changed on {changed}.");
        signals.push(Signal::new(
            &MODIFIED_AFTER_CREATION,
            place(facts),
            evidence,
        ));
    } else if clock < -ONE_SAVE_SECONDS && wall < -ONE_SAVE_SECONDS {
        let evidence = format!(
            "The file says it was created on {made}, yet last changed before that, on {changed}."
        );
        signals.push(Signal::new(
            &CREATED_AFTER_MODIFICATION,
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
            &METADATA_DISAGREE,
            place(facts),
            format!(
                "The information dictionary names “{info}” as producer, the XMP metadata “{xmp}”."
            ),
        ));
    }
}
