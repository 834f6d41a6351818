//! What lies over what on a page: text beneath an opaque area, text over text, pictures and annotations over text.

use assay_pdf::Area;
use assay_pdf::content::{Color, Image, Paint, SourceKind, Word};

use crate::facts::page::annotations::{Annotation, FreeText};
use crate::facts::page::ground::{ground, letter_shapes};
use crate::facts::page::words::{has_digit, squeezed, telling};
use crate::facts::page::{opaque, opaque_picture};
use crate::facts::{Facts, PageFacts};

use super::{Place, Signal};

/// A word counts as hidden when so much of it lies under the cover: boxes are rarely set to the point.
const HIDDEN: f64 = 0.72;
/// The ink of digits and small letters, as shares of the height of their box, and how much of it must be covered.
const INK: (f64, f64) = (0.25, 0.75);
const ALL: f64 = 0.97;
/// A word counts as set on a cover when so much of it lies there.
const ON_TOP: f64 = 0.55;
/// Words overprint each other when so much of the smaller one is shared.
const OVERPRINT: f64 = 0.6;
/// Height of one band of the word index, points.
const BAND: f64 = 16.0;
/// Annotations of one page that are looked at.
const ANNOTATIONS: usize = 2000;
/// Findings of one kind listed per page.
const LISTED: usize = 8;
/// More words than this under one cover are a layer of the design, not a value.
const VALUE_WORDS: usize = 6;
/// Text hidden in more places than this is a habit of the page's writer.
const HABIT: usize = 4;
/// And so many where other text was set on top.
const LINE_WORDS: usize = 24;
/// A cover larger than this share of the page is a panel or a slide's background.
const PANEL: f64 = 0.5;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for page in &facts.pages {
        let words = Words::of(page);
        covers(page, &words, signals);
        overprints(page, &words, signals);
        free_texts(page, &words, signals);
    }
}

/// The visible words of a page, findable by height.
struct Words<'p> {
    all: Vec<&'p Word>,
    bands: Vec<Vec<u32>>,
    floor: f64,
}

