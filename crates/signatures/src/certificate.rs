//! X.509 certificates as issuers really write them (RFC 5280, 4.1): negative serial numbers, missing versions and
//! unreadable extensions do not keep a certificate from being read; only what a check needs must be there.

use std::ops::Range;

use crate::algorithm::Scheme;
use crate::asn1::{
    AlgorithmIdentifier, Asn1Error, BIT_STRING, BOOLEAN, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING,
    Oid, SEQUENCE, Tlv, context,
};
use crate::digest::DigestAlgorithm;
use crate::key::PublicKey;
use crate::name::Name;
use crate::name_constraints::NameConstraints;
use crate::time::Moment;
use crate::verify::{Claim, SignatureCheck, Unsupported, check};

/// One certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The encoding, as found.
    pub encoded: Vec<u8>,
    signed: Range<usize>,
    /// Content octets of the serial number, sign and leading zeros included.
    pub serial: Vec<u8>,
    pub issuer: Name,
    pub subject: Name,
    pub not_before: Moment,
    pub not_after: Moment,
    pub key: PublicKey,
    /// Octets of the subjectPublicKey bit string, which key identifiers are digests of.
    pub key_octets: Vec<u8>,
    pub signature_algorithm: AlgorithmIdentifier,
    pub signature: Vec<u8>,
    pub extensions: Extensions,
}

/// The extensions that bear on a signature.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extensions {
    pub basic_constraints: Option<BasicConstraints>,
    pub key_usage: Option<KeyUsage>,
    /// Purposes of the extended key usage; absent when the extension is.
    pub purposes: Option<Vec<Oid>>,
    pub name_constraints: Option<NameConstraints>,
    pub subject_key: Option<Vec<u8>>,
    pub authority_key: Option<Vec<u8>>,
    /// The responder's certificate need not be checked for revocation itself (RFC 6960, 4.2.2.2.1).
    pub ocsp_no_check: bool,
    /// Critical extensions that nothing here reads.
    pub unread_critical: Vec<Oid>,
    /// Extensions whose content could not be decoded.
    pub unreadable: Vec<Oid>,
}

/// RFC 5280, 4.2.1.9.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BasicConstraints {
    pub authority: bool,
    pub path_length: Option<u32>,
}

/// RFC 5280, 4.2.1.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyUsage {
    pub digital_signature: bool,
    pub non_repudiation: bool,
    pub certificate_sign: bool,
    pub crl_sign: bool,
}

const fn extension(number: u32) -> Oid {
    Oid::new(&[2, 5, 29, number])
}

const fn purpose(number: u32) -> Oid {
    Oid::new(&[1, 3, 6, 1, 5, 5, 7, 3, number])
}

pub const SERVER: Oid = purpose(1);
pub const CODE_SIGNING: Oid = purpose(3);
pub const TIME_STAMPING: Oid = purpose(8);
pub const OCSP_SIGNING: Oid = purpose(9);
const SUBJECT_KEY: Oid = extension(14);
const KEY_USAGE: Oid = extension(15);
const BASIC_CONSTRAINTS: Oid = extension(19);
const NAME_CONSTRAINTS: Oid = extension(30);
const AUTHORITY_KEY: Oid = extension(35);
const PURPOSES: Oid = extension(37);
const OCSP_NO_CHECK: Oid = Oid::new(&[1, 3, 6, 1, 5, 5, 7, 48, 1, 5]);

/// Extensions whose meaning does not change what a verifier concludes here: alternative names, policies and their
/// constraints (no policy is asked for), CRL and issuer information access, qualified-certificate statements.
const HARMLESS: [Oid; 12] = [
    extension(17),
    extension(18),
    extension(32),
    extension(33),
    extension(36),
    extension(54),
    extension(31),
    extension(46),
    extension(16),
    extension(9),
    Oid::new(&[1, 3, 6, 1, 5, 5, 7, 1, 1]),
    Oid::new(&[1, 3, 6, 1, 5, 5, 7, 1, 3]),
];

impl Certificate {
    /// Reads the certificate at the start of `bytes`; what follows it is ignored.
    pub fn read(bytes: &[u8]) -> Result<Certificate, Asn1Error> {
        let outer = Tlv::first(bytes)?.expect(SEQUENCE)?;
        let mut fields = outer.reader();
        let tbs = fields.expect(SEQUENCE)?;
        let signature_algorithm = fields.expect(SEQUENCE)?.algorithm()?;
        let signature = fields.expect(BIT_STRING)?.bit_string()?.octets.to_vec();

        let mut body = tbs.reader();
        body.optional(context(0, true))?;
        let serial = body.expect(INTEGER)?.integer()?.to_vec();
        body.expect(SEQUENCE)?;
        let issuer = Name::read(&body.expect(SEQUENCE)?)?;
        let mut validity = body.expect(SEQUENCE)?.reader();
        let subject = Name::read(&body.expect(SEQUENCE)?)?;
        let key_info = body.expect(SEQUENCE)?;
        let mut extensions = Extensions::default();
        while let Some(value) = body.next_value()? {
            if value.identifier == context(3, true) {
                extensions.read(&value)?;
            }
        }
        Ok(Certificate {
            encoded: outer.raw.to_vec(),
            signed: tbs.offset..tbs.offset + tbs.raw.len(),
            serial,
            issuer,
            subject,
            not_before: time(validity.next_value()?)?,
            not_after: time(validity.next_value()?)?,
            key: PublicKey::read(&key_info)?,
            key_octets: key_octets(&key_info)?,
            signature_algorithm,
            signature,
            extensions,
        })
    }

