//! Values written in another manner than all other text of the document, in ways that no reader sees: operators, forms of
//! strings and numbers, colour spaces, sizes, tags. One such way happens; several on one value are another writer's hand.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_pdf::content::{ColorSpace, Line, Operators, Run, Word};
use assay_pdf::fonts::{Font, FontKind};
use rustc_hash::FxHashMap;

use crate::facts::page::faces::face;
use crate::facts::page::phrases::{Joining, Phrase, in_column, joined, neighbours, on_line};
use crate::facts::page::words::telling;
use crate::facts::page::{own, seen};
use crate::facts::{Facts, PageFacts};

use crate::signal::words::count;
use crate::signal::{Place, Signal, standing_once};

declare! {
    VALUE_TYPESETTING_DIFFERS = "value_typesetting_differs" {
        rank: 520, module: "retyped", severity: Medium, scored: true, proves: Content, cause: "retyped value",
        meaning: "A value among other text is written in another manner than all text of the document, in several ways that do not show.",
        matters: "One program writes a document in one manner; what another puts in keeps that one's habits, however well it is aligned.",
        benign: "Values that a second program fills into a finished page.",
    }

    VALUE_TYPESETTING_DIFFERS_SLIGHTLY = "value_typesetting_differs_slightly" {
        rank: 1070, module: "retyped", severity: Low, scored: false, proves: Content, cause: "retyped value",
        meaning: "A value among other text is written in another manner than most text of the document, in a few ways that do not show.",
        matters: "One program writes a document in one manner; what another puts in keeps that one's habits, however well it is aligned.",
        benign: "Values that a design or a second program sets apart.",
    }
}

/// So many ways apart are another writer's hand.
const WAYS: usize = 3;
/// And so many may be.
const SOME_WAYS: usize = 2;
/// Ways that the place in the order of painting and on the line can add.
const ORDER: usize = 3;
/// A document with fewer runs has no manner to leave.
const RUNS: usize = 30;
/// A way that no more than one run in so many shares is not the document's.
const SHARE: usize = 20;
/// And no more runs than this.
const FEW: usize = 12;
/// Values that are set otherwise in one document: more are filled in by a second program.
const VALUES: usize = 6;
/// Sizes closer than this share look the same.
const SAME_SIZE: f64 = 0.04;
/// Sizes of so many decimals are computed ones.
const FINE: u8 = 3;
/// Such sizes looked at.
const NEAR_SIZES: usize = 64;
/// Runs of one page that are odd in some way; where there are more, the page has no manner of its own.
const ODD_RUNS: usize = 64;
/// Baselines apart by more than this, points, are no rounding.
const BASELINE: f64 = 0.2;
/// Shows of a word that is painted in pieces.
const PIECES: u32 = 3;
/// Edges agree within this, points.
const EDGE: f64 = 1.6;

/// *Sees* a value among other text that differs from all text of the document in several ways of writing that look alike.
/// *Honest files*: programs that fill in a form write many values; stamps and page numbers stand apart from other text;
/// what stands on several pages is the design's. What a page begins with is placed as nothing else on it needs to be.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let Some(habits) = Habits::of(facts) else {
        return;
    };
    let mut values: Vec<(&PageFacts, Phrase, Ways)> = Vec::new();
    let mut seen = 0;
    for page in &facts.pages {
        let (odd, rest) = divided(page, &habits);
        let phrases = phrases(&page.lines, &odd);
        seen += phrases.len();
        if seen > 2 * VALUES {
            return;
        }
        let set_in = phrases
            .into_iter()
            .filter(|(value, _)| is_set_in(value, &rest));
        values.extend(set_in.map(|(value, ways)| (page, value, ways)));
    }
    if values.len() > VALUES || values.len() * 2 < seen {
        return;
    }
    // Parts of a design bring words of theirs that stand among others; what was put in stands there all of it.
    if values.len() < seen {
        values.retain(|(_, value, _)| value.text.chars().any(|c| c.is_ascii_digit()));
    }
    let found = values
        .iter()
        .map(|(page, value, ways)| signal(page, value, ways));
    signals.extend(standing_once(found.collect(), EDGE));
}

