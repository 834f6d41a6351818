//! The contents of pages of one state of a document; fonts and forms are read once.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::fonts::Font;
use crate::limits;
use crate::pages::Page;
use crate::place::ObjectId;
use crate::syntax::object::{Dictionary, Object, Stream};
use crate::view::View;

use super::drawings::POINTS;
use super::fields::FormDefaults;
use super::figures::CORNERS;
use super::interpreter::Painter;
use super::optional::OptionalContent;
use super::{PageContent, SourceKind};

/// What keeping a font takes in glyphs, and reading it in operators. One without a reference is read each time.
const FONT: u64 = 64;

/// Reads the contents of pages of one state of a document; fonts and forms are read once.
#[derive(Debug)]
pub struct Contents<'d> {
    pub(super) view: View<'d>,
    pub(super) optional: OptionalContent,
    pub(super) form: FormDefaults,
    /// As a printer shows it, where that differs from the screen.
    printed: bool,
    fonts: RefCell<FxHashMap<ObjectId, Rc<Font>>>,
    forms: RefCell<FxHashMap<ObjectId, Rc<Vec<u8>>>>,
    /// What may still be drawn, in glyphs.
    drawable: Cell<u64>,
    /// Corners of figures that may still be kept.
    corners: Cell<usize>,
    /// Points of outlines that may still be kept.
    points: Cell<usize>,
}

impl<'d> Contents<'d> {
    pub fn new(view: View<'d>) -> Self {
        Self::with(view, OptionalContent::read(&view), false)
    }

    /// As the pages are printed: layers may be on or off for that, annotations may be only seen or only printed.
    pub fn printed(view: View<'d>) -> Self {
        let mut optional = OptionalContent::read(&view);
        optional.turn_for_printing(&view);
        Self::with(view, optional, true)
    }

    fn with(view: View<'d>, optional: OptionalContent, printed: bool) -> Self {
        Self {
            view,
            optional,
            form: FormDefaults::read(&view),
            printed,
            fonts: RefCell::default(),
            forms: RefCell::default(),
            drawable: Cell::new(limits::DRAWN),
            corners: Cell::new(CORNERS),
            points: Cell::new(POINTS),
        }
    }

