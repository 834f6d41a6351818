//! An embedded font program (ISO 32000-2, 9.9), whatever its format: its glyphs, their names, characters and advances.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::limits;

use super::cff::CffProgram;
use super::descriptor::ProgramKind;
use super::glyph_names::{self, NameText};
use super::outline::Outline;
use super::simple::GlyphNames;
use super::truetype::TrueTypeProgram;
use super::type1::Type1Program;

/// A font program, decoded. What is read from it is read when asked for.
pub struct FontProgram {
    bytes: Box<[u8]>,
    format: Format,
}

enum Format {
    Type1(Box<Type1Program>),
    TrueType,
    OpenTypeCff,
    Cff,
    Unknown,
}

/// One glyph of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramGlyph {
    pub glyph: u32,
    pub name: Option<String>,
    /// In em.
    pub advance: Option<f64>,
    /// Whether it has an outline. Subsets keep the numbers of the glyphs they drop and empty them.
    pub draws: bool,
}

impl FontProgram {
    /// Opens a decoded program. What cannot be read of it stays unknown.
    pub fn open(mut bytes: Vec<u8>) -> Self {
        bytes.truncate(limits::FONT_PROGRAM);
        let format = match bytes.as_slice() {
            [0, 1, 0, 0, ..] | [b't', b'r', b'u', b'e', ..] | [b't', b't', b'c', b'f', ..] => {
                Format::TrueType
            }
            [b'O', b'T', b'T', b'O', ..] => Format::OpenTypeCff,
            // Major version 1; header and offset sizes are small.
            [1, _, 4..=32, 1..=4, ..] => Format::Cff,
            data => Type1Program::read(data)
                .map_or(Format::Unknown, |program| Format::Type1(Box::new(program))),
        };
        Self {
            bytes: bytes.into_boxed_slice(),
            format,
        }
    }

    /// What the bytes are, by their own mark; `None` where they are nothing known.
    pub fn kind(&self) -> Option<ProgramKind> {
        match self.format {
            Format::Type1(_) => Some(ProgramKind::Type1),
            Format::TrueType => Some(ProgramKind::TrueType),
            Format::OpenTypeCff => Some(ProgramKind::OpenType),
            Format::Cff => Some(ProgramKind::Cff),
            Format::Unknown => None,
        }
    }

