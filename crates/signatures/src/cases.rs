//! Which signatures there are: sightings of one value over one range are one signature, wherever they stand, and
//! signatures are held against each other.

use assay_pdf::{Dictionary, Document, Object};

use crate::byte_range::{self, ByteRange, RangeViolation};
use crate::signature::{Anchor, MAX_SIGNATURES, PermissionKey, Sighting, sightings};

/// One signature: all places where one value with one range is shown.
pub(crate) struct Case {
    pub range: Option<ByteRange>,
    pub violations: Vec<RangeViolation>,
    first: Sighting,
    others: Vec<Sighting>,
}

impl Case {
    pub fn sightings(&self) -> impl Iterator<Item = &Sighting> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The dictionary that stands inside its own signed bytes, else the first that was met.
    pub fn original(&self) -> &Sighting {
        let inside = |sighting: &&Sighting| {
            let range = self.range.as_ref();
            range.is_some_and(|range| sighting.place.object().end <= range.end())
        };
        let fields = |sighting: &&Sighting| sighting.anchor == Anchor::Field && inside(sighting);
        let found = self.sightings().find(fields);
        found
            .or(self.sightings().find(inside))
            .unwrap_or(&self.first)
    }

    fn name(&self) -> String {
        let original = self.original();
        match (&original.field, original.object) {
            (Some(field), _) => format!("\"{field}\""),
            (None, Some(id)) => format!("object {id}"),
            (None, None) => "a signature without a field".into(),
        }
    }
}

pub(crate) fn contents(dictionary: &Dictionary) -> Option<&[u8]> {
    dictionary.get(b"Contents").and_then(Object::as_string)
}

/// Groups sightings: one value over one range is one signature, wherever it is shown.
pub(crate) fn cases(document: &Document<'_>) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for sighting in sightings(document) {
        let mut violations = Vec::new();
        let value = sighting.dictionary.get(b"ByteRange");
        let range = byte_range::read(value, document.bytes().len(), &mut violations);
        let same = |case: &Case| {
            let first = &case.first;
            case.range == range
                && match range {
                    Some(_) => contents(&first.dictionary) == contents(&sighting.dictionary),
                    None => first.place == sighting.place,
                }
        };
        if let Some(at) = cases.iter().position(same) {
            if let Some(case) = cases.get_mut(at) {
                case.others.push(sighting);
            }
        } else if cases.len() < MAX_SIGNATURES {
            cases.push(Case {
                range,
                violations,
                first: sighting,
                others: Vec::new(),
            });
        }
    }
    cases.sort_by_key(|case| case.range.map_or(usize::MAX, |range| range.end()));
    cases
}

/// Signatures against each other (R6): each earlier one must lie whole in the first part of each later one.
pub(crate) fn cross_check(cases: &mut [Case]) {
    let names: Vec<String> = cases.iter().map(Case::name).collect();
    let is_right =
        |case: &Case| case.original().anchor == Anchor::Permissions(PermissionKey::UsageRights);
    for i in 0..cases.len() {
        for j in 0..i {
            let (Some(one), Some(other)) = (cases.get(j), cases.get(i)) else {
                continue;
            };
            if is_right(one) || is_right(other) {
                continue;
            }
            let (Some(a), Some(b)) = (one.range, other.range) else {
                continue;
            };
            let value = |case: &Case| contents(&case.original().dictionary).map(<[u8]>::to_vec);
            let violation: fn(String) -> RangeViolation = if a == b {
                |other| RangeViolation::SameRange { other }
            } else if value(one).is_some_and(|v| v.iter().any(|b| *b != 0))
                && value(one) == value(other)
            {
                |other| RangeViolation::SameContents { other }
            } else if a.end() > b.first.end {
                |other| RangeViolation::Entangled { other }
            } else {
                continue;
            };
            for (at, with) in [(i, j), (j, i)] {
                let with = names.get(with).cloned().unwrap_or_default();
                if let Some(case) = cases.get_mut(at) {
                    case.violations.push(violation(with));
                }
            }
        }
    }
}
