//! Cuts real files into seeds: each file and its parts in the form each target reads.

#[path = "../../crates/pdf/tests/writer/mod.rs"]
mod writer;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use assay_pdf::content::{Contents, Line, lines};
use assay_pdf::{Dictionary, Document, Object, ObjectId, View};

use crate::parts::BREAK;

/// Longer seeds make every mutation slow.
const LONGEST: usize = 64 << 10;

/// Writes the seeds of one file into the folder that `SEEDS` names.
pub fn cut(bytes: &[u8]) {
    if let Some(folder) = std::env::var_os("SEEDS") {
        of_file(&Seeds(folder.into()), bytes);
    }
}

struct Seeds(PathBuf);

impl Seeds {
    fn keep(&self, target: &str, seed: &[u8]) {
        if seed.is_empty() || seed.len() > LONGEST {
            return;
        }
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        let folder = self.0.join(target);
        let _ = std::fs::create_dir_all(&folder);
        let name = format!("{:016x}", hasher.finish());
        if let Err(error) = std::fs::write(folder.join(name), seed) {
            eprintln!("{}: {error}", folder.display());
        }
    }
}

fn of_file(seeds: &Seeds, bytes: &[u8]) {
    for target in ["open", "analyze"] {
        seeds.keep(target, bytes);
    }
    let Ok(document) = Document::open(bytes) else {
        return;
    };
    seeds.keep("crypt", &encrypted(&document));
    let text = template(&document);
    for target in ["saves", "assembled"] {
        seeds.keep(target, &text);
    }
    if document.revisions().len() > 1 {
        seeds.keep("examine", &[&[255], text.as_slice()].concat());
        seeds.keep("examine", &[&[0], last_save(&document).as_slice()].concat());
    }
    of_objects(seeds, &document);
    of_pages(seeds, &document);
}

/// The file in the language of `assemble`, streams unpacked and objects out of their object streams.
fn template(document: &Document<'_>) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    for revision in 0..document.revisions().len() {
        save(document, revision, &mut out);
    }
    out
}

fn last_save(document: &Document<'_>) -> Vec<u8> {
    let mut out = b"\n".to_vec();
    save(document, document.revisions().len() - 1, &mut out);
    out
}

fn save(document: &Document<'_>, revision: usize, out: &mut Vec<u8>) {
    let view = document.at(revision);
    for (number, _) in document.written_in(revision) {
        if let Some(indirect) = view.indirect(ObjectId::new(number, 0)) {
            let kind = indirect.object.as_dictionary().and_then(|d| d.get(b"Type"));
            if kind.is_some_and(|kind| kind.is_name(b"XRef") || kind.is_name(b"ObjStm")) {
                continue;
            }
            let id = indirect.id;
            out.extend_from_slice(format!("{} {} obj\n", id.number, id.generation).as_bytes());
            let data = indirect
                .object
                .as_stream()
                .map(|stream| view.decode(stream));
            let mut text = Vec::new();
            writer::write(&mut text, &indirect.object, 0, &|value, depth| {
                (depth == 1 && value.is_name(b"FlateDecode")).then(|| b"null".to_vec())
            });
            match data {
                Some(data) => {
                    // A second /Length wins over the first.
                    text.truncate(text.len().saturating_sub(2));
                    escape(out, &text);
                    out.extend_from_slice(b"/Length @L>>stream\n@[");
                    escape_data(out, &data.unwrap_or_default());
                    out.extend_from_slice(b"@]\nendstream\nendobj\n");
                }
                None => {
                    escape(out, &text);
                    out.extend_from_slice(b"\nendobj\n");
                }
            }
        }
    }
    out.extend_from_slice(b"@X<<");
    for (key, value) in view.trailer().iter() {
        if [b"Root".as_slice(), b"Info", b"ID", b"Size"].contains(&key.as_bytes()) {
            out.push(b'/');
            out.extend_from_slice(key.as_bytes());
            out.push(b' ');
            escape(out, &writer::object(value));
        }
    }
    let previous: &[u8] = if revision > 0 { b"/Prev @P" } else { b"" };
    out.extend_from_slice(previous);
    out.extend_from_slice(b">>\nstartxref\n@S\n%%EOF\n");
}

