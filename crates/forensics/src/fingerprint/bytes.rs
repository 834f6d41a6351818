//! The file as bytes: who says to have written it, how it begins and ends, its saves and its cross-references.

use assay_pdf::content::Contents;
use assay_pdf::syntax::xref::SectionKind;
use assay_pdf::{Document, Object, StringForm};

use super::detail::{Aspect, Fingerprint};
use crate::facts::{Facts, file};
use crate::writers::producers;

pub fn note(document: &Document<'_>, facts: &Facts<'_>, fingerprint: &mut Fingerprint) {
    let header = document.header();
    let mut writer = |subject: &str, value: &str| fingerprint.note(Aspect::Writer, subject, value);
    writer("version in the header", &header.version);
    writer("comment in the second line", &comment(&header.marker));
    let by_mark = producers::by_marker(&header.marker);
    writer(
        "program by its mark",
        by_mark.map_or("unknown", |one| one.name),
    );
    // Whatever the metadata says: who wipes it does not write the pages anew.
    let hand = file::hand(&Contents::new(document.latest()), &facts.pages);
    writer(
        "program by how pages begin",
        hand.map_or("unknown", |hand| hand.writer),
    );
    saves(document, fingerprint);
    trailer(document, fingerprint);
}

/// The mark in hexadecimal, and what some programs say behind it.
fn comment(marker: &[u8]) -> String {
    let high = marker.iter().take_while(|byte| !byte.is_ascii());
    let mark: Vec<String> = high.map(|byte| format!("{byte:02X}")).collect();
    let words = String::from_utf8_lossy(marker.get(mark.len()..).unwrap_or_default());
    match (mark.join(" "), words.trim()) {
        (mark, "") => mark,
        (mark, words) if mark.is_empty() => words.into(),
        (mark, words) => format!("{mark}, {words}"),
    }
}

fn saves(document: &Document<'_>, fingerprint: &mut Fingerprint) {
    let revisions = document.revisions();
    let mut history =
        |subject: &str, value: &str| fingerprint.note(Aspect::History, subject, value);
    history("number of saves", &revisions.len().to_string());
    for revision in revisions {
        history("linearised", if revision.linearised { "yes" } else { "no" });
        for section in &revision.sections {
            history(
                "cross-references",
                kind(section.kind, section.hybrid.is_some()),
            );
        }
    }
    let encrypted = if document.is_encrypted() { "yes" } else { "no" };
    history("encrypted", encrypted);
    let rebuilt = if document.is_rebuilt() { "no" } else { "yes" };
    history("cross-references lead to the objects", rebuilt);
}

fn kind(kind: SectionKind, hybrid: bool) -> &'static str {
    match kind {
        SectionKind::Table if hybrid => "table with a stream",
        SectionKind::Table => "table",
        SectionKind::Stream => "stream",
        SectionKind::Rebuilt => "none that can be read",
    }
}

fn trailer(document: &Document<'_>, fingerprint: &mut Fingerprint) {
    let view = document.latest();
    let trailer = view.trailer();
    let keys: Vec<String> = trailer.iter().map(|(key, _)| key.to_text()).collect();
    fingerprint.note(Aspect::Grammar, "keys of the trailer", &keys.join(" "));
    let id = view.get(trailer, b"ID");
    let halves = id.as_array().unwrap_or_default();
    let form = match halves {
        [first, second] if first == second => "two equal halves",
        [_, _] => "two different halves",
        [] => "none",
        _ => "not two halves",
    };
    fingerprint.note(Aspect::History, "file identifier", form);
    for half in halves {
        let Object::String(half) = half else { continue };
        let written = match half.form {
            StringForm::Literal => "literal",
            StringForm::Hexadecimal => "hexadecimal",
        };
        // Some programs spell a digest in letters.
        let spelled = half.bytes.iter().all(u8::is_ascii_hexdigit);
        let spelled = if spelled {
            ", spelled in hexadecimal digits"
        } else {
            ""
        };
        let value = format!("{written}, {} bytes{spelled}", half.bytes.len());
        fingerprint.note(Aspect::Grammar, "file identifier", &value);
    }
    // What names the trailer holds is a habit: /Type and /Filter of a stream, private ones.
    for (key, value) in trailer.iter() {
        if let Some(name) = value.as_name() {
            let subject = format!("/{} of the trailer", key.to_text());
            fingerprint.note(Aspect::Grammar, &subject, &String::from_utf8_lossy(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::comment;

    #[test]
    fn the_second_line_is_told_so_that_people_can_read_it() {
        assert_eq!(comment(b"\xE2\xE3\xCF\xD3"), "E2 E3 CF D3");
        assert_eq!(comment(b"\x93\x8C ReportLab"), "93 8C, ReportLab");
        assert_eq!(comment(b"made by hand"), "made by hand");
        assert_eq!(comment(b""), "");
    }
}
