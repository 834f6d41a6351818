//! One page before and after a save, in one way of looking at it: which signed glyphs are met by ink that was not there,
//! and which came to light.

use std::collections::BTreeMap;

use assay_pdf::content::{PageContent, SourceKind};
use assay_pdf::{Area, Object, Page, View};

use super::ink::{self, Ink, InkKind, Inks};
use super::meeting::{Meeting, adjoins, meeting};
use super::{Overlay, OverlayKind, Side, area_of, shown_by};
use crate::form::FieldKind;
use crate::policy::annotations::subtype;

pub struct Looked<'l, 'd> {
    old: Side<'l, 'd>,
    new: Side<'l, 'd>,
    page: &'l Page,
    below: &'l PageContent,
    drawn: &'l PageContent,
    old_items: Vec<Object>,
    new_items: Vec<Object>,
    old_inks: Inks,
    new_inks: Inks,
    /// Where an annotation of the new page stood on the old one.
    was_at: BTreeMap<u16, u16>,
}

/// What a glyph of the old page is drawn by: the page itself, or an annotation that still stands as it was.
#[derive(Clone, Copy)]
struct Owner {
    old: u16,
    new: u16,
}

/// Text by the annotation that met it, with the run that it stands in.
type Told = BTreeMap<u16, Words>;

#[derive(Default)]
struct Words {
    text: String,
    run: Option<usize>,
}

impl Words {
    fn push(&mut self, run: usize, text: &str) {
        if self.run.is_some_and(|known| known != run) && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
        self.run = Some(run);
        self.text.push_str(text);
    }
}

impl<'l, 'd> Looked<'l, 'd> {
    pub fn new(
        (old, was, below): (Side<'l, 'd>, &'l Page, &'l PageContent),
        (new, page, drawn): (Side<'l, 'd>, &'l Page, &'l PageContent),
    ) -> Self {
        let (old_items, new_items) = (items(old.view, was), items(new.view, page));
        let old_inks = ink::read(old.view, was, below);
        let new_inks = ink::read(new.view, page, drawn);
        let mut looked = Looked {
            old,
            new,
            page,
            below,
            drawn,
            old_items,
            new_items,
            old_inks,
            new_inks,
            was_at: BTreeMap::new(),
        };
        looked.was_at = looked.pairs();
        looked
    }

    /// An annotation that is an object keeps its number; a direct one is known again by what it shows.
    fn pairs(&self) -> BTreeMap<u16, u16> {
        let mut pairs = BTreeMap::new();
        for (index, item) in (0..).zip(&self.new_items) {
            let found = (0..)
                .zip(&self.old_items)
                .find(|(at, old)| match (item, old) {
                    (Object::Reference(a), Object::Reference(b)) => a.number == b.number,
                    _ => ink::same(inks_of(&self.old_inks, *at), inks_of(&self.new_inks, index)),
                });
            if let Some((at, _)) = found {
                pairs.insert(index, at);
            }
        }
        pairs
    }

    /// Annotations whose ink is not what it was, new ones among them; by their new places.
    fn changed(&self) -> Vec<u16> {
        let all = self.new_inks.keys().copied();
        all.filter(|index| {
            let was = self
                .was_at
                .get(index)
                .map(|at| inks_of(&self.old_inks, *at));
            was.is_none_or(|was| !ink::same(was, inks_of(&self.new_inks, *index)))
        })
        .collect()
    }

    /// Annotations whose ink is gone or other, by their old places.
    fn gone(&self, changed: &[u16]) -> Vec<u16> {
        let now = |at: u16| {
            self.was_at
                .iter()
                .find(|(_, was)| **was == at)
                .map(|(index, _)| *index)
        };
        let all = self.old_inks.keys().copied();
        all.filter(|at| {
            now(*at)
                .is_none_or(|index| changed.contains(&index) || !self.new_inks.contains_key(&index))
        })
        .collect()
    }

    fn is_reordered(&self) -> bool {
        self.was_at
            .values()
            .zip(self.was_at.values().skip(1))
            .any(|(a, b)| a > b)
    }

