//! What fonts give away, each with a file that does nearly the same and is honest. `UPDATE=1` writes them anew as fixtures.

mod writing;

use writing::{fixtures, raises};

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
