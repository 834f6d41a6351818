//! Damaged and looping input: no panic, no hang, whatever stands in the file.

use std::path::Path;

use assay_forensics::{Options, analyze};

fn seeds() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut folders = vec![root];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "pdf" => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
        .iter()
        .filter_map(|file| std::fs::read(file).ok())
        .filter(|bytes| bytes.len() < 40_000)
        .collect()
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

#[test]
fn a_file_cut_anywhere_is_read_or_refused() {
    for bytes in seeds() {
        for part in 1..12 {
            let _ = analyze(
                bytes.get(..bytes.len() * part / 12).unwrap_or_default(),
                &Options::default(),
            );
        }
    }
}

#[test]
fn flipped_bytes_are_read_or_refused() {
    let mut steps = Steps(7);
    for bytes in seeds() {
        for _ in 0..12 {
            let mut damaged = bytes.clone();
            for _ in 0..6 {
                let place = steps.next(damaged.len());
                let value = steps.next(256) as u8;
                if let Some(byte) = damaged.get_mut(place) {
                    *byte = value;
                }
            }
            let _ = analyze(&damaged, &Options::default());
        }
    }
}

#[test]
fn references_bent_to_loops_end() {
    let mut steps = Steps(11);
    for bytes in seeds() {
        for _ in 0..4 {
            let target = steps.next(30);
            // Keeps the length, so that offsets still lead somewhere.
            let looped: Vec<u8> = bytes
                .windows(6)
                .enumerate()
                .filter(|(_, window)| window.ends_with(b" 0 R ") || window.ends_with(b" 0 R/"))
                .map(|(place, _)| place)
                .fold(bytes.clone(), |mut bent, place| {
                    if let Some(digit) = bent.get_mut(place) {
                        *digit = b'0' + (target % 10) as u8;
                    }
                    bent
                });
            let _ = analyze(&looped, &Options::default());
        }
    }
}

#[test]
fn a_form_that_draws_itself_ends() {
    let file = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</F 4 0 R>>>>>>endobj\n\
        4 0 obj<</Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 4 0 R>>>>/Length 29>>stream\n/F Do /F Do /F Do /F Do /F Do\nendstream endobj\n\
        trailer<</Root 1 0 R>>";
    let result = analyze(file, &Options::default());
    assert!(result.is_err_and(|failure| failure.code.word() == "engine_error"));
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
