//! Signature algorithms as certificates and SignerInfos name them: which family, which digest, which parameters.

use std::fmt;

use crate::asn1::{AlgorithmIdentifier, Asn1Error, OBJECT_IDENTIFIER, Oid, SEQUENCE, Tlv, context};
use crate::digest::DigestAlgorithm;
use DigestAlgorithm as D;

/// How a signature is to be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// RSASSA-PKCS1-v1_5 (RFC 8017, 8.2). The digest is what the identifier says; the signature itself says it too.
    RsaPkcs1 {
        digest: Option<D>,
    },
    /// RSASSA-PSS (RFC 8017, 8.1).
    RsaPss(PssParameters),
    /// ECDSA (FIPS 186-5, 6). `plain`: BSI TR-03111 writes `r || s` instead of a DER SEQUENCE.
    Ecdsa {
        digest: Option<D>,
        plain: bool,
    },
    /// DSA (FIPS 186-4, 4).
    Dsa {
        digest: Option<D>,
    },
    Ed25519,
    Ed448,
    /// ML-DSA (FIPS 204), as RFC 9882 uses it in CMS.
    MlDsa(MlDsaLevel),
}

/// The parameter set of ML-DSA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MlDsaLevel {
    MlDsa44,
    MlDsa65,
    MlDsa87,
}

/// What RSASSA-PSS was told (RFC 4055, 3.1); a missing part means SHA-1 and 20.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PssParameters {
    pub digest: D,
    pub mask_digest: D,
    pub salt: u32,
}

impl Default for PssParameters {
    fn default() -> Self {
        PssParameters {
            digest: D::Sha1,
            mask_digest: D::Sha1,
            salt: 20,
        }
    }
}

/// What the identifier named, and how it strayed from the registered use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub scheme: Scheme,
    pub key_named_instead: bool,
}

pub const RSA_ENCRYPTION: Oid = pkcs1(1);
pub const RSA_PSS: Oid = pkcs1(10);
/// The X.500 name of an RSA key, in certificates of the 1990s.
pub const RSA_X500: Oid = Oid::new(&[2, 5, 8, 1, 1]);
pub const EC_PUBLIC_KEY: Oid = Oid::new(&[1, 2, 840, 10045, 2, 1]);
pub const DSA_KEY: Oid = Oid::new(&[1, 2, 840, 10040, 4, 1]);
pub const ED25519: Oid = Oid::new(&[1, 3, 101, 112]);
pub const ED448: Oid = Oid::new(&[1, 3, 101, 113]);
/// id-ml-dsa-44, -65 and -87, for keys and signatures alike.
pub const ML_DSA: [(Oid, MlDsaLevel); 3] = [
    (nist(17), MlDsaLevel::MlDsa44),
    (nist(18), MlDsaLevel::MlDsa65),
    (nist(19), MlDsaLevel::MlDsa87),
];
const MGF1: Oid = pkcs1(8);

const fn pkcs1(number: u32) -> Oid {
    Oid::new(&[1, 2, 840, 113549, 1, 1, number])
}

const fn nist(number: u32) -> Oid {
    Oid::new(&[2, 16, 840, 1, 101, 3, 4, 3, number])
}

const fn ecdsa_sha2(number: u32) -> Oid {
    Oid::new(&[1, 2, 840, 10045, 4, 3, number])
}

const fn plain_ecdsa(number: u32) -> Oid {
    Oid::new(&[0, 4, 0, 127, 0, 7, 1, 1, 4, 1, number])
}

const fn rsa(digest: D) -> Scheme {
    Scheme::RsaPkcs1 {
        digest: Some(digest),
    }
}

const fn ecdsa(digest: D) -> Scheme {
    Scheme::Ecdsa {
        digest: Some(digest),
        plain: false,
    }
}

const fn plain(digest: D) -> Scheme {
    Scheme::Ecdsa {
        digest: Some(digest),
        plain: true,
    }
}

const fn dsa(digest: D) -> Scheme {
    Scheme::Dsa {
        digest: Some(digest),
    }
}

