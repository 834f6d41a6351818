//! The seven axes of a signature in words: one stable word for programs, one sentence for a person who is no expert.

use assay_signatures::byte_range::RangeViolation;
use assay_signatures::chain::{Chain, Revocation};
use assay_signatures::cms::{DigestCheck, Note};
use assay_signatures::policy::{Level, Overlay, OverlayKind, Permission, PermissionSource};
use assay_signatures::report::{Coverage, Integrity, PermissionCheck, StampKind, TimeStatus};
use assay_signatures::strength::Strength;
use assay_signatures::verify::SignatureCheck;
use assay_signatures::{Remains, SignatureReport};

use super::Axis;

fn axis(state: &'static str, words: impl Into<String>) -> Axis {
    Axis {
        state,
        words: words.into(),
    }
}

/// The stable word of a level.
pub fn level(level: Level) -> &'static str {
    match level {
        Level::None => "none",
        Level::LongTermValidation => "validation_data",
        Level::BenignHabit => "bookkeeping",
        Level::FormFilling => "form_filling_or_signing",
        Level::Annotations => "annotations",
        Level::Forbidden => "forbidden",
        Level::Unexplained => "unexplained",
    }
}

pub fn integrity(report: &SignatureReport) -> Axis {
    match &report.integrity {
        Integrity::Intact => axis("intact", "The signed bytes are those that were signed."),
        Integrity::Unsupported(what) => {
            axis("unsupported", format!("Neither good nor bad: it {what}."))
        }
        Integrity::Broken(reasons) => {
            let reasons: Vec<String> = reasons.iter().take(4).map(ToString::to_string).collect();
            axis(
                "broken",
                format!("It does not hold: {}.", reasons.join("; ")),
            )
        }
    }
}

pub fn coverage(report: &SignatureReport, length: usize) -> Axis {
    let save = report.revision + 1;
    match report.coverage {
        Coverage::WholeFile => axis(
            "whole_file",
            format!("Every byte of the file ({length}) but the signature's own value."),
        ),
        Coverage::WholeSave { after } => axis(
            "whole_save",
            format!("The file as it was after save {save}; {after} bytes came later."),
        ),
        Coverage::Partial => axis(
            "partial",
            "Only part of the file as it was when it was signed.",
        ),
        Coverage::Nothing => axis("nothing", "Its range cannot be read: it covers nothing."),
    }
}

pub fn later(report: &SignatureReport) -> Axis {
    let later = &report.later;
    // What nobody but a later signer answers for counts where it hides a number.
    let number = |overlay: &Overlay| overlay.hidden.chars().any(|c| c.is_ascii_digit());
    let covered = later.overlays().next().is_some() || later.sealed_over().any(number);
    let state = match later.level() {
        Level::Forbidden | Level::Unexplained => level(later.level()),
        _ if covered => "covered",
        other => level(other),
    };
    let saves = match later.saves.len() {
        1 => "One later save".to_owned(),
        count => format!("{count} later saves"),
    };
    let hidden = later.overlays().next().or(later.sealed_over().next());
    let covered = hidden.map_or_else(String::new, |overlay| match overlay.kind {
        OverlayKind::Uncovered => format!(
            " What covered “{}” on page {} is gone.",
            overlay.shown, overlay.page
        ),
        _ => format!(
            " Signed text is covered on page {}: “{}”.",
            overlay.page, overlay.hidden
        ),
    });
    if !report.shown {
        let words = "The file as it stands does not show this signature any more.";
        return axis(state, format!("{words}{covered}"));
    }
    let words = match later.level() {
        Level::None if later.saves.is_empty() => match report.coverage {
            Coverage::WholeSave { after } => format!(
                "{after} bytes came after it that belong to no save; readers pass over them."
            ),
            _ => "Nothing came after it.".to_owned(),
        },
        Level::None => format!("{saves}, which changed nothing."),
        Level::Unexplained => {
            let fault = later.fault.map_or_else(
                || "bytes that belong to no save of the file".to_owned(),
                |fault| fault.to_string(),
            );
            format!("What follows cannot be explained: {fault}.")
        }
        level => format!("{saves}; the furthest goes {level}."),
    };
    axis(state, format!("{words}{covered}"))
}

