//! Compact Font Format programs (Adobe technical notes 5176 and 5177): names, CIDs, encoding and advances of glyphs.

use std::cell::{Cell, RefCell};

use read_fonts::model::Error;
use read_fonts::ps::Sid;
use read_fonts::ps::cff::index::Index;
use read_fonts::ps::cff::{CffFontRef, Subfont};
use read_fonts::ps::charstring::{self, CharstringContext, CharstringKind};
use read_fonts::types::GlyphId;
use rustc_hash::FxHashMap;

use crate::limits;

use super::encodings;
use super::outline::Pen;

/// A CFF program, opened.
pub(super) struct CffProgram<'a> {
    font: CffFontRef<'a>,
    subfonts: RefCell<FxHashMap<u16, Option<OpenSubfont<'a>>>>,
    budget: Cell<usize>,
}

#[derive(Clone)]
struct OpenSubfont<'a> {
    subfont: Subfont,
    subroutines: Index<'a>,
}

impl<'a> CffProgram<'a> {
    /// `units_per_em` is that of the OpenType wrapper, where there is one.
    pub(super) fn open(data: &'a [u8], units_per_em: Option<i32>) -> Option<Self> {
        let font = CffFontRef::new_cff(data, 0, units_per_em).ok()?;
        Some(Self {
            font,
            subfonts: RefCell::default(),
            budget: Cell::new(data.len() * 4 + limits::CHARSTRING_ALLOWANCE),
        })
    }

    pub(super) fn glyph_count(&self) -> u32 {
        self.font.num_glyphs().min(limits::GLYPHS)
    }

    /// Whether glyphs are known by CIDs, not by names.
    pub(super) fn is_cid_keyed(&self) -> bool {
        self.font.is_cid()
    }

    /// The CID of each glyph, in the order of the glyphs; empty in programs that are not CID-keyed.
    pub(super) fn cids(&self) -> Vec<(u32, u32)> {
        if !self.is_cid_keyed() {
            return Vec::new();
        }
        self.charset()
            .map(|(glyph, id)| (glyph, u32::from(id.to_u16())))
            .collect()
    }

    /// The name of each glyph; empty in CID-keyed programs.
    pub(super) fn names(&self) -> Vec<(u32, String)> {
        if self.is_cid_keyed() {
            return Vec::new();
        }
        self.charset()
            .filter_map(|(glyph, id)| {
                let name = self.font.string(id)?;
                Some((glyph, String::from_utf8_lossy(name).into_owned()))
            })
            .collect()
    }

