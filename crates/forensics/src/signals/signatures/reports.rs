//! What the digital signatures of a file say: each axis in words, with the place of what was changed after signing.

use std::rc::Rc;

use assay_signatures::SignatureReport;
use assay_signatures::chain::{Chain, Revocation};
use assay_signatures::cms::{Note, Outcome};
use assay_signatures::policy::{Alteration, Finding, LaterSave, Level, OverlayKind};
use assay_signatures::report::{Breakage, Coverage, Integrity, Kind, PermissionCheck, TimeStatus};
use assay_signatures::signature::Anchor;
use assay_signatures::strength::{Strength, WeakPart};

use crate::facts::Facts;

use super::{Place, Signal};

/// Places listed of what one signature says was changed.
const LISTED: usize = 6;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let reports: Vec<&SignatureReport> = facts
        .signatures
        .iter()
        .filter(|report| counts(report))
        .collect();
    for report in &reports {
        super::signature_ranges::observe(report, signals);
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
/// *Matters* because signed bytes were changed, or the signature was forged.
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
                signals.push(Signal::new("signature_broken", place(report), evidence));
            }
        }
        Integrity::Unsupported(reason) => {
            let evidence = format!("The signature {} {reason}.", name(report));
            signals.push(Signal::new(
                "signature_unverifiable",
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
        signals.push(Signal::new("signature_weak", place(report), evidence));
    }
}

/// *Sees* saves behind a signature that do more than the signature, or any signature, allows.
/// *Matters* because what is shown is no longer what was signed.
/// *Honest files*: validation data, further signatures and form filling are told apart and raise nothing.
fn changed_after(report: &SignatureReport, signals: &mut Vec<Signal>) {
    for overlay in report.later.overlays().take(LISTED) {
        let evidence = match overlay.kind {
            OverlayKind::Uncovered => format!(
                "After signing {}, what covered “{}” of the signed page was taken away.",
                name(report),
                overlay.shown
            ),
            _ => format!(
                "After signing {}, an annotation was laid over “{}” of the signed page.",
                name(report),
                overlay.hidden
            ),
        };
        signals.push(Signal {
            old_value: (!overlay.hidden.is_empty()).then(|| overlay.hidden.clone()),
            new_value: (!overlay.shown.is_empty()).then(|| overlay.shown.clone()),
            ..Signal::new(
                "covered_after_signing",
                Place::Page {
                    page: overlay.page,
                    area: Some(overlay.area),
                },
                evidence,
            )
        });
    }
    if let PermissionCheck::Violated(violations) = &report.permission {
        let id = if report.restrictions.states_any() {
            "permission_violated"
        } else {
            "changed_after_signing"
        };
        for violation in violations.iter().take(LISTED) {
            let finding = &violation.finding;
            let object = violation
                .object
                .map(|id| format!(" (object {id})"))
                .unwrap_or_default();
            let evidence = format!(
                "Save {} did what the signature {} does not allow: {}{object}.",
                violation.revision + 1,
                name(report),
                finding.what
            );
            let place = place_of_finding(violation.revision, finding, report)
                .unwrap_or_else(|| place(report));
            signals.push(Signal {
                field: finding.field.clone(),
                ..Signal::new(id, place, evidence)
            });
        }
        return;
    }
    match report.later.level() {
        Level::Forbidden => {
            let gravest = report
                .later
                .saves
                .iter()
                .filter(|save| save.level == Level::Forbidden)
                .flat_map(|save| save.changes.iter().map(move |change| (save, change)));
            for (save, change) in gravest.take(LISTED) {
                let Some(finding) = change
                    .findings
                    .iter()
                    .find(|finding| finding.level == Level::Forbidden)
                else {
                    continue;
                };
                let evidence = format!(
                    "Save {} (bytes {}) changed the document after the signature {}: {}.",
                    save.revision + 1,
                    save.span,
                    name(report),
                    finding.what
                );
                let place = finding
                    .page
                    .map_or(Place::Bytes(save.span), |page| Place::Page {
                        page,
                        area: None,
                    });
                signals.push(Signal {
                    field: finding.field.clone(),
                    ..Signal::new("changed_after_signing", place, evidence)
                });
            }
        }
        Level::Unexplained => {
            let spans: Vec<String> = report
                .later
                .unexplained
                .iter()
                .take(3)
                .map(|fault| fault.span().to_string())
                .collect();
            let fault = report
                .later
                .fault
                .map(|fault| format!(" ({fault})"))
                .unwrap_or_default();
            let evidence = format!(
                "Bytes {} stand outside the signed range of {} and belong to no save{fault}.",
                spans.join(", "),
                name(report)
            );
            signals.push(Signal::new(
                "bytes_outside_signed_range",
                Place::File,
                evidence,
            ));
        }
        _ => {}
    }
}

/// The page of a change and, where the save laid something over text there, the area.
fn place_of_finding(revision: usize, finding: &Finding, report: &SignatureReport) -> Option<Place> {
    let page = finding.page?;
    let saves = report.later.saves.iter();
    let area = saves
        .filter(|save| save.revision == revision)
        .flat_map(|save| &save.overlays)
        .find(|overlay| overlay.page == page && overlay.annotation == finding.annotation)
        .map(|overlay| overlay.area);
    Some(Place::Page { page, area })
}

/// *Sees* a seal of a further signer that hides signed text.
/// *Matters* because anybody can sign again, and the look of a signature is what that signer wants it to be.
/// *Honest files*: seals set upon a line of text; what they hide is seldom an amount or a date.
fn sealed_over(report: &SignatureReport, signals: &mut Vec<Signal>) {
    for overlay in report.later.sealed_over().take(LISTED) {
        let id = if overlay.hidden.chars().any(|c| c.is_ascii_digit()) {
            "covered_by_later_signer"
        } else {
            "seal_over_text"
        };
        let evidence = format!(
            "The seal of a later signer hides “{}”, which {} had signed.",
            overlay.hidden,
            name(report)
        );
        let place = Place::Page {
            page: overlay.page,
            area: Some(overlay.area),
        };
        signals.push(Signal {
            old_value: Some(overlay.hidden.clone()),
            new_value: (!overlay.shown.is_empty()).then(|| overlay.shown.clone()),
            ..Signal::new(id, place, evidence)
        });
    }
}

/// *Sees* an intact signature over the beginning of the file that no state of the file leads to.
/// *Matters* because the signed document is still there, whole, and something else is shown.
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
        "signature_removed",
        Place::Bytes(report.span),
        evidence,
    ));
}

