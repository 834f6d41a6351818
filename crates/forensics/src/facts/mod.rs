//! Everything observed about one file, gathered once and only read afterwards. No judgement.

pub mod attachments;
pub mod claims;
pub mod codes;
pub mod damage;
pub mod drawn_text;
pub mod file;
pub mod fonts;
pub mod layers;
pub mod links;
pub mod page;
pub mod remains;
pub mod saves;
pub mod scans;
pub mod shapes;
pub mod thumbnails;
pub mod values;

use assay_signatures::form::Form;
use assay_signatures::{Remains as SignatureRemains, SignatureReport, Trust};

use self::attachments::Attachment;
use self::claims::{Claim, earlier, fields, tagging, tags, titles};
use self::codes::Code;
use self::drawn_text::DrawnText;
use self::file::FileFacts;
use self::fonts::Programs;
use self::layers::OtherValue;
use self::links::Link;
use self::remains::Remains;
use self::saves::{SaveFacts, later_saves};
use self::scans::PictureFacts;
use self::thumbnails::Part;
use assay_pdf::content::Contents;
use assay_pdf::layout::{gaps, unlisted};
use assay_pdf::{Anomaly, Document, Info, LimitExceeded, ObjectId, Page, Span, View, Xmp};
use assay_values::Examination;

pub use self::page::{PageFacts, seen_from_corner};

use self::page::visible_lines;
use crate::writers::producers;

/// All facts of one file.
#[derive(Debug)]
pub struct Facts<'d> {
    /// Only for gathering: what signals need of it is a fact.
    document: &'d Document<'d>,
    pub file: FileFacts,
    pub programs: Programs<'d>,
    pub pages: Vec<PageFacts>,
    pub saves: Vec<SaveFacts>,
    /// Earlier versions of pages that nothing refers to.
    pub remains: Vec<Remains>,
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
    /// Texts of each page that are drawn as shapes.
    pub drawn_texts: Vec<Vec<DrawnText>>,
    /// What the printed values say together.
    pub values: Examination,
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
    let read = read_pages(&view, &contents, pages)?;
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
    let mut file = FileFacts::of(document, &unlisted, &gaps);
    let producer = file::producer(&info, xmp.as_ref());
    if producer.and_then(producers::writes_every_page).is_some() {
        file.hand = file::hand(&contents, &read);
    }
    let drawn_texts = drawn_text::all(&view, &read);
    let values = values::examined(&read, &attachments, &codes);
    Ok(Facts {
        document,
        file,
        programs: Programs::of(view),
        pages: read,
        saves,
        remains,
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
        drawn_texts,
        values,
    })
}

/// What each page draws, as far as one page may go, unless the document met a limit.
fn read_pages(
    view: &View<'_>,
    contents: &Contents<'_>,
    pages: Vec<Page>,
) -> Result<Vec<PageFacts>, LimitExceeded> {
    let read = pages.into_iter().map(|page| {
        let content = contents.page(&page);
        match view.document().budget().exceeded() {
            Some(limit) => Err(limit),
            None => Ok(PageFacts {
                lines: visible_lines(&content),
                annotations: page::annotations::of_page(view, &page),
                page,
                content,
            }),
        }
    });
    read.collect()
}

impl Facts<'_> {
    /// Where the reader met with what breaks or bends the specification, up to now.
    pub fn anomalies(&self) -> Vec<Anomaly> {
        self.document.anomalies()
    }

    /// The producer that the file names.
    pub fn producer(&self) -> Option<&str> {
        file::producer(&self.info, self.xmp.as_ref())
    }

    /// The data of a stream, if that is one.
    pub fn stream_data(&self, id: ObjectId) -> Option<Span> {
        let object = self.document.latest().indirect(id)?;
        Some(object.object.as_stream()?.data)
    }

    /// The page with this 1-based number.
    pub fn page(&self, number: u32) -> Option<&PageFacts> {
        self.pages.get((number as usize).checked_sub(1)?)
    }
}
