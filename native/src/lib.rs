//! The engine as Node.js sees it: three functions over `assay_forensics::analyze`. Nothing throws and nothing unwinds
//! into Node: whatever goes wrong comes back as an [`outcome::Outcome`] that says so.

mod analysis;
mod guard;
mod outcome;
mod source;

use napi::bindgen_prelude::{AsyncTask, Either, Uint8Array};
use napi_derive::napi;

use analysis::{Analysis, AnalyzeTask};
use outcome::Outcome;

/// What may be set for one analysis.
#[napi(object)]
#[derive(Default)]
pub struct AnalyzeOptions {
    /// DER certificates of the roots that count. Without it the signer's identity is not judged.
    pub trust: Option<Vec<Uint8Array>>,
}

/// Judges one PDF, given as a path or as bytes, on a thread of Node's pool. The promise never rejects for what is in
/// the file: an analysis that cannot run resolves to `status: 'failed'`.
#[napi]
pub fn analyze(
    file: Either<String, Uint8Array>,
    options: Option<AnalyzeOptions>,
) -> AsyncTask<AnalyzeTask> {
    AsyncTask::new(AnalyzeTask(Analysis::new(file, options)))
}

/// The same on the calling thread, which it blocks until the end.
#[napi]
pub fn analyze_sync(file: Either<String, Uint8Array>, options: Option<AnalyzeOptions>) -> Outcome {
    Analysis::new(file, options).run()
}

/// The version of the engine, as in `engine.version` of an outcome.
#[napi]
pub fn engine_version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
