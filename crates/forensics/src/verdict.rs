//! From signals to a verdict: weights add up once per cause, the sum picks the band, the evidence moves the score in it.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::Rules;
use crate::signal::{Declaration, Proves, Signal};
use crate::signals::{SIGNATURE_COVERS_FILE, SIGNER_NOT_TRUSTED, SIGNER_TRUSTED};
use crate::vocabulary::{Basis, DocumentClass, Severity, Verdict};

/// What the engine concludes, in numbers and words of the specification.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    pub verdict: Verdict,
    pub basis: Basis,
    pub score: Option<u8>,
    pub tamper_score: f64,
    pub integrity_score: f64,
    pub confidence: f64,
}

/// What stands behind a file, as the signals tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Vouched {
    No,
    /// An intact signature over the whole file; who signed was not asked.
    Unverified,
    Trusted,
}

/// Weighs the signals of one file.
pub fn weigh(signals: &[Signal], class: DocumentClass, rules: &Rules) -> Judgement {
    let counted = signals.iter().filter(|signal| signal.excused.is_none());
    let rows: Vec<&'static Declaration> = counted.map(|signal| signal.declared).collect();
    let evidence = Evidence::of(&rows, rules);
    let tamper_score = if evidence.scored {
        1.0 / (1.0 + (-evidence.odds).exp2())
    } else {
        0.0
    };
    let vouched = vouched(&rows);
    let integrity_score = integrity(&rows, vouched, rules);
    let (verdict, basis) = decide(&evidence, vouched, class, rules);
    let score = score(
        verdict,
        basis,
        evidence.odds,
        tamper_score,
        integrity_score,
        vouched,
        rules,
    );
    let confidence = match (verdict, vouched) {
        (Verdict::Tampered, _) => tamper_score,
        (Verdict::Suspicious, _) if basis == Basis::Negative => {
            0.5 + (tamper_score - 0.5).abs().min(0.4)
        }
        (Verdict::Authentic, Vouched::Trusted) => rules.confidence.trusted,
        (Verdict::Authentic, _) => rules.confidence.unverified,
        _ => match class {
            DocumentClass::BornDigital => rules.confidence.text,
            DocumentClass::ScannedWithTextLayer => rules.confidence.scan,
            _ => rules.confidence.picture,
        },
    };
    let round = |value: f64| (value.clamp(0.0, 1.0) * 1000.0).round() / 1000.0;
    Judgement {
        verdict,
        basis,
        score,
        tamper_score: round(tamper_score),
        integrity_score: round(integrity_score),
        confidence: round(if verdict == Verdict::Unsupported {
            0.0
        } else {
            confidence
        }),
    }
}

/// What the scored findings amount to.
#[derive(Debug, Clone, Copy)]
struct Evidence {
    /// Bits that speak for an edit, less those that spoke against it beforehand.
    odds: f64,
    /// The same without findings about structure: how a file was saved adds to what its pages show, and never accuses.
    content_odds: f64,
    /// Whether one finding about content is strong by itself, or two modules agree.
    convincing: bool,
    scored: bool,
}

