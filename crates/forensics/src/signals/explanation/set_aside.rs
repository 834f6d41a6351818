//! Findings that are told and do not count in this file: what damage looks like too, and what a trusted signer signed.

use assay_pdf::AnomalyKind;

use crate::facts::Facts;
use crate::signal::{Proves, Reason, Signal};
use crate::signals::{SIGNATURE_COVERS_FILE, SIGNER_TRUSTED};

/// Sets aside what does not count here, and lets each such finding say why.
pub fn set_aside(damaged: bool, signals: &mut [Signal]) {
    let signed = is_signed_by_a_trusted_signer(signals);
    for signal in signals {
        let of_the_pages =
            signal.declared.proves == Proves::Content && signal.declared.module != "signatures";
        signal.set_aside = match signal.declared.severity {
            None => None,
            Some(_) if signed && of_the_pages => Some(Reason::Signed),
            Some(_) if damaged && signal.declared.whole_file => Some(Reason::Damage),
            Some(_) => None,
        };
        if let Some(reason) = signal.set_aside {
            signal.evidence.push_str(told(reason));
        }
    }
}

fn told(reason: Reason) -> &'static str {
    match reason {
        Reason::Damage => {
            " The file is damaged, which can look like this too: it does not count here."
        }
        Reason::Signed => {
            " It was there when the trusted signer signed the whole file: it does not count against the file."
        }
    }
}

/// Whether tables were rebuilt, bytes were lost or streams break off: order, saves and what is missing tell nothing then.
pub fn is_damaged(facts: &Facts<'_>) -> bool {
    let lost = |kind: &AnomalyKind| {
        matches!(
            kind,
            AnomalyKind::TablesRebuilt
                | AnomalyKind::NoStartxref
                | AnomalyKind::XrefSectionBroken
                | AnomalyKind::ObjectRecovered { .. }
                | AnomalyKind::ObjectStreamBroken { .. }
                | AnomalyKind::StreamDamaged { .. }
                | AnomalyKind::EndstreamMissing { .. }
                | AnomalyKind::PagesFoundByScan { .. }
        )
    };
    facts.file.rebuilt || facts.anomalies().iter().any(|anomaly| lost(&anomaly.kind))
}

/// What lies in the signed bytes was there when the signer signed.
fn is_signed_by_a_trusted_signer(signals: &[Signal]) -> bool {
    let has = |one| signals.iter().any(|signal| signal.is(one));
    has(&SIGNATURE_COVERS_FILE) && has(&SIGNER_TRUSTED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RULES;
    use crate::signal::{Declaration, Place};
    use crate::signals::{
        CHANGED_AFTER_SIGNING, COVERED_AND_RETYPED, SUM_BROKEN, TEXT_REPLACED_IN_LATER_SAVE,
    };
    use crate::vocabulary::{DocumentClass, Verdict};

    fn judged(damaged: bool, found: &[&'static Declaration]) -> (Verdict, Vec<Option<Reason>>) {
        let mut signals: Vec<Signal> = found
            .iter()
            .map(|one| Signal::new(one, Place::File, "Seen.".into()))
            .collect();
        set_aside(damaged, &mut signals);
        let judgement = crate::verdict::weigh(&signals, DocumentClass::BornDigital, &RULES);
        let reasons = signals.iter().map(|signal| signal.set_aside).collect();
        (judgement.verdict, reasons)
    }

    #[test]
    fn what_a_trusted_signer_signed_accuses_nothing() {
        let pages: [&'static Declaration; 2] = [&COVERED_AND_RETYPED, &SUM_BROKEN];
        assert_eq!(judged(false, &pages).0, Verdict::Tampered);
        let signed = [&pages[..], &[&SIGNATURE_COVERS_FILE]].concat();
        assert_eq!(judged(false, &signed).0, Verdict::Tampered);
        let trusted = [&signed[..], &[&SIGNER_TRUSTED]].concat();
        let (verdict, reasons) = judged(false, &trusted);
        assert_eq!(verdict, Verdict::Authentic);
        let signed = Some(Reason::Signed);
        assert_eq!(reasons, [signed, signed, None, None]);
        let changed = [&trusted[..], &[&CHANGED_AFTER_SIGNING]].concat();
        assert_eq!(judged(false, &changed).0, Verdict::Tampered);
    }

    #[test]
    fn damage_speaks_against_saves_and_not_against_sums() {
        let saved: [&'static Declaration; 1] = [&TEXT_REPLACED_IN_LATER_SAVE];
        assert_eq!(judged(false, &saved).0, Verdict::Tampered);
        let (verdict, reasons) = judged(true, &saved);
        assert_eq!(verdict, Verdict::Inconclusive);
        assert_eq!(reasons, [Some(Reason::Damage)]);
        assert_eq!(judged(true, &[&SUM_BROKEN]).0, Verdict::Suspicious);
    }
}
