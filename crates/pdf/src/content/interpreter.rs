//! Runs content streams (ISO 32000-2, 7.8) and writes down what they draw. Nothing is rasterised.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::fonts::Font;
use crate::limits;
use crate::pages::Page;
use crate::place::{Area, ObjectId};
use crate::syntax::cursor::is_white_space;
use crate::syntax::object::{Dictionary, Name, Object, Stream};
use crate::syntax::parser::Parser;
use crate::view::View;

use super::color::{Color, ColorSpace};
use super::optional::OptionalContent;
use super::state::{Matrix, OpenMark, Path, State};
use super::{Image, Marked, PageContent, Paint, Source, SourceKind};

/// Operands kept for one operator: more is junk (the most any operator takes is 33, `scn` of DeviceN).
const OPERANDS: usize = 64;
/// Graphics states saved within each other.
const SAVED_STATES: usize = 512;
/// Operators counted before the budget is asked.
const BATCH: u64 = 4096;

/// Reads the contents of pages of one state of a document; fonts and forms are read once.
#[derive(Debug)]
pub struct Contents<'d> {
    pub(super) view: View<'d>,
    optional: OptionalContent,
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
        for (index, stream) in self.streams(page).into_iter().enumerate() {
            let data = match self.view.decode(&stream) {
                Ok(data) => data,
                Err(limit) => {
                    painter.out.cut = Some(limit);
                    break;
                }
            };
            painter.enter(
                SourceKind::Page(index.min(usize::from(u16::MAX)) as u16),
                Some(stream.id),
            );
            painter.execute(&data, &page.resources, 0);
        }
        painter.reset();
        self.annotations(page, &mut painter);
        painter.out
    }

    /// What a page would show if one stream were all of its contents.
    pub fn page_with(&self, page: &Page, stream: &Stream) -> PageContent {
        let mut painter = Painter::new(self);
        match self.view.decode(stream) {
            Ok(data) => {
                painter.enter(SourceKind::Page(0), Some(stream.id));
                painter.execute(&data, &page.resources, 0);
            }
            Err(limit) => painter.out.cut = Some(limit),
        }
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

    fn font(&self, object: &Object) -> Option<Rc<Font>> {
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

    fn form_data(&self, stream: &Stream) -> Option<Rc<Vec<u8>>> {
        if let Some(known) = self.forms.borrow().get(&stream.id) {
            return Some(known.clone());
        }
        let data = Rc::new(self.view.decode(stream).ok()?);
        self.forms.borrow_mut().insert(stream.id, data.clone());
        Some(data)
    }
}

/// One level of resources: fonts by their names there.
struct Frame<'r> {
    resources: &'r Dictionary,
    fonts: FxHashMap<Name, Option<u16>>,
    depth: usize,
}

/// What runs while a page is read.
pub(super) struct Painter<'c, 'd> {
    contents: &'c Contents<'d>,
    pub(super) out: PageContent,
    pub(super) state: State,
    stack: Vec<State>,
    path: Path,
    clip_pending: bool,
    pub(super) text_matrix: Matrix,
    pub(super) line_matrix: Matrix,
    marks: Vec<OpenMark>,
    pub(super) order: u32,
    pub(super) source: u16,
    font_indices: FxHashMap<*const Font, u16>,
}

impl<'c, 'd> Painter<'c, 'd> {
    fn new(contents: &'c Contents<'d>) -> Self {
        Self {
            contents,
            out: PageContent::default(),
            state: State::new(Matrix::IDENTITY),
            stack: Vec::new(),
            path: Path::default(),
            clip_pending: false,
            text_matrix: Matrix::IDENTITY,
            line_matrix: Matrix::IDENTITY,
            marks: Vec::new(),
            order: 0,
            source: 0,
            font_indices: FxHashMap::default(),
        }
    }

    fn reset(&mut self) {
        self.state = State::new(Matrix::IDENTITY);
        self.stack.clear();
        self.marks.clear();
        self.path = Path::default();
    }

