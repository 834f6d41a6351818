//! Whole files around one part of a file, so that a fuzzer spends its bytes on that part.

use crate::assemble::find;

/// Signed files behind which further saves are written.
pub const SIGNED: &[&[u8]] = &[
    include_bytes!("../../fixtures/invoice-weasyprint-signed/signed.pdf"),
    include_bytes!("../../fixtures/invoice-weasyprint-signed/certified.pdf"),
    include_bytes!("../../fixtures/invoice-weasyprint-signed/signed-twice.pdf"),
    include_bytes!("../../fixtures/invoice-weasyprint-signed/signed-long-term.pdf"),
    include_bytes!("../../fixtures/form-pdfbox/certified-then-filled.pdf"),
];

/// Stands between the parts of one input.
pub const BREAK: &[u8] = b"@@@@";

/// A page with one font; object 4 is the font.
const PAGE: &[u8] = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 10 0 R/Resources<</Font<</F 4 0 R>>>>>>endobj\n";

/// Font dictionary; entries of the program's dictionary and the program (5); ToUnicode (6); encoding (7); another
/// stream (8); a shown string.
pub fn font(data: &[u8]) -> Vec<u8> {
    let [
        dictionary,
        entries,
        program,
        to_unicode,
        encoding,
        other,
        shown,
    ] = split(data);
    let mut file = PAGE.to_vec();
    object(&mut file, 4, dictionary);
    stream(&mut file, 5, entries, program);
    stream(&mut file, 6, b"", to_unicode);
    stream(&mut file, 7, b"/Type/CMap", encoding);
    stream(&mut file, 8, b"", other);
    show(&mut file, shown);
    file
}

/// One CMap in both of its places.
pub fn cmap(data: &[u8]) -> Vec<u8> {
    let [map, shown] = split(data);
    let mut file = PAGE.to_vec();
    object(
        &mut file,
        4,
        b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 7 0 R/ToUnicode 7 0 R/DescendantFonts[<</Type/Font\
          /Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 0>>\
          /DW 500/W[1[2 3 4]10 20 600]>>]>>",
    );
    stream(&mut file, 7, b"/Type/CMap/CMapName/A", map);
    show(&mut file, shown);
    file
}

/// A content stream that may name a font, pictures, forms, states, patterns and layers; behind a break, one more
/// dictionary of resources for the form that it may draw, whose content is the third part.
pub fn content(data: &[u8]) -> Vec<u8> {
    let [content, resources, form] = split(data);
    let mut file = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[9 0 R]/D<</OFF[9 0 R]>>>>>>endobj\n\
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 10 0 R/Resources<<\
        /Font<</F 4 0 R/G 5 0 R/H 13 0 R>>/XObject<</X 6 0 R/I 7 0 R/O 12 0 R>>\
        /ExtGState<</E<</ca .5/CA .5/BM/Multiply/SMask<</S/Alpha/G 6 0 R>>/Font[4 0 R 12]>>>>\
        /Pattern<</P 8 0 R>>/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 9]/BBox[0 0 9 9]>>>>\
        /ColorSpace<</C[/ICCBased 7 0 R]/D[/Separation/Spot/DeviceCMYK 7 0 R]/N[/Indexed/DeviceRGB 1(abcdef)]>>\
        /Properties<</L 9 0 R/M<</MCID 3/ActualText(x)>>>>>>/Annots[11 0 R]>>endobj\n\
        4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n\
        5 0 obj<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-V/DescendantFonts[<</Type/Font/Subtype/CIDFontType2\
        /BaseFont/A/W[1[2 3 4]]/W2[1 9 -900 250 800]>>]>>endobj\n\
        7 0 obj<</Subtype/Image/Width 2/Height 2/N 3/SMask 7 0 R/Length 4>>stream\nabcd\nendstream endobj\n\
        8 0 obj<</PatternType 1/PaintType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Length 10>>stream\n0 0 5 5 re\nendstream endobj\n\
        9 0 obj<</Type/OCG/Name(L)>>endobj\n\
        11 0 obj<</Type/Annot/Subtype/Stamp/Rect[9 9 99 99]/AP<</N 6 0 R>>>>endobj\n\
        12 0 obj<</Subtype/Form/BBox[0 0 99 99]/OC 9 0 R/Length 11>>stream\nq /X Do Q q\nendstream endobj\n\
        13 0 obj<</Type/Font/Subtype/Type3/FontMatrix[.01 0 0 .01 0 0]/FontBBox[0 0 9 9]/FirstChar 65/LastChar 66\
        /Widths[100 200]/Encoding<</Differences[65/a/b]>>/CharProcs<</a 8 0 R/b 6 0 R>>/Resources<</Font<</H 13 0 R>>>>>>endobj\n"
        .to_vec();
    let entries = [
        b"/Subtype/Form/BBox[0 0 300 300]/Resources ".as_slice(),
        resources,
    ]
    .concat();
    stream(&mut file, 6, &entries, form);
    stream(&mut file, 10, b"", content);
    file
}

/// Entries of a picture's dictionary, its data, and a stream (5) that it may share with others.
pub fn picture(data: &[u8]) -> Vec<u8> {
    let [entries, samples, shared] = split(data);
    let mut file = PAGE.to_vec();
    stream(&mut file, 4, entries, samples);
    stream(&mut file, 5, b"", shared);
    show(&mut file, b"");
    file
}

/// The encryption dictionary, the file's first identifier in hexadecimal, the entries and data of a stream, a string.
pub fn encrypted(data: &[u8]) -> Vec<u8> {
    let [dictionary, identifier, entries, content, string] = split(data);
    let mut file = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 10 0 R>>endobj\n"
        .to_vec();
    stream(&mut file, 10, entries, content);
    object(&mut file, 5, dictionary);
    file.extend_from_slice(b"6 0 obj<</Title<");
    string
        .iter()
        .for_each(|byte| file.extend_from_slice(format!("{byte:02x}").as_bytes()));
    file.extend_from_slice(b">>>endobj\ntrailer<</Root 1 0 R/Info 6 0 R/Encrypt 5 0 R/ID[<");
    file.extend_from_slice(identifier);
    file.extend_from_slice(b"><>]>>");
    file
}

/// As many parts as asked for; missing ones are empty.
fn split<const N: usize>(data: &[u8]) -> [&[u8]; N] {
    let mut rest = data;
    std::array::from_fn(|_| {
        let at = find(rest, BREAK).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(at);
        rest = behind.get(BREAK.len()..).unwrap_or_default();
        part
    })
}

fn object(file: &mut Vec<u8>, number: u32, text: &[u8]) {
    file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
    file.extend_from_slice(text);
    file.extend_from_slice(b"\nendobj\n");
}

fn stream(file: &mut Vec<u8>, number: u32, entries: &[u8], data: &[u8]) {
    file.extend_from_slice(format!("{number} 0 obj\n<</Length {}", data.len()).as_bytes());
    file.extend_from_slice(entries);
    file.extend_from_slice(b">>stream\n");
    file.extend_from_slice(data);
    file.extend_from_slice(b"\nendstream\nendobj\n");
}

/// A page content that shows a string, and the end of the file.
fn show(file: &mut Vec<u8>, shown: &[u8]) {
    let mut content = b"BT /F 12 Tf 72 700 Td <".to_vec();
    shown
        .iter()
        .for_each(|byte| content.extend_from_slice(format!("{byte:02x}").as_bytes()));
    content.extend_from_slice(b"> Tj (\0\x01AB\xff) Tj ET");
    stream(file, 10, b"", &content);
    file.extend_from_slice(b"trailer<</Root 1 0 R>>");
}
