//! A small language in which a fuzzer can write whole PDFs: plain PDF text with escapes for what mutation cannot keep
//! right, such as offsets, lengths and packed data.
//!
//! | escape | stands for |
//! |---|---|
//! | `@X` | a cross-reference table of the objects since the last one, and `trailer` |
//! | `@Y` | the same as a cross-reference stream, with the bytes up to the next `@` as its dictionary |
//! | `@P` | the offset of the section before the last one (for `/Prev`) |
//! | `@S` | the offset of the last section (for `startxref`) |
//! | `@L` | the length of the data that follows next |
//! | `@[` … `@]` | data, as it is |
//! | `@(` … `@)` | data, packed by Flate |
//! | `@@` | one `@` |

use std::io::Write;

/// Nothing gets longer than this, whatever the input says.
const LONGEST: usize = 1 << 20;

/// Puts a file together. `base` is a finished file behind which the text is written.
pub fn assemble(base: &[u8], text: &[u8]) -> Vec<u8> {
    let mut work = Assembly::new(base);
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&byte| byte == b'@') {
        let (plain, escape) = rest.split_at(at);
        work.out.extend_from_slice(plain);
        if work.out.len() > LONGEST {
            break;
        }
        rest = work.escape(escape);
    }
    work.out.extend_from_slice(rest);
    work.out
}

struct Assembly {
    out: Vec<u8>,
    /// From here on objects are not listed by a section yet.
    listed: usize,
    /// Offsets of the last section and of the one before it.
    sections: [usize; 2],
    /// Where a length waits for its data.
    length: Option<usize>,
}

impl Assembly {
    fn new(base: &[u8]) -> Self {
        let last = start_of_sections(base);
        Self {
            out: base.to_vec(),
            listed: base.len(),
            sections: [last, last],
            length: None,
        }
    }

    /// Handles the escape that `text` begins with and returns what is behind it.
    fn escape<'t>(&mut self, text: &'t [u8]) -> &'t [u8] {
        let behind = text.get(2..).unwrap_or_default();
        match text.get(1) {
            Some(b'X') => self.table(),
            Some(b'Y') => return self.stream(behind),
            Some(b'P') => self.number(self.sections[1]),
            Some(b'S') => self.number(self.sections[0]),
            Some(b'L') => {
                self.length = Some(self.out.len());
                self.out.extend_from_slice(b"0000000");
            }
            Some(b'[') => return self.data(behind, b"@]", false),
            Some(b'(') => return self.data(behind, b"@)", true),
            _ => self.out.push(b'@'),
        }
        behind
    }

    fn number(&mut self, value: usize) {
        self.out.extend_from_slice(value.to_string().as_bytes());
    }

    fn data<'t>(&mut self, text: &'t [u8], end: &[u8], packed: bool) -> &'t [u8] {
        let at = find(text, end).unwrap_or(text.len());
        let (inside, behind) = text.split_at(at);
        let data = if packed {
            pack(inside)
        } else {
            inside.to_vec()
        };
        if let Some(place) = self.length.take() {
            let digits = format!("{:07}", data.len());
            if let Some(slot) = self.out.get_mut(place..place + 7) {
                slot.copy_from_slice(&digits.as_bytes()[..7]);
            }
        }
        self.out.extend_from_slice(&data);
        behind.get(2..).unwrap_or_default()
    }

    fn begin_section(&mut self) -> Vec<(u32, u16, usize)> {
        let objects = objects(&self.out, self.listed);
        self.sections = [self.out.len(), self.sections[0]];
        self.listed = self.out.len();
        objects
    }

    fn table(&mut self) {
        let objects = self.begin_section();
        self.out
            .extend_from_slice(b"xref\n0 1\n0000000000 65535 f \n");
        for (number, generation, offset) in objects {
            let entry = format!("{number} 1\n{offset:010} {generation:05} n \n");
            self.out.extend_from_slice(entry.as_bytes());
        }
        self.out.extend_from_slice(b"trailer\n");
    }

    /// As a stream, whose dictionary goes on with the text up to the next escape.
    fn stream<'t>(&mut self, text: &'t [u8]) -> &'t [u8] {
        let end = text.iter().position(|&b| b == b'@').unwrap_or(text.len());
        let (entries, behind) = text.split_at(end);
        let objects = self.begin_section();
        let number = objects.iter().map(|object| object.0).max().unwrap_or(0);
        let (mut index, mut rows) = (String::new(), Vec::new());
        for (number, generation, offset) in objects {
            index += &format!("{number} 1 ");
            rows.push(1);
            rows.extend_from_slice(&(offset as u32).to_be_bytes());
            rows.extend_from_slice(&generation.to_be_bytes());
        }
        let rows = pack(&rows);
        let head = format!(
            "{} 0 obj\n<</Type/XRef/W[1 4 2]/Index[{index}]/Filter/FlateDecode/Length {}",
            number.saturating_add(1),
            rows.len()
        );
        self.out.extend_from_slice(head.as_bytes());
        self.out.extend_from_slice(entries);
        self.out.extend_from_slice(b">>stream\n");
        self.out.extend_from_slice(&rows);
        self.out.extend_from_slice(b"\nendstream\nendobj\n");
        behind
    }
}

/// Where the objects behind `from` begin: number, generation, offset; each number once.
fn objects(bytes: &[u8], from: usize) -> Vec<(u32, u16, usize)> {
    let mut found: Vec<(u32, u16, usize)> = Vec::new();
    let mut at = from;
    while let Some(next) = bytes.get(at..).and_then(|rest| find(rest, b" obj")) {
        at += next;
        if let Some((generation, middle)) = digits_before(bytes, at)
            && let Some((number, start)) = digits_before(bytes, middle.saturating_sub(1))
            && start >= from
            && found.len() < 4096
        {
            found.retain(|(known, _, _)| *known as u64 != number);
            found.push((number as u32, generation as u16, start));
        }
        at += 4;
    }
    found
}

/// The number that ends before `end`, and where it starts.
fn digits_before(bytes: &[u8], end: usize) -> Option<(u64, usize)> {
    let mut start = end;
    while start > 0 && end - start < 8 && bytes.get(start - 1).is_some_and(u8::is_ascii_digit) {
        start -= 1;
    }
    let text = std::str::from_utf8(bytes.get(start..end)?).ok()?;
    Some((text.parse().ok()?, start))
}

fn start_of_sections(base: &[u8]) -> usize {
    let tail = base.len().saturating_sub(64);
    let text = String::from_utf8_lossy(base.get(tail..).unwrap_or_default()).into_owned();
    let number = text.split("startxref").nth(1).unwrap_or_default();
    number
        .split_whitespace()
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(0)
}

fn pack(data: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let _ = packer.write_all(data);
    packer.finish().unwrap_or_default()
}

pub fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|window| window == word)
}
