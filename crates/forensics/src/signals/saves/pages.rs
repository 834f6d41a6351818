//! What later saves did to the pages.

use assay_pdf::Area;
use assay_pdf::images::PictureDifference;
use assay_pdf::revisions::changes::{ChangeKind, Role};

use crate::facts::Facts;
use crate::facts::page::LabelledChange;
use crate::facts::page::words::telling;
use crate::facts::saves::{PageChange, PictureChangeKind, SaveFacts};

use crate::signal::{Declaration, Place, Signal};

declare! {
    TEXT_REPLACED_IN_LATER_SAVE = "text_replaced_in_later_save" {
        rank: 170, module: "saves", severity: High, scored: true, proves: Content, cause: "page text",
        meaning: "A later save put other text in the place of text that the page showed before.",
        matters: "A finished document is written once; whoever writes it again wanted something else to be read.",
        benign: "Issuers that stamp a final number over a placeholder before release.",
    }

    EARLIER_TEXT_LEFT_IN_FILE = "earlier_text_left_in_file" {
        rank: 180, module: "saves", severity: High, scored: true, proves: Content, cause: "page text",
        meaning: "Contents that nothing refers to any more show the page with another text.",
        matters: "Editors that write the file anew often leave what they replaced behind.",
        benign: "None known.",
    }

    SECOND_DOCUMENT_IN_FILE = "second_document_in_file" {
        rank: 175, module: "saves", severity: High, scored: true, proves: Content, cause: "page text",
        meaning: "The file holds a second document that nothing leads to, in which the page reads differently.",
        matters: "Whoever prepares a file so can have it signed and then switch to the other document.",
        benign: "None known.",
    }

    PAGE_TEXT_REMOVED_IN_LATER_SAVE = "page_text_removed_in_later_save" {
        rank: 390, module: "saves", severity: Medium, scored: true, proves: Content, cause: "page text",
        meaning: "A later save removed text that the page showed before.",
        matters: "A finished document is written once; whoever writes it again wanted something else to be read.",
        benign: "A template's blank lines that are cleared before release.",
    }

    PAGE_TEXT_ADDED_IN_LATER_SAVE = "page_text_added_in_later_save" {
        rank: 400, module: "saves", severity: Medium, scored: true, proves: Content, cause: "page text",
        meaning: "A later save added text to a page that already showed some.",
        matters: "A finished document is written once; whoever writes it again wanted something else to be read.",
        benign: "Stamps set between the lines; filling of a blank form.",
    }

    MARK_ADDED_IN_LATER_SAVE = "mark_added_in_later_save" {
        rank: 410, module: "saves", severity: Low, scored: false, proves: Content, cause: "page text",
        meaning: "A later save added a watermark, a picture beside all words, or text above or below all other text of a page.",
        matters: "A finished document is written once; whoever writes it again wanted something else to be read.",
        benign: "Stamps of a registry, an e-signing service or a mail gateway, signatures written by hand.",
    }

    PAGE_PICTURE_CHANGED_IN_LATER_SAVE = "page_picture_changed_in_later_save" {
        rank: 430, module: "saves", severity: Medium, scored: true, proves: Content, cause: "page picture",
        meaning: "A later save changed which pictures a page shows.",
        matters: "A picture can cover or carry a value.",
        benign: "Signature pictures, stamps.",
    }

    PAGES_CHANGED_IN_LATER_SAVE = "pages_changed_in_later_save" {
        rank: 440, module: "saves", severity: Medium, scored: true, proves: Content, cause: "pages",
        meaning: "A later save added or removed pages.",
        matters: "Pages can be swapped whole.",
        benign: "An appended certificate or cover page.",
    }
}

/// A page that showed fewer words before is a blank form that was filled, not a page that was edited.
const BLANK_FORM_WORDS: usize = 12;
/// Share of a word that a picture may reach over beside it.
const COVERED: f64 = 0.2;
/// A watermark is so many times as high as the words of the page.
const MARK: f64 = 3.0;
/// Changes of one page that are listed one by one.
const LISTED: usize = 12;
/// Changes of one page that its other words are held against.
const COMPARED: usize = 256;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for save in &facts.saves {
        for page in &save.pages {
            text_changes(facts, save, page, signals);
            pictures(facts, save, page, signals);
        }
        pages(save, signals);
    }
    remains(facts, signals);
}

