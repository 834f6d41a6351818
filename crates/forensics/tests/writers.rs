//! Who is said to have written a file, against who did, each with a file that says nearly the same and is honest. `UPDATE=1`
//! writes them anew as fixtures.

mod writing;

use writing::{fixtures, raises};

/// A letter that ReportLab wrote, with another name in its place, of the same length.
fn letter(name: &str) -> Vec<u8> {
    let bytes = std::fs::read(fixtures().join("letter-reportlab/original.pdf")).unwrap_or_default();
    let own: &[u8] = b"ReportLab PDF Library - ";
    let at = bytes.windows(own.len()).rposition(|window| window == own);
    let Some(at) = at.filter(|_| name.len() <= own.len()) else {
        return Vec::new();
    };
    let named = format!("{name:24}");
    [&bytes[..at], named.as_bytes(), &bytes[at + own.len()..]].concat()
}

#[test]
fn contents_in_the_hand_of_another_writer_are_told() {
    let id = "contents_of_other_writer";
    assert!(raises("writers/says-jspdf", &letter("jsPDF 2.5.1"), id));
    // A program of one's own on top of the library; one that keeps pages as it finds them; the library itself.
    for (name, producer) in [
        ("says-own-program", "acme-billing 4.1"),
        ("says-quartz", "macOS 14 Quartz"),
        ("says-reportlab", "ReportLab PDF Library - "),
    ] {
        assert!(
            !raises(&format!("writers/{name}"), &letter(producer), id),
            "{name}"
        );
    }
}
