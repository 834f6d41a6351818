//! One line a file: verdict, score, time and scored findings. `cargo run --release --example verdicts FILE…`.

use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let start = Instant::now();
        let result = assay_forensics::analyze(&bytes, &assay_forensics::Options::default());
        let time = start.elapsed().as_micros();
        match result {
            Ok(report) => {
                let scored: Vec<String> = report
                    .signals
                    .iter()
                    .map(|s| {
                        let place = s.page.map(|p| format!("@{p}")).unwrap_or_default();
                        let values = match (&s.old_value, &s.new_value) {
                            (None, None) => String::new(),
                            (old, new) => format!(
                                "[{} -> {}]",
                                old.as_deref().unwrap_or("-"),
                                new.as_deref().unwrap_or("-")
                            ),
                        };
                        format!("{}{}{place}{values}", if s.scored { "" } else { "~" }, s.id)
                    })
                    .collect();
                println!(
                    "{path}\t{}\t{}\t{:?}\t{}\t{time}\t{}",
                    report.verdict.word(),
                    report.basis.word(),
                    report.score,
                    report.document_class.word(),
                    scored.join(" ; ")
                );
            }
            Err(failure) => println!(
                "{path}\tfailed\t{}\t\t\t{time}\t{}",
                failure.code.word(),
                failure.message
            ),
        }
    }
}
