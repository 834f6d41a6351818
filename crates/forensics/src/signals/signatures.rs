//! What the digital signatures of a file say: each axis in words, with the place of what was changed after signing.

use assay_signatures::SignatureReport;
use assay_signatures::chain::Chain;
use assay_signatures::policy::Level;
use assay_signatures::report::{Coverage, Integrity, Kind, PermissionCheck, TimeStatus};
use assay_signatures::signature::Anchor;
use assay_signatures::strength::Strength;

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
        broken(report, signals);
        changed_after(report, signals);
        removed(report, signals);
    }
    covers_file(facts, &reports, signals);
}

/// Usage rights vouch for nothing a person signed; a dictionary that nothing leads to is no signature of the document.
fn counts(report: &SignatureReport) -> bool {
    report.kind != Kind::UsageRights && report.anchor != Anchor::Loose
}

fn place(report: &SignatureReport) -> Place {
    match (report.page, report.object) {
        (Some(page), _) => Place::Page {
            page,
            area: report.area.filter(|_| report.visible),
        },
        (None, Some(id)) => Place::Object(id),
        _ => Place::Bytes(report.span),
    }
}

fn name(report: &SignatureReport) -> String {
    report.field.as_ref().map_or_else(
        || "a signature without a field".into(),
        |field| format!("“{field}”"),
    )
}

/// *Sees* a signature whose bytes, value or structure are not those that were signed.
/// *Matters* because signed bytes were changed, or the signature was forged.
/// *Honest files*: damaged transfers; nothing tells them from an edit, and the issuer can send the file again.
fn broken(report: &SignatureReport, signals: &mut Vec<Signal>) {
    match &report.integrity {
        Integrity::Broken(reasons) => {
            let reasons: Vec<String> = reasons.iter().take(4).map(ToString::to_string).collect();
            let evidence = format!(
                "The signature {} does not hold: {}.",
                name(report),
                reasons.join("; ")
            );
            signals.push(Signal::new("signature_broken", place(report), evidence));
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
        let evidence = format!(
            "After signing {}, an annotation was laid over “{}” of the signed page.",
            name(report),
            overlay.hidden
        );
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
            let place = finding
                .page
                .map_or_else(|| place(report), |page| Place::Page { page, area: None });
            signals.push(Signal {
                field: finding.field.clone(),
                ..Signal::new("changed_after_signing", place, evidence)
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
        report.integrity == Integrity::Intact && !matches!(report.strength, Strength::Broken(_))
    };
    let sealed = reports
        .iter()
        .any(|report| intact(&report) && report.coverage == Coverage::WholeFile);
    // Who signed is what counts; a timestamp over the whole file keeps an earlier signature closed.
    let signer = reports
        .iter()
        .filter(intact)
        .filter(|report| report.kind != Kind::DocumentTimestamp)
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
                .map(|problem| format!("{problem:?}"))
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
