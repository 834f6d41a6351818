//! What honest production looks like. Before a finding about a page accuses, its questions are asked here, for all families:
//! did the same program do the same elsewhere in the file, did one run write both things, did anything change for the
//! reader. (What nobody sees is no word of a page in the first place: `facts`.) A finding that honest production explains is
//! dropped; one that stays says what was ruled out.

mod damaged;
mod elsewhere;
mod one_run;
mod signed;
mod unchanged;

use crate::facts::{Facts, PageFacts};

use super::covers::{
    ANNOTATION_OVER_TEXT, COVERED_AND_RETYPED, PICTURE_OVER_TEXT, TEXT_COVERED, TEXT_OVERPRINTED,
};
use super::painted_late::{
    VALUE_IN_LATE_FONT, VALUE_IN_STREAM_OF_ITS_OWN, VALUE_OUT_OF_ORDER, WORDS_IN_LATE_FONT,
};
use super::pictures::PATCH_OVER_PICTURE;
use super::saves::{EARLIER_TEXT_LEFT_IN_FILE, TEXT_REPLACED_IN_LATER_SAVE};
use crate::signal::{Declaration, Place, Signal};

/// What is asked of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    /// The same program did the same thing at another place of the file.
    Elsewhere,
    /// One run of one program wrote the finding and what stands around it.
    OneRun,
    /// The reader is shown what stood there before.
    Unchanged,
    /// Character by character the text is the one that stood there: only blanks and ligatures differ, as where another
    /// program writes a file anew.
    SameCharacters,
}

impl Question {
    /// What a finding says for which the answer was no, where it does not say that already.
    fn ruled_out(self, signal: &Signal) -> Option<&'static str> {
        match self {
            Self::Elsewhere => Some("The file shows nothing of the kind anywhere else."),
            Self::OneRun => {
                Some("The program that wrote the rest of the page did not write this with it.")
            }
            Self::Unchanged if signal.old_value.is_some() && signal.new_value.is_some() => {
                Some("The two do not read the same.")
            }
            Self::Unchanged | Self::SameCharacters => None,
        }
    }
}

/// The questions for the findings of each signal that has any.
static QUESTIONS: [(&Declaration, &[Question]); 12] = [
    (
        &VALUE_IN_LATE_FONT,
        &[Question::OneRun, Question::Elsewhere],
    ),
    (
        &WORDS_IN_LATE_FONT,
        &[Question::OneRun, Question::Elsewhere],
    ),
    (&VALUE_OUT_OF_ORDER, &[Question::Elsewhere]),
    (&VALUE_IN_STREAM_OF_ITS_OWN, &[Question::Elsewhere]),
    (&PICTURE_OVER_TEXT, &[Question::Elsewhere]),
    (&TEXT_COVERED, &[Question::Elsewhere]),
    (&COVERED_AND_RETYPED, &[Question::Unchanged]),
    (&TEXT_OVERPRINTED, &[Question::Unchanged]),
    (&ANNOTATION_OVER_TEXT, &[Question::Unchanged]),
    (&PATCH_OVER_PICTURE, &[Question::Elsewhere]),
    (&TEXT_REPLACED_IN_LATER_SAVE, &[Question::SameCharacters]),
    (&EARLIER_TEXT_LEFT_IN_FILE, &[Question::SameCharacters]),
];

fn questions(signal: &Signal) -> &'static [Question] {
    let own = QUESTIONS.iter().find(|(declared, _)| signal.is(declared));
    own.map_or(&[], |(_, questions)| questions)
}

/// Drops the findings that honest production explains, and lets the others say what was ruled out.
pub(super) fn ask(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let explained: Vec<bool> = signals
        .iter()
        .map(|signal| is_explained(facts, signal, signals))
        .collect();
    let mut explained = explained.into_iter();
    signals.retain(|_| explained.next() != Some(true));
    for signal in signals.iter_mut() {
        for question in questions(signal) {
            if let Some(ruled_out) = question.ruled_out(signal) {
                signal.evidence.push(' ');
                signal.evidence.push_str(ruled_out);
            }
        }
    }
    signed::excuse(signals);
    damaged::excuse(facts, signals);
}

/// Whether what a signal shows was painted after the rest of its page.
fn is_late(signal: &Signal) -> bool {
    [
        &VALUE_IN_LATE_FONT,
        &WORDS_IN_LATE_FONT,
        &VALUE_OUT_OF_ORDER,
        &VALUE_IN_STREAM_OF_ITS_OWN,
    ]
    .into_iter()
    .any(|declared| signal.is(declared))
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
    questions(signal).iter().any(|question| match question {
        Question::Elsewhere => {
            elsewhere::is_repeated(signal, page, &area, all)
                || is_late(signal) && elsewhere::is_stamped(facts, shown, &area)
        }
        Question::OneRun => one_run::wrote(shown, &area),
        Question::Unchanged => unchanged::reads_the_same(signal, all),
        Question::SameCharacters => unchanged::has_same_characters(signal),
    })
}
