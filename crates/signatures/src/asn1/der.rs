//! BER turned into DER (X.690, 10): needed where a signer hashed the canonical form of what it then wrote otherwise.

use super::{Asn1Error, MAX_DEPTH, OCTET_STRING, SET, Tlv};

/// Largest value that is re-encoded; signed attributes are a few kilobytes.
const MAX_REENCODED: usize = 4 << 20;

/// `value` with definite minimal lengths and primitive octet strings. Member order is left as it stands.
pub fn to_der(value: &Tlv<'_>) -> Result<Vec<u8>, Asn1Error> {
    encode(value, 0)
}

/// The members of `value` as a DER SET OF: re-encoded, sorted by their octets (X.690, 11.6).
pub fn to_der_set(value: &Tlv<'_>) -> Result<Vec<u8>, Asn1Error> {
    let mut members = Vec::new();
    for member in value.reader().all()? {
        members.push(encode(&member, 1)?);
    }
    members.sort();
    Ok(wrap(SET, &members.concat()))
}

fn encode(value: &Tlv<'_>, depth: usize) -> Result<Vec<u8>, Asn1Error> {
    if depth > MAX_DEPTH || value.raw.len() > MAX_REENCODED {
        return Err(Asn1Error::NestedTooDeep {
            offset: value.offset,
        });
    }
    if !value.is_constructed() {
        return Ok(wrap(value.identifier, value.body));
    }
    if value.identifier == OCTET_STRING | 0x20 {
        return Ok(wrap(OCTET_STRING, &value.octets()?));
    }
    let mut body = Vec::with_capacity(value.body.len());
    for member in value.reader().all()? {
        body.extend(encode(&member, depth + 1)?);
    }
    Ok(wrap(value.identifier, &body))
}

/// Identifier, minimal length, content.
fn wrap(identifier: u8, body: &[u8]) -> Vec<u8> {
    let mut encoded = vec![identifier];
    if body.len() < 0x80 {
        encoded.push(body.len() as u8);
    } else {
        let octets = body.len().to_be_bytes();
        let zeros = octets.iter().take_while(|octet| **octet == 0).count();
        let significant = octets.get(zeros..).unwrap_or_default();
        encoded.push(0x80 | significant.len() as u8);
        encoded.extend_from_slice(significant);
    }
    encoded.extend_from_slice(body);
    encoded
}
