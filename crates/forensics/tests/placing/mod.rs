//! Pages written for a test: text of Helvetica at its place, and a table of amounts.

use std::fmt::Write as _;

use assay_forensics::{Options, Report, analyze};

/// A page of Helvetica: what its contents stream holds.
pub fn document(pages: &[String]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len())
        .map(|at| format!("{} 0 R", 4 + 2 * at))
        .collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!(
            "<</Type/Pages/Kids[{}]/Count {}>>",
            kids.join(" "),
            pages.len()
        ),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
    ];
    for (at, contents) in pages.iter().enumerate() {
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents {} 0 R/Resources<</Font<</F1 3 0 R/F2<</Type/Font/Subtype/Type1/BaseFont/Courier>>/F3<</Type/Font/Subtype/Type1/BaseFont/Arial>>/F4<</BaseFont/Courier/Name/F4/Subtype/Type1/Type/Font>>>>>>>>",
            5 + 2 * at
        ));
        objects.push(format!(
            "<</Length {}>>stream\n{contents}\nendstream",
            contents.len()
        ));
    }
    let mut file = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        let _ = writeln!(file, "{} 0 obj{object}endobj", at + 1);
    }
    let table = file.len();
    let _ = writeln!(file, "xref\n0 {}\n0000000000 65535 f ", objects.len() + 1);
    for offset in offsets {
        let _ = writeln!(file, "{offset:010} 00000 n ");
    }
    let _ = writeln!(
        file,
        "trailer<</Size {}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF",
        objects.len() + 1
    );
    file.into_bytes()
}

pub fn text(x: f64, y: f64, text: &str) -> String {
    format!("BT /F1 10 Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Ends at 500: digits of Helvetica are 5.56 wide at this size, full stops and commas 2.78.
pub fn amount(y: f64, value: &str) -> String {
    text(500.0 - width(value), y, value)
}

pub fn width(value: &str) -> f64 {
    let narrow = value.chars().filter(|c| !c.is_ascii_digit()).count() as f64;
    (value.len() as f64 - narrow) * 5.56 + narrow * 2.78
}

pub fn report(pages: &[String]) -> Report {
    analyzed(&document(pages))
}

#[expect(clippy::panic, reason = "a test may")]
pub fn analyzed(file: &[u8]) -> Report {
    match analyze(file, &Options::default()) {
        Ok(report) => report,
        Err(failure) => panic!("{failure:?}"),
    }
}

pub fn ids(report: &Report) -> Vec<&str> {
    report.signals.iter().map(|signal| signal.id).collect()
}

/// Rows with a date, a text and an amount, from 700 downwards, at a pitch of 20.
pub fn table(values: &[Option<&str>]) -> String {
    let mut contents = String::new();
    let rows = (0u32..)
        .zip(values)
        .filter_map(|(row, value)| Some((row, (*value)?)));
    for (row, value) in rows {
        let y = 700.0 - 20.0 * f64::from(row);
        contents += &text(60.0, y, &format!("{:02}.03.2026", row + 1));
        contents += &text(150.0, y, "Payment received with thanks");
        contents += &amount(y, value);
    }
    contents
}
