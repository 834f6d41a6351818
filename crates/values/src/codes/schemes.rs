//! The texts of codes that are documented: payments, and the data of invoices that tax offices ask for.

use super::payload::{Payload, bare, compact_day, day, decimal};
use super::{emv, tokens};
use crate::identifiers::{mod_10_recursive, mod_97};

/// Lines or fields of one text looked at; a Swiss QR bill has 34.
const FIELDS: usize = 64;

/// `None` for a text that is none of these: most codes lead to a website.
pub fn read(text: &str) -> Option<Payload> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let mut payload = swiss(text)
        .or_else(|| european(text))
        .or_else(|| hungarian(text))
        .or_else(|| slovenian(text))
        .or_else(|| czech(text))
        .or_else(|| portuguese(text))
        .or_else(|| chinese(text))
        .or_else(|| emv::merchant(text))
        .or_else(|| tokens::saudi(text))
        .or_else(|| tokens::indian(text))
        .or_else(|| link(text))?;
    payload.amount = payload.amount.filter(|amount| !amount.is_zero());
    let broken_iban = payload.iban.as_deref().is_some_and(|iban| !mod_97(iban));
    if payload.broken.is_none() && broken_iban {
        payload.broken = Some("the check digits of its IBAN");
    }
    Some(payload)
}

fn lines(text: &str) -> Vec<&str> {
    text.split('\n').map(str::trim).take(FIELDS).collect()
}

/// Swiss QR bill (SIX implementation guidelines): lines at fixed places.
fn swiss(text: &str) -> Option<Payload> {
    let lines = lines(text);
    let line = |index: usize| lines.get(index).copied().unwrap_or_default();
    if line(0) != "SPC" || !line(1).starts_with("02") {
        return None;
    }
    let kind = line(27);
    let reference = bare(line(28)).filter(|_| matches!(kind, "QRR" | "SCOR"));
    let held = match (kind, &reference) {
        ("QRR", Some(digits)) => mod_10_recursive(digits),
        ("SCOR", Some(reference)) => mod_97(reference),
        _ => true,
    };
    Some(Payload {
        scheme: "Swiss QR bill",
        iban: bare(line(3)),
        amount: decimal(line(18)),
        reference,
        broken: (!held).then_some("the check digit of its reference"),
        ..Payload::default()
    })
}

/// EPC069-12: SEPA credit transfer.
fn european(text: &str) -> Option<Payload> {
    let lines = lines(text);
    let line = |index: usize| lines.get(index).copied().unwrap_or_default();
    if line(0) != "BCD" || !matches!(line(1), "001" | "002") || line(3) != "SCT" {
        return None;
    }
    let reference = bare(line(9)).filter(|reference| reference.starts_with("RF"));
    let held = reference.as_deref().is_none_or(mod_97);
    Some(Payload {
        scheme: "SEPA transfer",
        iban: bare(line(6)),
        amount: line(7).get(3..).and_then(decimal),
        reference,
        broken: (!held).then_some("the check digits of its reference"),
        ..Payload::default()
    })
}

/// Instant transfers of the Hungarian National Bank, which took over the European form.
fn hungarian(text: &str) -> Option<Payload> {
    let lines = lines(text);
    let line = |index: usize| lines.get(index).copied().unwrap_or_default();
    (line(0) == "HCT" && line(1) == "001").then(|| Payload {
        scheme: "Hungarian transfer",
        iban: bare(line(5)),
        amount: line(6).strip_prefix("HUF").and_then(decimal),
        ..Payload::default()
    })
}

/// UPN of the Bank Association of Slovenia: the amount in cents, eleven digits.
fn slovenian(text: &str) -> Option<Payload> {
    let lines = lines(text);
    let line = |index: usize| lines.get(index).copied().unwrap_or_default();
    if line(0) != "UPNQR" {
        return None;
    }
    let cents = line(8);
    let (whole, fraction) = cents.split_at_checked(cents.len().checked_sub(2)?)?;
    Some(Payload {
        scheme: "Slovenian payment order",
        iban: bare(line(14)),
        amount: decimal(&format!("{whole}.{fraction}")),
        ..Payload::default()
    })
}

/// Short Payment Descriptor of the Czech Banking Association, used in Slovakia too.
fn czech(text: &str) -> Option<Payload> {
    let rest = text.strip_prefix("SPD*1.0*")?;
    let field = |name: &str| {
        rest.split('*').take(FIELDS).find_map(|field| {
            let (key, value) = field.split_once(':')?;
            (key == name).then_some(value)
        })
    };
    Some(Payload {
        scheme: "Czech payment descriptor",
        iban: field("ACC").and_then(|account| bare(account.split('+').next()?)),
        amount: field("AM").and_then(decimal),
        ..Payload::default()
    })
}

/// Fiscal code of Portuguese invoices (Portaria 195/2020): date in F, total with tax in O.
fn portuguese(text: &str) -> Option<Payload> {
    if !text.starts_with("A:") || !text.contains("*B:") {
        return None;
    }
    let field = |name: &str| {
        text.split('*').take(FIELDS).find_map(|field| {
            let (key, value) = field.split_once(':')?;
            (key == name).then_some(value)
        })
    };
    Some(Payload {
        scheme: "Portuguese fiscal",
        amount: Some(field("O").and_then(decimal)?),
        day: field("F").and_then(compact_day),
        ..Payload::default()
    })
}

/// Chinese VAT invoices: `01,kind,code,number,net,date,check,…`; all-digital ones give the total with tax.
fn chinese(text: &str) -> Option<Payload> {
    let fields: Vec<&str> = text.split(',').map(str::trim).take(FIELDS).collect();
    let field = |index: usize| fields.get(index).copied().unwrap_or_default();
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    if field(0) != "01"
        || field(1).len() != 2
        || !digits(field(3))
        || !(7..=10).contains(&fields.len())
    {
        return None;
    }
    Some(Payload {
        scheme: "Chinese VAT invoice",
        amount: Some(decimal(field(4))?),
        day: compact_day(field(5)),
        ..Payload::default()
    })
}

/// Links whose parameters are documented: UPI, VeriFactu, TicketBAI. Others say nothing here.
fn link(text: &str) -> Option<Payload> {
    let (address, parameters) = text.split_once('?')?;
    let parameter = |name: &str| {
        parameters.split('&').take(FIELDS).find_map(|pair| {
            let (key, value) = pair.split_once('=')?;
            (key == name).then_some(value)
        })
    };
    let lower = address.to_ascii_lowercase();
    if lower == "upi://pay" {
        return Some(Payload {
            scheme: "UPI",
            amount: parameter("am").and_then(decimal),
            ..Payload::default()
        });
    }
    if lower.contains("agenciatributaria.gob.es/") && lower.ends_with("/validarqr") {
        return Some(Payload {
            scheme: "VeriFactu",
            amount: parameter("importe").and_then(decimal),
            day: parameter("fecha").and_then(|text| day(text, [2, 1, 0])),
            ..Payload::default()
        });
    }
    let basque = parameter("id").is_some_and(|id| id.starts_with("TBAI-"));
    basque.then(|| Payload {
        scheme: "TicketBAI",
        amount: parameter("i").and_then(decimal),
        ..Payload::default()
    })
}
