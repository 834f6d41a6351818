//! Simple fonts (ISO 32000-2, 9.6): one byte a code, each code a glyph name, each name a text and a width.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::syntax::object::{Dictionary, Name, Object};
use crate::view::View;

use super::descriptor::Descriptor;
use super::encodings::{self, Encoding};
use super::font::FontKind;
use super::glyph::{Glyph, Text, TextSource};
use super::glyph_names::{self, NameText};
use super::program::FontProgram;
use super::standard::{Family, StandardFont};
use super::to_unicode::ToUnicode;

/// The glyph name of a code, where no encoding of Annex D gives it.
#[derive(Debug, Clone, PartialEq)]
enum GlyphName {
    /// From /Differences.
    Written(Name),
    /// From the font program.
    Program(Box<str>),
}

impl GlyphName {
    fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Written(name) => name.as_bytes(),
            Self::Program(name) => name.as_bytes(),
        }
    }
}

/// The glyph names of all codes: those of an encoding of Annex D, and those that the font gives otherwise. Most fonts give
/// few or none, and a file may have thousands of fonts.
#[derive(Debug, Default, Clone)]
pub(super) struct GlyphNames {
    listed: Option<&'static Encoding>,
    /// By code, ascending.
    own: Vec<(u8, GlyphName)>,
}

impl From<&'static Encoding> for GlyphNames {
    fn from(encoding: &'static Encoding) -> Self {
        Self {
            listed: Some(encoding),
            own: Vec::new(),
        }
    }
}

impl GlyphNames {
    /// The name of a code; empty where it has none.
    pub(super) fn name(&self, code: u8) -> &[u8] {
        let listed = || self.listed(code).map_or("", |(name, _)| name).as_bytes();
        self.own(code).map_or_else(listed, GlyphName::as_bytes)
    }

    fn own(&self, code: u8) -> Option<&GlyphName> {
        let at = self.own.binary_search_by_key(&code, |(code, _)| *code);
        self.own.get(at.ok()?).map(|(_, name)| name)
    }

    /// With the character it reads.
    fn listed(&self, code: u8) -> Option<(&'static str, char)> {
        let (encoding, at) = (self.listed?, usize::from(code));
        let name = encoding.names.get(at).filter(|name| !name.is_empty())?;
        Some((*name, *encoding.characters.get(at)?))
    }

    fn set(&mut self, code: u8, name: GlyphName) {
        match self.own.binary_search_by_key(&code, |(code, _)| *code) {
            Ok(at) => {
                if let Some(slot) = self.own.get_mut(at) {
                    slot.1 = name;
                }
            }
            Err(at) => self.own.insert(at, (code, name)),
        }
    }
}

/// Codes that are looked up together: text uses few of a font's.
const TOGETHER: usize = 16;
type Cells = [OnceCell<Resolved>; TOGETHER];

/// What a simple font says of each of its 256 codes.
#[derive(Debug)]
pub(super) struct SimpleFont {
    names: GlyphNames,
    /// Whether the program has names of its own for what `names` lists: it was not opened, as /ToUnicode reads all codes.
    built_in_unread: bool,
    /// In em; `None` without /Widths.
    widths: Option<Box<[Option<f64>; 256]>>,
    missing_width: f64,
    standard: Option<StandardFont>,
    /// Characters that the program's own tables give codes that have no name.
    program_texts: Option<Box<[Option<char>; 256]>>,
    /// Advances of the program, read only where /Widths is missing.
    program_widths: Option<Box<[Option<f64>; 256]>>,
    to_unicode: Option<ToUnicode>,
    resolved: [OnceCell<Box<Cells>>; 256 / TOGETHER],
}

/// A code looked up once.
#[derive(Debug)]
struct Resolved {
    text: NameText,
    source: TextSource,
    width: f64,
}

/// The parts of a font that its codes are read from.
pub(super) struct Parts<'f> {
    pub(super) kind: FontKind,
    pub(super) dictionary: &'f Dictionary,
    pub(super) base_font: &'f str,
    pub(super) descriptor: Option<&'f Descriptor>,
    /// Text space units of one unit of /Widths.
    pub(super) unit: f64,
    pub(super) to_unicode: Option<ToUnicode>,
    /// Opens the embedded program, where there is one.
    pub(super) program: &'f dyn Fn() -> Option<&'f FontProgram>,
}

impl SimpleFont {
    pub(super) fn read(view: &View<'_>, mut parts: Parts<'_>) -> Self {
        let standard = StandardFont::named(parts.base_font);
        let widths = declared_widths(view, parts.dictionary, parts.unit);
        let mut font = Self {
            names: GlyphNames::default(),
            built_in_unread: false,
            missing_width: parts
                .descriptor
                .and_then(|descriptor| descriptor.missing_width)
                .unwrap_or(0.0)
                * parts.unit,
            standard: match (standard, &widths) {
                (None, None) if parts.kind != FontKind::Type3 => Some(substitute(parts.descriptor)),
                _ => standard,
            },
            widths,
            program_texts: None,
            program_widths: None,
            to_unicode: parts.to_unicode.take(),
            resolved: [const { OnceCell::new() }; 256 / TOGETHER],
        };
        let encoding = view.get(parts.dictionary, b"Encoding");
        let base = base_encoding(view, &encoding);
        match base {
            Some(base) => font.names = base.into(),
            None => font.default_names(&parts, standard, encoding.is_null()),
        }
        if let Some(dictionary) = encoding.as_dictionary() {
            font.merge_differences(view, dictionary);
        }
        if font.widths.is_none() && parts.kind != FontKind::Type3 {
            font.program_widths = (parts.program)().map(|program| {
                let symbolic = parts.descriptor.is_some_and(Descriptor::is_symbolic);
                program.simple_widths(&font.names, symbolic)
            });
        }
        font
    }

