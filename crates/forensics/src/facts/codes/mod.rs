//! QR codes (ISO/IEC 18004) on the pages: as pictures, within contents, or drawn. Codes are found where they stand
//! upright or a quarter turned, as programs print them; a photographed one is not looked for.

mod bitmap;
mod drawn;
mod finders;
mod pictures;
mod reading;

use assay_pdf::{Area, LimitExceeded, View};

use crate::facts::page::PageFacts;

use bitmap::Allowance;

/// Codes kept of one file.
const MOST: usize = 64;
/// What may be looked at in one file, in pixels: some 40 ms.
const PIXELS: usize = 24_000_000;
/// A code that could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Code {
    pub page: u32,
    pub area: Area,
    pub text: String,
}

/// All codes of the pages, in their order.
pub fn find(view: &View<'_>, pages: &[PageFacts]) -> Result<Vec<Code>, LimitExceeded> {
    let mut codes = Vec::new();
    let mut allowance = Allowance(PIXELS);
    let mut known = pictures::Known::default();
    for page in pages {
        let mut found = pictures::find(view, &page.content, &mut known, &mut allowance)?;
        found.extend(drawn::find(&page.content, &mut allowance));
        let number = page.page.number;
        codes.extend(found.into_iter().map(|(area, text)| Code {
            page: number,
            area,
            text,
        }));
        if codes.len() >= MOST {
            codes.truncate(MOST);
            break;
        }
    }
    Ok(codes)
}

#[cfg(test)]
mod tests;
