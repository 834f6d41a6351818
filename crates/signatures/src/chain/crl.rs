//! Certificate revocation lists (RFC 5280, 5). Entries are walked when asked for, never held: national lists have
//! hundreds of thousands.

use super::revocation::Unusable;
use crate::asn1::{
    AlgorithmIdentifier, Asn1Error, BIT_STRING, BOOLEAN, GENERALIZED_TIME, INTEGER,
    OBJECT_IDENTIFIER, OCTET_STRING, Oid, Reader, SEQUENCE, Tlv, UTC_TIME, context,
};
use crate::certificate::{Certificate, check_signed};
use crate::name::Name;
use crate::time::Moment;
use crate::verify::SignatureCheck;

pub struct Crl<'a> {
    signed: &'a [u8],
    pub issuer: Name,
    pub this_update: Moment,
    pub next_update: Option<Moment>,
    entries: Option<Reader<'a>>,
    /// A delta list, or one for some certificates or reasons only: silence in it proves nothing.
    pub partial: bool,
    algorithm: AlgorithmIdentifier,
    signature: Vec<u8>,
}

/// One revoked certificate.
pub struct Entry {
    pub since: Moment,
    pub reason: Option<u8>,
}

const DELTA: Oid = Oid::new(&[2, 5, 29, 27]);
const ISSUING_POINT: Oid = Oid::new(&[2, 5, 29, 28]);
const REASON: Oid = Oid::new(&[2, 5, 29, 21]);

impl<'a> Crl<'a> {
    pub fn read(encoded: &'a [u8]) -> Result<Crl<'a>, Asn1Error> {
        let mut fields = Tlv::first(encoded)?.expect(SEQUENCE)?.reader();
        let list = fields.expect(SEQUENCE)?;
        let algorithm = fields.expect(SEQUENCE)?.algorithm()?;
        let signature = fields.expect(BIT_STRING)?.bit_string()?.octets.to_vec();
        let mut fields = list.reader();
        fields.optional(INTEGER)?;
        fields.expect(SEQUENCE)?;
        let issuer = Name::read(&fields.expect(SEQUENCE)?)?;
        let offset = fields.offset();
        let this_update = fields
            .next_value()?
            .ok_or(Asn1Error::Truncated { offset })?;
        let this_update = this_update.moment()?;
        let mut next_update = None;
        for kind in [UTC_TIME, GENERALIZED_TIME] {
            if let Some(time) = fields.optional(kind)? {
                next_update = Some(time.moment()?);
            }
        }
        let entries = fields.optional(SEQUENCE)?.map(|entries| entries.reader());
        let partial = match fields.optional(context(0, true))? {
            Some(extensions) => is_partial(&extensions)?,
            None => false,
        };
        Ok(Crl {
            signed: list.raw,
            issuer,
            this_update,
            next_update,
            entries,
            partial,
            algorithm,
            signature,
        })
    }

    pub fn authorised_by(&self, issuer: &Certificate) -> Result<(), Unusable> {
        let usage = issuer.extensions.key_usage;
        if issuer.subject != self.issuer || usage.is_some_and(|usage| !usage.crl_sign) {
            return Err(Unusable::NotAuthorised);
        }
        match check_signed(&issuer.key, &self.algorithm, self.signed, &self.signature) {
            SignatureCheck::Verified(_) => Ok(()),
            _ => Err(Unusable::BadSignature),
        }
    }

    /// The entry of a serial number.
    pub fn entry(&self, serial: &[u8]) -> Option<Entry> {
        let mut entries = self.entries?;
        while let Ok(Some(value)) = entries.next_value() {
            let mut fields = value.reader();
            let number = fields.expect(INTEGER).ok()?;
            if number.body != serial {
                continue;
            }
            let since = fields.next_value().ok()??.moment().ok()?;
            let reason = fields.next_value().ok().flatten();
            return Some(Entry {
                since,
                reason: reason.and_then(|extensions| read_reason(&extensions)),
            });
        }
        None
    }
}

/// Whether a list leaves out revoked certificates on purpose.
fn is_partial(extensions: &Tlv<'_>) -> Result<bool, Asn1Error> {
    for value in extensions.inner()?.expect(SEQUENCE)?.reader().all()? {
        let mut fields = value.expect(SEQUENCE)?.reader();
        let kind = fields.expect(OBJECT_IDENTIFIER)?.oid()?;
        fields.optional(BOOLEAN)?;
        let content = fields.expect(OCTET_STRING)?;
        if kind == DELTA {
            return Ok(true);
        }
        if kind == ISSUING_POINT {
            // The distribution point's name, [0], narrows nothing; every other field does (5.2.5).
            let point = Tlv::first(content.body)?.expect(SEQUENCE)?.reader().all()?;
            return Ok(point
                .iter()
                .any(|field| field.identifier != context(0, true)));
        }
    }
    Ok(false)
}

fn read_reason(extensions: &Tlv<'_>) -> Option<u8> {
    for value in extensions.reader().all().ok()? {
        let mut fields = value.reader();
        let kind = fields.expect(OBJECT_IDENTIFIER).ok()?.oid().ok()?;
        fields.optional(BOOLEAN).ok()?;
        let content = fields.expect(OCTET_STRING).ok()?;
        if kind == REASON {
            return Tlv::first(content.body).ok()?.body.first().copied();
        }
    }
    None
}
