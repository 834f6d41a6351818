//! What later saves did to the pages: each page in the state before and after, by text, pictures and drawing.

use rustc_hash::FxHashMap;

use assay_pdf::content::{Color, Contents, Image, Line, PageContent, lines};
use assay_pdf::images::{self, PictureDifference};
use assay_pdf::revisions::changes::{Change, ChangeKind, Role, changes};
use assay_pdf::revisions::earlier_page;
use assay_pdf::{Area, Document, Page, View};

use crate::facts::page::{
    LabelledChange, label, labelled_changes, opaque, opaque_picture, own, seen,
};

/// Later saves compared with the one before them: a file saved more often is compared at its newest saves.
const SAVES_COMPARED: usize = 48;
/// Places of one page where something is drawn otherwise.
const DRAWINGS: usize = 64;
/// A word is hidden when so much of it lies under something opaque: the box of a word is taller than its letters.
const COVERED: f64 = 0.75;
/// Surfaces of one page that words are held against.
const COVERS: usize = 512;
/// Pairs of pictures compared that count as one content operator.
const PAIRS_PER_OPERATOR: u64 = 64;
/// Sides of a page that differ by no more are the same, points.
const SAME_SHEET: f64 = 0.5;
/// Sides of a picture, all four together, may differ by so many points.
const SAME_PLACE: f64 = 2.0;

/// What one later save did.
#[derive(Debug)]
pub struct SaveFacts {
    /// Index of the save, at least 1.
    pub revision: usize,
    pub changes: Vec<Change>,
    /// Pages it changed what is shown of.
    pub pages: Vec<PageChange>,
    pub page_count_before: usize,
    pub page_count_after: usize,
}

/// One page in the state before and after a save.
#[derive(Debug)]
pub struct PageChange {
    /// 1-based, after the save.
    pub page: u32,
    /// 1-based, before it.
    pub page_before: u32,
    /// What viewers show of the page, before and after.
    pub boxes: (Area, Area),
    /// By how much viewers turn it, degrees clockwise, before and after.
    pub turns: (i32, i32),
    /// Text of the page's own contents.
    pub text: Vec<LabelledChange>,
    /// Text of annotations and form fields.
    pub annotation_text: Vec<LabelledChange>,
    /// Words the page showed before.
    pub words_before: usize,
    /// Pictures drawn before and not after, after and not before, or with other pixels.
    pub images: Vec<PictureChange>,
    /// Lines and surfaces drawn before and not after, or after and not before.
    pub drawings: Vec<DrawingChange>,
    /// The object numbers whose change this is.
    pub objects: Vec<u32>,
}

/// One place of a page where a picture came, went or changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PictureChange {
    /// Of the pixels that changed, where they could be told.
    pub area: Area,
    pub kind: PictureChangeKind,
}

/// One place of a page where a line or surface came or went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawingChange {
    pub area: Area,
    /// Drawn after the save and not before.
    pub added: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PictureChangeKind {
    Added,
    Removed,
    Changed(PictureDifference),
}

impl PageChange {
    /// Whether the page was turned, or another part of it is shown.
    pub fn other_sheet(&self) -> bool {
        let (before, after) = &self.boxes;
        let sides = |area: &Area| [area.x0, area.y0, area.x1, area.y1];
        let apart = |(a, b): (f64, f64)| (a - b).abs() > SAME_SHEET;
        let boxes = sides(before).into_iter().zip(sides(after)).any(apart);
        self.turns.0 != self.turns.1 || boxes
    }

    /// Whether a person sees another page.
    pub fn is_visible(&self) -> bool {
        self.other_sheet()
            || !(self.text.is_empty()
                && self.annotation_text.is_empty()
                && self.images.is_empty()
                && self.drawings.is_empty())
    }
}

pub fn later_saves(document: &Document<'_>) -> Vec<SaveFacts> {
    let count = document.revisions().len();
    let first = count.saturating_sub(SAVES_COMPARED).max(1);
    (first..count)
        // Past a limit there is no report, so that there is nothing more to compare.
        .take_while(|_| document.budget().exceeded().is_none())
        .map(|revision| save(document, revision, changes(document, revision)))
        .collect()
}