    /// Names where /Encoding gives no base: those built into the font (9.6.5.1).
    fn default_names(
        &mut self,
        parts: &Parts<'_>,
        standard: Option<StandardFont>,
        no_encoding: bool,
    ) {
        match parts.kind {
            FontKind::Type3 => {}
            FontKind::TrueType => {
                self.names = (&encodings::WIN_ANSI).into();
                let symbolic = parts.descriptor.is_some_and(Descriptor::is_symbolic);
                if symbolic
                    && no_encoding
                    && !self.reads_all_declared()
                    && let Some(program) = (parts.program)()
                {
                    self.program_texts = program.simple_texts();
                }
            }
            _ => {
                let built_in = standard.map_or(&encodings::STANDARD, |s| s.built_in_encoding());
                self.names = built_in.into();
                self.built_in_unread = self.reads_all_declared();
                if !self.built_in_unread
                    && let Some(program) = (parts.program)()
                    && let Some(names) = program.built_in_names()
                {
                    self.program_names(names);
                }
            }
        }
    }

    /// Names of the program; gaps keep those of StandardEncoding, as some programs leave theirs empty.
    fn program_names(&mut self, names: Vec<(u8, String)>) {
        for (code, name) in names {
            self.names
                .set(code, GlyphName::Program(name.into_boxed_str()));
        }
    }

    /// The names of all codes, with those that the program gives where the dictionary gives none (9.6.5.1): a code that
    /// neither names shows nothing.
    pub(super) fn names_in(&self, program: &FontProgram) -> Cow<'_, GlyphNames> {
        let built_in = match self.built_in_unread {
            true => program.built_in_names().unwrap_or_default(),
            false => Vec::new(),
        };
        if built_in.is_empty() {
            return Cow::Borrowed(&self.names);
        }
        let mut names = GlyphNames::default();
        for (code, name) in built_in {
            names.set(code, GlyphName::Program(name.into_boxed_str()));
        }
        for (code, name) in &self.names.own {
            names.set(*code, name.clone());
        }
        Cow::Owned(names)
    }

    /// Whether /ToUnicode reads every code that /Widths says is used, so that the program need not be opened.
    fn reads_all_declared(&self) -> bool {
        let (Some(map), Some(widths)) = (&self.to_unicode, &self.widths) else {
            return false;
        };
        (0u32..)
            .zip(widths.iter())
            .all(|(code, width)| width.is_none_or(|width| width == 0.0) || map.text(code).is_some())
    }

    /// /Differences: a code, then the names of it and those that follow (table 112).
    fn merge_differences(&mut self, view: &View<'_>, encoding: &Dictionary) {
        let value = view.get(encoding, b"Differences");
        let items = value.as_array().unwrap_or_default();
        // Many fonts can share one array: reading it costs each of them.
        let budget = view.document().budget();
        if budget.spend_operators(items.len() as u64).is_err() {
            return;
        }
        let mut code = 0i64;
        for item in items {
            let item = view.resolve(item);
            match &*item {
                Object::Name(name) => {
                    if let Ok(code) = u8::try_from(code) {
                        self.names.set(code, GlyphName::Written(name.clone()));
                    }
                    code = code.saturating_add(1);
                }
                other => code = other.as_integer().unwrap_or(code),
            }
        }
    }

    pub(super) fn glyph(&self, code: u32) -> Glyph<'_> {
        let Some(cells) = self.resolved.get(code as usize / TOGETHER) else {
            return Glyph {
                text: Text::EMPTY,
                text_source: TextSource::Unknown,
                width: self.missing_width,
                vertical: None,
            };
        };
        let cells = cells.get_or_init(|| Box::new([const { OnceCell::new() }; TOGETHER]));
        #[expect(
            clippy::indexing_slicing,
            reason = "a remainder is less than what divides"
        )]
        let resolved = cells[code as usize % TOGETHER].get_or_init(|| self.resolve(code));
        Glyph {
            text: match &resolved.text {
                NameText::Character(character) => Text::from(*character),
                NameText::Several(text) => Text::from(&**text),
            },
            text_source: resolved.source,
            width: resolved.width,
            vertical: None,
        }
    }

    fn resolve(&self, code: u32) -> Resolved {
        let (text, source) = self
            .text(code)
            .unwrap_or((NameText::Several("".into()), TextSource::Unknown));
        Resolved {
            text,
            source,
            width: self.width(code as usize),
        }
    }

    fn text(&self, code: u32) -> Option<(NameText, TextSource)> {
        if let Some(text) = self.to_unicode.as_ref().and_then(|map| map.text(code)) {
            return Some((NameText::Several((*text).into()), TextSource::ToUnicode));
        }
        let at = code as usize;
        if let Some(texts) = &self.program_texts
            && let Some(character) = texts.get(at).copied().flatten()
        {
            return Some((NameText::Character(character), TextSource::Program));
        }
        let code = u8::try_from(code).ok()?;
        let own = self.names.own(code);
        if own.is_none()
            && let Some((_, character)) = self.names.listed(code)
        {
            return Some((NameText::Character(character), TextSource::Encoding));
        }
        let name = own.map_or(b"".as_slice(), GlyphName::as_bytes);
        let dingbats = self
            .standard
            .is_some_and(|standard| standard.family == Family::ZapfDingbats);
        let known = glyph_names::dingbat(name)
            .filter(|_| dingbats)
            .map(|text| (text, TextSource::Encoding))
            .or_else(|| glyph_names::text_of(name));
        match (own, known) {
            (Some(GlyphName::Program(_)), Some((text, TextSource::Encoding))) => {
                Some((text, TextSource::Program))
            }
            (_, Some(known)) => Some(known),
            // A name of nobody's list: viewers copy the code itself.
            _ => {
                let character = char::from(code);
                let drawn = !matches!(name, b"" | b".notdef");
                (drawn && !character.is_control())
                    .then_some((NameText::Character(character), TextSource::Unknown))
            }
        }
    }

    fn width(&self, code: usize) -> f64 {
        if let Some(widths) = &self.widths {
            return widths
                .get(code)
                .copied()
                .flatten()
                .unwrap_or(self.missing_width);
        }
        let program = self
            .program_widths
            .as_ref()
            .and_then(|widths| widths.get(code).copied().flatten());
        let standard = || {
            let name = self.names.name(u8::try_from(code).ok()?);
            // Some files draw spaces with a code that has no name.
            let name = if name.is_empty() && code == 32 {
                b"space"
            } else {
                name
            };
            self.standard?.width(name)
        };
        program.or_else(standard).unwrap_or(self.missing_width)
    }

    pub(super) fn name(&self, code: u32) -> &[u8] {
        u8::try_from(code).map_or(b"".as_slice(), |code| self.names.name(code))
    }

    pub(super) fn names(&self) -> &GlyphNames {
        &self.names
    }

    pub(super) fn to_unicode(&self) -> Option<&ToUnicode> {
        self.to_unicode.as_ref()
    }

    /// The codes that /Widths names, with their widths in em.
    pub(super) fn declared(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        let widths = self.widths.iter().flat_map(|widths| widths.iter());
        (0u32..)
            .zip(widths)
            .filter_map(|(code, width)| Some((code, (*width)?)))
    }
}

