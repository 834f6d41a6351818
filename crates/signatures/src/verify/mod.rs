//! Checking one signature value with one public key. The mathematics is that of the RustCrypto crates; what is done
//! here is reading what real signers wrote, and saying exactly why a value does not verify. What nothing here can check
//! is [`SignatureCheck::Unsupported`], never good and never bad.

mod dsa;
mod ecdsa;
mod eddsa;
mod ml_dsa;
mod pair;
mod rsa;

use std::fmt;

use crate::algorithm::{MlDsaLevel, Scheme};
use crate::digest::DigestAlgorithm;
use crate::key::{Curve, PublicKey};

/// What is to be checked.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    pub key: &'a PublicKey,
    pub scheme: Scheme,
    /// The digest to take where the scheme names none.
    pub digest: Option<DigestAlgorithm>,
    /// The signed message, in parts.
    pub message: &'a [&'a [u8]],
    pub signature: &'a [u8],
}

/// The outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignatureCheck {
    Verified(Means),
    Failed(Flaw),
    Unsupported(Unsupported),
}

/// With what a signature was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Means {
    pub scheme: Scheme,
    pub key: KeyKind,
    /// The digest that was actually signed.
    pub digest: Option<DigestAlgorithm>,
    pub quirks: Vec<Quirk>,
}

/// A key without its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    Rsa { bits: usize },
    Elliptic(Curve),
    Dsa { bits: usize },
    Ed25519,
    Ed448,
    MlDsa(MlDsaLevel),
}

/// Harmless strayings from the standards, each met in files that other verifiers accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quirk {
    /// DigestInfo lacks the NULL parameters RFC 8017 A.2.4 asks for.
    DigestInfoWithoutNull,
    /// The signed digest is not the one the algorithm identifiers name.
    OtherDigestThanNamed {
        named: DigestAlgorithm,
        signed: DigestAlgorithm,
    },
    /// The PSS salt has another length than the parameters say.
    OtherSaltThanNamed { named: u32, signed: u32 },
    /// `r || s` where the identifier asks for a DER SEQUENCE, or the reverse.
    OtherEcdsaFormThanNamed,
    /// The value is shorter or longer than the modulus.
    UnpaddedValue,
    /// The two numbers of the value are not in DER.
    ValueNotDer,
}

/// Why a signature value is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    #[error("the value was not made with this key")]
    NotMadeWithThisKey,
    #[error("the key signed another digest than that of these bytes ({0})")]
    OtherBytesSigned(DigestAlgorithm),
    #[error("the key signed a DigestInfo that names no known digest")]
    UnreadableDigestInfo,
    #[error("the value does not have the form of such a signature")]
    Malformed,
    #[error("the algorithm does not go with the kind of key")]
    AlgorithmDoesNotFitKey,
    #[error("the key is not a valid one")]
    BadKey,
    #[error("the messages hold different bytes, and neither is signed")]
    NoFormOfMessageSigned,
}

/// What could not be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    #[error("signature algorithm {0}")]
    Algorithm(crate::asn1::Oid),
    #[error("digest algorithm {0}")]
    Digest(crate::asn1::Oid),
    #[error("a digest that is not named")]
    DigestNotNamed,
    #[error("key algorithm {0}")]
    Key(crate::asn1::Oid),
    #[error("{0}")]
    Curve(Curve),
    #[error("a key of {0} bits")]
    KeySize(usize),
    #[error("the signer's certificate is not in the file")]
    NoCertificate,
}

/// Checks one claim.
pub fn check(claim: &Claim<'_>) -> SignatureCheck {
    let outcome = match (claim.key, claim.scheme) {
        (PublicKey::Rsa { modulus, exponent }, Scheme::RsaPkcs1 { .. }) => {
            rsa::check_pkcs1(claim, modulus, exponent)
        }
        (PublicKey::Rsa { modulus, exponent }, Scheme::RsaPss(parameters)) => {
            rsa::check_pss(claim, modulus, exponent, parameters)
        }
        (PublicKey::Elliptic { curve, point }, Scheme::Ecdsa { plain, .. }) => {
            ecdsa::check(claim, *curve, point, plain)
        }
        (PublicKey::Dsa { p, q, g, y }, Scheme::Dsa { .. }) => dsa::check(claim, [p, q, g, y]),
        (PublicKey::Ed25519(key), Scheme::Ed25519) => eddsa::check_ed25519(claim, key),
        (PublicKey::Ed448(key), Scheme::Ed448) => eddsa::check_ed448(claim, key),
        (PublicKey::MlDsa(level, key), Scheme::MlDsa(named)) if *level == named => {
            ml_dsa::check(claim, named, key)
        }
        (PublicKey::Unknown(oid), _) => Err(Unsupported::Key(*oid).into()),
        _ => Err(Flaw::AlgorithmDoesNotFitKey.into()),
    };
    match outcome {
        Ok(means) => SignatureCheck::Verified(means),
        Err(Refusal::Flaw(flaw)) => SignatureCheck::Failed(flaw),
        Err(Refusal::Unsupported(what)) => SignatureCheck::Unsupported(what),
    }
}

impl SignatureCheck {
    pub fn is_verified(&self) -> bool {
        matches!(self, SignatureCheck::Verified(_))
    }
}

/// Why a check ended without a verified signature.
enum Refusal {
    Flaw(Flaw),
    Unsupported(Unsupported),
}

impl From<Flaw> for Refusal {
    fn from(flaw: Flaw) -> Refusal {
        Refusal::Flaw(flaw)
    }
}

impl From<Unsupported> for Refusal {
    fn from(what: Unsupported) -> Refusal {
        Refusal::Unsupported(what)
    }
}

type Checked = Result<Means, Refusal>;

impl Claim<'_> {
    /// The digest algorithm that the scheme or else its surroundings name.
    fn named_digest(&self) -> Result<DigestAlgorithm, Unsupported> {
        self.scheme
            .digest()
            .or(self.digest)
            .ok_or(Unsupported::DigestNotNamed)
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyKind::Rsa { bits } => write!(f, "RSA-{bits}"),
            KeyKind::Elliptic(curve) => write!(f, "ECDSA {curve}"),
            KeyKind::Dsa { bits } => write!(f, "DSA-{bits}"),
            KeyKind::Ed25519 => f.write_str("Ed25519"),
            KeyKind::Ed448 => f.write_str("Ed448"),
            KeyKind::MlDsa(level) => write!(f, "{level}"),
        }
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(digest) = self.digest {
            write!(f, "{digest}/")?;
        }
        match self.scheme {
            Scheme::RsaPss(_) => write!(f, "{} (PSS)", self.key),
            _ => write!(f, "{}", self.key),
        }
    }
}
