//! The signatures of a file, as JavaScript sees them, and the work of reading them.

use assay_forensics::{self as engine, Options, signed};
use napi::bindgen_prelude::{Either, Uint8Array};
use napi_derive::napi;

use crate::AnalyzeOptions;
use crate::guard::guarded;
use crate::outcome::Failure;
use crate::source::Source;
use crate::work::Work;

/// The signatures of one file; with `status: 'failed'` only `error` says something.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Signatures {
    #[napi(ts_type = "'completed' | 'failed'")]
    pub status: &'static str,
    #[napi(js_name = "size_bytes")]
    pub size_bytes: Option<f64>,
    /// Saves in the file.
    pub saves: u32,
    /// In the order of the bytes they cover.
    pub signatures: Vec<SignatureReport>,
    /// What signatures that are gone left behind.
    pub remains: Vec<String>,
    pub error: Option<Failure>,
}

/// One signature.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct SignatureReport {
    pub field: Option<String>,
    #[napi(ts_type = "'approval' | 'certification' | 'document_timestamp' | 'usage_rights'")]
    pub kind: &'static str,
    /// /SubFilter as written.
    pub format: String,
    /// 1-based.
    pub page: Option<u32>,
    /// `[x0, y0, x1, y1]` in PDF points from the bottom-left corner.
    #[napi(ts_type = "[number, number, number, number] | null")]
    pub bbox: Option<Vec<f64>>,
    pub visible: bool,
    /// Whether the file as it stands still shows it.
    pub shown: bool,
    pub signer: Option<SignerCertificate>,
    /// Signed, but only claimed.
    #[napi(js_name = "stated_name")]
    pub stated_name: Option<String>,
    pub reason: Option<String>,
    pub location: Option<String>,
    /// ISO 8601, UTC; `axes.time` says how it is known.
    pub time: Option<String>,
    /// The signed bytes: from, to (exclusive), twice.
    #[napi(ts_type = "[number, number][]")]
    pub bytes: Vec<Vec<f64>>,
    /// 1-based number of the save that it signed.
    pub save: u32,
    pub axes: SignatureAxes,
    /// Oddities, and broken rules of the range.
    pub notes: Vec<String>,
    /// The saves that came after it, oldest first.
    pub later: Vec<LaterSave>,
}

/// Who signed, as the certificate says.
#[napi(object, object_from_js = false)]
pub struct SignerCertificate {
    pub name: String,
    pub subject: String,
    pub issuer: String,
    /// Hex.
    pub serial: String,
    #[napi(js_name = "not_before")]
    pub not_before: String,
    #[napi(js_name = "not_after")]
    pub not_after: String,
}

/// Seven answers that are never merged into one.
#[napi(object, object_from_js = false)]
pub struct SignatureAxes {
    pub integrity: SignatureAxis,
    pub coverage: SignatureAxis,
    #[napi(js_name = "later_changes")]
    pub later_changes: SignatureAxis,
    pub permission: SignatureAxis,
    pub identity: SignatureAxis,
    pub time: SignatureAxis,
    pub strength: SignatureAxis,
}

/// A stable word and a sentence.
#[napi(object, object_from_js = false)]
pub struct SignatureAxis {
    pub state: &'static str,
    pub words: String,
}

/// One save after a signature.
#[napi(object, object_from_js = false)]
pub struct LaterSave {
    pub save: u32,
    #[napi(ts_type = "[number, number]")]
    pub bytes: Vec<f64>,
    pub level: &'static str,
    pub words: String,
    /// The gravest first.
    pub changes: Vec<LaterChange>,
}

/// One thing that a later save did.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct LaterChange {
    pub level: &'static str,
    pub what: String,
    /// Object number.
    pub object: Option<u32>,
    #[napi(ts_type = "[number, number] | null")]
    pub bytes: Option<Vec<f64>>,
    pub page: Option<u32>,
    #[napi(ts_type = "[number, number, number, number] | null")]
    pub bbox: Option<Vec<f64>>,
    pub field: Option<String>,
}

