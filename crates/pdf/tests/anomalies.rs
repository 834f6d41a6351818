//! Each broken rule that the reader names, met in a file made to break it: what is said of it, and where.
#![expect(clippy::panic, reason = "a test may")]

mod maker;

use std::collections::BTreeSet;

use assay_pdf::layout::audit;
use assay_pdf::{Anomaly, Document, ObjectId};
use maker::Maker;

/// What is said begins so, and of what begins so.
type Case = (&'static str, &'static str, Vec<u8>);

/// What is met while everything in a file is read once, and what looking it over finds.
fn anomalies(file: &[u8]) -> Vec<Anomaly> {
    let document = Document::open(file).unwrap_or_else(|error| panic!("{error}"));
    let view = document.latest();
    let _pages = view.pages();
    for number in document.numbers_at(usize::MAX) {
        let object = view.indirect(ObjectId::new(number, 0));
        if let Some(stream) = object.as_ref().and_then(|found| found.object.as_stream()) {
            let _data = view.decode(stream);
        }
    }
    [document.anomalies(), audit(&document)].concat()
}

fn with(build: impl FnOnce(&mut Maker)) -> Vec<u8> {
    let mut file = Maker::with_page("");
    build(&mut file);
    file.finish()
}

/// One page, and an object 4.
fn with_object(text: &str) -> Vec<u8> {
    with(|file| file.object(4, text))
}

fn with_stream(entries: &str, data: &[u8]) -> Vec<u8> {
    with(|file| file.stream(4, entries, data))
}

/// One page below this catalog and this tree.
fn with_tree(catalog: &str, tree: &str, page: &str) -> Vec<u8> {
    let mut file = Maker::new();
    file.object(1, catalog);
    file.object(2, tree);
    file.object(3, page);
    file.finish()
}

fn without_tables(build: impl FnOnce(&mut Maker)) -> Vec<u8> {
    let mut file = Maker::with_page("");
    build(&mut file);
    [&file.bytes, b"trailer<</Root 1 0 R>>".as_slice()].concat()
}

fn replaced(file: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    let text = file.iter().map(|&byte| char::from(byte));
    let text: String = text.collect();
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1).into_bytes()
}

/// A cross-reference stream of five entries, number 0 and the four objects, and what it says to have.
fn in_stream(file: &mut Maker, entries: &str) {
    let start = file.bytes.len();
    let offsets = file.fresh.iter().map(|(_, offset)| *offset);
    let mut rows = vec![0; 3];
    for at in offsets.chain([start]) {
        rows.extend([1, (at >> 8) as u8, at as u8]);
    }
    let entries = format!("/Type/XRef/W[1 2 0]/Root 1 0 R{entries}");
    file.stream(4, &entries, &rows);
    let end = format!("startxref\n{start}\n%%EOF\n");
    file.bytes.extend_from_slice(end.as_bytes());
}

/// Its stream lists five numbers, and is said to list six.
fn short_section() -> Vec<u8> {
    let mut file = Maker::with_page("");
    in_stream(&mut file, "/Size 6/Index[0 6]");
    file.bytes
}

fn hybrid() -> Vec<u8> {
    let mut file = Maker::with_page("");
    let hidden = file.bytes.len();
    file.stream(4, "/Type/XRef/W[1 1 0]/Index[3 1]/Size 5", &[1, 9]);
    file.save(&format!("/XRefStm {hidden}"));
    file.bytes
}

/// The second save lists an object of the first at its place and leads nowhere.
fn unnamed_save() -> Vec<u8> {
    let mut file = Maker::with_page("");
    let kept = file.fresh.clone();
    file.save("");
    file.section = None;
    file.fresh = kept;
    file.object(4, "(new)");
    file.finish()
}

fn rootless() -> Vec<u8> {
    let mut file = Maker::new();
    file.section = Some(file.bytes.len());
    file.bytes.extend_from_slice(b"xref\n0 0\ntrailer\n<<>>\n");
    let end = format!("startxref\n{}\n%%EOF\n", file.section.unwrap_or_default());
    file.bytes.extend_from_slice(end.as_bytes());
    file.object(1, "<</Type/Catalog/Pages 2 0 R>>");
    file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>");
    file.object(3, "<</Type/Page>>");
    file.finish()
}

const CATALOG: &str = "<</Type/Catalog/Pages 2 0 R>>";
const TREE: &str = "<</Type/Pages/Kids[3 0 R]/Count 1>>";
const PAGE: &str = "<</Type/Page>>";

