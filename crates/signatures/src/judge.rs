//! The axes that need everything at hand: integrity out of range and value, time out of all timestamps, identity and
//! strength at that time. A fixed function of the facts: no clock, no defaults for what is missing.

use std::sync::Arc;

use assay_pdf::Span;

use crate::certificate::Certificate;
use crate::chain::{Checks, Evidence, Identity, JudgedAt, Purpose, Sources, Trust, build};
use crate::cms::{CertificateBinding, CmsError, DigestCheck, Outcome, SubFilter};
use crate::policy::Restrictions;
use crate::report::{
    Breakage, Coverage, Integrity, Kind, LaterChanges, PermissionCheck, SignatureReport, Stamp,
    StampKind, Stated, TimeEvidence, TimeStatus, Unverifiable,
};
use crate::signature::Anchor;
use crate::strength::Strength;
use crate::time::Moment;
use crate::verify::{SignatureCheck, Unsupported};

/// Certificates, answers and lists whose signatures are checked for one file. A chain of signatures with its timestamps
/// needs some dozens.
const MAX_CHECKS: usize = 1500;

/// A report before anything is known.
pub(crate) fn blank() -> SignatureReport {
    SignatureReport {
        field: None,
        anchor: Anchor::Loose,
        kind: Kind::Approval,
        page: None,
        area: None,
        visible: false,
        object: None,
        span: Span::new(0, 0),
        revision: 0,
        shown: false,
        sub_filter: SubFilter::Absent,
        stated: Stated::default(),
        range: None,
        violations: Vec::new(),
        value: None,
        integrity: Integrity::Unsupported(Unverifiable::Means(Unsupported::NoCertificate)),
        coverage: Coverage::Nothing,
        later: LaterChanges::default(),
        unused_pages: Vec::new(),
        permission: PermissionCheck::NoneStated,
        restrictions: Restrictions::default(),
        identity: Identity::without_certificate(),
        time: TimeEvidence {
            status: TimeStatus::Unknown,
            attribute: None,
            dictionary: None,
            stamps: Vec::new(),
        },
        judged_at: JudgedAt::default(),
        strength: Strength::Unknown,
    }
}

/// Fills in integrity, time, identity and strength.
pub(crate) fn judge(
    reports: &mut [SignatureReport],
    store: &[Arc<Certificate>],
    evidence: &Evidence,
    trust: &Trust,
) {
    let judging = Judging {
        store,
        evidence,
        trust,
        checks: Checks::new(MAX_CHECKS),
    };
    for report in reports.iter_mut() {
        report.integrity = integrity(report);
        report.time = judging.own_time(report);
    }
    let documents = document_stamps(reports);
    for report in reports.iter_mut() {
        judging.add_later_stamps(report, &documents);
        let at = judging.judged_at(report.time.status);
        if let Some(Ok(outcome)) = &report.value {
            let purpose = match report.kind {
                Kind::DocumentTimestamp => Purpose::TimeStamping,
                _ => Purpose::Signing,
            };
            report.judged_at = at;
            report.identity = judging.identity(outcome, purpose, at);
            report.strength = strength(outcome, at.proven);
        }
    }
}

fn integrity(report: &SignatureReport) -> Integrity {
    let mut broken: Vec<Breakage> = report
        .violations
        .iter()
        .filter(|violation| violation.is_fatal())
        .map(|violation| Breakage::Range(violation.clone()))
        .collect();
    let mut unsupported = None;
    match &report.value {
        // Without a range or contents, the violations say so.
        None => {}
        Some(Err(error)) => broken.push(Breakage::Value(error.clone())),
        Some(Ok(outcome)) => {
            read_outcome(outcome, &mut broken, &mut unsupported);
            if let SubFilter::Other(_) | SubFilter::Absent = report.sub_filter {
                let name = report.sub_filter.name().to_string();
                unsupported.get_or_insert(Unverifiable::SubFilter(name));
            }
        }
    }
    match unsupported {
        _ if !broken.is_empty() => Integrity::Broken(broken),
        Some(what) => Integrity::Unsupported(what),
        None if report.value.is_none() => Integrity::Broken(vec![Breakage::Value(CmsError::Empty)]),
        None => Integrity::Intact,
    }
}

fn read_outcome(
    outcome: &Outcome,
    broken: &mut Vec<Breakage>,
    unsupported: &mut Option<Unverifiable>,
) {
    for digest in [Some(&outcome.digest), outcome.content_digest.as_ref()] {
        match digest {
            Some(DigestCheck::Mismatch { algorithm, .. }) => {
                broken.push(Breakage::Digest(*algorithm));
            }
            Some(DigestCheck::Absent) => broken.push(Breakage::DigestMissing),
            Some(DigestCheck::Unsupported(oid)) => {
                unsupported.get_or_insert(Unverifiable::Digest(*oid));
            }
            _ => {}
        }
    }
    match &outcome.signature {
        SignatureCheck::Verified(_) => {}
        SignatureCheck::Failed(flaw) => broken.push(Breakage::Signature(*flaw)),
        SignatureCheck::Unsupported(what) => {
            unsupported.get_or_insert(Unverifiable::Means(*what));
        }
    }
    if let CertificateBinding::Contradicted(_) = outcome.binding {
        broken.push(Breakage::Certificate);
    }
    for defect in &outcome.defects {
        broken.push(Breakage::Defect(*defect));
    }
}

/// An intact document timestamp: where its signed bytes end, and what it says.
struct DocumentStamp {
    end: usize,
    stamp: Stamp,
}

