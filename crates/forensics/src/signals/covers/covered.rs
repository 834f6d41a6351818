//! Text that was painted and then hidden under something opaque.

use assay_pdf::content::{SourceKind, Word};

use crate::facts::PageFacts;
use crate::facts::page::annotations::Annotation;
use crate::facts::page::ground::letter_shapes;
use crate::facts::page::words::{has_digit, is_amount, squeezed, telling};

use super::cover::{Cover, CoverKind, blends_in, covers};
use super::words::{Words, hides, read, upright};
use crate::signal::words::boxed;
use crate::signal::{Declaration, Place, Signal};

declare! {
    COVERED_AND_RETYPED = "covered_and_retyped" {
        rank: 190, module: "content", severity: High, scored: true, proves: Content, cause: "page text",
        meaning: "Text was covered by an opaque area and other text was painted on top of it.",
        matters: "The reader is shown another value than the file still holds.",
        benign: "Panels drawn over text of a template; the same text drawn again.",
    }

    COVERED_AND_REDRAWN = "covered_and_redrawn" {
        rank: 200, module: "content", severity: High, scored: true, proves: Content, cause: "page text",
        meaning: "Text was covered by an opaque area and letters were drawn on top of it as shapes.",
        matters: "The reader is shown another value than the file still holds.",
        benign: "Logos and headings set over placeholder text of a template.",
    }

    PICTURE_IN_PLACE_OF_TEXT = "picture_in_place_of_text" {
        rank: 210, module: "content", severity: High, scored: true, proves: Content, cause: "page text",
        meaning: "A picture as tight as a line of text covers text of the page.",
        matters: "The reader is shown another value than the file still holds.",
        benign: "None known: logos, stamps and signatures are larger than the text they cover.",
    }

    ANNOTATION_OVER_TEXT = "annotation_over_text" {
        rank: 240, module: "content", severity: High, scored: true, proves: Content, cause: "page text",
        meaning: "An annotation with its own text lies over text of the page.",
        matters: "The reader is shown another value than the file still holds.",
        benign: "Stamps, signatures and comments set beside the text.",
    }

    TEXT_COVERED = "text_covered" {
        rank: 460, module: "content", severity: Medium, scored: true, proves: Content, cause: "page text",
        meaning: "Text lies beneath an opaque area that hides it, with nothing in its place.",
        matters: "The reader is shown another value than the file still holds.",
        benign: "Redaction for privacy; panels over text of a template.",
    }

    PICTURE_OVER_TEXT = "picture_over_text" {
        rank: 470, module: "content", severity: Medium, scored: true, proves: Content, cause: "page text",
        meaning: "A small picture covers text of the page.",
        matters: "The reader is shown another value than the file still holds.",
        benign: "Logos, stamps and signatures set over placeholder text.",
    }

    ANNOTATION_HIDES_TEXT = "annotation_hides_text" {
        rank: 730, module: "content", severity: Medium, scored: true, proves: Content, cause: "page text",
        meaning: "An annotation without text of its own hides a value of the page.",
        matters: "The reader is shown another value than the file still holds.",
        benign: "Owners who black out a number before they pass a file on.",
    }

    TEXT_UNDER_PANEL = "text_under_panel" {
        rank: 740, module: "content", severity: Low, scored: false, proves: Content, cause: "page text",
        meaning: "Text lies beneath a panel or field that was set over it.",
        matters: "What is covered is still in the file.",
        benign: "Designs that layer panels, form fields over printed lines.",
    }

    TEXT_REDACTED = "text_redacted" {
        rank: 750, module: "content", severity: Low, scored: false, proves: Content, cause: "page text",
        meaning: "Text lies beneath a dark or coloured box.",
        matters: "What is covered is still in the file.",
        benign: "Redaction for privacy by the owner.",
    }
}

/// A word counts as set on a cover when so much of it lies there.
const ON_TOP: f64 = 0.55;
/// Findings of one kind listed per page.
const LISTED: usize = 8;
/// More words than this under one cover are a layer of the design, not a value.
const VALUE_WORDS: usize = 6;
/// Text hidden in more places than this is a habit of the page's writer.
const HABIT: usize = 4;
/// And so many where other text was set on top.
pub(super) const LINE_WORDS: usize = 24;
/// Text set anew keeps baseline and size, up to this share of the size.
const EXACT: f64 = 0.1;
/// Baselines closer than this, points, are one line.
const BASELINES_APART: f64 = 2.0;
/// A cover larger than this share of the page is a panel or a slide's background.
const PANEL: f64 = 0.5;