/// Identifiers that name digest and key together.
const COMBINED: [(Oid, Scheme); 43] = [
    (pkcs1(4), rsa(D::Md5)),
    (pkcs1(5), rsa(D::Sha1)),
    (pkcs1(14), rsa(D::Sha224)),
    (pkcs1(11), rsa(D::Sha256)),
    (pkcs1(12), rsa(D::Sha384)),
    (pkcs1(13), rsa(D::Sha512)),
    (pkcs1(15), rsa(D::Sha512Over224)),
    (pkcs1(16), rsa(D::Sha512Over256)),
    (Oid::new(&[1, 3, 14, 3, 2, 29]), rsa(D::Sha1)),
    (Oid::new(&[1, 3, 36, 3, 3, 1, 2]), rsa(D::Ripemd160)),
    (nist(13), rsa(D::Sha3Over224)),
    (nist(14), rsa(D::Sha3Over256)),
    (nist(15), rsa(D::Sha3Over384)),
    (nist(16), rsa(D::Sha3Over512)),
    (Oid::new(&[1, 2, 840, 10045, 4, 1]), ecdsa(D::Sha1)),
    (ecdsa_sha2(1), ecdsa(D::Sha224)),
    (ecdsa_sha2(2), ecdsa(D::Sha256)),
    (ecdsa_sha2(3), ecdsa(D::Sha384)),
    (ecdsa_sha2(4), ecdsa(D::Sha512)),
    (nist(9), ecdsa(D::Sha3Over224)),
    (nist(10), ecdsa(D::Sha3Over256)),
    (nist(11), ecdsa(D::Sha3Over384)),
    (nist(12), ecdsa(D::Sha3Over512)),
    (plain_ecdsa(1), plain(D::Sha1)),
    (plain_ecdsa(2), plain(D::Sha224)),
    (plain_ecdsa(3), plain(D::Sha256)),
    (plain_ecdsa(4), plain(D::Sha384)),
    (plain_ecdsa(5), plain(D::Sha512)),
    (plain_ecdsa(6), plain(D::Ripemd160)),
    (plain_ecdsa(8), plain(D::Sha3Over224)),
    (plain_ecdsa(9), plain(D::Sha3Over256)),
    (plain_ecdsa(10), plain(D::Sha3Over384)),
    (plain_ecdsa(11), plain(D::Sha3Over512)),
    (Oid::new(&[1, 2, 840, 10040, 4, 3]), dsa(D::Sha1)),
    (Oid::new(&[1, 3, 14, 3, 2, 27]), dsa(D::Sha1)),
    (nist(1), dsa(D::Sha224)),
    (nist(2), dsa(D::Sha256)),
    (nist(3), dsa(D::Sha384)),
    (nist(4), dsa(D::Sha512)),
    (nist(5), dsa(D::Sha3Over224)),
    (nist(6), dsa(D::Sha3Over256)),
    (nist(7), dsa(D::Sha3Over384)),
    (nist(8), dsa(D::Sha3Over512)),
];

/// Curves, also met where a signature algorithm belongs (iText, `sample_signed_ecdsa.pdf`).
const CURVE_AS_ALGORITHM: [Oid; 3] = [
    Oid::new(&[1, 2, 840, 10045, 3, 1, 7]),
    Oid::new(&[1, 3, 132, 0, 34]),
    Oid::new(&[1, 3, 132, 0, 35]),
];

impl Scheme {
    /// Reads a signature algorithm. `Ok(None)`: no known algorithm carries this identifier.
    pub fn named(identifier: &AlgorithmIdentifier) -> Result<Option<Named>, Asn1Error> {
        let registered = |scheme| {
            Ok(Some(Named {
                scheme,
                key_named_instead: false,
            }))
        };
        let of_key = |scheme| {
            Ok(Some(Named {
                scheme,
                key_named_instead: true,
            }))
        };
        let oid = identifier.oid;
        if let Some((_, level)) = ML_DSA.iter().find(|(known, _)| *known == oid) {
            return registered(Scheme::MlDsa(*level));
        }
        if let Some((_, scheme)) = COMBINED.iter().find(|(known, _)| *known == oid) {
            return registered(*scheme);
        }
        match oid {
            RSA_ENCRYPTION => registered(Scheme::RsaPkcs1 { digest: None }),
            RSA_PSS => match &identifier.parameters {
                None => registered(Scheme::RsaPss(PssParameters::default())),
                Some(parameters) => match PssParameters::read(parameters)? {
                    Some(parameters) => registered(Scheme::RsaPss(parameters)),
                    None => Ok(None),
                },
            },
            ED25519 => registered(Scheme::Ed25519),
            ED448 => registered(Scheme::Ed448),
            DSA_KEY => registered(Scheme::Dsa { digest: None }),
            EC_PUBLIC_KEY => of_key(Scheme::Ecdsa {
                digest: None,
                plain: false,
            }),
            _ if CURVE_AS_ALGORITHM.contains(&oid) => of_key(Scheme::Ecdsa {
                digest: None,
                plain: false,
            }),
            _ => Ok(None),
        }
    }

