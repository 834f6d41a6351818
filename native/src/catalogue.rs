//! The table of signals, as JavaScript sees it: what each means and which honest files raise it too.

use assay_forensics::signals::CATALOGUE;
use napi_derive::napi;

/// One row of the table.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct SignalDefinition {
    /// Stable identifier of the check.
    pub id: String,
    /// Family of checks it belongs to.
    pub module: String,
    #[napi(ts_type = "'tamper' | 'integrity'")]
    pub kind: &'static str,
    /// `null` for integrity signals, which are not graded.
    #[napi(ts_type = "'high' | 'medium' | 'low'")]
    pub severity: Option<&'static str>,
    /// `false`: supporting evidence, shown but not counted.
    pub scored: bool,
    /// Signals of one cause count once: the strongest of them.
    pub cause: String,
    /// One sentence.
    pub meaning: String,
    /// Which honest files raise it too.
    pub benign: String,
}

/// In the order in which a report lists its findings.
pub fn catalogue() -> Vec<SignalDefinition> {
    CATALOGUE
        .iter()
        .map(|row| SignalDefinition {
            id: row.id.into(),
            module: row.module.into(),
            kind: row.kind.word(),
            severity: row.severity.map(|severity| severity.word()),
            scored: row.scored,
            cause: row.cause.into(),
            meaning: row.meaning.into(),
            benign: row.benign.into(),
        })
        .collect()
}
