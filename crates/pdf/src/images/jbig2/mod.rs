//! JBIG2 (7.4.7), by a library. It decodes whatever sizes the data names, so that these are added up before.

mod arithmetic;
mod segments;
mod symbols;

use hayro_jbig2::{DecodeSettings, Decoder, Globals, Page};

use super::{Header, Pixels, packed, raw};
use crate::limits::Budget;

/// The pixels of a picture with the segments that it shares with others; `None` also where its work cannot be told
/// beforehand, as with symbols in Huffman codes or refined ones.
pub fn pixels(
    data: &[u8],
    globals: Option<&[u8]>,
    header: &Header,
    budget: &Budget,
) -> Option<Pixels> {
    let channels = header.space.channels();
    let (width, height) = segments::afford(globals.unwrap_or_default(), data, channels, budget)?;
    // Readers disagree on what a picture shows that is wider or narrower than its page.
    if width != header.width {
        return None;
    }
    let settings = DecodeSettings { strict: false };
    let shared = match globals {
        Some(globals) => Some(Globals::new(globals, &settings).ok()?),
        None => None,
    };
    let page = Page::new_embedded(data, shared.as_ref(), &settings).ok()?;
    if (page.width(), page.height()) != (width, height) {
        return None;
    }
    let mut sheet = Bits::default();
    page.decode(&mut sheet).ok()?;
    raw::pixels(sheet.packed, &packed(header), budget.decodable())
}

/// Rows as bits, each beginning at a byte; the format's black is a one, here it is a zero (7.4.7).
#[derive(Default)]
struct Bits {
    packed: Vec<u8>,
    byte: u8,
    filled: u8,
}

impl Decoder for Bits {
    fn push_pixel(&mut self, black: bool) {
        self.byte = self.byte << 1 | u8::from(!black);
        self.filled += 1;
        if self.filled == 8 {
            self.packed.push(self.byte);
            (self.byte, self.filled) = (0, 0);
        }
    }

    fn push_pixel_chunk(&mut self, black: bool, chunk_count: u32) {
        let byte = if black { 0 } else { 0xff };
        self.packed
            .extend(std::iter::repeat_n(byte, chunk_count as usize));
    }

    fn next_line(&mut self) {
        if self.filled > 0 {
            self.packed.push(self.byte << (8 - self.filled));
            (self.byte, self.filled) = (0, 0);
        }
    }
}
