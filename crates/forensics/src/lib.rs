//! What the facts of a PDF mean. [`analyze`] is a pure function of the bytes, the trust list and the rules: no clock,
//! no network, no randomness, no environment.

mod report;
pub mod values;

pub use report::{
    Basis, DocumentClass, EngineVersion, Failure, FailureCode, ReferenceMatch, Report, Severity,
    Signal, SignalKind, Verdict,
};

/// What a caller may set for one analysis.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// DER certificates of the roots that count. `None`: the signer's identity is not judged.
    pub trust: Option<Vec<Vec<u8>>>,
}

/// Judges one file.
pub fn analyze(bytes: &[u8], _options: &Options) -> Result<Report, Failure> {
    if !bytes.windows(5).take(1024).any(|w| w == b"%PDF-") {
        return Err(Failure {
            code: FailureCode::NotAPdf,
            message: "No %PDF- header in the first 1,024 bytes.".into(),
        });
    }
    Ok(Report {
        pages: 0,
        document_class: DocumentClass::NoTextLayer,
        verdict: Verdict::Unsupported,
        basis: Basis::Inconclusive,
        reference_match: None,
        score: None,
        tamper_score: 0.0,
        integrity_score: 0.0,
        confidence: 0.0,
        summary: "Nothing of this file has been looked at.".into(),
        signals: Vec::new(),
        engine: EngineVersion {
            version: env!("CARGO_PKG_VERSION"),
            rules_revision: "0".into(),
        },
    })
}
