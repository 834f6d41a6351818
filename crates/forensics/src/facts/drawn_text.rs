//! Text that a page draws as shapes: outlines read by the glyphs of the page's own fonts, and digits by those of many faces.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use assay_pdf::content::Drawing;
use assay_pdf::fonts::{Font, Outline};
use assay_pdf::{Area, View};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::page::{PageFacts, seen_upright};
use crate::facts::shapes::{Picture, digit, glyph_outlines};

/// Shapes looked at on one page: more are a drawing.
const SHAPES: usize = 3000;
/// And in one document.
const ALL_SHAPES: usize = 20_000;
/// Contours of one letter, or of letters in one path.
const CONTOURS: usize = 200;
/// Fonts in a size that are looked at, the most used first.
const STYLES: usize = 16;
/// Baselines in one font and size that are looked at.
const LEVELS: usize = 400;
/// Shapes that must be read to make a text.
const READ: usize = 3;
/// Share of the pixels that a shape and a glyph may differ by.
const DIFFERENT: f64 = 0.06;
/// How far bounds may be off, em.
const OFF: f64 = 0.02;
/// How high digits are, em.
const DIGIT: Range<f64> = 0.6..0.8;
/// Full stops, commas and dashes are lower than this, em.
const MARK: f64 = 0.35;
/// Shapes further apart than this belong to two texts, em.
const APART: f64 = 0.6;

/// Shapes that stand as text.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnText {
    pub area: Area,
    /// Position of its first letter among all things painted on the page.
    pub order: u32,
    /// What it reads; U+FFFD for a shape that is not read.
    pub text: String,
    /// The height of the em and the baseline of a font that would write it.
    pub size: f64,
    pub baseline: f64,
    /// How many shapes there are, how many of them are read, how many by a glyph of the page.
    pub shapes: usize,
    pub read: usize,
    pub own: usize,
    /// The letters that are read.
    pub letters: Vec<(Area, String)>,
}

/// A letter of a drawing.
struct Shape {
    order: u32,
    bounds: [f64; 4],
    outline: Outline,
    picture: OnceCell<Option<Picture>>,
    digit: OnceCell<Option<char>>,
}

impl Shape {
    fn picture(&self) -> Option<&Picture> {
        let picture = || Picture::of(&self.outline);
        self.picture.get_or_init(picture).as_ref()
    }

    fn digit(&self) -> Option<char> {
        *self.digit.get_or_init(|| digit(self.picture()?))
    }
}

/// A font in one size, as the page's text uses it.
struct Style {
    font: usize,
    size: f64,
    glyphs: usize,
}

/// A glyph of a font, em.
struct Glyph {
    text: String,
    bounds: [f64; 4],
    advance: f64,
    picture: Picture,
}

/// What a shape reads.
struct Reading {
    text: String,
    /// Where the pen stands behind it, where a font of the page tells.
    pen: Option<f64>,
}

/// The texts of each page that are drawn upright, as long as shapes of the document may be looked at.
pub fn all(view: &View<'_>, pages: &[PageFacts]) -> Vec<Vec<DrawnText>> {
    let mut left = ALL_SHAPES;
    pages
        .iter()
        .map(|page| read(view, page, &mut left))
        .collect()
}

/// All texts of one page that are drawn upright. `left` is how many shapes of the document may still be looked at.
fn read(view: &View<'_>, page: &PageFacts, left: &mut usize) -> Vec<DrawnText> {
    let drawings = &page.content.drawings;
    if drawings.is_empty() || drawings.len() > SHAPES.min(*left) {
        return Vec::new();
    }
    let shapes: Vec<Shape> = drawings.iter().flat_map(letters).take(SHAPES).collect();
    *left = left.saturating_sub(shapes.len());
    if shapes.len() < READ {
        return Vec::new();
    }
    let styles = styles(page);
    let glyphs = glyphs(view, page, &styles);
    let mut found: Vec<DrawnText> = Vec::new();
    for (style, baseline) in levels(page, &styles, &glyphs, &shapes) {
        let own = glyphs.get(&style.font).map_or(&[][..], Vec::as_slice);
        for text in texts_at(&shapes, own, style.size, baseline) {
            // One place read by two fonts: the one that reads more of it.
            let rank = |text: &DrawnText| (text.own, text.read);
            match found
                .iter_mut()
                .find(|known| known.area.intersection(&text.area).is_some())
            {
                Some(known) if rank(known) < rank(&text) => *known = text,
                Some(_) => {}
                None => found.push(text),
            }
        }
    }
    found
}

