//! What a person calls each object, by every way that may lead to it.
#![expect(clippy::panic, reason = "a test may")]

mod maker;

use assay_pdf::Document;
use assay_pdf::revisions::names;
use maker::Maker;

/// Number, what the object says, and what it is called.
type Part = (u32, &'static str, &'static str);

const CATALOG: &str = "<</Type/Catalog/Pages 2 0 R/Metadata 20 0 R/StructTreeRoot 21 0 R/Outlines 22 0 R/OCProperties<</OCGs[24 0 R]>>/OpenAction 25 0 R/AcroForm 40 0 R/PageLabels 26 0 R/Dests 28 0 R/Names 30 0 R/AF[33 0 R]/DSS 36 0 R/Perms<</DocMDP 39 0 R>>/ViewerPreferences 54 0 R>>";

const OF_DOCUMENTS: [Part; 24] = [
    (1, CATALOG, "catalog"),
    (2, "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>", "page tree"),
    (20, "<<>>", "XMP metadata"),
    (21, "<</K 55 0 R>>", "structure tree"),
    (55, "<</Pg 3 0 R/K 0>>", "structure tree"),
    (22, "<</First 23 0 R/Last 23 0 R>>", "bookmarks"),
    (
        23,
        "<</Title(One)/Parent 22 0 R/Dest[3 0 R/Fit]>>",
        "bookmarks",
    ),
    (24, "<</Type/OCG/Name(Layer)>>", "layers"),
    (25, "<</S/JavaScript/JS 56 0 R>>", "opening action"),
    (56, "<<>>", "opening action"),
    (26, "<</Nums[0 27 0 R]>>", "page labels"),
    (27, "<</S/r>>", "page labels"),
    (28, "<</Chapter 29 0 R>>", "named destinations"),
    (29, "[3 0 R/Fit]", "named destinations"),
    (
        30,
        "<</Dests 31 0 R/EmbeddedFiles 32 0 R>>",
        "catalog/Names",
    ),
    (31, "<</Names[(a) 57 0 R]>>", "named destinations"),
    (57, "<</D[3 0 R/Fit]>>", "named destinations"),
    (32, "<</Kids[58 0 R]>>", "list of attachments"),
    (58, "<</Names[(b) 34 0 R]>>", "list of attachments"),
    (
        33,
        "<</UF(data.xml)/F(old.xml)/EF<</F 35 0 R>>>>",
        "attachment data.xml",
    ),
    (
        34,
        "<</F(letter.txt)/EF<</F 59 0 R>>>>",
        "attachment letter.txt",
    ),
    (35, "<<>>", "attachment data.xml"),
    (59, "<<>>", "attachment letter.txt"),
    (54, "<</Direction/L2R>>", "catalog/ViewerPreferences"),
];

const OF_SECURITY: [Part; 6] = [
    (
        36,
        "<</Certs[37 0 R]/VRI<</AB<</OCSP[38 0 R]>>>>>>",
        "security store",
    ),
    (37, "<<>>", "security store/Certs"),
    (38, "<<>>", "security store/VRI/AB/OCSP"),
    (39, "<<>>", "catalog/Perms/DocMDP"),
    (50, "<</Producer(P)>>", "Info"),
    (51, "<<>>", "object that nothing leads to"),
];

const OF_FORMS: [Part; 9] = [
    (40, "<</Fields[41 0 R 44 0 R]/DR 49 0 R>>", "form"),
    (41, "<</T(Invoice)/Kids[42 0 R]>>", "field Invoice"),
    (
        42,
        "<</T(Total)/FT/Tx/Parent 41 0 R/V 43 0 R/AP<</N 46 0 R>>/AA 47 0 R>>",
        "field Invoice.Total",
    ),
    (43, "(12.00)", "field Invoice.Total value"),
    (46, "<<>>", "field Invoice.Total appearance"),
    (47, "<<>>", "field Invoice.Total"),
    (44, "<</T(Sign)/FT/Sig/V 45 0 R>>", "field Sign"),
    (45, "<</ByteRange[0 1 2 3]/Contents<00>>>", "signature Sign"),
    (49, "<<>>", "form"),
];

const OF_PAGES: [Part; 15] = [
    (3, "<</Type/Page/Parent 2 0 R/Annots[42 0 R]>>", "page 1"),
    (
        4,
        "<</Type/Page/Parent 2 0 R/Contents[5 0 R]/Thumb 6 0 R/Annots 12 0 R/Resources 15 0 R/Group 16 0 R/Trans<</A 18 0 R>>>>",
        "page 2",
    ),
    (5, "<<>>", "page 2 contents"),
    (6, "<</Subtype/Image>>", "page 2 thumbnail"),
    (7, "<</Type/Font/FontDescriptor 8 0 R>>", "page 2 font F1"),
    (8, "<<>>", "page 2 font F1"),
    (9, "<</Subtype/Image/SMask 11 0 R>>", "page 2 picture Im1"),
    (11, "<</Subtype/Image>>", "page 2 picture Im1"),
    (10, "<</Subtype/Form>>", "page 2 drawing Fm1"),
    (12, "[13 0 R]", "page 2 list of annotations"),
    (
        13,
        "<</Subtype/Stamp/AP<</N 14 0 R>>>>",
        "page 2 annotation 1 (Stamp)",
    ),
    (14, "<<>>", "page 2 annotation 1 (Stamp)"),
    (
        15,
        "<</Font<</F1 7 0 R>>/XObject<</Im1 9 0 R/Fm1 10 0 R>>/ExtGState<</G 17 0 R>>>>",
        "page 2 resources",
    ),
    (17, "<<>>", "page 2 resources"),
    (16, "<</S/Transparency>>", "page 2/Group"),
];

#[test]
fn each_object_is_called_by_the_way_that_leads_to_it() {
    let parts = [
        OF_DOCUMENTS.as_slice(),
        &OF_SECURITY,
        &OF_FORMS,
        &OF_PAGES,
        &[(18, "<<>>", "page 2/Trans")],
    ]
    .concat();
    let mut file = Maker::new();
    for (number, text, _) in &parts {
        file.object(*number, text);
    }
    file.save("/Info 50 0 R");
    let document = Document::open(&file.bytes).unwrap_or_else(|error| panic!("{error}"));
    let names = names(&document.latest());
    for (number, text, name) in parts {
        let found = names
            .get(&number)
            .map_or("object that nothing leads to", |name| name);
        assert_eq!(found, name, "{number} {text}");
    }
}

#[test]
fn the_dictionary_of_encryption_has_its_name() {
    let mut file = Maker::with_page("");
    file.object(4, "<</Filter/Standard/V 9>>");
    file.save("");
    file.object(5, "null");
    file.save("/Encrypt 5 0 R");
    let document = Document::open(&file.bytes).unwrap_or_else(|error| panic!("{error}"));
    let names = names(&document.latest());
    assert_eq!(names.get(&5).map(|name| &**name), Some("encryption"));
}

#[test]
fn names_from_the_file_are_cut() {
    let mut file = Maker::new();
    file.object(
        1,
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
    );
    file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>");
    file.object(3, "<</Type/Page>>");
    file.object(4, &format!("<</T({})>>", "x".repeat(500)));
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let names = names(&document.latest());
    let length = names.get(&4).map(|name| name.chars().count());
    assert_eq!(length, Some(96));
}
