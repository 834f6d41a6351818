//! Could the damage of a file show the same? Where tables were rebuilt, bytes were lost or streams broke off, nobody knows in
//! which order things stood, what a save did, or whether what is missing was ever missing before; nor where a page goes on
//! further than it is read. What rests on that is told there and does not count.

use crate::facts::Facts;
use crate::facts::damage::Damage;
use crate::signal::{Declaration, Excuse, Place, Signal};
use crate::signals::covers::{PICTURE_OVER_TEXT, TEXT_COVERED, VALUE_ON_ERASED_GROUND};
use crate::signals::file::{CONTENTS_PADDED, PAGE_MISSING, PAGE_OF_ANOTHER_FILE};
use crate::signals::fonts::{
    DIGIT_LEFT_IN_FONT, DIGIT_TAKEN_OUT, GLYPH_MISSING_FROM_SUBSET, GLYPH_OUT_OF_TURN,
};
use crate::signals::painted_late::{
    COLUMN_RETYPED, EMPTIED_STRING_REFILLED, VALUE_IN_LATE_FONT, VALUE_IN_STREAM_OF_ITS_OWN,
    VALUE_OUT_OF_ORDER, WORDS_IN_LATE_FONT,
};
use crate::signals::pictures::NOISE_MISSING_IN_PICTURE;
use crate::signals::saves::{
    EARLIER_TEXT_LEFT_IN_FILE, PAGE_PICTURE_CHANGED_IN_LATER_SAVE, PAGE_TEXT_ADDED_IN_LATER_SAVE,
    PAGE_TEXT_REMOVED_IN_LATER_SAVE, PAGES_CHANGED_IN_LATER_SAVE, SECOND_DOCUMENT_IN_FILE,
    TEXT_REPLACED_IN_LATER_SAVE,
};
use crate::signals::signatures::SIGNATURE_STRIPPED;
use crate::signals::values::{BALANCE_BROKEN, ROW_MISSING, SUM_FAR_OFF, SUM_UNLIKELY};

/// What a finding rests on, that damage takes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    /// The order in which a page is painted, or a program wrote.
    Order,
    /// What the file was before a save.
    Saves,
    /// Something is not there.
    Missing,
    /// All values of the page are read: a part of a sum that names no digit may be what is lost.
    Values,
}

static GROUNDS: [(&Declaration, Ground); 29] = [
    (&VALUE_IN_LATE_FONT, Ground::Order),
    (&WORDS_IN_LATE_FONT, Ground::Order),
    (&VALUE_IN_STREAM_OF_ITS_OWN, Ground::Order),
    (&VALUE_OUT_OF_ORDER, Ground::Order),
    (&VALUE_ON_ERASED_GROUND, Ground::Order),
    (&COLUMN_RETYPED, Ground::Order),
    (&EMPTIED_STRING_REFILLED, Ground::Order),
    (&GLYPH_OUT_OF_TURN, Ground::Order),
    (&TEXT_REPLACED_IN_LATER_SAVE, Ground::Saves),
    (&EARLIER_TEXT_LEFT_IN_FILE, Ground::Saves),
    (&SECOND_DOCUMENT_IN_FILE, Ground::Saves),
    (&PAGE_TEXT_REMOVED_IN_LATER_SAVE, Ground::Saves),
    (&PAGE_TEXT_ADDED_IN_LATER_SAVE, Ground::Saves),
    (&PAGE_PICTURE_CHANGED_IN_LATER_SAVE, Ground::Saves),
    (&PAGES_CHANGED_IN_LATER_SAVE, Ground::Saves),
    (&TEXT_COVERED, Ground::Missing),
    (&PICTURE_OVER_TEXT, Ground::Missing),
    (&GLYPH_MISSING_FROM_SUBSET, Ground::Missing),
    (&DIGIT_TAKEN_OUT, Ground::Missing),
    (&DIGIT_LEFT_IN_FONT, Ground::Missing),
    (&PAGE_MISSING, Ground::Missing),
    (&PAGE_OF_ANOTHER_FILE, Ground::Missing),
    (&CONTENTS_PADDED, Ground::Missing),
    (&NOISE_MISSING_IN_PICTURE, Ground::Missing),
    (&SIGNATURE_STRIPPED, Ground::Missing),
    (&ROW_MISSING, Ground::Missing),
    (&BALANCE_BROKEN, Ground::Values),
    (&SUM_UNLIKELY, Ground::Values),
    (&SUM_FAR_OFF, Ground::Values),
];

fn ground(signal: &Signal) -> Option<Ground> {
    let own = GROUNDS.iter().find(|(declared, _)| signal.is(declared));
    own.map(|(_, ground)| *ground)
}

/// Takes the weight of what the file's damage may show as well.
pub(super) fn excuse(facts: &Facts<'_>, signals: &mut [Signal]) {
    let damage = Damage::of(facts);
    if damage.is_none() {
        return;
    }
    for signal in signals {
        let says = ground(signal).and_then(|ground| says(facts, &damage, ground, signal));
        if let Some(says) = says {
            signal.excuse(Excuse::Damaged, says);
        }
    }
}

/// Which damage takes the ground from under a finding.
fn says(
    facts: &Facts<'_>,
    damage: &Damage,
    ground: Ground,
    signal: &Signal,
) -> Option<&'static str> {
    let whole = ground != Ground::Values;
    let anywhere = matches!(ground, Ground::Saves | Ground::Missing);
    let struck = || match signal.place {
        Place::Page { page, .. } => {
            let page = facts.page(page);
            page.is_some_and(|page| damage.strikes(facts, page))
        }
        _ => false,
    };
    let cut = || matches!(signal.place, Place::Page { page, .. } if damage.cut.contains(&page));
    if whole && damage.tables {
        Some("The file's tables had to be rebuilt, which can show the same, so it does not count.")
    } else if whole && damage.bytes {
        Some("Bytes of the file are lost, which can show the same, so it does not count.")
    } else if anywhere && !damage.cut.is_empty() || cut() {
        Some(
            "The page goes on further than it is read, and the rest may explain it, so it does not count.",
        )
    } else if struck() || (anywhere && !damage.streams.is_empty()) {
        Some("Streams of the file break off, which can show the same, so it does not count.")
    } else {
        None
    }
}