fn escape(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        out.push(byte);
        if byte == b'@' {
            out.push(b'@');
        }
    }
}

/// Data stands as it is; only its end mark may not occur in it.
fn escape_data(out: &mut Vec<u8>, data: &[u8]) {
    out.extend(
        data.iter()
            .map(|&byte| if byte == b'@' { b'a' } else { byte }),
    );
}

fn encrypted(document: &Document<'_>) -> Vec<u8> {
    let view = document.latest();
    let dictionary = view.get(view.trailer(), b"Encrypt");
    if dictionary.as_dictionary().is_none() {
        return Vec::new();
    }
    let mut out = writer::object(&dictionary);
    out.extend_from_slice(BREAK);
    let identifier = view.get(view.trailer(), b"ID");
    let first = identifier
        .as_array()
        .and_then(<[Object]>::first)
        .and_then(Object::as_string);
    for byte in first.unwrap_or_default() {
        out.extend_from_slice(format!("{byte:02x}").as_bytes());
    }
    for part in [
        b"".as_slice(),
        b"0123456789abcdef0123456789abcdef",
        b"0123456789abcdef",
    ] {
        out.extend_from_slice(BREAK);
        out.extend_from_slice(part);
    }
    out
}

fn of_objects(seeds: &Seeds, document: &Document<'_>) {
    let view = document.latest();
    for number in document.numbers_at(usize::MAX) {
        let Some(indirect) = view.indirect(ObjectId::new(number, 0)) else {
            continue;
        };
        let Some(dictionary) = indirect.object.as_dictionary() else {
            continue;
        };
        let is =
            |key: &[u8], name: &[u8]| dictionary.get(key).is_some_and(|value| value.is_name(name));
        if is(b"Type", b"Font")
            && !is(b"Subtype", b"CIDFontType2")
            && !is(b"Subtype", b"CIDFontType0")
        {
            of_font(seeds, &view, &indirect.object);
        }
        if let Some(contents) = dictionary.get(b"Contents").and_then(Object::as_string)
            && dictionary.contains(b"ByteRange")
        {
            let end = contents
                .iter()
                .rposition(|&byte| byte != 0)
                .map_or(0, |at| at + 3);
            let value = contents.get(..end).unwrap_or(contents);
            seeds.keep("cms", &[&[3], value].concat());
            seeds.keep("cms", &[&[2], value].concat());
        }
        if let Some(stream) = indirect.object.as_stream() {
            let raw = stream.data.of(document.bytes());
            let kind: u8 = match dictionary.get(b"Filter").and_then(Object::as_name) {
                Some(b"LZWDecode") => 1,
                Some(b"ASCIIHexDecode") => 2,
                Some(b"ASCII85Decode") => 3,
                Some(b"RunLengthDecode") => 4,
                _ => 0,
            };
            if is(b"Subtype", b"Image") {
                let mut text = writer::object(&indirect.object);
                text.drain(..2);
                text.truncate(text.len().saturating_sub(2));
                let shared = shared(&view, dictionary, &mut text);
                seeds.keep("pictures", &[&text, raw, &shared].join(BREAK));
            }
            if raw.len() < 2000 {
                seeds.keep("filters", &[&[kind, 12, 0, 3, 2], raw].concat());
            }
        }
        let span = indirect.span.of(document.bytes());
        if span.len() < 3000 && !document.is_encrypted() {
            seeds.keep("parser", span);
        }
    }
}

/// The data that a picture shares with others, to which its entries then lead in the place the target gives it.
fn shared(view: &View<'_>, dictionary: &Dictionary, entries: &mut Vec<u8>) -> Vec<u8> {
    let parameters = view.get(dictionary, b"DecodeParms");
    let globals = parameters
        .as_dictionary()
        .and_then(|parameters| parameters.get(b"JBIG2Globals"));
    let Some(Object::Reference(id)) = globals else {
        return Vec::new();
    };
    let leads = format!("{} {} R", id.number, id.generation);
    let text = String::from_utf8_lossy(entries).replace(&leads, "5 0 R");
    *entries = text.into_bytes();
    let stream = view.indirect(*id);
    let stream = stream.as_ref().and_then(|one| one.object.as_stream());
    stream.map_or_else(Vec::new, |stream| view.decode(stream).unwrap_or_default())
}

