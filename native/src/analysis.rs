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
        Self {
            source: file.into(),
            options: options.map(Options::from).unwrap_or_default(),
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
