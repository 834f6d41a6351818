//! Pictures of a page between saves: the same pixels packed otherwise are no change, other pixels are, and where.

use assay_forensics::{Options, analyze};
use assay_pdf::images::pixels;
use assay_pdf::{Document, ObjectId};

use super::increment::{contents, document, save, stream};
use super::{nth, told};

const GRAY: &str = "/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8";

fn shows_picture() -> String {
    let text = "BT /F1 9 Tf 10 10 Td (one two three four five six seven eight nine ten eleven twelve thirteen) Tj ET";
    contents(&format!("{text} q 100 0 0 40 50 60 cm /Im Do Q"))
}

fn with_picture(picture: String) -> Vec<u8> {
    save(document(""), &[(4, shows_picture()), (9, picture)], "")
}

fn gray(samples: &[u8]) -> String {
    stream(&format!("{GRAY}/ColorSpace/DeviceGray"), samples)
}

#[test]
fn the_same_pixels_as_colour_are_no_change() {
    let samples: Vec<u8> = (0..16).map(|shade| shade * 10).collect();
    let colour: Vec<u8> = samples.iter().flat_map(|shade| [*shade; 3]).collect();
    let again = stream(&format!("{GRAY}/ColorSpace/DeviceRGB"), &colour);
    let file = save(with_picture(gray(&samples)), &[(9, again)], "");
    let history = told(&file);
    assert_eq!(nth(&history, 3).page_changes, []);
    assert_eq!(nth(&history, 3).meanings, ["rewritten"]);
}

#[test]
fn other_pixels_are_counted_and_placed_on_the_page() {
    let mut samples = [200u8; 16];
    let before = gray(&samples);
    samples[5] = 0;
    samples[6] = 0;
    let file = save(with_picture(before), &[(9, gray(&samples))], "");
    let history = told(&file);
    let pictures = &nth(&history, 3).page_changes[0].pictures;
    assert_eq!(pictures.len(), 1);
    assert_eq!(pictures[0].kind, "changed");
    assert_eq!(pictures[0].pixels, Some((2, 16)));
    // Columns 1 and 2 of 4, row 1 of 4 from the top, of a picture at 50,60 that is 100 wide and 40 high.
    assert_eq!(pictures[0].bbox, [75.0, 80.0, 125.0, 90.0]);

    let report = analyze(&file, &Options::default());
    let signals = report.map(|report| report.signals).unwrap_or_default();
    let signal = signals
        .iter()
        .find(|signal| signal.id == "page_picture_changed_in_later_save");
    assert_eq!(
        signal.and_then(|signal| signal.bbox),
        Some([75.0, 80.0, 125.0, 90.0])
    );
    assert!(signal.is_some_and(|signal| signal.evidence.contains("changed 2 of 16 pixels")));
}

#[test]
fn a_picture_put_in_and_taken_out_is_told() {
    let empty = document("");
    let shown = save(empty, &[(4, shows_picture()), (9, gray(&[7; 16]))], "");
    let file = save(shown, &[(4, contents(""))], "");
    let history = told(&file);
    let kind = |number| nth(&history, number).page_changes[0].pictures[0].kind;
    assert_eq!((kind(2), kind(3)), ("added", "removed"));
}

/// Two lines, a picture put at a height in a second save, and what that save says of it.
fn picture_put_at(height: u32) -> Vec<&'static str> {
    let text = "BT /F1 9 Tf 10 10 Td (one two three four five six seven eight) Tj 0 60 Td (nine ten eleven twelve thirteen) Tj ET";
    let first = save(
        document(""),
        &[(4, contents(text)), (9, gray(&[7; 16]))],
        "",
    );
    let with = contents(&format!("{text} q 100 0 0 20 20 {height} cm /Im Do Q"));
    signals(&save(first, &[(4, with)], ""))
}

fn signals(file: &[u8]) -> Vec<&'static str> {
    let report = analyze(file, &Options::default());
    let signals = report.map(|report| report.signals).unwrap_or_default();
    signals.iter().map(|signal| signal.id).collect()
}