fn document_stamps(reports: &[SignatureReport]) -> Vec<DocumentStamp> {
    let mut stamps = Vec::new();
    for report in reports {
        if report.kind != Kind::DocumentTimestamp || !report.is_intact() {
            continue;
        }
        let own = report.time.stamps.iter();
        let mut own = own.filter(|stamp| stamp.kind == StampKind::Document);
        if let (Some(range), Some(stamp)) = (&report.range, own.next_back()) {
            stamps.push(DocumentStamp {
                end: range.end(),
                stamp: stamp.clone(),
            });
        }
    }
    stamps
}

struct Judging<'j> {
    store: &'j [Arc<Certificate>],
    evidence: &'j Evidence,
    trust: &'j Trust,
    checks: Checks,
}

impl Judging<'_> {
    /// Times stated by the signer and by timestamps in the value itself.
    fn own_time(&self, report: &SignatureReport) -> TimeEvidence {
        let mut time = TimeEvidence {
            status: TimeStatus::Unknown,
            attribute: None,
            dictionary: None,
            stamps: Vec::new(),
        };
        let date = report.stated.date.as_deref();
        time.dictionary = date.and_then(|date| Moment::from_pdf_date(date.as_bytes()));
        if let Some(Ok(outcome)) = &report.value {
            time.attribute = outcome.signing_time;
            for stamp in &outcome.timestamps {
                let moment = stamp.info.time;
                time.stamps.push(Stamp {
                    kind: StampKind::Signature,
                    time: moment,
                    holds: holds(&stamp.outcome),
                    broken: is_broken(&stamp.outcome),
                    identity: self.identity(&stamp.outcome, Purpose::TimeStamping, moment.into()),
                });
            }
            if let Some(info) = &outcome.token {
                time.stamps.push(Stamp {
                    kind: StampKind::Document,
                    time: info.time,
                    holds: report.is_intact(),
                    broken: matches!(report.integrity, Integrity::Broken(_)),
                    identity: self.identity(outcome, Purpose::TimeStamping, info.time.into()),
                });
            }
        }
        time.status = status(&time);
        time
    }

    /// Document timestamps of later saves prove that this signature existed then.
    fn add_later_stamps(&self, report: &mut SignatureReport, documents: &[DocumentStamp]) {
        let Some(range) = &report.range else {
            return;
        };
        let end = range.end();
        for later in documents.iter().filter(|later| later.end > end) {
            report.time.stamps.push(later.stamp.clone());
        }
        report.time.status = status(&report.time);
    }

    /// A time stamp of nobody's trust is worth no more than a claim: anybody can run such a service.
    fn judged_at(&self, status: TimeStatus) -> JudgedAt {
        let stamped = match status {
            TimeStatus::Proven(moment) => Some(moment),
            _ => None,
        };
        let proven = stamped.or(self.trust.received);
        JudgedAt {
            proven,
            assumed: proven.or(status.moment()),
        }
    }

    fn identity(&self, outcome: &Outcome, purpose: Purpose, at: JudgedAt) -> Identity {
        let Some(signer) = &outcome.signer else {
            return Identity::without_certificate();
        };
        let mut pool = outcome.certificates.clone();
        pool.extend(self.store.iter().cloned());
        pool.sort_by(|a, b| a.encoded.cmp(&b.encoded));
        pool.dedup_by(|a, b| a.encoded == b.encoded);
        let mut evidence = Evidence {
            crls: outcome.revocation.crls.clone(),
            ocsp: outcome.revocation.ocsp.clone(),
        };
        evidence.crls.extend(self.evidence.crls.iter().cloned());
        evidence.ocsp.extend(self.evidence.ocsp.iter().cloned());
        let sources = Sources {
            pool: &pool,
            evidence: &evidence,
            trust: self.trust,
        };
        build(signer, sources, &self.checks, purpose, at)
    }
}

/// Whether everything about a timestamp token holds.
fn holds(outcome: &Outcome) -> bool {
    let (mut broken, mut unsupported) = (Vec::new(), None);
    read_outcome(outcome, &mut broken, &mut unsupported);
    broken.is_empty() && unsupported.is_none()
}

fn is_broken(outcome: &Outcome) -> bool {
    let (mut broken, mut unsupported) = (Vec::new(), None);
    read_outcome(outcome, &mut broken, &mut unsupported);
    !broken.is_empty()
}

/// The earliest proven time, else the earliest stamped one, else what the signer claims.
fn status(time: &TimeEvidence) -> TimeStatus {
    let holding = || time.stamps.iter().filter(|stamp| stamp.holds);
    let proven = holding().filter(|stamp| stamp.identity.is_established());
    let stamped = holding().map(|stamp| stamp.time).min();
    if let Some(moment) = proven.map(|stamp| stamp.time).min() {
        return TimeStatus::Proven(moment);
    }
    match (stamped, time.attribute.or(time.dictionary)) {
        (Some(moment), _) => TimeStatus::Stamped(moment),
        (None, Some(moment)) => TimeStatus::Claimed(moment),
        (None, None) => TimeStatus::Unknown,
    }
}

fn strength(outcome: &Outcome, when: Option<Moment>) -> Strength {
    let SignatureCheck::Verified(means) = &outcome.signature else {
        return Strength::Unknown;
    };
    let digest = match outcome.digest {
        DigestCheck::Match(algorithm) | DigestCheck::Mismatch { algorithm, .. } => Some(algorithm),
        _ => None,
    };
    Strength::of(means, digest, when)
}
