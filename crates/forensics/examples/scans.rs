//! What the pictures of pages tell, in numbers. `cargo run --example scans FILE…`.

use assay_forensics::scans::{
    copies, copy_move, glyphs, grey, jpeg_grid::JpegGrid, layer, read, recompressed::First,
    sharpness,
};
use assay_pdf::Document;
use assay_pdf::content::Contents;
use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let Ok(document) = Document::open(&bytes) else {
            continue;
        };
        let view = document.latest();
        let contents = Contents::new(view);
        for page in view.pages().iter().take(20) {
            let content = contents.page(page);
            let mut left = Default::default();
            let Ok(Some(picture)) = read(&view, page, &content, &mut left) else {
                continue;
            };
            let levels = &picture.levels;
            let paper = grey::paper(levels);
            let threshold = grey::threshold(levels, paper);
            println!(
                "{path}\t{}\t{}x{}\tpaper {paper} ink below {threshold} noise {:.2} {}",
                page.number,
                levels.width,
                levels.height,
                grey::noise(levels, paper),
                if picture.jpeg.is_some() {
                    "jpeg"
                } else {
                    "lossless"
                }
            );
            let shapes = glyphs::shapes(levels, threshold).unwrap_or_default();
            if let Some(image) = assay_forensics::scans::page_picture(page, &content) {
                let found =
                    layer::misread(page.number, &content, image, levels, picture.size, &shapes);
                for word in found {
                    println!("  layer {word:?}");
                }
            }
            let start = Instant::now();
            let cut_off = &picture.cut_off;
            let share = cut_off.iter().filter(|&&c| c).count() as f64 / cut_off.len().max(1) as f64;
            let box_of = |b: (usize, usize, usize, usize)| (b.0 * 8, b.1 * 8, b.2 * 8, b.3 * 8);
            match &picture.jpeg {
                Some((blocks, steps)) => {
                    let first = First::of(blocks, levels, steps);
                    let Some(first) = first else {
                        println!("  once cut {share:.3} {} us", start.elapsed().as_micros());
                        copied(levels, threshold);
                        continue;
                    };
                    println!(
                        "  twice {} told {:.3} cut {share:.3}",
                        first.quality, first.told
                    );
                    for place in first.places(blocks, cut_off).iter().take(3) {
                        println!(
                            "    once {:?} of {} odds {:.1}",
                            box_of(place.blocks),
                            place.of,
                            place.odds
                        );
                    }
                }
                None => {
                    let Some(grid) = JpegGrid::of(levels, cut_off) else {
                        println!(
                            "  no grid cut {share:.3} {} us",
                            start.elapsed().as_micros()
                        );
                        copied(levels, threshold);
                        continue;
                    };
                    println!("  grid {} cut {share:.3}", grid.known());
                    for place in grid.places(levels, cut_off).iter().take(3) {
                        println!(
                            "    never {:?} of {} odds {:.1}",
                            box_of(place.blocks),
                            place.of,
                            place.odds
                        );
                    }
                }
            }
            println!("  {} us", start.elapsed().as_micros());
            copied(levels, threshold);
        }
    }
}

fn copied(levels: &assay_pdf::images::jpeg::Levels, threshold: u8) {
    if std::env::var("NOCOPY").is_ok() {
        return;
    }
    let start = Instant::now();
    let copies = copies::copies(levels);
    println!(
        "  copies {} {} us",
        copies.len(),
        start.elapsed().as_micros()
    );
    for copy in copies.iter().take(5) {
        println!("    copy {copy:?}");
    }
    let start = Instant::now();
    let shapes = glyphs::shapes(levels, threshold).unwrap_or_default();
    println!(
        "  shapes {} {} us",
        shapes.len(),
        start.elapsed().as_micros()
    );
    let start = Instant::now();
    let copy_moves = copy_move::copy_moves(levels, grey::paper(levels), &shapes);
    println!(
        "  copy-moves {} {} us",
        copy_moves.len(),
        start.elapsed().as_micros()
    );
    for copy_move in &copy_moves {
        println!("    copy_move {copy_move:?}");
    }
    let start = Instant::now();
    let sharpness = sharpness::places(levels, &shapes);
    println!(
        "  sharpness {} {} us",
        sharpness.len(),
        start.elapsed().as_micros()
    );
    for one in &sharpness {
        println!("    sharpness {one:?}");
    }
}
