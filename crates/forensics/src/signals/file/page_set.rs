//! The pages of a document as a set: pages missing from its own count, pages that come from another file.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use assay_pdf::ObjectId;
use assay_pdf::fonts::Font;

use crate::facts::page::words::single;
use crate::facts::{Facts, PageFacts};

use super::page_numbers::printed;
use crate::signal::{Place, Signal};

declare! {
    PAGE_OF_ANOTHER_FILE = "page_of_another_file" {
        rank: 580, module: "pages", severity: High, scored: true, proves: Content, cause: "page exchanged",
        meaning: "A page has font programs of its own that were made for the whole document, as the other pages have theirs.",
        matters: "Each program was made for a whole document of which only that page is here: it was exchanged.",
        benign: "Pages of two editions of one document put together by their owner.",
    }

    PAGE_MISSING = "page_missing" {
        rank: 630, module: "pages", severity: Medium, scored: true, proves: Content, cause: "page missing",
        meaning: "The printed page numbers leap over a page.",
        matters: "A page with what must not be seen was taken out.",
        benign: "Owners who leave out a page that does not matter.",
    }
}

/// Characters that a program must carry for other pages before it tells where it comes from.
const BORROWED: usize = 3;
/// Share of a program's spare characters that other pages show. ReportLab embeds all of ASCII, most of which no page does.
const SHARE: f64 = 0.8;

/// Words on one line stand within this, points.
const FOOT: f64 = 2.0;
/// What a page is called beside its number.
const PAGE: [&str; 13] = [
    "page", "seite", "página", "pagina", "pág", "pag", "strona", "side", "sida", "sivu", "blatt",
    "p", "s",
];

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    missing_between(facts, signals);
    missing_at_foot(facts, signals);
    from_another_file(facts, signals);
}

/// *Sees* printed page numbers of one count that leap over a page in the middle.
/// *Honest files*: owners pass on some pages only, mostly the first ones, which does not count here.
fn missing_between(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let numbers: Vec<(u32, u32)> = facts.pages.iter().filter_map(printed).collect();
    let same_count = numbers
        .windows(2)
        .all(|pair| matches!(pair, [a, b] if a.1 == b.1 && a.0 < b.0));
    if numbers.len() != facts.pages.len() || !same_count {
        return;
    }
    let leap = (1u32..)
        .zip(numbers.windows(2))
        .find_map(|(page, pair)| match pair {
            [a, b] if b.0 > a.0 + 1 => Some((page + 1, *a, *b)),
            _ => None,
        });
    if let Some((page, before, behind)) = leap {
        let evidence = format!(
            "Page {} of {} is followed by page {} of {}.",
            before.0, before.1, behind.0, behind.1
        );
        signals.push(Signal::new(
            &PAGE_MISSING,
            Place::Page { page, area: None },
            evidence,
        ));
    }
}

/// *Sees* pages that print their bare numbers in one place, from 1 on, with one leap over a page in the middle.
/// *Matters* as a leap in a printed count does.
/// *Honest files*: extracts of a book begin elsewhere or leap more than once; pages without a number tell nothing.
fn missing_at_foot(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let feet: Vec<Foot> = facts.pages.iter().filter_map(foot).collect();
    let Some(first) = feet.first().filter(|_| feet.len() == facts.pages.len()) else {
        return;
    };
    let one_place = feet
        .iter()
        .all(|foot| foot.label == first.label && (foot.y - first.y).abs() < FOOT);
    let steps = feet.windows(2).map(|pair| match pair {
        [a, b] => b.number.saturating_sub(a.number),
        _ => 1,
    });
    let leaps: Vec<(u32, u32)> = (2u32..).zip(steps).filter(|(_, step)| *step != 1).collect();
    if let ([(page, 2)], true) = (leaps.as_slice(), one_place && first.number == 1) {
        let evidence = format!(
            "The pages print their numbers as “{} 1”, and none prints {page}.",
            first.label
        );
        let place = Place::Page {
            page: *page,
            area: None,
        };
        signals.push(Signal::new(&PAGE_MISSING, place, evidence));
    }
}

/// A bare page number as a page prints it at its end.
struct Foot {
    label: String,
    number: u32,
    y: f64,
}

