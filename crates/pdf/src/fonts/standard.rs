//! The standard 14 fonts (ISO 32000-2, 9.6.2.2): which names mean one of them, and their metrics.

use super::encodings::{self, Encoding};
use super::glyph_names::line_of;

static LATIN_WIDTHS: &str = include_str!("data/standard_widths.txt");
static SYMBOL_WIDTHS: &str = include_str!("data/symbol_widths.txt");
static ZAPF_DINGBATS_WIDTHS: &str = include_str!("data/zapf_dingbats_widths.txt");

/// A design of the standard 14 fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Courier,
    Helvetica,
    Times,
    Symbol,
    ZapfDingbats,
}

/// One of the standard 14 fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StandardFont {
    pub(super) family: Family,
    pub(super) bold: bool,
    pub(super) italic: bool,
}

impl StandardFont {
    /// The standard font that a /BaseFont means: its own name or one of the aliases that viewers accept.
    pub(super) fn named(base_font: &str) -> Option<Self> {
        let name: String = base_font.chars().filter(|&c| c != ' ').collect();
        let (family, style) = match name.find([',', '-']) {
            Some(at) => (name.get(..at)?, name.get(at + 1..)?),
            None => (name.as_str(), ""),
        };
        let family = match family {
            "Courier" | "CourierNew" | "CourierNewPS" | "CourierNewPSMT" | "CourierStd" => {
                Family::Courier
            }
            "Helvetica" | "Arial" | "ArialMT" | "ArialUnicodeMS" => Family::Helvetica,
            "Times" | "TimesNewRoman" | "TimesNewRomanPS" | "TimesNewRomanPSMT" => Family::Times,
            "Symbol" | "SymbolMT" => Family::Symbol,
            "ZapfDingbats" => Family::ZapfDingbats,
            _ => return None,
        };
        let plain = matches!(style, "" | "Roman" | "Regular" | "Normal" | "MT" | "PSMT");
        let bold = style.starts_with("Bold");
        let italic = ["Italic", "Oblique"]
            .iter()
            .any(|word| style.trim_start_matches("Bold").starts_with(word));
        (plain || bold || italic).then_some(Self {
            family,
            bold,
            italic,
        })
    }

    /// The encoding built into the font (9.6.5).
    pub(super) fn built_in_encoding(self) -> &'static Encoding {
        match self.family {
            Family::Symbol => &encodings::SYMBOL,
            Family::ZapfDingbats => &encodings::ZAPF_DINGBATS,
            _ => &encodings::STANDARD,
        }
    }

    /// Advance of a glyph, in em.
    pub(super) fn width(self, name: &[u8]) -> Option<f64> {
        let (table, column) = match (self.family, self.bold, self.italic) {
            (Family::Courier, ..) => {
                return line_of(LATIN_WIDTHS, b' ', name).map(|_| 0.6);
            }
            (Family::Helvetica, bold, _) => (LATIN_WIDTHS, usize::from(bold)),
            (Family::Times, false, false) => (LATIN_WIDTHS, 2),
            (Family::Times, true, false) => (LATIN_WIDTHS, 3),
            (Family::Times, false, true) => (LATIN_WIDTHS, 4),
            (Family::Times, true, true) => (LATIN_WIDTHS, 5),
            (Family::Symbol, ..) => (SYMBOL_WIDTHS, 0),
            (Family::ZapfDingbats, ..) => (ZAPF_DINGBATS_WIDTHS, 0),
        };
        let width: f64 = line_of(table, b' ', name)?
            .split(' ')
            .nth(column)?
            .parse()
            .ok()?;
        Some(width / 1000.0)
    }

    /// Ascent and descent in em: of the AFM files, or their bounding box where they give none.
    pub(super) fn extent(self) -> (f64, f64) {
        match self.family {
            Family::Courier => (0.629, -0.157),
            Family::Helvetica => (0.718, -0.207),
            Family::Times => (0.683, -0.217),
            Family::Symbol => (1.010, -0.293),
            Family::ZapfDingbats => (0.820, -0.143),
        }
    }
}

#[cfg(test)]
#[expect(clippy::panic, reason = "a test may")]
mod tests {
    use super::*;

    fn font(name: &str) -> Option<(Family, bool, bool)> {
        StandardFont::named(name).map(|font| (font.family, font.bold, font.italic))
    }

    #[test]
    fn aliases_mean_the_font_they_resemble() {
        assert_eq!(font("Arial"), Some((Family::Helvetica, false, false)));
        assert_eq!(
            font("TimesNewRoman,Bold"),
            Some((Family::Times, true, false))
        );
        assert_eq!(
            font("Times New Roman,BoldItalic"),
            Some((Family::Times, true, true))
        );
        assert_eq!(
            font("CourierNewPS-ItalicMT"),
            Some((Family::Courier, false, true))
        );
        assert_eq!(
            font("Helvetica-Oblique"),
            Some((Family::Helvetica, false, true))
        );
        assert_eq!(font("Times-Roman"), Some((Family::Times, false, false)));
        assert_eq!(font("ArialNarrow"), None);
        assert_eq!(font("Arial-Black"), None);
        assert_eq!(font("Helvetica-Condensed"), None);
    }

    #[test]
    fn widths_are_those_of_the_afm_files() {
        let width = |name, glyph: &str| {
            StandardFont::named(name).and_then(|font| font.width(glyph.as_bytes()))
        };
        assert_eq!(width("Helvetica", "space"), Some(0.278));
        assert_eq!(width("Helvetica-Bold", "A"), Some(0.722));
        assert_eq!(width("Times-BoldItalic", "zero"), Some(0.5));
        assert_eq!(width("Courier-Bold", "W"), Some(0.6));
        assert_eq!(width("Symbol", "alpha"), Some(0.631));
        assert_eq!(width("ZapfDingbats", "a12"), Some(0.939));
        assert_eq!(width("Helvetica", "nonsense"), None);
    }

    #[test]
    fn every_glyph_of_the_built_in_encodings_has_a_width() {
        for name in ["Courier", "Times-Italic", "Symbol", "ZapfDingbats"] {
            let Some(font) = StandardFont::named(name) else {
                panic!("{name} is standard");
            };
            for glyph in font
                .built_in_encoding()
                .names
                .iter()
                .filter(|g| !g.is_empty())
            {
                assert!(font.width(glyph.as_bytes()).is_some(), "{name} {glyph}");
            }
        }
    }
}