    /// The decoded program.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn truetype(&self) -> Option<TrueTypeProgram<'_>> {
        match self.format {
            Format::TrueType | Format::OpenTypeCff => TrueTypeProgram::open(&self.bytes),
            _ => None,
        }
    }

    fn cff(&self) -> Option<CffProgram<'_>> {
        match self.format {
            Format::Cff => CffProgram::open(&self.bytes, None),
            Format::OpenTypeCff => {
                let wrapper = TrueTypeProgram::open(&self.bytes)?;
                CffProgram::open(wrapper.cff()?, Some(wrapper.units_per_em()))
            }
            _ => None,
        }
    }

    fn type1(&self) -> Option<&Type1Program> {
        match &self.format {
            Format::Type1(program) => Some(program),
            _ => None,
        }
    }

    pub fn glyph_count(&self) -> u32 {
        if let Some(program) = self.type1() {
            program.glyphs.len() as u32
        } else if let Some(program) = self.cff() {
            program.glyph_count()
        } else {
            self.truetype().map_or(0, |program| program.glyph_count())
        }
    }

    /// All glyphs, in the program's order.
    pub fn glyphs(&self) -> Vec<ProgramGlyph> {
        if let Some(program) = self.type1() {
            return (0u32..)
                .zip(&program.glyphs)
                .map(|(glyph, entry)| ProgramGlyph {
                    glyph,
                    name: Some(entry.name.to_string()),
                    advance: program.advance(glyph),
                    draws: program.draws(glyph),
                })
                .collect();
        }
        if let Some(program) = self.cff() {
            let mut names: FxHashMap<u32, String> = program.names().into_iter().collect();
            return (0..program.glyph_count())
                .map(|glyph| ProgramGlyph {
                    glyph,
                    name: names.remove(&glyph),
                    advance: program.advance(glyph),
                    draws: program.draws(glyph),
                })
                .collect();
        }
        if let Some(program) = self.truetype() {
            let mut names: FxHashMap<u32, String> = program.names().into_iter().collect();
            return (0..program.glyph_count())
                .map(|glyph| ProgramGlyph {
                    glyph,
                    name: names.remove(&glyph),
                    advance: program.advance(glyph),
                    draws: program.draws(glyph),
                })
                .collect();
        }
        Vec::new()
    }

    /// The shape of a glyph; `None` where it cannot be read.
    pub fn outline(&self, glyph: u32) -> Option<Outline> {
        if let Some(program) = self.type1() {
            program.outline(glyph)
        } else if let Some(program) = self.cff() {
            program.outline(glyph)?.finish(program.unit())
        } else {
            let program = self.truetype()?;
            program
                .outline(glyph)?
                .finish(1.0 / f64::from(program.units_per_em()))
        }
    }

    /// Whether each of these glyphs has an outline.
    pub fn draws(&self, glyphs: impl Iterator<Item = u32>) -> Vec<bool> {
        if let Some(program) = self.type1() {
            glyphs.map(|glyph| program.draws(glyph)).collect()
        } else if let Some(program) = self.cff() {
            glyphs.map(|glyph| program.draws(glyph)).collect()
        } else if let Some(program) = self.truetype() {
            glyphs.map(|glyph| program.draws(glyph)).collect()
        } else {
            glyphs.map(|_| false).collect()
        }
    }

    /// The character of each glyph for which the program itself tells it.
    pub fn characters(&self) -> FxHashMap<u32, char> {
        let by_name = |names: Vec<(u32, String)>| {
            names
                .into_iter()
                .filter_map(
                    |(glyph, name)| match glyph_names::text_of(name.as_bytes())? {
                        (NameText::Character(character), _) => Some((glyph, character)),
                        _ => None,
                    },
                )
                .collect()
        };
        match &self.format {
            Format::Type1(program) => by_name(
                (0u32..)
                    .zip(&program.glyphs)
                    .map(|(glyph, entry)| (glyph, entry.name.to_string()))
                    .collect(),
            ),
            Format::Cff => by_name(self.cff().map_or_else(Vec::new, |program| program.names())),
            _ => self
                .truetype()
                .map_or_else(FxHashMap::default, |program| program.characters()),
        }
    }

    /// The glyph of each CID, where the program is CID-keyed; in others a CID is the glyph itself (9.7.4.2).
    pub(super) fn glyphs_of_cids(&self) -> Option<FxHashMap<u32, u32>> {
        let program = self.cff().filter(CffProgram::is_cid_keyed)?;
        Some(
            program
                .cids()
                .into_iter()
                .map(|(glyph, cid)| (cid, glyph))
                .collect(),
        )
    }

    /// The names that the built-in encoding gives codes (9.6.5.1); `None` where the program has no encoding.
    pub(super) fn built_in_names(&self) -> Option<Vec<(u8, String)>> {
        if let Some(program) = self.type1() {
            return program.encoding().map(<[_]>::to_vec);
        }
        let program = self.cff().filter(|program| !program.is_cid_keyed())?;
        let names: FxHashMap<u32, String> = program.names().into_iter().collect();
        Some(
            program
                .encoding()
                .into_iter()
                .filter_map(|(code, glyph)| Some((code, names.get(&glyph)?.clone())))
                .collect(),
        )
    }

    /// What the codes of a symbolic TrueType font read by its own tables; `None` where these tell nothing.
    pub(super) fn simple_texts(&self) -> Option<Box<[Option<char>; 256]>> {
        let program = self.truetype()?;
        let characters = program.characters();
        if characters.is_empty() {
            return None;
        }
        let mut texts = Box::new([None; 256]);
        for (code, text) in (0..=255).zip(texts.iter_mut()) {
            *text = program
                .glyph_of_code(code)
                .and_then(|glyph| characters.get(&glyph).copied());
        }
        Some(texts)
    }

    /// The glyph that each code of a simple font draws.
    pub(super) fn simple_glyphs(
        &self,
        names: &GlyphNames,
        symbolic: bool,
    ) -> Box<[Option<u32>; 256]> {
        let mut glyphs = Box::new([None; 256]);
        let slots = (0u8..=255)
            .zip(glyphs.iter_mut())
            .map(|(code, slot)| ((code, slot), names.name(code)));
        if let Some(program) = self.type1() {
            for ((_, slot), name) in slots {
                *slot = program.glyph_named(name);
            }
        } else if let Some(program) = self.cff() {
            let by_name: FxHashMap<String, u32> = program
                .names()
                .into_iter()
                .map(|(glyph, name)| (name, glyph))
                .collect();
            for ((code, slot), name) in slots {
                *slot = match std::str::from_utf8(name) {
                    // A CID-keyed program in a simple font: viewers take the code as the glyph.
                    _ if program.is_cid_keyed() => Some(u32::from(code)),
                    Ok(name) => by_name.get(name).copied(),
                    Err(_) => None,
                };
            }
        } else if let Some(program) = self.truetype() {
            let by_name: FxHashMap<String, u32> = program
                .names()
                .into_iter()
                .map(|(glyph, name)| (name, glyph))
                .collect();
            for ((code, slot), name) in slots {
                let by_code = || program.glyph_of_code(code);
                let by_name = || program.glyph_of_name(name, &by_name);
                *slot = if symbolic || !program.has_unicode_map() {
                    by_code().or_else(by_name)
                } else {
                    by_name().or_else(by_code)
                };
            }
        }
        glyphs
    }

    /// The advance of each code of a simple font, in em.
    pub(super) fn simple_widths(
        &self,
        names: &GlyphNames,
        symbolic: bool,
    ) -> Box<[Option<f64>; 256]> {
        let glyphs = self.simple_glyphs(names, symbolic);
        let advances = self.advances(glyphs.iter().map(|glyph| glyph.unwrap_or(0)));
        let mut widths = Box::new([None; 256]);
        for ((slot, glyph), advance) in widths.iter_mut().zip(glyphs.iter()).zip(advances) {
            *slot = glyph.and(advance);
        }
        widths
    }

    /// The advances of these glyphs, in em.
    pub(super) fn advances(&self, glyphs: impl Iterator<Item = u32>) -> Vec<Option<f64>> {
        if let Some(program) = self.type1() {
            glyphs.map(|glyph| program.advance(glyph)).collect()
        } else if let Some(program) = self.cff() {
            glyphs.map(|glyph| program.advance(glyph)).collect()
        } else if let Some(program) = self.truetype() {
            glyphs.map(|glyph| program.advance(glyph)).collect()
        } else {
            glyphs.map(|_| None).collect()
        }
    }
}

impl fmt::Debug for FontProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FontProgram")
            .field("kind", &self.kind())
            .field("length", &self.bytes.len())
            .finish()
    }
}

#[cfg(test)]
mod tests;
