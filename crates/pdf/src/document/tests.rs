//! Files whose tables lie: what is used, what is rebuilt, and which saves are told apart all the same.

use crate::{AnomalyKind, Document, Object};

const HEAD: &str = "%PDF-1.4\n";
const TREE: &str = "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n";

fn page(note: &str) -> String {
    format!("3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Note({note})>>\nendobj\n")
}

/// One save of three objects with a table; `off` is added to its `startxref`, `prev` stands in its trailer.
fn save(file: &mut String, body: &[(u32, String)], prev: &str, off: i64) -> usize {
    let mut table = String::from("xref\n0 1\n0000000000 65535 f \n");
    for (number, text) in body {
        table += &format!("{number} 1\n{:010} 00000 n \n", file.len());
        file.push_str(text);
    }
    let at = file.len();
    file.push_str(&table);
    let named = at as i64 + off;
    *file += &format!("trailer\n<</Size 4/Root 1 0 R{prev}>>\nstartxref\n{named}\n%%EOF\n");
    at
}

fn two_saves(first_off: i64, second_off: i64) -> String {
    let mut file = String::from(HEAD);
    let (catalog, pages) = TREE.split_at(TREE.find("2 0 obj").unwrap_or_default());
    let body = [
        (1, catalog.to_owned()),
        (2, pages.to_owned()),
        (3, page("old")),
    ];
    let at = save(&mut file, &body, "", first_off);
    let prev = format!("/Prev {}", at as i64 + first_off);
    save(&mut file, &[(3, page("new"))], &prev, second_off);
    file
}

fn note(document: &Document<'_>, revision: usize) -> Option<String> {
    let page = document.at(revision).pages().into_iter().next()?;
    page.dictionary
        .get(b"Note")
        .and_then(Object::as_string)
        .map(|note| String::from_utf8_lossy(note).into_owned())
}

fn both_states(file: &str) -> Option<(Option<String>, Option<String>, bool)> {
    let document = Document::open(file.as_bytes()).ok()?;
    (document.revisions().len() == 2).then(|| {
        (
            note(&document, 0),
            note(&document, 1),
            document.is_rebuilt(),
        )
    })
}

#[test]
fn a_table_a_few_bytes_away_is_used_and_noted() {
    for (first, second) in [(0, 1), (1, 0), (-3, 7), (12, -20)] {
        let file = two_saves(first, second);
        let expected = Some((Some("old".into()), Some("new".into()), false));
        assert_eq!(both_states(&file), expected, "{first} {second}");
        let anomalies = Document::open(file.as_bytes()).map(|d| d.anomalies());
        let inexact = anomalies.is_ok_and(|all| {
            all.iter()
                .any(|a| matches!(a.kind, AnomalyKind::XrefOffsetInexact { .. }))
        });
        assert!(inexact);
    }
}

#[test]
fn a_rebuilt_file_keeps_its_saves() {
    for (first, second) in [(0, 900), (900, 0), (5000, 5000)] {
        let file = two_saves(first, second);
        let expected = Some((Some("old".into()), Some("new".into()), true));
        assert_eq!(both_states(&file), expected, "{first} {second}");
    }
}

#[test]
fn objects_behind_an_inexact_table_are_shown() {
    let mut file = two_saves(0, 0);
    let first = file.find("xref\n").unwrap_or_default();
    file += &page("appended");
    file += &format!("trailer<</Root 1 0 R>>startxref\n{}\n%%EOF\n", first + 1);
    let shown = Document::open(file.as_bytes()).ok();
    let shown = shown.and_then(|document| note(&document, usize::MAX));
    assert_eq!(shown.as_deref(), Some("appended"));
}

