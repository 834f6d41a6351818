//! The history of a file, as JavaScript sees it, and the work of reading it.

use assay_forensics as engine;
use napi_derive::napi;

use crate::guard::guarded;
use crate::outcome::Failure;
use crate::source::Source;
use crate::work::Work;

/// The saves of one file and what each one changed; with `status: 'failed'` only `error` says something.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct History {
    #[napi(ts_type = "'completed' | 'failed'")]
    pub status: &'static str,
    /// Pages as the file stands.
    pub pages: Option<u32>,
    pub encrypted: bool,
    /// The tables led nowhere and the file was scanned whole: earlier saves cannot be told apart.
    pub rebuilt: bool,
    /// Oldest first.
    pub saves: Vec<Save>,
    /// Why the later saves are not told, where they are not.
    pub cut: Option<String>,
    pub error: Option<Failure>,
}

/// One save of the file.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Save {
    /// 1 for the first.
    pub number: u32,
    /// The bytes it wrote: from `start` to before `end`.
    pub start: f64,
    pub end: f64,
    #[napi(js_name = "size_bytes")]
    pub size_bytes: f64,
    /// Written in two parts by a linearising program.
    pub linearised: bool,
    /// What it did, the gravest first; never empty.
    #[napi(
        ts_type = "('first' | 'pages' | 'content' | 'annotation' | 'form_fill' | 'signature' | 'security_store' | 'attachment' | 'rewritten' | 'metadata' | 'structure' | 'nothing')[]"
    )]
    pub meanings: Vec<&'static str>,
    /// The program that the information written with this save names.
    pub writer: Option<String>,
    /// Dates that this save itself wrote.
    pub dates: Vec<SaveDate>,
    /// Objects it wrote or freed.
    pub objects: u32,
    /// The changed objects, at most 1,000; none are listed for the first save.
    pub changes: Vec<ObjectChange>,
    pub pages: PageSequence,
    /// Pages that show something else after it.
    #[napi(js_name = "page_changes")]
    pub page_changes: Vec<PageDifference>,
}

/// A date as it was written.
#[napi(object, object_from_js = false)]
pub struct SaveDate {
    /// `Info/ModDate`, `XMP/ModifyDate`, or the signature's name.
    pub place: String,
    pub date: String,
}

/// One object that a save wrote or freed.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ObjectChange {
    /// What it is for: `page 2 contents`, `field Total`, `Info`.
    pub name: String,
    #[napi(ts_type = "'added' | 'changed' | 'repeated' | 'freed'")]
    pub kind: &'static str,
    /// Entries that changed.
    pub entries: Vec<String>,
    /// Object number.
    pub object: u32,
    /// Bytes of the new version.
    #[napi(ts_type = "[number, number] | null")]
    pub span: Option<Vec<f64>>,
    /// Number of the save after which it already said the same, with another version between.
    #[napi(js_name = "as_after_save")]
    pub as_after_save: Option<u32>,
}

/// The sequence of pages before and after a save.
#[napi(object, object_from_js = false)]
pub struct PageSequence {
    pub before: u32,
    pub after: u32,
    /// Numbers after the save.
    pub added: Vec<u32>,
    /// Numbers before the save.
    pub removed: Vec<u32>,
    /// Number before and after.
    #[napi(ts_type = "[number, number][]")]
    pub moved: Vec<Vec<u32>>,
}

/// One page that shows something else.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct PageDifference {
    /// 1-based, after the save.
    pub page: u32,
    /// 1-based, before it.
    #[napi(js_name = "page_before")]
    pub page_before: u32,
    /// Where it was turned, or where another part of it is shown.
    pub sheet: Option<SheetChange>,
    pub values: Vec<ValueChange>,
    pub pictures: Vec<PictureNote>,
    pub drawings: Vec<DrawingNote>,
}

/// The page itself: width and height in PDF points, degrees by which viewers turn it clockwise.
#[napi(object, object_from_js = false)]
pub struct SheetChange {
    #[napi(js_name = "size_before", ts_type = "[number, number]")]
    pub size_before: Vec<f64>,
    #[napi(js_name = "size_after", ts_type = "[number, number]")]
    pub size_after: Vec<f64>,
    #[napi(js_name = "turn_before")]
    pub turn_before: i32,
    #[napi(js_name = "turn_after")]
    pub turn_after: i32,
}

/// Text that reads otherwise. Areas are `[x0, y0, x1, y1]` in PDF points from the bottom-left corner.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct ValueChange {
    /// On the page after the save.
    #[napi(ts_type = "[number, number, number, number] | null")]
    pub bbox: Option<Vec<f64>>,
    /// On the page before it.
    #[napi(
        js_name = "old_bbox",
        ts_type = "[number, number, number, number] | null"
    )]
    pub old_bbox: Option<Vec<f64>>,
    /// Of the page itself, or of what annotations and form fields show.
    #[napi(ts_type = "'page' | 'annotation'")]
    pub of: &'static str,
    /// Label beside it.
    pub field: Option<String>,
    #[napi(js_name = "old_value")]
    pub old_value: Option<String>,
    #[napi(js_name = "new_value")]
    pub new_value: Option<String>,
    /// Number of the save after which the same place already read so.
    #[napi(js_name = "as_after_save")]
    pub as_after_save: Option<u32>,
}

