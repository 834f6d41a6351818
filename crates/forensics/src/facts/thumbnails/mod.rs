//! Thumbnails of pages (ISO 32000-2, 12.3.4) that show another page than the one they stand for. A pixel is as large as a
//! letter, so only whole lines and blocks are told, and only where a thumbnail shows the rest of its page.

mod grid;

use std::ops::{Range, RangeInclusive};

use assay_pdf::content::{Line, Paint, Source, SourceKind};
use assay_pdf::images::jpeg::Levels;
use assay_pdf::images::pixels;
use assay_pdf::{Area, Document, LimitExceeded, ObjectId, View};

use crate::facts::page::{PageFacts, own};
use crate::facts::scans::grey;

use grid::{Grid, Sums};

/// Pixels along a side: fewer show nothing, and Acrobat's and Photoshop's have at most 128.
const SIDE: RangeInclusive<u32> = 48..=256;
/// Pixels by which a side may differ from the page's shape. Pictures that stand in for a page have a shape of their own.
const ROUNDING: f64 = 1.5;
/// Levels from the paper within which a pixel is blank, and beyond which it is ink.
const BLANK: u8 = 10;
const INK: u8 = 48;
/// Pixels of what is told: half the width of a column, and as many as a line of small print leaves.
const WIDE: usize = 6;
const INKED: usize = 8;
/// Lines without which a page says too little to know its thumbnail by.
const LINES: usize = 4;
/// Parts of one page that are told.
const PARTS: usize = 8;

/// A part of a page that the page and its thumbnail do not both show.
#[derive(Debug)]
pub struct Part {
    /// 1-based.
    pub page: u32,
    pub thumbnail: ObjectId,
    pub area: Area,
    /// What only the page shows; `None` for what only the thumbnail shows.
    pub text: Option<String>,
    /// The saves that wrote the thumbnail and the page's contents last, where the contents are younger.
    pub saves: Option<(usize, usize)>,
}

/// All such parts of all pages.
pub fn compare(
    document: &Document<'_>,
    view: &View<'_>,
    pages: &[PageFacts],
) -> Result<Vec<Part>, LimitExceeded> {
    let mut found = Vec::new();
    for page in pages {
        let named = view.get(&page.page.dictionary, b"Thumb");
        let Some(stream) = named.as_stream() else {
            continue;
        };
        let Some(picture) = pixels(view, stream)? else {
            continue;
        };
        let Some(levels) = grey::levels(picture) else {
            continue;
        };
        let Some(thumbnail) = Thumbnail::of(page, levels) else {
            continue;
        };
        let saves = saves(document, view, page, stream.id);
        let parts = thumbnail.parts(view, page).into_iter().take(PARTS);
        found.extend(parts.map(|(area, text)| Part {
            page: page.page.number,
            thumbnail: stream.id,
            area,
            text,
            saves,
        }));
    }
    Ok(found)
}

/// When the thumbnail and the contents were written last, where the contents came later.
fn saves(
    document: &Document<'_>,
    view: &View<'_>,
    page: &PageFacts,
    thumbnail: ObjectId,
) -> Option<(usize, usize)> {
    let last = |number: u32| document.writers_of(number).into_iter().max();
    let of_page = |source: &Source| match source.kind {
        SourceKind::Page(_) => source.id.and_then(|id| last(id.number)),
        _ => None,
    };
    let contents = page.content.sources.iter().filter_map(of_page).max()?;
    let drawn = last(thumbnail.number)?;
    (drawn < contents && contents <= view.revision()).then_some((drawn, contents))
}

/// A thumbnail upon its page.
struct Thumbnail {
    levels: Levels,
    paper: u8,
    /// What the page shows, all of whose it shows.
    sheet: Area,
}

impl Thumbnail {
    /// `None` where the picture has not the shape of the page, or no paper of one colour.
    fn of(page: &PageFacts, levels: Levels) -> Option<Self> {
        let sheet = page.page.crop_box;
        let whole = sheet == page.page.media_box && page.page.rotate == 0;
        let side = |pixels: usize| u32::try_from(pixels).is_ok_and(|pixels| SIDE.contains(&pixels));
        if !whole || !side(levels.width) || !side(levels.height) {
            return None;
        }
        let due = levels.width as f64 * sheet.height() / sheet.width();
        if (due - levels.height as f64).abs() > ROUNDING {
            return None;
        }
        let paper = grey::paper(&levels);
        let thumbnail = Self {
            levels,
            paper,
            sheet,
        };
        let blank = |level: &&u8| level.abs_diff(paper) <= BLANK;
        let blank = thumbnail.levels.samples.iter().filter(blank).count();
        (paper >= 200 && 2 * blank >= thumbnail.levels.samples.len()).then_some(thumbnail)
    }

