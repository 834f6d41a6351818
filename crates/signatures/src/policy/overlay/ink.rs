//! What the annotations of a page put on it: letters, opaque areas and thin traces, each with its place and the
//! annotation it belongs to. What a look paints is read from its content; where a reader draws the look itself
//! (12.5.5), what it is sure to draw is taken.

use std::collections::BTreeMap;

use assay_pdf::content::{PageContent, Paint, SourceKind};
use assay_pdf::{Area, Dictionary, Page, View};

/// Paint fainter than this leaves text readable.
pub const OPAQUE: f32 = 0.6;
/// Pieces kept one by one of one annotation; what is finer counts as one area.
const MAX_PIECES: usize = 3_000;
/// A stroke that leaves the axes is known by its box alone: as large as a letter at most, it may be one.
const LETTER: f64 = 40.0;

/// One thing that is painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ink {
    pub area: Area,
    pub alpha: f32,
    pub kind: InkKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InkKind {
    /// A letter or a digit.
    Letter(char),
    /// White paint or a picture over the whole area: layers add up.
    Layer,
    /// Paint in another colour.
    Colour,
    /// A line, or a picture that is transparent in parts.
    Trace,
}

/// The ink of each annotation of a page, by its place in /Annots.
pub type Inks = BTreeMap<u16, Vec<Ink>>;

/// Reads what the annotations of a page show in `drawn`.
pub fn read(view: &View<'_>, page: &Page, drawn: &PageContent) -> Inks {
    let mut inks = Inks::new();
    letters(drawn, &mut inks);
    areas(drawn, &mut inks);
    let listed = view.get(&page.dictionary, b"Annots");
    let listed = listed.as_array().unwrap_or_default();
    for (index, item) in listed.iter().enumerate().take(usize::from(u16::MAX)) {
        let index = index as u16;
        let annotation = view.resolve(item);
        let Some(dictionary) = annotation.as_dictionary() else {
            continue;
        };
        if is_mark(view, dictionary) {
            // Lines and colour are what a mark is; only what it writes, or paints white, is more.
            if let Some(own) = inks.get_mut(&index) {
                own.retain(|ink| !matches!(ink.kind, InkKind::Trace | InkKind::Colour));
            }
        }
        match appears_on_demand(view, dictionary) {
            true => inks
                .entry(index)
                .or_default()
                .extend(whole(view, dictionary)),
            false if !inks.contains_key(&index) => {
                let drawn = drawn_by_readers(view, dictionary);
                if !drawn.is_empty() {
                    inks.insert(index, drawn);
                }
            }
            false => {}
        }
    }
    inks.values_mut().for_each(bound);
    inks
}

fn letters(drawn: &PageContent, inks: &mut Inks) {
    for run in drawn
        .runs
        .iter()
        .filter(|run| !run.hidden && run.mode.paints())
    {
        let Some(index) = annotation_of(drawn, run.source) else {
            continue;
        };
        for glyph in drawn.run_glyphs(run) {
            let letter = drawn
                .glyph_text(glyph)
                .chars()
                .find(|c| c.is_alphanumeric());
            // A glyph without a known text is ink all the same, a space is none.
            let blank = drawn.glyph_text(glyph).chars().all(char::is_whitespace);
            let unknown = drawn.glyph_text(glyph).is_empty();
            let kind = match letter {
                Some(letter) => InkKind::Letter(letter),
                None if unknown => InkKind::Letter('\u{fffd}'),
                None if blank => continue,
                None => InkKind::Trace,
            };
            let shown = run
                .clip
                .map_or(Some(glyph.area), |clip| clip.intersection(&glyph.area));
            if let Some(area) = shown {
                inks.entry(index).or_default().push(Ink {
                    area,
                    alpha: run.alpha,
                    kind,
                });
            }
        }
    }
}

