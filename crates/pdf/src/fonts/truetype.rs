//! TrueType and OpenType programs: from codes and names to glyphs (ISO 32000-2, 9.6.5.4), from glyphs to characters.

use read_fonts::tables::cmap::{CmapIterLimits, CmapSubtable, PlatformId};
use read_fonts::tables::hmtx::Hmtx;
use read_fonts::tables::loca::Loca;
use read_fonts::types::{GlyphId, Tag};
use read_fonts::{FontRef, TableProvider};
use rustc_hash::FxHashMap;

use crate::limits;

use super::encodings;
use super::glyph_names::{self, NameText};
use super::outline::{Glyphs, Pen};

/// A program in the sfnt wrapper, opened.
pub(super) struct TrueTypeProgram<'a> {
    font: FontRef<'a>,
    metrics: Option<Hmtx<'a>>,
    outlines: Option<Loca<'a>>,
    units_per_em: f64,
    maps: CharacterMaps<'a>,
    /// Bytes of the program: no table of a genuine one says more things than that.
    length: usize,
}

/// The subtables of `cmap` that PDF uses.
#[derive(Default)]
struct CharacterMaps<'a> {
    /// (3, 10), (0, …) or (3, 1).
    unicode: Option<CmapSubtable<'a>>,
    /// (3, 0)
    symbol: Option<CmapSubtable<'a>>,
    /// (1, 0)
    mac_roman: Option<CmapSubtable<'a>>,
}

impl<'a> TrueTypeProgram<'a> {
    pub(super) fn open(data: &'a [u8]) -> Option<Self> {
        let font = FontRef::from_index(data, 0).ok()?;
        let units_per_em = font.head().map_or(1000, |head| head.units_per_em());
        Some(Self {
            metrics: font.hmtx().ok(),
            outlines: font.loca(None).ok(),
            units_per_em: f64::from(units_per_em.max(1)),
            maps: character_maps(&font),
            length: data.len(),
            font,
        })
    }

    pub(super) fn units_per_em(&self) -> i32 {
        self.units_per_em as i32
    }

