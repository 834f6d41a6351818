//! What an object is for: what a page draws is the page's, whatever else leads to it or whatever it calls itself.

mod maker;

use assay_pdf::Document;
use assay_pdf::revisions::changes::{Role, changes};
use maker::Maker;

const FONT: &str = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";

/// The role of object 4 in a save that writes it again. `catalog` are further entries of the catalog, `entries` of the page,
/// `stream` of the stream itself; `others` are objects from number 5 on.
fn role(catalog: &str, entries: &str, stream: &str, others: &[&str]) -> Option<Role> {
    let mut file = Maker::new();
    file.object(1, &format!("<</Type/Catalog/Pages 2 0 R{catalog}>>"));
    file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>");
    let page = format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]{entries}>>");
    file.object(3, &page);
    file.stream(4, stream, b"BT /F 11 Tf 72 700 Td (10) Tj ET");
    for (number, object) in (5..).zip(others) {
        file.object(number, object);
    }
    let size = format!("/Size {}/Root 1 0 R", 5 + others.len());
    file.save(&size);
    file.stream(4, stream, b"BT /F 11 Tf 72 700 Td (90) Tj ET");
    file.save(&size);
    let document = Document::open(&file.bytes).ok()?;
    let changed = changes(&document, 1);
    let own = changed.iter().find(|change| change.id.number == 4)?;
    Some(own.role.clone())
}

#[test]
fn ways_that_lead_to_a_page_do_not_claim_what_it_draws() {
    let page = format!("{FONT}>>/Contents 4 0 R");
    for (catalog, others) in [
        ("", vec![]),
        // Named destinations, as report writers put into every file.
        (
            "/Names<</Dests 5 0 R>>",
            vec!["<</Names[(a)[3 0 R/XYZ 0 0 0]]>>"],
        ),
        (
            "/Names<</JavaScript 5 0 R>>",
            vec!["<</Names[(a)<</S/GoTo/D[3 0 R/Fit]>>]>>"],
        ),
        ("/Dests<</a[3 0 R/Fit]>>", vec![]),
        (
            "/Outlines 5 0 R",
            vec![
                "<</First 6 0 R/Last 6 0 R>>",
                "<</Parent 5 0 R/Dest[3 0 R/Fit]>>",
            ],
        ),
        ("/OpenAction[3 0 R/Fit]", vec![]),
        ("/AA<</WC<</S/GoTo/D[3 0 R/Fit]>>>>", vec![]),
        (
            "/Threads[5 0 R]",
            vec!["<</F 6 0 R>>", "<</T 5 0 R/P 3 0 R/R[0 0 9 9]>>"],
        ),
        ("/StructTreeRoot 5 0 R", vec!["<</K<</S/P/Pg 3 0 R/K 0>>>>"]),
        (
            "/AcroForm<</Fields[5 0 R]>>",
            vec!["<</FT/Tx/T(a)/P 3 0 R/Subtype/Widget>>"],
        ),
        ("/AcroForm<</Fields[]/X 4 0 R>>", vec![]),
        ("/AF[4 0 R]", vec![]),
        ("/DSS<</Certs[4 0 R]>>", vec![]),
        ("/Metadata 4 0 R", vec![]),
    ] {
        let found = role(catalog, &page, "", &others);
        assert_eq!(found, Some(Role::PageContents(1)), "{catalog}");
    }
}

#[test]
fn what_a_drawn_stream_calls_itself_does_not_matter() {
    let page = format!("{FONT}>>/Contents 4 0 R");
    for stream in [
        "/Type/Metadata/Subtype/XML",
        "/Type/ObjStm/N 0/First 0",
        "/Type/EmbeddedFile",
        "/ByteRange[0 1 2 3]",
    ] {
        let found = role("", &page, stream, &[]);
        assert_eq!(found, Some(Role::PageContents(1)), "{stream}");
    }
}

#[test]
fn names_of_resources_are_no_ways_back() {
    for name in ["D", "P", "Pg", "Dest", "Parent", "Fm0"] {
        let page = format!("{FONT}/XObject<</{name} 4 0 R>>>>");
        let form = "/Type/XObject/Subtype/Form/BBox[0 0 612 792]";
        assert_eq!(
            role("", &page, form, &[]),
            Some(Role::PageXObject(1)),
            "{name}"
        );
    }
}

#[test]
fn what_pages_do_not_draw_keeps_its_role() {
    let page = format!("{FONT}>>");
    for (catalog, expected) in [
        ("/Metadata 4 0 R", Role::Metadata),
        ("/AcroForm<</Fields[]/XFA 4 0 R>>", Role::Form),
        (
            "/Names<</EmbeddedFiles<</Names[(a)<</EF<</F 4 0 R>>>>]>>>>",
            Role::Attachment,
        ),
        ("/DSS<</Certs[4 0 R]>>", Role::SecurityStore),
        ("", Role::Unreferenced),
    ] {
        assert_eq!(role(catalog, &page, "", &[]), Some(expected), "{catalog}");
    }
}