fn areas(drawn: &PageContent, inks: &mut Inks) {
    for paint in drawn.paints.iter().filter(|paint| !paint.hidden) {
        let Some(index) = annotation_of(drawn, paint.source) else {
            continue;
        };
        let own = inks.entry(index).or_default();
        match paint.filled {
            Some(color) => {
                let kind = if color.is_white() {
                    InkKind::Layer
                } else {
                    InkKind::Colour
                };
                own.push(Ink {
                    area: paint.area,
                    alpha: paint.alpha,
                    kind,
                });
            }
            None => stroke(drawn, paint, own),
        }
    }
    for image in drawn.images.iter().filter(|image| !image.hidden) {
        if let Some(index) = annotation_of(drawn, image.source) {
            let kind = if image.transparent {
                InkKind::Trace
            } else {
                InkKind::Layer
            };
            inks.entry(index).or_default().push(Ink {
                area: image.area,
                alpha: image.alpha,
                kind,
            });
        }
    }
}

/// A stroked path: its edges as wide as the line, where they run along the axes.
fn stroke(drawn: &PageContent, paint: &Paint, own: &mut Vec<Ink>) {
    let half = paint.line_width.max(0.5) / 2.0;
    let strip = |ax: f64, ay: f64, bx: f64, by: f64| {
        let edge = Area::between(ax, ay, bx, by);
        Ink {
            area: grown(&edge, half),
            alpha: paint.alpha,
            kind: InkKind::Colour,
        }
    };
    let area = &paint.area;
    if let Ok(at) = drawn
        .figures
        .binary_search_by_key(&paint.order, |figure| figure.order)
        && let Some(figure) = drawn.figures.get(at)
    {
        let edges = figure.corners.windows(2).filter_map(|pair| match pair {
            [a, b] if !b.begins => Some(strip(a.x.into(), a.y.into(), b.x.into(), b.y.into())),
            _ => None,
        });
        own.extend(edges);
    } else if area.width().min(area.height()) <= 2.0 * half {
        own.push(strip(area.x0, area.y0, area.x1, area.y1));
    } else if area.width().max(area.height()) <= LETTER {
        own.push(Ink {
            area: *area,
            alpha: paint.alpha,
            kind: InkKind::Trace,
        });
    }
}

fn annotation_of(drawn: &PageContent, source: u16) -> Option<u16> {
    match drawn.sources.get(usize::from(source))?.kind {
        SourceKind::Annotation(index) => Some(index),
        _ => None,
    }
}

/// Annotations that mark text by nature: their colour is meant to be multiplied with what is below.
fn is_mark(view: &View<'_>, annotation: &Dictionary) -> bool {
    let kind = view.get(annotation, b"Subtype");
    matches!(
        kind.as_name().unwrap_or_default(),
        b"Highlight" | b"Underline" | b"StrikeOut" | b"Squiggly" | b"Caret" | b"Link"
    )
}

/// NoView with ToggleNoView (12.5.3): it shows when the pointer meets it.
fn appears_on_demand(view: &View<'_>, annotation: &Dictionary) -> bool {
    let flags = view.get(annotation, b"F").as_integer().unwrap_or(0);
    flags & 0x120 == 0x120 && flags & 2 == 0 && annotation.contains(b"AP")
}

fn whole(view: &View<'_>, annotation: &Dictionary) -> Option<Ink> {
    let area = rectangle(view, annotation)?;
    Some(Ink {
        area,
        alpha: 1.0,
        kind: InkKind::Layer,
    })
}

fn rectangle(view: &View<'_>, annotation: &Dictionary) -> Option<Area> {
    let area = view.area(annotation.get(b"Rect")?)?;
    (area.size() > 0.0).then_some(area)
}

