//! Prints what each save of the files named did: `cargo run --example history -- a.pdf b.pdf`.

fn main() {
    for path in std::env::args().skip(1) {
        println!("{path}");
        let bytes = std::fs::read(&path).unwrap_or_default();
        match assay_forensics::history(&bytes) {
            Err(failure) => println!("  failed: {}", failure.message),
            Ok(history) => {
                for save in &history.saves {
                    print(save);
                }
                if let Some(cut) = history.cut {
                    println!("  {cut}");
                }
            }
        }
    }
}

fn print(save: &assay_forensics::Save) {
    println!(
        "  save {} {}..{} {} {:?} {:?}",
        save.number,
        save.start,
        save.end,
        save.meanings.join("+"),
        save.writer,
        save.dates
    );
    for change in &save.changes {
        println!(
            "    {} {} {:?} {:?}",
            change.kind, change.name, change.entries, change.as_after_save
        );
    }
    for page in &save.page_changes {
        println!("    page {}: {page:?}", page.page);
    }
}
