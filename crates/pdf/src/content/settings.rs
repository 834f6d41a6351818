//! Operators that set colours, fonts, states and marks (ISO 32000-2, 8.4.4, 8.6.8, 14.6).

use std::rc::Rc;

use crate::fonts::Font;
use crate::syntax::object::Object;

use super::Marked;
use super::color::{Color, ColorSpace};
use super::fields::standard_font;
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
        if matches!(operator, b"cs" | b"CS") {
            let spaces = view.get(frame.resources, b"ColorSpace");
            let named = spaces
                .as_dictionary()
                .map_or(frame.resources, |spaces| spaces);
            self.spend_lookup(&[frame.resources, named]);
        }
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
        let Some(states) = states.as_dictionary() else {
            return;
        };
        let state = view.get(states, name);
        let Some(dictionary) = state.as_dictionary() else {
            return;
        };
        self.spend_lookup(&[frame.resources, states, dictionary]);
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
        let mask = view.get(dictionary, b"SMask");
        if !mask.is_null() {
            self.state.masked = !mask.is_name(b"None");
        }
        let font = view.get(dictionary, b"Font");
        if let Some([font, size]) = font.as_array() {
            self.state.text.font = self.font(font);
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
        let index = self
            .resource(b"Font", name.as_bytes(), frame.resources)
            .and_then(|font| self.font(&font))
            .or_else(|| self.substitute());
        frame.fonts.insert(name.clone(), index);
        self.state.text.font = index;
    }

    /// Viewers set text whose font is missing in one of theirs.
    fn substitute(&mut self) -> Option<u16> {
        self.font(&Object::Dictionary(standard_font(&[])))
    }

    fn font(&mut self, object: &Object) -> Option<u16> {
        let Some(font) = self.contents.font(object) else {
            self.out.cut = self.contents.view.document().budget().exceeded();
            return None;
        };
        Some(self.font_index(font))
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
        let all = view.get(frame.resources, b"Properties");
        let named = operands.get(1).and_then(Object::as_name).and_then(|name| {
            let all = all.as_dictionary()?;
            self.spend_lookup(&[frame.resources, all]);
            all.get(name)
        });
        let properties = named.or_else(|| operands.get(1));
        let hidden = self.is_hidden()
            || (&*tag == b"OC"
                && properties
                    .is_some_and(|properties| self.contents.optional.is_off(&view, properties)));
        let mcid = properties.and_then(|properties| {
            let value = view.resolve(properties);
            value
                .as_dictionary()
                .and_then(|d| view.get(d, b"MCID").as_integer())
        });
        if self.marks.len() < SAVED_STATES {
            let properties = properties.map(|properties| view.resolve(properties));
            let properties = properties.as_ref().and_then(|one| one.as_dictionary());
            let sequence = properties.and_then(|one| self.begin_sequence(one, mcid));
            self.marks.push(OpenMark {
                mark: Rc::new(Marked { tag, mcid }),
                sequence,
                hidden,
            });
        }
    }
}
