//! One analysis from JavaScript's arguments to its outcome.

use assay_forensics::Options;
use napi::bindgen_prelude::{Either, Uint8Array};

use crate::AnalyzeOptions;
use crate::guard::guarded;
use crate::outcome::Outcome;
use crate::source::Source;
use crate::work::Work;

/// One file to be judged.
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
}

impl Work for Analysis {
    type Answer = Outcome;
    type Value = Outcome;

    fn run(&self) -> Outcome {
        let bytes = match self.source.bytes() {
            Ok(bytes) => bytes,
            Err(unread) => return Outcome::unread(unread),
        };
        let judged = guarded(|| assay_forensics::analyze(&bytes, &self.options));
        Outcome::of(&bytes, judged)
    }
}
