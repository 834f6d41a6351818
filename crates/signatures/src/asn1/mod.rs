//! ASN.1 values as they stand in the file: a walker over BER (X.690) that keeps offsets and raw slices, accepts
//! indefinite lengths and constructed strings, never recurses on input and never normalises. It refuses to guess: a
//! length that runs past its container is an error with the offset.

mod der;
mod oid;
mod value;

pub use der::{to_der, to_der_set};
pub use oid::Oid;
pub use value::{AlgorithmIdentifier, BitString, unsigned};

/// Deepest nesting of indefinite lengths, and of constructed strings, that is followed. Real signatures stay below 16.
pub const MAX_DEPTH: usize = 48;

pub const BOOLEAN: u8 = 0x01;
pub const INTEGER: u8 = 0x02;
pub const BIT_STRING: u8 = 0x03;
pub const OCTET_STRING: u8 = 0x04;
pub const NULL: u8 = 0x05;
pub const OBJECT_IDENTIFIER: u8 = 0x06;
pub const ENUMERATED: u8 = 0x0a;
pub const UTC_TIME: u8 = 0x17;
pub const GENERALIZED_TIME: u8 = 0x18;
pub const SEQUENCE: u8 = 0x30;
pub const SET: u8 = 0x31;

/// Identifier octet of a context tag, `[number]`; `constructed` for EXPLICIT tags and IMPLICIT structures.
pub const fn context(number: u8, constructed: bool) -> u8 {
    0x80 | if constructed { 0x20 } else { 0 } | (number & 0x1f)
}

/// What is wrong with an encoding, and where (bytes from the start of the outermost value).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Asn1Error {
    #[error("the value at {offset} runs past the end of its container")]
    Truncated { offset: usize },
    #[error("the length at {offset} does not fit this machine")]
    LengthTooLarge { offset: usize },
    #[error("the value at {offset} is nested deeper than any real signature")]
    NestedTooDeep { offset: usize },
    #[error("the primitive value at {offset} has an indefinite length")]
    IndefinitePrimitive { offset: usize },
    #[error("the indefinite length opened at {offset} is never closed")]
    NeverClosed { offset: usize },
    #[error("an end-of-contents mark stands at {offset} where nothing is open")]
    StrayEndOfContents { offset: usize },
    #[error("identifier {found:#04x} at {offset} where {expected:#04x} belongs")]
    Unexpected {
        offset: usize,
        expected: u8,
        found: u8,
    },
    #[error("nothing at {offset} where {expected:#04x} belongs")]
    Missing { offset: usize, expected: u8 },
    #[error("the content of the value at {offset} is not a legal {what}")]
    BadContent { offset: usize, what: &'static str },
}

/// One value: identifier, length and content, as found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tlv<'a> {
    /// First identifier octet (class, constructed bit, low tag number).
    pub identifier: u8,
    /// Where the value starts, from the start of the outermost value.
    pub offset: usize,
    /// Number of identifier and length octets.
    pub header: usize,
    /// Identifier, length, content and, for an indefinite length, the end-of-contents octets.
    pub raw: &'a [u8],
    /// Content octets alone.
    pub body: &'a [u8],
    /// Whether the length was indefinite (BER only; DER forbids it, X.690 10.1).
    pub indefinite: bool,
}

impl<'a> Tlv<'a> {
    /// Reads one value from the start of `bytes`; what follows it is left alone.
    pub fn first(bytes: &'a [u8]) -> Result<Tlv<'a>, Asn1Error> {
        Reader::new(bytes)
            .next_value()?
            .ok_or(Asn1Error::Truncated { offset: 0 })
    }

    pub fn is_constructed(&self) -> bool {
        self.identifier & 0x20 != 0
    }

    /// Walks the values inside this one.
    pub fn reader(&self) -> Reader<'a> {
        Reader {
            bytes: self.body,
            at: 0,
            base: self.offset + self.header,
        }
    }

    /// This value, if its identifier is `expected`.
    pub fn expect(self, expected: u8) -> Result<Tlv<'a>, Asn1Error> {
        if self.identifier == expected {
            Ok(self)
        } else {
            Err(Asn1Error::Unexpected {
                offset: self.offset,
                expected,
                found: self.identifier,
            })
        }
    }

    /// The one value inside an EXPLICIT tag.
    pub fn inner(&self) -> Result<Tlv<'a>, Asn1Error> {
        self.reader().next_value()?.ok_or(Asn1Error::Truncated {
            offset: self.offset + self.header,
        })
    }

    fn bad(&self, what: &'static str) -> Asn1Error {
        Asn1Error::BadContent {
            offset: self.offset,
            what,
        }
    }
}

