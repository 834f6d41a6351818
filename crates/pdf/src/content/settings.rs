//! Operators that set colours, fonts, states and marks (ISO 32000-2, 8.4.4, 8.6.8, 14.6).

use std::rc::Rc;

use crate::fonts::Font;
use crate::syntax::object::Object;

use super::Marked;
use super::color::{Color, ColorSpace};
use super::interpreter::{Frame, Painter, SAVED_STATES};
use super::state::OpenMark;

impl Painter<'_, '_> {
    pub(super) fn color(&mut self, operator: &[u8], operands: &[Object], frame: &Frame<'_>) {
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

    pub(super) fn graphics_state(&mut self, operands: &[Object], frame: &mut Frame<'_>) {
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

    pub(super) fn set_font(&mut self, operands: &[Object], frame: &mut Frame<'_>) {
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

    pub(super) fn font_index(&mut self, font: Rc<Font>) -> u16 {
        let fonts = &mut self.out.fonts;
        *self
            .font_indices
            .entry(Rc::as_ptr(&font))
            .or_insert_with(|| {
                fonts.push(font);
                (fonts.len() - 1).min(usize::from(u16::MAX)) as u16
            })
    }

    pub(super) fn begin_mark(&mut self, operands: &[Object], frame: &Frame<'_>) {
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
}