pub fn permission(report: &SignatureReport) -> Axis {
    let stated = match report.restrictions.permission {
        Some((permission, source)) => {
            let allows = match permission {
                Permission::NoChanges => "nothing but validation data",
                Permission::FormFilling => "filling forms and signing",
                Permission::Annotations => "filling forms, signing and comments",
            };
            let by = match source {
                PermissionSource::Certification => "The certification",
                PermissionSource::Lock => "The lock of its field",
            };
            Some(format!("{by} allows {allows}."))
        }
        None if !report.restrictions.locks.is_empty() => {
            Some("It locks fields of the form.".to_owned())
        }
        None => None,
    };
    match &report.permission {
        PermissionCheck::NoneStated => axis("none_stated", "It restricts nothing."),
        PermissionCheck::Respected => {
            let stated = stated.unwrap_or_default();
            axis("respected", format!("{stated} That was respected."))
        }
        PermissionCheck::Violated(violations) => {
            let what: Vec<String> = violations
                .iter()
                .take(3)
                .map(|one| format!("{} (save {})", one.finding.what, one.revision + 1))
                .collect();
            let stated = stated.unwrap_or_else(|| "No permission covers what came later.".into());
            axis("violated", format!("{stated} Not so: {}.", what.join("; ")))
        }
    }
}

pub fn identity(report: &SignatureReport, asked: bool) -> Axis {
    let identity = &report.identity;
    if let Some(Revocation::Revoked { since, .. }) = identity.revoked() {
        return axis(
            "revoked",
            format!(
                "A certificate behind it was revoked on {since}.{}",
                judged_at(report)
            ),
        );
    }
    let (state, mut words) = match &identity.chain {
        Chain::NoCertificate => (
            "no_certificate",
            "There is no certificate of the signer.".to_owned(),
        ),
        Chain::SelfSigned => (
            "self_signed",
            "The signer vouches for itself; anybody can make such a certificate.".to_owned(),
        ),
        Chain::Incomplete { missing } => (
            "chain_incomplete",
            format!("The certificate of {missing}, which issued it, is not at hand."),
        ),
        Chain::FileRoot => (
            "root_from_file",
            "The certificates lead to a root that only the file itself brings along.".to_owned(),
        ),
        Chain::ConfiguredRoot if identity.problems.is_empty() => (
            "trusted",
            "The certificates lead to a root of the trust list.".to_owned(),
        ),
        Chain::ConfiguredRoot => (
            "trusted_root_with_problems",
            "The certificates lead to a root of the trust list, but not without a flaw.".to_owned(),
        ),
    };
    if !asked {
        words.push_str(" No trust list was given, so nobody was asked who the signer is.");
    }
    let problems: Vec<String> = identity
        .problems
        .iter()
        .take(3)
        .map(ToString::to_string)
        .collect();
    if !problems.is_empty() {
        words.push_str(&format!(" Note: {}.", problems.join("; ")));
    }
    words.push_str(match revocation(report) {
        Some(true) => " Data in the file says that it was not revoked.",
        Some(false) => " There is data on revocation that proves nothing.",
        None => " Nothing in the file tells whether it was revoked.",
    });
    words.push_str(&judged_at(report));
    axis(state, words)
}

/// The time at which validity and revocation were judged, and who says that it was then.
fn judged_at(report: &SignatureReport) -> String {
    let at = report.judged_at;
    match (at.proven, at.assumed, report.time.status) {
        (Some(when), _, TimeStatus::Proven(_)) => {
            format!(" Judged at {when}, which a trusted time stamp proves.")
        }
        (Some(when), _, _) => format!(" Judged at {when}, when the file was received."),
        (None, Some(when), TimeStatus::Stamped(_)) => {
            format!(
                " Judged at {when}, by a time stamp that nobody trusted made: this excuses no revocation."
            )
        }
        (None, Some(when), _) => {
            format!(" Judged at {when}, the time it claims: this excuses no revocation.")
        }
        (None, None, _) => String::new(),
    }
}

/// What the file says of the signer's own certificate; no data is not good.
fn revocation(report: &SignatureReport) -> Option<bool> {
    match report.identity.revocation.first() {
        Some(Revocation::NotRevoked { .. }) => Some(true),
        Some(Revocation::Unusable { .. } | Revocation::Revoked { .. }) => Some(false),
        Some(Revocation::NoData) | None => None,
    }
}

