//! Metadata as a pattern: which properties are set, in which order and form, and by which program; not what they say.

use assay_pdf::{Document, Object, StringForm};

use super::detail::{Aspect, Fingerprint};
use super::masks::pattern;
use crate::facts::Facts;

/// Properties whose value names a program (14.3.3).
const OF_PROGRAMS: [&str; 2] = ["Producer", "Creator"];
/// Properties whose value is a date.
const DATES: [&str; 2] = ["CreationDate", "ModDate"];

pub fn note(document: &Document<'_>, facts: &Facts<'_>, fingerprint: &mut Fingerprint) {
    information(document, facts, fingerprint);
    let mut metadata =
        |subject: &str, value: &str| fingerprint.note(Aspect::Metadata, subject, value);
    let dates = match (facts.info.created(), facts.info.modified()) {
        (None, None) => "neither",
        (Some(_), None) => "only when it was made",
        (None, Some(_)) => "only when it was changed",
        (Some(made), Some(changed)) if made == changed => "both, the same",
        (Some(_), Some(_)) => "both, different",
    };
    metadata("dates", dates);
    let Some(xmp) = &facts.xmp else {
        metadata("XMP packet", "none");
        return;
    };
    metadata("XMP packet", "there");
    let programs = [
        ("XMP toolkit", &xmp.toolkit),
        ("XMP producer", &xmp.producer),
        ("XMP creator tool", &xmp.creator_tool),
    ];
    for (subject, value) in programs {
        metadata(subject, value.as_deref().unwrap_or("none"));
    }
    let patterns = [
        ("XMP create date", &xmp.create_date),
        ("XMP modify date", &xmp.modify_date),
        ("XMP metadata date", &xmp.metadata_date),
    ];
    for (subject, value) in patterns {
        let value = value.as_deref().map(zoned);
        metadata(subject, value.as_deref().unwrap_or("none"));
    }
    let there = [
        ("XMP document id", xmp.document_id.is_some()),
        ("XMP instance id", xmp.instance_id.is_some()),
        (
            "XMP original document id",
            xmp.original_document_id.is_some(),
        ),
        ("XMP history", !xmp.history.is_empty()),
    ];
    for (subject, there) in there {
        metadata(subject, if there { "there" } else { "none" });
    }
}

fn information(document: &Document<'_>, facts: &Facts<'_>, fingerprint: &mut Fingerprint) {
    for (key, value) in &facts.info.entries {
        let subject = format!("/{key}");
        let value = match key.as_str() {
            key if OF_PROGRAMS.contains(&key) => value.clone(),
            key if DATES.contains(&key) => zoned(value),
            // A title may name the customer.
            _ => "there".into(),
        };
        fingerprint.note(Aspect::Metadata, &subject, &value);
    }
    let Some(info) = document.latest().info() else {
        fingerprint.note(Aspect::Metadata, "information dictionary", "none");
        return;
    };
    let entries = info.object.as_dictionary().into_iter();
    for (key, value) in entries.flat_map(|entries| entries.iter()) {
        let Object::String(string) = value else {
            continue;
        };
        let form = match string.form {
            StringForm::Literal => "literal",
            StringForm::Hexadecimal => "hexadecimal",
        };
        // UTF-16 where the text needs it: some programs write it always.
        let wide = string.bytes.starts_with(&[0xFE, 0xFF]);
        let coded = if wide { ", UTF-16" } else { "" };
        let subject = format!("form of /{}", key.to_text());
        fingerprint.note(Aspect::Metadata, &subject, &format!("{form}{coded}"));
    }
}

/// The pattern of a date. East and west, summer and winter are one.
fn zoned(date: &str) -> String {
    let pattern = pattern(date);
    let (day, time) = pattern.split_at_checked(10).unwrap_or(("", &pattern));
    format!("{day}{}", time.replace(['+', '-'], "±"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_differ_by_their_form_only() {
        assert_eq!(
            zoned("D:20260131120000+01'00'"),
            zoned("D:20250701080910-02'00'")
        );
        assert_ne!(zoned("D:20260131120000+01'00'"), zoned("D:20260131120000Z"));
        assert_ne!(zoned("2026-01-31T12:00:00Z"), zoned("2026-01-31"));
        assert_eq!(zoned(""), "");
        assert_eq!(zoned("ééééééééééé"), "aaaaaaaaaaa");
    }
}
