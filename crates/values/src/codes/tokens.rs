//! Codes whose data are packed in Base64: tax invoices of Saudi Arabia (tags, lengths, values) and of India (a signed
//! token). The signatures are not checked: the keys change.

use super::payload::{Payload, day, decimal};

/// Bytes unpacked.
const LONGEST: usize = 8 << 10;

/// ZATCA: seller, VAT number, time, total with VAT, VAT, each with a tag and a length of one byte.
pub fn saudi(text: &str) -> Option<Payload> {
    let bytes = base_64(text)?;
    if bytes.first() != Some(&1) {
        return None;
    }
    let mut rest = bytes.as_slice();
    let mut fields: Vec<(u8, &[u8])> = Vec::new();
    while let [tag, length, behind @ ..] = rest {
        let length = usize::from(*length);
        fields.push((*tag, behind.get(..length)?));
        rest = behind.get(length..)?;
    }
    let field = |tag: u8| {
        let (_, value) = fields.iter().find(|(known, _)| *known == tag)?;
        std::str::from_utf8(value).ok()
    };
    field(2).filter(|number| number.len() == 15)?;
    Some(Payload {
        scheme: "ZATCA",
        amount: field(4).and_then(decimal),
        day: field(3).and_then(|time| day(time.get(..10)?, [0, 1, 2])),
        ..Payload::default()
    })
}

/// The signed code of Indian e-invoices: the middle part of a JSON Web Token.
pub fn indian(text: &str) -> Option<Payload> {
    let mut parts = text.split('.');
    let (_, body, _) = (parts.next()?, parts.next()?, parts.next()?);
    if !text.starts_with("eyJ") {
        return None;
    }
    let json = String::from_utf8(base_64(body)?).ok()?;
    let (_, behind) = json.split_once("TotInvVal")?;
    let number = behind.trim_start_matches(['\\', '"', ':', ' ']);
    let end = number.find(|c: char| !c.is_ascii_digit() && c != '.');
    Some(Payload {
        scheme: "Indian e-invoice",
        amount: Some(decimal(number.get(..end?)?)?),
        ..Payload::default()
    })
}

/// Base64 in both alphabets, padded or not.
fn base_64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    if text.len() < 16 || text.len() > LONGEST {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut held, mut bits) = (0_u32, 0);
    for c in text.bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        held = (held << 6 | u32::from(value)) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::saudi;
    use crate::dates::Day;
    use crate::numbers::Decimal;

    #[test]
    fn the_example_of_the_authority_is_read() {
        let text = "AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==";
        let payload = saudi(text).unwrap_or_default();
        assert_eq!(payload.amount, Some(Decimal::whole(1000)));
        assert_eq!(payload.day, Day::new(2022, 4, 25));
    }
}