/// A way of writing that a piece of text does not share with the others.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Way {
    Placing(Operators),
    Showing(Operators),
    Other(Operators),
    Strings,
    Colour,
    Decimals(u8),
    Size(f64),
    Spacing,
    Face,
    Untagged,
    Baseline(f64),
    Pieces(u32),
    Stream,
    Turn,
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Placing(operators) => write!(f, "placed by other operators ({operators})"),
            Self::Showing(operators) => write!(f, "shown by other operators ({operators})"),
            Self::Other(operators) => write!(f, "set up by other operators ({operators})"),
            Self::Strings => f.write_str("its string written in another form"),
            Self::Colour => f.write_str("its colour named in another way"),
            Self::Decimals(count) => write!(f, "placed with {count} decimals"),
            Self::Size(size) => write!(f, "{size:.3} points high"),
            Self::Spacing => f.write_str("spaced or stretched in another way"),
            Self::Face => f.write_str("a font of its own for the same face"),
            Self::Untagged => f.write_str("outside all tags"),
            Self::Baseline(off) => write!(f, "{off:.2} points off its line"),
            Self::Pieces(count) => write!(f, "shown in {count} pieces"),
            Self::Stream => f.write_str("in a stream of its own"),
            Self::Turn => f.write_str("painted out of its turn"),
        }
    }
}

type Ways = Vec<Way>;

/// How often the document writes in each way.
#[derive(Default)]
struct Habits {
    runs: usize,
    operators: FxHashMap<Operators, usize>,
    /// Composite or not, literal or hexadecimal.
    strings: FxHashMap<(bool, bool), usize>,
    /// As they are named.
    colours: FxHashMap<Named, usize>,
    /// As they are seen.
    seen_colours: FxHashMap<[u8; 3], usize>,
    /// Runs that are placed, by the decimals it takes.
    decimals: BTreeMap<u8, usize>,
    /// Runs that set their size, by the decimals it takes.
    size_decimals: BTreeMap<u8, usize>,
    /// By thousandths of a point.
    sizes: BTreeMap<i64, usize>,
    spacings: FxHashMap<[i32; 4], usize>,
    /// Runs of the commonest spacing.
    evenly_spaced: usize,
    fonts: FxHashMap<*const Font, usize>,
    faces: FxHashMap<String, usize>,
    untagged: usize,
    off_baseline: usize,
    in_pieces: usize,
}

impl Habits {
    fn of(facts: &Facts<'_>) -> Option<Self> {
        let mut habits = Self::default();
        for page in &facts.pages {
            for run in page.content.runs.iter().filter(|run| is_own(page, run)) {
                habits.add(page, run);
            }
            for line in &page.lines {
                for word in &line.words {
                    habits.off_baseline += usize::from(off_baseline(page, line, word).is_some());
                    habits.in_pieces += usize::from(pieces(word).is_some());
                }
            }
        }
        habits.evenly_spaced = habits.spacings.values().copied().max().unwrap_or(0);
        (habits.runs >= RUNS).then_some(habits)
    }

    fn add(&mut self, page: &PageFacts, run: &Run) {
        let manner = &run.manner;
        self.runs += 1;
        for operators in [manner.placing(), manner.showing(), manner.others()] {
            for one in operators.each() {
                *self.operators.entry(one).or_default() += 1;
            }
        }
        for form in forms(page, run) {
            *self.strings.entry(form).or_default() += 1;
        }
        if let Some((named, seen)) = colours(run) {
            *self.colours.entry(named).or_default() += 1;
            *self.seen_colours.entry(seen).or_default() += 1;
        }
        if let Some(count) = manner.decimals {
            *self.decimals.entry(count).or_default() += 1;
        }
        if let Some(count) = manner.size_decimals {
            *self.size_decimals.entry(count).or_default() += 1;
        }
        *self.sizes.entry(thousandths(run.size)).or_default() += 1;
        *self.spacings.entry(spacing(run)).or_default() += 1;
        if let Some(font) = page.content.fonts.get(usize::from(run.font)) {
            *self.fonts.entry(Rc::as_ptr(font)).or_default() += 1;
            *self.faces.entry(face(font)).or_default() += 1;
        }
        self.untagged += usize::from(!is_tagged(run));
    }