pub fn time(report: &SignatureReport) -> Axis {
    let stamp = report
        .time
        .stamps
        .iter()
        .filter(|stamp| stamp.holds)
        .min_by_key(|s| s.time);
    let by = stamp.map_or("a timestamp", |stamp| match stamp.kind {
        StampKind::Signature => "a timestamp on the signature",
        StampKind::Document => "a timestamp on the document",
    });
    let broken = match report.time.stamps.iter().any(|stamp| stamp.broken) {
        true => " A timestamp on it does not hold.",
        false => "",
    };
    match report.time.status {
        TimeStatus::Unknown => axis(
            "unknown",
            format!("Nothing tells when it was signed.{broken}"),
        ),
        TimeStatus::Claimed(_) => axis(
            "claimed",
            format!("Only the signer's own clock says so.{broken}"),
        ),
        TimeStatus::Stamped(_) => axis(
            "stamped",
            format!(
                "It existed by then: {by} holds, whose authority is not on a trust list.{broken}"
            ),
        ),
        TimeStatus::Proven(_) => axis(
            "proven",
            format!("It existed by then: {by} of a trusted authority holds.{broken}"),
        ),
    }
}

pub fn strength(report: &SignatureReport) -> Axis {
    let means = match &report.value {
        Some(Ok(outcome)) => match &outcome.signature {
            SignatureCheck::Verified(means) => format!("{means}. "),
            _ => String::new(),
        },
        _ => String::new(),
    };
    let list = |weak: &[assay_signatures::strength::Weakness]| {
        let parts: Vec<String> = weak.iter().map(ToString::to_string).collect();
        parts.join(", ")
    };
    let mut axis = match &report.strength {
        Strength::Sound => axis("sound", format!("{means}Sound by today's standards.")),
        Strength::Aged(weak) => axis(
            "aged",
            format!(
                "{means}Acceptable when it was made, not any more: {}.",
                list(weak)
            ),
        ),
        Strength::Weak(weak) => axis("weak", format!("{means}Too weak: {}.", list(weak))),
        Strength::Broken(weak) => axis(
            "broken",
            format!("{means}Can be forged today: {}.", list(weak)),
        ),
        Strength::Unknown => axis("unknown", "There is nothing to judge."),
    };
    axis.words.extend(doubts(report));
    axis
}

/// What weakens the value besides its algorithms: other readers may refuse it or understand it otherwise.
fn doubts(report: &SignatureReport) -> Vec<String> {
    let outcome = match &report.value {
        None => return Vec::new(),
        Some(Err(error)) => return vec![format!(" No reader can parse the value: {error}.")],
        Some(Ok(outcome)) => outcome,
    };
    let mut doubts = Vec::new();
    if outcome.signer.is_none() {
        doubts.push(" The certificate of the signer is missing.".to_owned());
    }
    for note in &outcome.notes {
        match note {
            Note::IndefiniteLengths
            | Note::AttributesNotDer(_)
            | Note::DigestNamedBySignature(_)
            | Note::SignatureNamedOtherwise(_)
            | Note::ContentTypeMissing
            | Note::UnreadableAttribute(_)
            | Note::UnreadableCertificates(_) => {
                doubts.push(format!(" A strict reader may refuse the value: {note}."));
            }
            _ => {}
        }
    }
    if let (SignatureCheck::Verified(means), DigestCheck::Match(of_bytes)) =
        (&outcome.signature, &outcome.digest)
        && let Some(of_signature) = means.digest.filter(|digest| digest != of_bytes)
    {
        doubts.push(format!(
            " The bytes are digested with {of_bytes}, what is signed with {of_signature}."
        ));
    }
    doubts
}

pub fn notes(report: &SignatureReport) -> Vec<String> {
    let range = report.violations.iter().map(|violation: &RangeViolation| {
        let place = violation.span().map(|span| format!(" (bytes {span})"));
        format!("{violation}{}", place.unwrap_or_default())
    });
    let mut notes: Vec<String> = range.collect();
    if let Some(Ok(outcome)) = &report.value {
        let told = outcome
            .notes
            .iter()
            .filter(|note| !matches!(note, Note::CertificateBound(_) | Note::UnsignedAttribute(_)));
        notes.extend(told.map(ToString::to_string));
    }
    if !report.unused_pages.is_empty() {
        let ids: Vec<String> = report
            .unused_pages
            .iter()
            .take(5)
            .map(ToString::to_string)
            .collect();
        notes.push(format!(
            "pages or catalogs that nothing leads to stand in the signed bytes: objects {}",
            ids.join(", ")
        ));
    }
    notes
}

pub fn remains(remains: &Remains) -> Vec<String> {
    let mut told = Vec::new();
    if remains.store_without_signature {
        told.push("There is validation data for a signature, and no signature.".to_owned());
    }
    if remains.certification_missing {
        told.push("There are permissions of a certification that is not there.".to_owned());
    }
    for field in &remains.empty_fields {
        let place = field
            .page
            .map_or_else(String::new, |page| format!(" on page {page}"));
        told.push(format!(
            "The signature field “{}”{place} is empty.",
            field.name
        ));
    }
    told
}