#[test]
fn end_marks_within_streams_are_no_saves() {
    let inner = "startxref\n0\n%%EOF\n";
    let attached = format!(
        "4 0 obj\n<</Length {}>>stream\n{inner}\nendstream\nendobj\n",
        inner.len()
    );
    let file = format!("{HEAD}{TREE}{}{attached}{}", page("a"), page("b"));
    let saves = Document::open(file.as_bytes()).map(|document| document.revisions().len());
    assert_eq!(saves, Ok(1));
}

#[test]
fn pages_without_a_tree_are_found() {
    let loop_tree = "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/MediaBox[0 0 7 8]>>endobj\n";
    for head in [loop_tree, "2 0 obj<</MediaBox[0 0 7 8]>>endobj\n"] {
        let file =
            format!("{HEAD}{head}3 0 obj<</Type/Page/Parent 2 0 R>>endobj trailer<</Root 1 0 R>>");
        let document = Document::open(file.as_bytes());
        let pages = document.map(|document| document.latest().pages());
        let widths = pages.map(|pages| pages.iter().map(|p| p.media_box.width()).collect());
        assert_eq!(widths, Ok(vec![7.0]));
    }
}

#[test]
fn a_catalog_is_found_where_the_trailer_names_another_object() {
    let file = format!("{HEAD}{TREE}{}trailer<</Root 9 0 R>>", page("a"));
    let document = Document::open(file.as_bytes());
    assert_eq!(document.map(|d| note(&d, 0)), Ok(Some("a".into())));
}

/// Two saves, the second with a table of all objects and no `/Prev`. `moved` is added to the offsets of what it keeps.
fn whole_table_behind(moved: usize, listed: &[u32]) -> String {
    let mut file = String::from(HEAD);
    let (catalog, pages) = TREE.split_at(TREE.find("2 0 obj").unwrap_or_default());
    let offsets = [file.len(), file.len() + catalog.len()];
    let body = [
        (1, catalog.to_owned()),
        (2, pages.to_owned()),
        (3, page("old")),
        (4, "4 0 obj\n(dropped)\nendobj\n".to_owned()),
    ];
    save(&mut file, &body, "", 0);
    let third = file.len();
    file += &page("new");
    let at = file.len();
    file += "xref\n0 1\n0000000000 65535 f \n";
    for (number, offset) in [(1, offsets[0] + moved), (2, offsets[1] + moved), (3, third)] {
        if listed.contains(&number) {
            file += &format!("{number} 1\n{offset:010} 00000 n \n");
        }
    }
    file + &format!("trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n{at}\n%%EOF\n")
}

#[test]
fn a_save_that_the_newest_table_does_not_name_is_told() {
    let file = whole_table_behind(0, &[1, 2, 3]);
    let expected = Some((Some("old".into()), Some("new".into()), false));
    assert_eq!(both_states(&file), expected);
    let document = Document::open(file.as_bytes());
    let written = document.as_ref().map(|document| {
        let all = document.written_in(1);
        all.iter().map(|(number, _)| *number).collect::<Vec<_>>()
    });
    // The page is written anew, what is not listed any more is free.
    assert_eq!(written.ok(), Some(vec![0, 3, 4]));
    let in_use = document.map(|document| document.numbers_at(1));
    assert_eq!(in_use, Ok(vec![1, 2, 3]));
}

#[test]
fn a_file_behind_another_is_no_save_of_it() {
    // The second file lists nothing of the first.
    let first = whole_table_behind(0, &[1, 2, 3]);
    let mut file = String::from(HEAD);
    save(
        &mut file,
        &[(9, "9 0 obj\n(other)\nendobj\n".into())],
        "",
        0,
    );
    let (catalog, pages) = TREE.split_at(TREE.find("2 0 obj").unwrap_or_default());
    let body = [
        (1, catalog.to_owned()),
        (2, pages.to_owned()),
        (3, page("own")),
    ];
    save(&mut file, &body, "", 0);
    let saves = |file: &str| Document::open(file.as_bytes()).map(|d| d.revisions().len());
    assert_eq!((saves(&file), saves(&first)), (Ok(1), Ok(2)));
}
