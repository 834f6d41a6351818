//! What a file lost on its way: tables that had to be rebuilt, bytes that are gone, streams that break off; and pages that go
//! on further than they are read.

use assay_pdf::{AnomalyKind, ObjectId, Span};

use super::{Facts, PageFacts};

/// The damage that the reader met, up to now.
#[derive(Debug, Default)]
pub struct Damage {
    /// The tables lead nowhere, or not to all of what they list.
    pub tables: bool,
    /// The file ends early, or a stream has no end.
    pub bytes: bool,
    /// The data of streams that could not be decoded to their end.
    pub streams: Vec<Span>,
    /// Pages whose reading met a limit of its own.
    pub cut: Vec<u32>,
}

impl Damage {
    pub fn of(facts: &Facts<'_>) -> Self {
        let cut = facts.pages.iter().filter(|page| page.content.cut.is_some());
        let mut damage = Self {
            cut: cut.map(|page| page.page.number).collect(),
            ..Self::default()
        };
        for anomaly in facts.anomalies() {
            match anomaly.kind {
                AnomalyKind::TablesRebuilt
                | AnomalyKind::XrefOffsetWrong { .. }
                | AnomalyKind::XrefSectionBroken
                | AnomalyKind::XrefEntryPointsElsewhere { .. }
                | AnomalyKind::ObjectRecovered { .. }
                | AnomalyKind::PagesFoundByScan { .. } => damage.tables = true,
                AnomalyKind::NoStartxref
                | AnomalyKind::EndstreamMissing { .. }
                | AnomalyKind::ObjectStreamBroken { .. } => damage.bytes = true,
                AnomalyKind::StreamDamaged { .. } => damage.streams.push(anomaly.span),
                _ => {}
            }
        }
        damage
    }

    /// Whether anything is.
    pub fn is_none(&self) -> bool {
        !self.tables && !self.bytes && self.streams.is_empty() && self.cut.is_empty()
    }

    /// Whether a stream that a page draws breaks off.
    pub fn strikes(&self, facts: &Facts<'_>, page: &PageFacts) -> bool {
        let broken = |id: ObjectId| {
            let data = facts.stream_data(id);
            data.is_some_and(|data| self.streams.contains(&data))
        };
        let mut drawn = page.content.sources.iter().filter_map(|source| source.id);
        !self.streams.is_empty() && drawn.any(broken)
    }
}