/// One file whose signatures are read.
pub struct SignaturesReading {
    source: Source,
    options: Options,
}

impl SignaturesReading {
    pub fn new(file: Either<String, Uint8Array>, options: Option<AnalyzeOptions>) -> Self {
        Self {
            source: file.into(),
            options: options.map(Options::from).unwrap_or_default(),
        }
    }
}

impl Work for SignaturesReading {
    type Answer = Signatures;
    type Value = Signatures;

    fn run(&self) -> Signatures {
        let bytes = match self.source.bytes() {
            Ok(bytes) => bytes,
            Err(unread) => return Signatures::failed(unread.failure, None),
        };
        let read = guarded(|| engine::signatures(&bytes, &self.options));
        let size = bytes.len() as f64;
        match read {
            Ok(read) => Signatures::completed(read, size),
            Err(failure) => Signatures::failed(failure, Some(size)),
        }
    }
}

impl Signatures {
    fn completed(read: engine::Signatures, size: f64) -> Self {
        let signatures = read.signatures.into_iter();
        Self {
            status: "completed",
            size_bytes: Some(size),
            saves: read.saves,
            signatures: signatures.map(SignatureReport::from).collect(),
            remains: read.remains,
            error: None,
        }
    }

    fn failed(failure: engine::Failure, size_bytes: Option<f64>) -> Self {
        Self {
            status: "failed",
            size_bytes,
            saves: 0,
            signatures: Vec::new(),
            remains: Vec::new(),
            error: Some(Failure::from(failure)),
        }
    }
}

impl From<signed::Signed> for SignatureReport {
    fn from(one: signed::Signed) -> Self {
        Self {
            field: one.field,
            kind: one.kind,
            format: one.format,
            page: one.page,
            bbox: one.area.map(Vec::from),
            visible: one.visible,
            shown: one.shown,
            signer: one.signer.map(SignerCertificate::from),
            stated_name: one.stated_name,
            reason: one.reason,
            location: one.location,
            time: one.time,
            bytes: one.bytes.into_iter().map(numbers).collect(),
            save: one.save,
            axes: SignatureAxes {
                integrity: one.integrity.into(),
                coverage: one.coverage.into(),
                later_changes: one.later_changes.into(),
                permission: one.permission.into(),
                identity: one.identity.into(),
                time: one.time_known.into(),
                strength: one.strength.into(),
            },
            notes: one.notes,
            later: one.later.into_iter().map(LaterSave::from).collect(),
        }
    }
}

impl From<signed::Signer> for SignerCertificate {
    fn from(signer: signed::Signer) -> Self {
        Self {
            name: signer.name,
            subject: signer.subject,
            issuer: signer.issuer,
            serial: signer.serial,
            not_before: signer.not_before,
            not_after: signer.not_after,
        }
    }
}

impl From<signed::Axis> for SignatureAxis {
    fn from(axis: signed::Axis) -> Self {
        Self {
            state: axis.state,
            words: axis.words,
        }
    }
}

impl From<signed::Later> for LaterSave {
    fn from(later: signed::Later) -> Self {
        Self {
            save: later.save,
            bytes: numbers(later.bytes),
            level: later.level,
            words: later.words,
            changes: later.changes.into_iter().map(LaterChange::from).collect(),
        }
    }
}

impl From<signed::Changed> for LaterChange {
    fn from(changed: signed::Changed) -> Self {
        Self {
            level: changed.level,
            what: changed.what,
            object: changed.object,
            bytes: changed.bytes.map(numbers),
            page: changed.page,
            bbox: changed.area.map(Vec::from),
            field: changed.field,
        }
    }
}

fn numbers(span: [u64; 2]) -> Vec<f64> {
    span.map(|number| number as f64).to_vec()
}
