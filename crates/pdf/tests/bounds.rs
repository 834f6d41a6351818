//! Each bound of `limits.rs` on how a file is built against a file made to meet it. What takes long here no budget counts.

#![expect(clippy::panic, reason = "a test may")]

mod maker;

use std::fmt::Write;

use assay_pdf::content::Contents;
use assay_pdf::layout::{gaps, unlisted};
use assay_pdf::{AnomalyKind, Document, LimitExceeded, ObjectId, OpenError, limits};
use maker::Maker;

/// Opens a file, reads its first page and says which limit that met.
fn drawn(file: &[u8]) -> Option<LimitExceeded> {
    let document = Document::open(file).ok()?;
    let view = document.latest();
    let pages = view.pages();
    let contents = Contents::new(view);
    pages.iter().find_map(|page| contents.page(page).cut)
}

fn limit_of(file: &[u8]) -> Option<LimitExceeded> {
    match Document::open(file) {
        Err(OpenError::Limit(limit)) => Some(limit),
        _ => None,
    }
}

fn has(document: &Document<'_>, wanted: impl Fn(&AnomalyKind) -> bool) -> bool {
    document
        .anomalies()
        .iter()
        .any(|anomaly| wanted(&anomaly.kind))
}

#[test]
fn a_header_far_from_the_start_is_none() {
    let at = |before: usize| {
        [
            &vec![b' '; before],
            Maker::with_page("").finish().as_slice(),
        ]
        .concat()
    };
    assert!(Document::open(&at(limits::HEADER_SEARCH)).is_ok());
    assert!(matches!(
        Document::open(&at(limits::HEADER_SEARCH + 1)),
        Err(OpenError::NoHeader)
    ));
}

#[test]
fn the_end_mark_is_found_however_much_stands_behind_it() {
    let mut file = Maker::with_page("").finish();
    file.extend_from_slice(&vec![b' '; 2 * limits::TAIL_SEARCH]);
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    assert!(!document.is_rebuilt());
}

#[test]
fn numbers_beyond_the_largest_are_no_objects() {
    for (number, listed) in [
        (limits::OBJECT_NUMBER, true),
        (limits::OBJECT_NUMBER + 1, false),
    ] {
        let mut file = Maker::with_page("");
        file.object(number, "(far)");
        let file = file.finish();
        let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
        let numbers = document.numbers_at(usize::MAX);
        let scanned = document.scanned_objects().iter();
        let found = scanned.map(|found| found.id.number).collect::<Vec<_>>();
        assert_eq!(numbers.contains(&number), listed);
        assert_eq!(found.contains(&number), listed);
    }
}

#[test]
fn more_saves_without_tables_than_told_apart_are_joined() {
    let mut file = Maker::with_page("");
    for at in 0..limits::RECOVERED_SAVES + 50 {
        file.object(3, &format!("<</Type/Page/Parent 2 0 R/Note {at}>>"));
        file.bytes.extend_from_slice(b"%%EOF\n");
    }
    file.bytes.extend_from_slice(b"trailer<</Root 1 0 R>>");
    let document = Document::open(&file.bytes).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(document.revisions().len(), limits::RECOVERED_SAVES);
}

#[test]
fn opening_the_file_as_it_was_again_and_again_is_counted() {
    let mut file = Maker::with_page("");
    let start = file.bytes.len();
    let rows = limits::OBJECTS - 10;
    // All free but for the first three, which stand in a section of their own.
    let entries = format!("/Type/XRef/W[0 1 0]/Index[9 {rows}]/Size {rows}/Root 1 0 R");
    file.save("");
    let section = file.bytes.len();
    let previous = file.section.unwrap_or(start);
    file.packed(4, &format!("{entries}/Prev {previous}"), b"\x09", rows);
    let end = format!("startxref\n{section}\n%%EOF\n");
    file.bytes.extend_from_slice(end.as_bytes());
    let document = Document::open(&file.bytes).unwrap_or_else(|error| panic!("{error}"));
    let again = || document.open_prefix(file.bytes.len()).map(|_| ()).err();
    let times = limits::ENTRIES / rows;
    let limits: Vec<_> = (0..times).map(|_| again()).collect();
    let (last, before) = limits.split_last().unwrap_or((&None, &[]));
    assert!(before.iter().all(Option::is_none));
    assert_eq!(last, &Some(OpenError::Limit(LimitExceeded::Objects)));
    assert_eq!(document.budget().exceeded(), Some(LimitExceeded::Objects));
}

