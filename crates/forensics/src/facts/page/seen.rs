//! What of a page a person sees, and what of it the page itself draws.

use assay_pdf::Area;
use assay_pdf::content::{Image, Line, PageContent, Paint, Run, SourceKind, lines};

/// Nothing shows through what is painted with more than this.
const OPAQUE: f32 = 0.95;
/// Text whose baseline is turned by less stands upright, radians.
const LEVEL: f64 = 0.01;
/// Smaller text is no print, points.
const PRINT: f64 = 3.0;

/// Whether text leaves paint on the page: in no layer that is off, neither invisible nor only a clip for what follows, and not all
/// of it outside of its clip or of what viewers show of the page.
pub fn seen(run: &Run) -> bool {
    !run.hidden && run.mode.paints() && !run.outside
}

/// Whether text would be seen if its layer were on.
pub fn switched_off(run: &Run) -> bool {
    run.hidden && run.mode.paints() && !run.outside
}

/// Whether text is on the page to be found and not to be read, as over the picture of a scan.
pub fn invisible(run: &Run) -> bool {
    !run.hidden && run.mode.invisible() && !run.outside
}

/// Upright text that a person sees.
pub fn seen_upright(run: &Run) -> bool {
    seen(run) && run.angle.abs() < LEVEL && run.size > PRINT
}

/// Lines of what a person sees.
pub fn visible_lines(content: &PageContent) -> Vec<Line> {
    lines(content, seen)
}

/// Whether a surface lets nothing through: its fill, whatever it is.
pub fn solid(paint: &Paint) -> bool {
    !paint.hidden && paint.alpha > OPAQUE
}

/// Whether a surface hides what was painted before: solid, of one known colour that replaces what it is painted on. A
/// pattern may leave gaps.
pub fn opaque(paint: &Paint) -> bool {
    let colour = paint.filled.is_some_and(|fill| fill.rgb.is_some());
    solid(paint) && !paint.blends && colour
}

/// Whether a picture hides what was painted before.
pub fn opaque_picture(image: &Image) -> bool {
    !image.hidden && image.alpha > OPAQUE && !image.blends && !image.transparent
}

/// Whether something is drawn by the page and not by one of its annotations, as the index of its source tells.
pub fn own(content: &PageContent, source: u16) -> bool {
    let source = content.sources.get(usize::from(source));
    source.is_some_and(|source| !matches!(source.kind, SourceKind::Annotation(_)))
}

/// Whether something is drawn by the page's contents themselves, not by a form that they place: flattened fields and
/// pages of others come as forms.
pub fn in_contents(content: &PageContent, source: u16) -> bool {
    let source = content.sources.get(usize::from(source));
    source.is_some_and(|source| matches!(source.kind, SourceKind::Page(_)))
}

/// Text that the page itself shows.
pub fn own_text(content: &PageContent) -> impl Iterator<Item = &Run> {
    let runs = content.runs.iter();
    runs.filter(|run| seen(run) && own(content, run.source))
}

/// The text that the page itself shows upright, in paint order, with its areas.
pub fn painted(content: &PageContent) -> Vec<(&Run, Area)> {
    let mut painted: Vec<(&Run, Area)> = own_text(content)
        .filter(|run| run.angle.abs() < LEVEL && !content.run_text(run).trim().is_empty())
        .filter_map(|run| Some((run, content.run_area(run)?)))
        .collect();
    painted.sort_by_key(|(run, _)| run.order);
    painted
}
