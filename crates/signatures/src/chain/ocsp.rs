//! OCSP responses (RFC 6960, 4.2), as stored in signatures and security stores.

use std::sync::Arc;

use super::revocation::Unusable;
use crate::algorithm::digest_named;
use crate::asn1::{
    AlgorithmIdentifier, Asn1Error, BIT_STRING, ENUMERATED, GENERALIZED_TIME, INTEGER,
    OCTET_STRING, SEQUENCE, Tlv, context,
};
use crate::certificate::{Certificate, OCSP_SIGNING, check_signed};
use crate::digest::DigestAlgorithm;
use crate::name::Name;
use crate::time::Moment;
use crate::verify::SignatureCheck;

/// A basic response.
pub struct Ocsp<'a> {
    signed: &'a [u8],
    responder: Responder,
    statuses: Vec<SingleStatus>,
    algorithm: AlgorithmIdentifier,
    signature: Vec<u8>,
    certificates: Vec<Certificate>,
}

enum Responder {
    Named(Name),
    KeyHash(Vec<u8>),
}

/// What a response says about one certificate.
pub struct SingleStatus {
    digest: AlgorithmIdentifier,
    issuer_name: Vec<u8>,
    issuer_key: Vec<u8>,
    serial: Vec<u8>,
    pub status: CertificateStatus,
    pub this_update: Moment,
    pub next_update: Option<Moment>,
}

#[derive(Clone, Copy)]
pub enum CertificateStatus {
    Good,
    Revoked { since: Moment, reason: Option<u8> },
    Unknown,
}

/// Most certificates read from one response.
const MAX_CERTIFICATES: usize = 8;

impl<'a> Ocsp<'a> {
    /// From an OCSPResponse or, as some stores hold it, the BasicOCSPResponse itself.
    pub fn read(encoded: &'a [u8]) -> Result<Ocsp<'a>, Asn1Error> {
        let outer = Tlv::first(encoded)?.expect(SEQUENCE)?;
        let mut fields = outer.reader();
        if fields.optional(ENUMERATED)?.is_none() {
            return Ocsp::read_basic(&outer);
        }
        let mut bytes = fields
            .expect(context(0, true))?
            .inner()?
            .expect(SEQUENCE)?
            .reader();
        bytes.next_value()?;
        let content = bytes.expect(OCTET_STRING)?;
        Ocsp::read_basic(&Tlv::first(content.body)?)
    }

    fn read_basic(basic: &Tlv<'a>) -> Result<Ocsp<'a>, Asn1Error> {
        let mut fields = basic.expect(SEQUENCE)?.reader();
        let data = fields.expect(SEQUENCE)?;
        let algorithm = fields.expect(SEQUENCE)?.algorithm()?;
        let signature = fields.expect(BIT_STRING)?.bit_string()?.octets.to_vec();
        let mut certificates = Vec::new();
        if let Some(list) = fields.optional(context(0, true))? {
            for value in list.inner()?.reader().all()?.iter().take(MAX_CERTIFICATES) {
                certificates.extend(Certificate::read(value.raw));
            }
        }
        let mut fields = data.reader();
        fields.optional(context(0, true))?;
        let responder = match fields.optional(context(1, true))? {
            Some(name) => Responder::Named(Name::read(&name.inner()?)?),
            None => {
                let key = fields.expect(context(2, true))?.inner()?;
                Responder::KeyHash(key.octets()?.into_owned())
            }
        };
        fields.expect(GENERALIZED_TIME)?;
        let mut statuses = Vec::new();
        for single in fields.expect(SEQUENCE)?.reader().all()? {
            statuses.push(SingleStatus::read(&single)?);
        }
        Ok(Ocsp {
            signed: data.raw,
            responder,
            statuses,
            algorithm,
            signature,
            certificates,
        })
    }

    /// What the response says about `certificate`, issued by `issuer`.
    pub fn about(&self, certificate: &Certificate, issuer: &Certificate) -> Option<&SingleStatus> {
        self.statuses.iter().find(|single| {
            let Some((digest, _)) = digest_named(&single.digest) else {
                return false;
            };
            single.serial == certificate.serial
                && single.issuer_name == digest.digest(&[&issuer.subject.encoded])
                && single.issuer_key == digest.digest(&[&issuer.key_octets])
        })
    }

    /// Whether the issuer itself signed, or a responder it authorised (RFC 6960, 4.2.2.2).
    pub fn authorised_by(
        &self,
        issuer: &Certificate,
        pool: &[Arc<Certificate>],
    ) -> Result<(), Unusable> {
        let own = self.certificates.iter();
        let candidates = own.chain(pool.iter().map(Arc::as_ref)).chain([issuer]);
        let mut named = Unusable::NotAuthorised;
        for candidate in candidates.filter(|candidate| self.responder.is(candidate)) {
            let is_issuer = candidate.key == issuer.key;
            let delegated = candidate.has_purpose(OCSP_SIGNING)
                && candidate.issuer == issuer.subject
                && candidate.signed_by(issuer).is_verified();
            if !is_issuer && !delegated {
                continue;
            }
            match check_signed(
                &candidate.key,
                &self.algorithm,
                self.signed,
                &self.signature,
            ) {
                SignatureCheck::Verified(_) => return Ok(()),
                _ => named = Unusable::BadSignature,
            }
        }
        Err(named)
    }
}

impl Responder {
    fn is(&self, certificate: &Certificate) -> bool {
        match self {
            Responder::Named(name) => certificate.subject == *name,
            Responder::KeyHash(hash) => {
                DigestAlgorithm::Sha1.digest(&[&certificate.key_octets]) == *hash
            }
        }
    }
}

impl SingleStatus {
    fn read(value: &Tlv<'_>) -> Result<SingleStatus, Asn1Error> {
        let mut fields = value.expect(SEQUENCE)?.reader();
        let mut id = fields.expect(SEQUENCE)?.reader();
        let digest = id.expect(SEQUENCE)?.algorithm()?;
        let issuer_name = id.expect(OCTET_STRING)?.octets()?.into_owned();
        let issuer_key = id.expect(OCTET_STRING)?.octets()?.into_owned();
        let serial = id.expect(INTEGER)?.integer()?.to_vec();
        let offset = fields.offset();
        let status = fields
            .next_value()?
            .ok_or(Asn1Error::Truncated { offset })?;
        let status = match status.identifier {
            tag if tag == context(0, false) => CertificateStatus::Good,
            tag if tag == context(1, true) => read_revoked(&status)?,
            _ => CertificateStatus::Unknown,
        };
        let this_update = fields.expect(GENERALIZED_TIME)?.moment()?;
        let next_update = match fields.optional(context(0, true))? {
            Some(explicit) => Some(explicit.inner()?.moment()?),
            None => None,
        };
        Ok(SingleStatus {
            digest,
            issuer_name,
            issuer_key,
            serial,
            status,
            this_update,
            next_update,
        })
    }
}

fn read_revoked(value: &Tlv<'_>) -> Result<CertificateStatus, Asn1Error> {
    let mut fields = value.reader();
    let since = fields.expect(GENERALIZED_TIME)?.moment()?;
    let reason = match fields.optional(context(0, true))? {
        Some(explicit) => explicit.inner()?.body.first().copied(),
        None => None,
    };
    Ok(CertificateStatus::Revoked { since, reason })
}