/// Walks values one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    base: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            bytes,
            at: 0,
            base: 0,
        }
    }

    /// Offset of the next value, from the start of the outermost value.
    pub fn offset(&self) -> usize {
        self.base + self.at
    }

    /// Bytes not yet walked.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The next value, or `None` at the end.
    pub fn next_value(&mut self) -> Result<Option<Tlv<'a>>, Asn1Error> {
        let bytes = self.rest();
        if bytes.is_empty() {
            return Ok(None);
        }
        let offset = self.offset();
        let head = Head::read(bytes, offset)?;
        if head.is_end_of_contents() {
            return Err(Asn1Error::StrayEndOfContents { offset });
        }
        let (content, total) = match head.length {
            Some(length) => {
                let end = head.size.checked_add(length);
                let end = end.ok_or(Asn1Error::LengthTooLarge { offset })?;
                (length, end)
            }
            None => {
                let inside = bytes.get(head.size..).unwrap_or_default();
                let length = indefinite_length(inside, offset)?;
                (length, head.size + length + 2)
            }
        };
        let raw = bytes.get(..total).ok_or(Asn1Error::Truncated { offset })?;
        let body = raw
            .get(head.size..head.size + content)
            .ok_or(Asn1Error::Truncated { offset })?;
        self.at += total;
        Ok(Some(Tlv {
            identifier: head.identifier,
            offset,
            header: head.size,
            raw,
            body,
            indefinite: head.length.is_none(),
        }))
    }

    /// The next value, which must carry `expected`.
    pub fn expect(&mut self, expected: u8) -> Result<Tlv<'a>, Asn1Error> {
        let offset = self.offset();
        self.next_value()?
            .ok_or(Asn1Error::Missing { offset, expected })?
            .expect(expected)
    }

    /// The next value if it carries `identifier`; otherwise nothing is consumed.
    pub fn optional(&mut self, identifier: u8) -> Result<Option<Tlv<'a>>, Asn1Error> {
        if self.rest().first() == Some(&identifier) {
            self.next_value()
        } else {
            Ok(None)
        }
    }

    /// All values up to the end.
    pub fn all(mut self) -> Result<Vec<Tlv<'a>>, Asn1Error> {
        let mut values = Vec::new();
        while let Some(value) = self.next_value()? {
            values.push(value);
        }
        Ok(values)
    }
}

/// Identifier and length octets.
struct Head {
    identifier: u8,
    size: usize,
    length: Option<usize>,
}

impl Head {
    fn is_end_of_contents(&self) -> bool {
        self.identifier == 0 && self.length == Some(0)
    }

    fn read(bytes: &[u8], offset: usize) -> Result<Head, Asn1Error> {
        let truncated = Asn1Error::Truncated { offset };
        let identifier = *bytes.first().ok_or(truncated)?;
        let mut size = 1;
        if identifier & 0x1f == 0x1f {
            // High tag numbers: the number ends with the first octet below 0x80.
            loop {
                let octet = *bytes.get(size).ok_or(truncated)?;
                size += 1;
                if octet & 0x80 == 0 {
                    break;
                }
            }
        }
        let first = *bytes.get(size).ok_or(truncated)?;
        size += 1;
        let length = match first {
            0..=0x7f => Some(usize::from(first)),
            0x80 if identifier & 0x20 == 0 => {
                return Err(Asn1Error::IndefinitePrimitive { offset });
            }
            0x80 => None,
            _ => {
                let count = usize::from(first & 0x7f);
                let octets = bytes.get(size..size + count).ok_or(truncated)?;
                size += count;
                let mut length = 0usize;
                for octet in octets {
                    length = length
                        .checked_mul(256)
                        .and_then(|l| l.checked_add(usize::from(*octet)))
                        .ok_or(Asn1Error::LengthTooLarge { offset })?;
                }
                Some(length)
            }
        };
        Ok(Head {
            identifier,
            size,
            length,
        })
    }
}

/// Length of the content of an indefinite value: up to the end-of-contents octets that match its opening (X.690 8.1.5).
fn indefinite_length(bytes: &[u8], offset: usize) -> Result<usize, Asn1Error> {
    let mut at = 0usize;
    let mut open = 1usize;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        if rest.is_empty() {
            return Err(Asn1Error::NeverClosed { offset });
        }
        let head = Head::read(rest, offset)?;
        if head.is_end_of_contents() {
            open -= 1;
            if open == 0 {
                return Ok(at);
            }
            at += head.size;
            continue;
        }
        at += head.size;
        match head.length {
            Some(length) => {
                at = at
                    .checked_add(length)
                    .ok_or(Asn1Error::LengthTooLarge { offset })?;
            }
            None => {
                open += 1;
                if open > MAX_DEPTH {
                    return Err(Asn1Error::NestedTooDeep { offset });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
