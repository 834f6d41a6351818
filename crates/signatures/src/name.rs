//! Distinguished names (RFC 5280, 4.1.2.4): read for people, compared as section 7.1 asks.

use std::fmt;

use crate::asn1::{Asn1Error, OBJECT_IDENTIFIER, Oid, SEQUENCE, SET, Tlv};

/// A name: its encoding and its parts, outermost first.
#[derive(Clone, Eq)]
pub struct Name {
    pub encoded: Vec<u8>,
    pub parts: Vec<NamePart>,
}

/// One attribute of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePart {
    pub kind: Oid,
    pub value: String,
}

const fn x520(number: u32) -> Oid {
    Oid::new(&[2, 5, 4, number])
}

pub const COMMON_NAME: Oid = x520(3);
pub const ORGANIZATION: Oid = x520(10);

/// Short names of RFC 4514 and those that signing certificates carry besides.
const SHORT: [(Oid, &str); 13] = [
    (COMMON_NAME, "CN"),
    (x520(4), "SN"),
    (x520(5), "serialNumber"),
    (x520(6), "C"),
    (x520(7), "L"),
    (x520(8), "ST"),
    (ORGANIZATION, "O"),
    (x520(11), "OU"),
    (x520(12), "title"),
    (x520(42), "GN"),
    (x520(97), "organizationIdentifier"),
    (Oid::new(&[1, 2, 840, 113549, 1, 9, 1]), "E"),
    (Oid::new(&[0, 9, 2342, 19200300, 100, 1, 25]), "DC"),
];

impl Name {
    pub fn read(name: &Tlv<'_>) -> Result<Name, Asn1Error> {
        let mut parts = Vec::new();
        for set in name.expect(SEQUENCE)?.reader().all()? {
            for pair in set.expect(SET)?.reader().all()? {
                let mut fields = pair.expect(SEQUENCE)?.reader();
                let kind = fields.expect(OBJECT_IDENTIFIER)?.oid()?;
                let value = fields.next_value()?.map(|value| text(&value));
                parts.push(NamePart {
                    kind,
                    value: value.unwrap_or_default(),
                });
            }
        }
        Ok(Name {
            encoded: name.raw.to_vec(),
            parts,
        })
    }

    /// Whether this name begins with all parts of `base`, or is it.
    pub fn lies_below(&self, base: &Name) -> bool {
        self.parts.len() >= base.parts.len()
            && self
                .parts
                .iter()
                .zip(&base.parts)
                .all(|(a, b)| same_part(a, b))
    }

    /// The first part of a kind.
    pub fn part(&self, kind: Oid) -> Option<&str> {
        let found = self.parts.iter().find(|part| part.kind == kind);
        found.map(|part| part.value.as_str())
    }
}

/// Equal when encoded alike, or when every part agrees but for case and runs of spaces.
impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.encoded == other.encoded
            || self.parts.len() == other.parts.len()
                && !self.parts.is_empty()
                && self
                    .parts
                    .iter()
                    .zip(&other.parts)
                    .all(|(a, b)| same_part(a, b))
    }
}

fn same_part(a: &NamePart, b: &NamePart) -> bool {
    a.kind == b.kind && folded(&a.value) == folded(&b.value)
}

fn folded(value: &str) -> String {
    let words: Vec<String> = value.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

/// A character string of any of the types X.520 allows; what cannot be decoded is shown replaced.
fn text(value: &Tlv<'_>) -> String {
    match value.identifier {
        // BMPString: UTF-16, big-endian.
        0x1e => {
            let (units, _) = value.body.as_chunks();
            let units = units.iter().map(|pair| u16::from_be_bytes(*pair));
            char::decode_utf16(units)
                .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect()
        }
        // UniversalString: UTF-32, big-endian.
        0x1c => value
            .body
            .as_chunks()
            .0
            .iter()
            .map(|quad| u32::from_be_bytes(*quad))
            .map(|code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect(),
        // TeletexString: in practice Latin-1.
        0x14 => value.body.iter().map(|octet| char::from(*octet)).collect(),
        _ => String::from_utf8_lossy(value.body).into_owned(),
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Name({self})")
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.parts.iter().rev().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            match SHORT.iter().find(|(kind, _)| *kind == part.kind) {
                Some((_, short)) => write!(f, "{short}=")?,
                None => write!(f, "{}=", part.kind)?,
            }
            for character in part.value.chars() {
                // A name must not be able to forge a second one, or a line, in what a person reads.
                match character {
                    ',' | '=' | '\\' => write!(f, "\\{character}")?,
                    _ if character.is_control() => f.write_str("\u{fffd}")?,
                    _ => write!(f, "{character}")?,
                }
            }
        }
        Ok(())
    }
}
