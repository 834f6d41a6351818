//! Public keys out of SubjectPublicKeyInfo (RFC 5280, 4.1.2.7): the numbers, not yet any mathematics.

use std::fmt;

use crate::algorithm::{
    DSA_KEY, EC_PUBLIC_KEY, ED448, ED25519, ML_DSA, MlDsaLevel, RSA_ENCRYPTION, RSA_PSS, RSA_X500,
};
use crate::asn1::{
    Asn1Error, BIT_STRING, INTEGER, OBJECT_IDENTIFIER, Oid, SEQUENCE, Tlv, unsigned,
};

/// A public key. Numbers are big-endian without leading zeros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicKey {
    Rsa {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
    Elliptic {
        curve: Curve,
        /// The point as SEC 1 writes it.
        point: Vec<u8>,
    },
    Dsa {
        p: Vec<u8>,
        q: Vec<u8>,
        g: Vec<u8>,
        y: Vec<u8>,
    },
    Ed25519(Vec<u8>),
    Ed448(Vec<u8>),
    MlDsa(MlDsaLevel, Vec<u8>),
    /// Nothing here can use such a key.
    Unknown(Oid),
}

/// An elliptic curve by its registered name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Curve {
    P224,
    P256,
    P384,
    P521,
    /// Of Bitcoin; met in certificates of blockchain services.
    Secp256k1,
    BrainpoolP256r1,
    BrainpoolP256t1,
    BrainpoolP384r1,
    BrainpoolP384t1,
    BrainpoolP512r1,
    BrainpoolP512t1,
    /// Named by an identifier nobody here knows.
    Unknown(Oid),
    /// Given by explicit parameters (RFC 5480, 2.1.1 forbids them in certificates).
    Explicit,
}

const fn teletrust(number: u32) -> Oid {
    Oid::new(&[1, 3, 36, 3, 3, 2, 8, 1, 1, number])
}

const CURVES: [(Oid, Curve); 11] = [
    (Oid::new(&[1, 3, 132, 0, 33]), Curve::P224),
    (Oid::new(&[1, 2, 840, 10045, 3, 1, 7]), Curve::P256),
    (Oid::new(&[1, 3, 132, 0, 34]), Curve::P384),
    (Oid::new(&[1, 3, 132, 0, 35]), Curve::P521),
    (Oid::new(&[1, 3, 132, 0, 10]), Curve::Secp256k1),
    (teletrust(7), Curve::BrainpoolP256r1),
    (teletrust(8), Curve::BrainpoolP256t1),
    (teletrust(11), Curve::BrainpoolP384r1),
    (teletrust(12), Curve::BrainpoolP384t1),
    (teletrust(13), Curve::BrainpoolP512r1),
    (teletrust(14), Curve::BrainpoolP512t1),
];

impl Curve {
    fn from_oid(oid: Oid) -> Curve {
        let found = CURVES.iter().find(|(known, _)| *known == oid);
        found.map_or(Curve::Unknown(oid), |(_, curve)| *curve)
    }

    /// Bits of the curve's order, which are the bits of the key; 0 when the curve is unknown.
    pub fn bits(self) -> usize {
        match self {
            Curve::P224 => 224,
            Curve::P256 | Curve::Secp256k1 | Curve::BrainpoolP256r1 | Curve::BrainpoolP256t1 => 256,
            Curve::P384 | Curve::BrainpoolP384r1 | Curve::BrainpoolP384t1 => 384,
            Curve::P521 => 521,
            Curve::BrainpoolP512r1 | Curve::BrainpoolP512t1 => 512,
            Curve::Unknown(_) | Curve::Explicit => 0,
        }
    }
}

impl PublicKey {
    /// From an encoded SubjectPublicKeyInfo.
    pub fn read(info: &Tlv<'_>) -> Result<PublicKey, Asn1Error> {
        let mut fields = info.expect(SEQUENCE)?.reader();
        let algorithm = fields.expect(SEQUENCE)?;
        let bits = fields.expect(BIT_STRING)?.bit_string()?;
        let mut algorithm = algorithm.reader();
        let oid = algorithm.expect(OBJECT_IDENTIFIER)?.oid()?;
        let parameters = algorithm.next_value()?;
        match oid {
            RSA_ENCRYPTION | RSA_PSS | RSA_X500 => rsa(bits.octets),
            EC_PUBLIC_KEY => Ok(PublicKey::Elliptic {
                curve: curve(parameters)?,
                point: bits.octets.to_vec(),
            }),
            DSA_KEY => dsa(parameters, bits.octets, oid),
            ED25519 => Ok(PublicKey::Ed25519(bits.octets.to_vec())),
            ED448 => Ok(PublicKey::Ed448(bits.octets.to_vec())),
            _ => Ok(match ML_DSA.iter().find(|(known, _)| *known == oid) {
                Some((_, level)) => PublicKey::MlDsa(*level, bits.octets.to_vec()),
                None => PublicKey::Unknown(oid),
            }),
        }
    }

