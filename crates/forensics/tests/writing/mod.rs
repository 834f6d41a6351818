//! Small files written by hand, and whether they raise a signal.

#![allow(dead_code, reason = "each test that takes this in uses a part of it")]

use std::path::{Path, PathBuf};

use assay_forensics::{Options, Signal, analyze};

/// A file of these objects; object 1 is the catalog. Of one number twice, the last is listed.
pub fn pdf(objects: &[(u32, String)]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut offsets: std::collections::BTreeMap<u32, usize> = Default::default();
    for (number, body) in objects {
        offsets.insert(*number, bytes.len());
        bytes.extend_from_slice(format!("{number} 0 obj\n{body}\nendobj\n").as_bytes());
    }
    let at = bytes.len();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1);
    for offset in offsets.values() {
        table += &format!("{offset:010} 00000 n \n");
    }
    table += &format!(
        "trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF\n",
        offsets.len() + 1
    );
    bytes.extend_from_slice(table.as_bytes());
    bytes
}

pub fn stream(entries: &str, data: &str) -> String {
    format!(
        "<<{entries}/Length {}>>\nstream\n{data}\nendstream",
        data.len()
    )
}

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

pub fn signals(bytes: &[u8]) -> Vec<Signal> {
    let report = analyze(bytes, &Options::default());
    assert!(report.is_ok(), "{report:?}");
    report.map(|report| report.signals).unwrap_or_default()
}

/// Whether the file raises a signal; kept as a fixture of this name where fixtures are asked for.
pub fn raises(name: &str, bytes: &[u8], id: &str) -> bool {
    if std::env::var_os("UPDATE").is_some() {
        let path = fixtures().join(format!("{name}.pdf"));
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = folder.and_then(|()| std::fs::write(&path, bytes));
        assert!(written.is_ok(), "{name}");
    }
    let seen = signals(bytes);
    // Shown where the test fails.
    println!("{name}:");
    for signal in &seen {
        println!("  {} {:?}: {}", signal.id, signal.bbox, signal.evidence);
    }
    seen.iter().any(|signal| signal.id == id)
}
