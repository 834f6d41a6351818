//! Pictures of each codec give the pixels they were made from, and sizes that data only claims cost nothing.
//! `pictures/make.py` makes them.

#![expect(clippy::panic, reason = "a test may")]

mod maker;

use std::time::{Duration, Instant};

use assay_pdf::images::{Pixels, pixels};
use assay_pdf::{Document, ObjectId};
use maker::Maker;

const SIZE: &str = "/Subtype/Image/Width 83/Height 47";
const BITS: &str = "/BitsPerComponent 1/ColorSpace/DeviceGray";

fn data(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/pictures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Samples of a netpbm file of one byte a sample, or of one bit, where black is a one.
fn expected(name: &str) -> Vec<u8> {
    let data = data(name);
    let bits = data.starts_with(b"P4");
    let lines = if bits { 2 } else { 3 };
    let ends = data.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let start = ends.map(|(at, _)| at + 1).nth(lines - 1).unwrap_or(0);
    let body = data.get(start..).unwrap_or_default();
    if !bits {
        return body.to_vec();
    }
    let rows = body.chunks_exact(83usize.div_ceil(8));
    let bit = |row: &[u8], x: usize| row.get(x / 8).map_or(0, |byte| byte >> (7 - x % 8) & 1);
    rows.flat_map(|row| (0..83).map(|x| if bit(row, x) == 1 { 0 } else { 255 }))
        .collect()
}

/// Object 4 of a file as pixels; object 5 is what it shares.
fn read_with(entries: &str, picture: &[u8], shared: &[u8]) -> Option<Pixels> {
    let mut file = Maker::with_page("");
    file.stream(4, entries, picture);
    file.stream(5, "", shared);
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let object = view.indirect(ObjectId::new(4, 0));
    let object = object.unwrap_or_else(|| panic!("no picture"));
    let stream = object
        .object
        .as_stream()
        .unwrap_or_else(|| panic!("no stream"));
    let read = pixels(&view, stream).unwrap_or_else(|limit| panic!("{limit}"));
    assert_eq!(document.budget().exceeded(), None);
    read
}

fn read(entries: &str, picture: &[u8]) -> Option<Pixels> {
    read_with(entries, picture, b"")
}

fn samples(entries: &str, name: &str) -> Option<Vec<u8>> {
    read(entries, &data(name)).map(|pixels| pixels.samples)
}

fn fax(parameters: &str) -> String {
    format!("{SIZE}{BITS}/Filter/CCITTFaxDecode/DecodeParms<<{parameters}>>")
}

#[test]
fn faxes_of_each_group_show_their_page() {
    let page = Some(expected("page.pbm"));
    for (name, parameters) in [
        ("page.g3", "/Columns 83/BlackIs1 true"),
        (
            "page.g3",
            "/K 0/Columns 83/BlackIs1 true/EndOfLine true/Rows 47",
        ),
        ("page.g3-2d", "/K 4/Columns 83/BlackIs1 true"),
        (
            "page.g3-2d-filled",
            "/K 4/Columns 83/BlackIs1 true/EncodedByteAlign true",
        ),
        ("page.g4", "/K -1/Columns 83/BlackIs1 true"),
        (
            "page.g4",
            "/K -1/Columns 83/BlackIs1 true/EndOfBlock false/Rows 47",
        ),
    ] {
        assert_eq!(samples(&fax(parameters), name), page, "{name} {parameters}");
    }
}

#[test]
fn black_and_white_change_places_by_either_entry() {
    let page = expected("page.pbm");
    let negative: Vec<u8> = page.iter().map(|sample| 255 - sample).collect();
    let entries = fax("/K -1/Columns 83");
    assert_eq!(samples(&entries, "page.g4"), Some(negative));
    let decoded = format!("{entries}/Decode[1 0]");
    assert_eq!(samples(&decoded, "page.g4"), Some(page));
}

#[test]
fn rows_of_a_fax_may_begin_at_bytes() {
    // Eight black ones, then eight white ones (T.4, tables 2 and 3), each row filled up to a byte.
    let entries = "/Subtype/Image/Width 8/Height 2/BitsPerComponent 1/ColorSpace/DeviceGray/Filter[/CCF]\
        /DecodeParms[<</Columns 8/EncodedByteAlign true>>]";
    let read = read(entries, &[0b0011_0101, 0b0001_0100, 0b1001_1000]);
    let samples = read.map(|pixels| pixels.samples);
    assert_eq!(samples, Some([[0; 8], [255; 8]].concat()));
}

#[test]
fn filters_before_a_codec_and_indexed_colours_are_followed() {
    let text: String = data("page.g4")
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let entries = format!(
        "{SIZE}/BitsPerComponent 1/ColorSpace[/Indexed/DeviceRGB 1<0000FF102030>]\
         /Filter[/ASCIIHexDecode/CCITTFaxDecode]/DecodeParms[null<</K -1/Columns 83/BlackIs1 true>>]"
    );
    let read = read(&entries, text.as_bytes()).map(|pixels| (pixels.channels, pixels.samples));
    let coloured = expected("page.pbm")
        .into_iter()
        .flat_map(|sample| match sample {
            0 => [0, 0, 255],
            _ => [16, 32, 48],
        });
    assert_eq!(read, Some((3, coloured.collect())));
}

#[test]
fn a_fax_that_breaks_off_shows_the_rows_before() {
    let whole = data("page.g4");
    let cut = whole.get(..whole.len() / 2).unwrap_or_default();
    let read = read(&fax("/K -1/Columns 83/BlackIs1 true"), cut);
    let read = read.unwrap_or_else(|| panic!("nothing read"));
    assert!((5..47).contains(&read.height), "{}", read.height);
    let rows = read.samples.len();
    assert_eq!(
        expected("page.pbm").get(..rows),
        Some(read.samples.as_slice())
    );
}

#[test]
fn regions_and_symbols_of_jbig2_show_their_page() {
    let entries = format!("{SIZE}{BITS}/Filter/JBIG2Decode");
    assert_eq!(samples(&entries, "page.jb2"), Some(expected("page.pbm")));
    let shared = format!("{entries}/DecodeParms<</JBIG2Globals 5 0 R>>");
    let read = read_with(&shared, &data("letters.jb2"), &data("letters.shared.jb2"));
    assert!(read.map(|pixels| pixels.samples) == Some(expected("letters.pbm")));
    // Without what it shares there are no symbols, and with half of it neither.
    let half = data("letters.shared.jb2");
    let half = half.get(..half.len() / 2).unwrap_or_default();
    assert_eq!(read_with(&shared, &data("letters.jb2"), half), None);
}

#[test]
fn jpeg_2000_brings_its_own_channels_and_depth() {
    let own = format!("{SIZE}/Filter/JPXDecode");
    assert_eq!(samples(&own, "colour.jp2"), Some(expected("colour.ppm")));
    assert_eq!(samples(&own, "gray.j2k"), Some(expected("gray.pgm")));
    assert_eq!(samples(&own, "gray16.jp2"), Some(expected("gray.pgm")));
    // What is see-through of it is no colour.
    assert_eq!(
        samples(&own, "see-through.jp2"),
        Some(expected("colour.ppm"))
    );
    let named = format!("{own}/ColorSpace/DeviceRGB/BitsPerComponent 8");
    assert_eq!(samples(&named, "colour.jp2"), Some(expected("colour.ppm")));
    let table: String = (0..=255)
        .map(|index| format!("{:02x}", 255 - index))
        .collect();
    let indexed = format!("{own}/ColorSpace[/Indexed/DeviceGray 255<{table}>]");
    let negative = expected("gray.pgm")
        .iter()
        .map(|sample| 255 - sample)
        .collect();
    assert_eq!(samples(&indexed, "gray.j2k"), Some(negative));
}

/// Reads a picture that must cost next to nothing, whatever comes of it.
fn at_once(entries: &str, picture: &[u8], shared: &[u8]) -> Option<Pixels> {
    let start = Instant::now();
    let read = read_with(entries, picture, shared);
    assert!(start.elapsed() < Duration::from_secs(5), "{entries}");
    read
}

#[test]
fn a_fax_of_any_claimed_size_costs_what_its_data_holds() {
    let huge = "/Subtype/Image/Width 83/Height 2147483647/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode\
        /DecodeParms<</K -1/Columns 83/BlackIs1 true>>";
    let read = at_once(huge, &data("page.g4"), b"");
    assert_eq!(read.map(|pixels| pixels.height), Some(47));
    for (width, columns) in [
        (2_000_000_000u32, 2_000_000_000i64),
        (83, -5),
        (83, 84),
        (0, 0),
    ] {
        let wide = format!(
            "/Subtype/Image/Width {width}/Height 47/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode\
             /DecodeParms<</K -1/Columns {columns}>>"
        );
        assert_eq!(at_once(&wide, &data("page.g4"), b""), None, "{columns}");
    }
}

/// The bytes from `at` replaced.
fn with(mut data: Vec<u8>, at: usize, bytes: &[u8]) -> Vec<u8> {
    if let Some(place) = data.get_mut(at..at + bytes.len()) {
        place.copy_from_slice(bytes);
    }
    data
}

#[test]
fn sizes_that_jbig2_claims_are_added_up_before() {
    let entries = format!("{SIZE}{BITS}/Filter/JBIG2Decode");
    let shared = format!("{entries}/DecodeParms<</JBIG2Globals 5 0 R>>");
    let page = data("page.jb2");
    // The page's size stands behind the first header of 11 bytes, that of its region behind 19 and 11 more.
    assert_eq!(page.get(11..15), Some([0, 0, 0, 83].as_slice()));
    assert_eq!(page.get(41..45), Some([0, 0, 0, 83].as_slice()));
    for side in [0x7fff_ffffu32, 65_535, 40_000] {
        let side = [side.to_be_bytes(), side.to_be_bytes()].concat();
        for at in [11, 41] {
            assert_eq!(at_once(&entries, &with(page.clone(), at, &side), b""), None);
        }
    }
    // Instances of a text region: behind the page's 30 bytes, a header of 12, the region's 17 and flags.
    let letters = data("letters.jb2");
    assert_eq!(letters.get(61..65), Some([0, 0, 0, 7].as_slice()));
    let many = with(letters.clone(), 61, &[0x7f; 4]);
    assert_eq!(at_once(&shared, &many, &data("letters.shared.jb2")), None);
    // Symbols without number, and such that the data makes as large as it likes.
    let symbols = data("letters.shared.jb2");
    assert_eq!(symbols.get(25..29), Some([0, 0, 0, 5].as_slice()));
    for count in [0x000f_ffffu32, 0x7fff_ffff] {
        let many = with(symbols.clone(), 25, &count.to_be_bytes());
        assert_eq!(at_once(&shared, &letters, &many), None);
    }
    for seed in 0..200u8 {
        let noise = (0..symbols.len() - 29).map(|at| (at as u8).wrapping_mul(seed) ^ seed);
        let noise: Vec<u8> = noise.collect();
        at_once(&shared, &letters, &with(symbols.clone(), 29, &noise));
    }
}

#[test]
fn sizes_that_jpeg_2000_claims_are_counted_before() {
    let own = format!("{SIZE}/Filter/JPXDecode");
    let stream = data("gray.j2k");
    assert_eq!(stream.get(8..12), Some([0, 0, 0, 83].as_slice()));
    let set = |at: usize, bytes: &[u8]| at_once(&own, &with(stream.clone(), at, bytes), b"");
    for side in [0x7fff_ffffu32, 100_000] {
        assert_eq!(
            set(8, &[side.to_be_bytes(), side.to_be_bytes()].concat()),
            None
        );
    }
    // Tiles of one pixel on a larger canvas, components by the thousand, blocks of a coding style: A.5.1, A.6.1.
    let tiny = [
        &4000u32.to_be_bytes()[..],
        &4000u32.to_be_bytes(),
        &[0; 8],
        &1u32.to_be_bytes(),
        &1u32.to_be_bytes(),
    ];
    assert_eq!(set(8, &tiny.concat()), None);
    assert_eq!(set(40, &[0x40, 0]), None);
    let style = memchr::memmem::find(&stream, b"\xff\x52").unwrap_or_else(|| panic!("no style"));
    let large = with(
        stream.clone(),
        8,
        &[5000u32.to_be_bytes(), 5000u32.to_be_bytes()].concat(),
    );
    let large = with(
        large,
        24,
        &[5000u32.to_be_bytes(), 5000u32.to_be_bytes()].concat(),
    );
    let blocks = with(large, style + 10, &[0, 0]);
    assert_eq!(at_once(&own, &blocks, b""), None);
}

#[test]
fn pictures_beyond_what_an_analysis_spends_are_not_read_and_end_nothing() {
    let mut file = Maker::with_page("");
    // A white row a bit: 120 million pixels from a few hundred bytes.
    let entries = "/Subtype/Image/Width 60000/Height 2000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode\
        /DecodeParms<</K -1/Columns 60000>>";
    for number in 4..12 {
        file.stream(number, entries, &[0xff; 300]);
    }
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let read = |number| {
        let object = view.indirect(ObjectId::new(number, 0))?;
        pixels(&view, object.object.as_stream()?).unwrap_or(None)
    };
    let count = (4..12).filter(|&number| read(number).is_some()).count();
    assert_eq!(count, 4);
    assert_eq!(document.budget().exceeded(), None);
}

#[test]
fn broken_data_of_each_codec_is_survived() {
    let jbig2 = format!("{SIZE}{BITS}/Filter/JBIG2Decode/DecodeParms<</JBIG2Globals 5 0 R>>");
    let jpx = format!("{SIZE}/Filter/JPXDecode");
    for (name, entries) in [
        ("page.g3-2d", fax("/K 4/Columns 83")),
        ("page.g4", fax("/K -1/Columns 83")),
        ("page.jb2", jbig2.clone()),
        ("letters.jb2", jbig2),
        ("colour.jp2", jpx.clone()),
        ("gray.j2k", jpx),
    ] {
        let whole = data(name);
        let shared = data("letters.shared.jb2");
        for at in (0..whole.len()).step_by(whole.len() / 60 + 1) {
            let flipped = whole.get(at).map_or(0, |byte| byte ^ 0x5a);
            at_once(&entries, &with(whole.clone(), at, &[flipped]), &shared);
            at_once(&entries, whole.get(..at).unwrap_or_default(), &shared);
        }
    }
}
