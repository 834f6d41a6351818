//! SignedData as it stands (RFC 5652, 5.1 and 5.3): taken apart, nothing judged. A certificate that cannot be read is
//! counted, not fatal.

use std::borrow::Cow;
use std::sync::Arc;

use super::CmsError;
use crate::asn1::{
    AlgorithmIdentifier, Asn1Error, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, Oid, SEQUENCE, SET,
    Tlv, context,
};
use crate::certificate::Certificate;
use crate::name::Name;

const fn pkcs7(number: u32) -> Oid {
    Oid::new(&[1, 2, 840, 113549, 1, 7, number])
}

pub const ID_DATA: Oid = pkcs7(1);
const ID_SIGNED_DATA: Oid = pkcs7(2);
/// OCSP responses inside the `crls` field (RFC 5940, 2.1).
const OTHER_OCSP: Oid = Oid::new(&[1, 3, 6, 1, 5, 5, 7, 16, 2]);

/// Most certificates read from one message: a chain is a handful, a whole trust list in a signature is an attack.
const MAX_CERTIFICATES: usize = 64;

pub struct SignedData<'a> {
    pub content_type: Oid,
    pub content: Option<Cow<'a, [u8]>>,
    pub certificates: Vec<Arc<Certificate>>,
    pub unreadable_certificates: usize,
    pub crls: Vec<&'a [u8]>,
    pub ocsp: Vec<&'a [u8]>,
    pub signers: Vec<Tlv<'a>>,
    /// Whether any length on the way was indefinite.
    pub indefinite: bool,
}

pub struct SignerInfo<'a> {
    pub identifier: SignerIdentifier<'a>,
    pub digest_algorithm: AlgorithmIdentifier,
    /// The `[0]` value, tag included: its octets are what was signed, whatever their order.
    pub signed_attributes: Option<Tlv<'a>>,
    pub signature_algorithm: AlgorithmIdentifier,
    pub signature: Cow<'a, [u8]>,
    pub unsigned_attributes: Vec<Attribute<'a>>,
}

pub enum SignerIdentifier<'a> {
    IssuerAndSerial { issuer: Name, serial: &'a [u8] },
    SubjectKey(Cow<'a, [u8]>),
}

pub struct Attribute<'a> {
    pub kind: Oid,
    pub values: Vec<Tlv<'a>>,
}

impl<'a> SignedData<'a> {
    /// Opens a ContentInfo that must hold SignedData.
    pub fn read(content_info: &Tlv<'a>) -> Result<SignedData<'a>, CmsError> {
        let mut fields = content_info.expect(SEQUENCE)?.reader();
        let kind = fields.expect(OBJECT_IDENTIFIER)?.oid()?;
        if kind != ID_SIGNED_DATA {
            return Err(CmsError::NotSignedData(kind));
        }
        let explicit = fields.expect(context(0, true))?;
        let sequence = explicit.inner()?.expect(SEQUENCE)?;
        let mut fields = sequence.reader();
        fields.expect(INTEGER)?;
        fields.expect(SET)?;
        let encapsulated = fields.expect(SEQUENCE)?;
        let (content_type, content) = read_content(&encapsulated)?;
        let mut data = SignedData {
            content_type,
            content,
            certificates: Vec::new(),
            unreadable_certificates: 0,
            crls: Vec::new(),
            ocsp: Vec::new(),
            signers: Vec::new(),
            indefinite: content_info.indefinite || sequence.indefinite || encapsulated.indefinite,
        };
        if let Some(set) = fields.optional(context(0, true))? {
            data.read_certificates(&set)?;
        }
        if let Some(set) = fields.optional(context(1, true))? {
            data.read_revocations(&set)?;
        }
        data.signers = fields.expect(SET)?.reader().all()?;
        Ok(data)
    }

    fn read_certificates(&mut self, set: &Tlv<'a>) -> Result<(), CmsError> {
        for (index, value) in set.reader().all()?.iter().enumerate() {
            match Certificate::read(value.raw) {
                Ok(certificate) if index < MAX_CERTIFICATES => {
                    self.certificates.push(Arc::new(certificate));
                }
                // Attribute certificates, `[1]` and `[2]`, say what the signer may do, not who it is.
                Err(_) if value.identifier != SEQUENCE => {}
                _ => self.unreadable_certificates += 1,
            }
        }
        Ok(())
    }

    fn read_revocations(&mut self, set: &Tlv<'a>) -> Result<(), CmsError> {
        for value in set.reader().all()? {
            if value.identifier == SEQUENCE {
                self.crls.push(value.raw);
            } else if value.identifier == context(1, true) {
                let mut fields = value.reader();
                if fields.expect(OBJECT_IDENTIFIER)?.oid()? == OTHER_OCSP
                    && let Some(response) = fields.next_value()?
                {
                    self.ocsp.push(response.raw);
                }
            }
        }
        Ok(())
    }
}

/// The type of a content and the content itself, where it is encapsulated.
type TypedContent<'a> = (Oid, Option<Cow<'a, [u8]>>);