    /// The `CFF ` table of an OpenType program.
    pub(super) fn cff(&self) -> Option<&'a [u8]> {
        self.font
            .table_data(Tag::new(b"CFF "))
            .map(|data| data.as_bytes())
    }

    pub(super) fn glyph_count(&self) -> u32 {
        let declared = self.font.maxp().map(|maxp| u32::from(maxp.num_glyphs()));
        let count =
            declared.unwrap_or_else(|_| self.outlines.as_ref().map_or(0, |loca| loca.len() as u32));
        count.min(self.length as u32)
    }

    /// In em.
    pub(super) fn advance(&self, glyph: u32) -> Option<f64> {
        let advance = self.metrics.as_ref()?.advance(GlyphId::new(glyph))?;
        Some(f64::from(advance) / self.units_per_em)
    }

    /// Whether the glyph has an outline.
    pub(super) fn draws(&self, glyph: u32) -> bool {
        let offset = |at: usize| self.outlines.as_ref()?.get_raw(at);
        match (offset(glyph as usize), offset(glyph as usize + 1)) {
            (Some(start), Some(end)) => start < end,
            _ => false,
        }
    }

    /// In units of the program; `None` where the glyph cannot be read.
    pub(super) fn outline(&self, glyph: u32) -> Option<Pen> {
        let (loca, glyf) = (self.outlines.clone()?, self.font.glyf().ok()?);
        Glyphs { loca, glyf }.draw(glyph)
    }

    /// The names that `post` gives glyphs.
    pub(super) fn names(&self) -> Vec<(u32, String)> {
        let Ok(post) = self.font.post() else {
            return Vec::new();
        };
        // Names are found by passing over those before them; out of order each costs a part of the table.
        let count = post.num_names();
        let returns = post.glyph_name_index().map_or(0, |index| {
            let pairs = index.windows(2);
            pairs
                .filter(|pair| matches!(pair, [a, b] if b.get() < a.get()))
                .count()
        });
        if returns.saturating_mul(count / 16) > self.length.saturating_mul(limits::NAME_STEPS) {
            return Vec::new();
        }
        post.glyph_names()
            .take(limits::GLYPHS as usize)
            .map(|(glyph, name)| (glyph.to_u32(), name.to_owned()))
            .collect()
    }

    /// The character that each glyph stands for, by the Unicode map and, for glyphs it leaves out, by name.
    pub(super) fn characters(&self) -> FxHashMap<u32, char> {
        let mut characters = FxHashMap::default();
        if let Some(map) = &self.maps.unicode {
            let bounds = CmapIterLimits {
                glyph_count: limits::GLYPHS,
                ..CmapIterLimits::default()
            };
            // Ascending: of several characters of a glyph the plain one comes first (space before no-break space).
            for (code, glyph) in map.iter_with_limits(bounds).take(self.length) {
                // Private characters tell no more than the glyph itself.
                if let Some(character) = char::from_u32(code)
                    && !matches!(character, '\u{e000}'..='\u{f8ff}')
                    && glyph.to_u32() != 0
                {
                    characters.entry(glyph.to_u32()).or_insert(character);
                }
            }
        }
        for (glyph, name) in self.names() {
            if let Some((NameText::Character(character), _)) = glyph_names::text_of(name.as_bytes())
            {
                characters.entry(glyph).or_insert(character);
            }
        }
        characters
    }

    /// The glyph that a code leads to without a name: through (3, 0), where codes may stand in a private range, or (1, 0).
    pub(super) fn glyph_of_code(&self, code: u8) -> Option<u32> {
        let code = u32::from(code);
        let symbol = self.maps.symbol.as_ref().and_then(|map| {
            [0xf000, 0, 0xf100, 0xf200]
                .iter()
                .find_map(|base| found(map, base + code))
        });
        symbol.or_else(|| found(self.maps.mac_roman.as_ref()?, code))
    }

    /// The glyph that a name leads to: by its character in the Unicode map, by its code in Mac Roman, or by `post`.
    pub(super) fn glyph_of_name(&self, name: &[u8], names: &FxHashMap<String, u32>) -> Option<u32> {
        if name.is_empty() {
            return None;
        }
        let by_character = || {
            let (NameText::Character(character), _) = glyph_names::text_of(name)? else {
                return None;
            };
            found(self.maps.unicode.as_ref()?, u32::from(character))
        };
        let by_mac_code = || {
            let map = self.maps.mac_roman.as_ref()?;
            let code = encodings::MAC_ROMAN
                .names
                .iter()
                .position(|listed| listed.as_bytes() == name)?;
            found(map, code as u32)
        };
        by_character()
            .or_else(by_mac_code)
            .or_else(|| names.get(std::str::from_utf8(name).ok()?).copied())
    }

    pub(super) fn has_unicode_map(&self) -> bool {
        self.maps.unicode.is_some()
    }
}

fn found(map: &CmapSubtable<'_>, code: u32) -> Option<u32> {
    map.map_codepoint(code)
        .map(|glyph| glyph.to_u32())
        .filter(|&glyph| glyph != 0)
}

fn character_maps<'a>(font: &FontRef<'a>) -> CharacterMaps<'a> {
    let mut maps = CharacterMaps::default();
    let Ok(cmap) = font.cmap() else {
        return maps;
    };
    let mut best = 0;
    for record in cmap.encoding_records().iter().take(64) {
        let Ok(subtable) = record.subtable(cmap.offset_data()) else {
            continue;
        };
        let rank = match (record.platform_id(), record.encoding_id()) {
            (PlatformId::Windows, 0) => {
                maps.symbol = Some(subtable);
                continue;
            }
            (PlatformId::Macintosh, 0) => {
                maps.mac_roman = Some(subtable);
                continue;
            }
            (PlatformId::Windows, 10) => 4,
            (PlatformId::Unicode, 4 | 6) => 3,
            (PlatformId::Windows, 1) => 2,
            // 5 holds variation sequences.
            (PlatformId::Unicode, encoding) if encoding != 5 => 1,
            _ => continue,
        };
        if rank > best {
            best = rank;
            maps.unicode = Some(subtable);
        }
    }
    maps
}
