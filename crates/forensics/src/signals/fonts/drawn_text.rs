//! Values drawn as shapes of letters among text.

use assay_pdf::content::{Color, Run};

use crate::facts::drawn_text::DrawnText;
use crate::facts::page::seen_upright;
use crate::facts::{Facts, PageFacts};

use super::drawn_values::VALUE_DRAWN_AS_SHAPES;
use crate::signal::words::boxed;
use crate::signal::{Place, Signal};

declare! {
    TEXT_DRAWN_AS_SHAPES = "text_drawn_as_shapes" {
        rank: 480, module: "retyped", severity: High, scored: true, proves: Content, cause: "page text",
        meaning: "A value is drawn as shapes of letters in the font, size and colour of the text around it.",
        matters: "A program writes its values as text; a program for drawing was used to put another one there.",
        benign: "Slogans that a design draws in the font of its text.",
    }
}

/// Share of a page's glyphs that may be drawn as shapes: where there are more, the design made a font into shapes.
const SHARE: f64 = 0.34;
/// Letters in a font of the page that tell its text from any other.
const OWN: usize = 3;
/// Baselines of one line agree within this, em.
const LEVEL: f64 = 0.05;
/// Edges of ink and of text agree within this, em.
const EDGES: f64 = 0.12;
/// A line above or below stands within this many em.
const NEAR: f64 = 2.6;
/// Colours of one text agree within this.
const COLOR: f32 = 0.2;

/// *Sees* shapes of letters or digits in the size and colour and on the baseline of text of the page, or at the edge of its
/// lines, where no text reads so.
/// *Honest files*: logos and charts have sizes, colours and lines of their own; files of a print shop have whole pages and
/// styles drawn as shapes; letters drawn again over themselves are bold.
pub(super) fn found(facts: &Facts<'_>) -> Vec<Signal> {
    let mut found = Vec::new();
    for (page, texts) in facts.pages.iter().zip(&facts.drawn_texts) {
        let drawn: usize = texts.iter().map(|text| text.read).sum();
        if drawn as f64 > SHARE * page.content.glyphs.len() as f64 {
            continue;
        }
        let texts = texts.iter().filter(|text| stands_as_text(page, text));
        found.extend(texts.map(|text| signal(page, text)));
    }
    found
}

fn stands_as_text(page: &PageFacts, text: &DrawnText) -> bool {
    let content = &page.content;
    let Some(color) = color(page, text) else {
        return false;
    };
    let alike = |run: &&Run| {
        seen_upright(run)
            && (run.size / text.size - 1.0).abs() < 0.02
            && run.color.distance(&color) < COLOR
    };
    let mut ends = content.runs.iter().filter(alike).filter_map(|run| {
        let glyphs = content.run_glyphs(run);
        Some((glyphs.first()?.origin, glyphs.last()?.area.x1))
    });
    let stands = ends.any(|((x0, y), x1)| {
        let rise = (y - text.baseline).abs() / text.size;
        let on_edge = (x0 - text.area.x0).abs() < EDGES * text.size
            || (x1 - text.area.x1).abs() < EDGES * text.size;
        rise < LEVEL || on_edge && rise < NEAR
    });
    stands && !is_doubled(page, text)
}

fn color(page: &PageFacts, text: &DrawnText) -> Option<Color> {
    let paints = &page.content.paints;
    let at = paints.partition_point(|paint| paint.order < text.order);
    paints.get(at)?.filled
}

/// Whether text of the page reads the same at the same place, as where letters are drawn again to make them bolder.
fn is_doubled(page: &PageFacts, text: &DrawnText) -> bool {
    let content = &page.content;
    let under: Vec<_> = content
        .glyphs
        .iter()
        .filter(|glyph| (glyph.origin.1 - text.baseline).abs() < 0.5 * text.size)
        .collect();
    let doubled = text.letters.iter().filter(|(area, letter)| {
        let middle = (area.x0 + area.x1) / 2.0;
        under.iter().any(|glyph| {
            (glyph.area.x0..glyph.area.x1).contains(&middle) && content.glyph_text(glyph) == letter
        })
    });
    2 * doubled.count() > text.letters.len()
}

fn signal(page: &PageFacts, text: &DrawnText) -> Signal {
    let area = text.area;
    let id = match text.own >= OWN {
        true => &TEXT_DRAWN_AS_SHAPES,
        false => &VALUE_DRAWN_AS_SHAPES,
    };
    let evidence = format!(
        "“{}” is drawn as shapes in a line of text at {}; {} of its {} letters have the outlines of a font of the page.",
        text.text,
        boxed(page, &area),
        text.own,
        text.shapes
    );
    Signal {
        field: page.label(&area),
        new_value: Some(text.text.clone()),
        ..Signal::new(id, Place::on(page, area), evidence)
    }
}
