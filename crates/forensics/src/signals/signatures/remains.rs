//! What is left of signatures that are gone, and fields that do not show their value.

use crate::facts::Facts;
use crate::facts::claims::Source;

use crate::signal::{Place, Signal};

declare! {
    FIELD_APPEARANCE_DIFFERS = "field_appearance_differs" {
        rank: 150, module: "signatures", severity: Medium, scored: true, proves: Content, cause: "form field",
        meaning: "A form field shows another number than the one it holds.",
        matters: "Readers that draw fields anew show the other one (shadow attacks, NDSS 2021).",
        benign: "Forms whose scripts compute what is shown.",
    }

    SIGNATURE_STRIPPED = "signature_stripped" {
        rank: 160, module: "signatures", severity: Medium, scored: true, proves: Content, cause: "signature removed",
        meaning: "The file holds data for a digital signature that is not there.",
        matters: "Programs put them there for a signature, and who edits a signed file must take that off.",
        benign: "None known.",
    }

    SIGNATURE_FIELD_EMPTIED = "signature_field_emptied" {
        rank: 1100, module: "signatures", severity: Low, scored: false, proves: Structure, cause: "signature removed",
        meaning: "An empty signature field looks as if it had been signed once.",
        matters: "That is what is left when a signature is taken out of its field.",
        benign: "Files prepared for signing that nobody signed.",
    }
}

/// Most fields and places told.
const LISTED: usize = 6;

pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    stripped(facts, signals);
    emptied(facts, signals);
    appearance_differs(facts, signals);
    for report in &facts.signatures {
        for told in report.later.contradictions().take(LISTED) {
            let place = Place::Page {
                page: told.page,
                area: Some(told.area),
            };
            tell(&told.field, &told.value, &told.shown, place, signals);
        }
    }
}

/// *Sees* validation data or a certification that belongs to no signature of the file.
/// *Honest files*: none known; a program that drops signatures drops the catalog's entries with them.
fn stripped(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let remains = &facts.signature_remains;
    let mut told = Vec::new();
    if remains.store_without_signature {
        told.push("a store of validation data and no signature that it could be for".to_owned());
        let keys = remains.unmatched_validation.iter().take(2);
        told.extend(keys.map(|key| format!("an entry for the signature value with SHA-1 {key}")));
    }
    if remains.certification_missing {
        told.push("permissions of a certification that is not there".to_owned());
    }
    if !told.is_empty() {
        let evidence = format!("The catalog holds {}.", told.join(", "));
        signals.push(Signal::new(&SIGNATURE_STRIPPED, Place::File, evidence));
    }
}

/// *Sees* empty signature fields of the kind that signing programs make for a signature they set at once.
/// *Honest files*: files prepared for signing that nobody signed.
fn emptied(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let remains = &facts.signature_remains;
    if !facts.signatures.is_empty() {
        return;
    }
    for field in &remains.empty_fields {
        let mut why = Vec::new();
        if field.invisible {
            why.push("has no place where anybody could sign it by hand");
        }
        if field.locked {
            why.push("is locked as signing locks a field");
        }
        if remains.append_only {
            why.push("stands in a file marked as signed (append only)");
        }
        if why.len() < 2 {
            continue;
        }
        let evidence = format!(
            "The signature field “{}” is empty, yet it {}.",
            field.name,
            why.join(" and ")
        );
        let area = field.area.filter(|_| !field.invisible);
        let place = field
            .page
            .map_or(Place::File, |page| Place::Page { page, area });
        signals.push(Signal::new(&SIGNATURE_FIELD_EMPTIED, place, evidence));
    }
}

/// *Sees* a text field that shows another number or another day than the one it holds.
/// *Honest files*: forms whose scripts format values: dates are compared in every reading, words and units are not.
fn appearance_differs(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    for claim in facts.claims.iter().filter(|claim| claim.number) {
        if let Source::Field(name) = &claim.source {
            let place = Place::Page {
                page: claim.page,
                area: Some(claim.area),
            };
            tell(name, &claim.claimed, &claim.shown, place, signals);
        }
    }
}

fn tell(field: &str, value: &str, shown: &str, place: Place, signals: &mut Vec<Signal>) {
    let known = |signal: &Signal| {
        signal.is(&FIELD_APPEARANCE_DIFFERS) && signal.field.as_deref() == Some(field)
    };
    if signals
        .iter()
        .filter(|signal| signal.is(&FIELD_APPEARANCE_DIFFERS))
        .count()
        >= LISTED
        || signals.iter().any(known)
    {
        return;
    }
    let evidence = format!("The field “{field}” holds or held “{value}” and shows “{shown}”.");
    signals.push(Signal {
        field: Some(field.to_owned()),
        old_value: Some(value.to_owned()),
        new_value: Some(shown.to_owned()),
        ..Signal::new(&FIELD_APPEARANCE_DIFFERS, place, evidence)
    });
}
