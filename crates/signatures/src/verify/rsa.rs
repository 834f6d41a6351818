//! RSA by hand where it must be: the message representative is recovered with one modular power and compared with what
//! the standard asks for (RFC 8017, 8.2.2 and 9.2), so that a DigestInfo without NULL, an unexpected digest or salt is
//! seen and named instead of being a bare failure. Public-key operation only: nothing here is secret.

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};

use super::{Checked, Claim, Flaw, KeyKind, Means, Quirk, Refusal, Unsupported};
use crate::algorithm::PssParameters;
use crate::asn1::{NULL, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE};
use crate::digest::DigestAlgorithm;
use crate::key::bit_length;

/// Largest modulus: twice what anyone uses, so that a made-up key cannot hold the processor.
const MAX_MODULUS_BITS: usize = 16_384;
/// Largest public exponent; 65537 has 17 bits, a few cards chose up to 32.
const MAX_EXPONENT_BITS: usize = 64;
/// Smallest modulus that can hold a PKCS#1 block with a SHA-1 DigestInfo.
const MIN_MODULUS_BITS: usize = 368;

/// The digests looked for in a recovered DigestInfo.
const IN_DIGEST_INFO: [DigestAlgorithm; 13] = [
    DigestAlgorithm::Sha256,
    DigestAlgorithm::Sha1,
    DigestAlgorithm::Sha384,
    DigestAlgorithm::Sha512,
    DigestAlgorithm::Sha224,
    DigestAlgorithm::Sha512Over224,
    DigestAlgorithm::Sha512Over256,
    DigestAlgorithm::Sha3Over224,
    DigestAlgorithm::Sha3Over256,
    DigestAlgorithm::Sha3Over384,
    DigestAlgorithm::Sha3Over512,
    DigestAlgorithm::Ripemd160,
    DigestAlgorithm::Md5,
];

/// RSASSA-PKCS1-v1_5.
pub(super) fn check_pkcs1(claim: &Claim<'_>, modulus: &[u8], exponent: &[u8]) -> Checked {
    let mut quirks = Vec::new();
    let block = recover(claim.signature, modulus, exponent, &mut quirks)?;
    let info = unpad(&block).ok_or(Flaw::NotMadeWithThisKey)?;
    let (digest, with_null, signed) = read_digest_info(info).ok_or(Flaw::UnreadableDigestInfo)?;
    if digest.digest(claim.message) != signed {
        return Err(Flaw::OtherBytesSigned(digest).into());
    }
    if !with_null {
        quirks.push(Quirk::DigestInfoWithoutNull);
    }
    if let Some(named) = claim.scheme.digest().or(claim.digest)
        && named != digest
    {
        quirks.push(Quirk::OtherDigestThanNamed {
            named,
            signed: digest,
        });
    }
    Ok(means(claim, modulus, digest, quirks))
}

/// RSASSA-PSS with any salt length and any mask digest.
pub(super) fn check_pss(
    claim: &Claim<'_>,
    modulus: &[u8],
    exponent: &[u8],
    parameters: PssParameters,
) -> Checked {
    let mut quirks = Vec::new();
    let block = recover(claim.signature, modulus, exponent, &mut quirks)?;
    let digest = parameters.digest;
    let message = digest.digest(claim.message);
    let salt = pss_salt(&block, bit_length(modulus), &message, parameters)
        .ok_or(Flaw::NotMadeWithThisKey)?;
    if salt != parameters.salt {
        quirks.push(Quirk::OtherSaltThanNamed {
            named: parameters.salt,
            signed: salt,
        });
    }
    Ok(means(claim, modulus, digest, quirks))
}

fn means(claim: &Claim<'_>, modulus: &[u8], digest: DigestAlgorithm, quirks: Vec<Quirk>) -> Means {
    Means {
        scheme: claim.scheme,
        key: KeyKind::Rsa {
            bits: bit_length(modulus),
        },
        digest: Some(digest),
        quirks,
    }
}

/// `signature ^ exponent mod modulus`, as many octets as the modulus has.
fn recover(
    signature: &[u8],
    modulus: &[u8],
    exponent: &[u8],
    quirks: &mut Vec<Quirk>,
) -> Result<Vec<u8>, Refusal> {
    let bits = bit_length(modulus);
    if !(MIN_MODULUS_BITS..=MAX_MODULUS_BITS).contains(&bits) {
        return Err(Unsupported::KeySize(bits).into());
    }
    if bit_length(exponent) > MAX_EXPONENT_BITS {
        return Err(Unsupported::KeySize(bits).into());
    }
    // An exponent of 1, or an even one, is no RSA key: with 1 anybody can make the value.
    if bit_length(exponent) < 2 || exponent.last().is_none_or(|octet| octet % 2 == 0) {
        return Err(Flaw::BadKey.into());
    }
    if signature.len() != modulus.len() {
        quirks.push(Quirk::UnpaddedValue);
    }
    let zeros = signature.iter().take_while(|octet| **octet == 0).count();
    let value = signature.get(zeros..).unwrap_or_default();
    if value.len() > modulus.len() {
        return Err(Flaw::Malformed.into());
    }
    let n = BoxedUint::from_be_slice_vartime(modulus);
    let precision = n.bits_precision();
    let s = BoxedUint::from_be_slice(value, precision).map_err(|_| Flaw::Malformed)?;
    if s >= n {
        return Err(Flaw::NotMadeWithThisKey.into());
    }
    let n: Option<Odd<BoxedUint>> = Odd::new(n).into();
    let params = BoxedMontyParams::new_vartime(n.ok_or(Flaw::BadKey)?);
    let octets = power(&BoxedMontyForm::new(s, &params), exponent).retrieve();
    let octets = octets.to_be_bytes();
    let start = octets.len().saturating_sub(modulus.len());
    Ok(octets.get(start..).unwrap_or_default().to_vec())
}

