//! Colour spaces as far as pictures need them: how many channels a pixel has, and the palette of an indexed one (8.6).

use crate::syntax::object::Object;
use crate::view::View;

/// Channels of a pixel: DeviceN has at most 32 (8.6.6.5).
pub const CHANNELS: u8 = 32;
/// Entries of a palette (8.6.6.3).
const PALETTE: usize = 256;
/// A palette's base may be another space, which may not be a palette itself; a pattern's neither.
const DEPTH: u8 = 2;

#[derive(Debug, Clone, PartialEq)]
pub enum Space {
    Gray,
    Rgb,
    Cmyk,
    /// Colours of `channels` samples each.
    Palette {
        channels: u8,
        colours: Vec<u8>,
    },
    /// Compared by its samples as they are.
    Other(u8),
    /// Whatever the picture's data says, as the dictionary has none.
    Own,
}

impl Space {
    pub fn read(view: &View<'_>, object: &Object) -> Self {
        Self::within(view, object, DEPTH)
    }

    fn within(view: &View<'_>, object: &Object, depth: u8) -> Self {
        let value = view.resolve(object);
        if let Some(name) = value.as_name() {
            return Self::named(name);
        }
        let Some((kind, rest)) = value.as_array().and_then(<[Object]>::split_first) else {
            return Self::Other(1);
        };
        let kind = view.resolve(kind);
        match (kind.as_name().unwrap_or_default(), rest) {
            (b"CalGray", _) => Self::Gray,
            (b"CalRGB", _) => Self::Rgb,
            (b"Lab", _) => Self::Other(3),
            (b"ICCBased", [profile, ..]) => Self::profile(view, profile),
            (b"DeviceN", [names, ..]) => {
                let count = view.resolve(names).as_array().map_or(1, <[Object]>::len);
                Self::Other(u8::try_from(count).map_or(CHANNELS, |count| count.clamp(1, CHANNELS)))
            }
            (b"Indexed" | b"I", [base, _, table, ..]) if depth > 0 => {
                Self::palette(view, base, table, depth - 1)
            }
            (name, _) => Self::named(name),
        }
    }

    fn named(name: &[u8]) -> Self {
        match name {
            b"DeviceGray" | b"G" | b"CalGray" => Self::Gray,
            b"DeviceRGB" | b"RGB" | b"CalRGB" => Self::Rgb,
            b"DeviceCMYK" | b"CMYK" => Self::Cmyk,
            _ => Self::Other(1),
        }
    }

    /// By its number of components: what the profile makes of them is the same for two pictures that share it.
    fn profile(view: &View<'_>, profile: &Object) -> Self {
        let stream = view.resolve(profile);
        let components = stream
            .as_dictionary()
            .and_then(|dictionary| view.get(dictionary, b"N").as_integer());
        match components {
            Some(1) => Self::Gray,
            Some(4) => Self::Cmyk,
            _ => Self::Rgb,
        }
    }

    fn palette(view: &View<'_>, base: &Object, table: &Object, depth: u8) -> Self {
        let channels = Self::within(view, base, depth).channels();
        let table = view.resolve(table);
        let mut colours = match &*table {
            Object::String(string) => string.bytes.to_vec(),
            Object::Stream(stream) => view.decode(stream).unwrap_or_default(),
            _ => Vec::new(),
        };
        colours.truncate(PALETTE * usize::from(channels));
        Self::Palette { channels, colours }
    }

    /// Samples of a pixel once it is looked up in a palette.
    pub fn channels(&self) -> u8 {
        match self {
            Self::Gray | Self::Own => 1,
            Self::Rgb => 3,
            Self::Cmyk => 4,
            Self::Palette { channels, .. } | Self::Other(channels) => *channels,
        }
    }

    /// Samples of a pixel as they are stored.
    pub fn stored(&self) -> u8 {
        match self {
            Self::Palette { .. } => 1,
            other => other.channels(),
        }
    }
}
