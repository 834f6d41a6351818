//! Simple fonts (ISO 32000-2, 9.6): one byte a code, at most 256 glyphs.

use crate::syntax::object::Dictionary;
use crate::view::View;

use super::glyph::{Glyph, Text, TextSource};

/// What a simple font says of each of its 256 codes.
#[derive(Debug)]
pub(super) struct SimpleFont {
    texts: Box<[Option<char>; 256]>,
    /// In em; NaN where nothing is declared.
    widths: Box<[f64; 256]>,
    missing_width: f64,
}

impl SimpleFont {
    pub(super) fn read(
        view: &View<'_>,
        dictionary: &Dictionary,
        descriptor: Option<&Dictionary>,
        unit: f64,
    ) -> Self {
        let mut texts = Box::new([None; 256]);
        for (code, text) in texts.iter_mut().enumerate() {
            *text = win_ansi(code as u8);
        }
        let missing_width = descriptor
            .and_then(|descriptor| view.get(descriptor, b"MissingWidth").as_number())
            .unwrap_or(0.0)
            * unit;
        Self {
            texts,
            widths: declared_widths(view, dictionary, unit),
            missing_width,
        }
    }

    pub(super) fn glyph(&self, code: u32) -> Glyph<'_> {
        let text = self.texts.get(code as usize).copied().flatten();
        let width = self
            .widths
            .get(code as usize)
            .copied()
            .filter(|width| !width.is_nan());
        Glyph {
            text: text.map_or(Text::EMPTY, Text::from),
            text_source: if text.is_some() {
                TextSource::Encoding
            } else {
                TextSource::Unknown
            },
            width: width.unwrap_or(self.missing_width),
            vertical: None,
        }
    }
}

/// /Widths from /FirstChar on (table 109), scaled by `unit`.
fn declared_widths(view: &View<'_>, dictionary: &Dictionary, unit: f64) -> Box<[f64; 256]> {
    let mut widths = Box::new([f64::NAN; 256]);
    let first = view
        .get(dictionary, b"FirstChar")
        .as_integer()
        .and_then(|first| usize::try_from(first).ok())
        .unwrap_or(0);
    let list = view.get(dictionary, b"Widths");
    let slots = widths.iter_mut().skip(first);
    for (slot, width) in slots.zip(list.as_array().unwrap_or_default()) {
        if let Some(width) = view.resolve(width).as_number() {
            *slot = width * unit;
        }
    }
    widths
}

fn win_ansi(code: u8) -> Option<char> {
    match code {
        0x20..=0x7e | 0xa0..=0xff => Some(char::from(code)),
        0x80 => Some('€'),
        0x85 => Some('…'),
        0x91 => Some('‘'),
        0x92 => Some('’'),
        0x93 => Some('“'),
        0x94 => Some('”'),
        0x95 => Some('•'),
        0x96 => Some('–'),
        0x97 => Some('—'),
        _ => None,
    }
}
