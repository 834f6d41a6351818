//! DSA (FIPS 186-4, 4.7), in the sizes that standard allows.

use crypto_bigint::BoxedUint;
use dsa::signature::hazmat::PrehashVerifier;
use dsa::{Components, Signature, VerifyingKey};

use super::pair::Pair;
use super::{Checked, Claim, Flaw, KeyKind, Means, Quirk, Unsupported};
use crate::key::bit_length;

/// `numbers` are p, q, g and y.
pub(super) fn check(claim: &Claim<'_>, numbers: [&[u8]; 4]) -> Checked {
    let digest = claim.named_digest()?;
    let [p, q, g, y] = numbers;
    let bits = bit_length(p);
    if !matches!(
        (bits, bit_length(q)),
        (1024, 160) | (2048, 224 | 256) | (3072, 256)
    ) {
        return Err(Unsupported::KeySize(bits).into());
    }
    let key = read_key(p, q, g, y).ok_or(Flaw::BadKey)?;
    let pair = Pair::read(claim.signature).ok_or(Flaw::Malformed)?;
    let number = |octets| BoxedUint::from_be_slice(octets, bit_length(q) as u32);
    let (Ok(r), Ok(s)) = (number(pair.r), number(pair.s)) else {
        return Err(Flaw::Malformed.into());
    };
    let signature = Signature::from_components(r, s).ok_or(Flaw::Malformed)?;
    key.verify_prehash(&digest.digest(claim.message), &signature)
        .map_err(|_| Flaw::NotMadeWithThisKey)?;
    Ok(Means {
        scheme: claim.scheme,
        key: KeyKind::Dsa { bits },
        digest: Some(digest),
        quirks: match pair.is_der {
            true => Vec::new(),
            false => vec![Quirk::ValueNotDer],
        },
    })
}

fn read_key(p: &[u8], q: &[u8], g: &[u8], y: &[u8]) -> Option<VerifyingKey> {
    let p = BoxedUint::from_be_slice_vartime(p);
    let q = BoxedUint::from_be_slice_vartime(q);
    let g = BoxedUint::from_be_slice(g, p.bits_precision()).ok()?;
    let y = BoxedUint::from_be_slice(y, p.bits_precision()).ok()?;
    if y >= p {
        return None;
    }
    let components = Components::from_components(p, q, g).ok()?;
    VerifyingKey::from_components(components, y).ok()
}