    /// Size of the key as it is usually stated; 0 when unknown.
    pub fn bits(&self) -> usize {
        match self {
            PublicKey::Rsa { modulus, .. } => bit_length(modulus),
            PublicKey::Elliptic { curve, .. } => curve.bits(),
            PublicKey::Dsa { p, .. } => bit_length(p),
            PublicKey::Ed25519(_) => 256,
            PublicKey::Ed448(_) => 456,
            PublicKey::MlDsa(_, octets) => octets.len() * 8,
            PublicKey::Unknown(_) => 0,
        }
    }
}

/// Bits of a big-endian number without leading zeros.
pub fn bit_length(number: &[u8]) -> usize {
    number
        .first()
        .map_or(0, |first| number.len() * 8 - first.leading_zeros() as usize)
}

fn number(value: Tlv<'_>) -> Result<Vec<u8>, Asn1Error> {
    let octets = value.integer()?;
    let positive = unsigned(octets).ok_or(Asn1Error::BadContent {
        offset: value.offset,
        what: "positive integer",
    })?;
    Ok(positive.to_vec())
}

fn rsa(octets: &[u8]) -> Result<PublicKey, Asn1Error> {
    let mut fields = Tlv::first(octets)?.expect(SEQUENCE)?.reader();
    let modulus = fields.expect(INTEGER)?;
    let exponent = number(fields.expect(INTEGER)?)?;
    // Some issuers forgot the sign octet: the modulus is a positive number all the same.
    let zeros = modulus.body.iter().take_while(|octet| **octet == 0).count();
    Ok(PublicKey::Rsa {
        modulus: modulus.body.get(zeros..).unwrap_or_default().to_vec(),
        exponent,
    })
}

fn curve(parameters: Option<Tlv<'_>>) -> Result<Curve, Asn1Error> {
    Ok(match parameters {
        Some(value) if value.identifier == OBJECT_IDENTIFIER => Curve::from_oid(value.oid()?),
        _ => Curve::Explicit,
    })
}

fn dsa(parameters: Option<Tlv<'_>>, octets: &[u8], oid: Oid) -> Result<PublicKey, Asn1Error> {
    // Parameters may be inherited from the issuer (RFC 3279, 2.3.2); such a key cannot be used alone.
    let Some(parameters) = parameters.filter(|value| value.identifier == SEQUENCE) else {
        return Ok(PublicKey::Unknown(oid));
    };
    let mut fields = parameters.reader();
    Ok(PublicKey::Dsa {
        p: number(fields.expect(INTEGER)?)?,
        q: number(fields.expect(INTEGER)?)?,
        g: number(fields.expect(INTEGER)?)?,
        y: number(Tlv::first(octets)?)?,
    })
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PublicKey::Rsa { .. } => write!(f, "RSA-{}", self.bits()),
            PublicKey::Elliptic { curve, .. } => write!(f, "{curve}"),
            PublicKey::Dsa { .. } => write!(f, "DSA-{}", self.bits()),
            PublicKey::Ed25519(_) => f.write_str("Ed25519"),
            PublicKey::Ed448(_) => f.write_str("Ed448"),
            PublicKey::MlDsa(level, _) => write!(f, "{level}"),
            PublicKey::Unknown(oid) => write!(f, "key {oid}"),
        }
    }
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Curve::P224 => f.write_str("P-224"),
            Curve::P256 => f.write_str("P-256"),
            Curve::P384 => f.write_str("P-384"),
            Curve::P521 => f.write_str("P-521"),
            Curve::Secp256k1 => f.write_str("secp256k1"),
            Curve::BrainpoolP256r1 => f.write_str("brainpoolP256r1"),
            Curve::BrainpoolP256t1 => f.write_str("brainpoolP256t1"),
            Curve::BrainpoolP384r1 => f.write_str("brainpoolP384r1"),
            Curve::BrainpoolP384t1 => f.write_str("brainpoolP384t1"),
            Curve::BrainpoolP512r1 => f.write_str("brainpoolP512r1"),
            Curve::BrainpoolP512t1 => f.write_str("brainpoolP512t1"),
            Curve::Unknown(oid) => write!(f, "curve {oid}"),
            Curve::Explicit => f.write_str("curve with explicit parameters"),
        }
    }
}
