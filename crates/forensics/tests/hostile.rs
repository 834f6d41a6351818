//! Damaged and looping input: no panic, no hang, whatever stands in the file.

#[path = "../../../fixtures/pdfs.rs"]
mod pdfs;

use assay_forensics::{Options, analyze};
use pdfs::pdfs_below;

fn seeds() -> Vec<Vec<u8>> {
    let files = pdfs_below("fixtures");
    let read = files.iter().filter_map(|file| std::fs::read(file).ok());
    read.filter(|bytes| bytes.len() < 40_000).collect()
}

/// A generator of places that is the same in every run.
struct Steps(u64);

impl Steps {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}

/// Judges a file; what is reported must stand on a page of it.
fn judge(bytes: &[u8]) {
    let Ok(report) = analyze(bytes, &Options::default()) else {
        return;
    };
    for signal in &report.signals {
        let page = signal.page.unwrap_or(1);
        assert!(
            (1..=report.pages).contains(&page),
            "{}: page {page}",
            signal.id
        );
        let finite = signal
            .bbox
            .is_none_or(|area| area.iter().all(|edge| edge.is_finite()));
        assert!(finite, "{}: {:?}", signal.id, signal.bbox);
    }
}

/// Where the words stand that a file's structure hangs on, behind each of them.
fn joints(bytes: &[u8]) -> Vec<usize> {
    let words: [&[u8]; 6] = [
        b"endobj",
        b"stream",
        b"xref",
        b"trailer",
        b"startxref",
        b"%%EOF",
    ];
    let ends = words.iter().flat_map(|word| {
        let windows = bytes.windows(word.len()).enumerate();
        windows
            .filter(move |(_, window)| window == word)
            .map(|(at, _)| at + word.len())
    });
    ends.collect()
}

#[test]
fn a_file_cut_anywhere_is_read_or_refused() {
    let mut steps = Steps(3);
    for bytes in seeds() {
        let joints = joints(&bytes);
        let even = (1..12).map(|part| bytes.len() * part / 12);
        // The last bytes hold the way into the file.
        let tail = (1..6).map(|back| bytes.len().saturating_sub(back * 9));
        let mut places: Vec<usize> = even.chain(tail).collect();
        for _ in 0..8 {
            let joint = joints
                .get(steps.next(joints.len()))
                .copied()
                .unwrap_or_default();
            places.push(joint + steps.next(3));
        }
        for place in places {
            judge(bytes.get(..place).unwrap_or(&bytes));
        }
    }
}

#[test]
fn flipped_bytes_are_read_or_refused() {
    let mut steps = Steps(7);
    for bytes in seeds() {
        for round in 0..16 {
            let mut damaged = bytes.clone();
            for _ in 0..6 {
                // Every second time only the end, where tables and trailers stand.
                let span = if round % 2 == 0 {
                    damaged.len()
                } else {
                    damaged.len().min(600)
                };
                let place = damaged.len() - 1 - steps.next(span);
                let (value, bit) = (steps.next(256) as u8, steps.next(8));
                if let Some(byte) = damaged.get_mut(place) {
                    *byte = if round % 4 < 2 {
                        value
                    } else {
                        *byte ^ (1 << bit)
                    };
                }
            }
            judge(&damaged);
        }
    }
}

/// The object numbers of references, as places in the file.
fn references(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let middles = bytes
        .windows(4)
        .enumerate()
        .filter(|(_, window)| *window == b" 0 R");
    let numbers = middles.map(|(end, _)| {
        let mut start = end;
        while start > 0 && digit(start - 1) {
            start -= 1;
        }
        start..end
    });
    numbers.filter(|number| !number.is_empty()).collect()
}

#[test]
fn references_bent_to_loops_end() {
    let mut steps = Steps(11);
    for bytes in seeds() {
        let places = references(&bytes);
        let numbers: Vec<Vec<u8>> = places
            .iter()
            .filter_map(|place| Some(bytes.get(place.clone())?.to_vec()))
            .collect();
        for round in 0..8 {
            let mut bent = bytes.clone();
            // From one reference bent to all of them; one target for all makes the tightest loops.
            let bends = if round < 4 { 1 + round } else { places.len() };
            let target = steps.next(numbers.len());
            for at in 0..bends {
                let at = if round < 4 {
                    steps.next(places.len())
                } else {
                    at
                };
                let number = if round % 2 == 0 {
                    target
                } else {
                    steps.next(numbers.len())
                };
                if let (Some(place), Some(number)) = (places.get(at), numbers.get(number))
                    && number.len() <= place.len()
                    && let Some(slot) = bent.get_mut(place.clone())
                {
                    // Padded with zeros the length stays, so that offsets still lead somewhere.
                    let padding = slot.len() - number.len();
                    slot.fill(b'0');
                    slot[padding..].copy_from_slice(number);
                }
            }
            judge(&bent);
        }
    }
}

#[test]
fn a_form_that_draws_itself_ends() {
    let file = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</F 4 0 R>>>>>>endobj\n\
        4 0 obj<</Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 4 0 R>>>>/Length 29>>stream\n/F Do /F Do /F Do /F Do /F Do\nendstream endobj\n\
        trailer<</Root 1 0 R>>";
    let report = analyze(file, &Options::default());
    let told = report.is_ok_and(|report| {
        report
            .signals
            .iter()
            .any(|one| one.id == "page_read_in_part")
    });
    assert!(told);
}

#[test]
fn a_page_tree_that_holds_itself_ends() {
    let file = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R]/Count 3>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>";
    assert_eq!(
        analyze(file, &Options::default()).map(|report| report.pages),
        Ok(1)
    );
}

#[test]
fn a_bomb_is_a_named_failure() {
    use std::io::Write;
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..300 {
        let _ = packed.write_all(&vec![b' '; 1 << 20]);
    }
    let packed = packed.finish().unwrap_or_default();
    let mut file = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents [4 0 R 5 0 R 4 0 R]>>endobj\n"
        .to_vec();
    for number in [4, 5] {
        file.extend_from_slice(
            format!(
                "{number} 0 obj<</Filter/FlateDecode/Length {}>>stream\n",
                packed.len()
            )
            .as_bytes(),
        );
        file.extend_from_slice(&packed);
        file.extend_from_slice(b"\nendstream endobj\n");
    }
    file.extend_from_slice(b"trailer<</Root 1 0 R>>");
    assert_eq!(
        analyze(&file, &Options::default()).map_err(|failure| failure.code.word()),
        Err("file_too_large")
    );
}