    /// The octets the issuer signed.
    pub fn signed_part(&self) -> &[u8] {
        self.encoded.get(self.signed.clone()).unwrap_or_default()
    }

    /// Checks the signature on this certificate with the key of `issuer`.
    pub fn signed_by(&self, issuer: &Certificate) -> SignatureCheck {
        check_signed(
            &issuer.key,
            &self.signature_algorithm,
            self.signed_part(),
            &self.signature,
        )
    }

    /// Whether the certificate names itself as issuer.
    pub fn is_self_issued(&self) -> bool {
        self.issuer == self.subject
    }

    /// Whether it was in force at a moment.
    pub fn in_force_at(&self, moment: Moment) -> bool {
        self.not_before <= moment && moment <= self.not_after
    }

    /// The key identifier: stated, or else the SHA-1 of the key (RFC 5280, 4.2.1.2 method 1).
    pub fn key_id(&self) -> Vec<u8> {
        match &self.extensions.subject_key {
            Some(id) => id.clone(),
            None => DigestAlgorithm::Sha1.digest(&[&self.key_octets]),
        }
    }

    pub fn has_purpose(&self, purpose: Oid) -> bool {
        let purposes = self.extensions.purposes.as_deref();
        purposes.is_some_and(|purposes| purposes.contains(&purpose))
    }
}

/// Checks a signature over an encoded structure whose algorithm stands beside it.
pub fn check_signed(
    key: &PublicKey,
    algorithm: &AlgorithmIdentifier,
    signed: &[u8],
    signature: &[u8],
) -> SignatureCheck {
    let Ok(Some(named)) = Scheme::named(algorithm) else {
        return SignatureCheck::Unsupported(Unsupported::Algorithm(algorithm.oid));
    };
    check(&Claim {
        key,
        scheme: named.scheme,
        digest: None,
        message: &[signed],
        signature,
    })
}

fn time(value: Option<Tlv<'_>>) -> Result<Moment, Asn1Error> {
    value.ok_or(Asn1Error::Truncated { offset: 0 })?.moment()
}

fn key_octets(info: &Tlv<'_>) -> Result<Vec<u8>, Asn1Error> {
    let mut fields = info.reader();
    fields.next_value()?;
    Ok(fields.expect(BIT_STRING)?.bit_string()?.octets.to_vec())
}

impl Extensions {
    fn read(&mut self, explicit: &Tlv<'_>) -> Result<(), Asn1Error> {
        for value in explicit.inner()?.expect(SEQUENCE)?.reader().all()? {
            let mut fields = value.expect(SEQUENCE)?.reader();
            let oid = fields.expect(OBJECT_IDENTIFIER)?.oid()?;
            let critical = match fields.optional(BOOLEAN)? {
                Some(flag) => flag.boolean()?,
                None => false,
            };
            let content = fields.expect(OCTET_STRING)?.octets()?.into_owned();
            match self.take(oid, &content) {
                Ok(true) => {}
                Ok(false) if critical => self.unread_critical.push(oid),
                Ok(false) => {}
                Err(_) => self.unreadable.push(oid),
            }
        }
        Ok(())
    }

    /// Takes in one extension; `Ok(false)` when nothing here reads it.
    fn take(&mut self, oid: Oid, content: &[u8]) -> Result<bool, Asn1Error> {
        match oid {
            SUBJECT_KEY => {
                self.subject_key = Some(Tlv::first(content)?.octets()?.into_owned());
            }
            KEY_USAGE => self.key_usage = Some(KeyUsage::read(content)?),
            BASIC_CONSTRAINTS => self.basic_constraints = Some(BasicConstraints::read(content)?),
            AUTHORITY_KEY => {
                let fields = Tlv::first(content)?.expect(SEQUENCE)?.reader();
                let mut fields = fields;
                if let Some(id) = fields.optional(context(0, false))? {
                    self.authority_key = Some(id.body.to_vec());
                }
            }
            PURPOSES => {
                let values = Tlv::first(content)?.expect(SEQUENCE)?.reader().all()?;
                let purposes: Result<Vec<Oid>, Asn1Error> = values.iter().map(Tlv::oid).collect();
                self.purposes = Some(purposes?);
            }
            NAME_CONSTRAINTS => self.name_constraints = Some(NameConstraints::read(content)?),
            OCSP_NO_CHECK => self.ocsp_no_check = true,
            _ => return Ok(HARMLESS.contains(&oid)),
        }
        Ok(true)
    }
}

impl KeyUsage {
    fn read(content: &[u8]) -> Result<KeyUsage, Asn1Error> {
        let value = Tlv::first(content)?;
        let bits = value.bit_string()?;
        Ok(KeyUsage {
            digital_signature: bits.bit(0),
            non_repudiation: bits.bit(1),
            certificate_sign: bits.bit(5),
            crl_sign: bits.bit(6),
        })
    }
}

impl BasicConstraints {
    fn read(content: &[u8]) -> Result<BasicConstraints, Asn1Error> {
        let mut fields = Tlv::first(content)?.expect(SEQUENCE)?.reader();
        let authority = match fields.optional(BOOLEAN)? {
            Some(flag) => flag.boolean()?,
            None => false,
        };
        let path_length = match fields.optional(INTEGER)? {
            Some(length) => Some(length.small_integer()?),
            None => None,
        };
        Ok(BasicConstraints {
            authority,
            path_length,
        })
    }
}