/// The letters of one path: contours above each other belong together.
fn letters(drawing: &Drawing) -> Vec<Shape> {
    let mut contours: Vec<(Outline, [f64; 4])> = Vec::new();
    for contour in drawing.outline.contours.iter().take(CONTOURS) {
        let outline = Outline {
            contours: vec![contour.clone()],
        };
        if let Some(bounds) = outline.bounds() {
            contours.push((outline, bounds));
        }
    }
    contours.sort_by(|(_, a), (_, b)| a[0].total_cmp(&b[0]));
    let mut letters: Vec<(Outline, [f64; 4])> = Vec::new();
    for (outline, bounds) in contours {
        let [x0, y0, x1, y1] = bounds;
        match letters.last_mut() {
            Some((letter, [a0, b0, a1, b1])) if *a1 - x0 > 0.5 * (x1 - x0).min(*a1 - *a0) => {
                letter.contours.extend(outline.contours);
                (*a1, *b0, *b1) = (a1.max(x1), b0.min(y0), b1.max(y1));
            }
            _ => letters.push((outline, bounds)),
        }
    }
    let shape = |(outline, bounds)| Shape {
        order: drawing.order,
        bounds,
        outline,
        picture: OnceCell::new(),
        digit: OnceCell::new(),
    };
    letters.into_iter().map(shape).collect()
}

fn styles(page: &PageFacts) -> Vec<Style> {
    let mut styles: Vec<Style> = Vec::new();
    for run in page.content.runs.iter().filter(|run| seen_upright(run)) {
        let (font, glyphs) = (usize::from(run.font), run.glyphs.len());
        let room = styles.len() < 4 * STYLES;
        match styles
            .iter_mut()
            .find(|style| style.font == font && (style.size - run.size).abs() < 0.02)
        {
            Some(style) => style.glyphs += glyphs,
            None if room => styles.push(Style {
                font,
                size: run.size,
                glyphs,
            }),
            None => {}
        }
    }
    styles.sort_by_key(|style| std::cmp::Reverse(style.glyphs));
    styles.truncate(STYLES);
    styles
}

/// The glyphs of each font that the page shows.
fn glyphs(view: &View<'_>, page: &PageFacts, styles: &[Style]) -> FxHashMap<usize, Vec<Glyph>> {
    let content = &page.content;
    let mut all = FxHashMap::default();
    for font in styles.iter().map(|style| style.font) {
        let Some(known) = content.fonts.get(font).filter(|_| !all.contains_key(&font)) else {
            continue;
        };
        all.insert(font, glyphs_of(view, page, font, known));
    }
    all
}

fn glyphs_of(view: &View<'_>, page: &PageFacts, index: usize, font: &Rc<Font>) -> Vec<Glyph> {
    let content = &page.content;
    let mut shown: FxHashMap<u32, (&str, f64)> = FxHashMap::default();
    let runs = content.runs.iter().filter(|run| seen_upright(run));
    for run in runs.filter(|run| usize::from(run.font) == index) {
        for glyph in content.run_glyphs(run) {
            let text = content.glyph_text(glyph);
            let advance = f64::from(glyph.advance) / run.size;
            shown.entry(glyph.code).or_insert((text, advance));
        }
    }
    let outlines = glyph_outlines(view, font, shown.keys().copied());
    let mut glyphs: Vec<(u32, Glyph)> = Vec::new();
    for (code, outline) in outlines {
        let (Some(bounds), Some(picture)) = (outline.bounds(), Picture::of(&outline)) else {
            continue;
        };
        if let Some(&(text, advance)) = shown.get(&code) {
            glyphs.push((
                code,
                Glyph {
                    text: text.to_owned(),
                    bounds,
                    advance,
                    picture,
                },
            ));
        }
    }
    glyphs.sort_by_key(|(code, _)| *code);
    glyphs.into_iter().map(|(_, glyph)| glyph).collect()
}

/// The baselines on which shapes may stand: those of the page's text, and those on which shapes fit a font of the page.
fn levels<'s>(
    page: &PageFacts,
    styles: &'s [Style],
    glyphs: &FxHashMap<usize, Vec<Glyph>>,
    shapes: &[Shape],
) -> Vec<(&'s Style, f64)> {
    let mut levels: Vec<(&Style, f64)> = Vec::new();
    let mut known: FxHashSet<(*const Style, i64)> = FxHashSet::default();
    let mut add = |style: &'s Style, baseline: f64| {
        let step = (baseline / (OFF * style.size)).round() as i64;
        let free = levels.len() < LEVELS;
        if free && known.insert((std::ptr::from_ref(style), step)) {
            levels.push((style, baseline));
        }
    };
    let mut feet: Vec<f64> = shapes.iter().map(|shape| shape.bounds[1]).collect();
    feet.sort_by(f64::total_cmp);
    let below = |y: f64| feet.partition_point(|foot| *foot < y);
    let band = |baseline: f64, size: f64| {
        below(baseline + size).saturating_sub(below(baseline - 0.3 * size)) >= READ
    };
    for run in page.content.runs.iter().filter(|run| seen_upright(run)) {
        let style = styles.iter().find(|style| {
            style.font == usize::from(run.font) && (style.size - run.size).abs() < 0.02
        });
        let first = page.content.run_glyphs(run).first();
        if let (Some(style), Some((_, baseline))) = (style, first.map(|glyph| glyph.origin))
            && band(baseline, style.size)
        {
            add(style, baseline);
        }
    }
    for style in styles {
        let own = glyphs.get(&style.font).map_or(&[][..], Vec::as_slice);
        for shape in shapes {
            let [_, y0, _, y1] = shape.bounds;
            let fits = own.iter().filter(|glyph| {
                let [_, g0, _, g1] = glyph.bounds;
                let tall = g1 - g0 > 0.4;
                tall && ((y1 - y0) - (g1 - g0) * style.size).abs() < OFF * style.size
            });
            let mut fits = fits.map(|glyph| y0 - glyph.bounds[1] * style.size);
            if let Some(baseline) =
                fits.find(|baseline| own_glyph(shape, own, style.size, *baseline).is_some())
            {
                add(style, baseline);
            }
        }
    }
    levels
}

