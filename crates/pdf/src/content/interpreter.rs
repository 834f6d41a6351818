//! Runs content streams (ISO 32000-2, 7.8) and writes down what they draw. Nothing is rasterised.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::fonts::Font;
use crate::place::{Area, ObjectId};
use crate::syntax::object::{Dictionary, Name, Object, Stream};
use crate::syntax::parser::Parser;

use crate::error::LimitExceeded;
use crate::limits;

use super::color::{Color, ColorSpace};
use super::contents::Contents;
use super::drawings::Drawing;
use super::figures::Figure;
use super::manner::Manner;
use super::state::{Matrix, OpenMark, Path, State};
use super::{Marked, PageContent, Paint, Source, SourceKind};

/// Operands kept for one operator: more is junk (the most any operator takes is 33, `scn` of DeviceN).
const OPERANDS: usize = 64;

/// Graphics states saved within each other.
pub(super) const SAVED_STATES: usize = 512;

/// Operators counted before the budget is asked.
const BATCH: u64 = 4096;

/// What a run, path or picture takes to keep, in glyphs.
pub(super) const OTHER: u64 = 4;

/// One level of resources: fonts by their names there.
pub(super) struct Frame<'r> {
    pub(super) resources: &'r Dictionary,
    pub(super) fonts: FxHashMap<Name, Option<u16>>,
    pub(super) depth: usize,
}

/// What runs while a page is read.
pub(super) struct Painter<'c, 'd> {
    pub(super) contents: &'c Contents<'d>,
    pub(super) out: PageContent,
    pub(super) state: State,
    pub(super) stack: Vec<State>,
    pub(super) path: Path,
    clip_pending: bool,
    pub(super) text_matrix: Matrix,
    pub(super) line_matrix: Matrix,
    pub(super) marks: Vec<OpenMark>,
    /// How many pictures and paths were there when each sequence began.
    pub(super) sequence_begins: Vec<usize>,
    pub(super) order: u32,
    pub(super) source: u16,
    pub(super) font_indices: FxHashMap<*const Font, u16>,
    source_indices: FxHashMap<Source, u16>,
    /// The page's own, where viewers look for what a form's resources lack.
    pub(super) page_resources: Option<Rc<Dictionary>>,
    /// What the page shows: where a shading without a clip paints.
    pub(super) page_area: Option<Area>,
    /// What the text of this text object that clips covers (9.3.6).
    pub(super) text_clip: Option<Area>,
    /// How the next text is written, as far as it was read.
    pub(super) manner: Manner,
    /// Points of the outlines that are kept of this page.
    outline_points: usize,
    /// Ends of the page's streams in the joined contents, with their sources.
    parts: Vec<(usize, u16)>,
    /// Operators and things drawn that this page may still have.
    operators_left: u64,
    drawn_left: u64,
}