fn read_content<'a>(encapsulated: &Tlv<'a>) -> Result<TypedContent<'a>, Asn1Error> {
    let mut fields = encapsulated.reader();
    let kind = fields.expect(OBJECT_IDENTIFIER)?.oid()?;
    let Some(explicit) = fields.optional(context(0, true))? else {
        return Ok((kind, None));
    };
    // PKCS #7 1.5 allowed any type here; adbe.pkcs7.sha1 writers do use an OCTET STRING.
    let content = match explicit.reader().next_value()? {
        None => Cow::Borrowed(&[][..]),
        Some(value) if value.identifier & !0x20 == OCTET_STRING => value.octets()?,
        Some(value) => Cow::Borrowed(value.body),
    };
    Ok((kind, Some(content)))
}

impl<'a> SignerInfo<'a> {
    pub fn read(value: &Tlv<'a>) -> Result<SignerInfo<'a>, Asn1Error> {
        let mut fields = value.expect(SEQUENCE)?.reader();
        fields.expect(INTEGER)?;
        let identifier = SignerIdentifier::read(fields.next_value()?, value.offset)?;
        let digest_algorithm = fields.expect(SEQUENCE)?.algorithm()?;
        let signed_attributes = fields.optional(context(0, true))?;
        let signature_algorithm = fields.expect(SEQUENCE)?.algorithm()?;
        let offset = fields.offset();
        let signature = fields.next_value()?.ok_or(Asn1Error::Missing {
            offset,
            expected: OCTET_STRING,
        })?;
        let signature = signature.octets()?;
        let unsigned_attributes = match fields.optional(context(1, true))? {
            Some(set) => read_attributes(&set)?,
            None => Vec::new(),
        };
        Ok(SignerInfo {
            identifier,
            digest_algorithm,
            signed_attributes,
            signature_algorithm,
            signature,
            unsigned_attributes,
        })
    }
}

impl<'a> SignerIdentifier<'a> {
    fn read(value: Option<Tlv<'a>>, offset: usize) -> Result<SignerIdentifier<'a>, Asn1Error> {
        let value = value.ok_or(Asn1Error::Truncated { offset })?;
        if value.identifier & !0x20 == context(0, false) {
            // Both the bare and, against the standard, the EXPLICIT form are met.
            let id = match value.reader().next_value() {
                Ok(Some(inner)) if value.is_constructed() && inner.identifier == OCTET_STRING => {
                    inner.octets()?
                }
                _ => value.octet_content()?,
            };
            return Ok(SignerIdentifier::SubjectKey(id));
        }
        let mut fields = value.expect(SEQUENCE)?.reader();
        Ok(SignerIdentifier::IssuerAndSerial {
            issuer: Name::read(&fields.expect(SEQUENCE)?)?,
            serial: fields.expect(INTEGER)?.integer()?,
        })
    }

    /// Whether this identifies `certificate`.
    pub fn names(&self, certificate: &Certificate) -> bool {
        match self {
            SignerIdentifier::IssuerAndSerial { issuer, serial } => {
                certificate.serial == *serial && certificate.issuer == *issuer
            }
            SignerIdentifier::SubjectKey(id) => certificate.key_id() == id.as_ref(),
        }
    }
}

/// The members of a SET OF Attribute.
pub fn read_attributes<'a>(set: &Tlv<'a>) -> Result<Vec<Attribute<'a>>, Asn1Error> {
    let mut attributes = Vec::new();
    for value in set.reader().all()? {
        let mut fields = value.expect(SEQUENCE)?.reader();
        attributes.push(Attribute {
            kind: fields.expect(OBJECT_IDENTIFIER)?.oid()?,
            values: fields.expect(SET)?.reader().all()?,
        });
    }
    Ok(attributes)
}
