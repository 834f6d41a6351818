//! What later saves did to the pages.

use assay_pdf::content::TextChange;
use assay_pdf::revisions::changes::{ChangeKind, Role};

use crate::facts::{Facts, PageChange, SaveFacts};

use super::{Place, Signal};

/// A page that showed fewer words before is a blank form that was filled, not a page that was edited.
const BLANK_FORM_WORDS: usize = 12;
/// Changes of one page that are listed one by one.
const LISTED: usize = 12;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for save in &facts.saves {
        for page in &save.pages {
            text_changes(save, page, signals);
            pictures(save, page, signals);
        }
        pages(save, signals);
    }
    remains(facts, signals);
}

/// *Sees* contents of a page that nothing refers to and that read otherwise than the page does.
/// *Matters* because editors that write the file anew often leave what they replaced behind.
/// *Honest files*: none known; drafts of the same page in a design program carry more differences than words in common.
fn remains(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for left in &facts.remains {
        for change in left
            .changes
            .iter()
            .filter(|change| change.old.as_deref().is_some_and(telling))
            .take(LISTED)
        {
            let (old, new) = (
                change.old.as_deref().unwrap_or_default(),
                change.new.as_deref().unwrap_or_default(),
            );
            let evidence = format!(
                "Object {} holds the page's contents with “{old}” where it now shows “{new}”; nothing refers to it.",
                left.stream
            );
            signals.push(Signal {
                field: change.field.clone(),
                old_value: change.old.clone(),
                new_value: change.new.clone(),
                ..Signal::new(
                    "earlier_text_left_in_file",
                    Place::Page {
                        page: left.page,
                        area: Some(change.area),
                    },
                    evidence,
                )
            });
        }
    }
}

/// *Sees* text of a page that reads differently after a save.
/// *Matters* because a finished document is written once; whoever writes it again wanted something else to be read.
/// *Honest files*: blank forms that are filled in a second save, stamps that add a line.
fn text_changes(save: &SaveFacts, page: &PageChange, signals: &mut Vec<Signal>) {
    let signed = adds_signature(save);
    for change in page.text.iter().take(LISTED) {
        let id = match (&change.old, &change.new) {
            (Some(old), Some(new)) if telling(old) || telling(new) => "text_replaced_in_later_save",
            (Some(old), None) if telling(old) => "page_text_removed_in_later_save",
            // Filling a blank form, or a line set by a signing service, adds and takes nothing away.
            (None, Some(new))
                if telling(new) && page.words_before > BLANK_FORM_WORDS && !signed =>
            {
                "page_text_added_in_later_save"
            }
            _ => continue,
        };
        signals.push(signal(id, save, page, change));
    }
}

fn signal(id: &'static str, save: &SaveFacts, page: &PageChange, change: &TextChange) -> Signal {
    let what = match (&change.old, &change.new) {
        (Some(old), Some(new)) => format!("“{old}” became “{new}”"),
        (Some(old), None) => format!("“{old}” is gone"),
        (_, Some(new)) => format!("“{new}” was added"),
        _ => String::new(),
    };
    let evidence = format!(
        "Save {} of the file: {what}{}.",
        save.revision + 1,
        objects(&page.objects)
    );
    Signal {
        field: change.field.clone(),
        old_value: change.old.clone(),
        new_value: change.new.clone(),
        ..Signal::new(
            id,
            Place::Page {
                page: page.page,
                area: Some(change.area),
            },
            evidence,
        )
    }
}

fn objects(numbers: &[u32]) -> String {
    match numbers {
        [] => String::new(),
        numbers => {
            let list: Vec<String> = numbers.iter().take(6).map(u32::to_string).collect();
            format!(" (objects {} of that save)", list.join(", "))
        }
    }
}

/// Text that carries meaning: a letter or a digit.
fn telling(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

fn adds_signature(save: &SaveFacts) -> bool {
    save.changes
        .iter()
        .any(|change| change.role == Role::Signature && change.kind == ChangeKind::Added)
}

/// *Sees* pictures that a save put on a page or took from it.
/// *Matters* because a picture can cover or carry a value.
/// *Honest files*: signature pictures and stamps, which come with a signature.
fn pictures(save: &SaveFacts, page: &PageChange, signals: &mut Vec<Signal>) {
    if adds_signature(save) || page.words_before <= BLANK_FORM_WORDS {
        return;
    }
    if let Some(area) = page.images.first() {
        let evidence = format!(
            "Save {} of the file changed {} picture(s) of this page{}.",
            save.revision + 1,
            page.images.len(),
            objects(&page.objects)
        );
        signals.push(Signal::new(
            "page_picture_changed_in_later_save",
            Place::Page {
                page: page.page,
                area: Some(*area),
            },
            evidence,
        ));
    }
}

/// *Sees* a page count that a save changed.
/// *Matters* because pages can be swapped whole.
/// *Honest files*: certificates appended by a signing service.
fn pages(save: &SaveFacts, signals: &mut Vec<Signal>) {
    if save.page_count_before != save.page_count_after
        && save.page_count_before > 0
        && !adds_signature(save)
    {
        let evidence = format!(
            "Save {} of the file changed the number of pages from {} to {}.",
            save.revision + 1,
            save.page_count_before,
            save.page_count_after
        );
        signals.push(Signal::new(
            "pages_changed_in_later_save",
            Place::File,
            evidence,
        ));
    }
}