fn is_on(shape: &Shape, size: f64, baseline: f64) -> bool {
    let [x0, y0, x1, y1] = shape.bounds;
    y0 > baseline - 0.3 * size && y1 < baseline + size && x1 - x0 < 1.2 * size
}

fn texts_at(shapes: &[Shape], own: &[Glyph], size: f64, baseline: f64) -> Vec<DrawnText> {
    let mut level: Vec<&Shape> = shapes
        .iter()
        .filter(|shape| is_on(shape, size, baseline))
        .collect();
    level.sort_by(|a, b| a.bounds[0].total_cmp(&b.bounds[0]));
    let near = |a: &&Shape, b: &&Shape| b.bounds[0] - a.bounds[2] < APART * size;
    let texts = level.chunk_by(near).filter(|part| part.len() >= READ);
    let texts = texts.map(|part| text_of(part, own, size, baseline));
    texts
        .filter(|text| text.read >= READ && 4 * text.read >= 3 * text.shapes)
        .collect()
}

fn text_of(part: &[&Shape], own: &[Glyph], size: f64, baseline: f64) -> DrawnText {
    let mut found = DrawnText {
        area: Area::between(0.0, 0.0, 0.0, 0.0),
        order: part.first().map_or(0, |first| first.order),
        text: String::new(),
        size,
        baseline,
        shapes: part.len(),
        read: 0,
        own: 0,
        letters: Vec::new(),
    };
    let mut pen: Option<f64> = None;
    for shape in part {
        let [x0, y0, x1, y1] = shape.bounds;
        let area = Area::between(x0, y0, x1, y1);
        let reading = reading(shape, own, size, baseline);
        if found.text.is_empty() {
            found.area = area;
        } else {
            // Where the font does not say how far its glyphs reach, figures leave less room than this beside them.
            let blank = match pen {
                Some(pen) => x0 - pen > 0.15 * size,
                None => x0 - found.area.x1 > 0.26 * size,
            };
            if blank {
                found.text.push(' ');
            }
            found.area = found.area.union(&area);
        }
        pen = reading.as_ref().and_then(|reading| reading.pen);
        match reading {
            Some(reading) => {
                // Fonts whose codes nothing maps to characters read nothing, and are known all the same.
                let known = reading.text.chars().any(|c| !c.is_control());
                found
                    .text
                    .push_str(if known { &reading.text } else { "\u{fffd}" });
                let mark = (y1 - y0) < MARK * size;
                found.read += usize::from(!mark);
                found.own += usize::from(!mark && reading.pen.is_some());
                found.shapes -= usize::from(mark);
                found.letters.push((area, reading.text));
            }
            None => found.text.push('\u{fffd}'),
        }
    }
    found
}

/// The glyph of a font in this size on this baseline that a shape draws.
fn own_glyph<'a>(shape: &Shape, own: &'a [Glyph], size: f64, baseline: f64) -> Option<&'a Glyph> {
    let [x0, y0, x1, y1] = shape.bounds;
    let near = |a: f64, b: f64| (a - b).abs() < OFF * size + 0.03;
    let fits = own.iter().filter(|glyph| {
        let [g0, low, g1, high] = glyph.bounds;
        near(y0, baseline + low * size)
            && near(y1, baseline + high * size)
            && near(x1 - x0, (g1 - g0) * size)
    });
    let alike = fits.filter_map(|glyph| {
        let apart = shape.picture()?.difference(&glyph.picture, DIFFERENT)?;
        Some((apart, glyph))
    });
    let nearest = alike.min_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.map(|(_, glyph)| glyph)
}

/// What a shape reads in a font of this size on this baseline.
fn reading(shape: &Shape, own: &[Glyph], size: f64, baseline: f64) -> Option<Reading> {
    let [x0, y0, x1, y1] = shape.bounds;
    if let Some(glyph) = own_glyph(shape, own, size, baseline) {
        return Some(Reading {
            text: glyph.text.clone(),
            pen: Some(x0 + (glyph.advance - glyph.bounds[0]) * size),
        });
    }
    let (low, height) = ((y0 - baseline) / size, (y1 - y0) / size);
    let read = if DIGIT.contains(&height) && low.abs() < 0.03 {
        shape.digit()?
    } else if height < MARK && x1 - x0 < MARK * size {
        match low {
            _ if low > 0.4 => '\'',
            _ if low > 0.1 => '-',
            _ if low > -0.04 => '.',
            _ => ',',
        }
    } else {
        return None;
    };
    Some(Reading {
        text: read.into(),
        pen: None,
    })
}
