//! Writes `src/facts/digit_shapes.bin`, the digits of many faces as small pictures, from font programs:
//! `cargo run --example digit_shapes FONT…`. The table is made from Debian's packages of Liberation, DejaVu, URW base 35, Noto,
//! Latin Modern, Open Sans, Roboto, Lato, Carlito, Caladea, EB Garamond, Inter, Fira Code, Cantarell, FreeFont, JetBrains Mono,
//! Quicksand, Comic Neue, Hack, ADF Gillius and Universalis, Junicode, OCR-A and OCR-B. A face whose digits are all close to those of one before it is left out.

use std::error::Error;
use std::path::Path;

use assay_forensics::shapes::Picture;
use assay_pdf::fonts::FontProgram;

/// Faces nearer than this in every digit are one.
const SAME_FACE: f64 = 0.01;

fn main() -> Result<(), Box<dyn Error>> {
    let mut faces: Vec<Vec<Picture>> = Vec::new();
    for path in std::env::args().skip(1) {
        let Some(face) = digits(std::fs::read(&path)?) else {
            eprintln!("{path}: without digits");
            continue;
        };
        let known = faces.iter().any(|other| {
            let mut pairs = other.iter().zip(&face);
            pairs.all(|(a, b)| a.difference(b, SAME_FACE).is_some())
        });
        if !known {
            println!("{path}");
            faces.push(face);
        }
    }
    let bytes: Vec<u8> = faces.iter().flatten().flat_map(Picture::bytes).collect();
    println!("{} faces, {} bytes", faces.len(), bytes.len());
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/facts/digit_shapes.bin");
    std::fs::write(target, bytes)?;
    Ok(())
}

/// The pictures of 0 to 9 of one face.
fn digits(font: Vec<u8>) -> Option<Vec<Picture>> {
    let program = FontProgram::open(font);
    let characters = program.characters();
    ('0'..='9')
        .map(|digit| {
            let glyphs = characters
                .iter()
                .filter(|(_, character)| **character == digit);
            let glyph = glyphs.map(|(glyph, _)| *glyph).min()?;
            Picture::of(&program.outline(glyph)?)
        })
        .collect()
}
