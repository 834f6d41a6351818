//! What the file itself proves about the revocation of a certificate: OCSP responses and CRLs from the signature value
//! and the document's security store. Each counts only when its own signature verifies under the issuer.

use std::sync::Arc;

use super::JudgedAt;
use super::crl::Crl;
use super::ocsp::{CertificateStatus, Ocsp};
use super::path::{Checks, Sources};
use crate::certificate::Certificate;
use crate::time::Moment;

/// Revocation data at hand, encoded.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    pub crls: Vec<Vec<u8>>,
    pub ocsp: Vec<Vec<u8>>,
}

/// Most pieces of each kind that are looked at for one certificate.
const MAX_PIECES: usize = 48;

/// What is known about one certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Revocation {
    /// Nothing in the file speaks about it.
    NoData,
    /// Not revoked as of `as_of`, which is not before the time of the signature (or its data was still current then).
    NotRevoked {
        source: RevocationSource,
        as_of: Moment,
    },
    Revoked {
        source: RevocationSource,
        since: Moment,
        /// CRLReason (RFC 5280, 5.3.1), where given.
        reason: Option<u8>,
        /// The signature is proven to have existed before the revocation; a claimed time proves nothing.
        after_signing: Option<bool>,
    },
    /// There is data about it that proves nothing.
    Unusable {
        source: RevocationSource,
        why: Unusable,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevocationSource {
    Ocsp,
    Crl,
}

/// Why a piece of revocation data proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    #[error("it is not signed by the issuer or somebody the issuer authorised")]
    NotAuthorised,
    #[error("its signature does not verify")]
    BadSignature,
    #[error("it was out of date at the time of the signature")]
    Stale,
    #[error("the responder does not know the certificate")]
    Unknown,
    #[error("it covers only some certificates or reasons")]
    Partial,
}

/// The strongest statement about `certificate`: revoked before not revoked before unusable before nothing.
pub(super) fn status(
    certificate: &Certificate,
    issuer: &Certificate,
    sources: &Sources<'_>,
    checks: &Checks,
    at: JudgedAt,
) -> Revocation {
    let mut strongest = Revocation::NoData;
    for encoded in sources.evidence.ocsp.iter().take(MAX_PIECES) {
        let found = from_ocsp(encoded, certificate, issuer, (sources.pool, checks), at);
        strongest = stronger(strongest, found);
    }
    for encoded in sources.evidence.crls.iter().take(MAX_PIECES) {
        let found = from_crl(encoded, certificate, issuer, checks, at);
        strongest = stronger(strongest, found);
    }
    strongest
}

fn stronger(one: Revocation, other: Option<Revocation>) -> Revocation {
    let Some(other) = other else {
        return one;
    };
    let rank = |status: &Revocation| match status {
        Revocation::NoData => 0,
        Revocation::Unusable { .. } => 1,
        Revocation::NotRevoked { .. } => 2,
        Revocation::Revoked { .. } => 3,
    };
    if rank(&other) > rank(&one) {
        other
    } else {
        one
    }
}

fn from_ocsp(
    encoded: &[u8],
    certificate: &Certificate,
    issuer: &Certificate,
    (pool, checks): (&[Arc<Certificate>], &Checks),
    at: JudgedAt,
) -> Option<Revocation> {
    let source = RevocationSource::Ocsp;
    let response = Ocsp::read(encoded).ok()?;
    let single = response.about(certificate, issuer)?;
    if !checks.take() {
        return None;
    }
    if let Err(why) = response.authorised_by(issuer, pool) {
        return Some(Revocation::Unusable { source, why });
    }
    Some(match single.status {
        CertificateStatus::Revoked { since, reason } => revoked(source, since, reason, at.proven),
        CertificateStatus::Unknown => Revocation::Unusable {
            source,
            why: Unusable::Unknown,
        },
        CertificateStatus::Good => {
            current(source, single.this_update, single.next_update, at.assumed)
        }
    })
}

fn from_crl(
    encoded: &[u8],
    certificate: &Certificate,
    issuer: &Certificate,
    checks: &Checks,
    at: JudgedAt,
) -> Option<Revocation> {
    let source = RevocationSource::Crl;
    let crl = Crl::read(encoded).ok()?;
    if crl.issuer != certificate.issuer || !checks.take() {
        return None;
    }
    if let Err(why) = crl.authorised_by(issuer) {
        return Some(Revocation::Unusable { source, why });
    }
    if let Some(entry) = crl.entry(&certificate.serial) {
        return Some(revoked(source, entry.since, entry.reason, at.proven));
    }
    if crl.partial {
        return Some(Revocation::Unusable {
            source,
            why: Unusable::Partial,
        });
    }
    Some(current(
        source,
        crl.this_update,
        crl.next_update,
        at.assumed,
    ))
}

fn revoked(
    source: RevocationSource,
    since: Moment,
    reason: Option<u8>,
    when: Option<Moment>,
) -> Revocation {
    Revocation::Revoked {
        source,
        since,
        reason,
        after_signing: when.map(|when| when < since),
    }
}

/// "Not revoked" is worth something only if it was said after the signature, or was still current then.
fn current(
    source: RevocationSource,
    this_update: Moment,
    next_update: Option<Moment>,
    when: Option<Moment>,
) -> Revocation {
    let until = next_update.unwrap_or(this_update);
    match when {
        Some(when) if until < when => Revocation::Unusable {
            source,
            why: Unusable::Stale,
        },
        _ => Revocation::NotRevoked {
            source,
            as_of: this_update,
        },
    }
}