/// *Sees* a timestamp that does not hold for the signature it hangs on.
/// *Matters* because timestamps are no part of what is signed: anybody can copy one from another signature.
/// *Honest files*: none known; the signature itself is not touched by it.
fn timestamps(report: &SignatureReport, signals: &mut Vec<Signal>) {
    for stamp in report.time.stamps.iter().filter(|stamp| stamp.broken) {
        let evidence = format!(
            "A timestamp of {} on {} does not belong to this signature or is damaged; it proves no time.",
            stamp.time,
            name(report)
        );
        signals.push(Signal::new("timestamp_broken", place(report), evidence));
    }
    let unreadable = |outcome: &Outcome| outcome.notes.contains(&Note::UnreadableTimestamp);
    if let Some(Ok(outcome)) = &report.value
        && unreadable(outcome)
    {
        let evidence = format!(
            "A timestamp on {} cannot be read; it proves no time.",
            name(report)
        );
        signals.push(Signal::new("timestamp_broken", place(report), evidence));
    }
}

/// *Sees* proof inside the file that the signer's certificate was revoked before the signature was made.
/// *Matters* because the key may have been in other hands.
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
        signals.push(Signal::new("signer_revoked", place(report), evidence));
    }
}

/// Whether a revocation speaks against the signature itself.
fn is_revoked(report: &SignatureReport) -> bool {
    matches!(
        report.identity.revoked(),
        Some(Revocation::Revoked { after_signing, .. }) if *after_signing != Some(true)
    )
}

/// Whether somebody with time and money could have made the signature for another file: a claimed time does not help.
fn is_forgeable(strength: &Strength) -> bool {
    match strength {
        Strength::Broken(_) => true,
        Strength::Weak(weaknesses) => {
            let mut weaknesses = weaknesses.iter();
            weaknesses.any(|weakness| matches!(weakness.part, WeakPart::Digest(_)))
        }
        _ => false,
    }
}

/// *Sees* when it was signed and how that is known.
/// *Matters* because a claimed time is worth what the signer is worth.
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
    signals.push(Signal::new("signature_time", place(report), evidence));
}

