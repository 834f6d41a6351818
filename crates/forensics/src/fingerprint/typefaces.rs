//! Fonts and how text is set with them: what is embedded and how, the rule of subset tags, and the operators.

use assay_pdf::content::Run;
use assay_pdf::fonts::Font;

use super::detail::{Aspect, Fingerprint};
use crate::facts::PageFacts;
use crate::facts::page::seen;

/// Runs of one page that are looked at.
const RUNS: usize = 20_000;

pub fn note(page: &PageFacts, fingerprint: &mut Fingerprint) {
    let number = page.page.number;
    for font in &page.content.fonts {
        let subject = format!("font {}", font.base_font());
        fingerprint.note_on(number, Aspect::Font, &subject, &embedding(font));
        if let Some(metrics) = metrics(font) {
            let subject = format!("metrics of {}", font.base_font());
            fingerprint.note_on(number, Aspect::Font, &subject, &metrics);
        }
        let rule = font.subset_tag().map_or("none", tag);
        fingerprint.note_on(number, Aspect::Resources, "subset tags", rule);
    }
    let runs = page.content.runs.iter().filter(|run| seen(run));
    for run in runs.take(RUNS) {
        set(page, run, fingerprint);
    }
}

fn embedding(font: &Font) -> String {
    let program = font.embedded().map_or("not embedded".into(), |program| {
        format!("{:?} embedded", program.kind)
    });
    let unicode = if font.has_to_unicode() {
        ", /ToUnicode"
    } else {
        ""
    };
    let subset = if font.subset_tag().is_some() {
        ", subset"
    } else {
        ""
    };
    format!("{:?}, {program}{subset}{unicode}", font.kind())
}

/// The face's own numbers, which hang neither on the subset nor on the text (9.8).
fn metrics(font: &Font) -> Option<String> {
    let descriptor = font.descriptor()?;
    let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value}"));
    Some(format!(
        "flags {}, ascent {}, descent {}, capitals {}, stem {}",
        descriptor
            .flags
            .map_or("-".into(), |flags| flags.to_string()),
        number(descriptor.ascent),
        number(descriptor.descent),
        number(descriptor.cap_height),
        number(descriptor.stem_v)
    ))
}

/// The rule by which a tag is chosen, as far as one tag shows it.
fn tag(tag: &str) -> &'static str {
    match tag.as_bytes() {
        [b'A', b'A', b'A', b'A', _, _] => "counted",
        [a, b, c, d, e, f] if a == b && c == d && e == f => "repeated",
        _ => "random",
    }
}

fn set(page: &PageFacts, run: &Run, fingerprint: &mut Fingerprint) {
    let number = page.page.number;
    let mut typesetting = |subject: &str, value: &str| {
        fingerprint.note_on(number, Aspect::Typesetting, subject, value);
    };
    let manner = &run.manner;
    for (subject, operators) in [
        ("operators that place text", manner.placing()),
        ("operators that show text", manner.showing()),
    ] {
        if !operators.is_empty() {
            typesetting(subject, &operators.to_string());
        }
    }
    if manner.literal || manner.hexadecimal {
        let form = match (manner.literal, manner.hexadecimal) {
            (true, false) => "literal",
            (false, _) => "hexadecimal",
            (true, true) => "both",
        };
        typesetting("strings of shown text", form);
    }
    let Some(font) = page.content.fonts.get(usize::from(run.font)) else {
        return;
    };
    let size = format!("{:.1} pt", run.size);
    let subject = format!("sizes of {}", font.base_font());
    fingerprint.note_on(number, Aspect::Font, &subject, &size);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_show_how_they_are_chosen() {
        assert_eq!(tag("AAAAAB"), "counted");
        assert_eq!(tag("BAAAAA"), "random");
        assert_eq!(tag("QKZWPR"), "random");
        assert_eq!(tag("AABBCC"), "repeated");
    }
}
