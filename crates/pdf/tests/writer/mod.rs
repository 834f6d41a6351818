//! Writes objects the way the reader must read them back: one plain form for each kind of object (ISO 32000-2, 7.3).

use assay_pdf::{Dictionary, Object, ObjectId, StringForm};

/// What stands for a reference or a stream inside an object; `None` writes `12 0 R`, or a stream's dictionary.
pub type Replace<'r> = &'r dyn Fn(&Object, usize) -> Option<Vec<u8>>;

/// An object as a file holds it. A stream is written as its dictionary.
pub fn object(value: &Object) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out, value, 0, &|_, _| None);
    out
}

/// Writes `value`, asking `replace` first for every value inside it with its depth.
pub fn write(out: &mut Vec<u8>, value: &Object, depth: usize, replace: Replace<'_>) {
    if let Some(bytes) = replace(value, depth) {
        out.extend_from_slice(&bytes);
        return;
    }
    match value {
        Object::Null => out.extend_from_slice(b"null"),
        Object::Boolean(value) => out.extend_from_slice(value.to_string().as_bytes()),
        Object::Integer(value) => out.extend_from_slice(value.to_string().as_bytes()),
        Object::Real(value) => out.extend_from_slice(real(*value).as_bytes()),
        Object::Name(value) => name(out, value.as_bytes()),
        Object::String(value) if value.form == StringForm::Literal => literal(out, &value.bytes),
        Object::String(value) => hexadecimal(out, &value.bytes),
        Object::Array(items) => {
            out.push(b'[');
            for item in items {
                out.push(b' ');
                write(out, item, depth + 1, replace);
            }
            out.extend_from_slice(b" ]");
        }
        Object::Dictionary(value) => dictionary(out, value, depth, replace),
        Object::Stream(value) => dictionary(out, &value.dictionary, depth, replace),
        Object::Reference(ObjectId { number, generation }) => {
            out.extend_from_slice(format!("{number} {generation} R").as_bytes());
        }
    }
}

fn dictionary(out: &mut Vec<u8>, value: &Dictionary, depth: usize, replace: Replace<'_>) {
    out.extend_from_slice(b"<<");
    for (key, entry) in value.iter() {
        name(out, key.as_bytes());
        out.push(b' ');
        write(out, entry, depth + 1, replace);
    }
    out.extend_from_slice(b">>");
}

/// Always with a point, so that it stays a real number, and never with an exponent (7.3.3).
fn real(value: f64) -> String {
    let text = format!("{value}");
    if text.contains('.') {
        text
    } else {
        text + ".0"
    }
}

fn name(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'/');
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'+' | b',') {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("#{byte:02X}").as_bytes());
        }
    }
}

fn literal(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'(');
    for &byte in bytes {
        match byte {
            b'(' | b')' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            // A bare carriage return would be read as a line feed (7.3.4.2).
            b'\r' => out.extend_from_slice(b"\\r"),
            _ => out.push(byte),
        }
    }
    out.push(b')');
}

fn hexadecimal(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'<');
    for byte in bytes {
        out.extend_from_slice(format!("{byte:02x}").as_bytes());
    }
    out.push(b'>');
}