impl Evidence {
    fn of(rows: &[&'static Declaration], rules: &Rules) -> Self {
        let weighed = |row: &&&'static Declaration| rules.weight(row.id).is_some();
        let content: Vec<&'static Declaration> = rows
            .iter()
            .filter(weighed)
            .filter(|row| row.proves == Proves::Content)
            .copied()
            .collect();
        let modules: BTreeSet<&str> = content.iter().map(|row| row.module).collect();
        let strong = content
            .iter()
            .any(|row| row.severity == Some(Severity::High));
        Self {
            odds: bits(rows, rules) - rules.honest_bits(),
            content_odds: bits(&content, rules) - rules.honest_bits(),
            convincing: strong || modules.len() > 1,
            scored: rows.iter().any(|row| weighed(&row)),
        }
    }
}

/// The weights of the findings, once for each cause.
fn bits(rows: &[&'static Declaration], rules: &Rules) -> f64 {
    let mut by_cause: BTreeMap<&str, f64> = BTreeMap::new();
    for row in rows {
        if let Some(weight) = rules.weight(row.id) {
            let heaviest = by_cause.entry(row.cause).or_default();
            *heaviest = heaviest.max(weight);
        }
    }
    by_cause.values().sum()
}

/// The order in which the verdict is looked for.
fn decide(
    evidence: &Evidence,
    vouched: Vouched,
    class: DocumentClass,
    rules: &Rules,
) -> (Verdict, Basis) {
    let scored = evidence.scored;
    let accused = evidence.content_odds >= rules.suspicious_bits();
    if accused && evidence.convincing && evidence.odds >= rules.tampered_bits() {
        return (Verdict::Tampered, Basis::Negative);
    }
    if accused {
        return (Verdict::Suspicious, Basis::Negative);
    }
    if vouched != Vouched::No && !scored {
        return (Verdict::Authentic, Basis::Signature);
    }
    match class {
        DocumentClass::NoTextLayer if !scored => (Verdict::Unsupported, Basis::Inconclusive),
        DocumentClass::Raster => (Verdict::Suspicious, Basis::ImageContainer),
        DocumentClass::ScannedWithTextLayer => (Verdict::Inconclusive, Basis::ImageContainer),
        _ => (Verdict::Inconclusive, Basis::Inconclusive),
    }
}

fn vouched(rows: &[&'static Declaration]) -> Vouched {
    let has = |one: &'static Declaration| rows.contains(&one);
    if !has(&SIGNATURE_COVERS_FILE) {
        Vouched::No
    } else if has(&SIGNER_NOT_TRUSTED) {
        // Intact, but by nobody on the trust list: proves only that this signer's bytes are unchanged.
        Vouched::No
    } else if has(&SIGNER_TRUSTED) {
        Vouched::Trusted
    } else {
        Vouched::Unverified
    }
}

fn integrity(rows: &[&Declaration], vouched: Vouched, rules: &Rules) -> f64 {
    let base = match vouched {
        Vouched::No => rules.integrity.unsigned,
        Vouched::Unverified => rules.integrity.signed,
        Vouched::Trusted => rules.integrity.trusted,
    };
    let findings = rows
        .iter()
        .filter(|row| row.proves == Proves::Structure)
        .count() as f64;
    base - (findings * rules.integrity.finding).min(rules.integrity.findings_at_most)
}

fn score(
    verdict: Verdict,
    basis: Basis,
    odds: f64,
    tamper: f64,
    integrity: f64,
    vouched: Vouched,
    rules: &Rules,
) -> Option<u8> {
    if basis == Basis::ImageContainer {
        return None;
    }
    let within = |low: f64, high: f64, share: f64| {
        (low + (high - low) * share.clamp(0.0, 1.0)).round() as u8
    };
    match verdict {
        Verdict::Unsupported => None,
        // Eight bits past the threshold, nothing is left to doubt.
        Verdict::Tampered => Some(within(30.0, 0.0, (odds - rules.tampered_bits()) / 8.0)),
        Verdict::Suspicious => {
            let width = rules.tampered_bits() - rules.suspicious_bits();
            Some(within(55.0, 31.0, (odds - rules.suspicious_bits()) / width))
        }
        Verdict::Authentic if vouched == Vouched::Trusted => Some(within(90.0, 100.0, integrity)),
        // Anybody can make a certificate: the bottom of the band.
        Verdict::Authentic => Some(within(81.0, 85.0, integrity)),
        Verdict::Inconclusive => Some(within(56.0, 80.0, integrity * (1.0 - tamper))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RULES;
    use crate::signal::Place;
    use crate::signals::{
        CATALOGUE, CHANGED_AFTER_SIGNING, COVERED_AND_RETYPED, DIGIT_LEFT_IN_FONT,
        REWRITTEN_BY_EDITOR, SUM_BROKEN, TEXT_REPLACED_IN_LATER_SAVE,
    };

    fn judge(found: &[&'static Declaration], class: DocumentClass) -> Judgement {
        let signals: Vec<Signal> = found
            .iter()
            .map(|one| Signal::new(one, Place::File, String::new()))
            .collect();
        weigh(&signals, class, &RULES)
    }

    #[test]
    fn nothing_found_is_inconclusive_within_its_band() {
        let judgement = judge(&[], DocumentClass::BornDigital);
        assert_eq!(
            (judgement.verdict, judgement.basis),
            (Verdict::Inconclusive, Basis::Inconclusive)
        );
        assert!((56..=80).contains(&judgement.score.unwrap_or(0)));
        assert_eq!(judgement.tamper_score, 0.0);
    }

    #[test]
    fn pictures_of_pages_follow_their_own_table() {
        let raster = judge(&[], DocumentClass::Raster);
        assert_eq!(
            (raster.verdict, raster.basis, raster.score),
            (Verdict::Suspicious, Basis::ImageContainer, None)
        );
        let scan = judge(&[], DocumentClass::ScannedWithTextLayer);
        assert_eq!(
            (scan.verdict, scan.basis, scan.score),
            (Verdict::Inconclusive, Basis::ImageContainer, None)
        );
        let pointed = judge(&[&COVERED_AND_RETYPED], DocumentClass::Raster);
        assert_eq!(
            (pointed.verdict, pointed.basis),
            (Verdict::Suspicious, Basis::Negative)
        );
        let edited = judge(&[&COVERED_AND_RETYPED, &SUM_BROKEN], DocumentClass::Raster);
        assert_eq!(
            (edited.verdict, edited.basis),
            (Verdict::Tampered, Basis::Negative)
        );
        let nothing = judge(&[], DocumentClass::NoTextLayer);
        assert_eq!(
            (nothing.verdict, nothing.score),
            (Verdict::Unsupported, None)
        );
    }

    #[test]
    fn a_signature_vouches_for_pages_with_nothing_to_read() {
        let signed = judge(&[&SIGNATURE_COVERS_FILE], DocumentClass::NoTextLayer);
        assert_eq!(
            (signed.verdict, signed.basis),
            (Verdict::Authentic, Basis::Signature)
        );
        let changed = judge(&[&CHANGED_AFTER_SIGNING], DocumentClass::NoTextLayer);
        assert_eq!(changed.basis, Basis::Negative);
        let untrusted = [&SIGNATURE_COVERS_FILE, &SIGNER_NOT_TRUSTED];
        let untrusted = judge(&untrusted, DocumentClass::NoTextLayer);
        assert_eq!(untrusted.verdict, Verdict::Unsupported);
    }

    #[test]
    fn signals_of_one_cause_count_once() {
        let judged = |found: &[&'static Declaration]| judge(found, DocumentClass::BornDigital);
        let replaced = judged(&[&TEXT_REPLACED_IN_LATER_SAVE]);
        let covered = judged(&[&COVERED_AND_RETYPED]);
        let many = judged(&[
            &TEXT_REPLACED_IN_LATER_SAVE,
            &TEXT_REPLACED_IN_LATER_SAVE,
            &COVERED_AND_RETYPED,
        ]);
        assert_eq!(
            many.tamper_score,
            replaced.tamper_score.max(covered.tamper_score)
        );
        assert_eq!(many.verdict, Verdict::Tampered);
        let other_cause = judged(&[&COVERED_AND_RETYPED, &SUM_BROKEN]);
        assert!(other_cause.tamper_score > many.tamper_score);
    }

    #[test]
    fn how_a_file_was_saved_never_accuses_it() {
        let mut heavy = RULES.clone();
        for weight in heavy.weights.values_mut() {
            *weight = 9.0;
        }
        let structure: Vec<Signal> = CATALOGUE
            .iter()
            .filter(|row| row.proves == Proves::Structure)
            .map(|row| Signal::new(row, Place::File, String::new()))
            .collect();
        assert!(structure.len() > 3);
        let judgement = weigh(&structure, DocumentClass::BornDigital, &heavy);
        assert_eq!(judgement.verdict, Verdict::Inconclusive);
    }

    #[test]
    fn supporting_findings_never_accuse() {
        let supporting: Vec<&'static Declaration> = CATALOGUE
            .iter()
            .filter(|row| !row.scored)
            .copied()
            .collect();
        let judgement = judge(&supporting, DocumentClass::BornDigital);
        assert_eq!(judgement.verdict, Verdict::Inconclusive);
        assert_eq!(judgement.tamper_score, 0.0);
    }

    #[test]
    fn findings_of_one_module_without_a_strong_one_are_suspicious_at_most() {
        let mut heavy = RULES.clone();
        for weight in heavy.weights.values_mut() {
            *weight = 9.0;
        }
        let middling = |module: Option<&str>| -> Vec<Signal> {
            CATALOGUE
                .iter()
                .filter(|row| row.scored && row.proves == Proves::Content)
                .filter(|row| row.severity != Some(Severity::High))
                .filter(|row| module.is_none_or(|module| row.module == module))
                .map(|row| Signal::new(row, Place::File, String::new()))
                .collect()
        };
        for row in CATALOGUE.iter() {
            let found = middling(Some(row.module));
            if !found.is_empty() {
                let judgement = weigh(&found, DocumentClass::BornDigital, &heavy);
                assert_eq!(judgement.verdict, Verdict::Suspicious, "{}", row.module);
            }
        }
        let judgement = weigh(&middling(None), DocumentClass::BornDigital, &heavy);
        assert_eq!(judgement.verdict, Verdict::Tampered);
    }

    #[test]
    fn structure_adds_to_content_and_never_lifts_it_over_the_first_threshold() {
        let mut rules = RULES.clone();
        rules.weights.insert(DIGIT_LEFT_IN_FONT.id.into(), 0.1);
        rules.weights.insert(REWRITTEN_BY_EDITOR.id.into(), 9.0);
        let signals = [&DIGIT_LEFT_IN_FONT, &REWRITTEN_BY_EDITOR]
            .map(|one| Signal::new(one, Place::File, String::new()));
        let judgement = weigh(&signals, DocumentClass::BornDigital, &rules);
        assert_eq!(judgement.verdict, Verdict::Inconclusive);
    }

    #[test]
    fn no_score_contradicts_its_verdict() {
        for first in CATALOGUE.iter() {
            for second in CATALOGUE.iter() {
                let judgement = judge(&[first, second], DocumentClass::BornDigital);
                let band = match judgement.verdict {
                    Verdict::Tampered => 0..=30,
                    Verdict::Suspicious => 31..=55,
                    Verdict::Inconclusive => 56..=80,
                    Verdict::Authentic => 81..=100,
                    Verdict::Unsupported => continue,
                };
                assert!(
                    judgement.score.is_some_and(|score| band.contains(&score)),
                    "{} + {}: {judgement:?}",
                    first.id,
                    second.id
                );
            }
        }
    }
}
