//! The history of a file: its saves in order and what each one changed, in bytes, objects and on the pages. Facts in a
//! person's words; no judgement.

use assay_pdf::images::PictureDifference;
use assay_pdf::revisions::changes::ChangeKind;
use assay_pdf::revisions::{Account, Meaning, NamedChange, account};
use assay_pdf::{Area, Document};

use crate::facts::saves::{self, PageChange, PictureChange, PictureChangeKind};
use crate::report::Failure;
use crate::{failure_of_limit, failure_to_open};

/// Changed objects of one save that are listed; the rest is counted.
const LISTED: usize = 1000;

/// The saves of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    /// Pages as the file stands.
    pub pages: u32,
    /// The tables led nowhere and the file was scanned: earlier saves cannot be told apart.
    pub rebuilt: bool,
    pub encrypted: bool,
    /// Oldest first.
    pub saves: Vec<Save>,
    /// Why the later saves are not told, where they are not.
    pub cut: Option<String>,
}

/// One save.
#[derive(Debug, Clone, PartialEq)]
pub struct Save {
    /// 1 for the first.
    pub number: u32,
    /// The bytes it wrote: `start..end` of the file.
    pub start: usize,
    pub end: usize,
    /// Written in two parts by a linearising program.
    pub linearised: bool,
    /// Words of [`meaning`], the gravest first; never empty.
    pub meanings: Vec<&'static str>,
    /// The program that the information written with this save names.
    pub writer: Option<String>,
    pub dates: Vec<SaveDate>,
    /// Objects it wrote or freed.
    pub objects: u32,
    pub changes: Vec<ObjectChange>,
    pub pages: PageSequence,
    /// Pages that show something else after it.
    pub page_changes: Vec<PageDifference>,
}

/// A date as the save wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaveDate {
    pub place: String,
    pub date: String,
}

/// One object that a save wrote or freed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectChange {
    /// What a person calls it: `page 2 contents`, `field Total`, `Info`.
    pub name: String,
    /// `added`, `changed`, `repeated`, `freed`.
    pub kind: &'static str,
    /// Entries that changed.
    pub entries: Vec<String>,
    /// Object number.
    pub object: u32,
    /// Bytes of the new version.
    pub span: Option<(usize, usize)>,
    /// Number of the save after which it already said the same, with another version between.
    pub as_after_save: Option<u32>,
}

/// The sequence of pages before and after a save.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageSequence {
    pub before: u32,
    pub after: u32,
    pub added: Vec<u32>,
    pub removed: Vec<u32>,
    /// Number before and after.
    pub moved: Vec<(u32, u32)>,
}

/// One page that shows something else.
#[derive(Debug, Clone, PartialEq)]
pub struct PageDifference {
    /// 1-based, after the save.
    pub page: u32,
    /// 1-based, before it.
    pub page_before: u32,
    /// Where it was turned, or where another part of it is shown.
    pub sheet: Option<SheetChange>,
    pub values: Vec<ValueChange>,
    pub pictures: Vec<PictureNote>,
    pub drawings: Vec<DrawingNote>,
}

/// The page itself, before and after: width and height in points, and degrees by which viewers turn it clockwise.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetChange {
    pub size_before: (f64, f64),
    pub size_after: (f64, f64),
    pub turn_before: i32,
    pub turn_after: i32,
}

/// Text that reads otherwise. Areas are `[x0, y0, x1, y1]` in points from the bottom-left corner of what is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueChange {
    /// On the page after the save; absent where text was only taken away.
    pub bbox: Option<[f64; 4]>,
    /// On the page before it; absent where text was only added.
    pub old_bbox: Option<[f64; 4]>,
    /// `page`, or `annotation` for what annotations and form fields show.
    pub of: &'static str,
    /// Label beside it.
    pub field: Option<String>,
    pub old_value: Option<String>,
    pub new_value: Option<String>,
    /// Number of the save after which the same place already read so.
    pub as_after_save: Option<u32>,
}

/// A picture that came, went or changed.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureNote {
    pub bbox: [f64; 4],
    /// `added`, `removed`, `changed`.
    pub kind: &'static str,
    /// Changed pixels and all pixels, where both pictures can be read and have one size.
    pub pixels: Option<(u64, u64)>,
}

/// A line or surface that came or went.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawingNote {
    pub bbox: [f64; 4],
    /// `added` or `removed`.
    pub kind: &'static str,
}

