//! The visible words of a page, findable by their height, and whether something hides one.

use assay_pdf::Area;
use assay_pdf::content::Word;

use crate::facts::PageFacts;

/// A word counts as hidden when so much of it lies under the cover: boxes are rarely set to the point.
const HIDDEN: f64 = 0.72;
/// The ink of digits and small letters, as shares of the height of their box, and how much of it must be covered.
const INK: (f64, f64) = (0.25, 0.75);
const ALL: f64 = 0.97;
/// Height of one band of the word index, points.
const BAND: f64 = 16.0;

/// The visible words of a page, findable by height.
pub(super) struct Words<'p> {
    pub all: Vec<&'p Word>,
    bands: Vec<Vec<u32>>,
    floor: f64,
}

impl<'p> Words<'p> {
    pub fn of(page: &'p PageFacts) -> Self {
        let all: Vec<&Word> = page.lines.iter().flat_map(|line| &line.words).collect();
        let floor = page.page.media_box.y0;
        let count = (page.page.media_box.height() / BAND)
            .ceil()
            .clamp(1.0, 4096.0) as usize;
        let mut words = Self {
            all,
            bands: vec![Vec::new(); count],
            floor,
        };
        for index in 0..words.all.len() {
            let area = words.all.get(index).map(|word| word.area);
            if let Some(area) = area {
                for band in words.range(&area) {
                    if let Some(list) = words.bands.get_mut(band) {
                        list.push(index as u32);
                    }
                }
            }
        }
        words
    }

    fn range(&self, area: &Area) -> std::ops::RangeInclusive<usize> {
        let last = self.bands.len() - 1;
        let band = |y: f64| (((y - self.floor) / BAND).floor().max(0.0) as usize).min(last);
        band(area.y0)..=band(area.y1)
    }

    /// Words that meet an area, each once, in the order of the page.
    pub fn meeting(&self, area: &Area) -> Vec<&'p Word> {
        let mut found: Vec<u32> = self
            .range(area)
            .filter_map(|band| self.bands.get(band))
            .flatten()
            .copied()
            .collect();
        found.sort_unstable();
        found.dedup();
        let words = found
            .into_iter()
            .filter_map(|index| self.all.get(index as usize).copied());
        words
            .filter(|word| word.area.intersection(area).is_some())
            .collect()
    }
}

/// Whether a cover leaves nothing of a word to be read: most of its box, or all of the band that digits and small letters
/// fill, as a box drawn close around the ink does.
pub(super) fn hides(cover: &Area, word: &Word) -> bool {
    let (low, high) = INK;
    let height = word.area.height();
    let band = Area {
        y0: word.area.y0 + low * height,
        y1: word.area.y0 + high * height,
        ..word.area
    };
    word.area.covered_by(cover) > HIDDEN || (upright(word) && band.covered_by(cover) > ALL)
}

/// Boxes of slanted words are larger than what they show.
pub(super) fn upright(word: &Word) -> bool {
    word.angle % 90 == 0
}

/// The words as one text, cut where it gets too long to be quoted.
pub(super) fn read(words: &[&Word]) -> String {
    let mut text = words
        .iter()
        .map(|word| word.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    if let Some((cut, _)) = text.char_indices().nth(200) {
        text.truncate(cut);
        text.push('…');
    }
    text
}
