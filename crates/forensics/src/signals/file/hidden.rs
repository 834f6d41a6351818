//! What the file holds beside what it shows: values behind appearances, text of tags, objects no table leads to.

use crate::facts::Facts;
use crate::facts::claims::{Claim, Source};
use crate::facts::layers::Shown;

use crate::signal::words::{count, stand};
use crate::signal::{Declaration, Place, Signal};

declare! {
    TAG_AMOUNT_DIFFERS = "tag_amount_differs" {
        rank: 910, module: "hidden", severity: Medium, scored: true, proves: Content, cause: "tag text",
        meaning: "An amount, a date or a number shown on the page is given with another one as its text in the contents.",
        matters: "The tag was written with the page and keeps what the page read then.",
        benign: "None known.",
    }

    FIELD_SHOWS_OTHER_VALUE = "field_shows_other_value" {
        rank: 920, module: "hidden", severity: Medium, scored: false, proves: Content, cause: "field value",
        meaning: "A form field shows another value than the one it holds.",
        matters: "People read the appearance and programs the value: an edit of one leaves the other behind.",
        benign: "Programs that fill a form and leave its drawing to the viewer.",
    }

    TAG_TEXT_DIFFERS = "tag_text_differs" {
        rank: 930, module: "hidden", severity: Medium, scored: false, proves: Content, cause: "tag text",
        meaning: "The tag of a text reads as the page does but for its digits.",
        matters: "The tag was written with the page and keeps what the page read then.",
        benign: "Templates whose tags were never renewed.",
    }

    FIELD_HELD_OTHER_VALUE = "field_held_other_value" {
        rank: 940, module: "hidden", severity: Medium, scored: false, proves: Content, cause: "field value",
        meaning: "An earlier version of a form field, left in the file, holds another value.",
        matters: "It is what the field held before somebody changed it.",
        benign: "Forms that their owner filled again.",
    }

    TITLE_DIFFERS = "title_differs" {
        rank: 950, module: "hidden", severity: Low, scored: false, proves: Content, cause: "title text",
        meaning: "A title of the outline or of the document reads as a line of a page does but for its number.",
        matters: "The title was taken from that line when the document was made.",
        benign: "Titles taken over from the document that served as a template.",
    }

    TEXT_WITHOUT_TAG = "text_without_tag" {
        rank: 990, module: "hidden", severity: Low, scored: false, proves: Content, cause: "tagging",
        meaning: "Text stands in no mark on a page whose rest is tagged.",
        matters: "A writer that tags marks all that it writes: what somebody else put in later is not.",
        benign: "Page numbers and stamps that a second program adds.",
    }

    LAYER_HOLDS_OTHER_VALUE = "layer_holds_other_value" {
        rank: 1000, module: "hidden", severity: Medium, scored: false, proves: Content, cause: "layer",
        meaning: "A layer that is off holds another number at the place of one that the page shows.",
        matters: "One file then shows two values: one to whom opens it, another to whom prints it or turns the layer on. Invisible text off all pictures is what was shown before.",
        benign: "Price lists and drawings with a layer for each edition.",
    }

    OTHER_VALUE_INVISIBLE = "other_value_invisible" {
        rank: 1010, module: "hidden", severity: Medium, scored: true, proves: Content, cause: "layer",
        meaning: "Invisible text at the place of a value that the page shows holds another number.",
        matters: "One file then shows two values: one to whom opens it, another to whom prints it or turns the layer on. Invisible text off all pictures is what was shown before.",
        benign: "Text read from a scan, which lies on a picture and is left out here.",
    }

    PRINTS_OTHER_VALUE = "prints_other_value" {
        rank: 1020, module: "hidden", severity: Medium, scored: false, proves: Content, cause: "layer",
        meaning: "The page is printed with another number than it shows on the screen.",
        matters: "One file then shows two values: one to whom opens it, another to whom prints it or turns the layer on. Invisible text off all pictures is what was shown before.",
        benign: "Forms with notes for the screen alone.",
    }

    THUMBNAIL_DIFFERS = "thumbnail_differs" {
        rank: 1030, module: "hidden", severity: Medium, scored: false, proves: Content, cause: "thumbnail",
        meaning: "The thumbnail of a page lacks a line or block that the page shows, or has one more.",
        matters: "A program that draws thumbnails draws the page as it was then, and few others draw them anew.",
        benign: "Forms filled for good and stamps set into the page by a program that leaves thumbnails alone.",
    }

    OBJECT_SHADOWED = "object_shadowed" {
        rank: 1040, module: "hidden", severity: Low, scored: false, proves: Structure, cause: "leftovers",
        meaning: "An object stands in the file under a number that the tables lead elsewhere.",
        matters: "A writer numbers each object once: the other one was there before.",
        benign: "Files joined by concatenation, damaged files.",
    }

    BYTES_BETWEEN_OBJECTS = "bytes_between_objects" {
        rank: 1050, module: "hidden", severity: Low, scored: false, proves: Structure, cause: "leftovers",
        meaning: "Bytes between objects belong to nothing.",
        matters: "An editor that writes in place leaves the rest of what stood there.",
        benign: "Writers that reserve room.",
    }

    FIELDS_NOT_DRAWN = "fields_not_drawn" {
        rank: 1060, module: "hidden", severity: Low, scored: false, proves: Structure, cause: "field value",
        meaning: "Form fields show other values than those they hold, in many places or as boxes.",
        matters: "People read the appearance and programs the value: an edit of one leaves the other behind.",
        benign: "Programs that fill a form and leave its drawing to the viewer.",
    }
}