/// Where sections, entries and objects are not where they should be.
fn of_tables() -> Vec<Case> {
    let plain = || with(|_| ());
    let wrong_end = |text: &str| {
        let file = Maker::with_page("");
        [&file.bytes, text.as_bytes()].concat()
    };
    let moved = || {
        with(|file| {
            let page = file.fresh.iter_mut().find(|(number, _)| *number == 3);
            page.unwrap_or_else(|| panic!("no page")).1 += 2;
        })
    };
    vec![
        (
            "BytesBeforeHeader",
            "junk",
            [b"junk ".as_slice(), &plain()].concat(),
        ),
        ("NoStartxref", "", without_tables(|_| ())),
        ("TablesRebuilt", "%PDF", without_tables(|_| ())),
        (
            "XrefOffsetWrong { offset: 7 }",
            "7\n1 0 obj",
            wrong_end("startxref\n7\n%%EOF\n"),
        ),
        (
            "XrefOffsetInexact",
            "ref",
            replaced(plain(), "%PDF-1.7\n", "%PDF-1.7"),
        ),
        (
            "XrefLoop",
            "xref",
            with(|file| file.section = Some(file.bytes.len())),
        ),
        ("EarlierSaveNotNamed", "xref", unnamed_save()),
        ("XrefSectionBroken", "4 0 obj", short_section()),
        (
            "XrefEntryPointsElsewhere { id: ObjectId { number: 3, generation: 0 }, offset: ",
            "0 obj",
            moved(),
        ),
        ("ObjectRecovered", "3 0 obj", moved()),
        (
            "XrefEntryMalformed",
            "00000",
            replaced(plain(), " n \n", " n\n"),
        ),
        (
            "ListedTwice { number: 3 }",
            "xref",
            with(|file| file.fresh.extend_from_within(2..)),
        ),
        (
            "GenerationWrong { id: ObjectId { number: 3, generation: 7 }, listed: 0 }",
            "3 7 obj",
            replaced(plain(), "3 0 obj", "3 7 obj"),
        ),
        (
            "ReferenceStale { id: ObjectId { number: 3, generation: 7 } }",
            "4 0 obj",
            with_object("3 7 R"),
        ),
        ("FreeListBroken", "xref", plain()),
        ("HybridDiffers { number: 3 }", "4 0 obj", hybrid()),
        (
            "SizeWrong { declared: Some(3), highest: 3 }",
            "xref",
            replaced(plain(), "/Root", "/Size 3/Root"),
        ),
        ("RootMissing", "xref", rootless()),
    ]
}

/// What is wrong within an object or a stream.
fn of_objects() -> Vec<Case> {
    let mut packed = Maker::new();
    packed.packed(4, "", b"data", 9);
    vec![
        (
            "StreamLengthWrong { id: ObjectId { number: 4, generation: 0 }, declared: Some(99), actual: 3 }",
            "abc\nendstream",
            with_object("<</Length 99>>stream\nabc\nendstream"),
        ),
        (
            "EndobjMissing",
            "xref",
            replaced(
                with_object("(last)"),
                "(last)\nendobj\n",
                "(last)        \n",
            ),
        ),
        (
            "EndstreamMissing",
            "endobj",
            with_object("<</Length 9>>stream\nabc"),
        ),
        ("UnexpectedToken", "junk", with_object("<</A 1 junk/B 2>>")),
        (
            "DuplicateKey { id: ObjectId { number: 4, generation: 0 }, key: [65] }",
            "4 0 obj",
            with_object("<</A 1/A 2>>"),
        ),
        ("EscapeInvalid", "4 0 obj", with_object("/N#2x")),
        ("NestedTooDeep", "[", with_object(&"[".repeat(200))),
        (
            "StreamDamaged { reason: \"deflate data is broken\" }",
            "none",
            with_stream("/Filter/FlateDecode", b"none at all"),
        ),
        (
            "DataBehindFlate { id: ObjectId { number: 4, generation: 0 }, bytes: 4 }",
            "rest",
            with(|file| {
                let packed = data_of(&packed.bytes);
                let data = [packed.as_slice(), b"rest"].concat();
                file.stream(4, "/Filter/FlateDecode", &data);
            }),
        ),
        (
            "ObjectStreamBroken",
            "4 0 obj",
            without_tables(|file| file.stream(4, "/Type/ObjStm/N 3/First 4", b"9 0 7")),
        ),
        (
            "ExtendsWrong",
            "4 0 obj",
            with_stream("/Type/ObjStm/N 1/First 4/Extends 3 0 R", b"9 0 7"),
        ),
    ]
}