/// Square and multiply: the exponent is public and has few bits set, so that the constant-time power of the library, made
/// for secrets, would do twice the work.
fn power(base: &BoxedMontyForm, exponent: &[u8]) -> BoxedMontyForm {
    let bits = exponent
        .iter()
        .flat_map(|octet| (0..8).rev().map(move |bit| octet >> bit & 1 == 1))
        .skip_while(|bit| !bit)
        .skip(1);
    let mut power = base.clone();
    for bit in bits {
        power = power.square();
        if bit {
            power = power.mul(base);
        }
    }
    power
}

/// What follows `00 01 FF..FF 00` with at least eight FF (RFC 8017, 9.2).
fn unpad(block: &[u8]) -> Option<&[u8]> {
    let padded = block.strip_prefix(&[0, 1])?;
    let filling = padded.iter().take_while(|octet| **octet == 0xff).count();
    if filling < 8 {
        return None;
    }
    match padded.get(filling..)?.split_first()? {
        (0, info) => Some(info),
        _ => None,
    }
}

/// Which digest stands in `info`, compared with the only two encodings anyone writes: nothing is parsed, so that no
/// octet can hide (the forgeries of 2006 lived in lax parsing).
fn read_digest_info(info: &[u8]) -> Option<(DigestAlgorithm, bool, &[u8])> {
    for digest in IN_DIGEST_INFO {
        for with_null in [true, false] {
            let prefix = digest_info_prefix(digest, with_null)?;
            if let Some(value) = info.strip_prefix(prefix.as_slice())
                && value.len() == digest.size()
            {
                return Some((digest, with_null, value));
            }
        }
    }
    None
}

fn digest_info_prefix(digest: DigestAlgorithm, with_null: bool) -> Option<Vec<u8>> {
    let oid = digest.oid()?;
    let oid = oid.as_octets();
    let null: &[u8] = if with_null { &[NULL, 0] } else { &[] };
    let algorithm = 2 + oid.len() + null.len();
    let whole = 2 + algorithm + 2 + digest.size();
    let mut prefix = vec![SEQUENCE, u8::try_from(whole).ok()?, SEQUENCE];
    prefix.push(u8::try_from(algorithm).ok()?);
    prefix.extend([OBJECT_IDENTIFIER, u8::try_from(oid.len()).ok()?]);
    prefix.extend_from_slice(oid);
    prefix.extend_from_slice(null);
    prefix.extend([OCTET_STRING, u8::try_from(digest.size()).ok()?]);
    Some(prefix)
}

/// EMSA-PSS verification (RFC 8017, 9.1.2) with the salt length taken from the block; `None` when inconsistent.
fn pss_salt(
    block: &[u8],
    modulus_bits: usize,
    message: &[u8],
    parameters: PssParameters,
) -> Option<u32> {
    let bits = modulus_bits.checked_sub(1)?;
    let length = bits.div_ceil(8);
    let (above, block) = block.split_at_checked(block.len().checked_sub(length)?)?;
    if above.iter().any(|octet| *octet != 0) {
        return None;
    }
    let size = message.len();
    let (masked, tail) = block.split_at_checked(length.checked_sub(size + 1)?)?;
    let (hash, mark) = tail.split_at_checked(size)?;
    if mark != [0xbc] {
        return None;
    }
    let spare = 8 * length - bits;
    let top = 0xffu8.checked_shr(spare as u32)?;
    if masked.first()? & !top != 0 {
        return None;
    }
    let mask = mgf1(parameters.mask_digest, hash, masked.len());
    let mut data: Vec<u8> = masked.iter().zip(&mask).map(|(a, b)| a ^ b).collect();
    if let Some(first) = data.first_mut() {
        *first &= top;
    }
    let zeros = data.iter().take_while(|octet| **octet == 0).count();
    let salt = data.get(zeros..)?.strip_prefix(&[1])?;
    let expected = parameters.digest.digest(&[&[0; 8], message, salt]);
    (expected == hash).then_some(salt.len() as u32)
}

/// MGF1 (RFC 8017, B.2.1).
fn mgf1(digest: DigestAlgorithm, seed: &[u8], length: usize) -> Vec<u8> {
    let mut mask = Vec::with_capacity(length + digest.size());
    let mut counter = 0u32;
    while mask.len() < length {
        mask.extend(digest.digest(&[seed, &counter.to_be_bytes()]));
        counter += 1;
    }
    mask.truncate(length);
    mask
}
