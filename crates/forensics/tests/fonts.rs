//! What fonts give away, each with a file that does nearly the same and is honest. `UPDATE=1` writes them anew as fixtures.

mod writing;

use writing::{fixtures, pdf, raises, signals, stream};

/// A letter that cairo wrote, with parts of its bytes exchanged for others of the same length.
fn letter(exchanged: &[(&str, &str)]) -> Vec<u8> {
    let bytes = std::fs::read(fixtures().join("letter-cairo/original.pdf")).unwrap_or_default();
    let (start, end) = widths(&bytes);
    let mut declared = String::from_utf8_lossy(&bytes[start..end]).into_owned();
    for (old, new) in exchanged {
        assert!(declared.contains(old) && old.len() == new.len(), "{old}");
        declared = declared.replace(old, new);
    }
    [&bytes[..start], declared.as_bytes(), &bytes[end..]].concat()
}

/// Where the first `/Widths` stand.
fn widths(bytes: &[u8]) -> (usize, usize) {
    let key: &[u8] = b"/Widths [";
    let start = bytes.windows(key.len()).position(|window| window == key);
    let start = start.map_or(0, |at| at + key.len());
    let length = bytes[start..].iter().position(|&byte| byte == b']');
    (start, start + length.unwrap_or(0))
}

#[test]
fn the_width_of_one_character_that_the_program_has_otherwise_is_told() {
    let id = "width_patched";
    // The only m: 889 thousandths for a capital M, 610 for an L.
    let patched = letter(&[("610 889 0", "610 722 0")]);
    assert!(raises("fonts/width-patched", &patched, id));
    let converted = letter(&[(" 500", " 512"), (" 277", " 288"), (" 443", " 455")]);
    assert!(!raises("fonts/widths-reckoned-anew", &converted, id));
    assert!(!raises("fonts/widths-as-written", &letter(&[]), id));
}

/// The letter saved once more with other contents: these lines in its own subset.
fn rewritten(lines: &[&str]) -> Vec<u8> {
    let mut bytes = letter(&[]);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let table = text.rsplit("startxref").next().unwrap_or_default();
    let table = table.lines().find(|line| !line.is_empty());
    let mut data = String::from("BT /f-0-0 10 Tf 14 TL 56 700 Td ");
    for line in lines {
        data += &format!("({line}) Tj T* ");
    }
    let offset = bytes.len();
    let contents = stream("", &(data + "ET"));
    bytes.extend_from_slice(format!("4 0 obj\n{contents}\nendobj\n").as_bytes());
    let start = bytes.len();
    let end = format!(
        "xref\n4 1\n{offset:010} 00000 n \ntrailer\n<</Size 20/Root 19 0 R/Prev {}>>\nstartxref\n{start}\n%%EOF\n",
        table.unwrap_or_default()
    );
    bytes.extend_from_slice(end.as_bytes());
    bytes
}

#[test]
fn a_letter_that_the_subset_was_never_cut_for_is_told() {
    let id = "glyph_missing_from_subset";
    let sentence = "we confirm that Linnea Quarrington has been employed with us";
    let typed = rewritten(&[sentence, "Brigitte Fox"]);
    assert!(raises("fonts/name-the-subset-lacks", &typed, id));
    let shown: Vec<String> = signals(&typed)
        .into_iter()
        .filter(|signal| signal.id == id)
        .filter_map(|signal| signal.new_value)
        .collect();
    assert_eq!(shown, ["Brigitte", "Fox"]);
    // Words of the letters at hand; blanks and hyphens need no glyph.
    let own = rewritten(&[sentence, "Isolde Thistlewood\\240\\255 Ltd"]);
    assert!(!raises("fonts/name-of-the-subset", &own, id));
    // Nothing of what is shown is there: another program is read wrongly, not typed into.
    assert!(!raises(
        "fonts/nothing-in-the-subset",
        &rewritten(&["BXZ BXZ JK"]),
        id
    ));
}

/// A payslip whose amounts are painted at the end, in this face; all else, with these lines, in Example Sans.
fn filled(face: &str, lines: [&str; 2]) -> Vec<u8> {
    let mut data = String::from("BT /A 9 Tf ");
    let mut end = String::from("BT /B 9 Tf ");
    let text = |x: i32, y: i32, text: &str| format!("1 0 0 1 {x} {y} Tm ({text}) Tj ");
    for (row, line) in (0..).zip(lines) {
        data += &text(56, 760 - 14 * row, line);
    }
    for row in 0..7 {
        let y = 700 - 14 * row;
        data += &text(56, y, "One of the lines of this payslip");
        data += &text(300, y, "9.30");
        end += &text(400, y, &format!("{}.{row}7", 1417 + 291 * row));
    }
    let font = |name: &str, descriptor: u32| {
        format!(
            "<</Type/Font/Subtype/TrueType/BaseFont/{name}/FirstChar 32/LastChar 32/Widths[250]/Encoding/WinAnsiEncoding/FontDescriptor {descriptor} 0 R>>"
        )
    };
    let descriptor = |name: &str| {
        format!(
            "<</Type/FontDescriptor/FontName/{name}/Flags 32/MissingWidth 500/FontFile2 9 0 R>>"
        )
    };
    let (first, second) = ("AAAAAA+ExampleSans", format!("BBBBBB+{face}"));
    pdf(&[
        (1, "<</Type/Catalog/Pages 2 0 R>>".into()),
        (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>".into()),
        (3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</A 5 0 R/B 6 0 R>>>>/Contents 4 0 R>>".into()),
        (4, stream("", &format!("{data} ET {end} ET"))),
        (5, font(first, 7)),
        (6, font(&second, 8)),
        (7, descriptor(first)),
        (8, descriptor(&second)),
        (9, stream("", "no program")),
    ])
}

#[test]
fn amounts_set_again_in_another_cut_of_the_face_are_told_from_a_filled_form() {
    let id = "column_retyped";
    let named = ["Paid on 29.03.2026", "Employee 786888"];
    let again = filled("ExampleSans-Regular", named);
    assert!(raises("fonts/amounts-in-another-cut", &again, id));
    let form = filled("ExampleSans-Regular", ["Paid on", "Employee"]);
    assert!(!raises("fonts/amounts-of-a-form", &form, id));
    let other = filled("ExampleMono", named);
    assert!(!raises("fonts/amounts-in-another-face", &other, id));
}
