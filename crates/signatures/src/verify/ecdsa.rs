//! ECDSA over the curves that have a kept-up crate (FIPS 186-5, 6.4.2); brainpoolP512 has none yet.

use ecdsa::elliptic_curve::sec1::{FromSec1Point, ModulusSize, ToSec1Point};
use ecdsa::elliptic_curve::{AffinePoint, CurveArithmetic, FieldBytes, FieldBytesSize};
use ecdsa::signature::hazmat::PrehashVerifier;
use ecdsa::{EcdsaCurve, Signature, VerifyingKey};

use super::pair::Pair;
use super::{Checked, Claim, Flaw, KeyKind, Means, Quirk, Unsupported};
use crate::key::Curve;

pub(super) fn check(claim: &Claim<'_>, curve: Curve, point: &[u8], plain: bool) -> Checked {
    let digest = claim.named_digest()?;
    let message = digest.digest(claim.message);
    let width = curve.bits().div_ceil(8);
    let (value, read_plain) = read_value(claim.signature, width, plain).ok_or(Flaw::Malformed)?;
    let verified = match curve {
        Curve::P224 => verify::<p224::NistP224>(point, &message, &value),
        Curve::P256 => verify::<p256::NistP256>(point, &message, &value),
        Curve::P384 => verify::<p384::NistP384>(point, &message, &value),
        Curve::P521 => verify::<p521::NistP521>(point, &message, &value),
        Curve::Secp256k1 => verify::<k256::Secp256k1>(point, &message, &value),
        Curve::BrainpoolP256r1 => verify::<bp256::BrainpoolP256r1>(point, &message, &value),
        Curve::BrainpoolP256t1 => verify::<bp256::BrainpoolP256t1>(point, &message, &value),
        Curve::BrainpoolP384r1 => verify::<bp384::BrainpoolP384r1>(point, &message, &value),
        Curve::BrainpoolP384t1 => verify::<bp384::BrainpoolP384t1>(point, &message, &value),
        Curve::BrainpoolP512r1 | Curve::BrainpoolP512t1 | Curve::Unknown(_) | Curve::Explicit => {
            return Err(Unsupported::Curve(curve).into());
        }
    };
    verified?;
    let mut quirks = Vec::new();
    if !value.is_der {
        quirks.push(Quirk::ValueNotDer);
    }
    if read_plain != plain {
        quirks.push(Quirk::OtherEcdsaFormThanNamed);
    }
    if let Some(named) = claim.digest
        && named != digest
    {
        quirks.push(Quirk::OtherDigestThanNamed {
            named,
            signed: digest,
        });
    }
    Ok(Means {
        scheme: claim.scheme,
        key: KeyKind::Elliptic(curve),
        digest: Some(digest),
        quirks,
    })
}

/// The value in the named form, else in the other one; and whether the plain form was read.
fn read_value(signature: &[u8], width: usize, plain: bool) -> Option<(Pair<'_>, bool)> {
    let as_plain = || {
        let (r, s) = signature.split_at_checked(width)?;
        let is_der = true;
        (s.len() == width).then_some((Pair { r, s, is_der }, true))
    };
    let as_der = || Pair::read(signature).map(|pair| (pair, false));
    if plain {
        as_plain().or_else(as_der)
    } else {
        as_der().or_else(as_plain)
    }
}

fn verify<C>(point: &[u8], message: &[u8], value: &Pair<'_>) -> Result<(), Flaw>
where
    C: EcdsaCurve + CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
{
    let key = VerifyingKey::<C>::from_sec1_bytes(point).map_err(|_| Flaw::BadKey)?;
    let r = field_bytes::<C>(value.r).ok_or(Flaw::Malformed)?;
    let s = field_bytes::<C>(value.s).ok_or(Flaw::Malformed)?;
    let mut signature = Signature::<C>::from_scalars(r, s).map_err(|_| Flaw::Malformed)?;
    // Only Bitcoin forbids the larger of the two values of s; FIPS 186-5 knows no such rule.
    if C::NORMALIZE_S {
        signature = signature.normalize_s();
    }
    key.verify_prehash(message, &signature)
        .map_err(|_| Flaw::NotMadeWithThisKey)
}

/// A number as wide as the field, zeros in front.
fn field_bytes<C: CurveArithmetic>(number: &[u8]) -> Option<FieldBytes<C>> {
    let zeros = number.iter().take_while(|octet| **octet == 0).count();
    let number = number.get(zeros..)?;
    let mut bytes = FieldBytes::<C>::default();
    let start = bytes.len().checked_sub(number.len())?;
    bytes.get_mut(start..)?.copy_from_slice(number);
    Some(bytes)
}
