//! Prints each font of the files named, with the codes that nothing reads: `cargo run --example fonts FILE…`.

use std::collections::BTreeMap;

use assay_pdf::fonts::{Font, TextSource};
use assay_pdf::{Dictionary, Document, ObjectId, View};

fn main() {
    let mut totals: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let Ok(document) = Document::open(&bytes) else {
            continue;
        };
        let view = document.latest();
        for number in document.numbers_at(usize::MAX) {
            let id = ObjectId::new(number, 0);
            let Some(indirect) = view.indirect(id) else {
                continue;
            };
            let Some(dictionary) = indirect.object.as_dictionary() else {
                continue;
            };
            if is_font(&view, dictionary) {
                let font = Font::read(&view, dictionary);
                report(&path, id, &font, &view, &mut totals);
            }
        }
    }
    for (kind, (codes, unread)) in totals {
        println!("total\t{kind}\tcodes={codes}\tunread={unread}");
    }
}

fn is_font(view: &View<'_>, dictionary: &Dictionary) -> bool {
    let subtype = view.get(dictionary, b"Subtype");
    view.get(dictionary, b"Type").is_name(b"Font")
        && !matches!(subtype.as_name(), Some(b"CIDFontType0" | b"CIDFontType2"))
}

fn report(
    path: &str,
    id: ObjectId,
    font: &Font,
    view: &View<'_>,
    totals: &mut BTreeMap<String, (usize, usize)>,
) {
    let declared: Vec<(u32, f64)> = font
        .declared_widths()
        .filter(|&(_, width)| width != 0.0)
        .collect();
    let unread = declared
        .iter()
        .filter(|&&(code, _)| font.glyph(code).text_source == TextSource::Unknown)
        .count();
    let program: BTreeMap<u32, f64> = font.program_widths(view).into_iter().collect();
    let differing = declared
        .iter()
        .filter(|(code, width)| program.get(code).is_some_and(|p| (p - width).abs() > 0.002))
        .count();
    println!(
        "{path}\t{id}\t{:?}\t{}\ttag={}\tembedded={:?}\tprogram={:?}\tdeclared={}\tunread={unread}\tprogram_widths={}\tdiffering={differing}\t{:?}",
        font.kind(),
        font.base_font(),
        font.subset_tag().unwrap_or("-"),
        font.embedded().map(|program| program.kind),
        font.program(view).and_then(|program| program.kind()),
        declared.len(),
        program.len(),
        font.anomalies(),
    );
    let key = format!("{:?} embedded={}", font.kind(), font.embedded().is_some());
    let total = totals.entry(key).or_default();
    total.0 += declared.len();
    total.1 += unread;
}
