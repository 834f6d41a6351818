//! Invoice data embedded in a file against its pages: silent where they agree, heard where one digit differs. `UPDATE=1` writes them anew as
//! fixtures.

#![allow(clippy::panic)] // A test says what it got instead.

mod writing;

use assay_forensics::{Options, Report, Verdict, analyze};

fn fixture() -> Vec<u8> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/invoice-openpdf/xml-attached-incremental-pypdf.pdf"
    );
    std::fs::read(path).unwrap_or_default()
}

fn report(bytes: &[u8]) -> Report {
    analyze(bytes, &Options::default()).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn a_total_that_the_data_give_otherwise() {
    let (genuine, id) = (fixture(), "print_differs_from_data");
    assert!(!writing::raises("values/embedded-data-agree", &genuine, id));
    // The data stand in the file uncompressed: one digit of them changed is one digit of the page changed.
    let (was, is) = (b">5809.24<", b">5309.24<");
    let at = genuine
        .windows(was.len())
        .position(|window| window == was)
        .unwrap_or_else(|| panic!("the fixture's data give no total"));
    let mut altered = genuine.clone();
    altered.splice(at..at + was.len(), is.iter().copied());
    assert!(writing::raises("values/embedded-data-differ", &altered, id));
    let loud = report(&altered);
    let found = loud.signals.iter().find(|signal| signal.id == id);
    let found = found.unwrap_or_else(|| panic!("{:#?}", loud.signals));
    let digits = |value: &Option<String>| -> String {
        let text = value.as_deref().unwrap_or_default();
        text.chars().filter(char::is_ascii_digit).collect()
    };
    assert_eq!(
        (digits(&found.old_value), digits(&found.new_value)),
        ("530924".into(), "580924".into())
    );
    assert!(found.bbox.is_some());
    assert_ne!(loud.verdict, Verdict::Inconclusive);
}