/// The lowest words of a page, where they are a word for a page and a number.
fn foot(page: &PageFacts) -> Option<Foot> {
    let words = page.lines.iter().flat_map(|line| &line.words);
    let lowest = words
        .clone()
        .map(|word| word.area.y0)
        .fold(f64::MAX, f64::min);
    let mut last: Vec<_> = words
        .filter(|word| word.angle == 0 && word.area.y0 - lowest < FOOT)
        .collect();
    last.sort_by(|a, b| a.area.x0.total_cmp(&b.area.x0));
    let [.., label, number] = last.as_slice() else {
        return None;
    };
    let label = label.text.to_lowercase();
    let label = label.trim_end_matches('.');
    PAGE.contains(&label).then_some(())?;
    let digits = number.text.len() <= 3 && number.text.bytes().all(|byte| byte.is_ascii_digit());
    Some(Foot {
        label: label.to_owned(),
        number: number.text.parse().ok().filter(|_| digits)?,
        y: number.area.y0,
    })
}

/// One embedded program: where it is used and for what.
#[derive(Default)]
struct Program {
    pages: BTreeSet<u32>,
    shown: BTreeSet<char>,
    carried: BTreeSet<char>,
    font: Option<Rc<Font>>,
}

/// *Sees* a page whose fonts are the same subsets of the same faces as the other pages', but other programs, which carry
/// the characters of those other pages.
/// *Honest files*: pages written one by one carry only their own characters.
fn from_another_file(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    if facts.pages.len() < 2 {
        return;
    }
    let faces = programs_by_face(facts);
    for (face, programs) in &faces {
        if programs.len() < 2 || programs.len() > facts.pages.len() {
            continue;
        }
        let all: BTreeSet<u32> = programs
            .values()
            .flat_map(|program| &program.pages)
            .copied()
            .collect();
        let uses: usize = programs.values().map(|program| program.pages.len()).sum();
        // Programs used side by side on a page are how the writer divides a face.
        if uses != all.len() {
            continue;
        }
        let strange = programs
            .values()
            .filter(|program| borrows(program, programs))
            .min_by_key(|program| program.pages.len());
        let Some(page) = strange.and_then(|program| program.pages.first()) else {
            continue;
        };
        let evidence = format!(
            "Page {page} brings its own program of {face}, made for characters that only the other pages show, which have another one."
        );
        signals.push(Signal::new(
            &PAGE_OF_ANOTHER_FILE,
            Place::Page {
                page: *page,
                area: None,
            },
            evidence,
        ));
        return;
    }
}

fn programs_by_face(facts: &Facts<'_>) -> BTreeMap<String, BTreeMap<ObjectId, Program>> {
    let mut faces: BTreeMap<String, BTreeMap<ObjectId, Program>> = BTreeMap::new();
    for page in &facts.pages {
        let content = &page.content;
        for run in &content.runs {
            let Some(font) = content.fonts.get(usize::from(run.font)) else {
                continue;
            };
            let (Some(tag), Some(embedded)) = (font.subset_tag(), font.embedded()) else {
                continue;
            };
            let face = format!("{tag}+{}", font.base_font());
            let program = faces
                .entry(face)
                .or_default()
                .entry(embedded.stream)
                .or_default();
            program.pages.insert(page.page.number);
            program.font.get_or_insert_with(|| font.clone());
            let text = content.run_text(run).chars();
            program.shown.extend(text.filter(|c| c.is_alphanumeric()));
        }
    }
    faces.retain(|_, programs| programs.len() > 1);
    for program in faces.values_mut().flat_map(BTreeMap::values_mut) {
        let Some(font) = &program.font else { continue };
        let carried = facts.programs.inventory(font).glyphs;
        let letters = carried.iter().filter_map(|glyph| single(&glyph.text));
        program
            .carried
            .extend(letters.filter(|c| c.is_alphanumeric()));
    }
    faces
}

/// Most of what it carries beyond its own pages is shown on the others.
fn borrows(program: &Program, programs: &BTreeMap<ObjectId, Program>) -> bool {
    let spare: Vec<char> = program
        .carried
        .difference(&program.shown)
        .copied()
        .collect();
    let others = || {
        programs
            .values()
            .filter(|other| other.pages != program.pages)
    };
    let borrowed = spare
        .iter()
        .filter(|character| others().any(|other| other.shown.contains(character)))
        .count();
    borrowed >= BORROWED && borrowed as f64 >= SHARE * spare.len() as f64
}
