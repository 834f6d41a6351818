//! Prints every line of every page with its place: `cargo run --example words FILE…`.

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let document = match assay_pdf::Document::open(&bytes) {
            Ok(document) => document,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        let view = document.latest();
        let contents = assay_pdf::content::Contents::new(view);
        for page in view.pages() {
            let content = contents.page(&page);
            println!(
                "{path} page {} glyphs {} paints {} images {}",
                page.number,
                content.glyphs.len(),
                content.paints.len(),
                content.images.len()
            );
            for line in assay_pdf::content::lines(&content, |run| !run.hidden) {
                for word in &line.words {
                    println!(
                        "  {:.1} {:.1} {:.1} {:.1}  {}",
                        word.area.x0, word.area.y0, word.area.x1, word.area.y1, word.text
                    );
                }
            }
        }
    }
}
