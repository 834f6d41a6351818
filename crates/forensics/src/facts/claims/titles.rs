//! Titles that a document keeps apart from its pages (ISO 32000-2, 12.3.3, 14.3): of its outline, of its information. One
//! with a number that no page shows, where a page shows the same words with another, tells what that one read before.

use assay_pdf::{Info, Object, View, Xmp};
use rustc_hash::FxHashSet;

use crate::facts::page::PageFacts;
use crate::facts::page::words::squeezed;

use super::claim::{Claim, Comparison, Source, compare};
use super::tags::masked;

/// Outline items that are looked at.
const ITEMS: usize = 5000;
/// Titles with a number that are looked for on the pages.
const TITLES: usize = 200;
/// A title with fewer letters could be any line.
const LETTERS: usize = 4;
/// Numbers with fewer digits count chapters and pages.
const DIGITS: usize = 3;

/// Every title that a page shows with another number.
pub fn claims(view: &View<'_>, info: &Info, xmp: Option<&Xmp>, pages: &[PageFacts]) -> Vec<Claim> {
    let mut titles: Vec<(Source, String)> = Vec::new();
    for key in ["Title", "Subject"] {
        titles.extend(info.get(key).map(|text| (Source::Title, text.to_owned())));
    }
    let described = xmp.iter().flat_map(|xmp| [&xmp.title, &xmp.description]);
    titles.extend(
        described
            .flatten()
            .map(|text| (Source::Title, text.clone())),
    );
    titles.extend(
        outline(view)
            .into_iter()
            .map(|text| (Source::Outline, text)),
    );
    let mut seen = FxHashSet::default();
    titles.retain(|(_, title)| telling(title) && seen.insert(title.clone()));
    titles.truncate(TITLES);
    if titles.is_empty() {
        return Vec::new();
    }
    let lines = lines(pages);
    titles
        .into_iter()
        .filter_map(|(source, title)| claim(source, title, &lines))
        .collect()
}

/// Words and a number that is no count.
fn telling(title: &str) -> bool {
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let digits = title.chars().filter(char::is_ascii_digit).count();
    letters >= LETTERS && digits >= DIGITS && title.len() <= 200
}

/// The titles of the outline's items, in their order.
fn outline(view: &View<'_>) -> Vec<String> {
    let catalog = view.catalog();
    let root = catalog.as_ref().and_then(|one| one.object.as_dictionary());
    let mut stack: Vec<Object> = root
        .and_then(|root| root.get(b"Outlines"))
        .into_iter()
        .cloned()
        .collect();
    let mut seen = FxHashSet::default();
    let mut titles = Vec::new();
    while let Some(node) = stack.pop() {
        // An item stands in an object of its own.
        let Some(id) = node.as_reference() else {
            continue;
        };
        if seen.len() >= ITEMS || !seen.insert(id) {
            continue;
        }
        let value = view.resolve(&node);
        let Some(item) = value.as_dictionary() else {
            continue;
        };
        titles.extend(item.get(b"Title").and_then(|title| view.text(title)));
        // The first child is read before the next sibling.
        for key in [b"Next".as_slice(), b"First"] {
            stack.extend(item.get(key).cloned());
        }
    }
    titles
}

/// A line of a page, its words apart.
struct Line<'p> {
    page: &'p PageFacts,
    words: Vec<(&'p str, assay_pdf::Area)>,
    plain: String,
    masked: String,
}

fn lines(pages: &[PageFacts]) -> Vec<Line<'_>> {
    let lines = pages
        .iter()
        .flat_map(|page| page.lines.iter().map(move |line| (page, line)));
    lines
        .map(|(page, line)| {
            let text = line.text().to_lowercase();
            Line {
                page,
                words: line
                    .words
                    .iter()
                    .map(|word| (word.text.as_str(), word.area))
                    .collect(),
                plain: squeezed(&text),
                masked: masked(&text),
            }
        })
        .collect()
}

/// The one text on the pages that reads as the title does but for its numbers. A title that a page shows, and one that fits
/// several texts, tells nothing.
fn claim(source: Source, title: String, lines: &[Line<'_>]) -> Option<Claim> {
    let lower = title.to_lowercase();
    let (plain, wanted) = (squeezed(&lower), masked(&lower));
    if lines.iter().any(|line| line.plain.contains(&plain)) {
        return None;
    }
    let mut found: Option<Claim> = None;
    for line in lines.iter().filter(|line| line.masked.contains(&wanted)) {
        let Some((shown, area)) = part(line, &wanted) else {
            continue;
        };
        if compare(&title, &shown) != Comparison::OtherDigits {
            return None;
        }
        if found.as_ref().is_some_and(|known| known.shown != shown) {
            return None;
        }
        found = Some(Claim {
            source: source.clone(),
            page: line.page.page.number,
            area,
            claimed: title.clone(),
            shown,
            number: true,
        });
    }
    found
}

/// The words of a line that read so with their numbers masked.
fn part(line: &Line<'_>, wanted: &str) -> Option<(String, assay_pdf::Area)> {
    for start in 0..line.words.len() {
        let mut text = String::new();
        let mut place: Option<assay_pdf::Area> = None;
        for (word, area) in line.words.get(start..)? {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            place = Some(place.map_or(*area, |known| known.union(area)));
            let read = masked(&text.to_lowercase());
            if read == wanted {
                return Some((text, place?));
            }
            if read.len() > wanted.len() {
                break;
            }
        }
    }
    None
}
