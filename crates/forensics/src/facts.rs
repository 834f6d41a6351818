//! Everything observed about one file, gathered once and only read afterwards. No judgement.

use assay_signatures::{SignatureReport, Trust};

use crate::remains::{self, Remains};
use assay_pdf::content::{Contents, Line, PageContent, SourceKind, TextChange, difference, lines};
use assay_pdf::revisions::changes::{Change, ChangeKind, Role, changes};
use assay_pdf::{Area, Document, Info, LimitExceeded, Page, View, Xmp};

/// Later saves compared with the one before them: a file saved more often is compared at its newest saves.
const SAVES_COMPARED: usize = 48;

/// All facts of one file.
#[derive(Debug)]
pub struct Facts<'d> {
    pub document: &'d Document<'d>,
    pub pages: Vec<PageFacts>,
    pub saves: Vec<SaveFacts>,
    /// Earlier versions of pages that nothing refers to.
    pub remains: Vec<Remains>,
    pub signatures: Vec<SignatureReport>,
    /// Whether the caller named roots that count.
    pub trust_configured: bool,
    pub info: Info,
    pub xmp: Option<Xmp>,
}

/// One page as it stands.
#[derive(Debug)]
pub struct PageFacts {
    pub page: Page,
    pub content: PageContent,
    /// Lines of the text a person sees.
    pub lines: Vec<Line>,
}

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
    /// Text of the page's own contents.
    pub text: Vec<TextChange>,
    /// Text of annotations and form fields.
    pub annotation_text: Vec<TextChange>,
    /// Words the page showed before.
    pub words_before: usize,
    /// Pictures drawn before and not after, or after and not before.
    pub images: Vec<Area>,
    /// The object numbers whose change this is.
    pub objects: Vec<u32>,
}

/// Reads everything. `Err` when the file meets a limit on work.
pub fn gather<'d>(
    document: &'d Document<'d>,
    trust: Option<&Trust>,
) -> Result<Facts<'d>, LimitExceeded> {
    let view = document.latest();
    let pages = view.pages();
    if pages.len() > assay_pdf::limits::PAGES {
        return Err(LimitExceeded::Pages);
    }
    let contents = Contents::new(view);
    let mut read = Vec::with_capacity(pages.len());
    for page in pages {
        let content = contents.page(&page);
        if let Some(limit) = content.cut {
            return Err(limit);
        }
        let lines = visible_lines(&content);
        read.push(PageFacts {
            page,
            content,
            lines,
        });
    }
    let saves = later_saves(document);
    let remains = remains::find(document, &contents, &read);
    let signatures = assay_signatures::examine(document, trust.unwrap_or(&Trust::default()));
    if let Some(limit) = document.budget().exceeded() {
        return Err(limit);
    }
    Ok(Facts {
        document,
        pages: read,
        saves,
        remains,
        signatures,
        trust_configured: trust.is_some(),
        info: view.information(),
        xmp: view.xmp(),
    })
}

/// Lines of what a person sees: not hidden, not invisible.
pub fn visible_lines(content: &PageContent) -> Vec<Line> {
    lines(content, |run| !run.hidden && run.mode != 3 && run.mode != 7)
}

fn later_saves(document: &Document<'_>) -> Vec<SaveFacts> {
    let count = document.revisions().len();
    let first = count.saturating_sub(SAVES_COMPARED).max(1);
    (first..count)
        .map(|revision| save(document, revision))
        .collect()
}

