//! The sizes of the symbols of a dictionary (ITU-T T.88, 6.5). Each size stands in the code behind the pixels of the
//! symbol before, so that these are decoded as well, and counted.

use super::arithmetic::{Arithmetic, Context, Integers};

/// Longest side of a symbol, as the library has it.
const SIDE: i64 = 65_535;
/// What a symbol of no pixels costs, in pixels.
const SYMBOL: u64 = 64;
/// What a copied symbol costs beside its words, in words, and a word of memory, in pixels.
const COPY: u64 = 16;
const WORD: u64 = 4;
/// Symbols of one dictionary, as the library has it.
const SYMBOLS: u32 = 1 << 20;

/// What a dictionary says of its symbols, as far as it is read: arithmetic codes, no refinement.
#[derive(Debug)]
pub struct Dictionary<'a> {
    template: u8,
    /// The adaptive pixels of the template, columns and rows away from the pixel itself.
    adaptive: Vec<(i32, i32)>,
    exported: u32,
    new: u32,
    data: &'a [u8],
}

/// The largest of some symbols.
#[derive(Debug, Clone, Copy, Default)]
pub struct Largest {
    pub width: u32,
    pub height: u32,
}

impl Largest {
    pub fn with(self, width: u32, height: u32) -> Self {
        Self {
            width: self.width.max(width),
            height: self.height.max(height),
        }
    }

    /// What copying one such symbol costs: words of its rows.
    pub fn words(self) -> u64 {
        u64::from(self.height) * (u64::from(self.width) / 32 + 2)
    }
}

impl<'a> Dictionary<'a> {
    /// From the data of its segment (7.4.2.1).
    pub fn read(segment: &'a [u8]) -> Option<Self> {
        let (flags, rest) = segment.split_first_chunk::<2>()?;
        let flags = u16::from_be_bytes(*flags);
        // Huffman codes, refinement, and contexts of another dictionary.
        if flags & 0x0103 != 0 {
            return None;
        }
        let template = (flags >> 10 & 3) as u8;
        let count = if template == 0 { 8 } else { 2 };
        let (adaptive, rest) = rest.split_at_checked(count)?;
        let adaptive = adaptive.chunks_exact(2).filter_map(|pair| match pair {
            &[x, y] => Some((i32::from(x as i8), i32::from(y as i8))),
            _ => None,
        });
        let adaptive: Vec<(i32, i32)> = adaptive.collect();
        if adaptive.iter().any(|&(x, y)| y > 0 || y == 0 && x >= 0) {
            return None;
        }
        let (exported, rest) = rest.split_first_chunk::<4>()?;
        let (new, data) = rest.split_first_chunk::<4>()?;
        let (exported, new) = (u32::from_be_bytes(*exported), u32::from_be_bytes(*new));
        (exported <= SYMBOLS && new <= SYMBOLS).then_some(Self {
            template,
            adaptive,
            exported,
            new,
            data,
        })
    }

    /// The largest symbol and the words of all; `spend` is asked for the pixels of each before it is decoded.
    pub fn measure(&self, spend: &mut dyn FnMut(u64) -> bool) -> Option<(Largest, u64)> {
        let mut decoder = Arithmetic::new(self.data);
        let (mut heights, mut widths) = (Integers::default(), Integers::default());
        let neighbours = self.neighbours();
        let mut contexts = vec![Context::default(); 1 << neighbours.len()];
        let (mut largest, mut words) = (Largest::default(), 0u64);
        let (mut height, mut decoded) = (0i64, 0u32);
        while decoded < self.new {
            height += heights.next(&mut decoder)?;
            // A class may be empty, and classes may be without end.
            if !(0..=SIDE).contains(&height) || !spend(SYMBOL) {
                return None;
            }
            let mut width = 0i64;
            while let Some(wider) = widths.next(&mut decoder) {
                width += wider;
                if decoded >= self.new || !(0..=SIDE).contains(&width) {
                    return None;
                }
                let pixels = (width * height) as u64;
                if !spend(pixels.saturating_add(SYMBOL)) {
                    return None;
                }
                let symbol = (width as usize, height as usize);
                draw(&mut decoder, &mut contexts, &neighbours, symbol);
                let symbol = Largest::default().with(width as u32, height as u32);
                largest = largest.with(symbol.width, symbol.height);
                words = words.saturating_add(symbol.words());
                decoded += 1;
            }
        }
        Some((largest, words))
    }

    /// What handing its symbols on costs: its own ones once, and those of dictionaries before as often as it says, each as
    /// large as the largest.
    pub fn copies(&self, own: u64, largest: Largest, refers: bool) -> u64 {
        let words = match refers {
            false => own,
            true => u64::from(self.exported).saturating_mul(largest.words()),
        };
        let count = u64::from(self.exported.max(self.new));
        words.saturating_add(count * COPY).saturating_mul(WORD)
    }

    /// The pixels before one that make its context (6.2.5.3).
    fn neighbours(&self) -> Vec<(i32, i32)> {
        let rows: &[(i32, std::ops::RangeInclusive<i32>)] = match self.template {
            0 => &[(-2, -1..=1), (-1, -2..=2), (0, -4..=-1)],
            1 => &[(-2, -1..=2), (-1, -2..=2), (0, -3..=-1)],
            2 => &[(-2, -1..=1), (-1, -2..=1), (0, -2..=-1)],
            _ => &[(-1, -3..=1), (0, -4..=-1)],
        };
        let fixed = rows
            .iter()
            .flat_map(|(y, columns)| columns.clone().map(|x| (x, *y)));
        fixed.chain(self.adaptive.iter().copied()).collect()
    }
}

/// Decodes the pixels of one symbol, for what the decoder learns from them.
fn draw(
    decoder: &mut Arithmetic<'_>,
    contexts: &mut [Context],
    neighbours: &[(i32, i32)],
    (width, height): (usize, usize),
) {
    let mut pixels = vec![0u8; width * height];
    for y in 0..height {
        for x in 0..width {
            let mut context = 0;
            for &(right, down) in neighbours {
                let column = x.checked_add_signed(right as isize);
                let row = y.checked_add_signed(down as isize);
                let pixel = column
                    .zip(row)
                    .filter(|(column, _)| *column < width)
                    .and_then(|(column, row)| pixels.get(row * width + column));
                context = context << 1 | usize::from(pixel.copied().unwrap_or(0));
            }
            let Some(context) = contexts.get_mut(context) else {
                return;
            };
            let bit = decoder.bit(context);
            if let Some(pixel) = pixels.get_mut(y * width + x) {
                *pixel = bit;
            }
        }
    }
}