impl<'p> Words<'p> {
    fn of(page: &'p PageFacts) -> Self {
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
    fn meeting(&self, area: &Area) -> Vec<&'p Word> {
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
fn hides(cover: &Area, word: &Word) -> bool {
    let (low, high) = INK;
    let height = word.area.height();
    let band = Area {
        y0: word.area.y0 + low * height,
        y1: word.area.y0 + high * height,
        ..word.area
    };
    word.area.covered_by(cover) > HIDDEN || (upright(word) && band.covered_by(cover) > ALL)
}

/// Something opaque that can hide text.
struct Cover {
    order: u32,
    source: u16,
    area: Area,
    kind: CoverKind,
}

#[derive(Clone, Copy, PartialEq)]
enum CoverKind {
    Box(Color),
    Picture,
}

fn cover_of_paint(paint: &Paint) -> Option<Cover> {
    let color = paint.filled?;
    // The box of a slanted or round shape is larger than what it hides.
    if !paint.rectangle {
        return None;
    }
    // A hairline hides nothing; a box of a few points may hide a digit.
    (opaque(paint) && paint.area.width() > 2.0 && paint.area.height() > 3.0).then_some(Cover {
        order: paint.order,
        source: paint.source,
        area: paint.area,
        kind: CoverKind::Box(color),
    })
}

fn cover_of_image(image: &Image) -> Option<Cover> {
    opaque_picture(image).then_some(Cover {
        order: image.order,
        source: image.source,
        area: image.area,
        kind: CoverKind::Picture,
    })
}

fn covers(page: &PageFacts, words: &Words<'_>, signals: &mut Vec<Signal>) {
    let size = page.page.crop_box.size();
    let paints = page.content.paints.iter().filter_map(cover_of_paint);
    let images = page.content.images.iter().filter_map(cover_of_image);
    let mut all: Vec<Cover> = paints
        .chain(images)
        .filter(|cover| cover.area.size() < PANEL * size)
        .collect();
    all.sort_by_key(|cover| cover.order);
    let mut found = Vec::new();
    for cover in &all {
        let meeting = words.meeting(&cover.area);
        let hidden: Vec<&Word> = meeting
            .iter()
            .copied()
            .filter(|word| {
                word.order.1 < cover.order
                    && upright(word)
                    && hides(&cover.area, word)
                    && telling(&word.text)
            })
            .collect();
        if hidden.is_empty() {
            continue;
        }
        let on_top: Vec<&Word> = meeting
            .iter()
            .copied()
            .filter(|word| {
                word.order.0 > cover.order
                    && word.area.covered_by(&cover.area) > ON_TOP
                    && !is_covered_later(&all, cover, word)
            })
            .collect();
        if let Some(signal) = judge_cover(page, cover, &hidden, &on_top) {
            found.push(signal);
        }
        if found.len() > 4 * LISTED {
            break;
        }
    }
    signals.extend(without_habit(found).into_iter().take(LISTED));
}

/// Text hidden in many places of one page with nothing set on top is how the page was made (Print to PDF of layered
/// pages), not what somebody did to a value.
fn without_habit(mut found: Vec<Signal>) -> Vec<Signal> {
    let hidden = |signal: &Signal| matches!(signal.id, "text_covered" | "picture_over_text");
    // Slides and charts set captions over captions; values typed over values may be many.
    let caption = |signal: &Signal| {
        signal.id == "covered_and_retyped" && !signal.old_value.as_deref().is_some_and(has_digit)
    };
    for habit in [&hidden as &dyn Fn(&Signal) -> bool, &caption] {
        if found.iter().filter(|signal| habit(signal)).count() > HABIT {
            for signal in found.iter_mut().filter(|signal| habit(signal)) {
                signal.id = "text_under_panel";
            }
        }
    }
    found
}

fn is_covered_later(all: &[Cover], cover: &Cover, word: &Word) -> bool {
    all.iter().any(|later| {
        later.order > cover.order && later.order > word.order.1 && hides(&later.area, word)
    })
}

/// *Sees* text that was painted and then hidden under something opaque.
/// *Matters* because the reader is shown another value than the file still holds.
/// *Honest files*: redaction for privacy (dark boxes), panels and logos over a template's text, the same text drawn again.
fn judge_cover(
    page: &PageFacts,
    cover: &Cover,
    hidden: &[&Word],
    on_top: &[&Word],
) -> Option<Signal> {
    let drawn_by = annotation(page, cover.source);
    let said = drawn_by
        .as_ref()
        .and_then(|annotation| annotation.says.clone())
        .filter(|_| on_top.is_empty());
    let (old, new) = (read(hidden), said.clone().unwrap_or_else(|| read(on_top)));
    if (!on_top.is_empty() || said.is_some()) && says_the_same(on_top, &new, &old) {
        return None;
    }
    let in_place = on_top
        .iter()
        .any(|new| hidden.iter().any(|old| stands_in_place_of(new, old)));
    let id = match &drawn_by {
        Some(_) if in_place && telling(&new) => "annotation_over_text",
        Some(_) if said.is_some() && has_digit(&old) => "annotation_over_text",
        Some(by) if !by.widget && has_digit(&old) && on_top.is_empty() => "annotation_hides_text",
        Some(_) => "text_under_panel",
        None => match (cover.kind, on_top.is_empty()) {
            (CoverKind::Box(_), bare) if (bare || has_digit(&new)) && is_cut_off(page, hidden) => {
                "text_under_panel"
            }
            (_, false)
                if in_place
                    && blends_in(page, cover)
                    && hidden.len() <= LINE_WORDS
                    && is_more_than_a_sign(&old) =>
            {
                "covered_and_retyped"
            }
            (CoverKind::Picture, true) if fits(cover, hidden) => "picture_in_place_of_text",
            (CoverKind::Picture, true) if hidden.len() <= VALUE_WORDS => "picture_over_text",
            (CoverKind::Box(_), true)
                if blends_in(page, cover) && is_redrawn(page, cover, hidden) =>
            {
                "covered_and_redrawn"
            }
            (CoverKind::Box(color), true) if color.is_white() && blends_in(page, cover) => {
                "text_covered"
            }
            (CoverKind::Box(_), true) => "text_redacted",
            _ => "text_under_panel",
        },
    };
    let area = on_top
        .iter()
        .chain(hidden)
        .map(|word| word.area)
        .reduce(|all, area| all.union(&area))
        .unwrap_or(cover.area);
    let what = match cover.kind {
        CoverKind::Box(_) => "an opaque box",
        CoverKind::Picture => "a picture",
    };
    let over = if id == "covered_and_redrawn" {
        ", and shapes of letters were drawn over it".to_owned()
    } else if on_top.is_empty() {
        String::new()
    } else {
        format!(", and “{new}” was painted over it")
    };
    let evidence = format!("“{old}” lies under {what} at {}{over}.", place(&cover.area));
    Some(Signal {
        field: page.label(&area),
        old_value: Some(old),
        new_value: telling(&new).then_some(new),
        ..Signal::new(
            id,
            Place::Page {
                page: page.page.number,
                area: Some(area),
            },
            evidence,
        )
    })
}

/// Words at the end of a longer text that was painted in one go: spreadsheets let the text of a cell run on beneath the
/// next cell. A number beneath is none of it.
fn is_cut_off(page: &PageFacts, hidden: &[&Word]) -> bool {
    let cut = |word: &&Word| {
        let words = page.lines.iter().flat_map(|line| &line.words);
        let mut before = words.filter(|other| other.run == word.run && other.angle == word.angle);
        let shows = |other: &Word| {
            other.area.x1 <= word.area.x0 && !hidden.iter().any(|own| std::ptr::eq(*own, other))
        };
        !has_digit(&word.text) && before.any(shows)
    };
    !hidden.is_empty() && hidden.iter().all(cut)
}

/// The same text drawn again, alone or with more around it; a number that grew by a digit is another one.
fn says_the_same(on_top: &[&Word], new: &str, old: &str) -> bool {
    let old = squeezed(old);
    squeezed(new).contains(&old) && !on_top.iter().any(|word| grew(&squeezed(&word.text), &old))
}

/// A word that holds the old number with digits right before or behind it.
fn grew(word: &str, old: &str) -> bool {
    let digit = |c: &char| c.is_ascii_digit();
    let mark = |c: &char| matches!(c, '.' | ',' | '\'' | '’');
    has_digit(old)
        && word.match_indices(old).any(|(at, _)| {
            let before = word.get(..at).unwrap_or_default();
            let behind = word.get(at + old.len()..).unwrap_or_default();
            before
                .chars()
                .rev()
                .find(|c| !mark(c))
                .as_ref()
                .is_some_and(digit)
                || behind
                    .chars()
                    .find(|c| !mark(c))
                    .as_ref()
                    .is_some_and(digit)
        })
}

/// Boxes of slanted words are larger than what they show.
fn upright(word: &Word) -> bool {
    word.angle % 90 == 0
}

/// As tight around the text as a cut-out of the same text would be.
fn fits(cover: &Cover, hidden: &[&Word]) -> bool {
    let text = hidden.iter().map(|word| word.area);
    let size = hidden.iter().map(|word| word.size).fold(0.0, f64::max);
    hidden.len() <= VALUE_WORDS
        && text
            .reduce(|all, area| all.union(&area))
            .is_some_and(|text| {
                cover.area.height() < 1.8 * size && cover.area.width() < 1.15 * text.width() + size
            })
}

/// Letters drawn as shapes on the cover, at least two of them.
fn is_redrawn(page: &PageFacts, cover: &Cover, hidden: &[&Word]) -> bool {
    let size = hidden.iter().map(|word| word.size).fold(0.0, f64::max);
    cover.area.height() < 2.0 * size
        && letter_shapes(&page.content, &cover.area, cover.order, size) > 1
}

/// On the same baseline, of about the same size and no further away than a letter: typed in the place of the other. Word
/// processors that take a PDF in hide rows under shading and set other cells of the row on it.
fn stands_in_place_of(new: &Word, old: &Word) -> bool {
    let height = old.size.max(1.0);
    let apart = (new.area.x0 - old.area.x1).max(old.area.x0 - new.area.x1);
    (new.area.y0 - old.area.y0).abs() < 0.7 * height
        && apart < height
        && (0.5..2.0).contains(&(new.size / height))
        && telling(&new.text)
}

/// The annotation that drew something.
fn annotation(page: &PageFacts, source: u16) -> Option<Annotation> {
    let SourceKind::Annotation(index) = page.content.sources.get(usize::from(source))?.kind else {
        return None;
    };
    let drawn_by = page.annotations.get(usize::from(index));
    Some(drawn_by.cloned().unwrap_or_default())
}

/// *Sees* a FreeText that brings no appearance: every viewer draws one over what is beneath.
/// *Matters* as any annotation with a text of its own over a value does.
/// *Honest files*: notes beside the text; only what lies over whole words counts.
fn free_texts(page: &PageFacts, words: &Words<'_>, signals: &mut Vec<Signal>) {
    let annotations = page.annotations.iter().take(ANNOTATIONS);
    for FreeText { area, text } in annotations.filter_map(|one| one.undrawn.as_ref()) {
        let beneath: Vec<&Word> = words
            .meeting(area)
            .into_iter()
            .filter(|word| hides(area, word) && telling(&word.text))
            .collect();
        let old = read(&beneath);
        if beneath.is_empty()
            || beneath.len() > LINE_WORDS
            || !telling(text)
            || squeezed(text) == squeezed(&old)
        {
            continue;
        }
        let evidence = format!(
            "A FreeText annotation that reads “{}” lies over “{old}” at {}.",
            text.trim(),
            place(area)
        );
        signals.push(Signal {
            field: page.label(area),
            old_value: Some(old),
            new_value: Some(text.trim().to_owned()),
            ..Signal::new(
                "annotation_over_text",
                Place::Page {
                    page: page.page.number,
                    area: Some(*area),
                },
                evidence,
            )
        });
    }
}

/// A cover of its surroundings' colour is meant not to be seen; a panel is.
fn blends_in(page: &PageFacts, cover: &Cover) -> bool {
    let CoverKind::Box(color) = cover.kind else {
        return true;
    };
    color.distance(&ground(&page.content, &cover.area, cover.order)) < 0.12
}

/// *Sees* two words that read differently in one place.
/// *Matters* because a value typed over another one without a cover still shows both.
/// *Honest files*: bold by double strike paints the same text twice; only texts that differ count.
fn overprints(page: &PageFacts, words: &Words<'_>, signals: &mut Vec<Signal>) {
    let mut listed = 0usize;
    for word in words
        .all
        .iter()
        .filter(|word| is_value(&word.text) && word.area.size() > 1.0)
    {
        let other = words.meeting(&word.area).into_iter().find(|other| {
            other.order.0 > word.order.1
                && is_value(&other.text)
                && other.angle == word.angle
                && other.text != word.text
                && (other.size - word.size).abs() < 0.35 * word.size
                && (other.area.y0 - word.area.y0).abs() < 0.3 * word.size
                && shared(&word.area, &other.area) > OVERPRINT
                && word.area.size().min(other.area.size())
                    > 0.3 * word.area.size().max(other.area.size())
        });
        let Some(other) = other else { continue };
        if word.text.contains(other.text.as_str())
            || other.text.contains(word.text.as_str())
            || is_hidden(page, word, other)
        {
            continue;
        }
        let area = word.area.union(&other.area);
        let evidence = format!(
            "“{}” and “{}” are painted over each other at {}.",
            word.text,
            other.text,
            place(&area)
        );
        signals.push(Signal {
            field: page.label(&area),
            old_value: Some(word.text.clone()),
            new_value: Some(other.text.clone()),
            ..Signal::new(
                "text_overprinted",
                Place::Page {
                    page: page.page.number,
                    area: Some(area),
                },
                evidence,
            )
        });
        listed += 1;
        if listed >= LISTED {
            break;
        }
    }
}

/// Something opaque lies between the two: that is a cover, which has its own signal.
fn is_hidden(page: &PageFacts, below: &Word, above: &Word) -> bool {
    let paints = page.content.paints.iter().filter_map(cover_of_paint);
    let images = page.content.images.iter().filter_map(cover_of_image);
    paints.chain(images).any(|cover| {
        cover.order > below.order.1 && cover.order < above.order.0 && hides(&cover.area, below)
    })
}

fn shared(a: &Area, b: &Area) -> f64 {
    let smaller = a.size().min(b.size());
    if smaller <= 0.0 {
        0.0
    } else {
        a.intersection(b)
            .map_or(0.0, |common| common.size() / smaller)
    }
}

fn read(words: &[&Word]) -> String {
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

/// A single letter or digit is the number of a formula or a mark of a figure, set again in its place.
fn is_more_than_a_sign(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).count() > 1
}

/// Long enough to be read as a value: single digits overprint each other in charts.
fn is_value(text: &str) -> bool {
    has_digit(text) && text.chars().count() >= 3
}

fn place(area: &Area) -> String {
    format!(
        "[{:.1} {:.1} {:.1} {:.1}]",
        area.x0, area.y0, area.x1, area.y1
    )
}
