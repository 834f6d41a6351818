//! Lines painted when the page was done, in a font of their own, where the page's other lines leave room for just them.

use std::rc::Rc;

use assay_pdf::Area;
use assay_pdf::content::{Run, Word};
use assay_pdf::fonts::Font;

use crate::facts::page::faces::face;
use crate::facts::page::ground::is_ruled;
use crate::facts::page::painted;
use crate::facts::{Facts, PageFacts};

use super::retyped::VALUE_IN_LATE_FONT;
use super::retyped::WORDS_IN_LATE_FONT;
use crate::signal::{Place, Signal, standing_once};

/// A page with fewer glyphs tells nothing about order.
const PAGE_GLYPHS: usize = 60;
/// Glyphs that such an end may have; more is a part of the page's design.
const END_GLYPHS: usize = 220;
/// Lines of such an end.
const LINES: usize = 2;
/// How far up, in em, the pen must have jumped.
const JUMP: f64 = 1.8;
/// Jumps up the page that its own layout may need: columns, a block of addresses.
const COLUMNS: usize = 2;
/// Lines of one edge looked at around a line.
const NEIGHBOURS: usize = 64;
/// Edges and pitches agree within this, points.
const EDGE: f64 = 0.6;
/// Baselines of one line agree within this, points.
const LEVEL: f64 = 0.3;
/// Baselines of neighbours in one row agree within this, em.
const SAME_LINE: f64 = 0.15;
/// Lines of one paragraph or list stand closer than this, em.
const PITCH: f64 = 2.4;
/// Sizes agree within this share.
const SIZE: f64 = 0.02;

/// *Sees* one or two whole lines that a page ends with, in a font that nothing else in the document uses, on the pitch and
/// the edges of lines that were painted in their turn, or in the very face of the page under another name.
/// *Honest files*: headers and footers stand beyond all other text; stamps keep no pitch and have a face of their own; what
/// stands on several pages is the design's.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let mut found = Vec::new();
    for page in &facts.pages {
        late_lines(facts, page, &mut found);
    }
    signals.extend(standing_once(found, EDGE));
}

/// Words of a line that stand close together.
struct Piece<'p> {
    text: String,
    area: Area,
    size: f64,
    base: f64,
    font: &'p Rc<Font>,
}

fn late_lines(facts: &Facts<'_>, page: &PageFacts, found: &mut Vec<Signal>) {
    let painted = painted(&page.content);
    let Some(order) = end(facts, page, &painted) else {
        return;
    };
    let early: Vec<Piece<'_>> = pieces(page, |word| word.order.1 < order);
    let late: Vec<Piece<'_>> = pieces(page, |word| word.order.0 >= order);
    let whole = |piece: &Piece<'_>| !early.iter().any(|other| is_level(other, piece));
    let mut bases: Vec<i64> = late.iter().map(|p| (p.base * 2.0).round() as i64).collect();
    bases.dedup();
    if late.is_empty() || bases.len() > LINES || !late.iter().all(whole) {
        return;
    }
    // A rule under a line of its own is a blank to be filled; tables rule their rows.
    let blank = matches!(late.as_slice(), [only] if is_ruled(&page.content, &only.area));
    if !blank && late.iter().all(|piece| is_set_in(piece, &early)) {
        found.extend(late.iter().map(|piece| signal(page, piece)));
    }
}

/// The order of painting from which on nothing but fonts of its own are used, up the page from where the pen was; the page
/// goes downwards before.
fn end(facts: &Facts<'_>, page: &PageFacts, painted: &[(&Run, Area)]) -> Option<u32> {
    let glyphs =
        |runs: &[(&Run, Area)]| -> usize { runs.iter().map(|(run, _)| run.glyphs.len()).sum() };
    let (last, _) = painted.last()?;
    let mut fonts = vec![last.font];
    let mut start = painted.len();
    for (at, (run, _)) in painted.iter().enumerate().rev() {
        let before = painted.get(..at).unwrap_or_default();
        if !fonts.contains(&run.font) {
            fonts.push(run.font);
        }
        let own = !before.iter().any(|(other, _)| fonts.contains(&other.font));
        if glyphs(painted.get(at..)?) > END_GLYPHS {
            break;
        }
        if own {
            start = at;
            break;
        }
    }
    let (before, behind) = painted.split_at_checked(start)?;
    let (pen, first) = (before.last()?, behind.first()?);
    let jumps = before
        .windows(2)
        .filter(|pair| matches!(pair, [a, b] if is_up(a, b)))
        .count();
    let telling = glyphs(before) >= PAGE_GLYPHS && glyphs(behind) * 3 < glyphs(before);
    let own = fonts.iter().all(|font| is_of_one_page(facts, page, *font));
    (telling && own && is_up(pen, first) && jumps <= COLUMNS).then_some(first.0.order)
}

