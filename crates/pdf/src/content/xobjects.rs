//! Pictures, forms, appearances and inline images (ISO 32000-2, 8.8 to 8.10, 12.5.5).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::limits;
use crate::place::{Area, ObjectId};
use crate::syntax::cursor::is_white_space;
use crate::syntax::object::{Dictionary, Name, Object, Stream};
use crate::syntax::parser::Parser;
use crate::view::View;

use super::interpreter::{Frame, OTHER, Painter, matrix};
use super::state::{Matrix, OpenMark};
use super::{Image, InlineImage, Marked, SourceKind};

/// The least side of an inline picture that is kept, its most data, and how many on a page.
const INLINE_SIDE: u32 = 21;
const INLINE_DATA: usize = 64 << 10;
const INLINE: usize = 32;

impl Painter<'_, '_> {
    pub(super) fn draw_object(&mut self, operands: &[Object], span: (u32, u32), frame: &Frame<'_>) {
        let view = self.contents.view;
        let Some(name) = operands.first().and_then(Object::as_name) else {
            return;
        };
        let Some(named) = self.resource(b"XObject", name, frame.resources) else {
            return;
        };
        let object = view.resolve(&named);
        let Some(stream) = object.as_stream() else {
            return;
        };
        let hidden = self.contents.is_off(&stream.dictionary);
        if hidden {
            self.hide();
        }
        match view.get(&stream.dictionary, b"Subtype").as_name() {
            Some(b"Image") => self.image(&stream.dictionary, Some(stream.id), span),
            _ => self.form(stream, frame),
        }
        if hidden {
            self.end_mark();
        }
    }

    /// Opens a sequence of optional content that is off.
    pub(super) fn hide(&mut self) {
        let tag: Rc<[u8]> = b"OC".as_slice().into();
        self.marks.push(OpenMark {
            mark: Rc::new(Marked { tag, mcid: None }),
            sequence: None,
            hidden: true,
        });
    }

    pub(super) fn image(
        &mut self,
        dictionary: &Dictionary,
        id: Option<ObjectId>,
        span: (u32, u32),
    ) {
        let view = self.contents.view;
        let size = |keys: [&[u8]; 2]| {
            let value = keys
                .iter()
                .find_map(|key| dictionary.get(key))
                .and_then(|value| view.resolve(value).as_integer());
            value
                .and_then(|value| u32::try_from(value).ok())
                .unwrap_or(0)
        };
        let mask = [b"ImageMask".as_slice(), b"IM"]
            .iter()
            .any(|key| view.get(dictionary, key).as_bool() == Some(true));
        let area = self.state.ctm.area(&Area {
            x0: 0.0,
            y0: 0.0,
            x1: 1.0,
            y1: 1.0,
        });
        let visible = match self.state.clip {
            Some(clip) => clip.intersection(&area),
            None => Some(area),
        };
        let Some(area) = visible.filter(|_| self.may_draw(OTHER)) else {
            return;
        };
        let image = Image {
            order: self.next_order(),
            source: self.source,
            span,
            area,
            matrix: self.state.ctm.0,
            id,
            width: size([b"Width", b"W"]),
            height: size([b"Height", b"H"]),
            transparent: mask || dictionary.contains(b"SMask") || dictionary.contains(b"Mask"),
            alpha: self.state.fill_alpha,
            blends: self.state.blends || self.state.masked,
            hidden: self.is_hidden(),
        };
        self.out.images.push(image);
    }

    /// 8.10: the form's matrix, its box as a clip, its own resources or those around it.
    pub(super) fn form(&mut self, stream: &Stream, frame: &Frame<'_>) {
        if frame.depth >= limits::FORM_DEPTH {
            return;
        }
        let view = self.contents.view;
        let Some(data) = self.contents.form_data(stream) else {
            return;
        };
        let resources = view.get(&stream.dictionary, b"Resources");
        self.spend_lookup(&[&stream.dictionary]);
        let outer = self.source;
        let around = (
            self.state.clone(),
            std::mem::take(&mut self.stack),
            self.text_matrix,
            self.line_matrix,
            self.marks.len(),
        );
        if let Some(matrix) = view
            .get(&stream.dictionary, b"Matrix")
            .as_array()
            .and_then(|items| resolved_matrix(&view, items))
        {
            self.state.ctm = matrix.then(&self.state.ctm);
        }
        if let Some(area) = stream
            .dictionary
            .get(b"BBox")
            .and_then(|area| view.area(area))
        {
            self.state.clip_to(self.state.ctm.area(&area));
        }
        let within = self.out.sources.get(usize::from(outer));
        if !within.is_some_and(|source| matches!(source.kind, SourceKind::Annotation(_))) {
            self.enter(SourceKind::Form, Some(stream.id));
        }
        let path = std::mem::take(&mut self.path);
        self.execute(
            &data,
            resources.as_dictionary().unwrap_or(frame.resources),
            frame.depth + 1,
        );
        self.path = path;
        self.source = outer;
        while self.marks.len() > around.4 {
            self.end_mark();
        }
        (self.state, self.stack, self.text_matrix, self.line_matrix) =
            (around.0, around.1, around.2, around.3);
    }

