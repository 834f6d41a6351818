//! Pages as pictures: JavaScript's wishes to the drawing crate, its PNG back. Only for processes that may be killed.

use assay_forensics::{Failure as EngineFailure, FailureCode};
use assay_render::{Mark, PageOf, RenderError, beside, draw_with};
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;

use crate::guard::guarded;
use crate::outcome::Failure;
use crate::source::Source;
use crate::work::Work;

/// What is drawn where nothing else is asked for: small print can be read.
const DPI: f64 = 110.0;

/// Which page of which state is drawn, and what is marked on it.
#[napi(object, object_to_js = false)]
pub struct PageOptions {
    /// Number of the save after which it is drawn, 1 for the first; without it, as the file stands.
    pub save: Option<u32>,
    /// 1-based, in that state.
    pub page: u32,
    /// Dots per inch, 110 unless said otherwise; lower where the picture would have more than 16 million pixels.
    pub dpi: Option<f64>,
    pub marks: Option<Vec<MarkOptions>>,
    /// Another page, drawn to the right of this one.
    pub beside: Option<BesideOptions>,
    /// What opens an encrypted file.
    pub password: Option<String>,
}

/// The page to the right.
#[napi(object, object_to_js = false)]
pub struct BesideOptions {
    pub save: Option<u32>,
    pub page: u32,
    pub marks: Option<Vec<MarkOptions>>,
}

/// An area to be marked.
#[napi(object, object_to_js = false)]
pub struct MarkOptions {
    /// `[x0, y0, x1, y1]` in PDF points from the bottom-left corner, as findings have it.
    #[napi(ts_type = "[number, number, number, number]")]
    pub bbox: Vec<f64>,
    /// Of the outline, and of the fill in a lighter shade: red, green, blue, 0 to 255.
    #[napi(ts_type = "[number, number, number]")]
    pub colour: Vec<u32>,
}

/// A picture, or why there is none.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct PagePicture {
    #[napi(ts_type = "'completed' | 'failed'")]
    pub status: &'static str,
    pub png: Option<Uint8Array>,
    pub width: Option<u32>,
    pub height: Option<u32>,
    pub error: Option<Failure>,
}

/// A picture before it is JavaScript's.
pub struct Drawn {
    png: Vec<u8>,
    width: u32,
    height: u32,
}

/// One page to be drawn, or two.
pub struct Drawing {
    source: Source,
    password: String,
    pages: Vec<PageOf>,
}

impl Drawing {
    pub fn new(source: Source, options: PageOptions) -> Self {
        let dpi = options.dpi.unwrap_or(DPI);
        let mut pages = vec![page_of(options.save, options.page, dpi, options.marks)];
        if let Some(right) = options.beside {
            pages.push(page_of(right.save, right.page, dpi, right.marks));
        }
        Self {
            source,
            password: options.password.unwrap_or_default(),
            pages,
        }
    }
}

impl Work for Drawing {
    type Answer = Result<Drawn, EngineFailure>;
    type Value = PagePicture;

    fn run(&self) -> Self::Answer {
        let bytes = self.source.bytes().map_err(|unread| unread.failure)?;
        guarded(|| draw_all(&bytes, &self.password, &self.pages).map_err(failure))
    }
}

/// Save 0 does not exist; the largest index is past the last one and refused.
pub(crate) fn revision_of(save: u32) -> usize {
    (save as usize).wrapping_sub(1)
}

fn page_of(save: Option<u32>, page: u32, dpi: f64, marks: Option<Vec<MarkOptions>>) -> PageOf {
    PageOf {
        revision: save.map(revision_of),
        page,
        dpi,
        marks: marks
            .unwrap_or_default()
            .into_iter()
            .filter_map(mark)
            .collect(),
    }
}

fn mark(options: MarkOptions) -> Option<Mark> {
    let area: [f64; 4] = options.bbox.try_into().ok()?;
    let colour: [u32; 3] = options.colour.try_into().ok()?;
    Some(Mark::new(area, colour.map(|shade| shade.min(255) as u8)))
}

fn draw_all(bytes: &[u8], password: &str, pages: &[PageOf]) -> Result<Drawn, RenderError> {
    let mut picture = None;
    for page in pages {
        let next = draw_with(bytes, password, page)?;
        picture = Some(match picture {
            None => next,
            Some(left) => beside(&left, &next),
        });
    }
    let picture = picture.ok_or(RenderError::Packing)?;
    Ok(Drawn {
        png: picture.png()?,
        width: picture.width(),
        height: picture.height(),
    })
}

pub(crate) fn failure(error: RenderError) -> EngineFailure {
    EngineFailure {
        code: FailureCode::EngineError,
        message: format!("The page cannot be drawn: {error}."),
    }
}

impl From<Result<Drawn, EngineFailure>> for PagePicture {
    fn from(drawn: Result<Drawn, EngineFailure>) -> Self {
        match drawn {
            Ok(drawn) => Self {
                status: "completed",
                width: Some(drawn.width),
                height: Some(drawn.height),
                png: Some(drawn.png.into()),
                error: None,
            },
            Err(failure) => Self {
                status: "failed",
                png: None,
                width: None,
                height: None,
                error: Some(Failure::from(failure)),
            },
        }
    }
}