fn data_of(file: &[u8]) -> Vec<u8> {
    let found = |word: &[u8]| file.windows(word.len()).position(|part| part == word);
    let start = found(b"stream\n").map(|at| at + b"stream\n".len());
    let span = start.zip(found(b"\nendstream"));
    let data = span.and_then(|(start, end)| file.get(start..end));
    data.unwrap_or_default().to_vec()
}

/// What is wrong with the document that the objects make.
fn of_documents() -> Vec<Case> {
    vec![
        (
            "PagesFoundByScan { pages: 1 }",
            "%PDF",
            with_tree(CATALOG, "<</Type/Pages/Kids[]>>", PAGE),
        ),
        (
            "PageTreeLoop { id: ObjectId { number: 2, generation: 0 } }",
            "%PDF",
            with_tree(CATALOG, "<</Type/Pages/Kids[2 0 R 3 0 R]>>", PAGE),
        ),
        (
            "TypeMissing { id: ObjectId { number: 1, generation: 0 } }",
            "1 0 obj",
            with_tree("<</Pages 2 0 R>>", TREE, PAGE),
        ),
        (
            "TypeMissing { id: ObjectId { number: 2, generation: 0 } }",
            "1 0 obj",
            with_tree(CATALOG, "<</Kids[3 0 R]/Count 1>>", PAGE),
        ),
        (
            "TypeMissing { id: ObjectId { number: 3, generation: 0 } }",
            "%PDF",
            with_tree(CATALOG, TREE, "<<>>"),
        ),
        (
            "CountWrong { id: ObjectId { number: 2, generation: 0 }, declared: Some(5), actual: 1 }",
            "1 0 obj",
            with_tree(CATALOG, "<</Type/Pages/Kids[3 0 R]/Count 5>>", PAGE),
        ),
        (
            "LinearisedLengthWrong { declared: Some(5), actual: ",
            "4 0 obj",
            {
                let mut file = Maker::new();
                file.object(4, "<</Linearized 1/L 5>>");
                file.object(1, CATALOG);
                file.object(2, TREE);
                file.object(3, PAGE);
                file.finish()
            },
        ),
    ]
}

#[test]
fn each_broken_rule_is_named_with_its_place() {
    let mut met = BTreeSet::new();
    for (said, place, file) in [of_tables(), of_objects(), of_documents()].concat() {
        let all = anomalies(&file);
        let found = all.iter().any(|anomaly| {
            let there = file.get(anomaly.span.start..).unwrap_or_default();
            format!("{:?}", anomaly.kind).starts_with(said) && there.starts_with(place.as_bytes())
        });
        assert!(found, "{said} at {place}: {all:?}");
        met.insert(said.split(' ').next().unwrap_or_default());
    }
    let kinds = include_str!("../src/anomaly.rs").split_once("pub enum AnomalyKind {");
    let kinds = kinds.map_or("", |(_, kinds)| kinds).lines();
    let kinds = kinds.filter_map(|line| line.strip_prefix("    "));
    let kinds = kinds.filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
    for kind in kinds {
        let name = kind.split(|letter: char| !letter.is_ascii_alphanumeric());
        let name = name.into_iter().next().unwrap_or_default();
        assert!(met.contains(name), "no file here breaks {name}");
    }
}

#[test]
fn a_sound_file_breaks_no_rule() {
    let mut file = Maker::with_page("");
    in_stream(&mut file, "/Size 5");
    assert_eq!(anomalies(&file.bytes), Vec::new());
}

#[test]
fn a_cross_reference_stream_that_ends_early_is_used_as_far_as_it_goes() {
    let open = |file: &[u8]| {
        let document = Document::open(file).unwrap_or_else(|error| panic!("{error}"));
        let numbers = document.numbers_at(usize::MAX);
        (document.is_rebuilt(), numbers)
    };
    assert_eq!(open(&short_section()), (false, vec![1, 2, 3, 4]));
    // What else stands in the file may be what the rest had listed.
    let mut file = Maker::with_page("");
    file.bytes
        .extend_from_slice(b"9 0 obj\n(not listed)\nendobj\n");
    in_stream(&mut file, "/Size 6/Index[0 6]");
    assert_eq!(open(&file.bytes), (true, vec![1, 2, 3, 4, 9]));
    // Without an `/Index` only `/Size` counts more.
    let mut file = Maker::with_page("");
    in_stream(&mut file, "/Size 9");
    assert_eq!(open(&file.bytes), (false, vec![1, 2, 3, 4]));
}