    /// `opens`: the page begins with it. Many programs place nothing else as they do that: all other text goes on from there.
    fn ways(&self, page: &PageFacts, run: &Run, opens: bool) -> Ways {
        let manner = &run.manner;
        let mut ways = Ways::new();
        let rare = |operators: Operators| {
            let count = |one: Operators| self.operators.get(&one).copied().unwrap_or(0);
            operators.each().find(|one| is_rare(count(*one), self.runs))
        };
        ways.extend(rare(manner.placing()).filter(|_| !opens).map(Way::Placing));
        ways.extend(rare(manner.showing()).map(Way::Showing));
        ways.extend(rare(manner.others()).filter(|_| !opens).map(Way::Other));
        let strange = |form: (bool, bool)| {
            let count = |form| self.strings.get(&form).copied().unwrap_or(0);
            is_rare(count(form), count((form.0, !form.1)))
        };
        ways.extend(forms(page, run).any(strange).then_some(Way::Strings));
        ways.extend(self.colour(run));
        ways.extend(self.decimals(run).filter(|_| !opens));
        ways.extend(self.size(run));
        let count = self.spacings.get(&spacing(run)).copied().unwrap_or(0);
        let even = is_rare(self.runs - self.evenly_spaced, self.runs);
        ways.extend((even && count < self.evenly_spaced).then_some(Way::Spacing));
        ways.extend(self.font(page, run));
        let tagged = self.runs - self.untagged;
        let untagged = !is_tagged(run) && is_rare(self.untagged, tagged);
        ways.extend(untagged.then_some(Way::Untagged));
        ways
    }

    /// A colour that looks as others do, in another space or of slightly other numbers.
    fn colour(&self, run: &Run) -> Option<Way> {
        let (named, seen) = colours(run)?;
        let all = self.seen_colours.get(&seen).copied().unwrap_or(0);
        let own = self.colours.get(&named).copied().unwrap_or(0);
        is_rare(own, all).then_some(Way::Colour)
    }

    /// Finer or coarser than all others are placed.
    fn decimals(&self, run: &Run) -> Option<Way> {
        let own = run.manner.decimals?;
        let all: usize = self.decimals.values().sum();
        let finer: usize = self.decimals.range(own..).map(|(_, count)| count).sum();
        let coarser: usize = self.decimals.range(..=own).map(|(_, count)| count).sum();
        let next = self.decimals.range(own.saturating_add(1)..).next();
        // One decimal less is what a round number has.
        let coarse = is_rare(coarser, all) && next.is_some_and(|(next, _)| *next > own + 1);
        (is_rare(finer, all) || coarse).then_some(Way::Decimals(own))
    }

    /// Nearly a size that the document uses, or finer than any.
    fn size(&self, run: &Run) -> Option<Way> {
        let fine = run.manner.size_decimals.filter(|count| *count >= FINE);
        let finer = |count: u8| -> usize {
            self.size_decimals
                .range(count..)
                .map(|(_, runs)| runs)
                .sum()
        };
        if fine.is_some_and(|count| is_rare(finer(count), self.size_decimals.values().sum())) {
            return Some(Way::Size(run.size));
        }
        let own = thousandths(run.size);
        let count = |size: i64| self.sizes.get(&size).copied().unwrap_or(0);
        let reach = (run.size * SAME_SIZE * 1000.0) as i64;
        let near = self
            .sizes
            .range(own.saturating_sub(reach)..=own.saturating_add(reach));
        // A thousandth is rounding.
        let usual = near
            .filter(|(size, _)| own.abs_diff(**size) > 2)
            .map(|(_, count)| *count)
            .take(NEAR_SIZES)
            .max()?;
        is_rare(count(own), usual).then_some(Way::Size(run.size))
    }