/// The history of one file. It is a pure function of the bytes.
pub fn history(bytes: &[u8]) -> Result<History, Failure> {
    history_with(bytes, "")
}

/// The same of a file that a password opens.
pub fn history_with(bytes: &[u8], password: &str) -> Result<History, Failure> {
    let document = Document::open_with(bytes, password).map_err(failure_to_open)?;
    document.keep_objects();
    let pages = document.latest().pages().len();
    if pages > assay_pdf::limits::PAGES {
        return Err(failure_of_limit(assay_pdf::LimitExceeded::Pages));
    }
    let mut saves: Vec<Save> = Vec::new();
    let mut cut = None;
    for revision in 0..document.revisions().len() {
        // Naming walks every object of the state once: a step each. What is overspent shows below.
        let objects = document.numbers_at(revision).len() as u64;
        let _spent = document.budget().spend_operators(objects);
        let told = account(&document, revision);
        let shown = match revision {
            0 => Vec::new(),
            _ => saves::save(&document, revision, plain(&told.changes)).pages,
        };
        // What was read under a spent budget is not the whole truth.
        if let Some(limit) = document.budget().exceeded() {
            cut = Some(format!(
                "Reading stopped at save {}: the file has {limit}.",
                revision + 1
            ));
            break;
        }
        let mut save = save(&document, told, &shown);
        look_back(&mut save, &saves);
        saves.push(save);
    }
    Ok(History {
        pages: pages as u32,
        rebuilt: document.is_rebuilt(),
        encrypted: document.is_encrypted(),
        saves,
        cut,
    })
}

fn plain(changes: &[NamedChange]) -> Vec<assay_pdf::revisions::changes::Change> {
    changes.iter().map(|named| named.change.clone()).collect()
}

fn save(document: &Document<'_>, told: Account, shown: &[PageChange]) -> Save {
    let linearised = document
        .revisions()
        .get(told.revision)
        .is_some_and(|save| save.linearised);
    Save {
        number: told.revision as u32 + 1,
        start: told.span.start,
        end: told.span.end,
        linearised,
        meanings: meanings(&told.meanings, shown),
        writer: told.writer,
        dates: told
            .dates
            .into_iter()
            .map(|date| SaveDate {
                place: date.place,
                date: date.text,
            })
            .collect(),
        objects: told.objects as u32,
        changes: told
            .changes
            .into_iter()
            .take(LISTED)
            .map(object_change)
            .collect(),
        pages: PageSequence {
            before: told.order.before as u32,
            after: told.order.after as u32,
            added: told.order.added,
            removed: told.order.removed,
            moved: told.order.moved,
        },
        page_changes: shown.iter().map(page_difference).collect(),
    }
}

/// What the objects say, put right by what the pages show: contents written in another notation are no other contents.
fn meanings(by_objects: &[Meaning], shown: &[PageChange]) -> Vec<&'static str> {
    let visible = shown.iter().any(|page| {
        let same = page.text.is_empty() && page.images.is_empty() && page.drawings.is_empty();
        page.other_sheet() || !same
    });
    let mut meanings: Vec<Meaning> = by_objects
        .iter()
        .map(|meaning| match meaning {
            Meaning::Content if !visible => Meaning::Rewritten,
            other => *other,
        })
        .collect();
    // Pages that came bring contents along, which replace nothing.
    if meanings.contains(&Meaning::Pages) {
        meanings.retain(|meaning| *meaning != Meaning::Rewritten);
    }
    // A page may get its size from the tree above it.
    if shown.iter().any(PageChange::other_sheet) {
        meanings.retain(|meaning| *meaning != Meaning::Structure);
        meanings.push(Meaning::Content);
    }
    meanings.sort();
    meanings.dedup();
    meanings.into_iter().map(meaning).collect()
}

fn meaning(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::First => "first",
        Meaning::Pages => "pages",
        Meaning::Content => "content",
        Meaning::Annotation => "annotation",
        Meaning::FormFill => "form_fill",
        Meaning::Signature => "signature",
        Meaning::SecurityStore => "security_store",
        Meaning::Attachment => "attachment",
        Meaning::Rewritten => "rewritten",
        Meaning::Metadata => "metadata",
        Meaning::Structure => "structure",
        Meaning::Nothing => "nothing",
    }
}

