//! The engine as index.js sees it, which checks arguments and is what users of the package see: judging a file, telling
//! its signatures and its history, drawing its pages. Nothing unwinds into Node: what goes wrong with a file comes back as
//! a value with `status: 'failed'` that says so.

mod analysis;
mod catalogue;
mod fingerprint;
mod guard;
mod history;
mod outcome;
mod picture;
mod pool;
mod sheets;
mod signatures;
mod source;
mod work;

use std::num::NonZero;

use napi::Env;
use napi::bindgen_prelude::{Either, Object, Uint8Array};
use napi_derive::napi;

use analysis::Analysis;
use catalogue::SignalDefinition;
use fingerprint::{FingerprintDetail, FingerprintDrawing, Grouping, StructuralComparison};
use history::HistoryReading;
use outcome::Outcome;
use picture::{Drawing, PageOptions};
use pool::POOL;
use sheets::{Measuring, SheetOptions};
use signatures::SignaturesReading;
use work::{Cancellation, Work, promise};

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

/// Judges one PDF, given as a path or as bytes, on a thread of the engine's pool. The promise never rejects for what is in
/// the file: an analysis that cannot run resolves to `status: 'failed'`.
#[napi(ts_return_type = "Promise<Outcome>")]
pub fn analyze<'env>(
    env: &'env Env,
    file: Either<String, Uint8Array>,
    options: Option<AnalyzeOptions>,
    cancellation: Option<&Cancellation>,
) -> napi::Result<Object<'env>> {
    promise(env, Analysis::new(file, options), cancellation)
}

/// The same on the calling thread, which it blocks until the end.
#[napi]
pub fn analyze_sync(file: Either<String, Uint8Array>, options: Option<AnalyzeOptions>) -> Outcome {
    Analysis::new(file, options).run()
}

/// The saves of one PDF, given as a path or as bytes, and what each of them changed. Like `analyze` it never rejects for
/// what is in the file.
#[napi(ts_return_type = "Promise<History>")]
pub fn history<'env>(
    env: &'env Env,
    file: Either<String, Uint8Array>,
    options: Option<OpenOptions>,
    cancellation: Option<&Cancellation>,
) -> napi::Result<Object<'env>> {
    let password = options.and_then(|options| options.password);
    promise(
        env,
        HistoryReading::new(file.into(), password),
        cancellation,
    )
}

/// The sizes of the pages of any state of a PDF, by which areas find their place on a picture. Nothing is drawn.
#[napi(ts_return_type = "Promise<PageSheets>")]
pub fn page_sheets<'env>(
    env: &'env Env,
    file: Either<String, Uint8Array>,
    options: Option<SheetOptions>,
    cancellation: Option<&Cancellation>,
) -> napi::Result<Object<'env>> {
    let measuring = Measuring::new(file.into(), options.unwrap_or_default());
    promise(env, measuring, cancellation)
}

/// Draws a page of any state of a PDF as PNG, with areas marked. What rasterises is a third party's: a panic comes back
/// as `status: 'failed'`, but time, memory and stack are not bounded here. Only for processes that may be killed.
#[napi(ts_return_type = "Promise<PagePicture>")]
pub fn render_page<'env>(
    env: &'env Env,
    file: Either<String, Uint8Array>,
    options: PageOptions,
    cancellation: Option<&Cancellation>,
) -> napi::Result<Object<'env>> {
    promise(env, Drawing::new(file.into(), options), cancellation)
}

/// The signatures of one PDF, given as a path or as bytes: who signed which bytes, when, and what came later. Like
/// `analyze` it never rejects for what is in the file.
#[napi(ts_return_type = "Promise<Signatures>")]
pub fn signatures<'env>(
    env: &'env Env,
    file: Either<String, Uint8Array>,
    options: Option<AnalyzeOptions>,
    cancellation: Option<&Cancellation>,
) -> napi::Result<Object<'env>> {
    promise(env, SignaturesReading::new(file, options), cancellation)
}

/// The structural fingerprint of one PDF, given as a path or as bytes: how it was written and set, not what it says. Like
/// `analyze` it never rejects for what is in the file.
#[napi(ts_return_type = "Promise<Fingerprint>")]
pub fn fingerprint<'env>(
    env: &'env Env,
    file: Either<String, Uint8Array>,
    options: Option<OpenOptions>,
    cancellation: Option<&Cancellation>,
) -> napi::Result<Object<'env>> {
    let password = options.and_then(|options| options.password);
    promise(
        env,
        FingerprintDrawing::new(file.into(), password),
        cancellation,
    )
}

/// In which structural details two files differ, one of which is known to be genuine.
#[napi]
pub fn compare_fingerprints(
    genuine: Vec<FingerprintDetail>,
    questioned: Vec<FingerprintDetail>,
) -> napi::Result<StructuralComparison> {
    fingerprint::compare(genuine, questioned)
}

/// Sorts files by the program that wrote them, and shows those that no other is written like.
#[napi]
pub fn group_fingerprints(files: Vec<Vec<FingerprintDetail>>) -> napi::Result<Grouping> {
    fingerprint::group(files)
}

/// Every signal the engine may raise, gravest first.
#[napi]
pub fn signal_catalogue() -> Vec<SignalDefinition> {
    catalogue::catalogue()
}

/// How many files the engine works on at once at most.
#[napi]
pub fn threads() -> u32 {
    u32::try_from(POOL.size()).unwrap_or(u32::MAX)
}

/// Work that already runs is not stopped. 0 changes nothing.
#[napi]
pub fn set_threads(count: u32) {
    if let Some(size) = NonZero::new(count as usize) {
        POOL.resize(size);
    }
}

/// The version of the engine, as in `engine.version` of an outcome.
#[napi]
pub fn engine_version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