    fn font(&self, page: &PageFacts, run: &Run) -> Option<Way> {
        let font = page.content.fonts.get(usize::from(run.font))?;
        let own = self.fonts.get(&Rc::as_ptr(font)).copied().unwrap_or(0);
        let of_face = self.faces.get(&face(font)).copied().unwrap_or(0);
        is_rare(own, of_face).then_some(Way::Face)
    }
}

/// So rarely that it is not the document's way.
fn is_rare(count: usize, of: usize) -> bool {
    count <= FEW && count * SHARE <= of
}

/// Painted by the page itself, for a person to read.
fn is_own(page: &PageFacts, run: &Run) -> bool {
    let content = &page.content;
    seen(run) && own(content, run.source) && !content.run_text(run).trim().is_empty()
}

fn forms(page: &PageFacts, run: &Run) -> impl Iterator<Item = (bool, bool)> {
    let font = page.content.fonts.get(usize::from(run.font));
    let composite = font.is_some_and(|font| matches!(font.kind(), FontKind::Type0 { .. }));
    let forms = [(false, run.manner.literal), (true, run.manner.hexadecimal)];
    forms
        .into_iter()
        .filter(|(_, used)| *used)
        .map(move |(form, _)| (composite, form))
}

/// A colour as it is named.
type Named = ([u32; 3], ColorSpace);

/// The colour as it is named, and as an eye tells it apart.
fn colours(run: &Run) -> Option<(Named, [u8; 3])> {
    let rgb = run.color.rgb?;
    let seen = rgb.map(|value| (value * 64.0).round() as u8);
    Some(((rgb.map(f32::to_bits), run.color.space), seen))
}

fn thousandths(size: f64) -> i64 {
    (size * 1000.0).round().clamp(0.0, 1e12) as i64
}

/// Spacing of characters and words, stretch and slant.
fn spacing(run: &Run) -> [i32; 4] {
    let (characters, words, scale) = run.spacing;
    let [a, b, c, d, ..] = run.matrix.0;
    let (along, across) = (a.hypot(b).max(1e-9), c.hypot(d).max(1e-9));
    let stretch = along / across * f64::from(scale);
    let slant = (a * c + b * d) / (along * across);
    [f64::from(characters), f64::from(words), stretch, slant]
        .map(|value| (value * 1000.0).round() as i32)
}

fn is_tagged(run: &Run) -> bool {
    run.marked
        .as_ref()
        .is_some_and(|mark| mark.mcid.is_some() || *mark.tag == *b"Artifact")
}

/// How far a word stands above or below the others of its line and size, where those agree.
fn off_baseline(page: &PageFacts, line: &Line, word: &Word) -> Option<f64> {
    let base = |word: &Word| {
        let first = word.glyphs.first()?.start;
        page.content
            .glyphs
            .get(first as usize)
            .map(|glyph| glyph.origin.1)
    };
    let own = base(word)?;
    let others = line.words.iter().take(64).filter(|other| {
        !std::ptr::eq(*other, word) && (other.size - word.size).abs() < SAME_SIZE * word.size
    });
    let bases: Vec<f64> = others.filter_map(base).collect();
    let first = *bases.first().filter(|_| word.angle == 0)?;
    let agree = bases.iter().all(|other| (other - first).abs() < 0.02);
    let off = own - first;
    (agree && off.abs() > BASELINE && off.abs() < 0.25 * word.size).then_some(off)
}

/// In how many shows a word is painted, where it takes several: programs that place each character by itself do so with
/// all of them.
fn pieces(word: &Word) -> Option<u32> {
    let shows = word.order.1.saturating_sub(word.order.0) + 1;
    (shows >= PIECES && word.text.chars().count() >= shows as usize).then_some(shows)
}

/// Words with the ways in which they are set otherwise, by their address, and all other words with their place on the line.
type Odd<'p> = FxHashMap<*const Word, Ways>;

