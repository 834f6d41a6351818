//! Writes the tables of `src/fonts/data` from Adobe's published files:
//! `cargo run --example font_tables AFM-FOLDER glyphlist.txt zapfdingbats.txt`.
//!
//! The folder holds the "Core 14" AFM files (Debian: package `ruby-prawn`); the lists come from
//! <https://github.com/adobe-type-tools/agl-aglfn>.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Column order of `standard_widths.txt`. Obliques share the widths of their uprights; Courier is 600 throughout.
const LATIN: [&str; 6] = [
    "Helvetica",
    "Helvetica-Bold",
    "Times-Roman",
    "Times-Bold",
    "Times-Italic",
    "Times-BoldItalic",
];

const GLYPH_LIST_NOTICE: &str = "# Adobe's list of the same title, sorted by the bytes of the name.
#
";

/// The condition under which Adobe lets its AFM files be passed on.
const WIDTHS_NOTICE: &str = "# Advance widths taken from Adobe's Core 14 AFM files (a modification: only names and widths are kept), sorted by name.
# Copyright (c) 1985, 1987, 1989, 1990, 1991, 1992, 1993, 1997 Adobe Systems Incorporated. All Rights Reserved.
# This file and the 14 PostScript(R) AFM files it accompanies may be used, copied, and distributed for any purpose and
# without charge, with or without modification, provided that all copyright notices are retained; that the AFM files are
# not distributed without this file; that all modifications to this file or any of the AFM files are prominently noted in
# the modified file(s); and that this paragraph is not modified. Adobe Systems has no responsibility or obligation to
# support the use of the AFM files.
";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [afm, glyph_list, dingbats] = arguments.as_slice() else {
        return Err("usage: font_tables AFM-FOLDER glyphlist.txt zapfdingbats.txt".into());
    };
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/fonts/data");
    fs::write(data.join("glyph_names.txt"), glyph_names(glyph_list)?)?;
    fs::write(data.join("dingbat_names.txt"), glyph_names(dingbats)?)?;
    let folder = Path::new(afm);
    let latin = LATIN
        .iter()
        .map(|font| widths(&folder.join(font).with_extension("afm")))
        .collect::<Result<Vec<_>, _>>()?;
    fs::write(data.join("standard_widths.txt"), table(&latin, &LATIN))?;
    for (font, file) in [
        ("Symbol", "symbol_widths.txt"),
        ("ZapfDingbats", "zapf_dingbats_widths.txt"),
    ] {
        let widths = widths(&folder.join(font).with_extension("afm"))?;
        fs::write(data.join(file), table(&[widths], &[font]))?;
    }
    Ok(())
}

/// `name;0041` or `name;05D3 05B2`, one a line, behind the notice that the licence asks to keep.
fn glyph_names(list: &str) -> Result<String, Box<dyn Error>> {
    let list = fs::read_to_string(list)?;
    let mut out = GLYPH_LIST_NOTICE.to_owned();
    for line in list.lines().take_while(|line| line.starts_with('#')) {
        writeln!(out, "{line}")?;
    }
    let names: BTreeMap<&str, &str> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(';'))
        .collect();
    for (name, characters) in names {
        writeln!(out, "{name};{}", characters.trim())?;
    }
    Ok(out)
}

/// Width of each glyph name: lines such as `C 32 ; WX 278 ; N space ; B 0 0 0 0 ;`.
fn widths(file: &Path) -> Result<BTreeMap<String, u32>, Box<dyn Error>> {
    let mut widths = BTreeMap::new();
    for line in fs::read_to_string(file)?
        .lines()
        .filter(|line| line.starts_with("C "))
    {
        let mut width = None;
        let mut name = None;
        for field in line.split(';').map(str::trim) {
            match field.split_once(' ') {
                Some(("WX", value)) => width = Some(value.trim().parse()?),
                Some(("N", value)) => name = Some(value.trim().to_owned()),
                _ => {}
            }
        }
        if let (Some(name), Some(width)) = (name, width) {
            widths.insert(name, width);
        }
    }
    Ok(widths)
}

/// One line a glyph: its name and the width in each font.
fn table(fonts: &[BTreeMap<String, u32>], names: &[&str]) -> String {
    let mut out = format!("{WIDTHS_NOTICE}# Columns: {}.\n", names.join(", "));
    let Some(first) = fonts.first() else {
        return out;
    };
    for name in first.keys() {
        out.push_str(name);
        for font in fonts {
            out.push_str(&format!(" {}", font.get(name).copied().unwrap_or(0)));
        }
        out.push('\n');
    }
    out
}
