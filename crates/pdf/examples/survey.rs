//! Opens each file named and prints its saves, pages and anomalies: `cargo run --example survey FILE…`.

use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let start = Instant::now();
        match assay_pdf::Document::open(&bytes) {
            Ok(document) => {
                let view = document.latest();
                let pages = view.pages().len();
                let mut kinds: Vec<String> = document
                    .anomalies()
                    .iter()
                    .map(|a| format!("{:?}", a.kind))
                    .collect();
                kinds.dedup();
                kinds.truncate(4);
                println!(
                    "{path}\t{}us\trevisions={}\tpages={pages}\tobjects={}\tencrypted={}\trebuilt={}\t{}",
                    start.elapsed().as_micros(),
                    document.revisions().len(),
                    document.numbers_at(usize::MAX).len(),
                    document.is_encrypted(),
                    document.is_rebuilt(),
                    kinds.join(" ")
                );
            }
            Err(error) => println!("{path}\t{}us\terror\t{error}", start.elapsed().as_micros()),
        }
    }
}
