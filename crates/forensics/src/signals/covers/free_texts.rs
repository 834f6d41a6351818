//! Free texts that every viewer draws over what is beneath.

use assay_pdf::content::Word;

use crate::facts::PageFacts;
use crate::facts::page::annotations::FreeText;
use crate::facts::page::own;
use crate::facts::page::words::{squeezed, telling};

use super::covered::{ANNOTATION_OVER_TEXT, LINE_WORDS};
use super::words::{Words, hides, read};
use crate::signal::words::boxed;
use crate::signal::{Place, Signal};

/// Annotations of one page that are looked at.
const ANNOTATIONS: usize = 2000;

/// *Sees* a FreeText that brings no appearance: every viewer draws one over what is beneath.
/// *Matters* as any annotation with a text of its own over a value does.
/// *Honest files*: notes beside the text; only what lies over whole words counts.
pub(super) fn observe(page: &PageFacts, words: &Words<'_>, signals: &mut Vec<Signal>) {
    let annotations = page.annotations.iter().take(ANNOTATIONS);
    for FreeText { area, text } in annotations.filter_map(|one| one.undrawn.as_ref()) {
        let beneath: Vec<&Word> = words
            .meeting(area)
            .into_iter()
            .filter(|word| hides(area, word) && telling(&word.text) && is_beneath(page, word))
            .collect();
        let old = read(&beneath);
        if beneath.is_empty()
            || beneath.len() > LINE_WORDS
            || !telling(text)
            || squeezed(text) == squeezed(&old)
        {
            continue;
        }
        let evidence = format!(
            "A note (FreeText annotation) that reads “{}” lies over “{old}” at {}.",
            text.trim(),
            boxed(page, area)
        );
        signals.push(Signal {
            field: page.label(area),
            old_value: Some(old),
            new_value: Some(text.trim().to_owned()),
            ..Signal::new(
                &ANNOTATION_OVER_TEXT,
                Place::Page {
                    page: page.page.number,
                    area: Some(*area),
                },
                evidence,
            )
        });
    }
}

/// What annotations draw is not beneath them: viewers draw this one's own words too.
fn is_beneath(page: &PageFacts, word: &Word) -> bool {
    let run = page.content.runs.get(word.run as usize);
    run.is_some_and(|run| own(&page.content, run.source))
}