fn is_up(before: &(&Run, Area), (run, area): &(&Run, Area)) -> bool {
    area.y0 - before.1.y0 > JUMP * run.size
}

fn is_of_one_page(facts: &Facts<'_>, page: &PageFacts, font: u16) -> bool {
    let Some(font) = page.content.fonts.get(usize::from(font)) else {
        return false;
    };
    let mut others = facts
        .pages
        .iter()
        .filter(|other| other.page.number != page.page.number);
    !others.any(|other| other.content.fonts.iter().any(|one| Rc::ptr_eq(one, font)))
}

fn pieces<'p>(page: &'p PageFacts, counts: impl Fn(&Word) -> bool) -> Vec<Piece<'p>> {
    let mut pieces: Vec<Piece<'p>> = Vec::new();
    for line in &page.lines {
        let mut open = false;
        for word in line
            .words
            .iter()
            .filter(|word| word.angle == 0 && counts(word))
        {
            let Some((base, font)) = base_and_font(page, word) else {
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if open && word.area.x0 - piece.area.x1 < piece.size => {
                    piece.text.push(' ');
                    piece.text.push_str(&word.text);
                    piece.area = piece.area.union(&word.area);
                }
                _ => pieces.push(Piece {
                    text: word.text.clone(),
                    area: word.area,
                    size: word.size,
                    base,
                    font,
                }),
            }
            open = true;
        }
    }
    // Underscores are a blank to be filled.
    pieces.retain(|piece| piece.text.chars().any(|c| c.is_alphanumeric() || c == '_'));
    pieces
}

fn base_and_font<'p>(page: &'p PageFacts, word: &Word) -> Option<(f64, &'p Rc<Font>)> {
    let run = page.content.runs.get(word.run as usize)?;
    let glyph = word.glyphs.first()?.start;
    let base = page.content.glyphs.get(glyph as usize)?.origin.1;
    Some((base, page.content.fonts.get(usize::from(run.font))?))
}

fn is_level(other: &Piece<'_>, piece: &Piece<'_>) -> bool {
    (other.base - piece.base).abs() < SAME_LINE * piece.size
}

/// Text stands above and below, and the line keeps a pitch, or the page's margins in the page's own face.
fn is_set_in(piece: &Piece<'_>, early: &[Piece<'_>]) -> bool {
    let above = early.iter().any(|other| other.base > piece.base);
    let below = early.iter().any(|other| other.base < piece.base);
    above && below && (keeps_pitch(piece, early) || keeps_margin(piece, early))
}

/// Two lines of its size and edge stand as far from each other as the nearer one does from it, or as far on both sides.
fn keeps_pitch(piece: &Piece<'_>, early: &[Piece<'_>]) -> bool {
    let steps: Vec<f64> = early
        .iter()
        .filter(|other| is_alike(other, piece) && has_edge(other, piece, |area| area.x0))
        .map(|other| other.base - piece.base)
        .filter(|step| step.abs() < 2.0 * PITCH * piece.size)
        .take(NEIGHBOURS)
        .collect();
    steps.iter().any(|step| {
        let near = (0.9 * piece.size..PITCH * piece.size).contains(&step.abs());
        let stands = |wanted: f64| steps.iter().any(|other| (other - wanted).abs() < LEVEL);
        near && (stands(2.0 * step) || stands(-step))
    })
}

/// Begins or ends where other text of the same face does, which the page knows under another name or in another subset.
fn keeps_margin(piece: &Piece<'_>, early: &[Piece<'_>]) -> bool {
    let same_face = |other: &&Piece<'_>| face(other.font) == face(piece.font);
    let (mut margin, mut body) = (false, false);
    for other in early.iter().filter(same_face) {
        margin |= has_edge(other, piece, |area| area.x0) || has_edge(other, piece, |area| area.x1);
        body |= is_alike(other, piece);
    }
    margin && body
}

fn is_alike(other: &Piece<'_>, piece: &Piece<'_>) -> bool {
    (other.size - piece.size).abs() < SIZE * piece.size
}

fn has_edge(other: &Piece<'_>, piece: &Piece<'_>, edge: impl Fn(&Area) -> f64) -> bool {
    (edge(&other.area) - edge(&piece.area)).abs() < EDGE
}

fn signal(page: &PageFacts, piece: &Piece<'_>) -> Signal {
    let evidence = format!(
        "“{}” is a line painted when the rest of the page was done, in the font {} that nothing else uses, among lines that were painted in their turn.",
        piece.text,
        piece.font.base_font()
    );
    let id = if piece.text.chars().any(|c| c.is_ascii_digit()) {
        &VALUE_IN_LATE_FONT
    } else {
        &WORDS_IN_LATE_FONT
    };
    Signal {
        field: page.label(&piece.area),
        new_value: Some(piece.text.clone()),
        ..Signal::new(
            id,
            Place::Page {
                page: page.page.number,
                area: Some(piece.area),
            },
            evidence,
        )
    }
}
