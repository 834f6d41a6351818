//! What the digital signatures of a file say: each axis in words, with the place of what was changed after signing.

use std::rc::Rc;

use assay_signatures::SignatureReport;
use assay_signatures::chain::{Chain, Revocation};
use assay_signatures::cms::{Note, Outcome};
use assay_signatures::policy::{Alteration, Finding, LaterSave, Level};
use assay_signatures::report::{Breakage, Coverage, Integrity, Kind, PermissionCheck, TimeStatus};
use assay_signatures::signature::Anchor;
use assay_signatures::strength::Strength;

use crate::facts::Facts;

use super::{Place, Signal};

declare! {
    SIGNATURE_BROKEN = "signature_broken" {
        rank: 10, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "A digital signature does not hold: the signed bytes, its value or its range were changed.",
        matters: "Signed bytes were changed, or the signature was forged.",
        benign: "A transfer that damaged the file.",
    }

    PERMISSION_VIOLATED = "permission_violated" {
        rank: 90, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "A later save did what the signer had forbidden for this document.",
        matters: "What is shown is no longer what was signed.",
        benign: "None known: what the permission allows is told apart.",
    }

    CHANGED_AFTER_SIGNING = "changed_after_signing" {
        rank: 100, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "The document was changed after it was signed, beyond what the signature allows.",
        matters: "What is shown is no longer what was signed.",
        benign: "None known: form filling, further signatures and validation data are told apart.",
    }

    COVERED_AFTER_SIGNING = "covered_after_signing" {
        rank: 110, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "Something was laid over the signed text after signing.",
        matters: "What is shown is no longer what was signed.",
        benign: "Comments set upon the text by a reviewer.",
    }

    BYTES_OUTSIDE_SIGNED_RANGE = "bytes_outside_signed_range" {
        rank: 120, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "Bytes that no save explains stand outside the signed range.",
        matters: "What is shown is no longer what was signed.",
        benign: "Servers that append to a download.",
    }

    SIGNATURE_REMOVED = "signature_removed" {
        rank: 130, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature removed",
        meaning: "A later save took a signature off the document.",
        matters: "The signed document is still there, whole, and something else is shown.",
        benign: "Signers who take their own signature back before sending.",
    }

    COVERED_BY_LATER_SIGNER = "covered_by_later_signer" {
        rank: 140, module: "signatures", severity: Medium, scored: true, proves: Content, cause: "signature",
        meaning: "The seal of a later signer hides values that were signed before.",
        matters: "Anybody can sign again, and the look of a signature is what that signer wants it to be.",
        benign: "Seals set upon a line with a date or a number.",
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

    SEAL_OVER_TEXT = "seal_over_text" {
        rank: 1110, module: "signatures", severity: Low, scored: false, proves: Structure, cause: "signature",
        meaning: "The seal of a later signer lies over signed words.",
        matters: "Anybody can sign again, and the look of a signature is what that signer wants it to be.",
        benign: "Seals set upon a line of text.",
    }

    SIGNATURE_COVERS_FILE = "signature_covers_file" {
        rank: 1140, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "An intact digital signature covers every byte of the file.",
        matters: "Nothing was changed since.",
        benign: "Speaks for the file.",
    }

    SIGNATURE_COVERS_SAVE = "signature_covers_save" {
        rank: 1150, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "A digital signature is intact for the state it signed; allowed changes follow.",
        matters: "What was signed is still there as it was.",
        benign: "Speaks for the state it signed.",
    }

    SIGNER_TRUSTED = "signer_trusted" {
        rank: 1160, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "The signer's certificate leads to a root of the trust list.",
        matters: "An intact signature is worth what its signer is worth.",
        benign: "Speaks for the file.",
    }

    SIGNER_UNVERIFIED = "signer_unverified" {
        rank: 1170, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "Who signed was not verified: no trust list is configured.",
        matters: "An intact signature is worth what its signer is worth, and anybody can make a certificate.",
        benign: "Any signed file where no trust list is set.",
    }

    SIGNER_NOT_TRUSTED = "signer_not_trusted" {
        rank: 1180, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "The signer's certificate leads to no root of the trust list.",
        matters: "An intact signature is worth what its signer is worth, and anybody can make a certificate.",
        benign: "Signers of another country or trade than the list.",
    }

    SIGNATURE_TIME = "signature_time" {
        rank: 1190, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "When a document was signed, and how that is known.",
        matters: "A claimed time is worth what the signer is worth.",
        benign: "All signed files.",
    }

    EXTENDED_AFTER_SIGNING = "extended_after_signing" {
        rank: 1200, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "Later saves did what the signature allows.",
        matters: "The reader should know what the signer has not seen.",
        benign: "Filled forms, further signatures, comments.",
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

/// *Sees* saves behind a signature that do more than the signature, or any signature, allows.
/// *Honest files*: validation data, further signatures and form filling are told apart and raise nothing.
fn changed_after(report: &SignatureReport, signals: &mut Vec<Signal>) {
    for overlay in report.later.overlays().take(LISTED) {
        let evidence = format!(
            "After signing {}, an annotation was laid over “{}” of the signed page.",
            name(report),
            overlay.hidden
        );
        signals.push(Signal {
            old_value: (!overlay.hidden.is_empty()).then(|| overlay.hidden.clone()),
            new_value: (!overlay.shown.is_empty()).then(|| overlay.shown.clone()),
            ..Signal::new(
                &COVERED_AFTER_SIGNING,
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
            &PERMISSION_VIOLATED
        } else {
            &CHANGED_AFTER_SIGNING
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
                    ..Signal::new(&CHANGED_AFTER_SIGNING, place, evidence)
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
                &BYTES_OUTSIDE_SIGNED_RANGE,
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
/// *Honest files*: seals set upon a line of text; what they hide is seldom an amount or a date.
fn sealed_over(report: &SignatureReport, signals: &mut Vec<Signal>) {
    for overlay in report.later.sealed_over().take(LISTED) {
        let id = if overlay.hidden.chars().any(|c| c.is_ascii_digit()) {
            &COVERED_BY_LATER_SIGNER
        } else {
            &SEAL_OVER_TEXT
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

/// Whether a revocation speaks against the signature itself.
fn is_revoked(report: &SignatureReport) -> bool {
    matches!(
        report.identity.revoked(),
        Some(Revocation::Revoked { after_signing, .. }) if *after_signing != Some(true)
    )
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

/// *Sees* what later saves did that the signature allows.
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
        signals.push(Signal::new(&EXTENDED_AFTER_SIGNING, place, evidence));
    }
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

/// *Sees* an intact signature over every byte of the file.
fn covers_file(facts: &Facts<'_>, reports: &[&SignatureReport], signals: &mut Vec<Signal>) {
    let intact = |report: &&&SignatureReport| {
        report.integrity == Integrity::Intact
            && !matches!(report.strength, Strength::Broken(_))
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
            signals.push(Signal::new(&SIGNATURE_COVERS_SAVE, place(report), evidence));
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
    signals.push(Signal::new(&SIGNATURE_COVERS_FILE, place(report), evidence));
    let trusted =
        report.identity.chain == Chain::ConfiguredRoot && report.identity.problems.is_empty();
    let (id, evidence) = match (facts.trust_configured, trusted) {
        (true, true) => (
            &SIGNER_TRUSTED,
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
                &SIGNER_NOT_TRUSTED,
                format!("The signer {subject} is not trusted: {why}."),
            )
        }
        (false, _) => (
            &SIGNER_UNVERIFIED,
            format!(
                "Nobody asked who {subject} is: no trust list is configured, and anybody can make a certificate."
            ),
        ),
    };
    signals.push(Signal::new(id, place(report), evidence));
}
