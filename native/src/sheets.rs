//! The sizes of pages: what it takes to find an area of a page on its picture, also where there is no picture.

use assay_forensics::Failure as EngineFailure;
use assay_render::{SheetSize, sheets};
use napi_derive::napi;

use crate::guard::guarded;
use crate::outcome::Failure;
use crate::picture::{failure, revision_of};
use crate::source::Source;
use crate::work::Work;

/// Which state of a file is measured.
#[napi(object)]
#[derive(Default)]
pub struct SheetOptions {
    /// Number of the save after which it is measured, 1 for the first; without it, as the file stands.
    pub save: Option<u32>,
    /// What opens an encrypted file.
    pub password: Option<String>,
}

/// What viewers show of a page, before they turn it.
#[napi(object, object_from_js = false)]
pub struct PageSheet {
    /// In points.
    pub width: f64,
    pub height: f64,
    /// Degrees by which viewers turn it clockwise: 0, 90, 180 or 270.
    pub turn: u32,
}

/// The pages of one state, or why they are not known.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct PageSheets {
    #[napi(ts_type = "'completed' | 'failed'")]
    pub status: &'static str,
    /// The first ones, in order; not more than the engine reads of any file.
    pub pages: Vec<PageSheet>,
    pub error: Option<Failure>,
}

/// One file whose pages are measured.
pub struct Measuring {
    source: Source,
    options: SheetOptions,
}

impl Measuring {
    pub fn new(source: Source, options: SheetOptions) -> Self {
        Self { source, options }
    }
}

impl Work for Measuring {
    type Answer = Result<Vec<SheetSize>, EngineFailure>;
    type Value = PageSheets;

    fn run(&self) -> Self::Answer {
        let bytes = self.source.bytes().map_err(|unread| unread.failure)?;
        let password = self.options.password.as_deref().unwrap_or_default();
        let save = self.options.save.map(revision_of);
        guarded(|| sheets(&bytes, password, save).map_err(failure))
    }
}

impl From<Result<Vec<SheetSize>, EngineFailure>> for PageSheets {
    fn from(measured: Result<Vec<SheetSize>, EngineFailure>) -> Self {
        match measured {
            Ok(sizes) => Self {
                status: "completed",
                pages: sizes.into_iter().map(PageSheet::from).collect(),
                error: None,
            },
            Err(failure) => Self {
                status: "failed",
                pages: Vec::new(),
                error: Some(Failure::from(failure)),
            },
        }
    }
}

impl From<SheetSize> for PageSheet {
    fn from(size: SheetSize) -> Self {
        Self {
            width: size.width,
            height: size.height,
            turn: size.turn,
        }
    }
}
