//! The structural fingerprints of files, as JavaScript sees them: drawing one, comparing two, sorting many.

use assay_forensics::fingerprint::{self as engine, Aspect, Values};
use napi::{Error, Status};
use napi_derive::napi;

use crate::guard::guarded;
use crate::outcome::Failure;
use crate::source::Source;
use crate::work::Work;

/// The structural fingerprint of one file; with `status: 'failed'` only `error` says something.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct Fingerprint {
    #[napi(ts_type = "'completed' | 'failed'")]
    pub status: &'static str,
    #[napi(js_name = "size_bytes")]
    pub size_bytes: Option<f64>,
    pub details: Vec<FingerprintDetail>,
    pub error: Option<Failure>,
}

/// What a file shows of one subject.
#[napi(object)]
pub struct FingerprintDetail {
    /// What kind of habit it is: `writer`, `grammar`, `geometry` …
    pub aspect: String,
    /// What of the file it is about.
    pub subject: String,
    pub values: Vec<FingerprintValue>,
}

/// One thing that a file shows of a subject.
#[napi(object, use_nullable = true)]
pub struct FingerprintValue {
    pub value: String,
    /// The first page that shows it, where it is one of pages.
    pub page: Option<u32>,
}

/// In which structural details two files differ.
#[napi(object, object_from_js = false)]
pub struct StructuralComparison {
    /// In the order of their aspects.
    pub differences: Vec<StructuralDifference>,
    /// Details that are the same.
    pub shared: u32,
    /// Nothing says that another program, or the same one set otherwise, wrote one of the files.
    #[napi(js_name = "same_program")]
    pub same_program: bool,
}

/// One structural detail that two files do not share.
#[napi(object, object_from_js = false)]
pub struct StructuralDifference {
    pub aspect: &'static str,
    pub subject: String,
    /// What only the genuine file shows.
    pub genuine: Vec<FingerprintValue>,
    /// What only the questioned file shows.
    pub questioned: Vec<FingerprintValue>,
    /// What such a difference means, in English.
    pub meaning: &'static str,
}

/// Files sorted by the program that wrote them, each named by its place.
#[napi(object, object_from_js = false)]
pub struct Grouping {
    /// The largest first.
    pub groups: Vec<Vec<u32>>,
    /// The files that no other is written like; none where all are alone.
    pub odd: Vec<OddFile>,
}

/// A file that no other is written like.
#[napi(object, object_from_js = false)]
pub struct OddFile {
    pub file: u32,
    /// The file it has most in common with, and in what it differs from that one.
    pub nearest: u32,
    pub comparison: StructuralComparison,
}

/// One file whose fingerprint is drawn.
pub struct FingerprintDrawing {
    source: Source,
    password: String,
}

impl FingerprintDrawing {
    pub fn new(source: Source, password: Option<String>) -> Self {
        Self {
            source,
            password: password.unwrap_or_default(),
        }
    }
}

impl Work for FingerprintDrawing {
    type Answer = Fingerprint;
    type Value = Fingerprint;

    fn run(&self) -> Fingerprint {
        let bytes = match self.source.bytes() {
            Ok(bytes) => bytes,
            Err(unread) => return Fingerprint::failed(unread.failure, None),
        };
        let size = bytes.len() as f64;
        match guarded(|| assay_forensics::fingerprint(&bytes, &self.password)) {
            Ok(drawn) => Fingerprint::completed(&drawn, size),
            Err(failure) => Fingerprint::failed(failure, Some(size)),
        }
    }
}

impl Fingerprint {
    fn completed(drawn: &engine::Fingerprint, size: f64) -> Self {
        let details = drawn
            .iter()
            .map(|(aspect, subject, values)| FingerprintDetail {
                aspect: aspect.word().into(),
                subject: subject.into(),
                values: values
                    .iter()
                    .map(|(value, page)| shown((value.clone(), *page)))
                    .collect(),
            });
        Self {
            status: "completed",
            size_bytes: Some(size),
            details: details.collect(),
            error: None,
        }
    }

    fn failed(failure: assay_forensics::Failure, size_bytes: Option<f64>) -> Self {
        Self {
            status: "failed",
            size_bytes,
            details: Vec::new(),
            error: Some(Failure::from(failure)),
        }
    }
}

/// Compares two files, of which one is known to be genuine.
pub fn compare(
    genuine: Vec<FingerprintDetail>,
    questioned: Vec<FingerprintDetail>,
) -> napi::Result<StructuralComparison> {
    let (genuine, questioned) = (drawn(genuine)?, drawn(questioned)?);
    Ok(engine::compare(&genuine, &questioned).into())
}

/// Sorts files by the program that wrote them.
pub fn group(files: Vec<Vec<FingerprintDetail>>) -> napi::Result<Grouping> {
    let files = files.into_iter().map(drawn);
    let files = files.collect::<napi::Result<Vec<engine::Fingerprint>>>()?;
    let groups = engine::group(&files);
    let odd = engine::odd_ones(&files, &groups).into_iter();
    let odd = odd.map(|odd| OddFile {
        file: place(odd.file),
        nearest: place(odd.nearest),
        comparison: odd.comparison.into(),
    });
    let odd = odd.collect();
    let places = |group: Vec<usize>| group.into_iter().map(place).collect();
    Ok(Grouping {
        groups: groups.into_iter().map(places).collect(),
        odd,
    })
}

fn place(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// A fingerprint that JavaScript gives back.
fn drawn(details: Vec<FingerprintDetail>) -> napi::Result<engine::Fingerprint> {
    let details = details.into_iter().map(|detail| -> napi::Result<_> {
        let unknown = || {
            let reason = format!("There is no aspect \"{}\".", detail.aspect);
            Error::new(Status::InvalidArg, reason)
        };
        let aspect = Aspect::of_word(&detail.aspect).ok_or_else(unknown)?;
        let values = detail.values.into_iter();
        let values: Values = values.map(|value| (value.value, value.page)).collect();
        Ok((aspect, detail.subject, values))
    });
    details.collect()
}

fn shown((value, page): (String, Option<u32>)) -> FingerprintValue {
    FingerprintValue { value, page }
}

impl From<engine::Comparison> for StructuralComparison {
    fn from(comparison: engine::Comparison) -> Self {
        Self {
            same_program: comparison.same_program(),
            shared: place(comparison.shared),
            differences: comparison
                .differences
                .into_iter()
                .map(StructuralDifference::from)
                .collect(),
        }
    }
}

impl From<engine::Difference> for StructuralDifference {
    fn from(difference: engine::Difference) -> Self {
        Self {
            aspect: difference.aspect.word(),
            subject: difference.subject,
            genuine: difference.genuine.into_iter().map(shown).collect(),
            questioned: difference.questioned.into_iter().map(shown).collect(),
            meaning: difference.aspect.meaning(),
        }
    }
}
