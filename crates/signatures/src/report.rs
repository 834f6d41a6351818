//! What is known about one signature: seven axes that are never merged into one answer, each an enum with its facts
//! (integrity, coverage, later changes, permission, identity, time, strength).

use std::fmt;
use std::rc::Rc;

use assay_pdf::{Area, ObjectId, Span};

use crate::asn1::Oid;
use crate::byte_range::{ByteRange, RangeViolation};
use crate::chain::{Identity, JudgedAt};
use crate::cms::{CmsError, Defect, Outcome, SubFilter};
use crate::digest::DigestAlgorithm;
use crate::policy::{
    Contradiction, Finding, LaterSave, Level, Overlay, OverlayKind, Permission, Restrictions,
    TailFault,
};
use crate::signature::Anchor;
use crate::strength::Strength;
use crate::time::Moment;
use crate::verify::{Flaw, Unsupported};

/// Everything about one signature.
#[derive(Debug, Clone)]
pub struct SignatureReport {
    /// Full name of the field; several fields showing one signature are a violation.
    pub field: Option<String>,
    pub anchor: Anchor,
    pub kind: Kind,
    /// Where the field is shown: 1-based page and rectangle.
    pub page: Option<u32>,
    pub area: Option<Area>,
    pub visible: bool,
    pub object: Option<ObjectId>,
    /// The object that holds the signature dictionary.
    pub span: Span,
    /// Index of the save that wrote it.
    pub revision: usize,
    /// Whether the file as it stands still shows it.
    pub shown: bool,
    pub sub_filter: SubFilter,
    /// What the dictionary says for people: /Name, /Reason, /Location, /M. Signed, but only claimed.
    pub stated: Stated,
    pub range: Option<ByteRange>,
    pub violations: Vec<RangeViolation>,
    /// The value in /Contents; absent when there is none to read.
    pub value: Option<Result<Outcome, CmsError>>,
    pub integrity: Integrity,
    pub coverage: Coverage,
    pub later: LaterChanges,
    /// Catalogs, page trees and pages that stand unused in the signed bytes (see [`crate::policy::History`]).
    pub unused_pages: Vec<ObjectId>,
    pub permission: PermissionCheck,
    pub restrictions: Restrictions,
    pub identity: Identity,
    /// The times at which certificates, revocation and strength were judged.
    pub judged_at: JudgedAt,
    pub time: TimeEvidence,
    pub strength: Strength,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A signature of approval.
    Approval,
    /// The author's certification, with what it allows afterwards.
    Certification(Permission),
    DocumentTimestamp,
    /// Rights for Adobe Reader; vouches for nothing a person signed.
    UsageRights,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stated {
    pub name: Option<String>,
    pub reason: Option<String>,
    pub location: Option<String>,
    /// /M as written.
    pub date: Option<String>,
}

/// Whether the signed bytes are those that were signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Integrity {
    Intact,
    Broken(Vec<Breakage>),
    /// Nothing here can check it: neither good nor bad.
    Unsupported(Unverifiable),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breakage {
    #[error("byte range: {0}")]
    Range(RangeViolation),
    #[error("value: {0}")]
    Value(CmsError),
    #[error("the bytes were changed: their {0} digest is not the signed one")]
    Digest(DigestAlgorithm),
    #[error("the digest of the bytes is missing from the value")]
    DigestMissing,
    #[error("signature: {0}")]
    Signature(Flaw),
    #[error("the certificate is not the one the signature was made for")]
    Certificate,
    #[error("value: {0}")]
    Defect(Defect),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unverifiable {
    #[error("cannot be checked: {0}")]
    Means(Unsupported),
    #[error("cannot be checked: digest algorithm {0}")]
    Digest(Oid),
    #[error("the sub-filter {0} is unknown")]
    SubFilter(String),
}

/// How much of the file is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// Every byte but the value itself (and line ends behind the last end mark).
    WholeFile,
    /// Everything up to the end of its save; this many bytes follow.
    WholeSave { after: usize },
    /// Less than that.
    Partial,
    /// The byte range cannot be read.
    Nothing,
}

/// What came after the signature.
#[derive(Debug, Clone, Default)]
pub struct LaterChanges {
    /// The gravest of all.
    pub level: Option<Level>,
    /// Each later save, oldest first.
    pub saves: Vec<Rc<LaterSave>>,
    /// Bytes that no well-formed save explains.
    pub unexplained: Vec<TailFault>,
    /// Objects that stand among them.
    pub unlisted: Vec<ObjectId>,
    /// Why the later saves could not be told apart.
    pub fault: Option<HistoryFault>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HistoryFault {
    #[error(
        "the signed state is no state of the file any more: its cross-reference sections are not in the chain"
    )]
    SignedStateLost,
    #[error("the file can only be read by repairing it, the signed bytes can be read as they are")]
    FileNeedsRepair,
    #[error("the signed bytes cannot be read as a document")]
    SignedBytesUnreadable,
    #[error("there are more saves than are compared")]
    TooManySaves,
}