impl<'c, 'd> Painter<'c, 'd> {
    pub(super) fn new(contents: &'c Contents<'d>) -> Self {
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
            sequence_begins: Vec::new(),
            order: 0,
            source: 0,
            font_indices: FxHashMap::default(),
            source_indices: FxHashMap::default(),
            page_resources: None,
            page_area: None,
            text_clip: None,
            manner: Manner::default(),
            outline_points: 0,
            parts: Vec::new(),
            operators_left: limits::OPERATORS_OF_PAGE,
            drawn_left: limits::DRAWN_OF_PAGE,
        }
    }

    pub(super) fn reset(&mut self) {
        self.state = State::new(Matrix::IDENTITY);
        self.stack.clear();
        while !self.marks.is_empty() {
            self.end_mark();
        }
        self.path = Path::default();
    }

    pub(super) fn enter(&mut self, kind: SourceKind, id: Option<ObjectId>) {
        let source = Source { kind, id };
        let sources = &mut self.out.sources;
        self.source = *self.source_indices.entry(source).or_insert_with(|| {
            // Sources that cannot be told apart any more count as the last one that can.
            if sources.len() <= usize::from(u16::MAX) {
                sources.push(source);
            }
            (sources.len() - 1) as u16
        });
    }

    pub(super) fn next_order(&mut self) -> u32 {
        self.order = self.order.saturating_add(1);
        self.order
    }

    pub(super) fn is_hidden(&self) -> bool {
        self.marks.last().is_some_and(|open| open.hidden)
    }

    pub(super) fn mark(&self) -> Option<Marked> {
        self.marks.last().map(|open| Marked::clone(&open.mark))
    }

    /// The streams of a page as one: they may be divided between any two tokens (7.8.2), so an operand may stand in one
    /// and its operator in the next.
    pub(super) fn contents(&mut self, streams: &[Stream], resources: &Dictionary) {
        let mut data = Vec::new();
        for (index, stream) in streams.iter().enumerate() {
            match self.contents.view.decode(stream) {
                Ok(part) if data.is_empty() => data = part,
                Ok(part) => {
                    data.push(b'\n');
                    data.extend_from_slice(&part);
                }
                Err(limit) => {
                    self.out.cut = Some(limit);
                    return;
                }
            }
            self.enter(
                SourceKind::Page(index.min(usize::from(u16::MAX)) as u16),
                Some(stream.id),
            );
            self.parts.push((data.len(), self.source));
        }
        self.execute(&data, resources, 0);
        self.parts.clear();
    }

    /// Where an operator of the joined contents stands: its stream, and its span there.
    pub(super) fn locate(&mut self, start: usize, end: usize, depth: usize) -> (u32, u32) {
        if depth > 0 || self.parts.is_empty() {
            return (start as u32, end as u32);
        }
        let part = self.parts.partition_point(|(end, _)| *end <= start);
        // Each part but the first begins behind the blank that divides it from the one before.
        let begin = part
            .checked_sub(1)
            .and_then(|before| self.parts.get(before))
            .map_or(0, |(end, _)| end + 1);
        if let Some((_, source)) = self.parts.get(part) {
            self.source = *source;
        }
        (
            start.saturating_sub(begin) as u32,
            end.saturating_sub(begin) as u32,
        )
    }

    pub(super) fn execute(&mut self, data: &[u8], resources: &Dictionary, depth: usize) {
        let mut frame = Frame {
            resources,
            fonts: FxHashMap::default(),
            depth,
        };
        let mut parser = Parser::for_content(data);
        let mut operands: Vec<Object> = Vec::with_capacity(16);
        let mut start = None;
        let mut count = data.len() as u64 / limits::BYTES_PER_OPERATOR;
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
            let span = self.locate(start.take().unwrap_or(at), parser.cursor.position(), depth);
            if operator == b"BI" {
                self.inline_image(&mut parser, span.0);
            } else {
                self.operator(operator, &operands, span, &mut frame);
            }
            operands.clear();
            count += 1;
            if count >= BATCH {
                self.spend(std::mem::take(&mut count));
            }
        }
        self.spend(count);
    }

    /// Whether one more thing may be kept; `size` in glyphs.
    pub(super) fn may_draw(&mut self, size: u64) -> bool {
        let left = self.drawn_left.checked_sub(size);
        let may = left.is_some() && self.contents.may_keep(size);
        self.drawn_left = left.unwrap_or(0);
        if !may {
            self.out.cut = Some(LimitExceeded::Drawn);
        }
        may
    }

    /// Names are looked for entry by entry in small dictionaries, by order in large ones.
    pub(super) fn spend_lookup(&mut self, dictionaries: &[&Dictionary]) {
        let entries: usize = dictionaries.iter().map(|one| one.steps()).sum();
        let operators = entries as u64 / limits::ENTRIES_PER_OPERATOR;
        if operators > 0 {
            self.spend(operators);
        }
    }

    /// A named resource. A form with resources of its own names no others (7.8.3); poppler, MuPDF and PDFium draw those of
    /// the page all the same.
    pub(super) fn resource(
        &mut self,
        category: &[u8],
        name: &[u8],
        own: &Dictionary,
    ) -> Option<Object> {
        let view = self.contents.view;
        let page = self.page_resources.clone();
        for resources in [Some(own), page.as_deref()].into_iter().flatten() {
            let all = view.get(resources, category);
            let Some(named) = all.as_dictionary() else {
                continue;
            };
            self.spend_lookup(&[resources, named]);
            if let Some(object) = named.get(name) {
                return Some(object.clone());
            }
        }
        None
    }

    pub(super) fn spend(&mut self, operators: u64) {
        match self.operators_left.checked_sub(operators) {
            Some(left) => self.operators_left = left,
            None => self.out.cut = Some(LimitExceeded::Operators),
        }
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

    pub(super) fn operator(
        &mut self,
        operator: &[u8],
        operands: &[Object],
        span: (u32, u32),
        frame: &mut Frame<'_>,
    ) {
        self.manner.note(operator, operands);
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
            b"m" | b"l" => self.point(operands, operator == b"m"),
            b"c" | b"v" | b"y" => self.curve(operands, operator),
            b"re" => {
                if let &[x, y, width, height] = numbers(operands).as_slice() {
                    self.path.rectangle(&self.state.ctm, x, y, width, height);
                }
            }
            b"W" | b"W*" => self.clip_pending = true,
            b"n" => self.finish_path(),
            b"f" | b"F" | b"f*" => self.paint(true, false, operator.ends_with(b"*"), span),
            b"S" | b"s" => self.paint(false, true, false, span),
            b"B" | b"B*" | b"b" | b"b*" => self.paint(true, true, operator.ends_with(b"*"), span),
            b"sh" => self.shading(span),
            b"Do" => self.draw_object(operands, span, frame),
            b"BMC" | b"BDC" => self.begin_mark(operands, frame),
            b"EMC" => self.end_mark(),
            b"g" | b"G" | b"rg" | b"RG" | b"k" | b"K" | b"cs" | b"CS" | b"sc" | b"SC" | b"scn"
            | b"SCN" => self.color(operator, operands, frame),
            b"Tf" => self.set_font(operands, frame),
            _ => self.text_operator(operator, operands, span),
        }
    }

    pub(super) fn point(&mut self, operands: &[Object], begins: bool) {
        if let &[x, y] = numbers(operands).as_slice() {
            self.path.point(&self.state.ctm, x, y, begins);
        }
    }

    pub(super) fn curve(&mut self, operands: &[Object], operator: &[u8]) {
        let points: Vec<(f64, f64)> = numbers(operands)
            .chunks_exact(2)
            .filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))
            .collect();
        self.path.curve(&self.state.ctm, &points, operator);
    }

    pub(super) fn finish_path(&mut self) {
        let path = std::mem::take(&mut self.path);
        if std::mem::take(&mut self.clip_pending)
            && let Some(area) = path.area
        {
            self.state.clip_to(area);
        }
    }

    pub(super) fn paint(&mut self, fill: bool, stroke: bool, even_odd: bool, span: (u32, u32)) {
        if let Some(area) = self.path.area {
            let visible = self.state.clip.map_or(Some(area), |clip| {
                clip.intersection(&area)
                    .or((area.size() == 0.0).then_some(area))
            });
            if let Some(area) = visible
                && self.may_draw(OTHER)
            {
                let paint = Paint {
                    order: self.next_order(),
                    source: self.source,
                    span,
                    area,
                    filled: fill.then_some(self.state.fill),
                    stroked: stroke.then_some(self.state.stroke),
                    line_width: self.state.line_width * self.state.ctm.scale(),
                    alpha: if fill {
                        self.state.fill_alpha
                    } else {
                        self.state.stroke_alpha
                    },
                    blends: self.state.blends || self.state.masked,
                    rectangle: self.path.is_rectangle(),
                    hidden: self.is_hidden(),
                };
                self.out.paints.push(paint);
                self.figure((!fill).then_some(self.state.line_width), even_odd);
                if fill && !self.is_hidden() {
                    self.drawing();
                }
            }
        }
        self.finish_path();
    }

    /// Keeps the outline of the path that was painted last, where it says more than its box.
    fn figure(&mut self, stroke: Option<f64>, even_odd: bool) {
        let outline = std::mem::take(&mut self.path.outline);
        if let Some(corners) = outline.told(stroke.is_some())
            && self.contents.may_keep_corners(corners.len())
        {
            self.out.figures.push(Figure {
                order: self.order,
                corners,
                even_odd,
                stroke: stroke.map(|width| width * self.state.ctm.scale()),
            });
        }
    }

    /// Keeps the contours of the path that was painted last, where they may be letters.
    fn drawing(&mut self) {
        let contours = std::mem::take(&mut self.path.contours);
        if let Some(outline) = contours.told(self.outline_points)
            && self.contents.may_keep_outline(outline.points())
        {
            self.outline_points += outline.points();
            self.out.drawings.push(Drawing {
                order: self.order,
                outline,
            });
        }
    }

    /// `sh` paints all that the clip leaves (8.7.4.2).
    pub(super) fn shading(&mut self, span: (u32, u32)) {
        let Some(area) = self.state.clip.or(self.page_area) else {
            return;
        };
        if !self.may_draw(OTHER) {
            return;
        }
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
            line_width: 0.0,
            alpha: self.state.fill_alpha,
            blends: self.state.blends || self.state.masked,
            rectangle: false,
            hidden: self.is_hidden(),
        };
        self.out.paints.push(paint);
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
