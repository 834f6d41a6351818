//! The signatures of a file as plain data: who signed which bytes and when, each of the seven axes in a word for
//! programs and a sentence for people, and what later saves did. Nothing here weighs or decides.

mod words;

use assay_pdf::{Area, Document, Page};
use assay_signatures::policy::{Alteration, Change, Finding, LaterSave, Level};
use assay_signatures::report::Kind;
use assay_signatures::signature::Anchor;
use assay_signatures::time::Moment;
use assay_signatures::{Remains, SignatureReport, Trust, examine};

use crate::facts::seen_from_corner;
use crate::report::Failure;
use crate::{Options, failure_of_limit, failure_to_open};

/// Most changes told of one later save.
const MAX_CHANGES: usize = 40;

/// What one file says of its signatures.
#[derive(Debug, Clone, PartialEq)]
pub struct Signatures {
    /// Saves in the file.
    pub saves: u32,
    pub signatures: Vec<Signed>,
    /// What signatures that are gone left behind, in sentences.
    pub remains: Vec<String>,
}

/// One signature.
#[derive(Debug, Clone, PartialEq)]
pub struct Signed {
    pub field: Option<String>,
    /// `approval`, `certification`, `document_timestamp`, `usage_rights`.
    pub kind: &'static str,
    pub format: String,
    /// 1-based; the page that shows the field.
    pub page: Option<u32>,
    pub area: Option<[f64; 4]>,
    pub visible: bool,
    /// Whether the file as it stands still shows it.
    pub shown: bool,
    pub signer: Option<Signer>,
    /// What the signature's dictionary says for people; signed, but only claimed.
    pub stated_name: Option<String>,
    pub reason: Option<String>,
    pub location: Option<String>,
    /// ISO 8601, UTC; how it is known says the axis `time`.
    pub time: Option<String>,
    /// The signed bytes: from, to (exclusive), twice.
    pub bytes: Vec<[u64; 2]>,
    /// 1-based number of the save that it signed.
    pub save: u32,
    pub integrity: Axis,
    pub coverage: Axis,
    pub later_changes: Axis,
    pub permission: Axis,
    pub identity: Axis,
    pub time_known: Axis,
    pub strength: Axis,
    /// Oddities and broken rules of the range, and of the value.
    pub notes: Vec<String>,
    pub later: Vec<Later>,
}

/// Who signed, as the certificate says.
#[derive(Debug, Clone, PartialEq)]
pub struct Signer {
    pub name: String,
    pub subject: String,
    pub issuer: String,
    pub serial: String,
    pub not_before: String,
    pub not_after: String,
}

/// One axis: a stable word, and a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    pub state: &'static str,
    pub words: String,
}

/// One save after the signature.
#[derive(Debug, Clone, PartialEq)]
pub struct Later {
    pub save: u32,
    pub bytes: [u64; 2],
    pub level: &'static str,
    pub words: String,
    pub changes: Vec<Changed>,
}

/// One thing that a later save did.
#[derive(Debug, Clone, PartialEq)]
pub struct Changed {
    pub level: &'static str,
    pub what: String,
    pub object: Option<u32>,
    /// Where the new version of the object stands.
    pub bytes: Option<[u64; 2]>,
    pub page: Option<u32>,
    pub area: Option<[f64; 4]>,
    pub field: Option<String>,
}

/// Reads the signatures of one file.
pub fn signatures(bytes: &[u8], options: &Options) -> Result<Signatures, Failure> {
    let document = Document::open_with(bytes, &options.password).map_err(failure_to_open)?;
    document.keep_objects();
    let trust = Trust {
        received: options.received.map(Moment),
        ..Trust::from_roots(options.trust.as_deref().unwrap_or_default()).0
    };
    let reports = examine(&document, &trust);
    let remains = Remains::read(&document, &reports);
    if let Some(limit) = document.budget().exceeded() {
        return Err(failure_of_limit(limit));
    }
    let asked = options.trust.is_some();
    let pages = Pages(document.latest().pages());
    Ok(Signatures {
        saves: document.revisions().len() as u32,
        signatures: reports
            .iter()
            .filter(|one| one.anchor != Anchor::Loose || one.is_intact())
            .map(|one| Signed::of(one, &document, &pages, asked))
            .collect(),
        remains: words::remains(&remains),
    })
}

