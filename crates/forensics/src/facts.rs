//! Everything observed about one file, gathered once and only read afterwards. No judgement.

use assay_signatures::form::Form;
use assay_signatures::{Remains as SignatureRemains, SignatureReport, Trust};

use crate::attachments::{self, Attachment};
use crate::claims::{Claim, earlier, fields, tagging, tags, titles};
use crate::codes::{self, Code};
use crate::layers::{self, OtherValue};
use crate::links::{self, Link};
use crate::remains::{self, Remains};
use crate::saves::{SaveFacts, later_saves};
use crate::scans::{self, PictureFacts};
use crate::thumbnails::{self, Part};
use assay_pdf::content::{Contents, Line, PageContent, lines};
use assay_pdf::layout::{Gap, Unlisted, gaps, unlisted};
use assay_pdf::{Area, Document, Info, LimitExceeded, Page, View, Xmp};

/// All facts of one file.
#[derive(Debug)]
pub struct Facts<'d> {
    pub document: &'d Document<'d>,
    pub pages: Vec<PageFacts>,
    pub saves: Vec<SaveFacts>,
    /// Earlier versions of pages that nothing refers to.
    pub remains: Vec<Remains>,
    /// Objects that no table leads to.
    pub unlisted: Vec<Unlisted>,
    /// Bytes that belong to nothing.
    pub gaps: Vec<Gap>,
    /// What form fields, tags and titles say beside what the pages show.
    pub claims: Vec<Claim>,
    /// What the pictures of pages tell.
    pub pictures: PictureFacts,
    pub signatures: Vec<SignatureReport>,
    /// What signatures that are gone left behind.
    pub signature_remains: SignatureRemains,
    /// Text in no mark of a tagged page.
    pub unmarked: Vec<tagging::Unmarked>,
    /// Values that are shown only at times.
    pub other_values: Vec<OtherValue>,
    /// Where a page and its thumbnail show different things.
    pub thumbnails: Vec<Part>,
    /// Links that are printed as an address.
    pub links: Vec<Link>,
    /// Whether the caller named roots that count.
    pub trust_configured: bool,
    pub info: Info,
    pub xmp: Option<Xmp>,
    /// XML files that the document carries.
    pub attachments: Vec<Attachment>,
    /// QR codes on the pages.
    pub codes: Vec<Code>,
}

/// One page as it stands.
#[derive(Debug)]
pub struct PageFacts {
    pub page: Page,
    pub content: PageContent,
    /// Lines of the text a person sees.
    pub lines: Vec<Line>,
}

/// Reads everything. `Err` when the file meets a limit on work.
pub fn gather<'d>(
    document: &'d Document<'d>,
    trust: Option<&Trust>,
) -> Result<Facts<'d>, LimitExceeded> {
    document.keep_objects();
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
    let pictures = scans::all(&view, &read)?;
    let saves = later_saves(document);
    let unlisted = unlisted(document)?;
    let gaps = gaps(document)?;
    let loose = remains::loose(document);
    let remains = remains::find(document, (&unlisted, &loose), &contents, &read);
    let signatures = assay_signatures::examine(document, trust.unwrap_or(&Trust::default()));
    let attachments = attachments::find(&view)?;
    let codes = codes::find(&view, &read)?;
    let signature_remains = SignatureRemains::read(document, &signatures);
    let (form, info, xmp) = (Form::read(&view), view.information(), view.xmp());
    let mut claims = fields::claims(&view, &form, &read, !signatures.is_empty());
    let left = (unlisted.as_slice(), loose.as_slice());
    claims.extend(earlier::claims(document, &contents, &form, left, &read));
    claims.extend(tags::claims(&view, &read));
    claims.extend(titles::claims(&view, &info, xmp.as_ref(), &read));
    let other_values = layers::other_values(&view, &contents, &read);
    let thumbnails = thumbnails::compare(document, &view, &read)?;
    let links = links::find(&view, &read);
    if let Some(limit) = document.budget().exceeded() {
        return Err(limit);
    }
    let unmarked = tagging::unmarked(&view, &read);
    Ok(Facts {
        document,
        pages: read,
        saves,
        remains,
        unlisted,
        gaps,
        claims,
        pictures,
        signatures,
        signature_remains,
        unmarked,
        other_values,
        thumbnails,
        links,
        trust_configured: trust.is_some(),
        info,
        xmp,
        attachments,
        codes,
    })
}

/// Lines of what a person sees: not hidden, not invisible.
pub fn visible_lines(content: &PageContent) -> Vec<Line> {
    lines(content, |run| !run.hidden && run.mode != 3 && run.mode != 7)
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

/// An area of a page in points from the bottom-left corner of what viewers show.
pub fn seen_from_corner(page: &Page, area: &Area) -> [f64; 4] {
    let corner = &page.crop_box;
    let round = |value: f64| (value * 100.0).round() / 100.0;
    [
        area.x0 - corner.x0,
        area.y0 - corner.y0,
        area.x1 - corner.x0,
        area.y1 - corner.y0,
    ]
    .map(round)
}

impl PageFacts {
    /// An area of this page in points from the bottom-left corner of what viewers show.
    pub fn bbox(&self, area: &Area) -> [f64; 4] {
        seen_from_corner(&self.page, area)
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