/// Claims of one kind that are listed one by one.
const LISTED: usize = 8;
/// Tags that disagree in more places are stale as a whole: the habit of a template, not an edit.
const STALE_TAGS: usize = 6;
/// Digits that two texts share at least: fewer are counts.
const SAME: usize = 3;
/// Texts in the contents that disagree in more places are an encoding of the font's own.
const ALIKE: usize = 48;
/// Fields that disagree in more places were filled by a program that draws no appearances.
const UNDRAWN_FIELDS: usize = 4;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    field_values(facts, signals);
    earlier_fields(facts, signals);
    tag_text(facts, signals);
    unmarked(facts, signals);
    titles(facts, signals);
    other_values(facts, signals);
    thumbnails(facts, signals);
    shadowed_objects(facts, signals);
    bytes_between_objects(facts, signals);
}

/// *Sees* a form field whose value is not what its appearance draws. Two numbers tell more: `field_appearance_differs`.
/// *Honest files*: programs that fill forms and leave the drawing to the viewer, which shows in many fields at once.
fn field_values(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let of = |wanted: fn(&Source) -> bool| -> Vec<&Claim> {
        let claims = facts.claims.iter();
        claims.filter(|claim| wanted(&claim.source)).collect()
    };
    let fields = of(|source| matches!(source, Source::Field(_)));
    let id = match fields.len() {
        0..=UNDRAWN_FIELDS => &FIELD_SHOWS_OTHER_VALUE,
        _ => &FIELDS_NOT_DRAWN,
    };
    let words = fields.into_iter().filter(|claim| !claim.number);
    for claim in words.take(LISTED) {
        signals.push(claim_signal(id, claim, ["The field holds", "shows"]));
    }
    let buttons = of(|source| matches!(source, Source::Button(_)));
    for claim in buttons.into_iter().take(LISTED) {
        signals.push(claim_signal(
            &FIELDS_NOT_DRAWN,
            claim,
            ["The box holds", "shows"],
        ));
    }
}

/// *Sees* a tag whose text reads as the page does but for its digits.
/// *Honest files*: templates whose tags were never renewed, which shows in many places at once.
fn tag_text(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let tags = facts.claims.iter().filter(|claim| {
        matches!(
            claim.source,
            Source::ActualText
                | Source::ActualTextInContents
                | Source::Alternative
                | Source::Expansion
        )
    });
    let (alike, tags): (Vec<&Claim>, Vec<&Claim>) = tags.partition(|claim| is_alike(claim));
    let mut tell = |id, claims: &[&Claim]| {
        let words = ["The tag of this text reads", "the page shows"];
        let told = claims.iter();
        signals.extend(told.map(|claim| claim_signal(id, claim, words)));
    };
    if alike.len() <= ALIKE {
        tell(&TAG_AMOUNT_DIFFERS, &alike);
    }
    if tags.len() > STALE_TAGS {
        return;
    }
    for claim in tags {
        let id = if is_amount_in_contents(claim) {
            &TAG_AMOUNT_DIFFERS
        } else {
            &TAG_TEXT_DIFFERS
        };
        tell(id, &[claim]);
    }
}