fn divided<'p>(page: &'p PageFacts, habits: &Habits) -> (Odd<'p>, Vec<(usize, &'p Word)>) {
    let runs = (0u32..)
        .zip(&page.content.runs)
        .filter(|(_, run)| is_own(page, run));
    // Where nothing else is odd, the place in the order tells nothing.
    let written = runs
        .enumerate()
        .map(|(at, (index, run))| (index, habits.ways(page, run, at == 0)))
        .filter(|(_, ways)| ways.len() + ORDER >= SOME_WAYS);
    let mut by_run: FxHashMap<u32, Ways> = written.collect();
    if by_run.len() > ODD_RUNS {
        by_run.clear();
    }
    for (index, ways) in &mut by_run {
        if let Some(run) = page.content.runs.get(*index as usize) {
            ways.extend(order(page, run));
        }
    }
    let (mut odd, mut rest) = (Odd::default(), Vec::new());
    for line in &page.lines {
        for (position, word) in line.words.iter().enumerate() {
            let mut ways = by_run.get(&word.run).cloned().unwrap_or_default();
            if is_rare(habits.off_baseline, habits.runs) {
                ways.extend(off_baseline(page, line, word).map(Way::Baseline));
            }
            if is_rare(habits.in_pieces, habits.runs) {
                ways.extend(pieces(word).map(Way::Pieces));
            }
            if ways.len() >= SOME_WAYS {
                odd.insert(std::ptr::from_ref(word), ways);
            } else {
                rest.push((position, word));
            }
        }
    }
    (odd, rest)
}

/// Whether a run is painted when the page was done, though it stands in its midst, and by a stream of its own.
fn order(page: &PageFacts, run: &Run) -> Ways {
    let content = &page.content;
    let (mut own, mut before, mut below, mut all) = (0, 0, 0, 0);
    let height = |run: &Run| {
        content
            .run_glyphs(run)
            .first()
            .map_or(0.0, |glyph| glyph.origin.1)
    };
    for other in content.runs.iter().filter(|other| is_own(page, other)) {
        all += 1;
        own += usize::from(other.source == run.source);
        if other.order < run.order {
            before += 1;
            below += usize::from(height(other) < height(run) - run.size);
        }
    }
    let mut ways = Ways::new();
    ways.extend(is_rare(own, all).then_some(Way::Stream));
    let late = is_rare(all - before, all) && below * 5 > all;
    ways.extend(late.then_some(Way::Turn));
    ways
}

/// Words set otherwise that stand together.
fn phrases(lines: &[Line], odd: &Odd<'_>) -> Vec<(Phrase, Ways)> {
    let ways = |word: &Word| odd.get(&std::ptr::from_ref(word));
    let joining = Joining {
        gap: 1.0,
        parted: true,
    };
    let phrases = joined(lines, joining, |word| ways(word).is_some()).into_iter();
    phrases
        .filter(|(phrase, _)| telling(&phrase.text))
        .filter_map(|(phrase, first)| Some((phrase, ways(first)?.clone())))
        .collect()
}

/// In a column of other values, or between two words of a sentence.
fn is_set_in(value: &Phrase, rest: &[(usize, &Word)]) -> bool {
    let beside = |word: &Word| on_line(value, word) && telling(&word.text);
    neighbours(value, rest) == (true, true)
        || (rest.iter().any(|(_, word)| beside(word)) && in_column(value, rest))
}

fn signal(page: &PageFacts, value: &Phrase, ways: &Ways) -> Signal {
    let list: Vec<String> = ways.iter().map(Way::to_string).collect();
    let evidence = format!(
        "“{}” is written differently from the rest of the document in {} that the eye does not see: {}.",
        value.text,
        count(ways.len(), "way"),
        list.join(", ")
    );
    Signal {
        field: page.label(&value.area),
        new_value: Some(value.text.clone()),
        ..Signal::new(
            if ways.len() >= WAYS {
                &VALUE_TYPESETTING_DIFFERS
            } else {
                &VALUE_TYPESETTING_DIFFERS_SLIGHTLY
            },
            Place::Page {
                page: page.page.number,
                area: Some(value.area),
            },
            evidence,
        )
    }
}