fn object_change(named: NamedChange) -> ObjectChange {
    ObjectChange {
        name: named.name.to_string(),
        kind: match named.change.kind {
            ChangeKind::Added => "added",
            ChangeKind::Replaced => "changed",
            ChangeKind::Repeated => "repeated",
            ChangeKind::Freed => "freed",
        },
        entries: named.entries,
        object: named.change.id.number,
        span: named.change.span.map(|span| (span.start, span.end)),
        as_after_save: named.same_as.map(|revision| revision as u32 + 1),
    }
}

fn page_difference(page: &PageChange) -> PageDifference {
    let (before, after) = &page.boxes;
    let texts = [("page", &page.text), ("annotation", &page.annotation_text)];
    let values = texts.into_iter().flat_map(|(of, changes)| {
        changes.iter().map(move |change| {
            let now = change.new.as_ref().map(|_| change.area);
            let was = change.old_area.or(match (&change.old, &change.new) {
                (Some(_), None) => Some(change.area),
                _ => None,
            });
            ValueChange {
                bbox: now.map(|area| bbox(&area, after)),
                old_bbox: was.map(|area| bbox(&area, before)),
                of,
                field: change.field.clone(),
                old_value: change.old.clone(),
                new_value: change.new.clone(),
                as_after_save: None,
            }
        })
    });
    PageDifference {
        page: page.page,
        page_before: page.page_before,
        sheet: page.other_sheet().then(|| sheet(page)),
        values: values.collect(),
        pictures: page
            .images
            .iter()
            .map(|change| picture_note(change, page))
            .collect(),
        drawings: page
            .drawings
            .iter()
            .map(|change| match change.added {
                true => DrawingNote {
                    bbox: bbox(&change.area, after),
                    kind: "added",
                },
                false => DrawingNote {
                    bbox: bbox(&change.area, before),
                    kind: "removed",
                },
            })
            .collect(),
    }
}

fn sheet(page: &PageChange) -> SheetChange {
    let round = |value: f64| (value * 100.0).round() / 100.0;
    let size = |area: &Area| (round(area.width()), round(area.height()));
    SheetChange {
        size_before: size(&page.boxes.0),
        size_after: size(&page.boxes.1),
        turn_before: page.turns.0,
        turn_after: page.turns.1,
    }
}

fn picture_note(change: &PictureChange, page: &PageChange) -> PictureNote {
    let (before, after) = &page.boxes;
    let (kind, page_box) = match change.kind {
        PictureChangeKind::Added => ("added", after),
        PictureChangeKind::Removed => ("removed", before),
        PictureChangeKind::Changed(_) => ("changed", after),
    };
    let pixels = match change.kind {
        PictureChangeKind::Changed(PictureDifference::Pixels { changed, of, .. }) => {
            Some((changed, of))
        }
        _ => None,
    };
    PictureNote {
        bbox: bbox(&change.area, page_box),
        kind,
        pixels,
    }
}

/// An area in points from the bottom-left corner of what viewers show.
fn bbox(area: &Area, shown: &Area) -> [f64; 4] {
    let round = |value: f64| (value * 100.0).round() / 100.0;
    [
        area.x0 - shown.x0,
        area.y0 - shown.y0,
        area.x1 - shown.x0,
        area.y1 - shown.y0,
    ]
    .map(round)
}

/// Finds, for each value of a save, an earlier state in which the same place already read as it does now: what was
/// changed and changed back.
fn look_back(save: &mut Save, earlier: &[Save]) {
    for page in &mut save.page_changes {
        let number = page.page_before;
        for value in &mut page.values {
            value.as_after_save = earlier
                .iter()
                .find_map(|before| read_so(before, number, value));
        }
    }
}

/// The state before save `before`, if the value that it replaced there was the one that is put there now.
fn read_so(before: &Save, page: u32, value: &ValueChange) -> Option<u32> {
    let new = value.new_value.as_deref()?;
    let at = value.bbox?;
    let changes = before
        .page_changes
        .iter()
        .filter(|other| other.page == page)
        .flat_map(|other| &other.values);
    let mut same = changes.filter(|other| {
        other.old_value.as_deref() == Some(new) && other.old_bbox.is_some_and(|was| meet(&was, &at))
    });
    same.next().map(|_| before.number.saturating_sub(1))
}

fn meet(a: &[f64; 4], b: &[f64; 4]) -> bool {
    let [ax0, ay0, ax1, ay1] = a;
    let [bx0, by0, bx1, by1] = b;
    ax0 < bx1 && bx0 < ax1 && ay0 < by1 && by0 < ay1
}
