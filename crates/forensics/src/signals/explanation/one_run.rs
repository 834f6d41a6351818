//! Did one run of one program write a value and the page around it? A program that embeds several fonts writes their
//! dictionaries alike, and paints them from one stream; an editor brings its own ways of both.

use std::collections::{BTreeMap, BTreeSet};

use assay_pdf::Area;
use assay_pdf::content::Run;

use crate::facts::PageFacts;
use crate::facts::page::own_text;

/// A font with fewer glyphs on a page may be the editor's own.
const MANY_GLYPHS: usize = 48;
/// A run belongs to the value when so much of it lies in its area.
const INSIDE: f64 = 0.6;

/// Whether the font of what stands in an area is written as a font is that carries the page, and what stands there is
/// painted by a stream that also paints in that font.
pub(super) fn wrote(page: &PageFacts, area: &Area) -> bool {
    let content = &page.content;
    let own: Vec<&Run> = own_text(content).collect();
    let value: Vec<&Run> = own
        .iter()
        .copied()
        .filter(|run| is_inside(page, run, area))
        .collect();
    let carriers = carriers(&own);
    let explained = |run: &Run| {
        let Some(font) = content.fonts.get(usize::from(run.font)) else {
            return false;
        };
        carriers.iter().any(|(other, source)| {
            let carrier = content.fonts.get(usize::from(*other));
            *source == run.source
                && *other != run.font
                && carrier.is_some_and(|carrier| carrier.make() == font.make())
        })
    };
    !value.is_empty() && value.iter().all(|run| explained(run))
}

fn is_inside(page: &PageFacts, run: &Run, area: &Area) -> bool {
    let shown = page.content.run_area(run);
    shown.is_some_and(|shown| shown.covered_by(area) > INSIDE)
}

/// The fonts that carry the page, each with the streams that paint in it.
fn carriers(runs: &[&Run]) -> BTreeSet<(u16, u16)> {
    let mut glyphs: BTreeMap<u16, usize> = BTreeMap::new();
    for run in runs {
        *glyphs.entry(run.font).or_default() += run.glyphs.len();
    }
    let many = |font: &u16| glyphs.get(font).is_some_and(|count| *count > MANY_GLYPHS);
    let fonts = runs.iter().filter(|run| many(&run.font));
    fonts.map(|run| (run.font, run.source)).collect()
}
