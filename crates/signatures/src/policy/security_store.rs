//! The document security store (ISO 32000-2, 12.8.4.3): it may grow and be tidied; entries of signatures may not vanish,
//! and nothing but validation data may stand in it.

use assay_pdf::{Dictionary, Object, View};

use super::alteration::Alteration;

/// What is wrong with the new store; empty when nothing is.
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
            b"VRI" => check_entries(view, value, &mut wrong),
            _ => wrong.push(malformed("an entry that is no validation data")),
        }
    }
    let (old_view, old_store) = old;
    let before = old_view.get(old_store, b"VRI");
    let Some(before) = before.as_dictionary() else {
        return wrong;
    };
    let after = view.get(store, b"VRI");
    for (key, _) in before.iter() {
        let kept = after
            .as_dictionary()
            .is_some_and(|after| after.contains(key.as_bytes()));
        if !kept {
            wrong.push(Alteration::SecurityStoreShrunk { key: key.to_text() });
        }
    }
    wrong
}

fn check_entries(view: &View<'_>, entries: &Object, wrong: &mut Vec<Alteration>) {
    let entries = view.resolve(entries);
    let Some(entries) = entries.as_dictionary() else {
        wrong.push(malformed("/VRI is no dictionary"));
        return;
    };
    for (key, entry) in entries.iter() {
        if key.as_bytes() == b"Type" {
            continue;
        }
        let entry = view.resolve(entry);
        let Some(entry) = entry.as_dictionary() else {
            wrong.push(malformed("an entry of /VRI is no dictionary"));
            continue;
        };
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
    }
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