impl LaterChanges {
    /// The gravest level, none when nothing followed.
    pub fn level(&self) -> Level {
        self.level.unwrap_or(Level::None)
    }

    /// What later saves laid over signed text, or took from over it, without anybody answering for it: everything but
    /// the seals of further signers.
    pub fn overlays(&self) -> impl Iterator<Item = &Overlay> {
        let sealed = |overlay: &&Overlay| matches!(overlay.kind, OverlayKind::SignedField(_));
        self.all_overlays().filter(move |overlay| !sealed(overlay))
    }

    /// Signed text that the seal of a further signer hides: only that signer answers for it.
    pub fn sealed_over(&self) -> impl Iterator<Item = &Overlay> {
        let sealed = |overlay: &&Overlay| matches!(overlay.kind, OverlayKind::SignedField(_));
        self.all_overlays().filter(sealed)
    }

    /// Fields that later saves made show another number than their value, or than before under the same value.
    pub fn contradictions(&self) -> impl Iterator<Item = &Contradiction> {
        self.saves.iter().flat_map(|save| &save.contradictions)
    }

    /// Everything later saves laid over signed text, the seals of further signers and filled fields too: honest ones do
    /// meet text.
    pub fn all_overlays(&self) -> impl Iterator<Item = &Overlay> {
        self.saves.iter().flat_map(|save| &save.overlays)
    }
}

/// Later changes against what the signature allows.
#[derive(Debug, Clone, PartialEq)]
pub enum PermissionCheck {
    /// It states no restriction, and nothing went beyond what readers take for granted then (annotations).
    NoneStated,
    Respected,
    /// Also without a stated restriction: changes that no permission covers.
    Violated(Vec<Violation>),
}

/// One change that was not allowed.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    /// Index of the save.
    pub revision: usize,
    pub object: Option<ObjectId>,
    pub finding: Finding,
}

/// When it was signed, as far as anything tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeEvidence {
    pub status: TimeStatus,
    /// The signingTime attribute.
    pub attribute: Option<Moment>,
    /// /M of the dictionary, where it is complete.
    pub dictionary: Option<Moment>,
    pub stamps: Vec<Stamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeStatus {
    Unknown,
    /// Only the signer says so.
    Claimed(Moment),
    /// A timestamp says so that holds; its authority is not established.
    Stamped(Moment),
    /// A timestamp of an authority that the caller trusts.
    Proven(Moment),
}

/// A timestamp over this signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    pub kind: StampKind,
    pub time: Moment,
    /// Imprint and signature of the token verify.
    pub holds: bool,
    /// It is of other bytes, or damaged; `false` too where nothing here can check it.
    pub broken: bool,
    pub identity: Identity,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StampKind {
    /// In an unsigned attribute of the value.
    Signature,
    /// A document timestamp of a later save, or this signature itself.
    Document,
}

impl TimeStatus {
    pub fn moment(self) -> Option<Moment> {
        match self {
            TimeStatus::Unknown => None,
            TimeStatus::Claimed(moment)
            | TimeStatus::Stamped(moment)
            | TimeStatus::Proven(moment) => Some(moment),
        }
    }
}

impl SignatureReport {
    pub fn is_intact(&self) -> bool {
        self.integrity == Integrity::Intact
    }

    /// The signer's name as the certificate gives it.
    pub fn signer_name(&self) -> Option<String> {
        let Some(Ok(outcome)) = &self.value else {
            return None;
        };
        let subject = &outcome.signer.as_ref()?.subject;
        let name = subject.part(crate::name::COMMON_NAME);
        Some(name.map_or_else(|| subject.to_string(), str::to_string))
    }
}

impl fmt::Display for Integrity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integrity::Intact => f.write_str("intact"),
            Integrity::Unsupported(what) => write!(f, "{what}"),
            Integrity::Broken(reasons) => {
                f.write_str("broken")?;
                for (index, reason) in reasons.iter().enumerate() {
                    let separator = if index == 0 { ": " } else { "; " };
                    write!(f, "{separator}{reason}")?;
                }
                Ok(())
            }
        }
    }
}