    /// The digest the identifier fixed, if it did.
    pub fn digest(&self) -> Option<D> {
        match self {
            Scheme::RsaPkcs1 { digest } | Scheme::Ecdsa { digest, .. } | Scheme::Dsa { digest } => {
                *digest
            }
            Scheme::RsaPss(parameters) => Some(parameters.digest),
            Scheme::Ed25519 => Some(D::Sha512),
            Scheme::Ed448 => Some(D::Shake256(114)),
            Scheme::MlDsa(_) => Some(D::Shake256(64)),
        }
    }
}

impl PssParameters {
    /// RSASSA-PSS-params; `Ok(None)` when a digest or mask function in it is unknown.
    fn read(encoded: &[u8]) -> Result<Option<PssParameters>, Asn1Error> {
        let sequence = Tlv::first(encoded)?;
        let mut parameters = PssParameters::default();
        if sequence.identifier != SEQUENCE {
            return Ok(Some(parameters));
        }
        for field in sequence.reader().all()? {
            match field.identifier {
                tag if tag == context(0, true) => {
                    match D::from_identifier(&field.inner()?.algorithm()?) {
                        Some(digest) => parameters.digest = digest,
                        None => return Ok(None),
                    }
                }
                tag if tag == context(1, true) => match mask_digest(&field.inner()?)? {
                    Some(digest) => parameters.mask_digest = digest,
                    None => return Ok(None),
                },
                tag if tag == context(2, true) => {
                    parameters.salt = field.inner()?.small_integer()?
                }
                _ => {}
            }
        }
        Ok(Some(parameters))
    }
}

fn mask_digest(function: &Tlv<'_>) -> Result<Option<D>, Asn1Error> {
    let mut fields = function.expect(SEQUENCE)?.reader();
    if fields.expect(OBJECT_IDENTIFIER)?.oid()? != MGF1 {
        return Ok(None);
    }
    Ok(match fields.next_value()? {
        Some(digest) => D::from_identifier(&digest.algorithm()?),
        None => Some(D::Sha1),
    })
}

/// The digest behind an identifier that may be a digest or, as some writers have it (Nitro), a whole signature
/// algorithm.
pub fn digest_named(identifier: &AlgorithmIdentifier) -> Option<(D, DigestNaming)> {
    if let Some(digest) = D::from_identifier(identifier) {
        return Some((digest, DigestNaming::Digest));
    }
    let named = Scheme::named(identifier).ok().flatten()?;
    named
        .scheme
        .digest()
        .map(|digest| (digest, DigestNaming::SignatureAlgorithm))
}

/// How a digestAlgorithm field named its digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestNaming {
    Digest,
    SignatureAlgorithm,
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scheme::RsaPkcs1 { .. } => "RSA",
            Scheme::RsaPss(_) => "RSA-PSS",
            Scheme::Ecdsa { .. } => "ECDSA",
            Scheme::Dsa { .. } => "DSA",
            Scheme::Ed25519 => "Ed25519",
            Scheme::Ed448 => "Ed448",
            Scheme::MlDsa(level) => return write!(f, "{level}"),
        })
    }
}

impl fmt::Display for MlDsaLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MlDsaLevel::MlDsa44 => "ML-DSA-44",
            MlDsaLevel::MlDsa65 => "ML-DSA-65",
            MlDsaLevel::MlDsa87 => "ML-DSA-87",
        })
    }
}
