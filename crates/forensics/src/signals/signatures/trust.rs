//! Whether a signature vouches for the file, and who stands behind it.

use assay_signatures::SignatureReport;
use assay_signatures::chain::{Chain, Revocation};
use assay_signatures::policy::Level;
use assay_signatures::report::{Coverage, Integrity, Kind, TimeStatus};
use assay_signatures::strength::{Strength, WeakPart};

use crate::facts::Facts;

use super::reports::{name, place};
use crate::signal::Signal;

declare! {
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
}

/// *Sees* an intact signature over every byte of the file.
pub(super) fn covers_file(
    facts: &Facts<'_>,
    reports: &[&SignatureReport],
    signals: &mut Vec<Signal>,
) {
    let Some(report) = vouching(reports) else {
        for report in reports.iter().filter(|report| is_intact(report)) {
            let evidence = format!(
                "The signature {} is intact for save {} of the file; what later saves did since: {}.",
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
    signals.push(signer(facts, report, &subject));
}

/// Whether the signature itself holds, with what is known of its strength and its certificates.
fn is_intact(report: &SignatureReport) -> bool {
    report.integrity == Integrity::Intact && !is_forgeable(&report.strength) && !is_revoked(report)
}

/// The signature that vouches for the whole file.
fn vouching<'r>(reports: &[&'r SignatureReport]) -> Option<&'r SignatureReport> {
    // What the last signer covers of the page is that signer's word alone.
    let covered = reports
        .iter()
        .any(|report| report.later.sealed_over().next().is_some());
    let sealed = reports
        .iter()
        .any(|report| is_intact(report) && report.coverage == Coverage::WholeFile);
    // Who signed is what counts; a timestamp over the whole file keeps an earlier signature closed.
    let signers = reports
        .iter()
        .copied()
        .filter(|report| is_intact(report))
        .filter(|report| report.kind != Kind::DocumentTimestamp)
        .filter(|_| !covered)
        .filter(|report| {
            report.coverage == Coverage::WholeFile
                || (sealed && report.later.level() <= Level::BenignHabit)
        });
    signers.max_by_key(|report| (report.coverage == Coverage::WholeFile, report.revision))
}

/// What is known of who signed.
fn signer(facts: &Facts<'_>, report: &SignatureReport, subject: &str) -> Signal {
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
                "Who {subject} is was not checked: no trust list is configured, and anybody can make a certificate."
            ),
        ),
    };
    Signal::new(id, place(report), evidence)
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
