//! Glyph metrics of CIDFonts (ISO 32000-2, 9.7.4.3): /DW, /W, and downwards /DW2, /W2.

use crate::syntax::object::{Dictionary, Object};
use crate::view::View;

use super::glyph::Vertical;
use super::ranges::{Range, Ranges};

/// CIDs are two bytes (9.7.2); ranges that go further are cut here.
const LAST_CID: u32 = 0xffff;

/// Values given for ranges of CIDs: `c [v …]` or `first last v …`, with `N` numbers for each CID.
#[derive(Debug)]
struct CidValues<const N: usize> {
    ranges: Ranges<Source>,
    values: Vec<[f64; N]>,
}

/// Where the values of a range are held.
#[derive(Debug, Clone, Copy)]
enum Source {
    /// All CIDs of the range share this one.
    Shared(u32),
    /// One each, from this one on.
    Listed(u32),
}

impl<const N: usize> CidValues<N> {
    fn read(view: &View<'_>, array: &Object) -> Self {
        let value = view.resolve(array);
        let items = value.as_array().unwrap_or_default();
        // Many fonts can share one array: reading it costs each of them.
        let budget = view.document().budget();
        if budget.spend_operators(items.len() as u64).is_err() {
            return Self {
                ranges: Ranges::default(),
                values: Vec::new(),
            };
        }
        let mut ranges = Vec::new();
        let mut values = Vec::new();
        let mut position = 0;
        let number = |at: usize| {
            items
                .get(at)
                .and_then(|item| view.resolve(item).as_number())
        };
        while position < items.len() {
            let Some(first) = number(position).and_then(cid) else {
                position += 1;
                continue;
            };
            let start = values.len() as u32;
            let next = items.get(position + 1).map(|item| view.resolve(item));
            if let Some(list) = next.as_ref().and_then(|next| next.as_array()) {
                if budget.spend_operators(list.len() as u64).is_err() {
                    break;
                }
                let numbers: Vec<f64> = list
                    .iter()
                    .map(|item| view.resolve(item).as_number().unwrap_or(0.0))
                    .collect();
                values.extend(numbers.as_chunks::<N>().0);
                let count = values.len() as u32 - start;
                if count > 0 {
                    let last = first.saturating_add(count - 1).min(LAST_CID);
                    ranges.push(Range::new(first, last, Source::Listed(start)));
                }
                position += 2;
                continue;
            }
            let Some(last) = number(position + 1).and_then(cid) else {
                position += 1;
                continue;
            };
            values.push(std::array::from_fn(|at| {
                number(position + 2 + at).unwrap_or(0.0)
            }));
            ranges.push(Range::new(first, last, Source::Shared(start)));
            position += 2 + N;
        }
        Self {
            ranges: Ranges::new(ranges),
            values,
        }
    }

    fn of(&self, cid: u32) -> Option<[f64; N]> {
        let (source, offset) = self.ranges.find(cid)?;
        let at = match source {
            Source::Shared(at) => at,
            Source::Listed(start) => start.checked_add(offset)?,
        };
        self.values.get(at as usize).copied()
    }
}

fn cid(value: f64) -> Option<u32> {
    (value >= 0.0 && value <= f64::from(LAST_CID)).then_some(value as u32)
}

/// Advances of a CIDFont.
#[derive(Debug)]
pub(super) struct CidMetrics {
    default_width: f64,
    widths: CidValues<1>,
    vertical: Option<VerticalMetrics>,
}

#[derive(Debug)]
struct VerticalMetrics {
    /// Height of the origin and advance of the CIDs without an entry.
    default: (f64, f64),
    /// Advance, then the origin.
    entries: CidValues<3>,
}

impl CidMetrics {
    pub(super) fn read(view: &View<'_>, font: &Dictionary, vertical: bool) -> Self {
        let array = |key: &[u8]| font.get(key).unwrap_or(&Object::NULL);
        Self {
            default_width: view.get(font, b"DW").as_number().unwrap_or(1000.0),
            widths: CidValues::read(view, array(b"W")),
            vertical: vertical.then(|| {
                let pair = view.get(font, b"DW2");
                let number = |at: usize| {
                    let item = pair.as_array().and_then(|items| items.get(at))?;
                    view.resolve(item).as_number()
                };
                VerticalMetrics {
                    default: (number(0).unwrap_or(880.0), number(1).unwrap_or(-1000.0)),
                    entries: CidValues::read(view, array(b"W2")),
                }
            }),
        }
    }

    /// In em.
    pub(super) fn width(&self, cid: u32) -> f64 {
        self.widths
            .of(cid)
            .map_or(self.default_width, |[width]| width)
            / 1000.0
    }

    /// In em; `None` in fonts that write sideways.
    pub(super) fn vertical(&self, cid: u32) -> Option<Vertical> {
        let metrics = self.vertical.as_ref()?;
        let (height, advance) = metrics.default;
        let [advance, x, y] =
            metrics
                .entries
                .of(cid)
                .unwrap_or([advance, self.width(cid) * 500.0, height]);
        Some(Vertical {
            advance: advance / 1000.0,
            origin: (x / 1000.0, y / 1000.0),
        })
    }

    /// The CIDs that /W names, with their widths in em, in ascending order.
    pub(super) fn declared(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.widths
            .ranges
            .iter()
            .flat_map(|range| (range.first..=range.last).map(|cid| (cid, self.width(cid))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::testing::with_object;

    #[track_caller]
    fn check(font: &str, vertical: bool, look: impl Fn(&CidMetrics)) {
        with_object(font, |view, object| {
            let dictionary = object.as_dictionary().cloned().unwrap_or_default();
            look(&CidMetrics::read(view, &dictionary, vertical));
        });
    }

    #[test]
    fn widths_come_as_lists_and_as_ranges() {
        check(
            "<</DW 500 /W [3 [250 [] 333] 10 12 600 /Junk 65000 70000 20 [444]]>>",
            false,
            |metrics| {
                let widths: Vec<f64> = [3, 5, 10, 12, 13, 20, 99]
                    .iter()
                    .map(|&cid| metrics.width(cid))
                    .collect();
                assert_eq!(widths, [0.25, 0.333, 0.6, 0.6, 0.5, 0.444, 0.5]);
            },
        );
    }

    #[test]
    fn without_entries_every_glyph_is_one_em_wide() {
        check("<<>>", true, |metrics| {
            assert_eq!(metrics.width(7), 1.0);
            assert_eq!(
                metrics.vertical(7),
                Some(Vertical {
                    advance: -1.0,
                    origin: (0.5, 0.88)
                })
            );
        });
    }

    #[test]
    fn downwards_metrics_come_in_threes() {
        check(
            "<</W [1 [600]] /DW2 [800 -900] /W2 [5 [-500 250 700] 7 8 -400 200 600]>>",
            true,
            |metrics| {
                let vertical = |cid| metrics.vertical(cid).map(|v| (v.advance, v.origin));
                assert_eq!(vertical(1), Some((-0.9, (0.3, 0.8))));
                assert_eq!(vertical(5), Some((-0.5, (0.25, 0.7))));
                assert_eq!(vertical(8), Some((-0.4, (0.2, 0.6))));
            },
        );
    }
}