    /// Adds what this way of looking shows, once for each annotation.
    pub fn overlays(&self, found: &mut Vec<Overlay>) {
        let changed = self.changed();
        let gone = self.gone(&changed);
        self.reworded(&changed, found);
        let reordered = self.is_reordered();
        let mut watched: Vec<Area> = Vec::new();
        for (inks, places) in [(&self.new_inks, &changed), (&self.old_inks, &gone)] {
            watched.extend(
                places
                    .iter()
                    .filter_map(|at| ink::extent(inks_of(inks, *at))),
            );
        }
        if reordered {
            watched.extend(self.new_inks.values().filter_map(|own| ink::extent(own)));
        }
        if watched.is_empty() {
            return;
        }
        let (mut covered, mut uncovered) = (Told::new(), Told::new());
        for (number, run) in self.below.runs.iter().enumerate() {
            if run.hidden || !run.mode.paints() {
                continue;
            }
            let Some(owner) = self.owner(run.source, &changed) else {
                continue;
            };
            for glyph in self.below.run_glyphs(run) {
                let text = self.below.glyph_text(glyph);
                let reach = ink::grown(&glyph.area, glyph.area.height());
                let near = watched
                    .iter()
                    .any(|area| area.intersection(&reach).is_some());
                if near {
                    self.glyph(
                        &glyph.area,
                        text,
                        number,
                        owner,
                        &changed,
                        (&mut covered, &mut uncovered),
                    );
                }
            }
        }
        covered.retain(|_, words| is_read(&words.text));
        uncovered.retain(|_, words| is_read(&words.text));
        for (index, words) in covered {
            self.tell(found, index, words.text);
        }
        for (at, words) in uncovered {
            self.tell_uncovered(found, at, words.text);
        }
    }

    /// Annotations that said something else when they were signed. Fields have rules of their own.
    fn reworded(&self, changed: &[u16], found: &mut Vec<Overlay>) {
        for index in changed {
            let Some(at) = self.was_at.get(index) else {
                continue;
            };
            let words = [
                letters(inks_of(&self.old_inks, *at)),
                letters(inks_of(&self.new_inks, *index)),
            ];
            let other = words.iter().all(|words| !words.is_empty()) && words[0] != words[1];
            if other && matches!(self.kind(*index), OverlayKind::Annotation(_)) {
                self.tell(found, *index, shown_by(self.below, &[*at]));
            }
        }
    }

    /// `None` for text of an annotation that is gone or shows something else now: it is not below anything.
    fn owner(&self, source: u16, changed: &[u16]) -> Option<Option<Owner>> {
        let source = self.below.sources.get(usize::from(source))?;
        let SourceKind::Annotation(at) = source.kind else {
            return Some(None);
        };
        let (new, _) = self.was_at.iter().find(|(_, was)| **was == at)?;
        (!changed.contains(new)).then_some(Some(Owner { old: at, new: *new }))
    }

    fn glyph(
        &self,
        area: &Area,
        text: &str,
        run: usize,
        owner: Option<Owner>,
        changed: &[u16],
        (covered, uncovered): (&mut Told, &mut Told),
    ) {
        let before = meeting(area, above(&self.old_inks, owner.map(|owner| owner.old)));
        let after = meeting(area, above(&self.new_inks, owner.map(|owner| owner.new)));
        if after > before {
            let by = last_over(area, &self.new_inks, |index| changed.contains(&index));
            if let Some(index) = by.filter(|index| self.is_enough(*index, after, text)) {
                covered.entry(index).or_default().push(run, text);
            }
        } else if before == Meeting::Hidden && after < before {
            if let Some(at) = last_over(area, &self.old_inks, |_| true) {
                uncovered.entry(at).or_default().push(run, text);
            }
        } else if after == Meeting::None && owner.is_none() && is_read(text) {
            for index in changed {
                if self.joins(*index, area, text) {
                    covered.entry(*index).or_default().push(run, text);
                }
            }
        }
    }

    /// What a seal or a filled field may touch without harm: seals are set upon lines of text, and a signer's pen
    /// crosses them; a field is filled where its maker put it.
    fn is_enough(&self, index: u16, how: Meeting, text: &str) -> bool {
        match self.kind(index) {
            OverlayKind::FilledField(_) => how == Meeting::Hidden,
            OverlayKind::SignedField(_) => {
                how == Meeting::Hidden || text.chars().any(|c| c.is_ascii_digit())
            }
            _ => true,
        }
    }

    /// Whether a new letter of an annotation stands in line with a glyph, right beside it. Beside seals and fields there
    /// is the text that says what they are for: there only digits beside digits tell.
    fn joins(&self, index: u16, glyph: &Area, text: &str) -> bool {
        let digits = match self.kind(index) {
            OverlayKind::FilledField(_) => return false,
            OverlayKind::Annotation(_) => false,
            _ => true,
        };
        if digits && !text.chars().any(|c| c.is_ascii_digit()) {
            return false;
        }
        let was = self
            .was_at
            .get(&index)
            .map(|at| inks_of(&self.old_inks, *at));
        let own = inks_of(&self.new_inks, index).iter();
        own.filter(|ink| match ink.kind {
            InkKind::Letter(letter) => !digits || letter.is_ascii_digit(),
            _ => !digits && is_as_high(&ink.area, glyph),
        })
        .filter(|ink| was.is_none_or(|was| !was.contains(ink)))
        .any(|ink| adjoins(glyph, &ink.area))
    }

