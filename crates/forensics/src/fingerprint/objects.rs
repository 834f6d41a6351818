//! Objects as they are written: their order, the keys of each kind, their spelling, and how streams are packed.

use std::fmt::Write;

use assay_pdf::layout::{Blank, Style};
use assay_pdf::{Dictionary, Document, Location, Object, ObjectId, Span, Stream, View};
use rustc_hash::FxHashMap;

use super::detail::{Aspect, Fingerprint};

/// Objects that are looked at.
const OBJECTS: usize = 5000;
/// Entries of a dictionary whose keys are told.
const KEYS: usize = 40;

pub fn note(document: &Document<'_>, fingerprint: &mut Fingerprint) {
    let view = document.latest();
    let mut firsts: FxHashMap<String, usize> = FxHashMap::default();
    let numbers = document.numbers_at(usize::MAX);
    for number in numbers.into_iter().take(OBJECTS) {
        let Some(indirect) = view.indirect(ObjectId::new(number, 0)) else {
            continue;
        };
        let kind = kind(&indirect.object);
        keys(&indirect.object, &kind, fingerprint);
        if let Object::Stream(stream) = &indirect.object {
            packing(document, &view, stream, &kind, fingerprint);
        }
        let location = document.location(number, usize::MAX);
        if let Some(Location::Offset(offset)) = location {
            let style = spelling(&Style::of(document.bytes(), &indirect));
            fingerprint.note(Aspect::Grammar, &format!("spelling of {kind}"), &style);
            let first = firsts.entry(kind).or_insert(offset);
            *first = offset.min(*first);
        } else {
            fingerprint.note(Aspect::Grammar, "kept in object streams", &kind);
        }
    }
    order_of_kinds(firsts, fingerprint);
    ascending(document, fingerprint);
}

/// Behind which other kind the first object of each kind stands.
fn order_of_kinds(firsts: FxHashMap<String, usize>, fingerprint: &mut Fingerprint) {
    let mut firsts: Vec<(usize, String)> = firsts
        .into_iter()
        .map(|(kind, offset)| (offset, kind))
        .collect();
    firsts.sort();
    for pair in firsts.windows(2) {
        if let [(_, before), (_, behind)] = pair {
            let subject = format!("first {behind} in the file");
            let value = format!("behind the first {before}");
            fingerprint.note(Aspect::Grammar, &subject, &value);
        }
    }
}

/// Whether objects stand in the file by their numbers.
fn ascending(document: &Document<'_>, fingerprint: &mut Fingerprint) {
    let numbers = document
        .scanned_objects()
        .iter()
        .map(|found| found.id.number);
    let numbers: Vec<u32> = numbers.take(OBJECTS).collect();
    let order = match () {
        () if numbers.is_sorted() => "ascending",
        () if numbers.is_sorted_by(|a, b| a >= b) => "descending",
        () => "mixed",
    };
    fingerprint.note(Aspect::Grammar, "numbers of the objects in the file", order);
    let first = numbers.first().map_or(String::new(), u32::to_string);
    fingerprint.note(Aspect::Grammar, "number of the first object", &first);
}

/// What an object is, as far as it says so itself.
fn kind(object: &Object) -> String {
    let Some(dictionary) = object.as_dictionary() else {
        let kind = match object {
            Object::Array(_) => "arrays",
            Object::String(_) => "strings",
            Object::Integer(_) | Object::Real(_) => "numbers",
            _ => "other objects",
        };
        return kind.to_string();
    };
    let name = |key| {
        let name = dictionary.get(key).and_then(Object::as_name);
        name.map(|name| String::from_utf8_lossy(name).into_owned())
    };
    let of_type = match (name(b"Type".as_slice()), name(b"Subtype".as_slice())) {
        (Some(kind), Some(subtype)) => format!("/{kind} /{subtype}"),
        (Some(kind), None) => format!("/{kind}"),
        (None, Some(subtype)) => format!("/{subtype}"),
        (None, None) if dictionary.contains(b"Producer") => "information".into(),
        (None, None) if dictionary.contains(b"Length1") => "font program".into(),
        (None, None) => String::new(),
    };
    match (object, of_type.as_str()) {
        (Object::Stream(_), "") => "stream without a type".into(),
        (_, "") => "dictionary without a type".into(),
        _ => of_type,
    }
}

