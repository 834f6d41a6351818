//! Appends saves to a signed document, the way an editor or an attacker would.

use std::fs;
use std::path::PathBuf;

/// A document of `files/`.
pub fn file(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    fs::read(folder.join(format!("{name}.pdf"))).unwrap_or_default()
}

/// One save to append.
#[derive(Default)]
pub struct Increment {
    objects: Vec<(u32, Vec<u8>)>,
    freed: Vec<u32>,
    /// Entries without objects: number and offset.
    entries: Vec<(u32, usize)>,
}

impl Increment {
    pub fn object(mut self, number: u32, body: &str) -> Increment {
        self.objects.push((number, body.as_bytes().to_vec()));
        self
    }

    pub fn stream(self, number: u32, dictionary: &str, data: &str) -> Increment {
        let length = data.len();
        let body = format!("<<{dictionary} /Length {length}>> stream\n{data}\nendstream");
        self.object(number, &body)
    }

    pub fn free(mut self, number: u32) -> Increment {
        self.freed.push(number);
        self
    }

    pub fn entry(mut self, number: u32, offset: usize) -> Increment {
        self.entries.push((number, offset));
        self
    }

    /// The document with this save behind it.
    pub fn append_to(&self, document: &[u8]) -> Vec<u8> {
        let mut out = document.to_vec();
        let previous = last_number_after(document, b"startxref");
        let mut lines = Vec::new();
        for (number, body) in &self.objects {
            lines.push((*number, format!("{:010} 00000 n \n", out.len())));
            out.extend(format!("{number} 0 obj\n").bytes());
            out.extend(body);
            out.extend(b"\nendobj\n");
        }
        for (number, offset) in &self.entries {
            lines.push((*number, format!("{offset:010} 00000 n \n")));
        }
        for number in &self.freed {
            lines.push((*number, "0000000000 00001 f \n".to_string()));
        }
        let start = out.len();
        out.extend(b"xref\n");
        for (number, line) in &lines {
            out.extend(format!("{number} 1\n{line}").bytes());
        }
        let info = match find(document, b"/Info") {
            Some(_) => "/Info 11 0 R ",
            None => "",
        };
        let trailer = format!("trailer\n<</Root 1 0 R {info}/Size 60 /Prev {previous}>>\n");
        out.extend(trailer.bytes());
        out.extend(format!("startxref\n{start}\n%%EOF\n").bytes());
        out
    }
}

pub fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack
        .windows(needle.len())
        .position(|window| window == needle)
}

/// The number behind the last `word`.
fn last_number_after(document: &[u8], word: &[u8]) -> usize {
    let at = document
        .windows(word.len())
        .rposition(|window| window == word)
        .map_or(0, |at| at + word.len());
    let digits = document
        .iter()
        .skip(at)
        .skip_while(|b| b.is_ascii_whitespace());
    let digits: String = digits
        .take_while(|byte| byte.is_ascii_digit())
        .map(|byte| char::from(*byte))
        .collect();
    digits.parse().unwrap_or_default()
}

/// The document with one text replaced by another of the same length.
pub fn replaced(document: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let mut out = document.to_vec();
    let at = find(document, old);
    assert!(at.is_some(), "the text to replace is there");
    if let Some(at) = at
        && let Some(place) = out.get_mut(at..at + new.len())
    {
        place.copy_from_slice(new);
    }
    out
}
