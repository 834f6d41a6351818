//! A font resource of any kind, and the facts that all kinds share.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::syntax::object::{Dictionary, Object};
use crate::syntax::parser::Indirect;
use crate::view::{Value, View};

use super::codespace::{Codes, Codespaces};
use super::composite::{CidToGlyph, CompositeFont};
use super::descriptor::{self, Descriptor, EmbeddedProgram};
use super::glyph::{Code, Glyph};
use super::make::Make;
use super::program::FontProgram;
use super::simple::{Parts, SimpleFont};
use super::standard::StandardFont;
use super::to_unicode::ToUnicode;
use super::type3::{self, Type3};

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

/// A rule that a font dictionary breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FontAnomaly {
    SubtypeUnknown,
    DescendantMissing,
    /// /Encoding of a Type 0 font names no CMap, or one that nobody knows.
    EncodingUnknown,
    /// /ToUnicode is no stream, or holds nothing that can be read.
    ToUnicodeUnreadable,
    /// Parts of /ToUnicode could not be read.
    ToUnicodeBroken,
    /// A font that is not one of the standard 14 has no /Widths (table 109).
    WidthsMissing,
    DescriptorMissing,
    /// The program was opened and is of no known format.
    ProgramUnreadable,
}

/// A font resource, read once.
#[derive(Debug)]
pub struct Font {
    kind: FontKind,
    base_font: String,
    subset_tag: Option<String>,
    descriptor: Option<Descriptor>,
    make: Make,
    type3: Option<Type3>,
    ascent: f64,
    descent: f64,
    pub(super) glyphs: Glyphs,
    program: OnceCell<Option<Box<FontProgram>>>,
    anomalies: Vec<FontAnomaly>,
}

#[derive(Debug)]
pub(super) enum Glyphs {
    Simple(Box<SimpleFont>),
    Composite(Box<CompositeFont>),
}

impl Font {
    /// Reads a font dictionary. What is missing stays missing; nothing makes this fail.
    pub fn read(view: &View<'_>, dictionary: &Dictionary) -> Self {
        let mut anomalies = Vec::new();
        let descendant = descendant(view, dictionary);
        let descendant = descendant.as_ref().and_then(Descendant::dictionary);
        let kind = kind(view, dictionary, descendant, &mut anomalies);
        let name = view.get(dictionary, b"BaseFont");
        let name = descriptor::text(name.as_name().unwrap_or_default());
        let (subset_tag, base_font) = split_subset_tag(&name);
        let described = descendant.unwrap_or(dictionary);
        let descriptor = Descriptor::read(view, described);
        let written = view.get(described, b"FontDescriptor");
        let dictionaries = [Some(dictionary), descendant, written.as_dictionary()];
        let make = Make::of(
            kind,
            descriptor.as_ref(),
            subset_tag.is_some(),
            &dictionaries,
        );
        let to_unicode = to_unicode(view, dictionary, &mut anomalies);
        let program = OnceCell::new();
        let open = || {
            program
                .get_or_init(|| open_program(view, descriptor.as_ref()))
                .as_deref()
        };
        let mut type3 = None;
        let glyphs = if matches!(kind, FontKind::Type0 { .. }) {
            let (font, understood) = composite(view, dictionary, descendant, to_unicode, &open);
            if !understood {
                anomalies.push(FontAnomaly::EncodingUnknown);
            }
            Glyphs::Composite(Box::new(font))
        } else {
            let matrix = type3::matrix(view, dictionary);
            let [unit, ..] = matrix;
            let is_type3 = kind == FontKind::Type3;
            let parts = Parts {
                kind,
                dictionary,
                base_font,
                descriptor: descriptor.as_ref(),
                unit: if is_type3 { unit } else { 0.001 },
                to_unicode,
                program: &open,
            };
            let font = SimpleFont::read(view, parts);
            if is_type3 {
                type3 = Some(Type3::read(view, dictionary, matrix, font.names()));
            }
            Glyphs::Simple(Box::new(font))
        };
        let standard = StandardFont::named(base_font);
        let simple = matches!(glyphs, Glyphs::Simple(_));
        if simple && standard.is_none() && view.get(dictionary, b"Widths").is_null() {
            anomalies.push(FontAnomaly::WidthsMissing);
        }
        if descriptor.is_none() && standard.is_none() && type3.is_none() {
            anomalies.push(FontAnomaly::DescriptorMissing);
        }
        if let Some(Some(program)) = program.get()
            && program.kind().is_none()
        {
            anomalies.push(FontAnomaly::ProgramUnreadable);
        }
        let (ascent, descent) = extent(descriptor.as_ref(), standard, type3.as_ref());
        Self {
            kind,
            base_font: base_font.to_owned(),
            make,
            subset_tag: subset_tag.map(str::to_owned),
            type3,
            ascent,
            descent,
            glyphs,
            descriptor,
            program,
            anomalies,
        }
    }