#[test]
fn values_nested_deeper_than_allowed_are_cut_and_noted() {
    let mut file = Maker::with_page("");
    file.object(4, &"[".repeat(200_000));
    file.object(5, &"<</A".repeat(200_000));
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    for number in [4, 5] {
        assert!(
            document
                .latest()
                .indirect(ObjectId::new(number, 0))
                .is_some()
        );
    }
    assert!(has(&document, |kind| matches!(
        kind,
        AnomalyKind::NestedTooDeep
    )));
}

#[test]
fn sections_that_lead_back_or_never_end_are_followed_so_far() {
    let mut file = Maker::with_page("");
    file.save("");
    let first = file.section;
    for _ in 0..limits::XREF_SECTIONS + 10 {
        file.save("");
    }
    let document = Document::open(&file.bytes).unwrap_or_else(|error| panic!("{error}"));
    assert!(has(&document, |kind| matches!(
        kind,
        AnomalyKind::XrefLoop { .. }
    )));
    // The page lies in a section that is not reached; the scan finds it.
    assert!(document.is_rebuilt());
    assert_eq!(document.latest().pages().len(), 1);

    let mut looped = Maker::with_page("");
    looped.section = first;
    looped.save("");
    let document = Document::open(&looped.bytes).unwrap_or_else(|error| panic!("{error}"));
    assert!(has(&document, |kind| matches!(
        kind,
        AnomalyKind::XrefLoop { .. }
    )));
}

#[test]
fn more_entries_than_objects_allowed_are_too_many() {
    let rows = limits::OBJECTS + 2;
    for index in ["/Size 1100000", "/Size 9/Index[0 9 0 600000 0 600000]"] {
        let mut file = Maker::with_page("");
        let start = file.bytes.len();
        file.packed(
            4,
            &format!("/Type/XRef/W[0 1 0]/Root 1 0 R{index}"),
            b"\x09",
            rows,
        );
        file.bytes
            .extend_from_slice(format!("startxref\n{start}\n%%EOF").as_bytes());
        assert_eq!(
            limit_of(&file.bytes),
            Some(LimitExceeded::Objects),
            "{index}"
        );
    }
}

#[test]
fn hybrid_sections_that_share_one_stream_count_each_time() {
    let mut file = Maker::with_page("");
    let hidden = file.bytes.len();
    file.packed(4, "/Type/XRef/W[0 1 0]/Size 100000", b"\x09", 100_000);
    for _ in 0..20 {
        file.save(&format!("/XRefStm {hidden}"));
    }
    assert_eq!(limit_of(&file.bytes), Some(LimitExceeded::Objects));
}

