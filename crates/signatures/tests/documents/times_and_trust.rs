//! Who signed and when: what is only claimed, what a timestamp shows, what a trusted root proves.

use std::sync::Arc;

use assay_pdf::Document;
use assay_signatures::certificate::Certificate;
use assay_signatures::chain::Chain;
use assay_signatures::report::{Kind, StampKind, TimeStatus};
use assay_signatures::strength::Strength;
use assay_signatures::{SignatureReport, Trust, examine};

use crate::increment::file;

fn reports(name: &str, trust: &Trust) -> Vec<SignatureReport> {
    let bytes = file(name);
    match Document::open(&bytes) {
        Ok(document) => examine(&document, trust),
        Err(_) => Vec::new(),
    }
}

fn signer(report: &SignatureReport) -> Option<Arc<Certificate>> {
    match &report.value {
        Some(Ok(outcome)) => outcome.signer.clone(),
        _ => None,
    }
}

#[test]
fn without_a_trusted_root_nobody_is_who_they_say() {
    for report in reports("approval", &Trust::default()) {
        assert_eq!(report.identity.chain, Chain::SelfSigned);
        assert!(!report.identity.is_established());
        assert_eq!(report.signer_name().as_deref(), Some("Issuer of invoices"));
        assert!(matches!(report.time.status, TimeStatus::Claimed(_)));
        assert_eq!(report.strength, Strength::Sound);
    }
}

#[test]
fn a_trusted_root_establishes_its_own_signer_only() {
    let roots: Vec<_> = reports("approval", &Trust::default())
        .iter()
        .filter_map(signer)
        .collect();
    let trust = Trust {
        roots,
        ..Trust::default()
    };
    for report in reports("approval", &trust) {
        assert!(
            report.identity.is_established(),
            "{:?}",
            report.identity.problems
        );
    }
    let established: Vec<bool> = reports("two-signatures", &trust)
        .iter()
        .map(|report| report.identity.is_established())
        .collect();
    assert_eq!(established, [true, false]);
}

#[test]
fn a_timestamp_proves_the_time_once_its_authority_is_trusted() {
    let stamped = reports("timestamped", &Trust::default());
    let Some(report) = stamped.first() else {
        return assert!(!stamped.is_empty());
    };
    assert!(matches!(report.time.status, TimeStatus::Stamped(_)));
    let Some(stamp) = report.time.stamps.first() else {
        return assert!(!report.time.stamps.is_empty());
    };
    assert!(stamp.holds);
    assert_eq!(stamp.kind, StampKind::Signature);
    let trust = Trust {
        time_stamp_roots: stamp.identity.path.clone(),
        ..Trust::default()
    };
    for report in reports("timestamped", &trust) {
        assert_eq!(report.time.status, TimeStatus::Proven(stamp.time));
        // Trust in the authority of time is no trust in the signer.
        assert!(!report.identity.is_established());
    }
}

#[test]
fn a_later_document_timestamp_vouches_for_the_signature_before_it() {
    let all = reports("document-timestamp", &Trust::default());
    let kinds: Vec<Kind> = all.iter().map(|report| report.kind).collect();
    assert_eq!(kinds, [Kind::Approval, Kind::DocumentTimestamp]);
    let stamps: Vec<StampKind> = all
        .first()
        .map(|report| report.time.stamps.iter().map(|stamp| stamp.kind).collect())
        .unwrap_or_default();
    assert_eq!(stamps, [StampKind::Signature, StampKind::Document]);
    assert!(all.iter().all(SignatureReport::is_intact));
}