/// *Sees* contents of a page that nothing refers to and that read otherwise than the page does.
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
            let (declared, evidence) = if left.of_second_document {
                let evidence = format!(
                    "A catalog that nothing leads to has a page of its own (contents: object {}) that reads “{old}” where this page reads “{new}”.",
                    left.stream
                );
                (&SECOND_DOCUMENT_IN_FILE, evidence)
            } else {
                let evidence = format!(
                    "Object {} holds the page's contents with “{old}” where it now shows “{new}”; nothing refers to it.",
                    left.stream
                );
                (&EARLIER_TEXT_LEFT_IN_FILE, evidence)
            };
            signals.push(Signal {
                field: change.field.clone(),
                old_value: change.old.clone(),
                new_value: change.new.clone(),
                ..Signal::new(
                    declared,
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
/// *Honest files*: blank forms that are filled in a second save; banners that add a line above or below all else, and words
/// written large across the page ("COPY"), which count nothing.
fn text_changes(facts: &Facts<'_>, save: &SaveFacts, page: &PageChange, signals: &mut Vec<Signal>) {
    let signed = adds_signature(save);
    let kept = Kept::of(facts, page);
    for change in page.text.iter().take(LISTED) {
        let id = match (&change.old, &change.new) {
            (Some(old), Some(new)) if telling(old) || telling(new) => &TEXT_REPLACED_IN_LATER_SAVE,
            (Some(old), None) if telling(old) => &PAGE_TEXT_REMOVED_IN_LATER_SAVE,
            // Filling a blank form, or a line set by a signing service, adds and takes nothing away.
            (None, Some(new))
                if telling(new) && page.words_before > BLANK_FORM_WORDS && !signed =>
            {
                match &kept {
                    Some(kept)
                        if kept.leaves_out(&change.area) || kept.is_mark(new, &change.area) =>
                    {
                        &MARK_ADDED_IN_LATER_SAVE
                    }
                    _ => &PAGE_TEXT_ADDED_IN_LATER_SAVE,
                }
            }
            _ => continue,
        };
        signals.push(signal(id, save, page, change));
    }
}

/// The words of a page that its save did not add.
struct Kept {
    lowest: f64,
    highest: f64,
    /// Height of most of them, points.
    height: f64,
}

impl Kept {
    fn of(facts: &Facts<'_>, page: &PageChange) -> Option<Self> {
        let read = facts.page(page.page)?;
        let changes = page.text.iter().take(COMPARED);
        let added: Vec<Area> = changes
            .filter(|change| change.old.is_none())
            .map(|change| change.area)
            .collect();
        let words = read.lines.iter().flat_map(|line| &line.words);
        let kept: Vec<Area> = words
            .map(|word| word.area)
            .filter(|area| added.iter().all(|other| other.intersection(area).is_none()))
            .collect();
        let mut heights: Vec<f64> = kept.iter().map(Area::height).collect();
        heights.sort_by(f64::total_cmp);
        Some(Self {
            lowest: kept.iter().map(|area| area.y0).reduce(f64::min)?,
            highest: kept.iter().map(|area| area.y1).reduce(f64::max)?,
            height: *heights.get(heights.len() / 2)?,
        })
    }

    /// Whether a text stands above the first line or below the last, where mail gateways, registries and signing services
    /// write.
    fn leaves_out(&self, area: &Area) -> bool {
        let middle = (area.y0 + area.y1) / 2.0;
        middle < self.lowest || middle > self.highest
    }

    /// Whether a text is a watermark: letters alone, far larger than what is read.
    fn is_mark(&self, text: &str, area: &Area) -> bool {
        let letters = text.chars().all(|c| c.is_alphabetic() || c.is_whitespace());
        letters && area.height() > MARK * self.height
    }
}

fn signal(
    declared: &'static Declaration,
    save: &SaveFacts,
    page: &PageChange,
    change: &LabelledChange,
) -> Signal {
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
            declared,
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

fn adds_signature(save: &SaveFacts) -> bool {
    save.changes
        .iter()
        .any(|change| change.role == Role::Signature && change.kind == ChangeKind::Added)
}

/// *Sees* pictures that a save put on a page, took from it, or gave other pixels.
/// *Honest files*: signature pictures and stamps, which come with a signature, or are put beside all words; pictures packed
/// anew, which look the same.
fn pictures(facts: &Facts<'_>, save: &SaveFacts, page: &PageChange, signals: &mut Vec<Signal>) {
    if adds_signature(save) || page.words_before <= BLANK_FORM_WORDS {
        return;
    }
    if let Some(first) = page.images.first() {
        let others = match page.images.len() - 1 {
            0 => String::new(),
            1 => ", and another one of this page".to_owned(),
            others => format!(", and {others} others of this page"),
        };
        let evidence = format!(
            "Save {} of the file {}{others}{}.",
            save.revision + 1,
            picture(&first.kind),
            objects(&page.objects)
        );
        let beside = page.images.iter().all(|image| {
            matches!(image.kind, PictureChangeKind::Added) && stands_free(facts, page, &image.area)
        });
        let declared = match beside {
            true => &MARK_ADDED_IN_LATER_SAVE,
            false => &PAGE_PICTURE_CHANGED_IN_LATER_SAVE,
        };
        signals.push(Signal::new(
            declared,
            Place::Page {
                page: page.page,
                area: Some(first.area),
            },
            evidence,
        ));
    }
}

/// Whether an area of a page covers no word.
fn stands_free(facts: &Facts<'_>, page: &PageChange, area: &Area) -> bool {
    facts.page(page.page).is_some_and(|read| {
        let mut words = read.lines.iter().flat_map(|line| &line.words);
        words.all(|word| word.area.covered_by(area) < COVERED)
    })
}

fn picture(kind: &PictureChangeKind) -> String {
    match kind {
        PictureChangeKind::Added => "put a picture here".to_owned(),
        PictureChangeKind::Removed => "took the picture from here".to_owned(),
        PictureChangeKind::Changed(PictureDifference::Pixels { changed, of, .. }) => {
            format!("changed {changed} of {of} pixels of the picture here")
        }
        PictureChangeKind::Changed(PictureDifference::Size { before, after }) => format!(
            "put a picture of {}×{} pixels in the place of one of {}×{}",
            after.0, after.1, before.0, before.1
        ),
        PictureChangeKind::Changed(PictureDifference::Colours) => {
            "put a picture in other colours in the place of the one here".to_owned()
        }
        PictureChangeKind::Changed(PictureDifference::Data) => {
            "put a picture with other data in the place of the one here".to_owned()
        }
    }
}

/// *Sees* a page count that a save changed.
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
            &PAGES_CHANGED_IN_LATER_SAVE,
            Place::File,
            evidence,
        ));
    }
}
