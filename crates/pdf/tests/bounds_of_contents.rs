//! Each bound of `limits.rs` on what pages draw against a file made to meet it. What takes long here no budget counts.
#![expect(clippy::panic, reason = "a test may")]

mod maker;

use std::fmt::Write;

use assay_pdf::content::Contents;
use assay_pdf::fonts::Font;
use assay_pdf::revisions::changes::changes;
use assay_pdf::{Document, LimitExceeded, ObjectId, limits};
use maker::Maker;

/// Opens a file, reads its first page and says which limit that met.
fn drawn(file: &[u8]) -> Option<LimitExceeded> {
    let document = Document::open(file).ok()?;
    let view = document.latest();
    let pages = view.pages();
    let contents = Contents::new(view);
    pages.iter().find_map(|page| contents.page(page).cut)
}

#[test]
fn operators_are_counted_over_all_forms() {
    let mut file = Maker::with_page("/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>");
    file.packed(4, "", b"/F Do\n", 30_000);
    file.packed(5, "/Subtype/Form/BBox[0 0 9 9]", b"n\n", 1_000);
    assert_eq!(drawn(&file.finish()), Some(LimitExceeded::Operators));
}

#[test]
fn operands_without_an_operator_are_work_too() {
    let mut file = Maker::with_page("/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>");
    file.packed(4, "", b"/F Do\n", 200_000);
    file.packed(5, "/Subtype/Form/BBox[0 0 9 9]", b"%", 1 << 20);
    assert_eq!(drawn(&file.finish()), Some(LimitExceeded::Operators));
}

#[test]
fn forms_within_each_other_end() {
    let mut file = Maker::with_page("/Contents 4 0 R/Resources<</XObject<</F 10 0 R>>>>");
    file.stream(4, "", b"/F Do");
    for number in 10..200 {
        let entries = format!(
            "/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F {} 0 R>>>>",
            number + 1
        );
        file.stream(number, &entries, b"0 0 1 1 re f /F Do");
    }
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let content = Contents::new(view).page(&view.pages()[0]);
    assert_eq!(
        (content.cut, content.paints.len()),
        (None, limits::FORM_DEPTH)
    );
}

#[test]
fn what_is_drawn_is_kept_up_to_a_bound() {
    let font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
    for (part, repeat) in [
        (
            b"(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ".as_slice(),
            60_000,
        ),
        (b"(a)'".as_slice(), 1_000_000),
        (b"0 0 1 1 re f ".as_slice(), 1_000_000),
        (b"BI/W 1/H 1 ID a EI ".as_slice(), 1_000_000),
    ] {
        let mut file = Maker::with_page(&format!("/Contents[4 0 R 5 0 R]{font}"));
        file.stream(4, "", b"BT /F 9 Tf 9 9 Td");
        file.packed(5, "", part, repeat);
        assert_eq!(drawn(&file.finish()), Some(LimitExceeded::Drawn));
    }
}

#[test]
fn long_lists_of_names_are_looked_up_by_their_order() {
    let mut names = String::new();
    for number in 0..100_000 {
        let _ = write!(names, "/N{number} 5 0 R");
    }
    for (category, operator) in [
        ("XObject", "/N0 Do "),
        ("ExtGState", "/N0 gs "),
        ("Properties", "/A/N0 BDC EMC "),
        ("ColorSpace", "/N0 cs "),
    ] {
        let mut file = Maker::with_page(&format!(
            "/Contents 4 0 R/Resources<</{category}<<{names}>>>>"
        ));
        file.packed(4, "", operator.as_bytes(), 100_000);
        file.object(5, "<<>>");
        // Read name by name these would be 10,000,000,000 steps.
        assert_eq!(drawn(&file.finish()), None, "{category}");
    }
}

#[test]
fn fonts_that_stand_in_a_state_are_read_so_often() {
    let state = "<</Font[<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>9]>>";
    let mut file = Maker::with_page(&format!(
        "/Contents 4 0 R/Resources<</ExtGState<</E{state}>>>>"
    ));
    file.packed(4, "", b"/E gs ", 200_000);
    assert_eq!(drawn(&file.finish()), Some(LimitExceeded::Drawn));
}

#[test]
fn a_membership_of_many_layers_costs_more_each_time() {
    let mut file = Maker::with_page("/Contents 4 0 R/Resources<</Properties<</L 5 0 R>>>>");
    file.packed(4, "", b"/OC/L BDC EMC ", 100_000);
    file.object(
        5,
        &format!("<</Type/OCMD/OCGs[{}]>>", "6 0 R ".repeat(100_000)),
    );
    assert_eq!(drawn(&file.finish()), Some(LimitExceeded::Operators));
}

#[test]
fn widths_and_maps_of_fonts_are_counted() {
    let names = "/a ".repeat(1_000_000);
    let mut file = Maker::with_page("");
    let descendant = format!("<</Subtype/CIDFontType2/W[{}]>>", "1[1 1]".repeat(300_000));
    file.object(
        4,
        &format!("<</Type/Font/Subtype/Type1/FirstChar 0/LastChar 9999999/Widths[{names}]/Encoding<</Differences[{names}]>>>>"),
    );
    file.object(
        5,
        &format!("<</Type/Font/Subtype/Type0/DescendantFonts[{descendant}]/ToUnicode 6 0 R>>"),
    );
    file.packed(
        6,
        "",
        b"1 beginbfrange<0000><ffff><0041>endbfrange\n",
        400_000,
    );
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let read = |number| {
        let object = view.indirect(ObjectId::new(number, 0));
        let font =
            object.and_then(|indirect| Some(Font::read(&view, indirect.object.as_dictionary()?)));
        assert!(font.is_some());
    };
    for _ in 0..40 {
        read(4);
    }
    assert_eq!(document.budget().exceeded(), Some(LimitExceeded::Operators));
    read(5);
}

#[test]
fn a_cmap_that_builds_on_itself_ends() {
    let mut file = Maker::with_page("");
    file.object(
        4,
        "<</Type/Font/Subtype/Type0/DescendantFonts[<</Subtype/CIDFontType2>>]/Encoding 5 0 R>>",
    );
    file.stream(
        5,
        "/UseCMap 5 0 R",
        b"1 begincidrange <00> <ff> 7 endcidrange",
    );
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let font = view.indirect(ObjectId::new(4, 0));
    let font = font.and_then(|found| Some(Font::read(&view, found.object.as_dictionary()?)));
    assert!(font.is_some());
    assert_eq!(document.budget().exceeded(), None);
}

#[test]
fn walks_over_every_save_are_counted() {
    let mut file = Maker::with_page("/Annots 4 0 R");
    file.object(4, &format!("[{}]", "5 0 R ".repeat(1_000_000)));
    file.object(5, "<<>>");
    for _ in 0..60 {
        file.save("");
        file.object(6, "0");
    }
    file.save("");
    let document = Document::open(&file.bytes).unwrap_or_else(|error| panic!("{error}"));
    for revision in 0..document.revisions().len() {
        let _ = changes(&document, revision);
    }
    assert_eq!(document.budget().exceeded(), Some(LimitExceeded::Operators));
}