    /// What only one of the two shows; nothing where they have less than half of their ink in common.
    fn parts(&self, view: &View<'_>, page: &PageFacts) -> Vec<(Area, Option<String>)> {
        let mut shown = self.grid();
        let mut ground = self.grid();
        for area in drawn_areas(view, page) {
            shown.add(self.columns(&area, 1), self.rows(&area, 1));
        }
        for area in grounds(view, page) {
            ground.add(self.columns(&area, 0), self.rows(&area, 0));
        }
        let (shown, ground) = (shown.sums(), ground.sums());
        let ink: Vec<bool> = self.pixels(|level| self.paper.saturating_sub(level) >= INK);
        let soiled = self.pixels(|level| level.abs_diff(self.paper) > BLANK);
        let soiled = Sums::of(self.levels.width, soiled.iter().map(|&on| u32::from(on)));
        let missing = |on: (usize, &bool)| *on.1 && shown.at(on.0) == 0;
        let alone: Vec<bool> = ink.iter().enumerate().map(missing).collect();
        let count = |pixels: &[bool]| pixels.iter().filter(|&&on| on).count();
        let lines: Vec<&Line> = page.lines.iter().filter(|line| plain(page, line)).collect();
        let unseen = |line: &&&Line| {
            let words = line.words.iter().map(|word| &word.area);
            let mut pixels = words.map(|area| (self.columns(area, 0), self.rows(area, 0)));
            pixels.all(|(x, y)| soiled.within(&x, &y) == 0 && ground.within(&x, &y) == 0)
        };
        let blank: Vec<&Line> = lines.iter().filter(unseen).copied().collect();
        let known = lines.len() >= LINES
            && 2 * blank.len() <= lines.len()
            && 2 * count(&alone) <= count(&ink);
        if !known {
            return Vec::new();
        }
        let inked = ink.iter().position(|&on| on);
        let rows = inked.zip(ink.iter().rposition(|&on| on));
        let mut parts = self.blocks(&blank, rows);
        parts.extend(self.spots(alone).into_iter().map(|area| (area, None)));
        parts
    }

    /// Lines that only the page shows, those that follow each other together. What is added above or below all else is the
    /// mark of a gateway or a number of an archive.
    fn blocks(&self, lines: &[&Line], ink: Option<(usize, usize)>) -> Vec<(Area, Option<String>)> {
        let mut blocks: Vec<(Area, Option<String>)> = Vec::new();
        let width = self.levels.width;
        let Some((first, last)) = ink.map(|(first, last)| (first / width, last / width)) else {
            return blocks;
        };
        for line in lines {
            let Some(area) = whole(line) else {
                continue;
            };
            let (columns, rows) = (self.columns(&area, 0), self.rows(&area, 0));
            if columns.len() < WIDE || rows.start <= first || rows.end > last {
                continue;
            }
            match blocks.last_mut() {
                Some((block, _)) if block.y0 - area.y1 < area.height() => {
                    *block = block.union(&area)
                }
                _ => blocks.push((area, Some(line.text()))),
            }
        }
        blocks
    }

    /// Ink that only the thumbnail shows: pixels that touch, or are one apart along a line as letters are.
    fn spots(&self, mut ink: Vec<bool>) -> Vec<Area> {
        let (width, mut spots) = (self.levels.width, Vec::new());
        for start in 0..ink.len() {
            let mut stack = Vec::new();
            take(&mut ink, start, &mut stack);
            let mut count = 0;
            let mut bounds = (usize::MAX, 0, usize::MAX, 0);
            while let Some(at) = stack.pop() {
                let (x, y) = (at % width, at / width);
                for near in y.saturating_sub(1)..=y + 1 {
                    for beside in x.saturating_sub(2)..=(x + 2).min(width - 1) {
                        take(&mut ink, near * width + beside, &mut stack);
                    }
                }
                count += 1;
                bounds = (
                    bounds.0.min(x),
                    bounds.1.max(x + 1),
                    bounds.2.min(y),
                    bounds.3.max(y + 1),
                );
            }
            if count >= INKED && bounds.1 - bounds.0 >= WIDE {
                spots.push(self.area(bounds));
            }
        }
        spots
    }

