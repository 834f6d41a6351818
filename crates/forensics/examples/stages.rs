//! One stage of the work on each file named, for the benchmarks: `stages [--warm N] parse|content|analyze FILE…`.
//!
//! Cold, it does the work and prints nothing. Warm, it prints the best of N times for each file: nanoseconds, tab, path.

use std::fs;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use assay_forensics::{Options, analyze};
use assay_pdf::content::Contents;
use assay_pdf::{Document, ObjectId};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let repeats = match arguments.next_if(|argument| argument == "--warm") {
        Some(_) => arguments.next().and_then(|count| count.parse().ok()),
        None => None,
    };
    let stage: fn(&[u8]) = match arguments.next().as_deref() {
        Some("parse") => parse,
        Some("content") => content,
        Some("analyze") => judge,
        _ => {
            eprintln!("usage: stages [--warm N] parse|content|analyze FILE…");
            return ExitCode::FAILURE;
        }
    };
    for path in arguments {
        let Ok(bytes) = fs::read(&path) else { continue };
        let Some(repeats) = repeats else {
            stage(&bytes);
            continue;
        };
        let best = (0..repeats)
            .map(|_: u32| {
                let start = Instant::now();
                stage(&bytes);
                start.elapsed().as_nanos()
            })
            .min();
        println!("{}\t{path}", best.unwrap_or_default());
    }
    ExitCode::SUCCESS
}

/// Every save, and every object of the last state.
fn parse(bytes: &[u8]) {
    let Ok(document) = Document::open(bytes) else {
        return;
    };
    let view = document.latest();
    for number in document.numbers_at(usize::MAX) {
        black_box(view.indirect(ObjectId::new(number, 0)));
    }
}

/// Everything that every page draws, each glyph with its place.
fn content(bytes: &[u8]) {
    let Ok(document) = Document::open(bytes) else {
        return;
    };
    let view = document.latest();
    let contents = Contents::new(view);
    for page in view.pages() {
        black_box(contents.page(&page));
    }
}

fn judge(bytes: &[u8]) {
    let _ = black_box(analyze(bytes, &Options::default()));
}
