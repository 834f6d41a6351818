//! The signed attributes that matter: content type, message digest, signing time, the reference to the signer's
//! certificate, revocation data (RFC 5652, 11; RFC 5035; ISO 32000-2, 12.8.3.3.2).

use super::note::Note;
use super::signed_data::{Attribute, read_attributes};
use crate::algorithm::digest_named;
use crate::asn1::{Asn1Error, OCTET_STRING, Oid, SEQUENCE, Tlv, context};
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::time::Moment;

const fn pkcs9(number: u32) -> Oid {
    Oid::new(&[1, 2, 840, 113549, 1, 9, number])
}

const fn smime(number: u32) -> Oid {
    Oid::new(&[1, 2, 840, 113549, 1, 9, 16, 2, number])
}

const CONTENT_TYPE: Oid = pkcs9(3);
const MESSAGE_DIGEST: Oid = pkcs9(4);
const SIGNING_TIME: Oid = pkcs9(5);
const SIGNING_CERTIFICATE: Oid = smime(12);
const SIGNING_CERTIFICATE_V2: Oid = smime(47);
pub const SIGNATURE_TIMESTAMP: Oid = smime(14);
/// adbe-revocationInfoArchival.
const REVOCATION_ARCHIVAL: Oid = Oid::new(&[1, 2, 840, 113583, 1, 1, 8]);

/// What the signed attributes say.
#[derive(Debug, Default)]
pub struct SignedAttributes {
    pub content_type: Option<Oid>,
    pub message_digest: Option<Vec<u8>>,
    pub signing_time: Option<Moment>,
    pub certificate: Option<CertificateReference>,
    pub crls: Vec<Vec<u8>>,
    pub ocsp: Vec<Vec<u8>>,
    /// Attributes that may stand only once and stand more often, or with several values.
    pub repeated: Vec<Oid>,
}

/// A digest of the signer's certificate under the signature (RFC 5035, 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateReference {
    /// `None`: a digest that is unknown here.
    pub algorithm: Option<DigestAlgorithm>,
    pub value: Vec<u8>,
    pub version: EssVersion,
}

/// Which attribute holds the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EssVersion {
    /// signingCertificate, always SHA-1.
    One,
    /// signingCertificateV2.
    Two,
}

impl CertificateReference {
    /// Whether the reference fits; `None` when it cannot be computed.
    pub fn fits(&self, certificate: &Certificate) -> Option<bool> {
        let algorithm = self.algorithm?;
        Some(algorithm.digest(&[&certificate.encoded]) == self.value)
    }
}

impl SignedAttributes {
    pub fn read(set: &Tlv<'_>, notes: &mut Vec<Note>) -> Result<SignedAttributes, Asn1Error> {
        let mut attributes = SignedAttributes::default();
        let mut seen = Vec::new();
        for attribute in read_attributes(set)? {
            let single = [
                CONTENT_TYPE,
                MESSAGE_DIGEST,
                SIGNING_TIME,
                SIGNING_CERTIFICATE_V2,
            ];
            if single.contains(&attribute.kind)
                && (seen.contains(&attribute.kind) || attribute.values.len() != 1)
            {
                attributes.repeated.push(attribute.kind);
            }
            seen.push(attribute.kind);
            if attributes.take(&attribute).is_err() {
                notes.push(Note::UnreadableAttribute(attribute.kind));
            }
        }
        Ok(attributes)
    }

    fn take(&mut self, attribute: &Attribute<'_>) -> Result<(), Asn1Error> {
        let Some(value) = attribute.values.first() else {
            return Ok(());
        };
        match attribute.kind {
            CONTENT_TYPE => self.content_type = Some(value.oid()?),
            MESSAGE_DIGEST => self.message_digest = Some(value.octets()?.into_owned()),
            SIGNING_TIME => self.signing_time = Some(value.moment()?),
            SIGNING_CERTIFICATE => {
                // The second version, where both stand, is the one that counts.
                let reference = read_reference(value, EssVersion::One)?;
                self.certificate = self.certificate.take().or(reference);
            }
            SIGNING_CERTIFICATE_V2 => {
                self.certificate = read_reference(value, EssVersion::Two)?;
            }
            REVOCATION_ARCHIVAL => self.read_archival(value)?,
            _ => {}
        }
        Ok(())
    }

    /// RevocationInfoArchival: `[0]` CRLs, `[1]` OCSP responses.
    fn read_archival(&mut self, value: &Tlv<'_>) -> Result<(), Asn1Error> {
        for field in value.expect(SEQUENCE)?.reader().all()? {
            let list = match field.identifier {
                tag if tag == context(0, true) => &mut self.crls,
                tag if tag == context(1, true) => &mut self.ocsp,
                _ => continue,
            };
            for entry in field.inner()?.expect(SEQUENCE)?.reader().all()? {
                list.push(entry.raw.to_vec());
            }
        }
        Ok(())
    }
}

/// The first reference of a SigningCertificate or SigningCertificateV2, which is the signer's.
fn read_reference(
    value: &Tlv<'_>,
    version: EssVersion,
) -> Result<Option<CertificateReference>, Asn1Error> {
    let list = value.expect(SEQUENCE)?.reader().expect(SEQUENCE)?;
    let Some(first) = list.reader().next_value()? else {
        return Ok(None);
    };
    let mut fields = first.expect(SEQUENCE)?.reader();
    let algorithm = match (version, fields.optional(SEQUENCE)?) {
        (EssVersion::One, _) => Some(DigestAlgorithm::Sha1),
        (EssVersion::Two, None) => Some(DigestAlgorithm::Sha256),
        (EssVersion::Two, Some(named)) => {
            digest_named(&named.algorithm()?).map(|(digest, _)| digest)
        }
    };
    Ok(Some(CertificateReference {
        algorithm,
        value: fields.expect(OCTET_STRING)?.octets()?.into_owned(),
        version,
    }))
}
