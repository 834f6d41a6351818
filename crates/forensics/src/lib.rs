//! What the facts of a PDF mean. [`analyze`] is a pure function of the bytes, the trust list and the rules: no clock,
//! no network, no randomness, no environment.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod class;
mod facts;
pub mod fingerprint;
mod history;
mod report;
mod rules;
#[macro_use]
pub mod signal;
pub mod signals;
pub mod signed;
mod summary;
mod verdict;
mod vocabulary;
mod writers;

pub use facts::{scans, shapes};
pub use history::{
    DrawingNote, History, ObjectChange, PageDifference, PageSequence, PictureNote, Save, SaveDate,
    SheetChange, ValueChange, history, history_with,
};
pub use signed::{Signatures, signatures};

pub use report::{
    Basis, DocumentClass, EngineVersion, Failure, FailureCode, ReferenceMatch, Report, Severity,
    Signal, SignalKind, Verdict,
};

use assay_pdf::{Document, LimitExceeded, OpenError};
use assay_signatures::Trust;
use assay_signatures::time::Moment;
use assay_values::{Invoice, MachineCode, Word};

use crate::rules::RULES;

/// What a caller may set for one analysis.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// DER certificates of the roots that count. `None`: the signer's identity is not judged.
    pub trust: Option<Vec<Vec<u8>>>,
    /// When the file was received, in seconds since 1970, where the caller knows: signers are judged at that time.
    pub received: Option<i64>,
    /// What opens an encrypted file, the user's password or the owner's; empty where none is known.
    pub password: String,
}

/// Which engine and rules are at work.
pub fn version() -> EngineVersion {
    EngineVersion {
        version: env!("CARGO_PKG_VERSION"),
        rules_revision: RULES.revision.clone(),
    }
}

/// Judges one file.
pub fn analyze(bytes: &[u8], options: &Options) -> Result<Report, Failure> {
    let document = Document::open_with(bytes, &options.password).map_err(failure_to_open)?;
    let trust = options.trust.as_ref().map(|roots| Trust {
        received: options.received.map(Moment),
        ..Trust::from_roots(roots).0
    });
    let facts = facts::gather(&document, trust.as_ref()).map_err(failure_of_limit)?;
    if facts.pages.is_empty() {
        return Err(failure_without_pages());
    }
    let class = class::document_class(&facts.pages);
    let signals = signals::observe(&facts);
    let judgement = verdict::weigh(&signals, class, &RULES);
    let summary = summary::summary(&facts, &judgement, class, &signals);
    Ok(Report {
        pages: facts.pages.len() as u32,
        document_class: class,
        verdict: judgement.verdict,
        basis: judgement.basis,
        reference_match: None,
        score: judgement.score,
        tamper_score: judgement.tamper_score,
        integrity_score: judgement.integrity_score,
        confidence: judgement.confidence,
        summary,
        signals: signals
            .into_iter()
            .map(|signal| report::Signal::of(signal, &facts))
            .collect(),
        engine: version(),
    })
}

/// The structural fingerprint of a file; `password` opens an encrypted one.
pub fn fingerprint(bytes: &[u8], password: &str) -> Result<fingerprint::Fingerprint, Failure> {
    let document = Document::open_with(bytes, password).map_err(failure_to_open)?;
    let facts = facts::gather(&document, None).map_err(failure_of_limit)?;
    if facts.pages.is_empty() {
        return Err(failure_without_pages());
    }
    Ok(fingerprint::draw(&document, &facts))
}

/// What [`assay_values::examine_with`] reads of a file.
pub type Readable = (Vec<Word>, Vec<Invoice>, Vec<MachineCode>);

/// The words of a file, the invoices it carries and the codes on its pages.
pub fn words(bytes: &[u8]) -> Result<Readable, Failure> {
    let document = Document::open(bytes).map_err(failure_to_open)?;
    let facts = facts::gather(&document, None).map_err(failure_of_limit)?;
    Ok((
        facts::values::words(&facts.pages),
        facts::values::invoices(&facts.attachments),
        facts::values::machine_codes(&facts.codes),
    ))
}

/// The print of scanned pages, and where it stands on pages turned upright.
pub fn read_words(bytes: &[u8]) -> Result<Vec<Word>, Failure> {
    let document = Document::open(bytes).map_err(failure_to_open)?;
    let facts = facts::gather(&document, None).map_err(failure_of_limit)?;
    Ok(signals::read_words(&facts))
}

fn failure_to_open(error: OpenError) -> Failure {
    let code = match &error {
        OpenError::NoHeader | OpenError::NoCatalog => FailureCode::NotAPdf,
        OpenError::PasswordRequired
        | OpenError::PasswordWrong
        | OpenError::UnknownEncryption(_) => FailureCode::PasswordRequired,
        OpenError::Limit(limit) => return failure_of_limit(*limit),
    };
    Failure {
        code,
        message: sentence(&error.to_string()),
    }
}

fn failure_without_pages() -> Failure {
    Failure {
        code: FailureCode::NotAPdf,
        message: "The file claims to be a PDF, but no page can be read from it.".into(),
    }
}

fn failure_of_limit(limit: LimitExceeded) -> Failure {
    let code = match limit {
        LimitExceeded::Objects | LimitExceeded::DecodedBytes => FailureCode::FileTooLarge,
        LimitExceeded::Pages => FailureCode::TooManyPages,
        LimitExceeded::Operators | LimitExceeded::Drawn | LimitExceeded::ParsedBytes => {
            FailureCode::EngineError
        }
    };
    Failure {
        code,
        message: format!("The file has {limit}."),
    }
}

/// The message of an error as a sentence.
fn sentence(message: &str) -> String {
    let mut characters = message.chars();
    match characters.next() {
        Some(first) => format!(
            "The file cannot be read: {}{}.",
            first.to_lowercase(),
            characters.as_str()
        ),
        None => String::new(),
    }
}
