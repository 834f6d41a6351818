//! Text objects (ISO 32000-2, 9.4): positioning and showing, glyph by glyph.

use std::rc::Rc;

use crate::fonts::Font;
use crate::limits;
use crate::place::Area;
use crate::syntax::object::Object;

use super::interpreter::{OTHER, Painter, matrix, number, numbers};
use super::rendering::RenderingMode;
use super::state::{Matrix, TextState};
use super::{Glyph, Leap, Run};

/// Where the text of one operation goes.
struct Pen {
    font: Rc<Font>,
    /// Text space to page space at the start of the operation.
    matrix: Matrix,
    run: u32,
    /// Advance so far in unscaled text space.
    x: f64,
    y: f64,
    vertical: bool,
    ascent: f64,
    descent: f64,
    /// Page units of one text space unit along and across the baseline.
    em: (f64, f64),
}

impl Pen {
    /// The stretch from where the last glyph ended to where the pen is, where it is wide.
    fn leap(&self, since: f64, text: &TextState) -> Option<Area> {
        let em = (text.size * text.scale).abs();
        let wide = !self.vertical && em > 0.0 && self.x - since >= em;
        let (low, high) = (self.descent * text.size, self.ascent * text.size);
        wide.then(|| self.matrix.area(&Area::between(since, low, self.x, high)))
    }
}

impl Painter<'_, '_> {
    pub(super) fn text_operator(&mut self, operator: &[u8], operands: &[Object], span: (u32, u32)) {
        match operator {
            b"BT" => {
                self.text_matrix = Matrix::IDENTITY;
                self.line_matrix = Matrix::IDENTITY;
                self.text_clip = None;
            }
            // Text that clips does so from the end of its text object (9.3.6).
            b"ET" => {
                if let Some(area) = self.text_clip.take() {
                    self.state.clip_to(area);
                }
            }
            b"Td" => self.move_line(operands),
            b"TD" => {
                if let Some(y) = number(operands, 1) {
                    self.state.text.leading = -y;
                }
                self.move_line(operands);
            }
            b"Tm" => {
                if let Some(matrix) = matrix(operands) {
                    self.text_matrix = matrix;
                    self.line_matrix = matrix;
                }
            }
            b"T*" => self.next_line(),
            b"Tj" => self.show(operands, span),
            b"TJ" => self.show(
                operands
                    .first()
                    .and_then(Object::as_array)
                    .unwrap_or_default(),
                span,
            ),
            b"'" => {
                self.next_line();
                self.show(operands, span);
            }
            b"\"" => {
                if let &[word, character] =
                    numbers(operands.get(..2).unwrap_or_default()).as_slice()
                {
                    self.state.text.word_spacing = word;
                    self.state.text.character_spacing = character;
                }
                self.next_line();
                self.show(operands.get(2..).unwrap_or_default(), span);
            }
            _ => self.text_state(operator, operands),
        }
    }

    fn text_state(&mut self, operator: &[u8], operands: &[Object]) {
        let Some(value) = number(operands, 0) else {
            return;
        };
        let text = &mut self.state.text;
        match operator {
            b"Tc" => text.character_spacing = value,
            b"Tw" => text.word_spacing = value,
            b"Tz" => text.scale = value / 100.0,
            b"TL" => text.leading = value,
            b"Tr" => text.mode = RenderingMode::of_operand(value),
            b"Ts" => text.rise = value,
            _ => {}
        }
    }

    fn move_line(&mut self, operands: &[Object]) {
        if let &[x, y] = numbers(operands).as_slice() {
            self.line_matrix = Matrix([1.0, 0.0, 0.0, 1.0, x, y]).then(&self.line_matrix);
            self.text_matrix = self.line_matrix;
        }
    }