#[test]
fn a_picture_beside_all_words_is_a_mark_and_one_over_words_is_not() {
    let (mark, changed) = (
        "mark_added_in_later_save",
        "page_picture_changed_in_later_save",
    );
    let beside = picture_put_at(35);
    assert!(beside.contains(&mark) && !beside.contains(&changed));
    let over = picture_put_at(64);
    assert!(over.contains(&changed) && !over.contains(&mark));
}

#[test]
fn a_watermark_is_a_mark_and_a_value_is_not() {
    let lines = "BT /F1 9 Tf 10 10 Td (one two three four five six seven eight) Tj 0 160 Td (nine ten eleven twelve thirteen) Tj ET";
    let with = |more: &str| {
        let first = save(document(""), &[(4, contents(lines))], "");
        signals(&save(
            first,
            &[(4, contents(&format!("{lines} {more}")))],
            "",
        ))
    };
    let (mark, added) = ("mark_added_in_later_save", "page_text_added_in_later_save");
    let watermark = with("BT /F1 60 Tf 40 70 Td (COPY) Tj ET");
    assert!(watermark.contains(&mark) && !watermark.contains(&added));
    for value in [
        "BT /F1 60 Tf 40 70 Td (420) Tj ET",
        "BT /F1 9 Tf 40 70 Td (paid) Tj ET",
    ] {
        let told = with(value);
        assert!(told.contains(&added) && !told.contains(&mark), "{value}");
    }
}

#[test]
fn a_jpeg_unpacked_to_plain_samples_shows_the_same() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/receipt-scanned/scanned-img2pdf.pdf"
    );
    let bytes = std::fs::read(path).unwrap_or_default();
    let document = Document::open(&bytes).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let jpeg = document
        .numbers_at(usize::MAX)
        .into_iter()
        .filter_map(|number| view.indirect(ObjectId::new(number, 0)))
        .find(|indirect| {
            indirect.object.as_stream().is_some_and(|stream| {
                view.get(&stream.dictionary, b"Filter")
                    .is_name(b"DCTDecode")
            })
        })
        .unwrap_or_else(|| panic!("no JPEG in {path}"));
    let picture = jpeg
        .object
        .as_stream()
        .and_then(|stream| pixels(&view, stream).ok().flatten())
        .unwrap_or_else(|| panic!("the JPEG cannot be read"));
    let space = match picture.channels {
        1 => "DeviceGray",
        _ => "DeviceRGB",
    };
    let plain = |samples: &[u8]| {
        let dictionary = format!(
            "/Type/XObject/Subtype/Image/Width {}/Height {}/BitsPerComponent 8/ColorSpace/{space}",
            picture.width, picture.height
        );
        vec![(jpeg.id.number, stream(&dictionary, samples))]
    };
    let same = save_on(&bytes, &plain(&picture.samples));
    assert_eq!(nth(&told(&same), 2).page_changes, []);

    let mut other = picture.samples.clone();
    for sample in other.iter_mut().take(30) {
        *sample = 255 - *sample;
    }
    let changed = save_on(&bytes, &plain(&other));
    let history = told(&changed);
    let note = &nth(&history, 2).page_changes[0].pictures[0];
    let count = 30 / u64::from(picture.channels);
    assert!(
        note.pixels
            .is_some_and(|(changed, _)| changed > 0 && changed <= count)
    );
}

/// A save behind a file whose own tables are of any kind.
fn save_on(bytes: &[u8], objects: &[(u32, String)]) -> Vec<u8> {
    let document = Document::open(bytes).unwrap_or_else(|error| panic!("{error}"));
    let root = document
        .latest()
        .trailer()
        .get(b"Root")
        .and_then(assay_pdf::Object::as_reference)
        .map_or(1, |root| root.number);
    let saved = save(bytes.to_vec(), objects, "");
    let text = String::from_utf8_lossy(&saved[bytes.len()..])
        .replace("/Root 1 0 R", &format!("/Root {root} 0 R"));
    [bytes, text.as_bytes()].concat()
}