#[test]
fn widths_and_ranges_beyond_reason_are_no_section() {
    for entries in [
        "/W[9 9 9]/Size 4",
        "/W[-1 4 2]/Size 4",
        "/W[0 0 0]/Size 4",
        "/W[1 4 2]/Size 99999999999999999999",
        "/W[1 4 2]/Index[-5 9223372036854775807]/Size 4",
        "/W[1 4 2]/Index[9223372036854775807 9223372036854775807]/Size 4",
        "/W[8 8 8]/Index[0 4]/Size 4",
    ] {
        let mut file = Maker::with_page("");
        let start = file.bytes.len();
        file.stream(4, &format!("/Type/XRef/Root 1 0 R{entries}"), &[0xff; 240]);
        file.bytes
            .extend_from_slice(format!("startxref\n{start}\n%%EOF").as_bytes());
        let document = Document::open(&file.bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(document.latest().pages().len(), 1, "{entries}");
    }
}

#[test]
fn an_object_stream_of_many_objects_is_looked_up_and_not_searched() {
    const COUNT: u32 = 65_536;
    let mut file = Maker::with_page("");
    let mut index = String::new();
    for at in 0..COUNT {
        let _ = write!(index, "{} {} ", 10 + at, at * 2);
    }
    let data = format!("{index}{}", "7 ".repeat(COUNT as usize));
    file.stream(
        5,
        &format!("/Type/ObjStm/N {COUNT}/First {}", index.len()),
        data.as_bytes(),
    );
    let container = file.bytes.len();
    let mut rows = Vec::new();
    for (_, offset) in std::mem::take(&mut file.fresh) {
        rows.extend_from_slice(&[1, 0, (offset >> 8) as u8, offset as u8, 0, 0]);
    }
    for _ in 0..COUNT {
        // The index is wrong for each.
        rows.extend_from_slice(&[2, 0, 0, 5, 0xff, 0xff]);
    }
    file.stream(
        6,
        &format!("/Type/XRef/W[1 3 2]/Index[1 3 5 1 10 {COUNT}]/Root 1 0 R"),
        &rows,
    );
    file.bytes
        .extend_from_slice(format!("startxref\n{container}\n%%EOF").as_bytes());
    let document = Document::open(&file.bytes).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let found = (10..10 + COUNT).filter(|&number| {
        let object = view.indirect(ObjectId::new(number, 0));
        object.is_some_and(|indirect| indirect.object.as_integer() == Some(7))
    });
    assert_eq!(found.count(), COUNT as usize);
}

#[test]
fn entries_that_all_point_elsewhere_are_looked_up_and_not_searched() {
    const COUNT: u32 = 100_000;
    let mut file = Maker::with_page("");
    for number in 10..COUNT {
        file.object(number, "0");
    }
    for (number, offset) in &mut file.fresh {
        if *number >= 10 {
            *offset += 1;
        }
    }
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let found = (10..COUNT).filter(|&number| view.indirect(ObjectId::new(number, 0)).is_some());
    assert_eq!(found.count(), COUNT as usize - 10);
    assert_eq!(document.anomalies().len(), limits::ANOMALIES);
}

#[test]
fn streams_without_an_end_are_looked_for_once() {
    let mut file = Maker::with_page("");
    for number in 10..100_000 {
        file.object(number, "<<>>stream\n");
    }
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    assert!(document.scanned_objects().len() > 99_000);
    for number in (10..100_000).rev() {
        assert!(
            document
                .latest()
                .indirect(ObjectId::new(number, 0))
                .is_some()
        );
    }
}

#[test]
fn objects_that_share_their_bytes_are_read_so_often() {
    let mut file = Maker::with_page("");
    for number in 10..3_000u32 {
        file.fresh.push((number, file.bytes.len()));
        file.bytes
            .extend_from_slice(format!("{number} 0 obj%").as_bytes());
    }
    file.bytes.extend_from_slice(&vec![b'%'; 1 << 20]);
    file.bytes.extend_from_slice(b"\n0 endobj\n");
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    for number in 10..3_000 {
        let _ = document.latest().indirect(ObjectId::new(number, 0));
    }
    assert_eq!(
        document.budget().exceeded(),
        Some(LimitExceeded::ParsedBytes)
    );
}

#[test]
fn references_to_references_end() {
    let mut file = Maker::with_page("/Contents 10 0 R");
    for number in 10..60 {
        file.object(number, &format!("{} 0 R", number + 1));
    }
    file.object(60, "60 0 R");
    let file = file.finish();
    assert_eq!(drawn(&file), None);
}

#[test]
fn page_trees_end_however_deep_wide_or_shared_they_are() {
    let tree = |nodes: u32, kids: &dyn Fn(u32) -> String| {
        let mut file = Maker::new();
        file.object(1, "<</Type/Catalog/Pages 10 0 R>>");
        for number in 10..10 + nodes {
            file.object(number, &format!("<</Type/Pages/Kids {}>>", kids(number)));
        }
        file.object(5, &format!("[{}6 0 R]", "10 0 R ".repeat(50_000)));
        file.object(6, "<</Type/Page>>");
        let file = file.finish();
        let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
        let pages = document.latest().pages().len();
        // Where the tree leads to no page, the pages are looked for among the objects.
        let scanned = |kind: &AnomalyKind| matches!(kind, AnomalyKind::PagesFoundByScan { .. });
        (pages, has(&document, scanned))
    };
    let deep = tree(50_000, &|n| {
        format!("[{} 0 R]", if n == 50_009 { 6 } else { n + 1 })
    });
    assert_eq!(deep, (1, false));
    assert_eq!(
        tree(limits::PAGE_TREE_NODES as u32 + 10, &|n| format!(
            "[{} 0 R]",
            n + 1
        )),
        (1, true)
    );
    // Every node names the same long list.
    let shared = tree(3_000, &|n| {
        if n == 10 {
            "[11 0 R 6 0 R]".into()
        } else {
            "5 0 R".into()
        }
    });
    assert_eq!(shared.0, 1);
    let wide = tree(1, &|_| format!("[{}]", "<</Type/Page>>".repeat(5_000)));
    assert_eq!(wide, (limits::PAGES + 1, false));
}

#[test]
fn resources_are_shared_by_the_pages_that_inherit_them() {
    let mut names = String::new();
    for number in 0..200_000 {
        let _ = write!(names, "/N{number} 0");
    }
    let mut file = Maker::new();
    file.object(1, "<</Type/Catalog/Pages 2 0 R>>");
    let pages = "<</Type/Page>>".repeat(100);
    file.object(
        2,
        &format!("<</Type/Pages/Resources<</Font<<{names}>>>>/Kids[{pages}]>>"),
    );
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let pages = document.latest().pages();
    assert_eq!(pages.len(), 100);
    assert!(
        pages
            .iter()
            .all(|page| std::rc::Rc::ptr_eq(&page.resources, &pages[0].resources))
    );
}

#[test]
fn filters_beyond_the_allowed_number_are_not_run() {
    let many = "/ASCIIHexDecode".repeat(limits::FILTERS + 1);
    let mut file = Maker::with_page("");
    let mut data = b"A".to_vec();
    for _ in 0..=limits::FILTERS {
        data = data
            .iter()
            .flat_map(|byte| format!("{byte:02x}").into_bytes())
            .collect();
    }
    file.stream(4, &format!("/Filter[{many}]"), &data);
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let read = view.indirect(ObjectId::new(4, 0)).and_then(|indirect| {
        let stream = indirect.object.as_stream()?;
        view.decode(stream).ok()
    });
    assert_eq!(read.as_deref(), Some(b"41".as_slice()));
}

#[test]
fn streams_that_unpack_to_nothing_cost_what_they_are_packed_in() {
    let parts = "4 0 R ".repeat(2_000);
    let mut file = Maker::with_page(&format!("/Contents[{parts}]"));
    file.stream(4, "/Filter/ASCIIHexDecode", &vec![b' '; 1 << 20]);
    assert_eq!(drawn(&file.finish()), Some(LimitExceeded::DecodedBytes));
}

#[test]
fn a_stream_unpacks_to_no_more_than_allowed() {
    let mut file = Maker::with_page("");
    file.packed(4, "", b" ", limits::DECODED_STREAM + 1);
    let file = file.finish();
    let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let length = view.indirect(ObjectId::new(4, 0)).and_then(|indirect| {
        let data = view.decode(indirect.object.as_stream()?);
        data.ok().map(|data| data.len())
    });
    assert_eq!(length, Some(limits::DECODED_STREAM));
    assert!(has(&document, |kind| matches!(
        kind,
        AnomalyKind::StreamDamaged { .. }
    )));
}

#[test]
fn what_no_table_leads_to_is_sought_within_the_budget() {
    let mut file = Maker::with_page("");
    for number in 4..2000 {
        file.object(number, "(a) %b");
    }
    let file = file.finish();
    for part in [Part::Unlisted, Part::Gaps] {
        let document = Document::open(&file).unwrap_or_else(|error| panic!("{error}"));
        let budget = document.budget();
        // It is affordable once, not again with less left than there are objects.
        assert_eq!(part.seek(&document), Ok(()));
        assert_eq!(budget.spend_operators(limits::OPERATORS - 8000), Ok(()));
        let again: Vec<_> = (0..8).map(|_| part.seek(&document)).collect();
        assert_eq!(again.first(), Some(&Ok(())));
        assert_eq!(again.last(), Some(&Err(LimitExceeded::Operators)));
        assert_eq!(budget.exceeded(), Some(LimitExceeded::Operators));
    }
}

enum Part {
    Unlisted,
    Gaps,
}

impl Part {
    fn seek(&self, document: &Document<'_>) -> Result<(), LimitExceeded> {
        match self {
            Self::Unlisted => unlisted(document).map(|_| ()),
            Self::Gaps => gaps(document).map(|_| ()),
        }
    }
}