    fn enter(&mut self, kind: SourceKind, id: Option<ObjectId>) {
        let source = Source { kind, id };
        let known = self.out.sources.iter().position(|known| *known == source);
        let index = known.unwrap_or_else(|| {
            self.out.sources.push(source);
            self.out.sources.len() - 1
        });
        self.source = index.min(usize::from(u16::MAX)) as u16;
    }

    pub(super) fn next_order(&mut self) -> u32 {
        self.order = self.order.saturating_add(1);
        self.order
    }

    pub(super) fn is_hidden(&self) -> bool {
        self.marks.iter().any(|open| open.hidden)
    }

    pub(super) fn mark(&self) -> Option<Marked> {
        self.marks.last().map(|open| Marked::clone(&open.mark))
    }

    fn execute(&mut self, data: &[u8], resources: &Dictionary, depth: usize) {
        let mut frame = Frame {
            resources,
            fonts: FxHashMap::default(),
            depth,
        };
        let mut parser = Parser::for_content(data);
        let mut operands: Vec<Object> = Vec::with_capacity(16);
        let mut start = None;
        let mut count = 0u64;
        while self.out.cut.is_none() {
            parser.cursor.skip_space();
            if parser.cursor.at_end() {
                break;
            }
            let at = parser.cursor.position();
            if let Some(operand) = parser.object() {
                start.get_or_insert(at);
                if operands.len() < OPERANDS {
                    operands.push(operand);
                }
                continue;
            }
            let operator = parser.cursor.take_regular();
            if operator.is_empty() {
                parser.cursor.advance(1);
                continue;
            }
            let span = (
                start.take().unwrap_or(at) as u32,
                parser.cursor.position() as u32,
            );
            if operator == b"BI" {
                self.inline_image(&mut parser, span.0);
            } else {
                self.operator(operator, &operands, span, &mut frame);
            }
            operands.clear();
            count += 1;
            if count == BATCH {
                self.spend(std::mem::take(&mut count));
            }
        }
        self.spend(count);
    }

    fn spend(&mut self, operators: u64) {
        if let Err(limit) = self
            .contents
            .view
            .document()
            .budget()
            .spend_operators(operators)
        {
            self.out.cut = Some(limit);
        }
    }

    fn operator(
        &mut self,
        operator: &[u8],
        operands: &[Object],
        span: (u32, u32),
        frame: &mut Frame<'_>,
    ) {
        match operator {
            b"q" if self.stack.len() < SAVED_STATES => self.stack.push(self.state.clone()),
            b"Q" => {
                if let Some(state) = self.stack.pop() {
                    self.state = state;
                }
            }
            b"cm" => {
                if let Some(matrix) = matrix(operands) {
                    self.state.ctm = matrix.then(&self.state.ctm);
                }
            }
            b"w" => self.state.line_width = number(operands, 0).unwrap_or(1.0),
            b"gs" => self.graphics_state(operands, frame),
            b"m" | b"l" => self.point(operands),
            b"c" | b"v" | b"y" => self.curve(operands),
            b"re" => {
                if let &[x, y, width, height] = numbers(operands).as_slice() {
                    self.path.rectangle(&self.state.ctm, x, y, width, height);
                }
            }
            b"W" | b"W*" => self.clip_pending = true,
            b"n" => self.finish_path(),
            b"f" | b"F" | b"f*" => self.paint(true, false, span),
            b"S" | b"s" => self.paint(false, true, span),
            b"B" | b"B*" | b"b" | b"b*" => self.paint(true, true, span),
            b"sh" => self.shading(span),
            b"Do" => self.draw_object(operands, span, frame),
            b"BMC" | b"BDC" => self.begin_mark(operands, frame),
            b"EMC" => {
                self.marks.pop();
            }
            b"g" | b"G" | b"rg" | b"RG" | b"k" | b"K" | b"cs" | b"CS" | b"sc" | b"SC" | b"scn"
            | b"SCN" => self.color(operator, operands, frame),
            b"Tf" => self.set_font(operands, frame),
            _ => self.text_operator(operator, operands, span),
        }
    }

    fn point(&mut self, operands: &[Object]) {
        if let &[x, y] = numbers(operands).as_slice() {
            self.path.add(&self.state.ctm, x, y);
        }
    }

