//! What a font carries, used or not: characters that /ToUnicode, /Widths, /CharSet and the glyphs of the program name.
//! Text taken out of a document leaves its characters here.

use rustc_hash::FxHashMap;

use crate::view::View;

use super::composite::CidToGlyph;
use super::descriptor::Descriptor;
use super::font::{Font, Glyphs, cid_to_glyph_map};
use super::glyph_names::{self, NameText};
use super::program::FontProgram;

/// A glyph that the program draws.
#[derive(Debug, Clone, PartialEq)]
pub struct CarriedGlyph {
    pub glyph: u32,
    pub name: Option<String>,
    /// The codes that lead to it: in Type 0 fonts, its CIDs.
    pub codes: Vec<u32>,
    /// What it reads, by the font's dictionary or else by the program; empty where nothing tells.
    pub text: String,
}

/// Everything a font carries.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Inventory {
    /// Codes that /ToUnicode names, with their text, ascending.
    pub to_unicode: Vec<(u32, String)>,
    /// Codes (of Type 0 fonts: CIDs) with a width other than 0 in /Widths or /W, ascending.
    pub widths: Vec<u32>,
    /// What the names of /CharSet read; a name that reads nothing is given as it is, behind a slash.
    pub char_set: Vec<String>,
    /// Glyphs of the program with an outline, without the one for undefined codes.
    pub glyphs: Vec<CarriedGlyph>,
}

impl Font {
    /// The widths that the dictionary declares, in em: of codes, or of CIDs in a Type 0 font; ascending.
    pub fn declared_widths(&self) -> Box<dyn Iterator<Item = (u32, f64)> + '_> {
        match &self.glyphs {
            Glyphs::Simple(font) => Box::new(font.declared()),
            Glyphs::Composite(font) => Box::new(font.metrics().declared()),
        }
    }

    /// The CID of a code; in a simple font the code itself.
    pub fn cid(&self, code: u32) -> u32 {
        match &self.glyphs {
            Glyphs::Simple(_) => code,
            Glyphs::Composite(font) => font.cid(code),
        }
    }

    /// The glyph name of a code of a simple font, as /Encoding or the program gives it.
    pub fn glyph_name(&self, code: u32) -> Option<&[u8]> {
        match &self.glyphs {
            Glyphs::Simple(font) => Some(font.name(code)).filter(|name| !name.is_empty()),
            Glyphs::Composite(_) => None,
        }
    }

    /// The advances that the embedded program gives codes, in em: of CIDs in a Type 0 font; ascending.
    pub fn program_widths(&self, view: &View<'_>) -> Vec<(u32, f64)> {
        let Some(program) = self.program(view) else {
            return Vec::new();
        };
        let pairs = self.program_glyphs(view, program);
        let advances = program.advances(pairs.iter().map(|&(_, glyph)| glyph));
        pairs
            .iter()
            .zip(advances)
            .filter_map(|(&(code, _), advance)| Some((code, advance?)))
            .collect()
    }

    /// The glyph that each code draws: of CIDs in a Type 0 font; ascending.
    pub fn program_glyphs(&self, view: &View<'_>, program: &FontProgram) -> Vec<(u32, u32)> {
        let mut pairs: Vec<(u32, u32)> = match &self.glyphs {
            Glyphs::Simple(font) => {
                let symbolic = self.descriptor().is_some_and(Descriptor::is_symbolic);
                let glyphs = program.simple_glyphs(&font.names_in(program), symbolic);
                (0u32..)
                    .zip(glyphs.iter())
                    .filter_map(|(code, glyph)| Some((code, (*glyph)?)))
                    .collect()
            }
            Glyphs::Composite(font) => match font.cid_to_glyph {
                CidToGlyph::Stream(id) => cid_to_glyph_map(view, id).collect(),
                CidToGlyph::Identity => match program.glyphs_of_cids() {
                    Some(glyphs) => glyphs.into_iter().collect(),
                    None => (0..program.glyph_count())
                        .map(|glyph| (glyph, glyph))
                        .collect(),
                },
            },
        };
        pairs.sort_unstable();
        pairs
    }

    /// Everything that the font carries. Opens the program.
    pub fn inventory(&self, view: &View<'_>) -> Inventory {
        let to_unicode = self.to_unicode().map_or_else(Vec::new, |map| {
            map.codes()
                .filter_map(|code| Some((code, map.text(code)?.to_string())))
                .collect()
        });
        let char_set = self
            .descriptor()
            .and_then(|descriptor| descriptor.char_set.as_ref())
            .map_or_else(Vec::new, |names| {
                names.iter().map(|name| text_or_name(name)).collect()
            });
        Inventory {
            to_unicode,
            widths: self
                .declared_widths()
                .filter(|&(_, width)| width != 0.0)
                .map(|(code, _)| code)
                .collect(),
            char_set,
            glyphs: self
                .program(view)
                .map_or_else(Vec::new, |program| self.carried(view, program)),
        }
    }

    fn carried(&self, view: &View<'_>, program: &FontProgram) -> Vec<CarriedGlyph> {
        let mut codes: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (code, glyph) in self.program_glyphs(view, program) {
            codes.entry(glyph).or_default().push(code);
        }
        let characters = program.characters();
        program
            .glyphs()
            .into_iter()
            .filter(|entry| entry.draws && entry.name.as_deref() != Some(".notdef"))
            .filter(|entry| entry.glyph != 0 || entry.name.is_some())
            .map(|entry| {
                let codes = codes.remove(&entry.glyph).unwrap_or_default();
                let by_code = codes
                    .iter()
                    .map(|&code| self.glyph(code).text.to_string())
                    .find(|text| !text.is_empty());
                let by_program = || characters.get(&entry.glyph).map(char::to_string);
                CarriedGlyph {
                    text: by_code.or_else(by_program).unwrap_or_default(),
                    glyph: entry.glyph,
                    name: entry.name,
                    codes,
                }
            })
            .collect()
    }
}

fn text_or_name(name: &str) -> String {
    match glyph_names::text_of(name.as_bytes()) {
        Some((NameText::Character(character), _)) => character.to_string(),
        Some((NameText::Several(text), _)) => text.into(),
        None => format!("/{name}"),
    }
}
