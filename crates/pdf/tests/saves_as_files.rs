//! Save n of a file is the file that its bytes up to the end of save n are: the same objects, pages and text.

#![expect(clippy::panic, reason = "a test may")]

mod maker;
#[path = "../../../fixtures/pdfs.rs"]
mod pdfs;

use assay_pdf::content::{Contents, lines};
use assay_pdf::{Document, Object, ObjectId, View};
use maker::Maker;
use pdfs::pdfs_below;
use proptest::prelude::*;

fn text(view: View<'_>) -> Vec<String> {
    let contents = Contents::new(view);
    let pages = view.pages();
    let read = pages
        .iter()
        .take(3)
        .flat_map(|page| lines(&contents.page(page), |_| true));
    read.map(|line| line.text()).collect()
}

/// Holds each state of a file against the file cut there; returns how many were compared.
fn compare(name: &str, bytes: &[u8]) -> usize {
    let Ok(whole) = Document::open(bytes) else {
        return 0;
    };
    if whole.is_rebuilt() || whole.revisions().len() < 2 {
        return 0;
    }
    let mut compared = 0;
    for revision in whole.revisions().iter().rev().skip(1).take(6) {
        let cut = bytes.get(..revision.end).unwrap_or_default();
        let cut = match Document::open(cut) {
            Ok(cut) => cut,
            Err(error) => panic!(
                "{name}: save {} cannot be opened alone: {error}",
                revision.index
            ),
        };
        let place = format!("{name}, save {}", revision.index);
        assert_eq!(cut.revisions().len(), revision.index + 1, "{place}");
        let (then, alone) = (whole.at(revision.index), cut.latest());
        assert_eq!(
            whole.numbers_at(revision.index),
            cut.numbers_at(usize::MAX),
            "{place}"
        );
        for number in cut.numbers_at(usize::MAX) {
            let id = ObjectId::new(number, 0);
            let (a, b) = (then.indirect(id), alone.indirect(id));
            assert_eq!(a, b, "{place}, object {number}");
            let stream = a.as_ref().and_then(|indirect| indirect.object.as_stream());
            if let Some(stream) = stream.filter(|stream| stream.data.len() < 100_000) {
                assert_eq!(
                    then.decode(stream),
                    alone.decode(stream),
                    "{place}, object {number}"
                );
            }
        }
        assert_eq!(then.pages(), alone.pages(), "{place}");
        assert_eq!(text(then), text(alone), "{place}");
        compared += 1;
    }
    compared
}

#[test]
fn saves_of_fixtures_are_files() {
    let compared: usize = pdfs_below("fixtures")
        .iter()
        .filter_map(|path| {
            Some(compare(
                &path.display().to_string(),
                &std::fs::read(path).ok()?,
            ))
        })
        .sum();
    assert!(compared > 20, "only {compared} saves compared");
}

/// What one save does.
#[derive(Debug, Clone)]
struct Save {
    /// Object number and its new value; 4 is the page's contents.
    writes: Vec<(u32, u32)>,
    frees: Option<u32>,
    adds_page: bool,
    in_stream: bool,
}

fn save() -> impl Strategy<Value = Save> {
    let writes = proptest::collection::vec((4u32..24, any::<u32>()), 0..6);
    (
        writes,
        proptest::option::of(5u32..24),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(mut writes, frees, adds_page, in_stream)| {
            writes.sort_unstable();
            writes.dedup_by_key(|(number, _)| *number);
            Save {
                writes,
                frees,
                adds_page,
                in_stream,
            }
        })
}

fn made(saves: &[Save]) -> Vec<u8> {
    let font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
    let mut file = Maker::with_page(&format!("/Contents 4 0 R{font}"));
    file.packed(4, "", b"BT /F 12 Tf 72 700 Td (first) Tj ET", 1);
    file.save("");
    let mut pages = vec![3];
    for (at, save) in saves.iter().enumerate() {
        for &(number, value) in &save.writes {
            match number {
                4 => file.packed(
                    4,
                    "",
                    format!("BT /F 12 Tf 72 700 Td (text {value}) Tj ET").as_bytes(),
                    1,
                ),
                _ => file.object(
                    number,
                    &format!("<</Value {value}/Next {} 0 R>>", number + 1),
                ),
            }
        }
        if save.adds_page {
            let number = 100 + at as u32;
            file.object(
                number,
                &format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R{font}>>"),
            );
            pages.push(number);
            let kids: String = pages.iter().map(|page| format!("{page} 0 R ")).collect();
            file.object(
                2,
                &format!("<</Type/Pages/Kids[{kids}]/Count {}>>", pages.len()),
            );
        }
        if save.in_stream {
            file.save_in_stream(200 + at as u32, "");
        } else {
            let freed = save
                .frees
                .filter(|freed| save.writes.iter().all(|(number, _)| number != freed));
            let start = file.bytes.len();
            file.bytes.extend_from_slice(b"xref\n");
            for (number, offset) in std::mem::take(&mut file.fresh) {
                file.bytes
                    .extend_from_slice(format!("{number} 1\n{offset:010} 00000 n \n").as_bytes());
            }
            if let Some(number) = freed {
                file.bytes
                    .extend_from_slice(format!("{number} 1\n0000000000 00001 f \n").as_bytes());
            }
            file.end(start, "");
        }
    }
    file.bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn saves_of_made_files_are_files(saves in proptest::collection::vec(save(), 1..7)) {
        let file = made(&saves);
        let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
        prop_assert_eq!(document.revisions().len(), saves.len() + 1);
        prop_assert!(document.anomalies().is_empty(), "{:?}", document.anomalies());
        prop_assert_eq!(compare("made", &file), saves.len().min(6));
    }

    #[test]
    fn each_save_keeps_what_the_one_before_wrote(saves in proptest::collection::vec(save(), 1..7)) {
        let file = made(&saves);
        let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
        for (at, save) in saves.iter().enumerate() {
            let view = document.at(at + 1);
            for &(number, value) in save.writes.iter().filter(|(number, _)| *number != 4) {
                let indirect = view.indirect(ObjectId::new(number, 0));
                let read = indirect.as_ref().and_then(|indirect| indirect.object.as_dictionary()?.get(b"Value").cloned());
                prop_assert_eq!(read, Some(Object::Integer(i64::from(value))));
            }
        }
    }
}
