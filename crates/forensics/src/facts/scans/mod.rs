//! Pictures of whole pages: what their own data tells of how they came about.

pub mod bands;
pub mod container;
pub mod copies;
pub mod copy_move;
pub mod glyphs;
pub mod grey;
pub mod jpeg_grid;
pub mod layer;
pub mod noise;
mod part;
mod picture;
pub mod places;
pub mod reading;
pub mod recompressed;
pub mod sharpness;
pub mod sheets;
pub mod words;

use assay_pdf::content::{Image, PageContent};
use assay_pdf::{Area, LimitExceeded, View};

use crate::facts::page::PageFacts;
pub use crate::facts::page::page_picture;
use crate::facts::page::{invisible, seen};

pub use picture::{Left, Picture, read};

use glyphs::Shape;
use grey::Tones;
use jpeg_grid::JpegGrid;
use layer::Misread;
use part::Part;
use picture::coloured;
use places::{Place, certain};
use recompressed::First;
use sheets::Sheet;

/// A place in the picture of a page that was painted or set there after the rest had been compressed.
#[derive(Debug, Clone, PartialEq)]
pub struct Painted {
    pub page: u32,
    pub area: Area,
    pub trace: Trace,
    /// Whether the place is printed in colour, which may leave the same trace.
    pub coloured: bool,
    /// Observations, and nats that they say in all.
    pub of: u32,
    pub nats: f64,
}

/// How it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trace {
    /// The rest was compressed twice, first with this quality in the scale of the Independent JPEG Group.
    CompressedOnce { quality: u16 },
    /// The rest was in a JPEG before it was packed without loss; so many frequencies tell its steps.
    NeverCompressed { frequencies: usize },
}

/// A part of a page's picture that stands twice.
#[derive(Debug, Clone, PartialEq)]
pub struct Copied {
    pub page: u32,
    /// The two places; which of them is the copy, the samples do not say.
    pub areas: [Area; 2],
    pub alike: Alike,
}

/// How both places are the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Alike {
    /// So many samples agree, though the paper deviates by so many levels.
    Samples { samples: usize, noise: f64 },
    /// So many times more alike than any other two prints of the picture.
    Print { times: f64 },
}

/// A value on ground without noise in a noisy picture.
#[derive(Debug, Clone, PartialEq)]
pub struct NoiseMissing {
    pub page: u32,
    pub area: Area,
    /// Places of some samples without any noise in it.
    pub windows: usize,
    /// Deviation of the paper, levels.
    pub noise: f64,
}

/// Words that are darker and sharper than all print of their size.
#[derive(Debug, Clone, PartialEq)]
pub struct Sharper {
    pub page: u32,
    pub area: Area,
    /// By how many deviations.
    pub darker: f32,
    pub steeper: f32,
    /// Words that they were compared with.
    pub of: usize,
}

/// A program for changing pictures that a page's JPEG names.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited {
    pub page: u32,
    pub program: String,
    pub named_in: &'static str,
}

/// All that the pictures of pages tell.
#[derive(Debug, Default)]
pub struct PictureFacts {
    pub painted: Vec<Painted>,
    pub copied: Vec<Copied>,
    pub noise_missing: Vec<NoiseMissing>,
    pub sharper: Vec<Sharper>,
    pub misread: Vec<Misread>,
    pub edited: Vec<Edited>,
    pub stranger: Option<sheets::Stranger>,
    pub read: Vec<Print>,
}

/// What the picture of a page says, where no text says it.
#[derive(Debug, Clone, PartialEq)]
pub struct Print {
    pub page: u32,
    pub lines: Vec<reading::Line>,
    /// From pixels of the picture to the page.
    image: Image,
    size: (u32, u32),
}

impl Print {
    /// Where a part of the picture stands on the page.
    pub fn area(&self, [left, top, right, bottom]: [f32; 4]) -> Area {
        let across = |x: f32| f64::from(x) / f64::from(self.size.0);
        let up = |y: f32| 1.0 - f64::from(y) / f64::from(self.size.1);
        self.image.placed(&Area::between(
            across(left),
            up(top),
            across(right),
            up(bottom),
        ))
    }
}

/// What the pictures of all pages tell.
pub(crate) fn all(view: &View<'_>, pages: &[PageFacts]) -> Result<PictureFacts, LimitExceeded> {
    let mut left = Left::default();
    let mut facts = PictureFacts::default();
    let mut sheets = Vec::new();
    let mut readable = reading::Left::default();
    for one in pages {
        let picture = read(view, &one.page, &one.content, &mut left)?;
        let image = page_picture(&one.page, &one.content);
        let Some((image, picture)) = image.zip(picture) else {
            continue;
        };
        let page = one.page.number;
        for (painted, part) in painted(page, image, &picture) {
            let coloured = coloured(view, image, &picture, part)?;
            facts.painted.push(Painted {
                coloured,
                ..painted
            });
        }
        let tones = Tones::of(&picture.levels);
        sheets.push(Sheet::of(page, image, &picture, &tones));
        let shapes = glyphs::shapes(&picture.levels, tones.ink).unwrap_or_default();
        facts.read.extend(print(
            page,
            &one.content,
            image,
            &picture,
            &tones,
            &mut readable,
        ));
        facts
            .copied
            .extend(copied(page, image, &picture, &tones, &shapes));
        facts
            .noise_missing
            .extend(noise_missing(page, image, &picture, &tones));
        facts
            .sharper
            .extend(sharper(page, image, &picture, &shapes));
        facts
            .misread
            .extend(misread(page, &one.content, image, &picture, &shapes));
        facts
            .edited
            .extend(picture.editor.map(|(program, named_in)| Edited {
                page,
                program,
                named_in,
            }));
    }
    facts.stranger = sheets::stranger(&sheets);
    Ok(facts)
}

