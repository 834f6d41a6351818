//! Digest algorithms: their names, their registered identifiers, and the computing of them over several byte ranges.

use std::fmt;

use md5::Md5;
use ripemd::Ripemd160;
use sha1::Sha1;
use sha2::digest::{Digest, ExtendableOutput, Update, XofReader};
use sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
use shake::{Shake128, Shake256};

use crate::asn1::{AlgorithmIdentifier, Oid, Tlv};

/// A digest algorithm that can be computed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DigestAlgorithm {
    /// Collisions are practical since 2004.
    Md5,
    Ripemd160,
    /// Collisions are practical since 2017.
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
    Sha512Over224,
    Sha512Over256,
    Sha3Over224,
    Sha3Over256,
    Sha3Over384,
    Sha3Over512,
    /// With so many output octets.
    Shake128(u8),
    Shake256(u8),
}

use DigestAlgorithm as D;

const NIST_HASH: [u32; 8] = [2, 16, 840, 1, 101, 3, 4, 2];

const fn nist(number: u32) -> Oid {
    let [a, b, c, d, e, f, g, h] = NIST_HASH;
    Oid::new(&[a, b, c, d, e, f, g, h, number])
}

/// Shake-256 with the output length as its parameter (RFC 8419, 2.2).
const SHAKE256_LEN: Oid = nist(18);

/// Registered identifiers (RFC 8017 B.1, NIST CSOR, RFC 8702, Teletrust).
const IDENTIFIERS: [(Oid, DigestAlgorithm); 17] = [
    (Oid::new(&[1, 2, 840, 113549, 2, 5]), D::Md5),
    (Oid::new(&[1, 3, 36, 3, 2, 1]), D::Ripemd160),
    (Oid::new(&[1, 3, 14, 3, 2, 26]), D::Sha1),
    (nist(4), D::Sha224),
    (nist(1), D::Sha256),
    (nist(2), D::Sha384),
    (nist(3), D::Sha512),
    (nist(5), D::Sha512Over224),
    (nist(6), D::Sha512Over256),
    (nist(7), D::Sha3Over224),
    (nist(8), D::Sha3Over256),
    (nist(9), D::Sha3Over384),
    (nist(10), D::Sha3Over512),
    (nist(11), D::Shake128(32)),
    (nist(12), D::Shake256(64)),
    (nist(17), D::Shake128(32)),
    (SHAKE256_LEN, D::Shake256(64)),
];

impl DigestAlgorithm {
    pub fn from_oid(oid: Oid) -> Option<DigestAlgorithm> {
        let found = IDENTIFIERS.iter().find(|(known, _)| *known == oid);
        found.map(|(_, algorithm)| *algorithm)
    }

    /// From an AlgorithmIdentifier, whose parameters only matter for the SHAKE with a stated length.
    pub fn from_identifier(identifier: &AlgorithmIdentifier) -> Option<DigestAlgorithm> {
        let algorithm = DigestAlgorithm::from_oid(identifier.oid)?;
        if identifier.oid != SHAKE256_LEN {
            return Some(algorithm);
        }
        let Some(parameters) = &identifier.parameters else {
            return Some(algorithm);
        };
        let bits = Tlv::first(parameters).ok()?.small_integer().ok()?;
        let octets = u8::try_from(bits / 8).ok()?;
        (bits % 8 == 0 && octets >= 20).then_some(D::Shake256(octets))
    }

    /// The identifier under which the algorithm is registered.
    pub fn oid(self) -> Option<Oid> {
        let found = IDENTIFIERS.iter().find(|(_, known)| *known == self);
        found.map(|(oid, _)| *oid)
    }

    /// Octets of output.
    pub fn size(self) -> usize {
        match self {
            D::Md5 => 16,
            D::Ripemd160 | D::Sha1 => 20,
            D::Sha224 | D::Sha512Over224 | D::Sha3Over224 => 28,
            D::Sha256 | D::Sha512Over256 | D::Sha3Over256 => 32,
            D::Sha384 | D::Sha3Over384 => 48,
            D::Sha512 | D::Sha3Over512 => 64,
            D::Shake128(octets) | D::Shake256(octets) => usize::from(octets),
        }
    }

    /// The digest of `parts`, taken as one message.
    pub fn digest(self, parts: &[&[u8]]) -> Vec<u8> {
        match self {
            D::Md5 => fixed::<Md5>(parts),
            D::Ripemd160 => fixed::<Ripemd160>(parts),
            D::Sha1 => fixed::<Sha1>(parts),
            D::Sha224 => fixed::<Sha224>(parts),
            D::Sha256 => fixed::<Sha256>(parts),
            D::Sha384 => fixed::<Sha384>(parts),
            D::Sha512 => fixed::<Sha512>(parts),
            D::Sha512Over224 => fixed::<Sha512_224>(parts),
            D::Sha512Over256 => fixed::<Sha512_256>(parts),
            D::Sha3Over224 => fixed::<Sha3_224>(parts),
            D::Sha3Over256 => fixed::<Sha3_256>(parts),
            D::Sha3Over384 => fixed::<Sha3_384>(parts),
            D::Sha3Over512 => fixed::<Sha3_512>(parts),
            D::Shake128(octets) => extendable::<Shake128>(parts, octets),
            D::Shake256(octets) => extendable::<Shake256>(parts, octets),
        }
    }
}

fn fixed<H: Digest>(parts: &[&[u8]]) -> Vec<u8> {
    let mut hasher = H::new();
    for part in parts {
        Digest::update(&mut hasher, part);
    }
    hasher.finalize().to_vec()
}

fn extendable<H: Default + Update + ExtendableOutput>(parts: &[&[u8]], octets: u8) -> Vec<u8> {
    let mut hasher = H::default();
    for part in parts {
        hasher.update(part);
    }
    let mut output = vec![0; usize::from(octets)];
    hasher.finalize_xof().read(&mut output);
    output
}

impl fmt::Display for DigestAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            D::Md5 => "MD5",
            D::Ripemd160 => "RIPEMD-160",
            D::Sha1 => "SHA-1",
            D::Sha224 => "SHA-224",
            D::Sha256 => "SHA-256",
            D::Sha384 => "SHA-384",
            D::Sha512 => "SHA-512",
            D::Sha512Over224 => "SHA-512/224",
            D::Sha512Over256 => "SHA-512/256",
            D::Sha3Over224 => "SHA3-224",
            D::Sha3Over256 => "SHA3-256",
            D::Sha3Over384 => "SHA3-384",
            D::Sha3Over512 => "SHA3-512",
            D::Shake128(_) => "SHAKE128",
            D::Shake256(_) => "SHAKE256",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn digests_of_abc_are_the_published_ones() {
        let cases = [
            (D::Md5, "900150983cd24fb0d6963f7d28e17f72"),
            (D::Ripemd160, "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
            (D::Sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                D::Sha256,
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                D::Sha3Over256,
                "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
            ),
            (
                D::Shake256(32),
                "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739",
            ),
        ];
        for (algorithm, expected) in cases {
            assert_eq!(hex(&algorithm.digest(&[b"a", b"", b"bc"])), expected);
        }
    }

    #[test]
    fn every_identifier_leads_to_an_algorithm_of_its_size() {
        for (oid, algorithm) in IDENTIFIERS {
            assert_eq!(DigestAlgorithm::from_oid(oid), Some(algorithm));
            assert_eq!(algorithm.digest(&[]).len(), algorithm.size());
        }
    }
}
