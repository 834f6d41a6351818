//! Ed25519 and Ed448 as RFC 8032 defines them and RFC 8419 uses them in CMS: the message is signed itself, not its
//! digest.

use ed448_goldilocks::{Signature as Ed448Signature, VerifyingKey as Ed448Key};
use ed25519_dalek::{Signature as Ed25519Signature, VerifyingKey as Ed25519Key};

use super::{Checked, Claim, Flaw, KeyKind, Means};

/// Strict verification: keys and values of small order, which verify for many messages, are refused.
pub(super) fn check_ed25519(claim: &Claim<'_>, key: &[u8]) -> Checked {
    let key: &[u8; 32] = key.try_into().map_err(|_| Flaw::BadKey)?;
    let key = Ed25519Key::from_bytes(key).map_err(|_| Flaw::BadKey)?;
    let signature = Ed25519Signature::from_slice(claim.signature).map_err(|_| Flaw::Malformed)?;
    key.verify_strict(&claim.message.concat(), &signature)
        .map_err(|_| Flaw::NotMadeWithThisKey)?;
    Ok(means(claim, KeyKind::Ed25519))
}

pub(super) fn check_ed448(claim: &Claim<'_>, key: &[u8]) -> Checked {
    let key: &[u8; 57] = key.try_into().map_err(|_| Flaw::BadKey)?;
    let key = Ed448Key::from_bytes(key).map_err(|_| Flaw::BadKey)?;
    let signature = Ed448Signature::from_slice(claim.signature).map_err(|_| Flaw::Malformed)?;
    key.verify_raw(&signature, &claim.message.concat())
        .map_err(|_| Flaw::NotMadeWithThisKey)?;
    Ok(means(claim, KeyKind::Ed448))
}

fn means(claim: &Claim<'_>, key: KeyKind) -> Means {
    Means {
        scheme: claim.scheme,
        key,
        digest: claim.scheme.digest(),
        quirks: Vec::new(),
    }
}
