//! Replacement, alternative and expansion texts (ISO 32000-2, 14.9), of structure elements (14.7) and of marked content
//! itself, beside the text that their marked content shows.

use assay_pdf::content::{PageContent, Replacement, Sequence};
use assay_pdf::{Area, Dictionary, Object, ObjectId, View};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::page::{PageFacts, seen};

use super::claim::{Claim, Comparison, Source, compare};

/// Elements of the structure tree that are looked at.
const ELEMENTS: usize = 200_000;
/// Characters of a sequence that are compared with its text.
const SHOWN: usize = 4096;

/// What each marked-content sequence of a page shows.
type Shown = FxHashMap<(ObjectId, i64), (u32, String, Area)>;

/// Every text for a place that has another number or date than what it stands for.
pub fn claims(view: &View<'_>, pages: &[PageFacts]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = pages.iter().flat_map(of_sequences).collect();
    claims.extend(of_elements(view, pages));
    claims.sort_by(|a, b| {
        (a.page, a.area.y0)
            .partial_cmp(&(b.page, b.area.y0))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    // An element and its only sequence may both carry the text.
    claims.dedup_by(|a, b| {
        (a.page, a.area, &a.claimed, &a.shown) == (b.page, b.area, &b.claimed, &b.shown)
    });
    claims
}

/// Texts in the property lists of the contents.
fn of_sequences(page: &PageFacts) -> Vec<Claim> {
    let mut claims = Vec::new();
    for sequence in &page.content.sequences {
        // Beside a picture the text may tell what that shows.
        if sequence.texts.is_empty() || sequence.paints {
            continue;
        }
        let Some((shown, area)) = shown_by(&page.content, sequence) else {
            continue;
        };
        for (kind, text) in &sequence.texts {
            let place = (page.page.number, area);
            let source = match source(*kind) {
                Source::ActualText if is_visible(&page.content, sequence) => {
                    Source::ActualTextInContents
                }
                other => other,
            };
            claims.extend(claim((source, text.clone()), shown.clone(), place));
        }
    }
    claims
}

fn source(kind: Replacement) -> Source {
    match kind {
        Replacement::ActualText => Source::ActualText,
        Replacement::Alternative => Source::Alternative,
        Replacement::Expansion => Source::Expansion,
    }
}

/// Whether all of a sequence is shown: text under a scan is what was read from it, and is corrected.
fn is_visible(content: &PageContent, sequence: &Sequence) -> bool {
    let runs = sequence.runs.start as usize..sequence.runs.end as usize;
    let runs = content.runs.get(runs).unwrap_or_default();
    runs.iter().all(seen)
}

/// The text within a sequence, and where it stands.
fn shown_by(content: &PageContent, sequence: &Sequence) -> Option<(String, Area)> {
    let runs = sequence.runs.start as usize..sequence.runs.end as usize;
    let mut shown = String::new();
    let mut place: Option<Area> = None;
    for run in content.runs.get(runs)? {
        if shown.len() >= SHOWN {
            break;
        }
        shown.push_str(content.run_text(run));
        if let Some(area) = content.run_area(run) {
            place = Some(place.map_or(area, |known| known.union(&area)));
        }
    }
    Some((shown, place?))
}

/// Texts of the elements of the structure tree.
fn of_elements(view: &View<'_>, pages: &[PageFacts]) -> Vec<Claim> {
    let mut shown: Option<Shown> = None;
    let mut claims = Vec::new();
    elements(view, |element, page| {
        for text in claimed(view, element) {
            let shown = shown.get_or_insert_with(|| all_shown(pages));
            claims.extend(claim_of_element(view, element, page, text, shown));
        }
    });
    claims
}

/// Visits every element of the structure tree, with the page its content stands on.
fn elements(view: &View<'_>, mut visit: impl FnMut(&Dictionary, Option<ObjectId>)) {
    let catalog = view.catalog();
    let root = catalog
        .as_ref()
        .and_then(|catalog| catalog.object.as_dictionary())
        .and_then(|catalog| catalog.get(b"StructTreeRoot"));
    let mut seen = FxHashSet::default();
    let root = root.into_iter().map(|root| (root.clone(), None));
    let mut stack: Vec<(Object, Option<ObjectId>)> = root.collect();
    let mut left = ELEMENTS;
    while let Some((node, page)) = stack.pop() {
        left = left.saturating_sub(1);
        if left == 0 {
            break;
        }
        if let Some(id) = node.as_reference()
            && !seen.insert(id)
        {
            continue;
        }
        let value = view.resolve(&node);
        let Some(element) = value.as_dictionary() else {
            continue;
        };
        let page = element.get(b"Pg").and_then(Object::as_reference).or(page);
        visit(element, page);
        let kids = view.get(element, b"K");
        match &*kids {
            Object::Array(kids) => stack.extend(kids.iter().map(|kid| (kid.clone(), page))),
            Object::Dictionary(_) => {
                stack.extend(element.get(b"K").map(|kid| (kid.clone(), page)));
            }
            _ => {}
        }
    }
}

/// The texts an element gives. The alternative of a figure or a formula describes it and need not read as it does.
fn claimed(view: &View<'_>, element: &Dictionary) -> Vec<(Source, String)> {
    let kind = view.get(element, b"S");
    let described = matches!(kind.as_name(), Some(b"Figure" | b"Formula" | b"Link"));
    let texts = Replacement::KEYS.iter().filter_map(|(key, kind)| {
        let text = view.text(element.get(key)?)?;
        (*kind == Replacement::ActualText || !described).then(|| (source(*kind), text))
    });
    texts.collect()
}

fn claim_of_element(
    view: &View<'_>,
    element: &Dictionary,
    page: Option<ObjectId>,
    claimed: (Source, String),
    all: &Shown,
) -> Option<Claim> {
    let kids = view.get(element, b"K");
    let single = [Object::clone(&kids)];
    let items = kids.as_array().unwrap_or(&single);
    let mut shown = String::new();
    let mut place: Option<(u32, Area)> = None;
    for item in items {
        let (page, mcid) = sequence(view, item, page)?;
        let (number, text, area) = all.get(&(page, mcid))?;
        shown.push_str(text);
        let area = place.map_or(*area, |(_, known)| known.union(area));
        place = Some((*number, area));
        if shown.len() >= SHOWN {
            return None;
        }
    }
    claim(claimed, shown, place?)
}

/// Words may be replaced for many reasons (ligatures, leaders, hyphens, small capitals); a number that reads otherwise has
/// none, if all around it reads the same.
fn claim(
    (source, claimed): (Source, String),
    shown: String,
    (page, area): (u32, Area),
) -> Option<Claim> {
    let differs =
        compare(&claimed, &shown) == Comparison::OtherDigits && masked(&claimed) == masked(&shown);
    differs.then_some(Claim {
        source,
        page,
        area,
        claimed,
        shown,
        number: true,
    })
}

/// A marked-content sequence that a kid names: its number, or a reference to it (14.7.5.2). `None` for an element.
fn sequence(view: &View<'_>, kid: &Object, page: Option<ObjectId>) -> Option<(ObjectId, i64)> {
    let value = view.resolve(kid);
    match &*value {
        Object::Integer(mcid) => Some((page?, *mcid)),
        Object::Dictionary(reference) => {
            let mcid = view.get(reference, b"MCID").as_integer()?;
            let own = reference.get(b"Pg").and_then(Object::as_reference);
            // Content of a form is numbered by itself.
            (!reference.contains(b"Stm")).then_some((own.or(page)?, mcid))
        }
        _ => None,
    }
}

/// The text with every number the same, whatever its length and the marks within it.
pub fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut within = false;
    let mut marks = String::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if c.is_ascii_digit() {
            marks.clear();
            if !within {
                masked.push('0');
            }
            within = true;
        } else if within && matches!(c, '.' | ',' | '\'' | '’') {
            marks.push(c);
        } else {
            masked.push_str(&marks);
            marks.clear();
            masked.push(c);
            within = false;
        }
    }
    masked.push_str(&marks);
    masked
}

fn all_shown(pages: &[PageFacts]) -> Shown {
    let mut all = Shown::default();
    for page in pages {
        let Some(id) = page.page.id else { continue };
        for sequence in &page.content.sequences {
            let (Some(mcid), Some((text, area))) =
                (sequence.mcid, shown_by(&page.content, sequence))
            else {
                continue;
            };
            let number = page.page.number;
            let slot = all
                .entry((id, mcid))
                .or_insert_with(|| (number, String::new(), area));
            slot.1.push_str(&text);
            slot.2 = slot.2.union(&area);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_one_whatever_their_length() {
        assert_eq!(masked("EUR 1,250.00 on 5.3.2024."), "EUR0on0.");
        assert_eq!(masked("EUR 12'000"), masked("EUR 9.50"));
        assert_ne!(masked("a1b"), masked("ab1"));
    }
}