/// The pages before and after save `revision`, which made these changes.
pub fn save(document: &Document<'_>, revision: usize, changes: Vec<Change>) -> SaveFacts {
    let (old, new) = (
        document.at(revision.saturating_sub(1)),
        document.at(revision),
    );
    let (before, after) = (old.pages(), new.pages());
    let touched = touched_pages(&changes);
    // Fields and whatever is reached another way may stand on any page.
    let anywhere = changes.iter().any(|c| {
        c.kind != ChangeKind::Repeated
            && matches!(
                c.role,
                Role::Form | Role::Other | Role::PageTree | Role::OptionalContent | Role::Catalog
            )
    });
    let mut pages = Vec::new();
    let states = States {
        old: Contents::new(old),
        new: Contents::new(new),
    };
    for page in &after {
        if document.budget().exceeded().is_some() {
            break;
        }
        let objects = touched.get(&page.number);
        if objects.is_none() && !anywhere {
            continue;
        }
        let Some(earlier) = earlier_page(&before, &after, page) else {
            continue;
        };
        let change = states.compare(earlier, page, objects.cloned().unwrap_or_default());
        if change.is_visible() {
            pages.push(change);
        }
    }
    SaveFacts {
        revision,
        changes,
        pages,
        page_count_before: before.len(),
        page_count_after: after.len(),
    }
}

/// The objects of each page that were changed, by the page's number.
fn touched_pages(changes: &[Change]) -> FxHashMap<u32, Vec<u32>> {
    let mut touched: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for change in changes
        .iter()
        .filter(|change| change.kind != ChangeKind::Repeated)
    {
        let number = match change.role {
            Role::PageContents(n)
            | Role::PageFont(n)
            | Role::PageXObject(n)
            | Role::PageResources(n)
            | Role::Page(n)
            | Role::Annotation(n) => n,
            _ => continue,
        };
        touched.entry(number).or_default().push(change.id.number);
    }
    touched
}

struct States<'d> {
    old: Contents<'d>,
    new: Contents<'d>,
}

impl States<'_> {
    fn compare(&self, before: &Page, after: &Page, objects: Vec<u32>) -> PageChange {
        let (old, new) = (self.old.page(before), self.new.page(after));
        let (old_own, new_own) = (shown_lines(&old, false), shown_lines(&new, false));
        let (old_notes, new_notes) = (shown_lines(&old, true), shown_lines(&new, true));
        let mut annotation_text = labelled_changes(&old_notes, &new_notes);
        for change in &mut annotation_text {
            // What stands beside a field is printed on the page.
            change.field = label(&new_own, &change.area);
        }
        PageChange {
            page: after.number,
            page_before: before.number,
            boxes: (before.crop_box, after.crop_box),
            turns: (before.rotate, after.rotate),
            text: labelled_changes(&old_own, &new_own),
            annotation_text,
            words_before: old_own.iter().map(|line| line.words.len()).sum(),
            images: self.pictures(&old, &new),
            drawings: drawings(&old, &new),
            objects,
        }
    }

    fn pictures(&self, old: &PageContent, new: &PageContent) -> Vec<PictureChange> {
        let shown = |content: &PageContent| -> Vec<Image> {
            let images = content.images.iter();
            images
                .filter(|image| !image.hidden && image.area.size() > 1.0)
                .cloned()
                .collect()
        };
        let (before, after) = (shown(old), shown(new));
        // Each is held against each.
        let pairs = before.len().saturating_mul(after.len()) as u64;
        let budget = self.old.view().document().budget();
        if budget.spend_operators(pairs / PAIRS_PER_OPERATOR).is_err() {
            return Vec::new();
        }
        let mut left = vec![true; before.len()];
        let mut found = Vec::new();
        for image in &after {
            let here = before
                .iter()
                .enumerate()
                .filter(|(at, other)| {
                    left.get(*at).copied().unwrap_or(false) && close(&other.area, &image.area)
                })
                // Of several in one place, the one that is the same object.
                .min_by_key(|(_, other)| other.id != image.id);
            let Some((at, other)) = here else {
                found.push(PictureChange {
                    area: image.area,
                    kind: PictureChangeKind::Added,
                });
                continue;
            };
            if let Some(flag) = left.get_mut(at) {
                *flag = false;
            }
            if let Some(difference) = self.picture(other, image) {
                found.push(PictureChange {
                    area: part_of(image, &difference),
                    kind: PictureChangeKind::Changed(difference),
                });
            }
        }
        let gone = before.iter().zip(left).filter(|(_, left)| *left);
        found.extend(gone.map(|(image, _)| PictureChange {
            area: image.area,
            kind: PictureChangeKind::Removed,
        }));
        found
    }

    /// How two pictures in one place differ. Pictures that stand in the contents themselves are compared by their size.
    fn picture(&self, before: &Image, after: &Image) -> Option<PictureDifference> {
        let (old, new): (View<'_>, View<'_>) = (self.old.view(), self.new.view());
        let (Some(old_id), Some(new_id)) = (before.id, after.id) else {
            let sizes = ((before.width, before.height), (after.width, after.height));
            return (before.id.is_some() != after.id.is_some() || sizes.0 != sizes.1).then_some(
                PictureDifference::Size {
                    before: sizes.0,
                    after: sizes.1,
                },
            );
        };
        let (a, b) = (old.indirect(old_id)?, new.indirect(new_id)?);
        if a.id == b.id && a.span == b.span {
            return None;
        }
        let (a, b) = (a.object.as_stream()?, b.object.as_stream()?);
        images::difference(&old, a, &new, b).ok().flatten()
    }
}

