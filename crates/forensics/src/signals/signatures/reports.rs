//! What the digital signatures of a file say: each axis in words.

use assay_signatures::SignatureReport;
use assay_signatures::chain::Revocation;
use assay_signatures::cms::{Note, Outcome};
use assay_signatures::report::{Breakage, Integrity, Kind, TimeStatus};
use assay_signatures::signature::Anchor;
use assay_signatures::strength::Strength;

use crate::facts::Facts;

use super::later::{changed_after, extended, sealed_over};
use super::ranges;
use super::trust::covers_file;
use crate::signal::{Place, Signal};

declare! {
    SIGNATURE_BROKEN = "signature_broken" {
        rank: 10, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "A digital signature does not hold: the signed bytes, its value or its range were changed.",
        matters: "Signed bytes were changed, or the signature was forged.",
        benign: "A transfer that damaged the file.",
    }

    SIGNATURE_REMOVED = "signature_removed" {
        rank: 130, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature removed",
        meaning: "A later save took a signature off the document.",
        matters: "The signed document is still there, whole, and something else is shown.",
        benign: "Signers who take their own signature back before sending.",
    }

    SIGNER_REVOKED = "signer_revoked" {
        rank: 1080, module: "signatures", severity: High, scored: false, proves: Structure, cause: "signer",
        meaning: "A certificate behind a digital signature was revoked.",
        matters: "The key may have been in other hands.",
        benign: "Signatures made before the revocation.",
    }

    TIMESTAMP_BROKEN = "timestamp_broken" {
        rank: 1090, module: "signatures", severity: Medium, scored: false, proves: Structure, cause: "timestamp",
        meaning: "A timestamp does not belong to the signature it hangs on.",
        matters: "Timestamps are no part of what is signed: anybody can copy one from another signature.",
        benign: "None known; the signature itself is not touched by it.",
    }

    SIGNATURE_TIME = "signature_time" {
        rank: 1190, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "When a document was signed, and how that is known.",
        matters: "A claimed time is worth what the signer is worth.",
        benign: "All signed files.",
    }

    SIGNATURE_WEAK = "signature_weak" {
        rank: 1210, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "A signature rests on an algorithm or key that is too weak.",
        matters: "What is too weak can be forged.",
        benign: "Old documents.",
    }

    SIGNATURE_UNVERIFIABLE = "signature_unverifiable" {
        rank: 1220, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "A signature uses means that this engine cannot verify.",
        matters: "What cannot be verified vouches for nothing.",
        benign: "Rare algorithms.",
    }
}

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let reports: Vec<&SignatureReport> = facts
        .signatures
        .iter()
        .filter(|report| counts(report))
        .collect();
    for report in &reports {
        ranges::observe(report, signals);
        broken(report, signals);
        changed_after(report, signals);
        sealed_over(report, signals);
        removed(report, signals);
        timestamps(report, signals);
        revoked(report, signals);
        time(report, signals);
        extended(report, signals);
    }
    facts
        .signatures
        .iter()
        .for_each(|report| forgotten(report, signals));
    covers_file(facts, &reports, signals);
}

/// Usage rights vouch for nothing a person signed; a dictionary that nothing leads to is no signature of the document.
fn counts(report: &SignatureReport) -> bool {
    report.kind != Kind::UsageRights && report.anchor != Anchor::Loose
}

pub(super) fn place(report: &SignatureReport) -> Place {
    match (report.page, report.object) {
        (Some(page), _) => Place::Page {
            page,
            area: report.area.filter(|_| report.visible),
        },
        (None, Some(id)) => Place::Object(id),
        _ => Place::Bytes(report.span),
    }
}

pub(super) fn name(report: &SignatureReport) -> String {
    report.field.as_ref().map_or_else(
        || "a signature without a field".into(),
        |field| format!("“{field}”"),
    )
}

