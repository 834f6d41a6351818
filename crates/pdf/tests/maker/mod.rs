//! Puts files together object by object and save by save, with tables whose offsets are right.
#![allow(dead_code, reason = "each test uses its part")]

use std::io::Write;

/// A file that grows save by save.
#[derive(Default)]
pub struct Maker {
    pub bytes: Vec<u8>,
    /// Number and offset of the objects that no section lists yet.
    pub fresh: Vec<(u32, usize)>,
    /// Where the last section begins.
    pub section: Option<usize>,
}

impl Maker {
    pub fn new() -> Self {
        Self {
            bytes: b"%PDF-1.7\n".to_vec(),
            ..Self::default()
        }
    }

    /// A catalog (1), a page tree (2) and one page (3) with these entries.
    pub fn with_page(entries: &str) -> Self {
        let mut file = Self::new();
        file.object(1, "<</Type/Catalog/Pages 2 0 R>>");
        file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>");
        let page = format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]{entries}>>");
        file.object(3, &page);
        file
    }

    pub fn object(&mut self, number: u32, text: &str) {
        self.fresh.push((number, self.bytes.len()));
        let _ = writeln!(self.bytes, "{number} 0 obj\n{text}\nendobj");
    }

    pub fn stream(&mut self, number: u32, entries: &str, data: &[u8]) {
        self.fresh.push((number, self.bytes.len()));
        let _ = write!(
            self.bytes,
            "{number} 0 obj\n<<{entries}/Length {}>>stream\n",
            data.len()
        );
        self.bytes.extend_from_slice(data);
        self.bytes.extend_from_slice(b"\nendstream\nendobj\n");
    }

    /// A stream of as much data as `repeat` times `part`, deflated.
    pub fn packed(&mut self, number: u32, entries: &str, part: &[u8], repeat: usize) {
        let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        let block = part.repeat((1 << 16) / part.len().max(1) + 1);
        let mut left = part.len() * repeat;
        while left > 0 {
            let piece = block.get(..left.min(block.len())).unwrap_or(&block);
            let _ = packer.write_all(piece);
            left -= piece.len();
        }
        let data = packer.finish().unwrap_or_default();
        self.stream(number, &format!("{entries}/Filter/FlateDecode"), &data);
    }

    /// Ends a save with a table of the objects written since the last one.
    pub fn save(&mut self, entries: &str) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(b"xref\n");
        for (number, offset) in std::mem::take(&mut self.fresh) {
            let _ = write!(self.bytes, "{number} 1\n{offset:010} 00000 n \n");
        }
        self.end(start, entries);
    }

    /// The trailer of the section that begins at `start`, and the end of the save.
    pub fn end(&mut self, start: usize, entries: &str) {
        let previous = self
            .section
            .map(|at| format!("/Prev {at}"))
            .unwrap_or_default();
        let _ = write!(
            self.bytes,
            "trailer\n<</Root 1 0 R{entries}{previous}>>\nstartxref\n{start}\n%%EOF\n"
        );
        self.section = Some(start);
    }

    /// Ends a save with a cross-reference stream of the objects written since the last one.
    pub fn save_in_stream(&mut self, number: u32, entries: &str) {
        let start = self.bytes.len();
        let mut rows = Vec::new();
        let mut index = String::new();
        for (number, offset) in std::mem::take(&mut self.fresh) {
            index += &format!("{number} 1 ");
            rows.push(1);
            rows.extend_from_slice(&(offset as u32).to_be_bytes());
            rows.push(0);
        }
        let previous = self
            .section
            .map(|at| format!("/Prev {at}"))
            .unwrap_or_default();
        let entries = format!("/Type/XRef/W[1 4 1]/Index[{index}]/Root 1 0 R{entries}{previous}");
        self.stream(number, &entries, &rows);
        self.fresh.clear();
        let _ = write!(self.bytes, "startxref\n{start}\n%%EOF\n");
        self.section = Some(start);
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.save("");
        self.bytes
    }
}
