//! How the pages were produced, as far as the content tells: text written by software, a scan, a scan with a text layer.

use crate::facts::page::{PageFacts, is_pictured, seen};
use crate::report::DocumentClass;

/// So few visible characters beside a picture of the page are a stamp or a header line, not a text layer.
const FEW_CHARACTERS: usize = 24;

/// The class of the whole document: that of most of its pages that show anything.
pub fn document_class(pages: &[PageFacts]) -> DocumentClass {
    let classes: Vec<DocumentClass> = pages.iter().map(page_class).collect();
    let count = |class: DocumentClass| classes.iter().filter(|&&c| c == class).count();
    let order = [
        DocumentClass::BornDigital,
        DocumentClass::ScannedWithTextLayer,
        DocumentClass::Raster,
    ];
    let most = order.into_iter().rev().max_by_key(|&class| count(class));
    most.filter(|&class| count(class) > 0)
        .unwrap_or(DocumentClass::NoTextLayer)
}

fn page_class(page: &PageFacts) -> DocumentClass {
    let content = &page.content;
    let mut visible = 0usize;
    let mut beneath = 0usize;
    for run in content
        .runs
        .iter()
        .filter(|run| !run.hidden && !run.outside)
    {
        // Glyphs, not characters: text whose font gives no characters is text all the same.
        let letters = content
            .run_glyphs(run)
            .iter()
            .filter(|glyph| {
                content.glyph_text(glyph).trim() != "" || content.glyph_text(glyph).is_empty()
            })
            .count();
        let covered = || {
            let area = content.run_area(run);
            area.is_some_and(|area| {
                content.images.iter().any(|image| {
                    image.order > run.order
                        && !image.transparent
                        && area.covered_by(&image.area) > 0.9
                })
            })
        };
        if !seen(run) || covered() {
            beneath += letters;
        } else {
            visible += letters;
        }
    }
    let picture = is_pictured(&page.page, content);
    match (picture, visible, beneath) {
        (true, visible, beneath) if visible <= FEW_CHARACTERS.max(beneath / 4) => {
            if beneath > FEW_CHARACTERS {
                DocumentClass::ScannedWithTextLayer
            } else {
                DocumentClass::Raster
            }
        }
        (_, 1.., _) => DocumentClass::BornDigital,
        (_, 0, 1..) => DocumentClass::ScannedWithTextLayer,
        _ if content
            .images
            .iter()
            .any(|image| !image.hidden && page.page.crop_box.covered_by(&image.area) > 0.05) =>
        {
            DocumentClass::Raster
        }
        _ => DocumentClass::NoTextLayer,
    }
}