    /// 12.5.5, algorithm "appearance streams": the form's transformed box is fitted into the annotation's rectangle.
    /// `hidden` tells that the annotation is optional content that is off.
    pub(super) fn appearance(&mut self, stream: &Stream, rect: Area, hidden: bool) {
        let view = self.contents.view;
        let own = view
            .get(&stream.dictionary, b"Matrix")
            .as_array()
            .and_then(|items| resolved_matrix(&view, items))
            .unwrap_or(Matrix::IDENTITY);
        let Some(area) = stream
            .dictionary
            .get(b"BBox")
            .and_then(|area| view.area(area))
        else {
            return;
        };
        let area = own.area(&area);
        let scale = |from: f64, to: f64| if from.abs() < 1e-9 { 1.0 } else { to / from };
        let (sx, sy) = (
            scale(area.width(), rect.width()),
            scale(area.height(), rect.height()),
        );
        self.reset();
        self.state.ctm = Matrix([
            sx,
            0.0,
            0.0,
            sy,
            rect.x0 - area.x0 * sx,
            rect.y0 - area.y0 * sy,
        ]);
        if hidden || self.contents.is_off(&stream.dictionary) {
            self.hide();
        }
        let resources = Dictionary::default();
        let frame = Frame {
            resources: &resources,
            fonts: FxHashMap::default(),
            depth: 0,
        };
        self.form(stream, &frame);
    }

    /// 8.9.7: `BI … ID … EI`; the data ends at an `EI` that stands alone.
    pub(super) fn inline_image(&mut self, parser: &mut Parser<'_>, start: u32) {
        let mut entries = Vec::new();
        loop {
            parser.cursor.skip_space();
            if parser.cursor.at_end() || parser.cursor.eat_keyword(b"ID") {
                break;
            }
            match parser.object() {
                Some(Object::Name(key)) => entries.push((key, parser.object().unwrap_or_default())),
                Some(_) => {}
                None => parser.skip_token(),
            }
        }
        let dictionary = Dictionary::from_iter(entries);
        parser.cursor.advance(1);
        let rest = parser.cursor.rest();
        let end = memchr::memmem::find_iter(rest, b"EI").find(|&at| {
            let before = at == 0 || rest.get(at - 1).copied().is_some_and(is_white_space);
            let after = rest
                .get(at + 2..(at + 12).min(rest.len()))
                .unwrap_or_default();
            before
                && after.first().copied().is_none_or(is_white_space)
                && after.iter().all(|byte| byte.is_ascii())
        });
        let length = end.unwrap_or(rest.len());
        parser.cursor.advance(end.map_or(rest.len(), |at| at + 2));
        let before = self.out.images.len();
        self.image(&dictionary, None, (start, parser.cursor.position() as u32));
        if self.out.images.len() > before {
            self.keep_inline(&dictionary, rest.get(..length).unwrap_or_default());
        }
    }

    /// Keeps the data of a picture that is large enough to tell something, and small enough to stand in contents.
    fn keep_inline(&mut self, dictionary: &Dictionary, data: &[u8]) {
        let Some(image) = self.out.images.last() else {
            return;
        };
        let smallest = image.width.min(image.height);
        if smallest >= INLINE_SIDE && data.len() <= INLINE_DATA && self.out.inline.len() < INLINE {
            self.out.inline.push(InlineImage {
                order: image.order,
                dictionary: unabbreviated(dictionary),
                data: data.to_vec(),
            });
        }
    }
}

/// The keys and names of an inline picture written out (8.9.7, tables 91 and 92).
fn unabbreviated(dictionary: &Dictionary) -> Dictionary {
    let whole = |key: &Name| match key.as_bytes() {
        b"BPC" => Name::new(b"BitsPerComponent"),
        b"CS" => Name::new(b"ColorSpace"),
        b"D" => Name::new(b"Decode"),
        b"DP" => Name::new(b"DecodeParms"),
        b"F" => Name::new(b"Filter"),
        b"H" => Name::new(b"Height"),
        b"IM" => Name::new(b"ImageMask"),
        b"W" => Name::new(b"Width"),
        _ => key.clone(),
    };
    let entries = dictionary.iter();
    entries
        .map(|(key, value)| (whole(key), value.clone()))
        .collect()
}

fn resolved_matrix(view: &View<'_>, items: &[Object]) -> Option<Matrix> {
    // More than six are no matrix.
    let items: Vec<Object> = items
        .iter()
        .take(7)
        .map(|item| Object::clone(&view.resolve(item)))
        .collect();
    matrix(&items)
}
