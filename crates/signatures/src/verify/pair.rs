//! The two numbers of a DSA or ECDSA value (RFC 3279, 2.2.2 and 2.2.3): a SEQUENCE of two INTEGERs and nothing else.

use crate::asn1::{INTEGER, SEQUENCE, Tlv, unsigned};

/// r and s without leading zeros.
pub(super) struct Pair<'a> {
    pub r: &'a [u8],
    pub s: &'a [u8],
    /// Whether the encoding is DER; some signers write longer lengths or more zeros.
    pub is_der: bool,
}

impl<'a> Pair<'a> {
    pub fn read(value: &'a [u8]) -> Option<Pair<'a>> {
        let sequence = Tlv::first(value).ok()?.expect(SEQUENCE).ok()?;
        let mut numbers = sequence.reader();
        let first = numbers.expect(INTEGER).ok()?;
        let second = numbers.expect(INTEGER).ok()?;
        let whole = sequence.raw.len() == value.len() && numbers.rest().is_empty();
        let minimal = |value: &Tlv<'_>| {
            let short = match value.body.len() {
                0..=0x7f => value.header == 2,
                0x80..=0xff => value.header == 3,
                _ => value.header == 4,
            };
            short && !value.indefinite
        };
        let no_zeros =
            |value: &Tlv<'_>| !matches!(value.body, [0, second, ..] if second & 0x80 == 0);
        let is_der = minimal(&sequence)
            && [&first, &second]
                .iter()
                .all(|number| minimal(number) && no_zeros(number));
        let pair = Pair {
            r: unsigned(first.body)?,
            s: unsigned(second.body)?,
            is_der,
        };
        whole.then_some(pair)
    }
}