    fn charset(&self) -> impl Iterator<Item = (u32, Sid)> + '_ {
        self.font
            .charset()
            .into_iter()
            .flat_map(|charset| charset.iter())
            .take(limits::GLYPHS as usize)
            .map(|(glyph, id)| (glyph.to_u32(), id))
            .filter(|&(glyph, _)| glyph < self.glyph_count())
    }

    /// The built-in encoding: the glyph of each code that has one.
    pub(super) fn encoding(&self) -> Vec<(u8, u32)> {
        let Some(encoding) = self.font.encoding().filter(|_| !self.is_cid_keyed()) else {
            return Vec::new();
        };
        (0..=255)
            .filter_map(|code| Some((code, encoding.map(code)?.to_u32())))
            .filter(|&(_, glyph)| glyph != 0)
            .collect()
    }

    fn subfont(&self, glyph: GlyphId) -> Option<OpenSubfont<'a>> {
        let index = self.font.subfont_index(glyph)?;
        if let Some(known) = self.subfonts.borrow().get(&index) {
            return known.clone();
        }
        let opened = self.font.subfont(index, &[]).ok().map(|subfont| {
            let subroutines = match subfont.subrs_offset() as usize {
                0 => Index::Empty,
                offset => self
                    .font
                    .data()
                    .get(offset..)
                    .and_then(|data| Index::new(data, false).ok())
                    .unwrap_or_default(),
            };
            OpenSubfont {
                subfont,
                subroutines,
            }
        });
        self.subfonts.borrow_mut().insert(index, opened.clone());
        opened
    }

    /// In em.
    pub(super) fn advance(&self, glyph: u32) -> Option<f64> {
        let glyph = GlyphId::new(glyph);
        let data = self.charstring(glyph)?;
        let open = self.subfont(glyph)?;
        self.spend(data.len()).ok()?;
        let context = Context {
            program: self,
            subroutines: &open.subroutines,
        };
        let width = match charstring::evaluate_width(&context, None, data).ok()? {
            Some(width) => width.to_f64() + open.subfont.nominal_width().to_f64(),
            None => open.subfont.default_width().map_or(0.0, |w| w.to_f64()),
        };
        let transform = self.font.transform(&open.subfont, None);
        // A scale of 64 is none: it leads to 26.6 numbers.
        let scale = transform.scale.map_or(1.0, |scale| scale.to_f64() / 64.0);
        let units = f64::from(self.font.upem());
        (units > 0.0).then(|| width * transform.matrix.xx.to_f64() * scale / units)
    }

    /// In units of the program; `None` where the glyph cannot be read.
    pub(super) fn outline(&self, glyph: u32) -> Option<Pen> {
        let glyph = GlyphId::new(glyph);
        let data = self.charstring(glyph)?;
        let open = self.subfont(glyph)?;
        self.spend(data.len()).ok()?;
        let context = Context {
            program: self,
            subroutines: &open.subroutines,
        };
        let mut pen = Pen::default();
        charstring::evaluate(&context, None, data, &mut pen).ok()?;
        Some(pen)
    }

    /// Em of one unit.
    pub(super) fn unit(&self) -> f64 {
        1.0 / f64::from(self.font.upem().max(1))
    }

    /// Whether the glyph's charstring has an operator that draws, or calls a subroutine that may.
    pub(super) fn draws(&self, glyph: u32) -> bool {
        let data = self.charstring(GlyphId::new(glyph)).unwrap_or_default();
        let mut bytes = data.iter();
        let mut operands = 0usize;
        while let Some(&byte) = bytes.next() {
            match byte {
                5..=8 | 10 | 24..=27 | 29..=31 => return true,
                // `endchar` that names an accent and its base (technical note 5177, appendix C).
                14 if operands >= 4 => return true,
                12 => {
                    if matches!(bytes.next(), Some(34..=37)) {
                        return true;
                    }
                    operands = 0;
                }
                28 => {
                    bytes.nth(1);
                    operands += 1;
                }
                247..=254 => {
                    bytes.next();
                    operands += 1;
                }
                255 => {
                    bytes.nth(3);
                    operands += 1;
                }
                32..=246 => operands += 1,
                _ => operands = 0,
            }
        }
        false
    }

    /// The charstring of the glyph that a code of the standard encoding names.
    fn standard_glyph(&self, code: i32) -> Option<&'a [u8]> {
        let code = usize::try_from(code).ok()?;
        let name = encodings::STANDARD.names.get(code)?;
        let named = |id| self.font.string(id) == Some(name.as_bytes());
        let (glyph, _) = self.charset().find(|(_, id)| named(*id))?;
        self.charstring(GlyphId::new(glyph))
    }

    fn charstring(&self, glyph: GlyphId) -> Option<&'a [u8]> {
        self.font.charstrings().get(glyph.to_u32() as usize)
    }

    fn spend(&self, bytes: usize) -> Result<(), Error> {
        let left = self.budget.get().checked_sub(bytes + 1);
        self.budget.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(Error::LimitExceeded)
    }
}

/// What a charstring may call. Each call is paid for, so that subroutines that call each other many times end.
struct Context<'c, 'a> {
    program: &'c CffProgram<'a>,
    subroutines: &'c Index<'a>,
}

impl Context<'_, '_> {
    fn call<'i>(&self, index: &Index<'i>, number: i32) -> Result<&'i [u8], Error> {
        let data = number
            .checked_add(index.subr_bias())
            .and_then(|at| index.get(usize::try_from(at).ok()?))
            .ok_or(Error::MissingResource)?;
        self.program.spend(data.len())?;
        Ok(data)
    }
}

impl CharstringContext for Context<'_, '_> {
    fn kind(&self) -> CharstringKind {
        CharstringKind::Type2
    }

    fn seac_components(&self, base: i32, accent: i32) -> Result<[&[u8]; 2], Error> {
        // Looking for a name costs as much as there are glyphs.
        self.program
            .spend(2 * self.program.glyph_count() as usize)?;
        let part = |code| self.program.standard_glyph(code);
        let [base, accent] = [base, accent].map(part);
        base.zip(accent)
            .map(|(base, accent)| [base, accent])
            .ok_or(Error::MissingResource)
    }

    fn global_subr(&self, index: i32) -> Result<&[u8], Error> {
        self.call(self.program.font.global_subrs(), index)
    }

    fn subr(&self, index: i32) -> Result<&[u8], Error> {
        self.call(self.subroutines, index)
    }
}
