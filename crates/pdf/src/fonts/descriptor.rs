//! Font descriptors (ISO 32000-2, 9.8): what the file says of a font as a whole, and where its program is.

use crate::limits;
use crate::place::{ObjectId, Span};
use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

/// The format of a font program, as the key that holds it declares it (table 124).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProgramKind {
    Type1,
    TrueType,
    Cff,
    OpenType,
}

/// An embedded font program (9.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmbeddedProgram {
    pub kind: ProgramKind,
    pub stream: ObjectId,
    /// Its raw bytes in the file.
    pub span: Span,
}

/// The entries of a font descriptor (table 120) as written; lengths in thousandths of an em.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Descriptor {
    /// The descriptor's object, where it is one of its own.
    pub id: Option<ObjectId>,
    pub font_name: Option<String>,
    pub family: Option<String>,
    pub flags: Option<i64>,
    pub bbox: Option<[f64; 4]>,
    pub italic_angle: Option<f64>,
    pub ascent: Option<f64>,
    pub descent: Option<f64>,
    pub cap_height: Option<f64>,
    pub x_height: Option<f64>,
    pub stem_v: Option<f64>,
    pub missing_width: Option<f64>,
    /// /CharSet: names of the glyphs of a Type 1 subset.
    pub char_set: Option<Vec<String>>,
    /// /CIDSet stream: which CIDs the subset has, one bit each.
    pub cid_set: Option<ObjectId>,
    pub program: Option<EmbeddedProgram>,
}

/// Ascents of genuine fonts reach 1.3 em (Devanagari, Thai); beyond this they are a mistake.
const MOST_EXTENT: f64 = 1.6;
/// A /FontBBox holds every glyph, the tallest signs too.
const MOST_BOX: f64 = 3.0;

impl Descriptor {
    pub(super) fn read(view: &View<'_>, font: &Dictionary) -> Option<Self> {
        let value = view.get(font, b"FontDescriptor");
        let dictionary = value.as_dictionary()?;
        let number = |key: &[u8]| view.get(dictionary, key).as_number();
        let bbox = view.area(dictionary.get(b"FontBBox").unwrap_or(&Object::NULL));
        Some(Self {
            id: value.id(),
            font_name: view.get(dictionary, b"FontName").as_name().map(text),
            family: view.get(dictionary, b"FontFamily").as_string().map(text),
            flags: view.get(dictionary, b"Flags").as_integer(),
            bbox: bbox.map(|area| [area.x0, area.y0, area.x1, area.y1]),
            italic_angle: number(b"ItalicAngle"),
            ascent: number(b"Ascent"),
            descent: number(b"Descent"),
            cap_height: number(b"CapHeight"),
            x_height: number(b"XHeight"),
            stem_v: number(b"StemV"),
            missing_width: number(b"MissingWidth"),
            char_set: view.get(dictionary, b"CharSet").as_string().map(names),
            cid_set: view.get(dictionary, b"CIDSet").id(),
            program: program(view, dictionary),
        })
    }

    fn flag(&self, bit: u32) -> bool {
        self.flags.unwrap_or(0) >> (bit - 1) & 1 == 1
    }

    pub fn is_fixed_pitch(&self) -> bool {
        self.flag(1)
    }

    pub fn is_serif(&self) -> bool {
        self.flag(2)
    }

    pub fn is_symbolic(&self) -> bool {
        self.flag(3)
    }

    pub fn is_italic(&self) -> bool {
        self.flag(7)
    }

    pub fn is_force_bold(&self) -> bool {
        self.flag(19)
    }

    /// Ascent and descent in em where they are plausible, else those of /FontBBox, which holds the tallest glyphs and is
    /// cut to what letters need. Broken writers swap the signs, write 0, 32768, or units of another em (2059 of 2048).
    pub(super) fn extent(&self) -> (Option<f64>, Option<f64>) {
        let em = |value: Option<f64>, most: f64| {
            value
                .map(|value| value.abs() / 1000.0)
                .filter(|value| *value > 0.0 && *value < most)
        };
        let plausible = |value| em(value, MOST_EXTENT);
        let [low, high] = self.bbox.map_or([None; 2], |[_, low, _, high]| {
            [Some(low).filter(|low| *low < 0.0), Some(high)]
        });
        let boxed = |value, most: f64| em(value, MOST_BOX).map(|value| value.min(most));
        (
            plausible(self.ascent).or_else(|| boxed(high, 1.0)),
            plausible(self.descent)
                .or_else(|| boxed(low, 0.4))
                .map(|descent| -descent),
        )
    }
}

/// A name as text, cut where it is longer than any.
pub(super) fn text(name: &[u8]) -> String {
    let name = name.get(..limits::FONT_NAME).unwrap_or(name);
    String::from_utf8_lossy(name).into_owned()
}

/// `/A/B/C` as names.
fn names(list: &[u8]) -> Vec<String> {
    let list = list.get(..limits::CHAR_SET).unwrap_or(list);
    list.split(|&byte| byte == b'/')
        .map(|name| String::from_utf8_lossy(name.trim_ascii()).into_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

fn program(view: &View<'_>, descriptor: &Dictionary) -> Option<EmbeddedProgram> {
    let keys: [(&[u8], ProgramKind); 3] = [
        (b"FontFile", ProgramKind::Type1),
        (b"FontFile2", ProgramKind::TrueType),
        (b"FontFile3", ProgramKind::Cff),
    ];
    keys.iter().find_map(|&(key, kind)| {
        let value = view.get(descriptor, key);
        let stream = value.as_stream()?;
        let open_type = kind == ProgramKind::Cff
            && view
                .get(&stream.dictionary, b"Subtype")
                .is_name(b"OpenType");
        Some(EmbeddedProgram {
            kind: if open_type {
                ProgramKind::OpenType
            } else {
                kind
            },
            stream: value.id().unwrap_or(stream.id),
            span: stream.data,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_longer_than_any_are_cut() {
        assert_eq!(
            text(&[b'a'; limits::FONT_NAME + 1]).len(),
            limits::FONT_NAME
        );
        let list = "/a".repeat(limits::CHAR_SET);
        assert_eq!(names(list.as_bytes()).len(), limits::CHAR_SET / 2);
    }

    #[test]
    fn a_char_set_is_a_list_of_names() {
        assert_eq!(names(b"/A /one/two\n"), ["A", "one", "two"]);
        assert!(names(b"").is_empty());
    }

    #[test]
    fn implausible_extents_do_not_count() {
        let descriptor = Descriptor {
            ascent: Some(-905.0),
            descent: Some(212.0),
            ..Descriptor::default()
        };
        assert_eq!(descriptor.extent(), (Some(0.905), Some(-0.212)));
        let descriptor = Descriptor {
            ascent: Some(32768.0),
            descent: Some(0.0),
            ..Descriptor::default()
        };
        assert_eq!(descriptor.extent(), (None, None));
        // SymbolMT as Ghostscript writes it: units of 2048 to the em.
        let descriptor = Descriptor {
            ascent: Some(2059.0),
            descent: Some(-450.0),
            bbox: Some([0.0, -220.0, 1113.0, 1005.0]),
            ..Descriptor::default()
        };
        assert_eq!(descriptor.extent(), (Some(1.0), Some(-0.45)));
        let descriptor = Descriptor {
            ascent: Some(0.0),
            bbox: Some([-543.0, -303.0, 1277.0, 1981.0]),
            ..Descriptor::default()
        };
        assert_eq!(descriptor.extent(), (Some(1.0), Some(-0.303)));
    }
}