    fn curve(&mut self, operands: &[Object]) {
        let points: Vec<(f64, f64)> = numbers(operands)
            .chunks_exact(2)
            .filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))
            .collect();
        self.path.curve(&self.state.ctm, &points);
    }

    fn finish_path(&mut self) {
        let path = std::mem::take(&mut self.path);
        if std::mem::take(&mut self.clip_pending)
            && let Some(area) = path.area
        {
            self.state.clip_to(area);
        }
    }

    fn paint(&mut self, fill: bool, stroke: bool, span: (u32, u32)) {
        if let Some(area) = self.path.area {
            let visible = self.state.clip.map_or(Some(area), |clip| {
                clip.intersection(&area)
                    .or((area.size() == 0.0).then_some(area))
            });
            if let Some(area) = visible {
                let paint = Paint {
                    order: self.next_order(),
                    source: self.source,
                    span,
                    area,
                    filled: fill.then_some(self.state.fill),
                    stroked: stroke.then_some(self.state.stroke),
                    alpha: if fill {
                        self.state.fill_alpha
                    } else {
                        self.state.stroke_alpha
                    },
                    blends: self.state.blends,
                    rectangle: self.path.is_rectangle(),
                    hidden: self.is_hidden(),
                };
                self.out.paints.push(paint);
            }
        }
        self.finish_path();
    }

    fn shading(&mut self, span: (u32, u32)) {
        let Some(area) = self.state.clip else { return };
        let paint = Paint {
            order: self.next_order(),
            source: self.source,
            span,
            area,
            filled: Some(Color {
                space: ColorSpace::Pattern,
                rgb: None,
            }),
            stroked: None,
            alpha: self.state.fill_alpha,
            blends: self.state.blends,
            rectangle: false,
            hidden: self.is_hidden(),
        };
        self.out.paints.push(paint);
    }

    fn color(&mut self, operator: &[u8], operands: &[Object], frame: &Frame<'_>) {
        let components: Vec<f32> = operands
            .iter()
            .filter_map(Object::as_number)
            .map(|value| value as f32)
            .collect();
        let view = self.contents.view;
        let named = || {
            operands.first().map_or(ColorSpace::Other, |object| {
                ColorSpace::read(&view, frame.resources, object)
            })
        };
        let initial = |space: ColorSpace| match space {
            ColorSpace::Cmyk | ColorSpace::Icc(4) => Color::new(space, &[0.0, 0.0, 0.0, 1.0]),
            ColorSpace::Spot => Color::new(space, &[1.0]),
            _ => Color::new(space, &[0.0; 3]),
        };
        let state = &mut self.state;
        match operator {
            b"g" => {
                (state.fill_space, state.fill) =
                    (ColorSpace::Gray, Color::new(ColorSpace::Gray, &components))
            }
            b"rg" => {
                (state.fill_space, state.fill) =
                    (ColorSpace::Rgb, Color::new(ColorSpace::Rgb, &components))
            }
            b"k" => {
                (state.fill_space, state.fill) =
                    (ColorSpace::Cmyk, Color::new(ColorSpace::Cmyk, &components))
            }
            b"G" => {
                (state.stroke_space, state.stroke) =
                    (ColorSpace::Gray, Color::new(ColorSpace::Gray, &components))
            }
            b"RG" => {
                (state.stroke_space, state.stroke) =
                    (ColorSpace::Rgb, Color::new(ColorSpace::Rgb, &components))
            }
            b"K" => {
                (state.stroke_space, state.stroke) =
                    (ColorSpace::Cmyk, Color::new(ColorSpace::Cmyk, &components))
            }
            b"cs" => {
                state.fill_space = named();
                state.fill = initial(state.fill_space);
            }
            b"CS" => {
                state.stroke_space = named();
                state.stroke = initial(state.stroke_space);
            }
            b"sc" | b"scn" => state.fill = Color::new(state.fill_space, &components),
            _ => state.stroke = Color::new(state.stroke_space, &components),
        }
    }

    fn graphics_state(&mut self, operands: &[Object], frame: &mut Frame<'_>) {
        let view = self.contents.view;
        let Some(name) = operands.first().and_then(Object::as_name) else {
            return;
        };
        let states = view.get(frame.resources, b"ExtGState");
        let Some(state) = states.as_dictionary().map(|states| view.get(states, name)) else {
            return;
        };
        let Some(dictionary) = state.as_dictionary() else {
            return;
        };
        let number = |key: &[u8]| view.get(dictionary, key).as_number();
        if let Some(alpha) = number(b"ca") {
            self.state.fill_alpha = alpha as f32;
        }
        if let Some(alpha) = number(b"CA") {
            self.state.stroke_alpha = alpha as f32;
        }
        if let Some(width) = number(b"LW") {
            self.state.line_width = width;
        }
        let mode = view.get(dictionary, b"BM");
        let first = mode
            .as_array()
            .and_then(|modes| modes.first())
            .and_then(Object::as_name);
        if let Some(name) = mode.as_name().or(first) {
            self.state.blends = !matches!(name, b"Normal" | b"Compatible");
        }
        let font = view.get(dictionary, b"Font");
        if let Some([font, size]) = font.as_array() {
            self.state.text.font = self.contents.font(font).map(|font| self.font_index(font));
            self.state.text.size = view.resolve(size).as_number().unwrap_or(0.0);
        }
    }

    fn set_font(&mut self, operands: &[Object], frame: &mut Frame<'_>) {
        let [Object::Name(name), size] = operands else {
            return;
        };
        self.state.text.size = size.as_number().unwrap_or(0.0);
        if let Some(known) = frame.fonts.get(name) {
            self.state.text.font = *known;
            return;
        }
        let fonts = self.contents.view.get(frame.resources, b"Font");
        let found = fonts
            .as_dictionary()
            .and_then(|fonts| fonts.get(name.as_bytes()))
            .and_then(|font| self.contents.font(font));
        let index = found.map(|font| self.font_index(font));
        frame.fonts.insert(name.clone(), index);
        self.state.text.font = index;
    }

    fn font_index(&mut self, font: Rc<Font>) -> u16 {
        let fonts = &mut self.out.fonts;
        *self
            .font_indices
            .entry(Rc::as_ptr(&font))
            .or_insert_with(|| {
                fonts.push(font);
                (fonts.len() - 1).min(usize::from(u16::MAX)) as u16
            })
    }

    fn begin_mark(&mut self, operands: &[Object], frame: &Frame<'_>) {
        let view = self.contents.view;
        let tag: Rc<[u8]> = operands
            .first()
            .and_then(Object::as_name)
            .unwrap_or_default()
            .into();
        let named = operands.get(1).and_then(Object::as_name).and_then(|name| {
            let all = view.get(frame.resources, b"Properties");
            all.as_dictionary().and_then(|all| all.get(name)).cloned()
        });
        let properties = named.as_ref().or_else(|| operands.get(1));
        let hidden = &*tag == b"OC"
            && properties
                .is_some_and(|properties| self.contents.optional.is_off(&view, properties));
        let mcid = properties.and_then(|properties| {
            let value = view.resolve(properties);
            value
                .as_dictionary()
                .and_then(|d| view.get(d, b"MCID").as_integer())
        });
        if self.marks.len() < SAVED_STATES {
            self.marks.push(OpenMark {
                mark: Rc::new(Marked { tag, mcid }),
                hidden,
            });
        }
    }

    fn draw_object(&mut self, operands: &[Object], span: (u32, u32), frame: &Frame<'_>) {
        let view = self.contents.view;
        let Some(name) = operands.first().and_then(Object::as_name) else {
            return;
        };
        let objects = view.get(frame.resources, b"XObject");
        let Some(object) = objects
            .as_dictionary()
            .map(|objects| view.get(objects, name))
        else {
            return;
        };
        let Some(stream) = object.as_stream() else {
            return;
        };
        let hidden = stream
            .dictionary
            .get(b"OC")
            .is_some_and(|group| self.contents.optional.is_off(&view, group));
        if hidden {
            let tag: Rc<[u8]> = b"OC".as_slice().into();
            self.marks.push(OpenMark {
                mark: Rc::new(Marked { tag, mcid: None }),
                hidden,
            });
        }
        match view.get(&stream.dictionary, b"Subtype").as_name() {
            Some(b"Image") => self.image(&stream.dictionary, Some(stream.id), span),
            _ => self.form(stream, frame),
        }
        if hidden {
            self.marks.pop();
        }
    }

    fn image(&mut self, dictionary: &Dictionary, id: Option<ObjectId>, span: (u32, u32)) {
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
        let Some(area) = visible else { return };
        let image = Image {
            order: self.next_order(),
            source: self.source,
            span,
            area,
            id,
            width: size([b"Width", b"W"]),
            height: size([b"Height", b"H"]),
            transparent: mask || dictionary.contains(b"SMask") || dictionary.contains(b"Mask"),
            alpha: self.state.fill_alpha,
            blends: self.state.blends,
            hidden: self.is_hidden(),
        };
        self.out.images.push(image);
    }

    /// 8.10: the form's matrix, its box as a clip, its own resources or those around it.
    fn form(&mut self, stream: &Stream, frame: &Frame<'_>) {
        if frame.depth >= limits::FORM_DEPTH {
            return;
        }
        let view = self.contents.view;
        let Some(data) = self.contents.form_data(stream) else {
            return;
        };
        let resources = view
            .get(&stream.dictionary, b"Resources")
            .as_dictionary()
            .cloned();
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
        if !matches!(
            self.out
                .sources
                .get(usize::from(outer))
                .map(|source| source.kind),
            Some(SourceKind::Annotation(_))
        ) {
            self.enter(SourceKind::Form, Some(stream.id));
        }
        let path = std::mem::take(&mut self.path);
        self.execute(
            &data,
            resources.as_ref().unwrap_or(frame.resources),
            frame.depth + 1,
        );
        self.path = path;
        self.source = outer;
        self.marks.truncate(around.4);
        (self.state, self.stack, self.text_matrix, self.line_matrix) =
            (around.0, around.1, around.2, around.3);
    }

    /// 12.5.5, algorithm "appearance streams": the form's transformed box is fitted into the annotation's rectangle.
    fn appearance(&mut self, stream: &Stream, rect: Area) {
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
        let resources = Dictionary::default();
        let frame = Frame {
            resources: &resources,
            fonts: FxHashMap::default(),
            depth: 0,
        };
        self.form(stream, &frame);
    }

    /// 8.9.7: `BI … ID … EI`; the data ends at an `EI` that stands alone.
    fn inline_image(&mut self, parser: &mut Parser<'_>, start: u32) {
        let mut dictionary = Dictionary::default();
        loop {
            parser.cursor.skip_space();
            if parser.cursor.at_end() || parser.cursor.eat_keyword(b"ID") {
                break;
            }
            match parser.object() {
                Some(Object::Name(key)) => {
                    dictionary.push(key, parser.object().unwrap_or_default())
                }
                Some(_) => {}
                None => parser.skip_token(),
            }
        }
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
        parser.cursor.advance(end.map_or(rest.len(), |at| at + 2));
        self.image(&dictionary, None, (start, parser.cursor.position() as u32));
    }
}

pub(super) fn number(operands: &[Object], index: usize) -> Option<f64> {
    operands.get(index).and_then(Object::as_number)
}

pub(super) fn numbers(operands: &[Object]) -> smallvec::SmallVec<[f64; 6]> {
    operands.iter().filter_map(Object::as_number).collect()
}

pub(super) fn matrix(operands: &[Object]) -> Option<Matrix> {
    match numbers(operands).as_slice() {
        &[a, b, c, d, e, f] => Some(Matrix([a, b, c, d, e, f])),
        _ => None,
    }
}

fn resolved_matrix(view: &View<'_>, items: &[Object]) -> Option<Matrix> {
    let items: Vec<Object> = items
        .iter()
        .map(|item| Object::clone(&view.resolve(item)))
        .collect();
    matrix(&items)
}