    /// The state whose pages are read.
    pub fn view(&self) -> View<'d> {
        self.view
    }

    /// Everything a page draws: its contents, then the appearances of its annotations.
    pub fn page(&self, page: &Page) -> PageContent {
        let mut painter = Painter::new(self);
        painter.page_area = Some(page.crop_box);
        painter.page_resources = Some(page.resources.clone());
        painter.contents(&self.streams(page), &page.resources);
        painter.reset();
        self.annotations(page, &mut painter);
        painter.out
    }

    /// What a page would show if one stream were all of its contents.
    pub fn page_with(&self, page: &Page, stream: &Stream) -> PageContent {
        let mut painter = Painter::new(self);
        painter.page_area = Some(page.crop_box);
        painter.page_resources = Some(page.resources.clone());
        painter.contents(std::slice::from_ref(stream), &page.resources);
        painter.out
    }

    /// The page's content streams in order.
    pub fn streams(&self, page: &Page) -> Vec<Stream> {
        let contents = self.view.get(&page.dictionary, b"Contents");
        match &*contents {
            Object::Stream(stream) => vec![Stream::clone(stream)],
            Object::Array(items) => items
                .iter()
                .filter_map(|item| self.view.resolve(item).as_stream().cloned())
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The first bytes of a page's contents; `None` without contents, or where they cannot be read.
    pub fn beginning(&self, page: &Page, most: usize) -> Option<Vec<u8>> {
        let streams = self.streams(page);
        let data = self.view.decode(streams.first()?).ok()?;
        Some(data.get(..most).unwrap_or(&data).to_vec())
    }

    fn annotations(&self, page: &Page, painter: &mut Painter<'_, 'd>) {
        let annotations = self.view.get(&page.dictionary, b"Annots");
        for (index, annotation) in annotations
            .as_array()
            .unwrap_or_default()
            .iter()
            .enumerate()
            .take(usize::from(u16::MAX))
        {
            let annotation = self.view.resolve(annotation);
            let Some(dictionary) = annotation.as_dictionary() else {
                continue;
            };
            // Popups draw nothing of the page.
            if self.is_left_out(dictionary)
                || self.view.get(dictionary, b"Subtype").is_name(b"Popup")
            {
                continue;
            }
            let Some(rect) = dictionary
                .get(b"Rect")
                .and_then(|rect| self.view.area(rect))
            else {
                continue;
            };
            let (first, kind) = (painter.out.runs.len(), SourceKind::Annotation(index as u16));
            let stream = self.appearance(dictionary);
            if let Some(stream) = &stream {
                painter.enter(kind, Some(stream.id));
                painter.appearance(stream, rect, self.is_off(dictionary));
            }
            painter.field_value(kind, dictionary, rect, stream.map(|_| first));
        }
    }

    /// Hidden, or shown by the other of screen and printer alone (12.5.3, table 167).
    fn is_left_out(&self, annotation: &Dictionary) -> bool {
        let flags = self.view.get(annotation, b"F").as_integer().unwrap_or(0);
        let (hidden, print, no_view) = (flags & 2 != 0, flags & 4 != 0, flags & 32 != 0);
        hidden || if self.printed { !print } else { no_view }
    }

    /// Whether a page may be printed otherwise than it is seen: a layer is turned, or an annotation only printed.
    pub fn prints_otherwise(&self, page: &Page) -> bool {
        let view = &self.view;
        if OptionalContent::turns_for_printing(view) {
            return true;
        }
        let annotations = view.get(&page.dictionary, b"Annots");
        let mut annotations = annotations.as_array().unwrap_or_default().iter();
        annotations.any(|annotation| {
            let annotation = view.resolve(annotation);
            let flags = annotation.as_dictionary().map(|one| view.get(one, b"F"));
            let flags = flags.and_then(|flags| flags.as_integer()).unwrap_or(0);
            flags & 0b10_0110 == 0b10_0100
        })
    }

    /// Whether what a dictionary stands for is optional content that is off.
    pub(super) fn is_off(&self, dictionary: &Dictionary) -> bool {
        let group = dictionary.get(b"OC");
        group.is_some_and(|group| self.optional.is_off(&self.view, group))
    }

    /// The normal appearance in its current state (12.5.5).
    fn appearance(&self, annotation: &Dictionary) -> Option<Stream> {
        let appearances = self.view.get(annotation, b"AP");
        let normal = self.view.get(appearances.as_dictionary()?, b"N");
        match &*normal {
            Object::Stream(stream) => Some(Stream::clone(stream)),
            Object::Dictionary(states) => {
                let state = self.view.get(annotation, b"AS");
                self.view.get(states, state.as_name()?).as_stream().cloned()
            }
            _ => None,
        }
    }

    /// Whether one more thing may be kept; `size` in glyphs.
    pub(super) fn may_keep(&self, size: u64) -> bool {
        let left = self.drawable.get().checked_sub(size);
        if left.is_none() {
            self.view.document().budget().end_drawing();
        }
        self.drawable.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Whether a figure of so many corners may be kept. What is not kept is no loss but that of a bar code.
    pub(super) fn may_keep_corners(&self, corners: usize) -> bool {
        spend(&self.corners, corners)
    }

    /// Whether an outline of so many points may be kept.
    pub(super) fn may_keep_outline(&self, points: usize) -> bool {
        spend(&self.points, points)
    }

    pub(super) fn font(&self, object: &Object) -> Option<Rc<Font>> {
        if let Some(id) = object.as_reference()
            && let Some(known) = self.fonts.borrow().get(&id)
        {
            return Some(known.clone());
        }
        let budget = self.view.document().budget();
        if !self.may_keep(FONT) || budget.spend_operators(FONT).is_err() {
            return None;
        }
        let value = self.view.resolve(object);
        let font = Rc::new(Font::read(&self.view, value.as_dictionary()?));
        if let Some(id) = object.as_reference() {
            self.fonts.borrow_mut().insert(id, font.clone());
        }
        Some(font)
    }

    pub(super) fn form_data(&self, stream: &Stream) -> Option<Rc<Vec<u8>>> {
        if let Some(known) = self.forms.borrow().get(&stream.id) {
            return Some(known.clone());
        }
        let data = Rc::new(self.view.decode(stream).ok()?);
        self.forms.borrow_mut().insert(stream.id, data.clone());
        Some(data)
    }
}

/// Whether so much is left; what does not suffice is spent too.
fn spend(left: &Cell<usize>, most: usize) -> bool {
    let rest = left.get().checked_sub(most);
    left.set(rest.unwrap_or(0));
    rest.is_some()
}
