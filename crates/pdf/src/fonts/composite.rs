//! Type 0 fonts (ISO 32000-2, 9.7): codes of one to four bytes, by a CMap to CIDs, by the CIDFont to glyphs.

use crate::place::ObjectId;
use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

use super::cid_metrics::CidMetrics;
use super::cmap::CMap;
use super::codespace::Codes;
use super::glyph::{Glyph, Text, TextSource};
use super::predefined::Collection;
use super::to_unicode::ToUnicode;

/// From CIDs to glyphs of an embedded TrueType program (9.7.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CidToGlyph {
    Identity,
    /// Two bytes a CID.
    Stream(ObjectId),
}

/// A Type 0 font and its only descendant.
#[derive(Debug)]
pub(super) struct CompositeFont {
    cmap: CMap,
    to_unicode: Option<ToUnicode>,
    collection: Option<Collection>,
    metrics: CidMetrics,
    pub(super) cid_to_glyph: CidToGlyph,
    /// What the program's own tables read for each CID, ascending; only where nothing else tells.
    program_texts: Vec<(u32, char)>,
}

impl CompositeFont {
    /// `descendant` is the CIDFont's dictionary. The second value tells whether /Encoding was understood.
    pub(super) fn read(
        view: &View<'_>,
        font: &Dictionary,
        descendant: &Dictionary,
        to_unicode: Option<ToUnicode>,
    ) -> (Self, bool) {
        let encoding = font.get(b"Encoding").unwrap_or(&Object::NULL);
        let known = CMap::read(view, encoding);
        let understood = known.is_some();
        // What other readers fall back to.
        let cmap = known.unwrap_or(CMap::Identity { vertical: false });
        let metrics = CidMetrics::read(view, descendant, cmap.vertical());
        let cid_to_glyph = match view.get(descendant, b"CIDToGIDMap") {
            value if value.as_stream().is_some() => {
                value.id().map_or(CidToGlyph::Identity, CidToGlyph::Stream)
            }
            _ => CidToGlyph::Identity,
        };
        let composite = Self {
            cmap,
            to_unicode,
            collection: collection(view, descendant),
            metrics,
            cid_to_glyph,
            program_texts: Vec::new(),
        };
        (composite, understood)
    }

    /// Whether only the font program can tell what the codes read.
    pub(super) fn needs_program(&self) -> bool {
        self.to_unicode.is_none()
            && self.collection.is_none()
            && self.cmap.character(0x41).is_none()
    }

    /// Takes pairs of CID and character.
    pub(super) fn set_program_texts(&mut self, mut texts: Vec<(u32, char)>) {
        texts.sort_by_key(|&(cid, _)| cid);
        texts.dedup_by_key(|&mut (cid, _)| cid);
        self.program_texts = texts;
    }

    pub(super) fn codes<'s>(&'s self, string: &'s [u8]) -> Codes<'s> {
        Codes {
            spaces: self.cmap.codespaces(),
            string,
        }
    }

    pub(super) fn vertical(&self) -> bool {
        self.cmap.vertical()
    }

    pub(super) fn cid(&self, code: u32) -> u32 {
        self.cmap.cid(code)
    }

    pub(super) fn glyph(&self, code: u32) -> Glyph<'_> {
        let cid = self.cid(code);
        let (text, text_source) = self
            .text(code, cid)
            .unwrap_or((Text::EMPTY, TextSource::Unknown));
        Glyph {
            text,
            text_source,
            width: self.metrics.width(cid),
            vertical: self.metrics.vertical(cid),
        }
    }

    fn text(&self, code: u32, cid: u32) -> Option<(Text<'_>, TextSource)> {
        if let Some(text) = self.to_unicode.as_ref().and_then(|map| map.text(code)) {
            return Some((text, TextSource::ToUnicode));
        }
        if let Some(character) = self.cmap.character(code) {
            return Some((Text::from(character), TextSource::CMap));
        }
        if let Some(text) = self.collection.and_then(|collection| collection.text(cid)) {
            return Some((text, TextSource::CMap));
        }
        let at = self
            .program_texts
            .binary_search_by_key(&cid, |&(cid, _)| cid)
            .ok()?;
        let (_, character) = self.program_texts.get(at)?;
        Some((Text::from(*character), TextSource::Program))
    }

    pub(super) fn to_unicode(&self) -> Option<&ToUnicode> {
        self.to_unicode.as_ref()
    }

    pub(super) fn metrics(&self) -> &CidMetrics {
        &self.metrics
    }
}

/// /CIDSystemInfo of a CIDFont, where its collection has a published meaning.
fn collection(view: &View<'_>, descendant: &Dictionary) -> Option<Collection> {
    let info = view.get(descendant, b"CIDSystemInfo");
    let info = info.as_dictionary()?;
    let registry = view.get(info, b"Registry");
    let ordering = view.get(info, b"Ordering");
    Collection::named(registry.as_string()?, ordering.as_string()?)
}
