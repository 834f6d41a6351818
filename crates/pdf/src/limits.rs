//! Every bound on work, with its reason. Work is counted in steps, so that a slow machine gives the same answer.

use std::cell::Cell;

use crate::error::LimitExceeded;

/// The header counts only here: what readers accept (ISO 32000-1, Annex H, implementation note 13).
pub const HEADER_SEARCH: usize = 1024;
/// `startxref` is looked for in this tail first; the whole file is searched when it is not there.
pub const TAIL_SEARCH: usize = 2048;
/// Arrays and dictionaries nested deeper are read as null: genuine files stay below 20.
pub const NESTING: usize = 96;
/// Cross-reference sections followed through /Prev: a file saved more often than this is made to tire a reader.
pub const XREF_SECTIONS: usize = 4096;
/// How far from its offset a cross-reference section is looked for, bytes: miscounted EOLs and headers, no more.
pub const XREF_SEARCH: usize = 32;
/// Saves a file without tables is divided into; older ones become one: each is held with a trailer of its own.
pub const RECOVERED_SAVES: usize = 256;
/// Objects of one file, all revisions together.
pub const OBJECTS: usize = 1_000_000;
/// Entries of cross-reference sections read in one analysis: each signature opens the file again as it was signed.
pub const ENTRIES: usize = 4 * OBJECTS;
/// Largest object number accepted: more than the objects allowed, so gaps stay possible.
pub const OBJECT_NUMBER: u32 = 8_388_607;
/// Decoded stream data of one analysis, bytes.
pub const DECODED_BYTES: usize = 256 << 20;
/// Decoded bytes of one stream.
pub const DECODED_STREAM: usize = 128 << 20;
/// What pictures of fax, JBIG2 and JPEG 2000 may cost in one analysis, in pixels of a fax: some 60 pages at 300 dots an
/// inch. Beyond, pictures are compared by their bytes.
pub const PICTURES: u64 = 512 << 20;
/// What a pixel or sample of each costs. Of JPEG 2000 it is memory as well: 17 bytes each while it is decoded.
pub const PIXELS_OF_FAX: u64 = 1;
pub const PIXELS_OF_JBIG2: u64 = 4;
pub const SAMPLES_OF_JPX: u64 = 16;
/// Filters of one stream: genuine files use one or two.
pub const FILTERS: usize = 8;
/// Ranges of one embedded CMap: the largest predefined one has fewer than 40,000.
pub const CMAP_RANGES: usize = 1 << 17;
/// Codespaces of one CMap: the predefined ones have five at most.
pub const CMAP_CODESPACES: usize = 256;
/// CMaps that build on each other through `usecmap`.
pub const CMAP_DEPTH: usize = 8;
/// Text that one /ToUnicode CMap holds for ligatures and the like, bytes.
pub const TO_UNICODE_TEXT: usize = 1 << 20;
/// Bytes of one embedded font program: genuine ones with all of CJK stay below 30 MB, a subset below 1 MB.
pub const FONT_PROGRAM: usize = 64 << 20;
/// Charstring bytes that finding advances may read beyond four times the program, so that small programs have enough.
pub const CHARSTRING_ALLOWANCE: usize = 1 << 16;
/// Names passed over for each byte of a TrueType program while its glyph names are read; 10,000 out of order need 20.
pub const NAME_STEPS: usize = 64;
/// Bytes of a name or a /CharSet that are kept of a font: names have at most 127 by the standard's own limit.
pub const FONT_NAME: usize = 512;
pub const CHAR_SET: usize = 1 << 16;
/// Glyphs of a font program: what TrueType and CFF can count.
pub const GLYPHS: u32 = 65_536;
/// Content operators of one analysis, forms counted each time they are drawn.
pub const OPERATORS: u64 = 20_000_000;
/// Those of one page; what comes behind is left out and the rest of the file is read.
pub const OPERATORS_OF_PAGE: u64 = 5_000_000;
/// Shown glyphs that count as one operator: a string of many is cheaper than as many operators.
pub const GLYPHS_PER_OPERATOR: u64 = 8;
/// Bytes of contents that count as one operator beside those in them: operands and comments are work too.
pub const BYTES_PER_OPERATOR: u64 = 64;
/// Entries of a dictionary of resources that count as one operator each time a name is looked up in it.
pub const ENTRIES_PER_OPERATOR: u64 = 64;
/// Wide steps within shown text kept of one page.
pub const LEAPS: usize = 4096;
/// What all pages of one state draw, in glyphs; a run, path or picture counts as four. It is kept: 1 GiB at the worst.
pub const DRAWN: u64 = 3_000_000;
/// Those of one page.
pub const DRAWN_OF_PAGE: u64 = 1_500_000;
/// Bytes of the file read as objects by one analysis: each object is read once, and objects do not overlap.
pub const PARSED_BYTES: usize = 1 << 30;
/// Page tree nodes visited, so that a tree that repeats its branches ends.
pub const PAGE_TREE_NODES: usize = 100_000;
/// Pages analysed.
pub const PAGES: usize = 100;
/// References followed to reach a value (a reference to a reference is not valid, but met).
pub const REFERENCE_HOPS: usize = 16;
/// Form XObjects drawn within each other.
pub const FORM_DEPTH: usize = 24;
/// Anomalies kept; the rest is counted.
pub const ANOMALIES: usize = 10_000;