    fn pixels(&self, test: impl Fn(u8) -> bool) -> Vec<bool> {
        self.levels
            .samples
            .iter()
            .map(|&level| test(level))
            .collect()
    }

    fn grid(&self) -> Grid {
        Grid::new(self.levels.width, self.levels.height)
    }

    /// The columns of pixels that an area touches, and so many more on both sides.
    fn columns(&self, area: &Area, more: usize) -> Range<usize> {
        let scale = self.levels.width as f64 / self.sheet.width();
        let (from, to) = (area.x0 - self.sheet.x0, area.x1 - self.sheet.x0);
        touched(from * scale, to * scale, more, self.levels.width)
    }

    fn rows(&self, area: &Area, more: usize) -> Range<usize> {
        let scale = self.levels.height as f64 / self.sheet.height();
        let (from, to) = (self.sheet.y1 - area.y1, self.sheet.y1 - area.y0);
        touched(from * scale, to * scale, more, self.levels.height)
    }

    fn area(&self, (left, right, top, bottom): (usize, usize, usize, usize)) -> Area {
        let wide = self.sheet.width() / self.levels.width as f64;
        let high = self.sheet.height() / self.levels.height as f64;
        Area {
            x0: self.sheet.x0 + left as f64 * wide,
            y0: self.sheet.y1 - bottom as f64 * high,
            x1: self.sheet.x0 + right as f64 * wide,
            y1: self.sheet.y1 - top as f64 * high,
        }
    }
}

/// Moves a pixel that is on from the picture to the stack.
fn take(ink: &mut [bool], index: usize, stack: &mut Vec<usize>) {
    if let Some(on) = ink.get_mut(index).filter(|on| **on) {
        *on = false;
        stack.push(index);
    }
}

fn touched(from: f64, to: f64, more: usize, of: usize) -> Range<usize> {
    // A cast of what is negative or not a number gives 0.
    let end = (to.ceil() as usize).saturating_add(more).min(of);
    (from.floor() as usize).saturating_sub(more).min(end)..end
}

/// Everything that is drawn or may be, seen or not: what a thumbnail may rightly show. Acrobat draws small text as one bar
/// from its first letter to its last, over all gaps.
fn drawn_areas(view: &View<'_>, page: &PageFacts) -> Vec<Area> {
    let paper = |paint: &&Paint| {
        paint.stroked.is_some() || !paint.filled.is_some_and(|color| color.is_white())
    };
    let content = &page.content;
    let mut areas: Vec<Area> = content.glyphs.iter().map(|glyph| glyph.area).collect();
    areas.extend(page.lines.iter().filter_map(whole));
    areas.extend(content.paints.iter().filter(paper).map(|paint| paint.area));
    areas.extend(content.images.iter().map(|image| image.area));
    areas.extend(annotations(view, page));
    areas
}

fn whole(line: &Line) -> Option<Area> {
    let areas = line.words.iter().map(|word| word.area);
    areas.reduce(|all, area| all.union(&area))
}

/// What may hide text, or let it stand on another ground than paper.
fn grounds(view: &View<'_>, page: &PageFacts) -> Vec<Area> {
    let content = &page.content;
    let filled = content.paints.iter().filter(|paint| paint.filled.is_some());
    let white = |area: &Area| page.page.crop_box.covered_by(area) > 0.9;
    let mut areas: Vec<Area> = filled
        .filter(|paint| !(white(&paint.area) && paint.filled.is_some_and(|color| color.is_white())))
        .map(|paint| paint.area)
        .collect();
    areas.extend(content.images.iter().map(|image| image.area));
    areas.extend(annotations(view, page));
    areas
}

fn annotations(view: &View<'_>, page: &PageFacts) -> Vec<Area> {
    let annotations = view.get(&page.page.dictionary, b"Annots");
    let each = annotations.as_array().unwrap_or_default().iter();
    let rectangle = |annotation| {
        let annotation = view.resolve(annotation);
        view.area(annotation.as_dictionary()?.get(b"Rect")?)
    };
    each.filter_map(rectangle).collect()
}

/// Dark upright text of the page itself.
fn plain(page: &PageFacts, line: &Line) -> bool {
    line.words.iter().all(|word| {
        let run = page.content.runs.get(word.run as usize);
        run.is_some_and(|run| {
            let dark = run
                .color
                .rgb
                .is_some_and(|rgb| rgb.iter().sum::<f32>() < 1.5);
            own(&page.content, run.source) && dark && run.alpha > 0.5 && word.angle == 0
        })
    })
}
