//! Prints every glyph and word of each page, one a line, tab-separated, for comparison with other readers:
//! `cargo run --release --example glyphs FILE`.

use std::io::{BufWriter, Write};

use assay_pdf::content::{Contents, PageContent, lines};
use assay_pdf::{Area, Document, Page, View};

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let document = match Document::open(&bytes) {
            Ok(document) => document,
            Err(error) => {
                writeln!(out, "error\t{error}")?;
                continue;
            }
        };
        let view = document.latest();
        let contents = Contents::new(view);
        for page in view.pages() {
            write_page(&mut out, &view, &page)?;
            write_content(&mut out, &contents.page(&page))?;
        }
    }
    out.flush()
}

fn area(area: &Area) -> String {
    format!(
        "{:.3}\t{:.3}\t{:.3}\t{:.3}",
        area.x0, area.y0, area.x1, area.y1
    )
}

/// `page`, number, rotation, user unit, media box, crop box.
fn write_page(out: &mut impl Write, view: &View<'_>, page: &Page) -> std::io::Result<()> {
    let unit = view.get(&page.dictionary, b"UserUnit").as_number();
    writeln!(
        out,
        "page\t{}\t{}\t{}\t{}\t{}",
        page.number,
        page.rotate,
        unit.unwrap_or(1.0),
        area(&page.media_box),
        area(&page.crop_box)
    )
}

/// `run`: angle, size, mode, hidden, font. `glyph`: run, origin, advance, text. `word`: run, area, text.
fn write_content(out: &mut impl Write, content: &PageContent) -> std::io::Result<()> {
    for run in &content.runs {
        let font = content.fonts.get(usize::from(run.font));
        writeln!(
            out,
            "run\t{:.4}\t{:.3}\t{}\t{}\t{}",
            run.angle,
            run.size,
            run.mode as u8,
            u8::from(run.hidden),
            font.map(|font| escape(font.base_font()))
                .unwrap_or_default()
        )?;
    }
    for glyph in &content.glyphs {
        writeln!(
            out,
            "glyph\t{}\t{:.3}\t{:.3}\t{:.3}\t{}",
            glyph.run,
            glyph.origin.0,
            glyph.origin.1,
            glyph.advance,
            escape(content.glyph_text(glyph))
        )?;
    }
    for line in lines(content, |run| !run.hidden) {
        for word in &line.words {
            writeln!(
                out,
                "word\t{}\t{}\t{}",
                word.run,
                area(&word.area),
                escape(&word.text)
            )?;
        }
    }
    Ok(())
}

/// Tabs and line ends would break the table.
fn escape(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect()
}