/// The base encoding that /Encoding names (9.6.5.1).
fn base_encoding(view: &View<'_>, encoding: &Object) -> Option<&'static Encoding> {
    let named = |name: &[u8]| match name {
        b"WinAnsiEncoding" => Some(&encodings::WIN_ANSI),
        b"MacRomanEncoding" => Some(&encodings::MAC_ROMAN),
        b"MacExpertEncoding" => Some(&encodings::MAC_EXPERT),
        b"StandardEncoding" => Some(&encodings::STANDARD),
        _ => None,
    };
    match encoding {
        Object::Name(name) => named(name.as_bytes()),
        Object::Dictionary(dictionary) => view
            .get(dictionary, b"BaseEncoding")
            .as_name()
            .and_then(named),
        _ => None,
    }
}

/// /Widths from /FirstChar on (table 109), scaled by `unit`.
fn declared_widths(
    view: &View<'_>,
    dictionary: &Dictionary,
    unit: f64,
) -> Option<Box<[Option<f64>; 256]>> {
    let list = view.get(dictionary, b"Widths");
    let list = list.as_array()?;
    let first = view
        .get(dictionary, b"FirstChar")
        .as_integer()
        .and_then(|first| usize::try_from(first).ok())
        .unwrap_or(0);
    let mut widths = Box::new([None; 256]);
    for (slot, width) in widths.iter_mut().skip(first).zip(list) {
        *slot = view.resolve(width).as_number().map(|width| width * unit);
    }
    Some(widths)
}

/// What stands in for a font that is neither embedded nor standard and has no /Widths: chosen by its flags, as viewers
/// choose, and a Times where there are none.
fn substitute(descriptor: Option<&Descriptor>) -> StandardFont {
    let flag = |test: fn(&Descriptor) -> bool| descriptor.is_some_and(test);
    StandardFont {
        family: if flag(Descriptor::is_fixed_pitch) {
            Family::Courier
        } else if descriptor.is_none_or(Descriptor::is_serif) {
            Family::Times
        } else {
            Family::Helvetica
        },
        bold: flag(Descriptor::is_force_bold),
        italic: flag(Descriptor::is_italic),
    }
}
