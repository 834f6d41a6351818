//! Draws the first page of every state of the files named and tells how long each took: `--example draw FILE…`.

use std::time::Instant;

use assay_render::{PageOf, draw};

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let states = assay_pdf::Document::open(&bytes).map_or(1, |open| open.revisions().len());
        for revision in 0..states {
            let start = Instant::now();
            let wanted = PageOf {
                revision: Some(revision),
                page: 1,
                dpi: 110.0,
                marks: Vec::new(),
            };
            let drawn = draw(&bytes, &wanted);
            let time = start.elapsed().as_millis();
            match drawn.and_then(|picture| picture.png()) {
                Ok(png) => println!("{path}\t{}\tdrawn\t{time}\t{}", revision + 1, png.len()),
                Err(error) => println!("{path}\t{}\t{error}\t{time}\t0", revision + 1),
            }
        }
    }
}