/// What readers draw of an annotation that has no look of its own: words of free text, the inside of shapes, stamps.
fn drawn_by_readers(view: &View<'_>, annotation: &Dictionary) -> Vec<Ink> {
    let flags = view.get(annotation, b"F").as_integer().unwrap_or(0);
    let Some(area) = rectangle(view, annotation) else {
        return Vec::new();
    };
    let has_look = view
        .get(annotation, b"AP")
        .as_dictionary()
        .is_some_and(|looks| !view.get(looks, b"N").is_null());
    if has_look || flags & 0x22 != 0 {
        return Vec::new();
    }
    let colour = |key: &[u8]| {
        view.get(annotation, key)
            .as_array()
            .is_some_and(|c| !c.is_empty())
    };
    let alpha = view.get(annotation, b"CA").as_number().unwrap_or(1.0) as f32;
    let layer = Ink {
        area,
        alpha,
        kind: InkKind::Layer,
    };
    let kind = view.get(annotation, b"Subtype");
    match kind.as_name().unwrap_or_default() {
        b"FreeText" => {
            let mut inks = Vec::new();
            inks.extend(colour(b"C").then_some(layer));
            inks.extend(free_text(view, annotation, &area, alpha));
            inks
        }
        b"Square" | b"Circle" | b"Polygon" if colour(b"IC") => vec![layer],
        b"Stamp" => vec![Ink {
            kind: InkKind::Trace,
            ..layer
        }],
        _ => Vec::new(),
    }
}

/// The words of free text, about where a reader sets them: from the upper left corner, each letter half an em wide.
fn free_text(view: &View<'_>, annotation: &Dictionary, area: &Area, alpha: f32) -> Vec<Ink> {
    let words = view.get(annotation, b"Contents");
    let words = words
        .as_string()
        .map(assay_pdf::metadata::text)
        .unwrap_or_default();
    let look = view.get(annotation, b"DA");
    let size = look
        .as_string()
        .and_then(font_size)
        .unwrap_or(12.0)
        .clamp(4.0, 72.0);
    let (mut x, mut y) = (area.x0 + 2.0, area.y1 - 2.0);
    let mut inks = Vec::new();
    for letter in words.chars().take(MAX_PIECES) {
        if letter == '\n' || letter == '\r' || x + size / 2.0 > area.x1 {
            (x, y) = (area.x0 + 2.0, y - size * 1.2);
        }
        if y - size < area.y0 - size / 2.0 {
            break;
        }
        if letter.is_alphanumeric() {
            let area = Area::between(x, y - size, x + size / 2.0, y);
            inks.push(Ink {
                area,
                alpha,
                kind: InkKind::Letter(letter),
            });
        }
        x += size / 2.0;
    }
    inks
}

/// The operand of `Tf` in a default appearance.
fn font_size(look: &[u8]) -> Option<f64> {
    let words: Vec<&[u8]> = look
        .split(u8::is_ascii_whitespace)
        .filter(|w| !w.is_empty())
        .collect();
    let at = words.iter().position(|word| *word == b"Tf")?;
    let size = std::str::from_utf8(words.get(at.checked_sub(1)?)?).ok()?;
    size.parse().ok().filter(|size: &f64| *size > 0.0)
}

/// Ink in more pieces than are kept counts by the box of the rest.
fn bound(pieces: &mut Vec<Ink>) {
    if pieces.len() <= MAX_PIECES {
        return;
    }
    let rest = pieces.split_off(MAX_PIECES);
    let boxes = rest.iter().map(|ink| ink.area);
    if let Some(area) = boxes.reduce(|all, area| all.union(&area)) {
        pieces.push(Ink {
            area,
            alpha: 1.0,
            kind: InkKind::Layer,
        });
    }
}

pub fn grown(area: &Area, by: f64) -> Area {
    Area::between(area.x0 - by, area.y0 - by, area.x1 + by, area.y1 + by)
}

/// Whether an annotation shows the same in two states.
pub fn same(one: &[Ink], other: &[Ink]) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < 0.05;
    let same = |(a, b): (&Ink, &Ink)| {
        a.kind == b.kind
            && (a.alpha - b.alpha).abs() < 0.01
            && near(a.area.x0, b.area.x0)
            && near(a.area.y0, b.area.y0)
            && near(a.area.x1, b.area.x1)
            && near(a.area.y1, b.area.y1)
    };
    one.len() == other.len() && one.iter().zip(other).all(same)
}

/// The box of all pieces.
pub fn extent(pieces: &[Ink]) -> Option<Area> {
    pieces
        .iter()
        .map(|ink| ink.area)
        .reduce(|all, area| all.union(&area))
}