    /// The codes of a shown string, in order.
    pub fn codes<'s>(&'s self, string: &'s [u8]) -> impl Iterator<Item = Code> + 's {
        match &self.glyphs {
            Glyphs::Simple(_) => Codes {
                spaces: Codespaces::Fixed(1),
                string,
            },
            Glyphs::Composite(font) => font.codes(string),
        }
    }

    /// What is known of a code.
    pub fn glyph(&self, code: u32) -> Glyph<'_> {
        match &self.glyphs {
            Glyphs::Simple(font) => font.glyph(code),
            Glyphs::Composite(font) => font.glyph(code),
        }
    }

    /// Whether word spacing applies: a one-byte code 32 (9.3.3).
    pub fn is_space(&self, code: u32, length: u8) -> bool {
        code == 32 && length == 1
    }

    /// Whether the font writes downwards (9.7.4.3).
    pub fn vertical(&self) -> bool {
        match &self.glyphs {
            Glyphs::Simple(_) => false,
            Glyphs::Composite(font) => font.vertical(),
        }
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
        self.descriptor.as_ref()?.program.as_ref()
    }

    pub fn descriptor(&self) -> Option<&Descriptor> {
        self.descriptor.as_ref()
    }

    /// How its dictionaries are written.
    pub fn make(&self) -> &Make {
        &self.make
    }

    pub fn type3(&self) -> Option<&Type3> {
        self.type3.as_ref()
    }

    pub fn anomalies(&self) -> &[FontAnomaly] {
        &self.anomalies
    }

    /// Whether a /ToUnicode CMap was read.
    pub fn has_to_unicode(&self) -> bool {
        self.to_unicode().is_some()
    }

    pub(super) fn to_unicode(&self) -> Option<&ToUnicode> {
        match &self.glyphs {
            Glyphs::Simple(font) => font.to_unicode(),
            Glyphs::Composite(font) => font.to_unicode(),
        }
    }

    /// The embedded program, decoded when first asked for. `view` is the one that the font was read from.
    pub fn program(&self, view: &View<'_>) -> Option<&FontProgram> {
        self.program
            .get_or_init(|| open_program(view, self.descriptor.as_ref()))
            .as_deref()
    }
}

fn kind(
    view: &View<'_>,
    dictionary: &Dictionary,
    descendant: Option<&Dictionary>,
    anomalies: &mut Vec<FontAnomaly>,
) -> FontKind {
    let type0 = || {
        let name = descendant.map(|descendant| view.get(descendant, b"Subtype"));
        FontKind::Type0 {
            descendant: match name {
                Some(name) if name.is_name(b"CIDFontType0") => CidFontKind::Type0,
                _ => CidFontKind::Type2,
            },
        }
    };
    let kind = match view.get(dictionary, b"Subtype").as_name() {
        Some(b"Type0") => type0(),
        Some(b"Type3") => FontKind::Type3,
        Some(b"TrueType") => FontKind::TrueType,
        Some(b"MMType1") => FontKind::MmType1,
        Some(b"Type1" | b"Type1C") => FontKind::Type1,
        _ => {
            anomalies.push(FontAnomaly::SubtypeUnknown);
            if descendant.is_some() {
                type0()
            } else if dictionary.contains(b"CharProcs") {
                FontKind::Type3
            } else {
                FontKind::Type1
            }
        }
    };
    if matches!(kind, FontKind::Type0 { .. }) && descendant.is_none() {
        anomalies.push(FontAnomaly::DescendantMissing);
    }
    kind
}

/// The dictionary of a CIDFont: an object of its own, as it should be, or written into the Type 0 font.
enum Descendant {
    Indirect(Rc<Indirect>),
    Direct(Object),
}

impl Descendant {
    fn dictionary(&self) -> Option<&Dictionary> {
        match self {
            Self::Indirect(indirect) => indirect.object.as_dictionary(),
            Self::Direct(object) => object.as_dictionary(),
        }
    }
}