/// *Sees* a signature whose bytes or value are not those that were signed.
/// *Honest files*: damaged transfers; nothing tells them from an edit, and the issuer can send the file again.
fn broken(report: &SignatureReport, signals: &mut Vec<Signal>) {
    match &report.integrity {
        Integrity::Broken(reasons) => {
            // Broken rules of the range are told one by one.
            let reasons: Vec<String> = reasons
                .iter()
                .filter(|reason| !matches!(reason, Breakage::Range(_)))
                .take(4)
                .map(ToString::to_string)
                .collect();
            if !reasons.is_empty() {
                let evidence = format!(
                    "The signature {} does not hold: {}.",
                    name(report),
                    reasons.join("; ")
                );
                signals.push(Signal::new(&SIGNATURE_BROKEN, place(report), evidence));
            }
        }
        Integrity::Unsupported(reason) => {
            let evidence = format!("The signature {} {reason}.", name(report));
            signals.push(Signal::new(
                &SIGNATURE_UNVERIFIABLE,
                place(report),
                evidence,
            ));
        }
        Integrity::Intact => {}
    }
    if let Strength::Broken(weaknesses) | Strength::Weak(weaknesses) = &report.strength
        && report.integrity == Integrity::Intact
    {
        let parts: Vec<String> = weaknesses.iter().map(ToString::to_string).collect();
        let evidence = format!(
            "The signature {} rests on {}.",
            name(report),
            parts.join(", ")
        );
        signals.push(Signal::new(&SIGNATURE_WEAK, place(report), evidence));
    }
}

/// *Sees* an intact signature over the beginning of the file that no state of the file leads to.
/// *Honest files*: none known; a signed file that is attached does not begin where the file begins.
fn forgotten(report: &SignatureReport, signals: &mut Vec<Signal>) {
    if report.anchor != Anchor::Loose || !report.is_intact() {
        return;
    }
    let Some(range) = &report.range else {
        return;
    };
    let evidence = format!(
        "The first {} bytes of the file are a signed document whose signature holds; the file as it stands does not lead to it.",
        range.end()
    );
    signals.push(Signal::new(
        &SIGNATURE_REMOVED,
        Place::Bytes(report.span),
        evidence,
    ));
}

/// *Sees* a timestamp that does not hold for the signature it hangs on.
/// *Honest files*: none known; the signature itself is not touched by it.
fn timestamps(report: &SignatureReport, signals: &mut Vec<Signal>) {
    for stamp in report.time.stamps.iter().filter(|stamp| stamp.broken) {
        let evidence = format!(
            "A timestamp of {} on {} does not belong to this signature or is damaged; it proves no time.",
            stamp.time,
            name(report)
        );
        signals.push(Signal::new(&TIMESTAMP_BROKEN, place(report), evidence));
    }
    let unreadable = |outcome: &Outcome| outcome.notes.contains(&Note::UnreadableTimestamp);
    if let Some(Ok(outcome)) = &report.value
        && unreadable(outcome)
    {
        let evidence = format!(
            "A timestamp on {} cannot be read; it proves no time.",
            name(report)
        );
        signals.push(Signal::new(&TIMESTAMP_BROKEN, place(report), evidence));
    }
}

/// *Sees* proof inside the file that the signer's certificate was revoked before the signature was made.
/// *Honest files*: signatures whose time is only claimed, made before and stored after the revocation.
fn revoked(report: &SignatureReport, signals: &mut Vec<Signal>) {
    if let Some(Revocation::Revoked {
        since,
        after_signing,
        ..
    }) = report.identity.revoked()
    {
        let when = match after_signing {
            Some(true) => "after the time of the signature",
            Some(false) => "before the time of the signature",
            None => "and nothing tells when it was signed",
        };
        let evidence = format!(
            "A certificate behind the signature {} was revoked on {since}, {when}.",
            name(report)
        );
        signals.push(Signal::new(&SIGNER_REVOKED, place(report), evidence));
    }
}

/// *Sees* when it was signed and how that is known.
/// *Honest files*: all.
fn time(report: &SignatureReport, signals: &mut Vec<Signal>) {
    let known = match report.time.status {
        TimeStatus::Unknown => return,
        TimeStatus::Claimed(moment) => {
            format!("says {moment}; only the signer's own clock says so")
        }
        TimeStatus::Stamped(moment) => {
            format!(
                "existed by {moment}: a timestamp holds, whose authority nobody was asked about"
            )
        }
        TimeStatus::Proven(moment) => {
            format!("existed by {moment}: a timestamp of a trusted authority holds")
        }
    };
    let evidence = format!("The signature {} {known}.", name(report));
    signals.push(Signal::new(&SIGNATURE_TIME, place(report), evidence));
}

/// *Sees* a signature that a later save took off the document.
/// *Honest files*: programs that print or save a signed form anew write another file, which shows no earlier save.
fn removed(report: &SignatureReport, signals: &mut Vec<Signal>) {
    if !report.shown && report.anchor == Anchor::Field {
        let evidence = format!(
            "Save {} signed {}; the document as it stands does not show that signature.",
            report.revision + 1,
            name(report)
        );
        signals.push(Signal::new(&SIGNATURE_REMOVED, place(report), evidence));
    }
}
