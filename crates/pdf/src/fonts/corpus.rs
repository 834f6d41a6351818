//! The fonts of files that others made: all are read, and their programs broken in many ways still are. Skipped where
//! the collection is missing.

#[path = "../../../../fixtures/pdfs.rs"]
mod pdfs;

use rustc_hash::FxHashSet;

use super::program::FontProgram;
use super::{Font, FontKind, TextSource};
use crate::document::Document;
use crate::place::ObjectId;
use crate::view::View;

fn each_font(mut look: impl FnMut(&View<'_>, &Font)) {
    for file in pdfs::pdfs_below("../shared/corpora/real") {
        let bytes = std::fs::read(file).unwrap_or_default();
        let Ok(document) = Document::open(&bytes) else {
            continue;
        };
        let view = document.latest();
        for number in document.numbers_at(usize::MAX) {
            let Some(indirect) = view.indirect(ObjectId::new(number, 0)) else {
                continue;
            };
            let Some(dictionary) = indirect.object.as_dictionary() else {
                continue;
            };
            let subtype = view.get(dictionary, b"Subtype");
            if view.get(dictionary, b"Type").is_name(b"Font")
                && !matches!(subtype.as_name(), Some(b"CIDFontType0" | b"CIDFontType2"))
            {
                look(&view, &Font::read(&view, dictionary));
            }
        }
    }
}

#[test]
fn nearly_every_code_of_a_simple_font_reads() {
    let (mut codes, mut unread, mut fonts) = (0usize, 0usize, 0usize);
    each_font(|view, font| {
        fonts += 1;
        font.inventory(view);
        if matches!(font.kind(), FontKind::Type1 | FontKind::TrueType) {
            for (code, width) in font.declared_widths() {
                codes += usize::from(width != 0.0);
                let glyph = font.glyph(code);
                unread += usize::from(width != 0.0 && glyph.text_source == TextSource::Unknown);
            }
        }
    });
    // 7 in 100 on the collection as it stands, nearly all of them control codes that fonts give a width for nothing.
    assert!(fonts == 0 || unread * 10 < codes, "{unread} of {codes}");
}

#[test]
fn advances_of_programs_are_those_that_dictionaries_declare() {
    let (mut compared, mut differing) = (0usize, 0usize);
    each_font(|view, font| {
        let Some(program) = font.program(view) else {
            return;
        };
        let drawn: FxHashSet<u32> = program
            .glyphs()
            .iter()
            .filter(|glyph| glyph.draws)
            .map(|glyph| glyph.glyph)
            .collect();
        let codes: FxHashSet<u32> = font
            .program_glyphs(view, program)
            .into_iter()
            .filter(|(_, glyph)| drawn.contains(glyph))
            .map(|(code, _)| code)
            .collect();
        let declared: Vec<(u32, f64)> = font.declared_widths().collect();
        for (code, advance) in font.program_widths(view) {
            if let Ok(at) = declared.binary_search_by_key(&code, |&(code, _)| code)
                && let Some((_, width)) = declared.get(at)
                && *width != 0.0
                && codes.contains(&code)
            {
                compared += 1;
                differing += usize::from((width - advance).abs() > 0.002);
            }
        }
    });
    assert!(
        compared == 0 || differing * 50 < compared,
        "{differing} of {compared}"
    );
}

#[test]
fn damaged_programs_of_real_files_are_read_or_refused() {
    let mut seen = FxHashSet::default();
    let mut place = 7usize;
    each_font(|view, font| {
        let Some(program) = font.program(view) else {
            return;
        };
        let bytes = program.bytes();
        if bytes.len() > 40_000 || seen.len() >= 300 || !seen.insert(bytes.len()) {
            return;
        }
        for part in 1..8 {
            exhaust(
                bytes
                    .get(..bytes.len() * part / 8)
                    .unwrap_or_default()
                    .to_vec(),
            );
        }
        for round in 0..24 {
            let mut damaged = bytes.to_vec();
            for _ in 0..=round % 4 {
                place = place
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                // Tables and dictionaries stand at the start: damage there reaches further.
                let reach = if round % 2 == 0 { damaged.len() } else { 512 };
                let at = (place >> 33) % reach.min(damaged.len()).max(1);
                if let Some(byte) = damaged.get_mut(at) {
                    *byte = (place >> 20) as u8;
                }
            }
            exhaust(damaged);
        }
    });
}

fn exhaust(bytes: Vec<u8>) {
    let program = FontProgram::open(bytes);
    program.glyphs();
    program.characters();
    program.glyphs_of_cids();
    program.built_in_names();
    program.simple_texts();
}