/// The only item of /DescendantFonts (table 119).
fn descendant(view: &View<'_>, dictionary: &Dictionary) -> Option<Descendant> {
    let list = view.get(dictionary, b"DescendantFonts");
    let item = match list.as_array() {
        Some(items) => view.resolve(items.first()?),
        None => list,
    };
    Some(match item {
        Value::Indirect(indirect) => Descendant::Indirect(indirect),
        Value::Direct(object) => Descendant::Direct(object.clone()),
    })
}

fn to_unicode(
    view: &View<'_>,
    dictionary: &Dictionary,
    anomalies: &mut Vec<FontAnomaly>,
) -> Option<ToUnicode> {
    let value = view.get(dictionary, b"ToUnicode");
    let map = match &*value {
        Object::Null => return None,
        Object::Name(name) if name.as_bytes().starts_with(b"Identity") => ToUnicode::identity(),
        Object::Stream(stream) => ToUnicode::parse(&view.decode(stream).unwrap_or_default()),
        _ => ToUnicode::default(),
    };
    if map.is_empty() {
        anomalies.push(FontAnomaly::ToUnicodeUnreadable);
        return None;
    }
    if map.is_broken() {
        anomalies.push(FontAnomaly::ToUnicodeBroken);
    }
    Some(map)
}

/// A composite font, and whether its encoding was understood.
fn composite<'f>(
    view: &View<'_>,
    dictionary: &Dictionary,
    descendant: Option<&Dictionary>,
    to_unicode: Option<ToUnicode>,
    program: &'f dyn Fn() -> Option<&'f FontProgram>,
) -> (CompositeFont, bool) {
    let empty = Dictionary::default();
    let described = descendant.unwrap_or(&empty);
    let (mut font, understood) = CompositeFont::read(view, dictionary, described, to_unicode);
    if font.needs_program()
        && let Some(program) = program()
    {
        let texts = cid_characters(view, program, font.cid_to_glyph);
        font.set_program_texts(texts);
    }
    (font, understood)
}

fn open_program(view: &View<'_>, descriptor: Option<&Descriptor>) -> Option<Box<FontProgram>> {
    let stream = view.indirect(descriptor?.program?.stream)?;
    let bytes = view.decode(stream.object.as_stream()?).ok()?;
    Some(Box::new(FontProgram::open(bytes)))
}

/// What the program's own tables read for each CID.
fn cid_characters(view: &View<'_>, program: &FontProgram, map: CidToGlyph) -> Vec<(u32, char)> {
    let characters = program.characters();
    if let CidToGlyph::Stream(id) = map {
        return cid_to_glyph_map(view, id)
            .filter_map(|(cid, glyph)| Some((cid, *characters.get(&glyph)?)))
            .collect();
    }
    match program.glyphs_of_cids() {
        Some(glyphs) => glyphs
            .into_iter()
            .filter_map(|(cid, glyph)| Some((cid, *characters.get(&glyph)?)))
            .collect(),
        None => characters.into_iter().collect(),
    }
}

/// The pairs of CID and glyph of a /CIDToGIDMap stream; CIDs of glyph 0 are left out.
pub(super) fn cid_to_glyph_map(
    view: &View<'_>,
    id: crate::place::ObjectId,
) -> impl Iterator<Item = (u32, u32)> + use<> {
    let bytes = view
        .indirect(id)
        .and_then(|indirect| view.decode(indirect.object.as_stream()?).ok())
        .unwrap_or_default();
    let glyphs: Vec<u16> = bytes
        .as_chunks::<2>()
        .0
        .iter()
        .take(0x10000)
        .map(|pair| u16::from_be_bytes(*pair))
        .collect();
    (0u32..)
        .zip(glyphs)
        .map(|(cid, glyph)| (cid, u32::from(glyph)))
        .filter(|&(_, glyph)| glyph != 0)
}

/// Ascent and descent in em: of the descriptor, the standard font, the box of a Type 3 font, or what is common.
fn extent(
    descriptor: Option<&Descriptor>,
    standard: Option<StandardFont>,
    type3: Option<&Type3>,
) -> (f64, f64) {
    let embedded = descriptor.is_some_and(|descriptor| descriptor.program.is_some());
    // What a descriptor says of a standard font that is not embedded is not that of the font drawn.
    if let Some(standard) = standard.filter(|_| !embedded) {
        return standard.extent();
    }
    let (ascent, descent) = descriptor.map_or((None, None), Descriptor::extent);
    let (box_ascent, box_descent) = type3.map_or((None, None), Type3::extent);
    (
        ascent.or(box_ascent).unwrap_or(0.75),
        descent.or(box_descent).unwrap_or(-0.25),
    )
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
mod tests;
