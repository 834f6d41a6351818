//! Who wrote the bytes, against who is said to have written them.

use crate::facts::Facts;
use crate::writers::producers::{self, Hand, Trade};

use crate::signal::{Place, Signal};

declare! {
    REWRITTEN_BY_EDITOR = "rewritten_by_editor" {
        rank: 760, module: "writers", severity: Medium, scored: true, proves: Structure, cause: "writer",
        meaning: "The file was last written whole by a library that edits files, while its metadata name another program.",
        matters: "A full rewrite keeps the issuer's metadata and leaves no earlier save behind.",
        benign: "Portals and scripts that merge, number or unlock files.",
    }

    CONTENTS_OF_OTHER_WRITER = "contents_of_other_writer" {
        rank: 770, module: "writers", severity: Medium, scored: true, proves: Content, cause: "writer",
        meaning: "The contents of every page were written by another program than the metadata name.",
        matters: "A document made from scratch with a script gets the metadata of the issuer's.",
        benign: "None known: programs that take pages of others in are left out.",
    }

    REWRITTEN_BY_OTHER_WRITER = "rewritten_by_other_writer" {
        rank: 800, module: "writers", severity: Low, scored: false, proves: Structure, cause: "writer",
        meaning: "The file was last written whole by another program than the metadata name.",
        matters: "A full rewrite keeps the issuer's metadata and leaves no earlier save behind.",
        benign: "Issuers that linearise, merge or archive with a second tool.",
    }
}

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let Some(producer) = facts.producer() else {
        return;
    };
    rewritten(facts, producer, signals);
    contents_of_other_writer(facts, producer, signals);
}

/// *Sees* the mark of one writer in the second line and the name of another in `/Producer`.
/// *Honest files*: issuers that linearise, merge or archive with a second tool; portals that number or unlock.
fn rewritten(facts: &Facts<'_>, producer: &str, signals: &mut Vec<Signal>) {
    let header = &facts.file.header;
    let Some(writer) = producers::by_marker(&header.marker) else {
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
        Trade::Editor => &REWRITTEN_BY_EDITOR,
        Trade::Rewriter | Trade::Generator => &REWRITTEN_BY_OTHER_WRITER,
    };
    let mark: Vec<String> = writer
        .marker
        .iter()
        .map(|byte| format!("{byte:02X}"))
        .collect();
    let evidence = format!(
        "The file was last saved by {}, whose mark ({}) stands in its second line, but the metadata name {} as its producer (“{producer}”).",
        writer.name,
        mark.join(" "),
        claimed.name
    );
    signals.push(Signal::new(id, Place::File, evidence));
}

/// *Sees* that the contents of every page begin as one writer begins them, while another one is said to have made the file.
/// *Honest files*: those of programs that take pages of others in, or only change finished files: left out.
fn contents_of_other_writer(facts: &Facts<'_>, producer: &str, signals: &mut Vec<Signal>) {
    let Some(claimed) = producers::writes_every_page(producer) else {
        return;
    };
    let own = |hand: &&Hand| producers::any_named(hand.names, producer);
    let Some(hand) = facts.file.hand.filter(|hand| !own(hand)) else {
        return;
    };
    let evidence = format!(
        "Every page begins the way {} begins a page, but the metadata name {} as the producer (“{producer}”).",
        hand.writer, claimed.name
    );
    signals.push(Signal::new(
        &CONTENTS_OF_OTHER_WRITER,
        Place::File,
        evidence,
    ));
}
