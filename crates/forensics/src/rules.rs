//! The rules file: every weight and threshold, read once. `rules_revision` in a report names the file that judged.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub revision: String,
    pub prior: Prior,
    pub thresholds: Thresholds,
    /// Bits of evidence by signal id.
    pub weights: BTreeMap<String, f64>,
    pub integrity: Integrity,
    pub confidence: Confidence,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prior {
    /// Share of uploads that are edited, 0 to 1.
    pub edited: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// Probability of an edit, 0 to 1, from which a file is suspicious.
    pub suspicious: f64,
    pub tampered: f64,
}

impl Rules {
    /// Bits that speak for an honest file before anything was looked at.
    pub fn honest_bits(&self) -> f64 {
        -bits(self.prior.edited)
    }

    /// Bits from which on a file is suspicious, once those for an honest file are taken off.
    pub fn suspicious_bits(&self) -> f64 {
        bits(self.thresholds.suspicious)
    }

    pub fn tampered_bits(&self) -> f64 {
        bits(self.thresholds.tampered)
    }

    /// The weight of a signal that counts; one that weighs nothing is told only.
    pub fn weight(&self, id: &str) -> Option<f64> {
        self.weights.get(id).copied().filter(|weight| *weight > 0.0)
    }
}

/// The odds of a probability, in bits.
fn bits(probability: f64) -> f64 {
    (probability / (1.0 - probability)).log2()
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Integrity {
    pub unsigned: f64,
    pub signed: f64,
    pub trusted: f64,
    pub finding: f64,
    pub findings_at_most: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confidence {
    pub text: f64,
    pub scan: f64,
    pub picture: f64,
    pub trusted: f64,
    pub unverified: f64,
}

/// The rules this engine was built with.
#[expect(clippy::panic, reason = "the file is compiled in; a test reads it")]
pub static RULES: LazyLock<Rules> =
    LazyLock::new(
        || match toml::from_str(include_str!("../rules/rules.toml")) {
            Ok(rules) => rules,
            Err(error) => panic!("rules.toml: {error}"),
        },
    );

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::Proves;
    use crate::signals::CATALOGUE;

    #[test]
    fn every_scored_signal_has_a_weight_and_no_other_has() {
        for declaration in CATALOGUE.iter() {
            let weighed = RULES.weights.contains_key(declaration.id);
            assert_eq!(
                weighed,
                declaration.scored && declaration.proves != Proves::Trust,
                "{}",
                declaration.id
            );
        }
        for id in RULES.weights.keys() {
            assert!(
                CATALOGUE.iter().any(|declaration| declaration.id == id),
                "{id} is declared nowhere"
            );
        }
    }

    #[test]
    fn structure_alone_never_reaches_suspicious() {
        let structure: f64 = CATALOGUE
            .iter()
            .filter(|declaration| declaration.proves == Proves::Structure)
            .filter_map(|declaration| RULES.weights.get(declaration.id))
            .sum();
        assert!(structure - RULES.honest_bits() < RULES.suspicious_bits());
    }
}
