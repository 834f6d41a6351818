//! What leaves the engine, as JavaScript sees it: the members of the service specification's Document, by its names.

use assay_forensics as engine;
use napi::bindgen_prelude::{Either, Null};
use napi_derive::napi;
use sha2::{Digest, Sha256};

use crate::source::Unread;

/// The result of one analysis. Members that the specification calls nullable are `null`, never absent.
#[napi(
    object,
    object_from_js = false,
    js_name = "Outcome",
    use_nullable = true
)]
pub struct Outcome {
    #[napi(ts_type = "'completed' | 'failed'")]
    pub status: &'static str,
    pub file: FileFacts,
    #[napi(ts_type = "'authentic' | 'suspicious' | 'tampered' | 'inconclusive' | 'unsupported'")]
    pub verdict: Option<&'static str>,
    /// What the verdict rests on.
    pub basis: Option<&'static str>,
    /// Set only when `basis` is `reference_match`.
    #[napi(js_name = "reference_match")]
    pub reference_match: Option<ReferenceMatch>,
    /// 0 (edited) to 100 (intact); `null` for `unsupported` and for basis `image_container`.
    pub score: Option<u32>,
    /// 0 to 1: how strongly scored findings point to editing.
    #[napi(js_name = "tamper_score")]
    pub tamper_score: Option<f64>,
    /// 0 to 1: how much of the structure and provenance checks out.
    #[napi(js_name = "integrity_score")]
    pub integrity_score: Option<f64>,
    /// 0 to 1: the engine's confidence in its verdict.
    pub confidence: Option<f64>,
    /// One paragraph in English.
    pub summary: Option<String>,
    /// Findings, gravest first.
    pub signals: Vec<Signal>,
    pub engine: Option<EngineVersion>,
    /// Set only when `status` is `failed`.
    pub error: Option<Failure>,
}

/// What is known of the file itself.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct FileFacts {
    /// Pages walked in the page tree.
    pub pages: Option<u32>,
    /// How the pages were produced.
    #[napi(js_name = "document_class")]
    pub document_class: Option<&'static str>,
    /// `null` when the file could not be read.
    #[napi(js_name = "size_bytes")]
    pub size_bytes: Option<f64>,
    /// Hex SHA-256 of the bytes; `null` when they could not be read.
    pub sha256: Option<String>,
}

/// One finding. Members without a value are absent, as the specification has it, except `severity`.
#[napi(object, object_from_js = false)]
pub struct Signal {
    /// Stable identifier of the check.
    pub id: &'static str,
    /// Family of checks it belongs to.
    pub module: &'static str,
    /// Which raw score it moves.
    #[napi(ts_type = "'tamper' | 'integrity'")]
    pub kind: &'static str,
    /// `null` for integrity signals, which are not graded.
    #[napi(ts_type = "'high' | 'medium' | 'low' | null")]
    pub severity: Either<&'static str, Null>,
    /// `false`: supporting evidence, shown but not counted.
    pub scored: bool,
    /// 1-based; absent when the finding concerns the whole file.
    pub page: Option<u32>,
    /// `[x0, y0, x1, y1]` in PDF points from the bottom-left corner.
    #[napi(ts_type = "[number, number, number, number]")]
    pub bbox: Option<Vec<f64>>,
    /// The field that changed.
    pub field: Option<String>,
    #[napi(js_name = "old_value")]
    pub old_value: Option<String>,
    #[napi(js_name = "new_value")]
    pub new_value: Option<String>,
    /// What was seen, in English, so that it can be checked by hand.
    pub evidence: String,
}

/// The template that a file matched.
#[napi(object, object_from_js = false)]
pub struct ReferenceMatch {
    pub issuer: String,
    /// Number of genuine documents that taught the template.
    pub references: u32,
    #[napi(js_name = "attack_tested")]
    pub attack_tested: bool,
}

/// Which engine and which rules judged.
#[napi(object, object_from_js = false)]
pub struct EngineVersion {
    pub version: &'static str,
    #[napi(js_name = "rules_revision")]
    pub rules_revision: String,
}

/// Why an analysis could not run.
#[napi(object, object_from_js = false)]
pub struct Failure {
    #[napi(
        ts_type = "'password_required' | 'not_a_pdf' | 'file_too_large' | 'too_many_pages' | 'engine_error'"
    )]
    pub code: &'static str,
    /// What happened, in English.
    pub message: String,
}

impl Outcome {
    /// The outcome for bytes that the engine has seen.
    pub fn of(bytes: &[u8], judged: Result<engine::Report, engine::Failure>) -> Self {
        let size_bytes = Some(bytes.len() as f64);
        let sha256 = Some(hex(&Sha256::digest(bytes)));
        match judged {
            Ok(report) => Self::completed(report, size_bytes, sha256),
            Err(failure) => Self::failed(failure, size_bytes, sha256),
        }
    }

    /// The outcome for a file that never reached the engine.
    pub fn unread(unread: Unread) -> Self {
        Self::failed(
            unread.failure,
            unread.size_bytes.map(|size| size as f64),
            None,
        )
    }

    fn completed(report: engine::Report, size_bytes: Option<f64>, sha256: Option<String>) -> Self {
        Self {
            status: "completed",
            file: FileFacts {
                pages: Some(report.pages),
                document_class: Some(report.document_class.word()),
                size_bytes,
                sha256,
            },
            verdict: Some(report.verdict.word()),
            basis: Some(report.basis.word()),
            reference_match: report.reference_match.map(ReferenceMatch::from),
            score: report.score.map(u32::from),
            tamper_score: Some(report.tamper_score),
            integrity_score: Some(report.integrity_score),
            confidence: Some(report.confidence),
            summary: Some(report.summary),
            signals: report.signals.into_iter().map(Signal::from).collect(),
            engine: Some(EngineVersion::from(report.engine)),
            error: None,
        }
    }

    fn failed(failure: engine::Failure, size_bytes: Option<f64>, sha256: Option<String>) -> Self {
        Self {
            status: "failed",
            file: FileFacts {
                pages: None,
                document_class: None,
                size_bytes,
                sha256,
            },
            verdict: None,
            basis: None,
            reference_match: None,
            score: None,
            tamper_score: None,
            integrity_score: None,
            confidence: None,
            summary: None,
            signals: Vec::new(),
            engine: None,
            error: Some(Failure::from(failure)),
        }
    }
}

impl From<engine::Failure> for Failure {
    fn from(failure: engine::Failure) -> Self {
        Self {
            code: failure.code.word(),
            message: failure.message,
        }
    }
}

impl From<engine::Signal> for Signal {
    fn from(signal: engine::Signal) -> Self {
        Self {
            id: signal.id,
            module: signal.module,
            kind: signal.kind.word(),
            severity: signal
                .severity
                .map_or(Either::B(Null), |severity| Either::A(severity.word())),
            scored: signal.scored,
            page: signal.page,
            bbox: signal.bbox.map(Vec::from),
            field: signal.field,
            old_value: signal.old_value,
            new_value: signal.new_value,
            evidence: signal.evidence,
        }
    }
}

impl From<engine::ReferenceMatch> for ReferenceMatch {
    fn from(matched: engine::ReferenceMatch) -> Self {
        Self {
            issuer: matched.issuer,
            references: matched.references,
            attack_tested: matched.attack_tested,
        }
    }
}

impl From<engine::EngineVersion> for EngineVersion {
    fn from(engine: engine::EngineVersion) -> Self {
        Self {
            version: engine.version,
            rules_revision: engine.rules_revision,
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