fn keys(object: &Object, kind: &str, fingerprint: &mut Fingerprint) {
    let Some(dictionary) = object.as_dictionary() else {
        return;
    };
    // Resources, encodings and the like: their keys are names of the document's own.
    if kind == "dictionary without a type" {
        return;
    }
    let keys = dictionary.iter().take(KEYS).map(|(key, _)| key.to_text());
    let keys: Vec<String> = keys.collect();
    fingerprint.note(Aspect::Grammar, &format!("keys of {kind}"), &keys.join(" "));
}

fn blank(blank: Blank) -> Option<String> {
    Some(match blank {
        Blank::Absent => return None,
        Blank::Nothing => "nothing".into(),
        Blank::Space => "a space".into(),
        Blank::Lf => "LF".into(),
        Blank::Cr => "CR".into(),
        Blank::CrLf => "CR LF".into(),
        Blank::Longer(bytes) => format!("{bytes} blanks"),
        Blank::Mixed => "various blanks".into(),
    })
}

/// The spelling in words; counts hang on the contents and are left out.
fn spelling(style: &Style) -> String {
    let places = [
        ("behind obj", style.behind_header),
        ("behind <<", style.behind_open),
        ("behind keys", style.behind_key),
        ("between entries", style.before_key),
        ("before >>", style.before_close),
        ("behind stream", style.behind_stream),
        ("before endobj", style.before_endobj),
    ];
    let mut words = String::new();
    for (place, found) in places {
        if let Some(found) = blank(found) {
            let _ = write!(words, "{found} {place}; ");
        }
    }
    let upper = style.hexadecimal_strings > 0 && style.upper_hex && !style.lower_hex;
    let lower = style.hexadecimal_strings > 0 && style.lower_hex && !style.upper_hex;
    for (holds, what) in [
        (upper, "upper-case hexadecimal; "),
        (lower, "lower-case hexadecimal; "),
        (style.comments > 0, "comments; "),
        (style.bare_fractions > 0, "fractions without a zero; "),
    ] {
        words.push_str(if holds { what } else { "" });
    }
    words.trim_end_matches("; ").to_string()
}

/// Filters, their parameters, and the first bytes of what the compressor wrote (RFC 1950, 2.2; RFC 1951, 3.2.3).
fn packing(
    document: &Document<'_>,
    view: &View<'_>,
    stream: &Stream,
    kind: &str,
    fingerprint: &mut Fingerprint,
) {
    let filters = names(view, &stream.dictionary, b"Filter");
    let subject = format!("filters of {kind}");
    fingerprint.note(Aspect::Compressor, &subject, &filters.join(" "));
    let flate = filters.first().is_some_and(|name| name == "FlateDecode");
    if !flate || document.is_encrypted() {
        return;
    }
    if let Some(sign) = sign(stream.data, document.bytes()) {
        fingerprint.note(Aspect::Compressor, &format!("compression of {kind}"), &sign);
    }
}

fn names(view: &View<'_>, dictionary: &Dictionary, key: &[u8]) -> Vec<String> {
    let value = view.get(dictionary, key);
    let one = std::slice::from_ref(&*value);
    let all = value.as_array().unwrap_or(one).iter().take(KEYS);
    let names = all.filter_map(|name| {
        let name = view.resolve(name);
        Some(String::from_utf8_lossy(name.as_name()?).into_owned())
    });
    names.collect()
}

/// The header of zlib data tells window and level.
fn sign(data: Span, file: &[u8]) -> Option<String> {
    let [method, flags, ..] = data.of(file) else {
        return None;
    };
    if (u16::from(*method) << 8 | u16::from(*flags)) % 31 != 0 || method & 15 != 8 {
        return Some("no zlib header".into());
    }
    let window = u32::from(method >> 4) + 8;
    let level = match flags >> 6 {
        0 => "fastest",
        1 => "fast",
        2 => "default",
        _ => "best",
    };
    Some(format!("zlib, window 2^{window}, level {level}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(bytes: &[u8]) -> Option<String> {
        sign(Span::new(0, bytes.len()), bytes)
    }

    #[test]
    fn the_header_of_zlib_tells_window_and_level() {
        let default = Some("zlib, window 2^15, level default".to_string());
        assert_eq!(told(&[0x78, 0x9C, 0]), default);
        let best = Some("zlib, window 2^15, level best".to_string());
        assert_eq!(told(&[0x78, 0xDA, 0]), best);
        let small = Some("zlib, window 2^12, level fast".to_string());
        assert_eq!(told(&[0x48, 0x6A]), small);
        assert_eq!(told(&[0x4B, 0x04]), Some("no zlib header".into()));
        assert_eq!(told(&[0x78]), None);
    }
}