/// The places of a page's picture that were painted after the rest had been compressed.
fn painted(page: u32, image: &Image, picture: &Picture) -> Vec<(Painted, Part)> {
    let Some((trace, found)) = compressed(picture) else {
        return Vec::new();
    };
    let (across, down) = picture.scale();
    let told = |place: &Place| {
        let (x0, y0, x1, y1) = place.blocks;
        let part = (x0 * 8, y0 * 8, x1 * 8, y1 * 8);
        let painted = Painted {
            page,
            area: picture.placed(image, part),
            trace,
            coloured: false,
            of: place.of,
            nats: place.odds,
        };
        let pixels = (
            part.0 * across,
            part.1 * down,
            part.2 * across,
            part.3 * down,
        );
        (!grey::blackened(&picture.levels, part)).then_some((painted, pixels))
    };
    certain(&found).iter().filter_map(told).collect()
}

/// How the picture was compressed, and the places that were not compressed so.
fn compressed(picture: &Picture) -> Option<(Trace, Vec<Place>)> {
    let levels = &picture.levels;
    match &picture.jpeg {
        Some((blocks, steps)) => {
            let first = First::of(blocks, levels, steps)?;
            let quality = first.quality;
            let found = first.places(blocks, &picture.cut_off);
            Some((Trace::CompressedOnce { quality }, found))
        }
        None => {
            let grid = JpegGrid::of(levels, &picture.cut_off)?;
            let frequencies = grid.known();
            let found = grid.places(levels, &picture.cut_off);
            Some((Trace::NeverCompressed { frequencies }, found))
        }
    }
}

/// The parts of a page's picture that stand twice: sample by sample, or as print that was compressed once more.
fn copied(
    page: u32,
    image: &Image,
    picture: &Picture,
    tones: &Tones,
    shapes: &[Shape],
) -> Vec<Copied> {
    let levels = &picture.levels;
    let Tones { paper, noise, .. } = *tones;
    let told = |a, b, alike| Copied {
        page,
        areas: [picture.placed(image, a), picture.placed(image, b)],
        alike,
    };
    // Paper without noise may be drawn.
    if noise < copies::NOISE {
        return Vec::new();
    }
    // A JPEG changes every copy.
    if picture.jpeg.is_none() {
        let found = copies::copies(levels);
        if !found.is_empty() {
            let alike = |samples| Alike::Samples { samples, noise };
            return found
                .iter()
                .map(|c| told(c.a, c.b, alike(c.samples)))
                .collect();
        }
    }
    let found = copy_move::copy_moves(levels, paper, shapes);
    let alike = |times| Alike::Print { times };
    found
        .iter()
        .map(|t| told(t.a, t.b, alike(t.times)))
        .collect()
}

/// The value of a page's picture that stands on ground without noise.
fn noise_missing(
    page: u32,
    image: &Image,
    picture: &Picture,
    tones: &Tones,
) -> Option<NoiseMissing> {
    let flat = noise::place(&picture.levels, tones, picture.jpeg.is_none())?;
    Some(NoiseMissing {
        page,
        area: picture.placed(image, flat.part),
        windows: flat.windows,
        noise: flat.noise,
    })
}

/// The words of a page's picture that are darker and sharper than the rest.
fn sharper(page: u32, image: &Image, picture: &Picture, shapes: &[Shape]) -> Vec<Sharper> {
    let found = sharpness::places(&picture.levels, shapes);
    let told = |one: sharpness::Sharpness| Sharper {
        page,
        area: picture.placed(image, one.part),
        darker: one.darker,
        steeper: one.steeper,
        of: one.of,
    };
    found.into_iter().map(told).collect()
}

/// The print of a page without text of its own.
fn print(
    page: u32,
    content: &PageContent,
    image: &Image,
    picture: &Picture,
    tones: &Tones,
    left: &mut reading::Left,
) -> Option<Print> {
    let text = content.runs.iter().any(seen);
    // Samples of luminance are pixels but for encoders that thin it out.
    if text || picture.scale() != (1, 1) {
        return None;
    }
    let marks = glyphs::marks(&picture.levels, tones.faint())?;
    Some(Print {
        page,
        lines: reading::read(&picture.levels, &marks, left)?,
        image: image.clone(),
        size: picture.size,
    })
}

/// The words of an invisible text layer that the picture shows otherwise.
fn misread(
    page: u32,
    content: &PageContent,
    image: &Image,
    picture: &Picture,
    shapes: &[Shape],
) -> Vec<Misread> {
    let levels = &picture.levels;
    if !content.runs.iter().any(invisible) {
        return Vec::new();
    }
    layer::misread(page, content, image, levels, picture.size, shapes)
}