/// Lines that a person sees, of the page's own contents or of its annotations.
fn shown_lines(content: &PageContent, annotations: bool) -> Vec<Line> {
    let mut shown = lines(content, |run| {
        seen(run) && own(content, run.source) != annotations
    });
    let covers = covers(content);
    if !covers.is_empty() {
        for line in &mut shown {
            line.words.retain(|word| {
                !covers.iter().any(|(order, area)| {
                    *order > word.order.1 && word.area.covered_by(area) >= COVERED
                })
            });
        }
        shown.retain(|line| !line.words.is_empty());
    }
    shown
}

/// Surfaces and pictures of the page's own contents that hide what was painted before them, with their paint order.
fn covers(content: &PageContent) -> Vec<(u32, Area)> {
    let paints = content.paints.iter();
    let paints =
        paints.filter(|paint| opaque(paint) && paint.rectangle && own(content, paint.source));
    let pictures = content.images.iter();
    let pictures = pictures.filter(|image| opaque_picture(image) && own(content, image.source));
    let mut covers: Vec<(u32, Area)> = paints
        .map(|paint| (paint.order, paint.area))
        .chain(pictures.map(|image| (image.order, image.area)))
        .collect();
    // A page of thousands of surfaces is a drawing; the last ones decide what is seen.
    covers.sort_by_key(|(order, _)| std::cmp::Reverse(*order));
    covers.truncate(COVERS);
    covers
}

fn close(a: &Area, b: &Area) -> bool {
    let apart = (a.x0 - b.x0).abs() + (a.y0 - b.y0).abs() + (a.x1 - b.x1).abs();
    apart + (a.y1 - b.y1).abs() < SAME_PLACE
}

/// Where on the page the changed pixels are; the whole picture where that is not known.
fn part_of(image: &Image, difference: &PictureDifference) -> Area {
    let PictureDifference::Pixels {
        part: [x0, y0, x1, y1],
        ..
    } = *difference
    else {
        return image.area;
    };
    let part = image.placed(&Area { x0, y0, x1, y1 });
    part.intersection(&image.area).unwrap_or(image.area)
}

/// Places where lines and surfaces are drawn in one state and not in the other, from the top of the page.
fn drawings(old: &PageContent, new: &PageContent) -> Vec<DrawingChange> {
    let (before, after) = (paints(old), paints(new));
    let mut changes: Vec<DrawingChange> = Vec::new();
    for (from, other, added) in [(&before, &after, false), (&after, &before, true)] {
        for (key, (count, area)) in from {
            if other.get(key).is_none_or(|(others, _)| others < count) {
                changes.push(DrawingChange { area: *area, added });
            }
        }
    }
    // The map has no order of its own.
    changes.sort_by(|a, b| {
        let (x, y) = (&a.area, &b.area);
        y.y1.total_cmp(&x.y1)
            .then(x.x0.total_cmp(&y.x0))
            .then(x.y0.total_cmp(&y.y0))
            .then(x.x1.total_cmp(&y.x1))
            .then(a.added.cmp(&b.added))
    });
    changes.dedup();
    changes.truncate(DRAWINGS);
    changes
}

/// A painted path to whole points with its colours, so that another notation of the same number is no change.
type PaintKey = ([i64; 4], Option<Shade>, Option<Shade>);
/// `None` for patterns.
type Shade = Option<[u8; 3]>;

fn paints(content: &PageContent) -> FxHashMap<PaintKey, (usize, Area)> {
    let mut paints: FxHashMap<PaintKey, (usize, Area)> = FxHashMap::default();
    let shade = |colour: &Option<Color>| {
        let rgb = colour.as_ref().map(|colour| colour.rgb);
        rgb.map(|rgb| rgb.map(|rgb| rgb.map(|share| (share * 255.0).round() as u8)))
    };
    for paint in content.paints.iter().filter(|paint| !paint.hidden) {
        let area = paint.area;
        let key = (
            [area.x0, area.y0, area.x1, area.y1].map(|side| side.round() as i64),
            shade(&paint.filled),
            shade(&paint.stroked),
        );
        paints.entry(key).or_insert((0, area)).0 += 1;
    }
    paints
}
