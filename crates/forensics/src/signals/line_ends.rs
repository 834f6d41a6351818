//! The ends of lines and cells, whose right edges make a column.

use assay_pdf::content::Word;

use crate::facts::PageFacts;

/// Edges agree within this, points.
pub(super) const EDGE: f64 = 0.3;
/// A sign or unit behind a number stands closer than this, em.
const MARK: f64 = 0.9;

/// Upright words with nothing right behind them.
pub(super) fn line_ends(page: &PageFacts) -> impl Iterator<Item = &Word> {
    let words = page.lines.iter().flat_map(|line| {
        let next = line.words.iter().skip(1).map(Some).chain([None]);
        let alone = line.words.iter().zip(next).filter(|(word, next)| {
            next.is_none_or(|next| next.area.x0 - word.area.x1 > MARK * word.size)
        });
        alone.map(|(word, _)| word)
    });
    words.filter(|word| word.angle == 0)
}
