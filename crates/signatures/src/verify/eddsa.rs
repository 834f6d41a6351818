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

/// The order of the group of Ed448 (RFC 8032, 5.2), big-endian.
const ED448_ORDER: [u8; 57] = [
    0x00, 0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7c, 0xca, 0x23,
    0xe9, 0xc4, 0x4e, 0xdb, 0x49, 0xae, 0xd6, 0x36, 0x90, 0x21, 0x6c, 0xc2, 0x72, 0x8d, 0xc5, 0x8f,
    0x55, 0x23, 0x78, 0xc2, 0x92, 0xab, 0x58, 0x44, 0xf3,
];

/// The second half must be below the order (RFC 8032, 5.2.7).
fn is_reduced(signature: &[u8]) -> bool {
    let half = signature.get(57..).unwrap_or_default();
    half.iter().rev().lt(ED448_ORDER.iter())
}

/// The last octet of a point holds a sign and nothing else (RFC 8032, 5.2.2); the library ignores the bits below.
fn is_canonical(point: &[u8]) -> bool {
    point.get(56).is_some_and(|last| last & 0x7f == 0)
}

pub(super) fn check_ed448(claim: &Claim<'_>, key: &[u8]) -> Checked {
    let octets: &[u8; 57] = key.try_into().map_err(|_| Flaw::BadKey)?;
    let verifier = Ed448Key::from_bytes(octets).map_err(|_| Flaw::BadKey)?;
    let signature = Ed448Signature::from_slice(claim.signature).map_err(|_| Flaw::Malformed)?;
    if !is_canonical(key) {
        return Err(Flaw::BadKey.into());
    }
    if !is_canonical(claim.signature) || !is_reduced(claim.signature) {
        return Err(Flaw::Malformed.into());
    }
    verifier
        .verify_raw(&signature, &claim.message.concat())
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
