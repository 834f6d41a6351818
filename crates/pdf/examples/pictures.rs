//! What of the pictures of files can be read: `pictures [--out FOLDER] FILE…` prints a line for each image XObject of the last
//! state, and writes those that are read as netpbm files.

use std::path::Path;

use assay_pdf::images::{Pixels, pixels};
use assay_pdf::{Document, Object, ObjectId, View};

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let folder = arguments.next_if_eq("--out").and_then(|_| arguments.next());
    for path in arguments {
        let Ok(bytes) = std::fs::read(&path) else {
            eprintln!("{path}: cannot be read");
            continue;
        };
        let Ok(document) = Document::open(&bytes) else {
            continue;
        };
        let view = document.latest();
        for number in document.numbers_at(view.revision()) {
            picture(&view, number, &path, folder.as_deref());
        }
    }
}

fn picture(view: &View<'_>, number: u32, path: &str, folder: Option<&str>) {
    let Some(indirect) = view.indirect(ObjectId::new(number, 0)) else {
        return;
    };
    let Some(stream) = indirect.object.as_stream() else {
        return;
    };
    let dictionary = &stream.dictionary;
    if view.get(dictionary, b"Subtype").as_name() != Some(b"Image") {
        return;
    }
    let filter = view.get(dictionary, b"Filter");
    let filter = match &*filter {
        Object::Array(names) => names.last().cloned().unwrap_or_default(),
        other => other.clone(),
    };
    let filter = String::from_utf8_lossy(filter.as_name().unwrap_or(b"none")).into_owned();
    let stem = Path::new(path).file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy();
    match pixels(view, stream) {
        Ok(Some(read)) => {
            println!(
                "{stem}\t{number}\t{filter}\t{}x{}x{}",
                read.width, read.height, read.channels
            );
            if let Some(folder) = folder {
                write(&read, &format!("{folder}/{stem}-{number}"));
            }
        }
        Ok(None) => println!("{stem}\t{number}\t{filter}\tnot read"),
        Err(limit) => println!("{stem}\t{number}\t{filter}\t{limit}"),
    }
}

fn write(pixels: &Pixels, name: &str) {
    let (kind, end) = match pixels.channels {
        1 => ("P5", "pgm"),
        3 => ("P6", "ppm"),
        _ => return,
    };
    let mut file = format!("{kind}\n{} {}\n255\n", pixels.width, pixels.height).into_bytes();
    file.extend_from_slice(&pixels.samples);
    if let Err(error) = std::fs::write(format!("{name}.{end}"), file) {
        eprintln!("{name}: {error}");
    }
}