    fn kind(&self, index: u16) -> OverlayKind {
        let item = self
            .new_items
            .get(usize::from(index))
            .unwrap_or(&Object::NULL);
        let field = item
            .as_reference()
            .and_then(|id| self.new.form.of_object(id));
        match field {
            Some(field) if field.kind == FieldKind::Signature => {
                let value = field
                    .value
                    .as_ref()
                    .map(|value| self.new.view.resolve(value));
                match value.is_some_and(|value| value.as_dictionary().is_some()) {
                    true => OverlayKind::SignedField(field.name.clone()),
                    false => OverlayKind::UnsignedField(field.name.clone()),
                }
            }
            Some(field) => OverlayKind::FilledField(field.name.clone()),
            None => OverlayKind::Annotation(subtype(self.new.view, item)),
        }
    }

    fn tell(&self, found: &mut Vec<Overlay>, index: u16, hidden: String) {
        let item = self
            .new_items
            .get(usize::from(index))
            .unwrap_or(&Object::NULL);
        let area = area_of(self.new.view, item);
        let area = area.or_else(|| ink::extent(inks_of(&self.new_inks, index)));
        let overlay = area.map(|area| Overlay {
            page: self.page.number,
            area,
            annotation: item.as_reference(),
            kind: self.kind(index),
            hidden: hidden.trim().to_string(),
            shown: shown_by(self.drawn, &[index]),
        });
        add(found, overlay);
    }

    fn tell_uncovered(&self, found: &mut Vec<Overlay>, at: u16, light: String) {
        let item = self.old_items.get(usize::from(at)).unwrap_or(&Object::NULL);
        let area = area_of(self.old.view, item);
        let area = area.or_else(|| ink::extent(inks_of(&self.old_inks, at)));
        let overlay = area.map(|area| Overlay {
            page: self.page.number,
            area,
            annotation: item.as_reference(),
            kind: OverlayKind::Uncovered,
            hidden: shown_by(self.below, &[at]),
            shown: light.trim().to_string(),
        });
        add(found, overlay);
    }
}

/// The ink above the page, or above one of its annotations.
fn above(inks: &Inks, own: Option<u16>) -> impl Iterator<Item = &Ink> {
    let all = inks.iter();
    let all = all.filter(move |(at, _)| own.is_none_or(|own| **at > own));
    all.flat_map(|(_, inks)| inks)
}

/// The uppermost annotation with ink over a glyph, of those preferred where there is one.
fn last_over(glyph: &Area, inks: &Inks, preferred: impl Fn(u16) -> bool) -> Option<u16> {
    let over = |inks: &[Ink]| {
        inks.iter()
            .any(|ink| ink.area.intersection(glyph).is_some())
    };
    let all = inks
        .iter()
        .filter(|(_, inks)| over(inks))
        .map(|(at, _)| *at);
    all.max_by_key(|at| (preferred(*at), *at))
}

/// The screen and the paper may show one thing.
fn add(found: &mut Vec<Overlay>, overlay: Option<Overlay>) {
    let known = |overlay: &Overlay| {
        let same = |known: &Overlay| {
            (known.page, known.annotation, &known.kind)
                == (overlay.page, overlay.annotation, &overlay.kind)
                && known.area == overlay.area
        };
        found.iter().any(same)
    };
    if let Some(overlay) = overlay.filter(|overlay| !known(overlay)) {
        found.push(overlay);
    }
}

/// What letters say, without spaces and signs.
fn letters(inks: &[Ink]) -> String {
    let letters = inks.iter().filter_map(|ink| match ink.kind {
        InkKind::Letter(letter) => Some(letter),
        _ => None,
    });
    letters.collect()
}

/// Whether there is a letter or a digit to read.
fn is_read(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Paint or a picture about as high as a letter of the line, and no longer than a few: it may be one.
fn is_as_high(area: &Area, glyph: &Area) -> bool {
    let high = glyph.height();
    (0.4 * high..=1.6 * high).contains(&area.height()) && area.width() <= 3.0 * high
}

fn inks_of(inks: &Inks, at: u16) -> &[Ink] {
    inks.get(&at).map(Vec::as_slice).unwrap_or_default()
}

fn items(view: &View<'_>, page: &Page) -> Vec<Object> {
    let listed = view.get(&page.dictionary, b"Annots");
    let listed = listed.as_array().unwrap_or_default();
    listed.iter().take(usize::from(u16::MAX)).cloned().collect()
}
