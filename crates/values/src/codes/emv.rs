//! Merchant-presented codes of EMVCo, Pix among them: fields of two digits for the name, two for the length, and a CRC.

use super::payload::{Payload, decimal};

/// Fields of one text.
const FIELDS: usize = 64;

pub fn merchant(text: &str) -> Option<Payload> {
    let mut rest = text.strip_prefix("000201").map(|_| text)?;
    let mut amount = None;
    let mut pix = false;
    let mut crc = None;
    for _ in 0..FIELDS {
        if rest.is_empty() {
            break;
        }
        let (name, length) = (rest.get(..2)?, rest.get(2..4)?.parse::<usize>().ok()?);
        // Lengths count characters.
        let start = rest.get(4..)?;
        let end = start
            .char_indices()
            .nth(length)
            .map_or(start.len(), |(at, _)| at);
        let value = start.get(..end)?;
        match name {
            "26" => pix = value.to_ascii_lowercase().contains("br.gov.bcb.pix"),
            "54" => amount = decimal(value),
            "63" => crc = Some((text.len().checked_sub(rest.len())? + 4, value)),
            _ => {}
        }
        rest = start.get(end..)?;
    }
    let (until, told) = crc?;
    let held = u16::from_str_radix(told, 16).ok() == Some(crc_16(text.get(..until)?.as_bytes()));
    Some(Payload {
        scheme: if pix { "Pix" } else { "EMV merchant" },
        amount,
        broken: (!held).then_some("its CRC"),
        ..Payload::default()
    })
}

/// CRC-16 of ISO/IEC 13239 with the start value FFFF, not reflected.
fn crc_16(bytes: &[u8]) -> u16 {
    let mut crc = 0xffff_u16;
    for byte in bytes {
        crc ^= u16::from(*byte) << 8;
        for _ in 0..8 {
            let carry = crc & 0x8000 != 0;
            crc = (crc << 1) ^ if carry { 0x1021 } else { 0 };
        }
    }
    crc
}

#[cfg(test)]
mod tests {
    use super::{crc_16, merchant};

    #[test]
    fn the_crc_is_that_of_the_standard() {
        assert_eq!(crc_16(b"123456789"), 0x29b1);
    }

    #[test]
    fn a_changed_amount_breaks_the_crc() {
        let body = "00020126330014br.gov.bcb.pix0111123456789095204000053039865406123.455802BR5904LOJA6006RECIFE62070503***6304";
        let whole = format!("{body}{:04X}", crc_16(body.as_bytes()));
        let payload = merchant(&whole).unwrap_or_default();
        assert_eq!(payload.scheme, "Pix");
        assert!(payload.amount.is_some());
        assert_eq!(payload.broken, None);
        let changed = merchant(&whole.replace("123.45", "723.45")).unwrap_or_default();
        assert_eq!(changed.broken, Some("its CRC"));
    }
}