/// *Sees* what later saves did that the signature allows.
/// *Matters* because the reader should know what the signer has not seen.
/// *Honest files*: filled forms, further signatures, comments, validation data.
fn extended(report: &SignatureReport, signals: &mut Vec<Signal>) {
    let levels = Level::FormFilling..=Level::Annotations;
    // What lies over signed text is told as that.
    let allowed = |save: &&Rc<LaterSave>| save.overlays.is_empty() && levels.contains(&save.level);
    for save in report.later.saves.iter().filter(allowed).take(LISTED) {
        let findings = save.changes.iter().flat_map(|change| &change.findings);
        let told = findings.filter(|finding| {
            finding.level >= Level::FormFilling && !matches!(finding.what, Alteration::Added { .. })
        });
        let mut told: Vec<&Finding> = told.take(LISTED).collect();
        told.sort_by_key(|finding| std::cmp::Reverse(finding.level));
        let Some(first) = told.first() else {
            continue;
        };
        let what: Vec<String> = told
            .iter()
            .map(|finding| finding.what.to_string())
            .collect();
        let evidence = format!(
            "After the signature {}, save {} (bytes {}) did what it allows: {}.",
            name(report),
            save.revision + 1,
            save.span,
            what.join("; ")
        );
        let place = first
            .page
            .map_or(Place::Bytes(save.span), |page| Place::Page {
                page,
                area: None,
            });
        signals.push(Signal::new("extended_after_signing", place, evidence));
    }
}

/// *Sees* a signature that a later save took off the document.
/// *Matters* because whoever edits a signed file must get rid of the signature.
/// *Honest files*: programs that print or save a signed form anew write another file, which shows no earlier save.
fn removed(report: &SignatureReport, signals: &mut Vec<Signal>) {
    if !report.shown && report.anchor == Anchor::Field {
        let evidence = format!(
            "Save {} signed {}; the document as it stands does not show that signature.",
            report.revision + 1,
            name(report)
        );
        signals.push(Signal::new("signature_removed", place(report), evidence));
    }
}

/// *Sees* an intact signature over every byte of the file.
/// *Matters* because nothing was changed since.
fn covers_file(facts: &Facts<'_>, reports: &[&SignatureReport], signals: &mut Vec<Signal>) {
    let intact = |report: &&&SignatureReport| {
        report.integrity == Integrity::Intact
            && !is_forgeable(&report.strength)
            && !is_revoked(report)
    };
    // What the last signer covers of the page is that signer's word alone.
    let covered = reports
        .iter()
        .any(|report| report.later.sealed_over().next().is_some());
    let sealed = reports
        .iter()
        .any(|report| intact(&report) && report.coverage == Coverage::WholeFile);
    // Who signed is what counts; a timestamp over the whole file keeps an earlier signature closed.
    let signer = reports
        .iter()
        .filter(intact)
        .filter(|report| report.kind != Kind::DocumentTimestamp)
        .filter(|_| !covered)
        .filter(|report| {
            report.coverage == Coverage::WholeFile
                || (sealed && report.later.level() <= Level::BenignHabit)
        });
    let Some(report) =
        signer.max_by_key(|report| (report.coverage == Coverage::WholeFile, report.revision))
    else {
        for report in reports.iter().filter(intact) {
            let evidence = format!(
                "The signature {} is intact for save {} of the file; later: {}.",
                name(report),
                report.revision + 1,
                report.later.level()
            );
            signals.push(Signal::new(
                "signature_covers_save",
                place(report),
                evidence,
            ));
        }
        return;
    };
    let subject = report
        .identity
        .path
        .first()
        .map(|certificate| certificate.subject.to_string())
        .unwrap_or_default();
    let time = match report.time.status {
        TimeStatus::Unknown => String::new(),
        TimeStatus::Claimed(moment) => format!(", claimed time {moment}"),
        TimeStatus::Stamped(moment) => format!(", time-stamped {moment}"),
        TimeStatus::Proven(moment) => format!(", time proven {moment}"),
    };
    let evidence = format!("Signature {} of {subject}{time}.", name(report));
    signals.push(Signal::new(
        "signature_covers_file",
        place(report),
        evidence,
    ));
    let trusted =
        report.identity.chain == Chain::ConfiguredRoot && report.identity.problems.is_empty();
    let (id, evidence) = match (facts.trust_configured, trusted) {
        (true, true) => (
            "signer_trusted",
            format!("The certificate of {subject} leads to a root of the trust list."),
        ),
        (true, false) => {
            let problems: Vec<String> = report
                .identity
                .problems
                .iter()
                .take(2)
                .map(ToString::to_string)
                .collect();
            let why = if problems.is_empty() {
                "its certificate leads to no root of the trust list".to_owned()
            } else {
                problems.join(", ")
            };
            (
                "signer_not_trusted",
                format!("The signer {subject} is not trusted: {why}."),
            )
        }
        (false, _) => (
            "signer_unverified",
            format!(
                "Nobody asked who {subject} is: no trust list is configured, and anybody can make a certificate."
            ),
        ),
    };
    signals.push(Signal::new(id, place(report), evidence));
}
