//! The coefficients of a JPEG, turned back into grey levels, are what a library decodes; broken data is refused.

#![expect(clippy::panic, reason = "a test may")]

use assay_pdf::images::jpeg::{Jpeg, Levels, coefficients};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

/// The scan of a fixture: the only JPEG in its file.
fn scan() -> Vec<u8> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/receipt-scanned/scanned-img2pdf.pdf"
    );
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let start = memchr::memmem::find(&bytes, b"\xff\xd8\xff");
    let start = start.unwrap_or_else(|| panic!("no JPEG in {path}"));
    bytes.get(start..).unwrap_or_default().to_vec()
}

#[test]
fn levels_are_those_of_a_library() {
    let data = scan();
    let jpeg = Jpeg::read(&data).unwrap_or_else(|| panic!("no JPEG"));
    let blocks = coefficients(&jpeg, 1 << 26).unwrap_or_else(|| panic!("no coefficients"));
    let steps = jpeg.luma_table().unwrap_or_else(|| panic!("no table"));
    let own = Levels::of(&blocks, steps);
    let pixels = JpegDecoder::new(ZCursor::new(&data)).decode();
    let pixels = pixels.unwrap_or_else(|error| panic!("{error:?}"));
    let width = jpeg.width as usize;
    // The library gives grey as colour.
    let channels = pixels.len() / (width * jpeg.height as usize);
    let grey: Vec<u8> = pixels.iter().step_by(channels.max(1)).copied().collect();
    let rows = grey
        .chunks_exact(width)
        .zip(own.samples.chunks_exact(own.width));
    assert_eq!(rows.len(), jpeg.height as usize);
    let off = rows
        .flat_map(|(theirs, own)| theirs.iter().zip(own))
        .filter(|(theirs, own)| theirs.abs_diff(**own) > 2)
        .count();
    assert_eq!(off, 0);
}

#[test]
fn a_limit_is_kept_and_broken_data_is_refused() {
    let data = scan();
    let jpeg = Jpeg::read(&data).unwrap_or_else(|| panic!("no JPEG"));
    assert!(coefficients(&jpeg, 1000).is_none());
    for end in (0..data.len().min(2000)).step_by(7) {
        let cut = data.get(..end).unwrap_or_default();
        if let Some(jpeg) = Jpeg::read(cut) {
            assert!(coefficients(&jpeg, 1 << 26).is_none(), "cut at {end}");
        }
    }
    for at in (2..600).step_by(3) {
        let mut broken = data.clone();
        if let Some(byte) = broken.get_mut(at) {
            *byte ^= 0x5a;
        }
        if let Some(jpeg) = Jpeg::read(&broken) {
            let _ = coefficients(&jpeg, 1 << 24);
        }
    }
}
