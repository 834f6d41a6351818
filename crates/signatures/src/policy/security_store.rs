//! The document security store (ISO 32000-2, 12.8.4.3): it may grow, be renewed and be tidied, and nothing but
//! validation data may stand in it.

use assay_pdf::{Dictionary, Object, View};

use super::alteration::Alteration;

/// What changed in a store for the worse; empty when nothing did.
pub fn check(old: (&View<'_>, &Dictionary), new: (&View<'_>, &Dictionary)) -> Vec<Alteration> {
    let mut wrong = Vec::new();
    let (view, store) = new;
    for (key, value) in store.iter() {
        match key.as_bytes() {
            b"Type" => {}
            b"Certs" | b"CRLs" | b"OCSPs" => {
                if !is_stream_list(view, value) {
                    wrong.push(malformed("a list that holds other things than streams"));
                }
            }
            b"VRI" => {}
            _ => wrong.push(malformed("an entry that is no validation data")),
        }
    }
    let (old_view, old_store) = old;
    let before = old_view.get(old_store, b"VRI");
    let after = view.get(store, b"VRI");
    let nothing = Dictionary::default();
    let before = before.as_dictionary().unwrap_or(&nothing);
    match after.as_dictionary() {
        Some(after) => wrong.extend(entries((old_view, before), (view, after))),
        None if !store.contains(b"VRI") => {
            wrong.extend(entries((old_view, before), (view, &nothing)))
        }
        None => wrong.push(malformed("/VRI is no dictionary")),
    }
    wrong
}

/// The same of /VRI: entries that hold other things, and entries that are gone.
pub fn entries(old: (&View<'_>, &Dictionary), new: (&View<'_>, &Dictionary)) -> Vec<Alteration> {
    let mut wrong = Vec::new();
    let (view, after) = new;
    for (_, held) in after.iter().filter(|(key, _)| key.as_bytes() != b"Type") {
        let held = view.resolve(held);
        match held.as_dictionary() {
            Some(held) => wrong.extend(entry(view, held)),
            None => wrong.push(malformed("an entry of /VRI is no dictionary")),
        }
    }
    for (key, _) in old.1.iter() {
        if !after.contains(key.as_bytes()) {
            wrong.push(Alteration::SecurityStoreShrunk { key: key.to_text() });
        }
    }
    wrong
}

/// The same of one entry of /VRI.
pub fn entry(view: &View<'_>, entry: &Dictionary) -> Vec<Alteration> {
    let mut wrong = Vec::new();
    for (key, value) in entry.iter() {
        let fits = match key.as_bytes() {
            b"Cert" | b"CRL" | b"OCSP" => is_stream_list(view, value),
            b"Type" | b"TS" | b"TU" => true,
            _ => false,
        };
        if !fits {
            wrong.push(malformed("an entry of /VRI holds other things"));
        }
    }
    wrong
}

fn is_stream_list(view: &View<'_>, list: &Object) -> bool {
    let list = view.resolve(list);
    list.as_array().is_some_and(|items| {
        items
            .iter()
            .all(|item| item.as_reference().is_some() && view.resolve(item).as_stream().is_some())
    })
}

fn malformed(what: &'static str) -> Alteration {
    Alteration::SecurityStoreMalformed(what)
}