fn save(document: &Document<'_>, revision: usize) -> SaveFacts {
    let changes = changes(document, revision);
    let (old, new) = (document.at(revision - 1), document.at(revision));
    let (before, after) = (old.pages(), new.pages());
    let mut touched: Vec<(u32, Vec<u32>)> = Vec::new();
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
        match touched.iter_mut().find(|(page, _)| *page == number) {
            Some((_, objects)) => objects.push(change.id.number),
            None => touched.push((number, vec![change.id.number])),
        }
    }
    // Fields and whatever is reached another way may stand on any page.
    let anywhere = changes.iter().any(|c| {
        c.kind != ChangeKind::Repeated
            && matches!(c.role, Role::Form | Role::Other | Role::PageTree)
    });
    let mut pages = Vec::new();
    let (old_contents, new_contents) = (Contents::new(old), Contents::new(new));
    for page in &after {
        let objects = touched
            .iter()
            .find(|(number, _)| *number == page.number)
            .map(|(_, objects)| objects.clone());
        if objects.is_none() && !anywhere {
            continue;
        }
        let Some(earlier) = same_page(&before, page) else {
            continue;
        };
        let change = compare(
            &old_contents,
            earlier,
            &new_contents,
            page,
            objects.unwrap_or_default(),
        );
        if !change.text.is_empty()
            || !change.annotation_text.is_empty()
            || !change.images.is_empty()
        {
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

/// The page before: the one with the same object, else the one in the same place.
fn same_page<'p>(before: &'p [Page], page: &Page) -> Option<&'p Page> {
    let by_id = page
        .id
        .and_then(|id| before.iter().find(|earlier| earlier.id == Some(id)));
    by_id.or_else(|| before.get(page.number as usize - 1))
}

fn compare(
    old: &Contents<'_>,
    before: &Page,
    new: &Contents<'_>,
    after: &Page,
    objects: Vec<u32>,
) -> PageChange {
    let (old_content, new_content) = (old.page(before), new.page(after));
    let own = |content: &PageContent, annotations: bool| {
        lines(content, |run| {
            let annotation = matches!(
                content.sources.get(usize::from(run.source)).map(|s| s.kind),
                Some(SourceKind::Annotation(_))
            );
            !run.hidden && run.mode != 3 && run.mode != 7 && annotation == annotations
        })
    };
    let (old_own, new_own) = (own(&old_content, false), own(&new_content, false));
    PageChange {
        page: after.number,
        text: difference(&old_own, &new_own),
        annotation_text: difference(&own(&old_content, true), &own(&new_content, true)),
        words_before: old_own.iter().map(|line| line.words.len()).sum(),
        images: image_changes(&old_content, &new_content),
        objects,
    }
}

fn image_changes(old: &PageContent, new: &PageContent) -> Vec<Area> {
    let key = |content: &PageContent| -> Vec<(Option<assay_pdf::ObjectId>, Area)> {
        content
            .images
            .iter()
            .filter(|image| !image.hidden && image.area.size() > 1.0)
            .map(|image| (image.id, image.area))
            .collect()
    };
    let (old, new) = (key(old), key(new));
    let close = |a: &Area, b: &Area| {
        (a.x0 - b.x0).abs() + (a.y0 - b.y0).abs() + (a.x1 - b.x1).abs() + (a.y1 - b.y1).abs() < 2.0
    };
    let missing = |from: &[(Option<assay_pdf::ObjectId>, Area)],
                   other: &[(Option<assay_pdf::ObjectId>, Area)]|
     -> Vec<Area> {
        from.iter()
            .filter(|(_, area)| !other.iter().any(|(_, candidate)| close(area, candidate)))
            .map(|(_, area)| *area)
            .collect()
    };
    let mut changed = missing(&old, &new);
    changed.extend(missing(&new, &old));
    changed
}

impl<'d> Facts<'d> {
    pub fn view(&self) -> View<'d> {
        self.document.latest()
    }

    /// The page with this 1-based number.
    pub fn page(&self, number: u32) -> Option<&PageFacts> {
        self.pages.get((number as usize).checked_sub(1)?)
    }
}

impl PageFacts {
    /// An area of this page in points from the bottom-left corner of what viewers show.
    pub fn bbox(&self, area: &Area) -> [f64; 4] {
        let corner = &self.page.crop_box;
        let round = |value: f64| (value * 100.0).round() / 100.0;
        [
            area.x0 - corner.x0,
            area.y0 - corner.y0,
            area.x1 - corner.x0,
            area.y1 - corner.y0,
        ]
        .map(round)
    }

    /// The direction of text that a person reads upright on this page, degrees counter-clockwise.
    pub fn upright(&self) -> i32 {
        self.page.rotate.rem_euclid(360)
    }

    /// Share of the visible page that pictures cover, 0 to 1; the largest one counts, or strips together.
    pub fn image_cover(&self) -> f64 {
        let page = &self.page.crop_box;
        let covered: f64 = self
            .content
            .images
            .iter()
            .filter(|image| !image.hidden)
            .map(|image| page.covered_by(&image.area))
            .sum();
        covered.min(1.0)
    }
}