/// What one analysis may still spend.
#[derive(Debug)]
pub struct Budget {
    decoded: Cell<usize>,
    operators: Cell<u64>,
    pictures: Cell<u64>,
    parsed: Cell<usize>,
    drawn: Cell<bool>,
    entries: Cell<usize>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            decoded: Cell::new(DECODED_BYTES),
            operators: Cell::new(OPERATORS),
            pictures: Cell::new(PICTURES),
            parsed: Cell::new(PARSED_BYTES),
            drawn: Cell::new(false),
            entries: Cell::new(ENTRIES),
        }
    }
}

impl Budget {
    /// How many bytes one stream may still decode to.
    pub fn decodable(&self) -> usize {
        self.decoded.get().min(DECODED_STREAM)
    }

    pub fn spend_decoded(&self, bytes: usize) -> Result<(), LimitExceeded> {
        match self.decoded.get().checked_sub(bytes) {
            Some(left) if left > 0 => {
                self.decoded.set(left);
                Ok(())
            }
            _ => {
                self.decoded.set(0);
                Err(LimitExceeded::DecodedBytes)
            }
        }
    }

    /// Whether a picture of so many samples may be decoded that costs so much. It is spent before, as what turns out to be
    /// broken costs the same.
    pub fn spend_picture(&self, samples: u64, cost: u64) -> bool {
        let left = self.pictures.get().checked_sub(cost);
        let fits = usize::try_from(samples).is_ok_and(|samples| samples <= self.decodable());
        match left.filter(|_| fits) {
            Some(left) => {
                self.pictures.set(left);
                true
            }
            None => false,
        }
    }

    pub fn spend_operators(&self, count: u64) -> Result<(), LimitExceeded> {
        match self.operators.get().checked_sub(count) {
            Some(left) => {
                self.operators.set(left);
                Ok(())
            }
            None => {
                self.operators.set(0);
                Err(LimitExceeded::Operators)
            }
        }
    }

    /// Whether that many bytes may still be read as objects.
    pub fn spend_parsed(&self, bytes: usize) -> bool {
        self.parsed.set(self.parsed.get().saturating_sub(bytes));
        self.parsed.get() > 0
    }

    pub fn spend_entries(&self, count: usize) -> Result<(), LimitExceeded> {
        self.entries.set(self.entries.get().saturating_sub(count));
        match self.entries.get() {
            0 => Err(LimitExceeded::Objects),
            _ => Ok(()),
        }
    }

    /// The pages of one state draw more than is kept.
    pub fn end_drawing(&self) {
        self.drawn.set(true);
    }

    /// The limit that was met, if one was.
    pub fn exceeded(&self) -> Option<LimitExceeded> {
        if self.decoded.get() == 0 {
            Some(LimitExceeded::DecodedBytes)
        } else if self.operators.get() == 0 {
            Some(LimitExceeded::Operators)
        } else if self.parsed.get() == 0 {
            Some(LimitExceeded::ParsedBytes)
        } else if self.drawn.get() {
            Some(LimitExceeded::Drawn)
        } else if self.entries.get() == 0 {
            Some(LimitExceeded::Objects)
        } else {
            None
        }
    }
}
