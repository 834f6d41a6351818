//! Type 3 fonts (ISO 32000-2, 9.6.4): glyphs that are content streams of their own.

use rustc_hash::FxHashMap;

use crate::place::ObjectId;
use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

use super::simple::GlyphNames;

/// What only Type 3 fonts have.
#[derive(Debug, Clone, PartialEq)]
pub struct Type3 {
    /// Glyph space to text space.
    pub matrix: [f64; 6],
    /// The content stream that draws each code.
    pub char_procs: FxHashMap<u32, ObjectId>,
    /// `None`: those of the page are used.
    pub resources: Option<Dictionary>,
    /// /FontBBox in glyph space, where it is not empty.
    pub bbox: Option<[f64; 4]>,
}

/// /FontMatrix; a thousandth where there is none that can be used.
pub(super) fn matrix(view: &View<'_>, font: &Dictionary) -> [f64; 6] {
    let value = view.get(font, b"FontMatrix");
    let numbers: Vec<f64> = value
        .as_array()
        .unwrap_or_default()
        .iter()
        .filter_map(|item| view.resolve(item).as_number())
        .collect();
    <[f64; 6]>::try_from(numbers).unwrap_or([0.001, 0.0, 0.0, 0.001, 0.0, 0.0])
}

impl Type3 {
    pub(super) fn read(
        view: &View<'_>,
        font: &Dictionary,
        matrix: [f64; 6],
        names: &GlyphNames,
    ) -> Self {
        let value = view.get(font, b"CharProcs");
        let procedures: FxHashMap<&[u8], ObjectId> = value
            .as_dictionary()
            .filter(|procedures| {
                let budget = view.document().budget();
                budget.spend_operators(procedures.len() as u64).is_ok()
            })
            .into_iter()
            .flat_map(|procedures| procedures.iter())
            .filter_map(|(name, procedure)| Some((name.as_bytes(), procedure.as_reference()?)))
            .collect();
        let char_procs = (0u8..=255)
            .filter_map(|code| Some((u32::from(code), *procedures.get(names.name(code))?)))
            .collect();
        let bbox = view.area(font.get(b"FontBBox").unwrap_or(&Object::NULL));
        Self {
            matrix,
            char_procs,
            resources: view.get(font, b"Resources").as_dictionary().cloned(),
            bbox: bbox
                .filter(|area| area.size() > 0.0)
                .map(|area| [area.x0, area.y0, area.x1, area.y1]),
        }
    }

    /// Ascent and descent in text space, by the bounding box.
    pub(super) fn extent(&self) -> (Option<f64>, Option<f64>) {
        let [_, _, _, scale, ..] = self.matrix;
        let Some([_, low, _, high]) = self.bbox else {
            return (None, None);
        };
        let (a, b) = (low * scale, high * scale);
        let (descent, ascent) = (a.min(b), a.max(b));
        (
            (ascent > 0.0 && ascent < 3.0).then_some(ascent),
            (descent > -3.0 && descent <= 0.0).then_some(descent),
        )
    }
}
