//! Labels of values on a page, and what reads differently in two states under its label.

use assay_pdf::Area;
use assay_pdf::content::{Line, Word, difference};
use assay_values::last_sentence;

/// Words closer than so many em belong to one label.
const GAP: f64 = 0.9;
/// A label above a value stands within this, points.
const ABOVE: f64 = 40.0;
/// Characters of a label that are told.
const TOLD: usize = 80;

/// The label of a value: the words left of it on its line that hold letters, else those right above it.
pub fn label(lines: &[Line], area: &Area) -> Option<String> {
    let middle = (area.y0 + area.y1) / 2.0;
    let beside = lines.iter().flat_map(|line| &line.words).filter(|word| {
        word.area.y0 <= middle
            && middle <= word.area.y1
            && word.area.x1 <= area.x0 + 0.5
            && has_letters(&word.text)
    });
    let mut words: Vec<&Word> = beside.collect();
    words.sort_by(|a, b| a.area.x0.total_cmp(&b.area.x0));
    if let Some(last) = words.last() {
        let mut phrase = vec![*last];
        for word in words.iter().rev().skip(1) {
            let next = phrase.last().map_or(word.area.x1, |next| next.area.x0);
            if next - word.area.x1 > GAP * word.size {
                break;
            }
            phrase.push(word);
        }
        return Some(read(phrase.into_iter().rev()));
    }
    let above = lines.iter().filter_map(|line| {
        let words: Vec<&Word> = line
            .words
            .iter()
            .filter(|word| {
                word.area.y0 >= area.y1 - 1.0
                    && word.area.x0 < area.x1
                    && word.area.x1 > area.x0
                    && has_letters(&word.text)
            })
            .collect();
        let distance = words.first()?.area.y0 - area.y1;
        (distance < ABOVE).then_some((words, distance))
    });
    let (words, _) = above.min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(read(words.into_iter()))
}

fn read<'w>(words: impl Iterator<Item = &'w Word>) -> String {
    let text = words
        .map(|word| word.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    last_sentence(&text)
        .trim_end_matches([':', '.', ' '])
        .chars()
        .take(TOLD)
        .collect()
}

fn has_letters(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= 2
}

/// One place that reads differently in two states of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelledChange {
    /// Of the new text, or of the old where nothing took its place.
    pub area: Area,
    /// Of the old text, where new text took its place.
    pub old_area: Option<Area>,
    pub old: Option<String>,
    pub new: Option<String>,
    /// The label beside it.
    pub field: Option<String>,
}

/// The changes from `old` to `new`, from the top of the page down: what is gone is called what it was called before.
pub fn labelled_changes(old: &[Line], new: &[Line]) -> Vec<LabelledChange> {
    let changes = difference(old, new).into_iter();
    let labelled = changes.map(|change| LabelledChange {
        field: label(if change.new.is_some() { new } else { old }, &change.area),
        area: change.area,
        old_area: change.old_area,
        old: change.old,
        new: change.new,
    });
    labelled.collect()
}