/// *Sees* a text whose replacement text, given with it in the contents, reads the same but for a few of its digits.
/// *Honest files*: fonts that call their glyphs otherwise than they are, for which such tags are written; there nearly all
/// digits differ. A date that is spoken has other words.
fn is_alike(claim: &Claim) -> bool {
    let plain =
        |text: &str| -> Vec<char> { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let (claimed, shown) = (plain(&claim.claimed), plain(&claim.shown));
    let pairs = || claimed.iter().zip(&shown);
    let digits = pairs().filter(|(a, b)| a.is_ascii_digit() && b.is_ascii_digit());
    let (same, others): (Vec<_>, Vec<_>) = digits.partition(|(a, b)| a == b);
    let letters = pairs().all(|(a, b)| a == b || (a.is_ascii_digit() && b.is_ascii_digit()));
    claim.source == Source::ActualTextInContents
        && claimed.len() == shown.len()
        && letters
        && same.len() >= SAME.max(others.len())
}

/// *Sees* an amount whose replacement text, given with it in the contents, is another amount.
/// *Honest files*: none known; tags of a template stand in the structure tree, and dates may be spoken otherwise.
fn is_amount_in_contents(claim: &Claim) -> bool {
    claim.source == Source::ActualTextInContents
        && is_one_amount(&claim.claimed)
        && is_one_amount(&claim.shown)
}

/// One number with two decimals, be there a currency or a word beside it. A date repeats its mark.
fn is_one_amount(text: &str) -> bool {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let number = compact.trim_matches(|c: char| !c.is_ascii_digit());
    let Some((whole, decimals)) = number.rsplit_once(['.', ',']) else {
        return false;
    };
    let mark = number.chars().rev().nth(decimals.len());
    let digit = |c: char| c.is_ascii_digit();
    let grouped = |c: char| digit(c) || (matches!(c, '.' | ',' | '\'' | '’') && Some(c) != mark);
    decimals.len() == 2 && decimals.chars().all(digit) && whole.chars().all(grouped)
}

/// *Sees* an earlier version of a form field, left in the file, with another value than the field has now.
/// *Honest files*: forms that their owner filled again, in a program that leaves the earlier objects behind.
fn earlier_fields(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let claims = facts.claims.iter();
    let earlier = claims.filter(|claim| matches!(claim.source, Source::EarlierField(_)));
    for claim in earlier.take(LISTED) {
        let words = ["An earlier version of this field holds", "it now holds"];
        signals.push(claim_signal(&FIELD_HELD_OTHER_VALUE, claim, words));
    }
}

/// *Sees* text outside of all marks on a tagged page whose rest is marked.
/// *Honest files*: page numbers and stamps that a second program adds, forms filled by hand, notes that a design leaves out.
fn unmarked(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for unmarked in facts.unmarked.iter().take(LISTED) {
        let place = Place::Page {
            page: unmarked.page,
            area: Some(unmarked.area),
        };
        let evidence = format!(
            "The page marks its text for screen readers (tags); “{}” has no such mark.",
            unmarked.text
        );
        signals.push(Signal {
            new_value: Some(unmarked.text.clone()),
            ..Signal::new(&TEXT_WITHOUT_TAG, place, evidence)
        });
    }
}

/// *Sees* a title of the outline or of the document with a number that no page shows, while one line reads the same with
/// another.
/// *Honest files*: titles taken over from the document that served as a template.
fn titles(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let claims = facts.claims.iter();
    let titles = claims.filter(|claim| matches!(claim.source, Source::Outline | Source::Title));
    for claim in titles.take(LISTED) {
        let of = match claim.source {
            Source::Outline => "The outline reads",
            _ => "The document's information reads",
        };
        let words = [of, "the page shows"];
        signals.push(claim_signal(&TITLE_DIFFERS, claim, words));
    }
}

/// *Sees* a number at whose place a layer that is off, the page as it is printed, or invisible text has another.
/// *Honest files*: price lists and drawings with one layer for each edition; words that were read from a scan and misread.
fn other_values(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for value in facts.other_values.iter().take(LISTED) {
        let (id, when) = match value.shown {
            Shown::WithLayer => (&LAYER_HOLDS_OTHER_VALUE, "A layer that is off holds"),
            Shown::InPrint => (&PRINTS_OTHER_VALUE, "On paper the page reads"),
            Shown::Never => (&OTHER_VALUE_INVISIBLE, "Invisible text holds"),
        };
        let place = Place::Page {
            page: value.page,
            area: Some(value.area),
        };
        let evidence = format!("{when} “{}” where it shows “{}”.", value.other, value.seen);
        signals.push(Signal {
            field: value.field.clone(),
            old_value: Some(value.other.clone()),
            new_value: Some(value.seen.clone()),
            ..Signal::new(id, place, evidence)
        });
    }
}

/// *Sees* a line or block that a page shows and its thumbnail does not, or the other way round.
/// *Honest files*: forms filled for good, stamps and notes set into the page, by a program that leaves the thumbnails alone.
fn thumbnails(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for part in facts.thumbnails.iter().take(LISTED) {
        let place = Place::Page {
            page: part.page,
            area: Some(part.area),
        };
        let seen = match &part.text {
            Some(text) => format!("The page shows “{text}” where its thumbnail"),
            None => "The page shows nothing where its thumbnail".to_owned(),
        };
        let shows = match &part.text {
            Some(_) => "is blank",
            None => "shows something",
        };
        let saves = part.saves.map(|(drawn, written)| {
            let (drawn, written) = (drawn + 1, written + 1);
            format!("; the thumbnail is of save {drawn}, the page's contents of save {written}")
        });
        let evidence = format!(
            "{seen} (object {}) {shows}{}.",
            part.thumbnail,
            saves.unwrap_or_default()
        );
        signals.push(Signal {
            new_value: part.text.clone(),
            ..Signal::new(&THUMBNAIL_DIFFERS, place, evidence)
        });
    }
}

/// `words` stand in front of what is claimed and of what is shown.
fn claim_signal(declared: &'static Declaration, claim: &Claim, words: [&str; 2]) -> Signal {
    let [holds, shows] = words;
    let evidence = format!("{holds} “{}” and {shows} “{}”.", claim.claimed, claim.shown);
    let field = match &claim.source {
        Source::Field(name) | Source::Button(name) | Source::EarlierField(name)
            if !name.is_empty() =>
        {
            Some(name.clone())
        }
        _ => None,
    };
    Signal {
        field,
        old_value: Some(claim.claimed.clone()),
        new_value: Some(claim.shown.clone()),
        ..Signal::new(
            declared,
            Place::Page {
                page: claim.page,
                area: Some(claim.area),
            },
            evidence,
        )
    }
}

/// *Sees* an object that stands in the file under a number that the tables lead elsewhere, and says something else.
/// *Honest files*: damaged files, files joined by concatenation, writers that reserve an object and write it again.
fn shadowed_objects(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let shadowed = &facts.file.shadowed;
    let Some((id, span)) = shadowed.first() else {
        return;
    };
    let evidence = format!(
        "{} in the file that no table leads to although other objects use the same numbers; the first is {id} at bytes {span}.",
        stand(shadowed.len(), "object")
    );
    signals.push(Signal::new(&OBJECT_SHADOWED, Place::Object(*id), evidence));
}

/// *Sees* bytes between objects that belong to nothing.
/// *Honest files*: writers that reserve room, damaged files.
fn bytes_between_objects(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let left = &facts.file.strays;
    let Some(first) = left.first() else {
        return;
    };
    let total: usize = left.iter().map(|span| span.len()).sum();
    let evidence = format!(
        "{} between objects and belong to none, in {}; the first at bytes {first}.",
        stand(total, "byte"),
        count(left.len(), "place")
    );
    signals.push(Signal::new(
        &BYTES_BETWEEN_OBJECTS,
        Place::Bytes(*first),
        evidence,
    ));
}
