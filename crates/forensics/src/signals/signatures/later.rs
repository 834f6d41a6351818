//! What later saves did to what was signed.

use std::rc::Rc;

use assay_signatures::SignatureReport;
use assay_signatures::policy::{Alteration, Finding, LaterSave, Level, OverlayKind};
use assay_signatures::report::{PermissionCheck, Violation};

use super::reports::{name, place};
use crate::signal::{Place, Signal};

declare! {
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

    COVERED_BY_LATER_SIGNER = "covered_by_later_signer" {
        rank: 140, module: "signatures", severity: Medium, scored: true, proves: Content, cause: "signature",
        meaning: "The seal of a later signer hides values that were signed before.",
        matters: "Anybody can sign again, and the look of a signature is what that signer wants it to be.",
        benign: "Seals set upon a line with a date or a number.",
    }

    SEAL_OVER_TEXT = "seal_over_text" {
        rank: 1110, module: "signatures", severity: Low, scored: false, proves: Structure, cause: "signature",
        meaning: "The seal of a later signer lies over signed words.",
        matters: "Anybody can sign again, and the look of a signature is what that signer wants it to be.",
        benign: "Seals set upon a line of text.",
    }

    EXTENDED_AFTER_SIGNING = "extended_after_signing" {
        rank: 1200, module: "signatures", severity: Ungraded, scored: true, proves: Trust, cause: "signatures",
        meaning: "Later saves did what the signature allows.",
        matters: "The reader should know what the signer has not seen.",
        benign: "Filled forms, further signatures, comments.",
    }
}

/// Places listed of what one signature says was changed.
const LISTED: usize = 6;

/// *Sees* saves behind a signature that do more than the signature, or any signature, allows.
/// *Honest files*: validation data, further signatures and form filling are told apart and raise nothing.
pub(super) fn changed_after(report: &SignatureReport, signals: &mut Vec<Signal>) {
    overlaid(report, signals);
    if let PermissionCheck::Violated(violations) = &report.permission {
        return violated(report, violations, signals);
    }
    match report.later.level() {
        Level::Forbidden => forbidden(report, signals),
        Level::Unexplained => unexplained(report, signals),
        _ => {}
    }
}

/// What annotations hide of the signed text.
fn overlaid(report: &SignatureReport, signals: &mut Vec<Signal>) {
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
                &COVERED_AFTER_SIGNING,
                Place::Page {
                    page: overlay.page,
                    area: Some(overlay.area),
                },
                evidence,
            )
        });
    }
}

/// What the permissions of the signature, or of any, do not allow.
fn violated(report: &SignatureReport, violations: &[Violation], signals: &mut Vec<Signal>) {
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
            "Save {} made a change that the signature {} does not allow: {}{object}.",
            violation.revision + 1,
            name(report),
            finding.what
        );
        let place =
            place_of_finding(violation.revision, finding, report).unwrap_or_else(|| place(report));
        signals.push(Signal {
            field: finding.field.clone(),
            ..Signal::new(id, place, evidence)
        });
    }
}

fn forbidden(report: &SignatureReport, signals: &mut Vec<Signal>) {
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

fn unexplained(report: &SignatureReport, signals: &mut Vec<Signal>) {
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
pub(super) fn sealed_over(report: &SignatureReport, signals: &mut Vec<Signal>) {
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

/// *Sees* what later saves did that the signature allows.
/// *Honest files*: filled forms, further signatures, comments, validation data.
pub(super) fn extended(report: &SignatureReport, signals: &mut Vec<Signal>) {
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
            "After the signature {}, save {} (bytes {}) made changes that it allows: {}.",
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
