//! The rules of signed bytes, one signal each: which bytes a signature covers, and whether its own dictionary says so in
//! the only way that leaves no room (ISO 32000-2, 12.8.1; published attacks USF, ISA, SWA).

use assay_signatures::SignatureReport;
use assay_signatures::byte_range::{RangeRule, RangeViolation};

use super::reports::{name, place};
use crate::signal::{Declaration, Place, Signal};

declare! {
    SIGNATURE_RANGE_MALFORMED = "signature_range_malformed" {
        rank: 20, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "The byte range of a digital signature is missing or no range of this file.",
        matters: "It lets somebody show other bytes than those that were signed.",
        benign: "None known.",
    }

    SIGNATURE_GAP_HOLDS_MORE = "signature_gap_holds_more" {
        rank: 30, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "The part of the file that a digital signature leaves out holds more than the signature itself.",
        matters: "It lets somebody show other bytes than those that were signed.",
        benign: "Writers whose gap is wrong by a byte.",
    }

    SIGNATURE_DICTIONARY_UNSIGNED = "signature_dictionary_unsigned" {
        rank: 40, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "The description of a digital signature is not part of what it signs.",
        matters: "It lets somebody show other bytes than those that were signed.",
        benign: "None known.",
    }

    SIGNATURE_ENDS_INSIDE_SAVE = "signature_ends_inside_save" {
        rank: 50, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "The signed bytes end in the middle of a save of the file.",
        matters: "It lets somebody show other bytes than those that were signed.",
        benign: "None known.",
    }

    SIGNATURE_RANGE_SHARED = "signature_range_shared" {
        rank: 60, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "Two digital signatures claim the same bytes or the same value.",
        matters: "It lets somebody show other bytes than those that were signed.",
        benign: "None known.",
    }

    SIGNATURE_REPLACED_LATER = "signature_replaced_later" {
        rank: 70, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "A later save describes a digital signature differently from how it was signed.",
        matters: "It lets somebody show other bytes than those that were signed.",
        benign: "None known.",
    }

    SIGNATURE_NOT_IN_SIGNED_BYTES = "signature_not_in_signed_bytes" {
        rank: 80, module: "signatures", severity: High, scored: true, proves: Content, cause: "signature",
        meaning: "The signed bytes are no document that shows the signature.",
        matters: "It lets somebody show other bytes than those that were signed.",
        benign: "None known.",
    }

    SIGNATURE_PADDING = "signature_padding" {
        rank: 1120, module: "signatures", severity: Low, scored: false, proves: Structure, cause: "signature",
        meaning: "Bytes that nobody signed follow the value of a digital signature in its own room.",
        matters: "Bytes that nobody signed can be exchanged.",
        benign: "A few signing programs that do not clear that room.",
    }

    SIGNATURE_RANGE_ODD = "signature_range_odd" {
        rank: 1130, module: "signatures", severity: Low, scored: false, proves: Structure, cause: "signature",
        meaning: "The range of a digital signature is written oddly, in a way that lets nobody change anything.",
        matters: "A range that is written oddly is where to look for one that lets somebody change what is shown.",
        benign: "Signing programs that count by a byte too few, or break lines in the value.",
    }
}

/// *Sees* each broken rule of a signature's range, with its bytes.
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
        signals.push(Signal::new(declared(violation), place, evidence));
    }
}

/// The signal of a rule; what lets nobody change anything has one of its own.
fn declared(violation: &RangeViolation) -> &'static Declaration {
    match violation.rule() {
        RangeRule::Padding => &SIGNATURE_PADDING,
        _ if !violation.is_fatal() => &SIGNATURE_RANGE_ODD,
        RangeRule::Form => &SIGNATURE_RANGE_MALFORMED,
        RangeRule::Gap => &SIGNATURE_GAP_HOLDS_MORE,
        RangeRule::Dictionary => &SIGNATURE_DICTIONARY_UNSIGNED,
        RangeRule::End => &SIGNATURE_ENDS_INSIDE_SAVE,
        RangeRule::Shared => &SIGNATURE_RANGE_SHARED,
        RangeRule::Unchanged => &SIGNATURE_REPLACED_LATER,
        RangeRule::Alone => &SIGNATURE_NOT_IN_SIGNED_BYTES,
    }
}