impl Signed {
    fn of(report: &SignatureReport, document: &Document<'_>, pages: &Pages, asked: bool) -> Signed {
        let time = report.time.status.moment();
        Signed {
            field: report.field.clone(),
            kind: match report.kind {
                Kind::Approval => "approval",
                Kind::Certification(_) => "certification",
                Kind::DocumentTimestamp => "document_timestamp",
                Kind::UsageRights => "usage_rights",
            },
            format: report.sub_filter.name().to_string(),
            page: report.page,
            area: pages.corners(report.page, report.area),
            visible: report.visible,
            shown: report.shown,
            signer: Signer::of(report),
            stated_name: report.stated.name.clone(),
            reason: report.stated.reason.clone(),
            location: report.stated.location.clone(),
            time: time.map(|moment| moment.to_string()),
            bytes: report.range.map_or_else(Vec::new, |range| {
                [range.first, range.second].map(octets).to_vec()
            }),
            save: report.revision as u32 + 1,
            integrity: words::integrity(report),
            coverage: words::coverage(report, document.bytes().len()),
            later_changes: words::later(report),
            permission: words::permission(report),
            identity: words::identity(report, asked),
            time_known: words::time(report),
            strength: words::strength(report),
            notes: words::notes(report),
            later: report
                .later
                .saves
                .iter()
                .map(|save| Later::of(save, pages))
                .collect(),
        }
    }
}

impl Signer {
    fn of(report: &SignatureReport) -> Option<Signer> {
        let certificate = report.identity.path.first()?;
        Some(Signer {
            name: report
                .signer_name()
                .unwrap_or_else(|| certificate.subject.to_string()),
            subject: certificate.subject.to_string(),
            issuer: certificate.issuer.to_string(),
            serial: certificate
                .serial
                .iter()
                .map(|octet| format!("{octet:02x}"))
                .collect(),
            not_before: certificate.not_before.to_string(),
            not_after: certificate.not_after.to_string(),
        })
    }
}

impl Later {
    fn of(save: &LaterSave, pages: &Pages) -> Later {
        let told = |finding: &Finding| {
            !matches!(finding.what, Alteration::Added { .. }) || finding.level > Level::BenignHabit
        };
        let findings = save.changes.iter().flat_map(|change| {
            let findings = change.findings.iter().filter(|finding| told(finding));
            findings.map(move |finding| (change, finding))
        });
        let mut changes: Vec<(Level, Changed)> = findings
            .map(|(change, finding)| (finding.level, Changed::of(change, finding, save, pages)))
            .collect();
        changes.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
        let mut changes: Vec<Changed> = changes.into_iter().map(|(_, changed)| changed).collect();
        changes.dedup();
        changes.truncate(MAX_CHANGES);
        Later {
            save: save.revision as u32 + 1,
            bytes: octets(save.span),
            level: words::level(save.level),
            words: save.level.to_string(),
            changes,
        }
    }
}

impl Changed {
    fn of(change: &Change, finding: &Finding, save: &LaterSave, pages: &Pages) -> Changed {
        let over = save.overlays.iter().find(|overlay| {
            overlay.annotation.is_some()
                && (overlay.annotation == finding.annotation || overlay.annotation == change.object)
        });
        let what = match over {
            Some(overlay) => format!("{}, over “{}”", finding.what, overlay.hidden),
            None => finding.what.to_string(),
        };
        let page = finding.page.or(over.map(|overlay| overlay.page));
        Changed {
            level: words::level(finding.level),
            what,
            object: change.object.map(|id| id.number),
            bytes: change.span.map(octets),
            page,
            area: pages.corners(page, over.map(|overlay| overlay.area)),
            field: finding.field.as_deref().map(str::to_owned),
        }
    }
}

fn octets(span: assay_pdf::Span) -> [u64; 2] {
    [span.start as u64, span.end as u64]
}

/// The pages of the file as it stands, for places on them.
struct Pages(Vec<Page>);

impl Pages {
    fn corners(&self, page: Option<u32>, area: Option<Area>) -> Option<[f64; 4]> {
        let page = self.0.get((page? as usize).checked_sub(1)?)?;
        Some(seen_from_corner(page, &area?))
    }
}
