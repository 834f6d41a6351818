//! What pictures of pages tell of themselves, each with one that does nearly the same and is honest. `UPDATE=1` writes them
//! anew as fixtures.

mod writing;

use writing::{pdf, raises, stream};

/// A page of 120 by 110 points at 110 dots an inch.
const WIDTH: usize = 183;
const HEIGHT: usize = 168;
/// Where a value is painted: left, top, right, bottom in samples.
const PLACE: (usize, usize, usize, usize) = (60, 72, 124, 92);

/// Samples of a scan: paper with noise of some levels either way, and two lines of ink.
fn scan(noise: u64) -> Vec<u8> {
    let mut state = 7u64;
    let samples = (0..WIDTH * HEIGHT).map(|at| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let (x, y) = (at % WIDTH, at / WIDTH);
        let line = (20..28).contains(&y) || (120..128).contains(&y);
        let ink = line && (30..150).contains(&x) && x % 4 == 0;
        let level = if ink { 40 } else { 225 };
        (level + (state >> 33) % (2 * noise + 1) - noise) as u8
    });
    samples.collect()
}

/// A box of one level, with strokes of ink where asked for.
fn painted(mut samples: Vec<u8>, ground: u8, ink: bool) -> Vec<u8> {
    let (x0, y0, x1, y1) = PLACE;
    for y in y0..y1 {
        for x in x0..x1 {
            let stroke = ink && (y0 + 6..y0 + 15).contains(&y) && (x - x0) % 10 < 2;
            samples[y * WIDTH + x] = if stroke { 30 } else { ground };
        }
    }
    samples
}

fn bound(samples: &[u8]) -> Vec<u8> {
    with_patch(samples, None)
}

/// The scan with an opaque picture laid over it: left, bottom, width, height in points.
fn with_patch(samples: &[u8], patch: Option<[u32; 4]>) -> Vec<u8> {
    let hex: String = samples
        .iter()
        .map(|sample| format!("{sample:02x}"))
        .collect();
    let entries = format!(
        "/Type/XObject/Subtype/Image/Width {WIDTH}/Height {HEIGHT}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/ASCIIHexDecode"
    );
    let small = "/Type/XObject/Subtype/Image/Width 4/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/ASCIIHexDecode";
    let mut contents = String::from("q 120 0 0 110 0 0 cm /I Do Q");
    if let Some([x, y, width, height]) = patch {
        contents.push_str(&format!(" q {width} 0 0 {height} {x} {y} cm /P Do Q"));
    }
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 120 110]/Resources<</XObject<</I 5 0 R/P 6 0 R>>>>/Contents 4 0 R>>";
    pdf(&[
        (1, "<</Type/Catalog/Pages 2 0 R>>".into()),
        (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>".into()),
        (3, page.into()),
        (4, stream("", &contents)),
        (5, stream(&entries, &format!("{hex}>"))),
        (6, stream(small, "E0E0E020E0E0E0E0>")),
    ])
}

#[test]
fn a_value_painted_into_a_noisy_scan_is_told() {
    let id = "noise_missing_in_picture";
    let noisy = || scan(4);
    let edited = bound(&painted(noisy(), 225, true));
    assert!(raises("pictures/value-painted-into-noise", &edited, id));
    for (name, samples) in [
        ("noise-all-over", noisy()),
        ("line-whitened-in-noise", painted(noisy(), 255, false)),
        ("line-blacked-out-in-noise", painted(noisy(), 0, false)),
    ] {
        assert!(
            !raises(&format!("pictures/{name}"), &bound(&samples), id),
            "{name}"
        );
    }
    // Drawn paper has no noise anywhere.
    let drawn = writing::signals(&bound(&painted(scan(0), 225, true)));
    assert!(drawn.iter().all(|signal| signal.id != id));
}

#[test]
fn a_picture_as_high_as_a_value_over_the_picture_of_a_page_is_told() {
    let id = "patch_over_picture";
    let laid = |patch| with_patch(&scan(4), Some(patch));
    assert!(raises(
        "pictures/patch-over-value",
        &laid([40, 50, 44, 12]),
        id
    ));
    // The page is 120 points wide: its margin is narrower than a page's of A4.
    let at_the_edge = writing::signals(&laid([74, 40, 40, 12]));
    assert!(at_the_edge.iter().any(|signal| signal.id == id));
    for (name, patch) in [
        ("signature-set-on-scan", [30, 40, 60, 30]),
        ("stamp-in-the-margin", [40, 1, 44, 12]),
    ] {
        assert!(
            !raises(&format!("pictures/{name}"), &laid(patch), id),
            "{name}"
        );
    }
}
