//! What programs of each format tell, and that damaged ones tell less but never break.

use super::*;
use crate::fonts::encodings::WIN_ANSI;
use crate::fonts::testing::programs::{self, Maps};
use crate::fonts::type1;

fn win_ansi() -> GlyphNames {
    GlyphNames::from(&WIN_ANSI)
}

fn advances(program: &FontProgram) -> Vec<Option<f64>> {
    program.glyphs().iter().map(|glyph| glyph.advance).collect()
}

#[test]
fn a_truetype_program_tells_names_advances_and_outlines() {
    let program = FontProgram::open(programs::truetype(Maps::Unicode));
    assert_eq!(program.kind(), Some(ProgramKind::TrueType));
    let glyphs = program.glyphs();
    let names: Vec<_> = glyphs.iter().filter_map(|g| g.name.as_deref()).collect();
    assert_eq!(names, [".notdef", "space", "A", "Euro"]);
    assert_eq!(
        advances(&program),
        [Some(0.0), Some(0.25), Some(0.6), Some(0.5)]
    );
    let draws: Vec<_> = glyphs.iter().map(|glyph| glyph.draws).collect();
    assert_eq!(draws, [false, false, true, true]);
    assert_eq!(program.characters().get(&3), Some(&'€'));
}

#[test]
fn codes_lead_to_glyphs_by_name_in_a_unicode_map() {
    let program = FontProgram::open(programs::truetype(Maps::Unicode));
    let glyphs = program.simple_glyphs(&win_ansi(), false);
    assert_eq!(
        (glyphs[65], glyphs[0x80], glyphs[66]),
        (Some(2), Some(3), None)
    );
    let widths = program.simple_widths(&win_ansi(), false);
    assert_eq!((widths[32], widths[65]), (Some(0.25), Some(0.6)));
}

#[test]
fn codes_lead_to_glyphs_directly_in_a_symbolic_map() {
    let program = FontProgram::open(programs::truetype(Maps::Symbol));
    let glyphs = program.simple_glyphs(&win_ansi(), true);
    assert_eq!((glyphs[65], glyphs[66]), (Some(2), Some(3)));
    let texts = program.simple_texts();
    let texts = texts.as_deref();
    // Only the names in `post` tell what they read.
    assert_eq!(texts.and_then(|t| t[65]), Some('A'));
    assert_eq!(texts.and_then(|t| t[66]), Some('€'));
}

#[test]
fn a_cff_program_tells_names_codes_and_advances() {
    let program = FontProgram::open(programs::cff());
    assert_eq!(program.kind(), Some(ProgramKind::Cff));
    assert_eq!(
        program.built_in_names(),
        Some(vec![(65, "A".to_owned()), (200, "alef".to_owned())])
    );
    assert_eq!(advances(&program), [Some(0.5), Some(0.6), Some(0.5)]);
    let draws: Vec<_> = program.glyphs().iter().map(|g| g.draws).collect();
    // What calls a subroutine may draw.
    assert_eq!(draws, [false, true, true]);
    assert_eq!(program.characters().get(&2), Some(&'א'));
    assert_eq!(program.glyphs_of_cids(), None);
}

#[test]
fn an_accent_on_a_base_is_a_glyph_that_draws() {
    // 300 0 65 65 endchar: the A of the standard encoding with itself, moved by 300, as its accent.
    let program = FontProgram::open(programs::cff_with(&[247, 192, 139, 204, 204, 14]));
    let draws: Vec<_> = program.glyphs().iter().map(|g| g.draws).collect();
    assert_eq!(draws, [false, true, true]);
    let (base, both) = (program.outline(1), program.outline(2));
    let points = |outline: Option<Outline>| outline.map(|outline| outline.points());
    assert_eq!(points(both), points(base).map(|points| 2 * points));
    // What names no glyph, and an ending without parts, draw nothing.
    let program = FontProgram::open(programs::cff_with(&[247, 192, 139, 205, 205, 14]));
    assert!(program.outline(2).is_none());
    let program = FontProgram::open(programs::cff_with(&[139, 139, 14]));
    assert!(
        !program
            .glyphs()
            .iter()
            .any(|glyph| glyph.glyph == 2 && glyph.draws)
    );
}

/// Asks a program for everything.
fn exhaust(bytes: Vec<u8>) {
    let program = FontProgram::open(bytes);
    let names = win_ansi();
    assert!(program.glyph_count() <= limits::GLYPHS);
    program.glyphs();
    program.characters();
    program.glyphs_of_cids();
    program.built_in_names();
    program.simple_texts();
    program.simple_widths(&names, true);
    program.simple_widths(&names, false);
}

#[test]
fn a_program_larger_than_any_is_cut() {
    let program = FontProgram::open(vec![0; limits::FONT_PROGRAM + 1]);
    assert_eq!(program.bytes().len(), limits::FONT_PROGRAM);
}

#[test]
fn names_far_out_of_order_are_not_sought() {
    let named = |order: fn(u16) -> u16| {
        let order: Vec<u16> = (0..40_000).map(order).collect();
        let program = FontProgram::open(programs::truetype_naming(Maps::Unicode, &order));
        program.glyphs().iter().any(|glyph| glyph.name.is_some())
    };
    assert!(named(|at| at / 160));
    assert!(!named(|at| at % 2));
}

#[test]
fn damaged_programs_tell_less_and_never_break() {
    let samples = [
        programs::truetype(Maps::Unicode),
        programs::truetype(Maps::Symbol),
        programs::cff(),
        type1::tests::sample(),
    ];
    for sample in samples {
        for end in 0..sample.len() {
            exhaust(sample.get(..end).unwrap_or_default().to_vec());
        }
        for at in 0..sample.len() {
            for pattern in [0x01, 0x80, 0xff] {
                let mut damaged = sample.clone();
                if let Some(byte) = damaged.get_mut(at) {
                    *byte ^= pattern;
                }
                exhaust(damaged);
            }
        }
    }
}

#[test]
fn subroutines_that_call_each_other_many_times_end() {
    // Ten subroutines, each calling the next 60 times, would be 60^10 calls.
    let mut private = b"0000/Subrs 11 array\n".to_vec();
    let charstring = |private: &mut Vec<u8>, head: String, code: &[u8]| {
        private.extend_from_slice(format!("{head} {} RD ", code.len()).as_bytes());
        private.extend_from_slice(code);
        private.extend_from_slice(b" NP\n");
    };
    private.splice(4..4, b"/lenIV -1 def ".iter().copied());
    for number in 0..10u8 {
        let call = [139 + number + 1, 10].repeat(60);
        charstring(&mut private, format!("dup {number}"), &call);
    }
    charstring(&mut private, "dup 10".to_owned(), &[11]);
    private.extend_from_slice(b"/CharStrings 1 dict ");
    charstring(&mut private, "/A".to_owned(), &[139, 10, 14]);
    let program = FontProgram::open(type1::tests::encrypted(&private));
    assert_eq!(advances(&program), [None]);
}
