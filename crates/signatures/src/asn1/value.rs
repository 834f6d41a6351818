//! Contents of primitive values: integers, strings, object identifiers, times.

use std::borrow::Cow;

use super::{
    Asn1Error, BIT_STRING, BOOLEAN, GENERALIZED_TIME, INTEGER, MAX_DEPTH, OBJECT_IDENTIFIER,
    OCTET_STRING, Oid, SEQUENCE, Tlv, UTC_TIME,
};
use crate::time::Moment;

/// A BIT STRING: whole octets and how many bits of the last one do not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitString<'a> {
    pub octets: &'a [u8],
    pub unused: u8,
}

impl BitString<'_> {
    /// Bit `index`, counted from the most significant bit of the first octet.
    pub fn bit(&self, index: usize) -> bool {
        self.octets
            .get(index / 8)
            .is_some_and(|octet| octet & (0x80 >> (index % 8)) != 0)
    }
}

/// An AlgorithmIdentifier (RFC 5280, 4.1.1.2): a name and its parameters, undecoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlgorithmIdentifier {
    pub oid: Oid,
    /// The encoded parameters, absent when absent.
    pub parameters: Option<Vec<u8>>,
}

/// An INTEGER's octets without the leading zeros; a negative one is not unsigned.
pub fn unsigned(octets: &[u8]) -> Option<&[u8]> {
    if octets.first()? & 0x80 != 0 {
        return None;
    }
    let zeros = octets.iter().take_while(|octet| **octet == 0).count();
    octets.get(zeros..)
}

impl<'a> Tlv<'a> {
    pub fn oid(&self) -> Result<Oid, Asn1Error> {
        let value = self.expect(OBJECT_IDENTIFIER)?;
        Oid::from_octets(value.body).ok_or(value.bad("object identifier"))
    }

    /// Content octets of an INTEGER, sign octet included.
    pub fn integer(&self) -> Result<&'a [u8], Asn1Error> {
        let value = self.expect(INTEGER)?;
        if value.body.is_empty() {
            return Err(value.bad("integer"));
        }
        Ok(value.body)
    }

    /// An INTEGER small enough to count with.
    pub fn small_integer(&self) -> Result<u32, Asn1Error> {
        let octets = unsigned(self.integer()?).ok_or(self.bad("count"))?;
        if octets.len() > 4 {
            return Err(self.bad("count"));
        }
        Ok(octets
            .iter()
            .fold(0, |number, octet| (number << 8) | u32::from(*octet)))
    }

    pub fn boolean(&self) -> Result<bool, Asn1Error> {
        let value = self.expect(BOOLEAN)?;
        match value.body {
            [octet] => Ok(*octet != 0),
            _ => Err(value.bad("boolean")),
        }
    }

    pub fn bit_string(&self) -> Result<BitString<'a>, Asn1Error> {
        self.expect(BIT_STRING)?.bit_content()
    }

    /// Content of a BIT STRING under an IMPLICIT tag.
    pub fn bit_content(&self) -> Result<BitString<'a>, Asn1Error> {
        match self.body.split_first() {
            Some((unused, octets)) if *unused < 8 => Ok(BitString {
                octets,
                unused: *unused,
            }),
            _ => Err(self.bad("bit string")),
        }
    }

    /// Octets of an OCTET STRING, primitive or constructed from pieces (X.690 8.7.3).
    pub fn octets(&self) -> Result<Cow<'a, [u8]>, Asn1Error> {
        if self.identifier & !0x20 != OCTET_STRING {
            return self.expect(OCTET_STRING).map(|value| value.body.into());
        }
        self.octet_content()
    }

    /// Octets of an OCTET STRING under an IMPLICIT tag.
    pub fn octet_content(&self) -> Result<Cow<'a, [u8]>, Asn1Error> {
        if !self.is_constructed() {
            return Ok(Cow::Borrowed(self.body));
        }
        let mut joined = Vec::new();
        let mut open = vec![self.reader()];
        while let Some(reader) = open.last_mut() {
            match reader.next_value()? {
                None => {
                    open.pop();
                }
                Some(piece) if piece.identifier == OCTET_STRING => {
                    joined.extend_from_slice(piece.body);
                }
                Some(piece) if piece.identifier == OCTET_STRING | 0x20 => {
                    if open.len() >= MAX_DEPTH {
                        return Err(Asn1Error::NestedTooDeep {
                            offset: piece.offset,
                        });
                    }
                    open.push(piece.reader());
                }
                Some(piece) => return Err(piece.bad("piece of an octet string")),
            }
        }
        Ok(Cow::Owned(joined))
    }

    /// UTCTime or GeneralizedTime.
    pub fn moment(&self) -> Result<Moment, Asn1Error> {
        let parsed = match self.identifier {
            UTC_TIME => Moment::from_utc_time(self.body),
            GENERALIZED_TIME => Moment::from_generalized_time(self.body),
            _ => None,
        };
        parsed.ok_or(self.bad("time"))
    }

    pub fn algorithm(&self) -> Result<AlgorithmIdentifier, Asn1Error> {
        let mut fields = self.expect(SEQUENCE)?.reader();
        Ok(AlgorithmIdentifier {
            oid: fields.expect(OBJECT_IDENTIFIER)?.oid()?,
            parameters: fields.next_value()?.map(|value| value.raw.to_vec()),
        })
    }
}