/// A font with everything it refers to written in its place, its streams in the places that the target gives them.
fn of_font(seeds: &Seeds, view: &View<'_>, font: &Object) {
    let pieces = std::cell::RefCell::new([const { Vec::new() }; 5]);
    let mut text = Vec::new();
    inline(view, font, &mut text, &pieces, 0);
    let [entries, program, to_unicode, encoding, other] = pieces.into_inner();
    let seed = [
        text,
        entries,
        program,
        to_unicode.clone(),
        encoding.clone(),
        other,
        b"AB\0\x01".to_vec(),
    ];
    seeds.keep("fonts", &seed.join(BREAK));
    for map in [to_unicode, encoding] {
        if !map.is_empty() {
            seeds.keep("cmap", &[map, b"\0\x01\0\x02AB".to_vec()].join(BREAK));
        }
    }
}

type Pieces = std::cell::RefCell<[Vec<u8>; 5]>;

fn inline(view: &View<'_>, object: &Object, out: &mut Vec<u8>, pieces: &Pieces, depth: usize) {
    let Some(dictionary) = object.as_dictionary() else {
        return;
    };
    out.extend_from_slice(b"<<");
    for (key, value) in dictionary.iter() {
        out.push(b'/');
        out.extend_from_slice(key.as_bytes());
        out.push(b' ');
        let value = view.resolve(value);
        match &*value {
            Object::Stream(stream) => {
                let data = view.decode(stream).unwrap_or_default();
                let mut pieces = pieces.borrow_mut();
                let (place, number) = match key.as_bytes() {
                    b"FontFile" | b"FontFile2" | b"FontFile3" => (1, 5),
                    b"ToUnicode" => (2, 6),
                    b"Encoding" => (3, 7),
                    _ => (4, 8),
                };
                if place == 1 {
                    for (key, value) in stream.dictionary.iter() {
                        if [b"Subtype".as_slice(), b"Length1", b"Length2", b"Length3"]
                            .contains(&key.as_bytes())
                        {
                            pieces[0].push(b'/');
                            pieces[0].extend_from_slice(key.as_bytes());
                            pieces[0].push(b' ');
                            let value = view.resolve(value);
                            pieces[0].extend_from_slice(&writer::object(&value));
                        }
                    }
                }
                pieces[place] = data;
                out.extend_from_slice(format!("{number} 0 R").as_bytes());
            }
            Object::Dictionary(_) if depth < 5 => inline(view, &value, out, pieces, depth + 1),
            Object::Array(items) if key.as_bytes() == b"DescendantFonts" => {
                out.push(b'[');
                for item in items.iter().take(1) {
                    inline(view, &view.resolve(item), out, pieces, depth + 1);
                }
                out.push(b']');
            }
            other => out.extend_from_slice(&writer::object(other)),
        }
    }
    out.extend_from_slice(b">>");
}

fn of_pages(seeds: &Seeds, document: &Document<'_>) {
    let view = document.latest();
    let contents = Contents::new(view);
    for page in view.pages().iter().take(6) {
        let mut data = Vec::new();
        for stream in contents.streams(page) {
            data.extend_from_slice(&view.decode(&stream).unwrap_or_default());
            data.push(b'\n');
        }
        seeds.keep("content", &data);
        seeds.keep("render", &data);
        let read = contents.page(page);
        seeds.keep("values", typed(&lines(&read, |run| !run.hidden)).as_bytes());
    }
}

/// Lines as a typewriter would set them, each word near its column.
fn typed(lines: &[Line]) -> String {
    let mut out = String::new();
    for line in lines {
        let mut column = 0;
        for word in &line.words {
            let start = (word.area.x0 / 5.0).clamp(0.0, 300.0) as usize;
            let gap = start.saturating_sub(column).max(1);
            out.push_str(&" ".repeat(gap));
            out.push_str(&word.text);
            column += gap + word.text.chars().count();
        }
        out.push('\n');
    }
    out
}
