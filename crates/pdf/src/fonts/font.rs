//! A font resource of any kind, and the facts that all kinds share.

use rustc_hash::FxHashMap;

use crate::place::{ObjectId, Span};
use crate::syntax::object::Dictionary;
use crate::view::View;

use super::glyph::{Code, Glyph, Text, TextSource};
use super::simple::SimpleFont;

/// /Subtype of a font dictionary (table 108).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FontKind {
    Type1,
    MmType1,
    TrueType,
    Type0 { descendant: CidFontKind },
    Type3,
}

/// /Subtype of a CIDFont (table 115).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CidFontKind {
    /// Glyphs described as in Type 1 (CFF).
    Type0,
    /// Glyphs described as in TrueType.
    Type2,
}

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

/// What only Type 3 fonts have (9.6.4).
#[derive(Debug, Clone, PartialEq)]
pub struct Type3 {
    /// Glyph space to text space.
    pub matrix: [f64; 6],
    /// The content stream that draws each code.
    pub char_procs: FxHashMap<u32, ObjectId>,
    /// `None`: those of the page are used.
    pub resources: Option<Dictionary>,
}

/// A font resource, read once.
#[derive(Debug)]
pub struct Font {
    kind: FontKind,
    base_font: String,
    subset_tag: Option<String>,
    embedded: Option<EmbeddedProgram>,
    type3: Option<Type3>,
    ascent: f64,
    descent: f64,
    glyphs: Glyphs,
}

#[derive(Debug)]
enum Glyphs {
    Simple(SimpleFont),
    Composite,
}

impl Font {
    /// Reads a font dictionary. What is missing stays missing; nothing makes this fail.
    pub fn read(view: &View<'_>, dictionary: &Dictionary) -> Self {
        let kind = match view.get(dictionary, b"Subtype").as_name() {
            Some(b"Type0") => FontKind::Type0 {
                descendant: CidFontKind::Type2,
            },
            Some(b"Type3") => FontKind::Type3,
            Some(b"TrueType") => FontKind::TrueType,
            Some(b"MMType1") => FontKind::MmType1,
            _ => FontKind::Type1,
        };
        let name = view
            .get(dictionary, b"BaseFont")
            .as_name()
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .unwrap_or_default();
        let (subset_tag, base_font) = split_subset_tag(&name);
        let descriptor_value = view.get(dictionary, b"FontDescriptor");
        let descriptor = descriptor_value.as_dictionary();
        let glyphs = match kind {
            FontKind::Type0 { .. } => Glyphs::Composite,
            _ => Glyphs::Simple(SimpleFont::read(view, dictionary, descriptor, 0.001)),
        };
        Self {
            kind,
            base_font: base_font.to_owned(),
            subset_tag: subset_tag.map(str::to_owned),
            embedded: None,
            type3: None,
            ascent: 0.75,
            descent: -0.25,
            glyphs,
        }
    }

    /// The codes of a shown string, in order.
    pub fn codes<'s>(&'s self, string: &'s [u8]) -> impl Iterator<Item = Code> + 's {
        let size = match self.glyphs {
            Glyphs::Simple(_) => 1,
            Glyphs::Composite => 2,
        };
        string.chunks(size).map(|bytes| Code {
            code: bytes
                .iter()
                .fold(0, |code, &byte| code << 8 | u32::from(byte)),
            length: bytes.len() as u8,
        })
    }

    /// What is known of a code.
    pub fn glyph(&self, code: u32) -> Glyph<'_> {
        match &self.glyphs {
            Glyphs::Simple(font) => font.glyph(code),
            Glyphs::Composite => Glyph {
                text: Text::EMPTY,
                text_source: TextSource::Unknown,
                width: 1.0,
                vertical: None,
            },
        }
    }

    /// Whether word spacing applies: a one-byte code 32 (9.3.3).
    pub fn is_space(&self, code: u32, length: u8) -> bool {
        code == 32 && length == 1
    }

    /// Whether the font writes downwards (9.7.4.3).
    pub fn vertical(&self) -> bool {
        false
    }

    /// In em, above the baseline.
    pub fn ascent(&self) -> f64 {
        self.ascent
    }

    /// In em, negative below the baseline.
    pub fn descent(&self) -> f64 {
        self.descent
    }

    /// /BaseFont without the subset tag; empty where there is none.
    pub fn base_font(&self) -> &str {
        &self.base_font
    }

    /// The six letters before the `+` of a subset's name (9.9.2).
    pub fn subset_tag(&self) -> Option<&str> {
        self.subset_tag.as_deref()
    }

    pub fn kind(&self) -> FontKind {
        self.kind
    }

    pub fn embedded(&self) -> Option<&EmbeddedProgram> {
        self.embedded.as_ref()
    }

    pub fn type3(&self) -> Option<&Type3> {
        self.type3.as_ref()
    }
}

/// `ABCDEF+Name` as tag and name (9.9.2).
fn split_subset_tag(name: &str) -> (Option<&str>, &str) {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase()) => {
            (Some(tag), rest)
        }
        _ => (None, name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subset_tag_is_six_capitals_and_a_plus() {
        assert_eq!(split_subset_tag("ABCDEF+Arial"), (Some("ABCDEF"), "Arial"));
        assert_eq!(split_subset_tag("abcdef+Arial"), (None, "abcdef+Arial"));
        assert_eq!(split_subset_tag("C+Plus"), (None, "C+Plus"));
    }
}
