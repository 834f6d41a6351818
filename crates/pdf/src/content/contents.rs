//! The contents of pages of one state of a document; fonts and forms are read once.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::fonts::Font;
use crate::pages::Page;
use crate::place::ObjectId;
use crate::syntax::object::{Dictionary, Object, Stream};
use crate::view::View;

use super::interpreter::Painter;
use super::optional::OptionalContent;
use super::{PageContent, SourceKind};

/// Reads the contents of pages of one state of a document; fonts and forms are read once.
#[derive(Debug)]
pub struct Contents<'d> {
    pub(super) view: View<'d>,
    pub(super) optional: OptionalContent,
    fonts: RefCell<FxHashMap<ObjectId, Rc<Font>>>,
    forms: RefCell<FxHashMap<ObjectId, Rc<Vec<u8>>>>,
}

impl<'d> Contents<'d> {
    pub fn new(view: View<'d>) -> Self {
        Self {
            view,
            optional: OptionalContent::read(&view),
            fonts: RefCell::default(),
            forms: RefCell::default(),
        }
    }

    /// Everything a page draws: its contents, then the appearances of its annotations.
    pub fn page(&self, page: &Page) -> PageContent {
        let mut painter = Painter::new(self);
        painter.contents(&self.streams(page), &page.resources);
        painter.reset();
        self.annotations(page, &mut painter);
        painter.out
    }

    /// What a page would show if one stream were all of its contents.
    pub fn page_with(&self, page: &Page, stream: &Stream) -> PageContent {
        let mut painter = Painter::new(self);
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
            let flags = self.view.get(dictionary, b"F").as_integer().unwrap_or(0);
            // Hidden or NoView (12.5.3, table 167); popups draw nothing of the page.
            if flags & 0b10_0010 != 0 || self.view.get(dictionary, b"Subtype").is_name(b"Popup") {
                continue;
            }
            let Some(rect) = dictionary
                .get(b"Rect")
                .and_then(|rect| self.view.area(rect))
            else {
                continue;
            };
            let Some(stream) = self.appearance(dictionary) else {
                continue;
            };
            painter.enter(SourceKind::Annotation(index as u16), Some(stream.id));
            painter.appearance(&stream, rect);
        }
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

    pub(super) fn font(&self, object: &Object) -> Option<Rc<Font>> {
        if let Some(id) = object.as_reference()
            && let Some(known) = self.fonts.borrow().get(&id)
        {
            return Some(known.clone());
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
