//! What leaves the engine: plain data in the words of the service specification. No JSON, no JavaScript.

use crate::facts::Facts;
use crate::rules::RULES;
use crate::signal::Place;
pub use crate::vocabulary::{Basis, DocumentClass, FailureCode, Severity, SignalKind, Verdict};

/// The result of one analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Number of pages walked in the page tree.
    pub pages: u32,
    pub document_class: DocumentClass,
    pub verdict: Verdict,
    pub basis: Basis,
    /// Set only when `basis` is [`Basis::ReferenceMatch`].
    pub reference_match: Option<ReferenceMatch>,
    /// 0 (edited) to 100 (intact); absent for `unsupported` and for basis `image_container`.
    pub score: Option<u8>,
    /// 0 to 1: how strongly scored findings point to editing.
    pub tamper_score: f64,
    /// 0 to 1: how much of the structure and provenance checks out.
    pub integrity_score: f64,
    /// 0 to 1: the engine's confidence in its verdict.
    pub confidence: f64,
    /// One paragraph in English.
    pub summary: String,
    /// Findings, gravest first.
    pub signals: Vec<Signal>,
    pub engine: EngineVersion,
}

/// One finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Signal {
    /// Stable identifier of the check.
    pub id: &'static str,
    /// Family of checks it belongs to.
    pub module: &'static str,
    pub kind: SignalKind,
    /// Absent for integrity signals, which are not graded.
    pub severity: Option<Severity>,
    /// `false`: supporting evidence, shown but not counted.
    pub scored: bool,
    /// 1-based; absent when the finding concerns the whole file.
    pub page: Option<u32>,
    /// `[x0, y0, x1, y1]` in PDF points from the bottom-left corner.
    pub bbox: Option<[f64; 4]>,
    /// Label of the changed value, as printed beside it.
    pub field: Option<String>,
    pub old_value: Option<String>,
    pub new_value: Option<String>,
    /// What was seen, in English, with object numbers and byte offsets so that it can be checked by hand.
    pub evidence: String,
}

/// Whether a finding moves a score: one whose rules give it no weight, or that something excuses, is told only.
pub(crate) fn counts(seen: &crate::signal::Signal) -> bool {
    let row = seen.declared;
    let weighed = RULES.weight(row.id).is_some() || row.kind == SignalKind::Integrity;
    row.scored && weighed && seen.excused.is_none()
}

impl Signal {
    /// An observation in the words of the specification.
    pub(crate) fn of(seen: crate::signal::Signal, facts: &Facts<'_>) -> Self {
        let (row, scored) = (seen.declared, counts(&seen));
        let (page, bbox) = match seen.place {
            Place::Page { page, area } => (
                Some(page),
                area.and_then(|area| Some(facts.page(page)?.bbox(&area))),
            ),
            _ => (None, None),
        };
        let evidence = match seen.place {
            Place::Object(id) => with_object(&seen.evidence, id),
            _ => seen.evidence,
        };
        Self {
            id: row.id,
            module: row.module,
            kind: row.kind,
            severity: row.severity,
            scored,
            page,
            bbox,
            field: seen.field,
            old_value: seen.old_value,
            new_value: seen.new_value,
            evidence,
        }
    }
}

/// A sentence with the object it speaks of, before its full stop.
fn with_object(sentence: &str, id: assay_pdf::ObjectId) -> String {
    match sentence.strip_suffix('.') {
        Some(sentence) => format!("{sentence} (object {id})."),
        None => format!("{sentence} (object {id})"),
    }
}

/// The template that a file matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceMatch {
    pub issuer: String,
    /// Number of genuine documents that taught the template.
    pub references: u32,
    pub attack_tested: bool,
}

/// Which engine and which rules judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineVersion {
    pub version: &'static str,
    pub rules_revision: String,
}

/// An analysis that could not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub code: FailureCode,
    /// What happened, in English.
    pub message: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code.word(), self.message)
    }
}

impl std::error::Error for Failure {}
