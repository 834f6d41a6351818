//! One analysis from JavaScript's arguments to its outcome, and the same as a task for Node's thread pool.

use assay_forensics::Options;
use napi::bindgen_prelude::{Either, Uint8Array};
use napi::{Env, Task};
use napi_derive::napi;

use crate::AnalyzeOptions;
use crate::guard::guarded;
use crate::outcome::Outcome;
use crate::source::Source;

/// Everything one analysis needs, owned: JavaScript may change its buffers while a thread works.
pub struct Analysis {
    source: Source,
    options: Options,
}

impl Analysis {
    pub fn new(file: Either<String, Uint8Array>, options: Option<AnalyzeOptions>) -> Self {
        let source = match file {
            Either::A(path) => Source::Path(path.into()),
            Either::B(bytes) => Source::Bytes(bytes.to_vec()),
        };
        let trust = options
            .and_then(|options| options.trust)
            .map(|roots| roots.iter().map(|root| root.to_vec()).collect());
        Self {
            source,
            options: Options { trust },
        }
    }

    pub fn run(&self) -> Outcome {
        let bytes = match self.source.bytes() {
            Ok(bytes) => bytes,
            Err(unread) => return Outcome::unread(unread),
        };
        let judged = guarded(|| assay_forensics::analyze(&bytes, &self.options));
        Outcome::of(&bytes, judged)
    }
}

/// An [`Analysis`] on its way to a thread.
pub struct AnalyzeTask(pub Analysis);

#[napi]
impl Task for AnalyzeTask {
    type Output = Outcome;
    type JsValue = Outcome;

    fn compute(&mut self) -> napi::Result<Outcome> {
        Ok(self.0.run())
    }

    fn resolve(&mut self, _env: Env, outcome: Outcome) -> napi::Result<Outcome> {
        Ok(outcome)
    }
}
