//! What honest production looks like. Before a finding about a page accuses, its questions are asked here, for all families:
//! did the same program do the same elsewhere in the file, did one run write both things, did anything change for the
//! reader. (What nobody sees is no word of a page in the first place: `facts`.) A finding that honest production explains is
//! dropped; one that stays says what was ruled out.

mod elsewhere;
mod one_run;
mod unchanged;

use crate::facts::{Facts, PageFacts};

use super::{Place, Signal};

/// What is asked of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    /// The same program did the same thing at another place of the file.
    Elsewhere,
    /// One run of one program wrote the finding and what stands around it.
    OneRun,
    /// The reader is shown what stood there before.
    Unchanged,
}

impl Question {
    /// What a finding says for which the answer was no.
    fn ruled_out(self) -> &'static str {
        match self {
            Self::Elsewhere => "The file shows nothing of the kind anywhere else.",
            Self::OneRun => {
                "The program that wrote the rest of the page did not write this with it."
            }
            Self::Unchanged => "The two do not read the same.",
        }
    }
}

/// The questions for findings of one signal.
fn questions(id: &str) -> &'static [Question] {
    use Question::{Elsewhere, OneRun, Unchanged};
    match id {
        "value_in_late_font" | "words_in_late_font" => &[OneRun, Elsewhere],
        "value_out_of_order" | "value_in_stream_of_its_own" => &[Elsewhere],
        "picture_over_text" | "text_covered" => &[Elsewhere],
        "covered_and_retyped" | "text_overprinted" => &[Unchanged],
        _ => &[],
    }
}

/// Drops the findings that honest production explains, and lets the others say what was ruled out.
pub(super) fn ask(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let explained: Vec<bool> = signals
        .iter()
        .map(|signal| is_explained(facts, signal, signals))
        .collect();
    let mut explained = explained.into_iter();
    signals.retain(|_| explained.next() != Some(true));
    for signal in signals {
        for question in questions(signal.id) {
            signal.evidence.push(' ');
            signal.evidence.push_str(question.ruled_out());
        }
    }
}

fn is_explained(facts: &Facts<'_>, signal: &Signal, all: &[Signal]) -> bool {
    let Place::Page {
        page,
        area: Some(area),
    } = signal.place
    else {
        return false;
    };
    let Some(shown): Option<&PageFacts> = facts.page(page) else {
        return false;
    };
    questions(signal.id).iter().any(|question| match question {
        Question::Elsewhere => elsewhere::is_repeated(signal, page, &area, all),
        Question::OneRun => one_run::wrote(shown, &area),
        Question::Unchanged => unchanged::reads_the_same(signal, all),
    })
}