/// Words beneath a cover, with what stands on it.
struct Covered<'a> {
    page: &'a PageFacts,
    cover: &'a Cover,
    /// What drew the cover, where an annotation did.
    drawn_by: Option<Annotation>,
    hidden: Vec<&'a Word>,
    on_top: Vec<&'a Word>,
    /// The annotation says it, no word that is painted.
    said: bool,
    old: String,
    new: String,
}

/// *Sees* text that was painted and then hidden under something opaque.
/// *Honest files*: redaction for privacy (dark boxes), panels and logos over a template's text, the same text drawn again.
pub(super) fn observe(page: &PageFacts, words: &Words<'_>, signals: &mut Vec<Signal>) {
    let size = page.page.crop_box.size();
    let mut all: Vec<Cover> = covers(page)
        .filter(|cover| cover.area.size() < PANEL * size)
        .collect();
    all.sort_by_key(|cover| cover.order);
    let found: Vec<Covered<'_>> = all
        .iter()
        .filter_map(|cover| Covered::of(page, words, &all, cover))
        .take(4 * LISTED + 1)
        .collect();
    let declared = declared(&found);
    let listed = found.iter().zip(declared).take(LISTED);
    signals.extend(listed.map(|(covered, declared)| covered.signal(declared)));
}

/// What each of the findings of a page is. Text hidden in many places of one page with nothing set on top is how the page
/// was made (Print to PDF of layered pages), not what somebody did to a value; slides and charts set captions over captions,
/// while values typed over values may be many.
fn declared(found: &[Covered<'_>]) -> Vec<&'static Declaration> {
    let alone: Vec<&'static Declaration> = found.iter().map(Covered::declared_alone).collect();
    let is_bare = |one: &Declaration| *one == TEXT_COVERED || *one == PICTURE_OVER_TEXT;
    let is_caption = |one: &Declaration, covered: &Covered<'_>| {
        *one == COVERED_AND_RETYPED && !has_digit(&covered.old)
    };
    let pairs = || alone.iter().copied().zip(found);
    let bare = pairs().filter(|(one, _)| is_bare(one)).count() > HABIT;
    let captions = pairs()
        .filter(|(one, covered)| is_caption(one, covered))
        .count()
        > HABIT;
    pairs()
        .map(
            |(one, covered)| match bare && is_bare(one) || captions && is_caption(one, covered) {
                true => &TEXT_UNDER_PANEL,
                false => one,
            },
        )
        .collect()
}

fn is_covered_later(all: &[Cover], cover: &Cover, word: &Word) -> bool {
    all.iter().any(|later| {
        later.order > cover.order && later.order > word.order.1 && hides(&later.area, word)
    })
}

impl<'a> Covered<'a> {
    /// What a cover hides; nothing where it hides no text, or the same text stands on it again.
    fn of(page: &'a PageFacts, words: &Words<'a>, all: &[Cover], cover: &'a Cover) -> Option<Self> {
        let meeting = words.meeting(&cover.area);
        let is_beneath = |word: &&Word| {
            word.order.1 < cover.order
                && upright(word)
                && hides(&cover.area, word)
                && telling(&word.text)
        };
        let hidden: Vec<&Word> = meeting.iter().copied().filter(is_beneath).collect();
        if hidden.is_empty() {
            return None;
        }
        let is_on_top = |word: &&Word| {
            word.order.0 > cover.order
                && word.area.covered_by(&cover.area) > ON_TOP
                && !is_covered_later(all, cover, word)
        };
        let on_top: Vec<&Word> = meeting.iter().copied().filter(is_on_top).collect();
        let drawn_by = annotation(page, cover.source);
        let said = drawn_by
            .as_ref()
            .and_then(|annotation| annotation.says.clone())
            .filter(|_| on_top.is_empty());
        let found = Self {
            page,
            cover,
            said: said.is_some(),
            old: read(&hidden),
            new: said.unwrap_or_else(|| read(&on_top)),
            drawn_by,
            hidden,
            on_top,
        };
        (!found.is_said_again()).then_some(found)
    }

    fn is_said_again(&self) -> bool {
        let Self { on_top, .. } = self;
        (!on_top.is_empty() || self.said) && says_the_same(on_top, &self.new, &self.old)
    }

    /// What this is, whatever else the page has.
    fn declared_alone(&self) -> &'static Declaration {
        let Self {
            page,
            cover,
            hidden,
            on_top,
            old,
            new,
            ..
        } = self;
        let in_place = on_top
            .iter()
            .any(|new| hidden.iter().any(|old| stands_in_place_of(new, old)));
        if let Some(by) = &self.drawn_by {
            return match by {
                by if by.seal && !self.is_typed_anew() => &TEXT_UNDER_PANEL,
                _ if in_place && telling(new) => &ANNOTATION_OVER_TEXT,
                _ if self.said && has_digit(old) => &ANNOTATION_OVER_TEXT,
                by if !by.widget && has_digit(old) && on_top.is_empty() => &ANNOTATION_HIDES_TEXT,
                _ => &TEXT_UNDER_PANEL,
            };
        }
        match (cover.kind, on_top.is_empty()) {
            (CoverKind::Box(_), bare) if (bare || has_digit(new)) && is_cut_off(page, hidden) => {
                &TEXT_UNDER_PANEL
            }
            (_, false)
                if in_place
                    && blends_in(page, cover)
                    && hidden.len() <= LINE_WORDS
                    && is_more_than_a_sign(&self.old)
                    && !self.is_seal() =>
            {
                &COVERED_AND_RETYPED
            }
            (CoverKind::Picture, true) if fits(cover, hidden) => &PICTURE_IN_PLACE_OF_TEXT,
            (CoverKind::Picture, true) if hidden.len() <= VALUE_WORDS => &PICTURE_OVER_TEXT,
            (CoverKind::Box(_), true)
                if blends_in(page, cover) && is_redrawn(page, cover, hidden) =>
            {
                &COVERED_AND_REDRAWN
            }
            (CoverKind::Box(color), true) if color.is_white() && blends_in(page, cover) => {
                &TEXT_COVERED
            }
            (CoverKind::Box(_), true) => &TEXT_REDACTED,
            _ => &TEXT_UNDER_PANEL,
        }
    }

    /// A block of several lines over words without a number, none of them set in the place and size of these: the panel of a
    /// signing service over the foot of a page.
    fn is_seal(&self) -> bool {
        let lines = |words: &[&Word]| {
            let mut bases: Vec<f64> = words.iter().map(|word| word.area.y0).collect();
            bases.sort_by(f64::total_cmp);
            bases.dedup_by(|a, b| (*a - *b).abs() < BASELINES_APART);
            bases.len()
        };
        !has_digit(&self.old)
            && lines(&self.on_top) > lines(&self.hidden)
            && !self
                .on_top
                .iter()
                .any(|new| self.hidden.iter().any(|old| is_set_as(new, old)))
    }

    /// A seal may lie over the issuer's own footer; a value in the place of a value, or words set exactly as the line
    /// beneath, are no seal.
    fn is_typed_anew(&self) -> bool {
        let retypes = |new: &&Word, old: &&Word| {
            let values = is_amount(&new.text) && is_amount(&old.text);
            let few = self.hidden.len() <= VALUE_WORDS;
            stands_in_place_of(new, old) && (values || few && is_set_as(new, old))
        };
        self.on_top
            .iter()
            .any(|new| self.hidden.iter().any(|old| retypes(new, old)))
    }

    fn signal(&self, declared: &'static Declaration) -> Signal {
        let Self {
            page,
            cover,
            hidden,
            on_top,
            old,
            new,
            ..
        } = self;
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
        let over = if *declared == COVERED_AND_REDRAWN {
            ", and shapes of letters were drawn over it".to_owned()
        } else if on_top.is_empty() {
            String::new()
        } else {
            format!(", and “{new}” was painted over it")
        };
        let evidence = format!(
            "“{old}” lies under {what} at {}{over}.",
            boxed(page, &cover.area)
        );
        Signal {
            field: page.label(&area),
            old_value: Some(old.clone()),
            new_value: telling(new).then(|| new.clone()),
            ..Signal::new(declared, Place::on(page, area), evidence)
        }
    }
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

/// Of the same size and on the same baseline, as who types over a text takes care to do.
fn is_set_as(new: &Word, old: &Word) -> bool {
    let size = old.size.max(1.0);
    (new.area.y0 - old.area.y0).abs() < EXACT * size && (new.size / size - 1.0).abs() < EXACT
}

/// The annotation that drew something.
fn annotation(page: &PageFacts, source: u16) -> Option<Annotation> {
    let SourceKind::Annotation(index) = page.content.sources.get(usize::from(source))?.kind else {
        return None;
    };
    let drawn_by = page.annotations.get(usize::from(index));
    Some(drawn_by.cloned().unwrap_or_default())
}

/// A single letter or digit is the number of a formula or a mark of a figure, set again in its place.
fn is_more_than_a_sign(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).count() > 1
}
