//! Prints how the bytes of each file named are laid out: gaps, objects no table leads to, broken rules:
//! `cargo run --example layout FILE…`.

use assay_pdf::Document;
use assay_pdf::layout::{GapKind, audit, gaps, unlisted};

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let Ok(document) = Document::open(&bytes) else {
            println!("{path}\tnot opened");
            continue;
        };
        for gap in gaps(&document)
            .unwrap_or_default()
            .iter()
            .filter(|gap| gap.kind != GapKind::WhiteSpace)
        {
            let start = gap.span.of(&bytes);
            let text = String::from_utf8_lossy(start.get(..60).unwrap_or(start)).into_owned();
            println!("{path}\t{}\t{:?}\t{text:?}", gap.span, gap.kind);
        }
        for anomaly in audit(&document) {
            println!("{path}\t{}\t{:?}", anomaly.span, anomaly.kind);
        }
        for one in unlisted(&document).unwrap_or_default() {
            let kind = if one.shadowed { "shadowed" } else { "orphan" };
            println!(
                "{path}\t{}\t{kind}\t{} of save {}",
                one.span, one.id, one.revision
            );
        }
    }
}
