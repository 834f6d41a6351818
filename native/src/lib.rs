//! The engine as Node.js sees it: judging a file, telling its signatures and its history, drawing its pages. Nothing
//! throws and nothing unwinds into Node: whatever goes wrong comes back as a value with `status: 'failed'` that says so.

mod analysis;
mod catalogue;
mod guard;
mod history;
mod outcome;
mod picture;
mod sheets;
mod signatures;
mod source;

use napi::bindgen_prelude::{AsyncTask, Either, Uint8Array};
use napi_derive::napi;

use analysis::{Analysis, AnalyzeTask};
use catalogue::SignalDefinition;
use history::HistoryTask;
use outcome::Outcome;
use picture::{PageOptions, PictureTask};
use sheets::{SheetOptions, SheetsTask};
use signatures::SignaturesTask;

/// What may be set for one analysis.
#[napi(object)]
#[derive(Default)]
pub struct AnalyzeOptions {
    /// DER certificates of the roots that count. Without it the signer's identity is not judged.
    pub trust: Option<Vec<Uint8Array>>,
    /// When the file was received, in seconds since 1970: signers are judged at that time, else at the one they claim.
    pub received: Option<i64>,
    /// What opens an encrypted file, the user's password or the owner's.
    pub password: Option<String>,
}

/// What may be set to open a file.
#[napi(object)]
pub struct OpenOptions {
    /// The user's password or the owner's.
    pub password: Option<String>,
}

impl From<AnalyzeOptions> for assay_forensics::Options {
    /// Copied: JavaScript may change its buffers while a thread works.
    fn from(options: AnalyzeOptions) -> Self {
        let owned = |roots: Vec<Uint8Array>| roots.iter().map(|root| root.to_vec()).collect();
        Self {
            trust: options.trust.map(owned),
            received: options.received,
            password: options.password.unwrap_or_default(),
        }
    }
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

/// The saves of one PDF, given as a path or as bytes, and what each of them changed. Like `analyze` it never rejects for
/// what is in the file.
#[napi]
pub fn history(
    file: Either<String, Uint8Array>,
    options: Option<OpenOptions>,
) -> AsyncTask<HistoryTask> {
    let password = options.and_then(|options| options.password);
    AsyncTask::new(HistoryTask::new(file.into(), password))
}

/// The sizes of the pages of any state of a PDF, by which areas find their place on a picture. Nothing is drawn.
#[napi]
pub fn page_sheets(
    file: Either<String, Uint8Array>,
    options: Option<SheetOptions>,
) -> AsyncTask<SheetsTask> {
    AsyncTask::new(SheetsTask::new(file.into(), options.unwrap_or_default()))
}

/// Every signal the engine may raise, gravest first.
#[napi]
pub fn signal_catalogue() -> Vec<SignalDefinition> {
    catalogue::catalogue()
}

/// Draws a page of any state of a PDF as PNG, with areas marked. What rasterises is a third party's: a panic comes back
/// as `status: 'failed'`, but time, memory and stack are not bounded here. Only for processes that may be killed.
#[napi]
pub fn render_page(
    file: Either<String, Uint8Array>,
    options: PageOptions,
) -> AsyncTask<PictureTask> {
    AsyncTask::new(PictureTask::new(file.into(), options))
}

/// The signatures of one PDF, given as a path or as bytes: who signed which bytes, when, and what came later. Like
/// `analyze` it never rejects for what is in the file.
#[napi]
pub fn signatures(
    file: Either<String, Uint8Array>,
    options: Option<AnalyzeOptions>,
) -> AsyncTask<SignaturesTask> {
    AsyncTask::new(SignaturesTask::new(file, options))
}

/// The version of the engine, as in `engine.version` of an outcome.
#[napi]
pub fn engine_version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
