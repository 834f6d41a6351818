//! Pages beside each other: what two of them say otherwise. `UPDATE=1` writes the files anew as fixtures.

mod writing;

use assay_forensics::{Options, Verdict, analyze};
use writing::{pdf, raises, stream};

/// A receipt of some fifty words.
fn receipt(number: &str, total: &str, last: &str) -> String {
    let mut data = String::from("BT /F 11 Tf 14 TL 40 260 Td ");
    for line in [
        "Receipt of the example works for goods bought over the counter".to_owned(),
        format!("Number {number} of the third of May paid by card at the till"),
        "One box of screws of steel with a flat head and one hammer".to_owned(),
        "Two litres of paint for wood that is kept out of doors in white".to_owned(),
        "The goods stay ours until they are paid for in full".to_owned(),
        format!("Total {total}"),
        last.to_owned(),
    ] {
        data += &format!("({line}) Tj T* ");
    }
    data + "ET"
}

fn two(first: &str, second: &str) -> Vec<u8> {
    two_in(first, second, [5, 5])
}

/// The second page may have a font of its own.
fn two_in(first: &str, second: &str, fonts: [u32; 2]) -> Vec<u8> {
    let page = |font: u32, contents: u32| {
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 300]/Resources<</Font<</F {font} 0 R>>>>/Contents {contents} 0 R>>"
        )
    };
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
    pdf(&[
        (1, "<</Type/Catalog/Pages 2 0 R>>".into()),
        (2, "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>".into()),
        (3, page(fonts[0], 6)),
        (4, page(fonts[1], 7)),
        (5, font.into()),
        (8, font.into()),
        (6, stream("", first)),
        (7, stream("", second)),
    ])
}

#[test]
fn a_page_that_stands_there_twice_with_another_amount_is_told() {
    let id = "page_twice_with_other_value";
    let first = receipt("4471", "1.250,00", "Page 1");
    let raised =
        |name: &str, second: &str| raises(&format!("pages/{name}"), &two(&first, second), id);
    let (same, other) = ("1.250,00", "9.250,00");
    assert!(raised(
        "page-twice-amount-changed",
        &receipt("4471", other, "Page 2")
    ));
    assert!(!raised("page-twice", &receipt("4471", same, "Page 2")));
    assert!(!raised(
        "page-of-the-next-receipt",
        &receipt("4472", other, "Page 2")
    ));
    assert!(!raised(
        "page-with-more-text",
        &receipt("4471", other, "Page 2 of the receipt")
    ));
    let copies = two(
        &receipt("4471", same, "Copy 1"),
        &receipt("4471", other, "Copy 2"),
    );
    assert!(!raises("pages/page-as-a-copy", &copies, id));
}

#[test]
fn a_sheet_that_stands_there_in_two_editions_is_told() {
    let id = "sheet_of_two_editions";
    let day = "Paid on 12.05.2026";
    let first = receipt("447100", "1.250,00", day);
    let (changed, again) = (
        receipt("447100", "9.250,00", day),
        receipt("447100", "1.250,00", "Paid on 19.05.2026"),
    );
    let raised = |name: &str, bytes: &[u8]| raises(&format!("pages/{name}"), bytes, id);
    let apart = |second: &str| two_in(&first, second, [5, 8]);
    assert!(raised("sheet-of-two-editions", &apart(&changed)));
    // Of one run; of another receipt; printed again on another day.
    assert!(!raised("sheets-of-one-run", &two(&first, &changed)));
    let next = receipt("447101", "9.250,00", "Paid on 13.05.2026");
    assert!(!raised("sheets-of-two-receipts", &apart(&next)));
    assert!(!raised("sheet-printed-again", &apart(&again)));
}

/// A sheet of text with its number at the foot.
fn sheet(number: u32) -> String {
    let foot = format!("BT /F 9 Tf 400 20 Td (Page {number} of 3) Tj ET");
    receipt(&format!("44{number}1"), "1.250,00", "Thank you") + &foot
}

#[test]
fn a_page_taken_out_of_the_middle_is_told() {
    let id = "page_missing";
    let leap = two(&sheet(1), &sheet(3));
    assert!(raises("pages/page-taken-out", &leap, id));
    // Who needs the first pages only passes on these.
    let first = two(&sheet(1), &sheet(2));
    assert!(!raises("pages/first-pages-only", &first, id));
}

/// A receipt behind which forms draw each other, ten at a time.
fn nested(levels: u32) -> Vec<u8> {
    let draws = "/X Do ".repeat(10);
    let mut objects = vec![
        (1, "<</Type/Catalog/Pages 2 0 R>>".into()),
        (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>".into()),
        (
            3,
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 300]/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>/Contents 4 0 R>>".into(),
        ),
        (4, stream("", &(receipt("4471", "1.250,00", "Thank you") + " /X Do"))),
        (5, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".into()),
    ];
    for level in 0..levels {
        let next = 7 + level;
        let resources = format!(
            "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X {next} 0 R>>>>"
        );
        objects.push((6 + level, stream(&resources, &draws)));
    }
    let last = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]";
    objects.push((6 + levels, stream(last, "0 0 m 1 1 l S")));
    pdf(&objects)
}

#[test]
fn a_page_that_draws_without_end_is_judged_by_what_is_read_of_it() {
    let id = "page_read_in_part";
    let endless = nested(12);
    assert!(raises("pages/forms-without-end", &endless, id));
    let texts = analyze(&endless, &Options::default());
    assert!(texts.is_ok_and(|report| report.verdict == Verdict::Inconclusive));
    assert!(!raises("pages/forms-in-forms", &nested(2), id));
}