    fn next_line(&mut self) {
        let leading = self.state.text.leading;
        self.line_matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, -leading]).then(&self.line_matrix);
        self.text_matrix = self.line_matrix;
    }

    /// Shows strings and moves by numbers, as `TJ` does.
    fn show(&mut self, items: &[Object], span: (u32, u32)) {
        let text = self.state.text;
        let Some(font) = text
            .font
            .and_then(|index| self.out.fonts.get(usize::from(index)))
            .cloned()
        else {
            return;
        };
        let matrix = self.text_matrix.then(&self.state.ctm);
        let first = self.out.glyphs.len() as u32;
        let run = self.out.runs.len() as u32;
        let (vertical, ascent, descent) = (font.vertical(), font.ascent(), font.descent());
        let [a, b, c, d, ..] = matrix.0;
        let mut pen = Pen {
            font,
            matrix,
            run,
            x: 0.0,
            y: 0.0,
            vertical,
            ascent,
            descent,
            em: (a.hypot(b), c.hypot(d)),
        };
        let mut leaps = Vec::new();
        let mut since = 0.0;
        for item in items {
            match item {
                Object::String(string) if string.bytes.is_empty() => {}
                Object::String(string) => {
                    let leap = pen.leap(since, &text);
                    leaps.extend(leap.filter(|_| leaps.len() < limits::LEAPS));
                    self.show_string(&mut pen, &string.bytes);
                    since = pen.x;
                }
                other => {
                    let back = other.as_number().unwrap_or(0.0) / 1000.0 * text.size;
                    if pen.vertical {
                        pen.y -= back;
                    } else {
                        pen.x -= back * text.scale;
                    }
                }
            }
        }
        leaps.extend(pen.leap(since, &text));
        self.text_matrix = Matrix([1.0, 0.0, 0.0, 1.0, pen.x, pen.y]).then(&self.text_matrix);
        let glyphs = first..self.out.glyphs.len() as u32;
        if !leaps.is_empty() {
            self.keep_leaps(&leaps, glyphs.clone());
        }
        if glyphs.is_empty() || !self.may_draw(OTHER) {
            return;
        }
        let run = self.run(matrix, span, glyphs);
        if run.mode.clips() {
            let shown = self.out.run_area(&run);
            self.text_clip = match (self.text_clip, shown) {
                (Some(all), Some(area)) => Some(all.union(&area)),
                (all, area) => all.or(area),
            };
        }
        self.out.runs.push(run);
    }

    /// The run of glyphs that were just shown, as the state has it.
    fn run(&mut self, matrix: Matrix, span: (u32, u32), glyphs: std::ops::Range<u32>) -> Run {
        let text = self.state.text;
        let [a, b, c, d, ..] = matrix.0;
        let clip = self.room();
        let shown = self.out.glyphs.get(glyphs.start as usize..);
        let shown = shown.unwrap_or_default();
        let outside = clip.is_some_and(|clip| shown.iter().all(|glyph| glyph.is_cut_off(&clip)));
        // A negative size or scale turns the baseline around.
        let along = if text.size * text.scale < 0.0 {
            -1.0
        } else {
            1.0
        };
        Run {
            order: self.next_order(),
            source: self.source,
            span,
            font: text.font.unwrap_or(0),
            matrix,
            size: (text.size * c.hypot(d)).abs(),
            angle: (b * along).atan2(a * along),
            mode: text.mode,
            color: if text.mode.strokes() && !text.mode.fills() {
                self.state.stroke
            } else {
                self.state.fill
            },
            alpha: self.state.fill_alpha,
            glyphs,
            marked: self.mark(),
            hidden: self.is_hidden(),
            clip,
            outside,
            spacing: (
                text.character_spacing as f32,
                text.word_spacing as f32,
                text.scale as f32,
            ),
            manner: std::mem::take(&mut self.manner),
        }
    }

    /// What is left to paint on.
    fn room(&self) -> Option<Area> {
        match (self.state.clip, self.page_area) {
            (Some(clip), Some(page)) => Some(clip.intersection(&page).unwrap_or(Area {
                x1: clip.x0,
                y1: clip.y0,
                ..clip
            })),
            (clip, page) => clip.or(page),
        }
    }

    /// Keeps the stretches that an operation of these glyphs steps over.
    fn keep_leaps(&mut self, areas: &[Area], glyphs: std::ops::Range<u32>) {
        let shown = self.out.glyphs.get(glyphs.start as usize..);
        let mut shown = shown.unwrap_or_default().iter();
        let bare = !shown.any(|glyph| {
            self.out
                .glyph_text(glyph)
                .chars()
                .any(char::is_alphanumeric)
        });
        // The run that follows takes the next place in the order.
        let order = self.order + u32::from(!glyphs.is_empty());
        for &area in areas {
            if self.out.leaps.len() >= limits::LEAPS || !self.may_draw(OTHER) {
                return;
            }
            self.out.leaps.push(Leap {
                order,
                source: self.source,
                area,
                bare,
            });
        }
    }

    fn show_string(&mut self, pen: &mut Pen, bytes: &[u8]) {
        let text = self.state.text;
        let font = pen.font.clone();
        // Codes that draw nothing are read all the same.
        self.spend(bytes.len() as u64 / limits::GLYPHS_PER_OPERATOR);
        for code in font.codes(bytes) {
            let glyph = font.glyph(code.code);
            let start = self.out.text.len() as u32;
            let spacing = text.character_spacing
                + if font.is_space(code.code, code.length) {
                    text.word_spacing
                } else {
                    0.0
                };
            let downwards = glyph.vertical.filter(|_| pen.vertical);
            let (em_x, em_y) = downwards.map_or((0.0, 0.0), |vertical| {
                (-vertical.origin.0, vertical.origin.1)
            });
            let left = pen.x + em_x * text.size * text.scale;
            let base = pen.y + text.rise - em_y * text.size;
            let right = left + glyph.width * text.size * text.scale;
            let area = pen.matrix.area(&Area::between(
                left,
                base + pen.descent * text.size,
                right,
                base + pen.ascent * text.size,
            ));
            let origin = pen.matrix.apply(left, base);
            if !self.may_draw(1 + glyph.text.len() as u64 / 64) {
                return;
            }
            let advance = match downwards {
                Some(vertical) => vertical.advance * text.size * pen.em.1,
                None => glyph.width * text.size * text.scale * pen.em.0,
            };
            if origin.0.is_finite() && origin.1.is_finite() {
                self.out.text.push_str(&glyph.text);
                let end = self.out.text.len() as u32;
                self.out.glyphs.push(Glyph {
                    run: pen.run,
                    code: code.code,
                    text: (start, end),
                    area,
                    origin,
                    advance: advance.abs() as f32,
                });
            }
            match downwards {
                // The advance is negative, and so is what is added to it (9.4.4).
                Some(vertical) => pen.y += vertical.advance * text.size - spacing,
                None => pen.x += (glyph.width * text.size + spacing) * text.scale,
            }
        }
    }
}
