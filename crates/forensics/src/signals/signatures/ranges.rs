//! The rules of signed bytes, one signal each: which bytes a signature covers, and whether its own dictionary says so in
//! the only way that leaves no room (ISO 32000-2, 12.8.1; published attacks USF, ISA, SWA).

use assay_signatures::SignatureReport;
use assay_signatures::byte_range::{RangeRule, RangeViolation};

use super::signatures::{name, place};
use super::{Place, Signal};

/// *Sees* each broken rule of a signature's range, with its bytes.
/// *Matters* because every one of them lets somebody show other bytes than those that were signed.
/// *Honest files*: the tolerated oddities of some writers are told apart and count nothing.
pub fn observe(report: &SignatureReport, signals: &mut Vec<Signal>) {
    for violation in &report.violations {
        let known = match violation.span() {
            Some(span) => format!(" (bytes {span})"),
            None => String::new(),
        };
        let evidence = format!("The signature {}: {violation}{known}.", name(report));
        let place = match violation.span() {
            Some(span) => Place::Bytes(span),
            None => place(report),
        };
        signals.push(Signal::new(id(violation), place, evidence));
    }
}

/// The signal of a rule; what lets nobody change anything has one of its own.
fn id(violation: &RangeViolation) -> &'static str {
    match violation.rule() {
        RangeRule::Padding => "signature_padding",
        _ if !violation.is_fatal() => "signature_range_odd",
        RangeRule::Form => "signature_range_malformed",
        RangeRule::Gap => "signature_gap_holds_more",
        RangeRule::Dictionary => "signature_dictionary_unsigned",
        RangeRule::End => "signature_ends_inside_save",
        RangeRule::Shared => "signature_range_shared",
        RangeRule::Unchanged => "signature_replaced_later",
        RangeRule::Alone => "signature_not_in_signed_bytes",
    }
}
