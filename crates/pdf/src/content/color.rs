//! Colours as far as covering and comparing need them: the space that was named and an approximate RGB value.

use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

/// The family of a colour space (8.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorSpace {
    Gray,
    Rgb,
    Cmyk,
    /// ICC-based with so many components.
    Icc(u8),
    /// Separation or DeviceN.
    Spot,
    Indexed,
    Pattern,
    Other,
}

impl ColorSpace {
    /// The space a name or array stands for.
    pub fn read(view: &View<'_>, resources: &Dictionary, object: &Object) -> Self {
        let value = view.resolve(object);
        if let Some(name) = value.as_name() {
            return match name {
                b"DeviceGray" | b"G" | b"CalGray" => Self::Gray,
                b"DeviceRGB" | b"RGB" | b"CalRGB" => Self::Rgb,
                b"DeviceCMYK" | b"CMYK" => Self::Cmyk,
                b"Pattern" => Self::Pattern,
                name => {
                    let spaces = view.get(resources, b"ColorSpace");
                    let named = spaces.as_dictionary().map(|spaces| view.get(spaces, name));
                    // A name that leads to a name leads no further: no loop.
                    match named.as_deref() {
                        Some(array @ Object::Array(_)) => Self::of_array(view, array),
                        Some(Object::Name(inner)) => Self::device(inner.as_bytes()),
                        _ => Self::Other,
                    }
                }
            };
        }
        Self::of_array(view, &value)
    }

    fn device(name: &[u8]) -> Self {
        match name {
            b"DeviceGray" => Self::Gray,
            b"DeviceRGB" => Self::Rgb,
            b"DeviceCMYK" => Self::Cmyk,
            b"Pattern" => Self::Pattern,
            _ => Self::Other,
        }
    }

    fn of_array(view: &View<'_>, object: &Object) -> Self {
        let Some(items) = object.as_array() else {
            return Self::Other;
        };
        let family = items.first().map(|first| view.resolve(first));
        match family
            .as_deref()
            .and_then(Object::as_name)
            .unwrap_or_default()
        {
            b"CalGray" | b"DeviceGray" => Self::Gray,
            b"CalRGB" | b"DeviceRGB" => Self::Rgb,
            b"DeviceCMYK" => Self::Cmyk,
            b"Separation" | b"DeviceN" => Self::Spot,
            b"Indexed" | b"I" => Self::Indexed,
            b"Pattern" => Self::Pattern,
            b"ICCBased" => {
                let profile = items.get(1).map(|profile| view.resolve(profile));
                let components = profile
                    .as_deref()
                    .and_then(Object::as_dictionary)
                    .and_then(|d| d.get(b"N"))
                    .and_then(Object::as_integer);
                Self::Icc(components.and_then(|n| u8::try_from(n).ok()).unwrap_or(3))
            }
            _ => Self::Other,
        }
    }
}

/// A colour as set by an operator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color {
    pub space: ColorSpace,
    /// Approximate; `None` for patterns and spaces that need a function.
    pub rgb: Option<[f32; 3]>,
}

impl Color {
    pub const BLACK: Self = Self {
        space: ColorSpace::Gray,
        rgb: Some([0.0; 3]),
    };

    /// The colour with these components.
    pub fn new(space: ColorSpace, components: &[f32]) -> Self {
        let rgb = match (space, components) {
            (ColorSpace::Gray | ColorSpace::Icc(1), &[gray, ..]) => Some([gray; 3]),
            (ColorSpace::Rgb | ColorSpace::Icc(3), &[red, green, blue, ..]) => {
                Some([red, green, blue])
            }
            (ColorSpace::Cmyk | ColorSpace::Icc(4), &[cyan, magenta, yellow, black, ..]) => {
                Some([cyan, magenta, yellow].map(|ink| (1.0 - ink) * (1.0 - black)))
            }
            // One ink: full tint is dark, none is paper.
            (ColorSpace::Spot, &[tint]) => Some([1.0 - tint; 3]),
            _ => None,
        };
        Self {
            space,
            rgb: rgb.map(|values| values.map(|value| value.clamp(0.0, 1.0))),
        }
    }

    /// Whether it reads as white paper.
    pub fn is_white(&self) -> bool {
        self.rgb
            .is_some_and(|values| values.iter().all(|&value| value > 0.97))
    }

    /// Largest difference of a component, 0 to 1; unknown colours are as far apart as can be.
    pub fn distance(&self, other: &Self) -> f32 {
        match (self.rgb, other.rgb) {
            (Some(a), Some(b)) => a
                .iter()
                .zip(b)
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f32::max),
            _ => 1.0,
        }
    }
}