/// A picture that came, went or changed.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct PictureNote {
    #[napi(ts_type = "[number, number, number, number]")]
    pub bbox: Vec<f64>,
    #[napi(ts_type = "'added' | 'removed' | 'changed'")]
    pub kind: &'static str,
    /// Changed pixels, where both pictures can be read and have one size.
    #[napi(js_name = "pixels_changed")]
    pub pixels_changed: Option<f64>,
    #[napi(js_name = "pixels_of")]
    pub pixels_of: Option<f64>,
}

/// A line or surface that came or went.
#[napi(object, object_from_js = false)]
pub struct DrawingNote {
    #[napi(ts_type = "[number, number, number, number]")]
    pub bbox: Vec<f64>,
    #[napi(ts_type = "'added' | 'removed'")]
    pub kind: &'static str,
}

/// One file whose history is read.
pub struct HistoryReading {
    source: Source,
    password: String,
}

impl HistoryReading {
    pub fn new(source: Source, password: Option<String>) -> Self {
        Self {
            source,
            password: password.unwrap_or_default(),
        }
    }
}

impl Work for HistoryReading {
    type Answer = History;
    type Value = History;

    fn run(&self) -> History {
        let bytes = match self.source.bytes() {
            Ok(bytes) => bytes,
            Err(unread) => return History::failed(unread.failure),
        };
        match guarded(|| engine::history_with(&bytes, &self.password)) {
            Ok(history) => History::completed(history),
            Err(failure) => History::failed(failure),
        }
    }
}

impl History {
    fn completed(history: engine::History) -> Self {
        Self {
            status: "completed",
            pages: Some(history.pages),
            encrypted: history.encrypted,
            rebuilt: history.rebuilt,
            saves: history.saves.into_iter().map(Save::from).collect(),
            cut: history.cut,
            error: None,
        }
    }

    fn failed(failure: engine::Failure) -> Self {
        Self {
            status: "failed",
            pages: None,
            encrypted: false,
            rebuilt: false,
            saves: Vec::new(),
            cut: None,
            error: Some(Failure::from(failure)),
        }
    }
}

impl From<engine::Save> for Save {
    fn from(save: engine::Save) -> Self {
        Self {
            number: save.number,
            start: save.start as f64,
            end: save.end as f64,
            size_bytes: save.end.saturating_sub(save.start) as f64,
            linearised: save.linearised,
            meanings: save.meanings,
            writer: save.writer,
            dates: save.dates.into_iter().map(SaveDate::from).collect(),
            objects: save.objects,
            changes: save.changes.into_iter().map(ObjectChange::from).collect(),
            pages: PageSequence::from(save.pages),
            page_changes: save
                .page_changes
                .into_iter()
                .map(PageDifference::from)
                .collect(),
        }
    }
}

impl From<engine::SaveDate> for SaveDate {
    fn from(date: engine::SaveDate) -> Self {
        Self {
            place: date.place,
            date: date.date,
        }
    }
}

impl From<engine::ObjectChange> for ObjectChange {
    fn from(change: engine::ObjectChange) -> Self {
        Self {
            name: change.name,
            kind: change.kind,
            entries: change.entries,
            object: change.object,
            span: change
                .span
                .map(|(start, end)| vec![start as f64, end as f64]),
            as_after_save: change.as_after_save,
        }
    }
}

impl From<engine::PageSequence> for PageSequence {
    fn from(pages: engine::PageSequence) -> Self {
        let moved = pages.moved.into_iter();
        Self {
            before: pages.before,
            after: pages.after,
            added: pages.added,
            removed: pages.removed,
            moved: moved.map(|(before, after)| vec![before, after]).collect(),
        }
    }
}

impl From<engine::PageDifference> for PageDifference {
    fn from(page: engine::PageDifference) -> Self {
        Self {
            page: page.page,
            page_before: page.page_before,
            sheet: page.sheet.map(SheetChange::from),
            values: page.values.into_iter().map(ValueChange::from).collect(),
            pictures: page.pictures.into_iter().map(PictureNote::from).collect(),
            drawings: page.drawings.into_iter().map(DrawingNote::from).collect(),
        }
    }
}

impl From<engine::SheetChange> for SheetChange {
    fn from(sheet: engine::SheetChange) -> Self {
        Self {
            size_before: vec![sheet.size_before.0, sheet.size_before.1],
            size_after: vec![sheet.size_after.0, sheet.size_after.1],
            turn_before: sheet.turn_before,
            turn_after: sheet.turn_after,
        }
    }
}

impl From<engine::ValueChange> for ValueChange {
    fn from(value: engine::ValueChange) -> Self {
        Self {
            bbox: value.bbox.map(Vec::from),
            old_bbox: value.old_bbox.map(Vec::from),
            of: value.of,
            field: value.field,
            old_value: value.old_value,
            new_value: value.new_value,
            as_after_save: value.as_after_save,
        }
    }
}

impl From<engine::PictureNote> for PictureNote {
    fn from(note: engine::PictureNote) -> Self {
        Self {
            bbox: Vec::from(note.bbox),
            kind: note.kind,
            pixels_changed: note.pixels.map(|(changed, _)| changed as f64),
            pixels_of: note.pixels.map(|(_, of)| of as f64),
        }
    }
}

impl From<engine::DrawingNote> for DrawingNote {
    fn from(note: engine::DrawingNote) -> Self {
        Self {
            bbox: Vec::from(note.bbox),
            kind: note.kind,
        }
    }
}
