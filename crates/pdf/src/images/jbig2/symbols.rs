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
        let template = self.template();
        let mut contexts = template.contexts();
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
                // Decoded here, and by the library once more.
                let pixels = 2 * (width * height) as u64;
                if !spend(pixels.saturating_add(SYMBOL)) {
                    return None;
                }
                let symbol = (width as usize, height as usize);
                template.draw(&mut decoder, &mut contexts, symbol);
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

    /// The pixels before one that make its context, row by row (6.2.5.3).
    fn template(&self) -> Template<'_> {
        let (two_above, above, own) = match self.template {
            0 => (Window::new(3, 1), Window::new(5, 2), Window::new(4, -1)),
            1 => (Window::new(4, 2), Window::new(5, 2), Window::new(3, -1)),
            2 => (Window::new(3, 1), Window::new(4, 1), Window::new(2, -1)),
            _ => (Window::new(0, -1), Window::new(5, 1), Window::new(4, -1)),
        };
        Template {
            two_above,
            above,
            own,
            adaptive: &self.adaptive,
        }
    }
}

/// Neighbouring pixels of one row, as a number that each pixel is shifted into.
#[derive(Debug, Clone, Copy)]
struct Window {
    width: u32,
    mask: usize,
    /// How far right of the pixel it ends.
    ahead: isize,
}

impl Window {
    fn new(width: u32, ahead: isize) -> Self {
        Self {
            width,
            mask: (1 << width) - 1,
            ahead,
        }
    }

    /// What it holds at the first pixel of a row, but for the last of it.
    fn first(&self, row: &[u8]) -> usize {
        let seen = row.iter().take(self.ahead.max(0) as usize);
        seen.fold(0, |held, &pixel| held << 1 | usize::from(pixel))
    }

    fn with(&self, held: usize, pixel: u8) -> usize {
        (held << 1 | usize::from(pixel)) & self.mask
    }

    /// With the pixel of a row that stands at its end when the one at `x` is decoded.
    fn at(&self, held: usize, row: &[u8], x: usize) -> usize {
        let pixel = x.checked_add_signed(self.ahead).and_then(|x| row.get(x));
        self.with(held, pixel.copied().unwrap_or(0))
    }
}

#[derive(Debug)]
struct Template<'a> {
    two_above: Window,
    above: Window,
    own: Window,
    adaptive: &'a [(i32, i32)],
}

impl Template<'_> {
    fn contexts(&self) -> Vec<Context> {
        let fixed = self.two_above.width + self.above.width + self.own.width;
        vec![Context::default(); 1 << (fixed as usize + self.adaptive.len())]
    }

    /// Decodes the pixels of one symbol, for what the decoder learns from them. The order of a context's bits is free:
    /// each context only has to be one of its own.
    fn draw(
        &self,
        decoder: &mut Arithmetic<'_>,
        contexts: &mut [Context],
        (width, height): (usize, usize),
    ) {
        let mut pixels = vec![0u8; width * height];
        for y in 0..height {
            let (done, rest) = pixels.split_at_mut(y * width);
            let row = |up: usize| match y.checked_sub(up) {
                Some(row) => done.get(row * width..).unwrap_or_default(),
                None => &[],
            };
            let above = row(1);
            let two_above = row(2).get(..width).unwrap_or_default();
            let Some(own) = rest.get_mut(..width) else {
                return;
            };
            let mut high = self.two_above.first(two_above);
            let mut middle = self.above.first(above);
            let mut before = 0;
            for x in 0..width {
                high = self.two_above.at(high, two_above, x);
                middle = self.above.at(middle, above, x);
                let mut context = (high << self.above.width | middle) << self.own.width | before;
                for &(right, down) in self.adaptive {
                    let column = x.checked_add_signed(right as isize).filter(|x| *x < width);
                    let pixel = column.and_then(|column| match down {
                        0 => own.get(column),
                        _ => row(down.unsigned_abs() as usize).get(column),
                    });
                    context = context << 1 | usize::from(pixel.copied().unwrap_or(0));
                }
                let Some(context) = contexts.get_mut(context) else {
                    return;
                };
                let bit = decoder.bit(context);
                before = self.own.with(before, bit);
                if let Some(pixel) = own.get_mut(x) {
                    *pixel = bit;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pixels before one as 6.2.5.3 draws them: columns and rows away from it.
    fn neighbours(template: u8) -> Vec<(i32, i32)> {
        let rows: &[(i32, std::ops::RangeInclusive<i32>)] = match template {
            0 => &[(-2, -1..=1), (-1, -2..=2), (0, -4..=-1)],
            1 => &[(-2, -1..=2), (-1, -2..=2), (0, -3..=-1)],
            2 => &[(-2, -1..=1), (-1, -2..=1), (0, -2..=-1)],
            _ => &[(-1, -3..=1), (0, -4..=-1)],
        };
        let all = rows.iter().flat_map(|(y, xs)| xs.clone().map(|x| (x, *y)));
        all.collect()
    }

    fn pixel_by_pixel(
        decoder: &mut Arithmetic<'_>,
        neighbours: &[(i32, i32)],
        (width, height): (i32, i32),
    ) {
        let mut contexts = vec![Context::default(); 1 << neighbours.len()];
        let mut pixels = vec![0u8; (width * height) as usize];
        for y in 0..height {
            for x in 0..width {
                let context = neighbours.iter().fold(0, |context, (right, down)| {
                    let (x, y) = (x + right, y + down);
                    let inside = (0..width).contains(&x) && y >= 0;
                    let pixel = if inside {
                        pixels[(y * width + x) as usize]
                    } else {
                        0
                    };
                    context << 1 | usize::from(pixel)
                });
                pixels[(y * width + x) as usize] = decoder.bit(&mut contexts[context]);
            }
        }
    }

    #[test]
    fn every_template_is_read_as_the_standard_draws_it() {
        let noise: Vec<u8> = (0..4000u32)
            .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
            .collect();
        for template in 0..=3 {
            for adaptive in [
                vec![(3, -1), (-3, -1), (2, -2), (-2, -2)],
                vec![(-7, 0), (9, -3), (-1, -1), (0, -2)],
            ] {
                let count = if template == 0 { 4 } else { 1 };
                let dictionary = Dictionary {
                    template,
                    adaptive: adaptive[..count].to_vec(),
                    exported: 0,
                    new: 0,
                    data: &noise,
                };
                let (mut quick, mut plain) = (Arithmetic::new(&noise), Arithmetic::new(&noise));
                let read = dictionary.template();
                read.draw(&mut quick, &mut read.contexts(), (31, 17));
                let all = [neighbours(template), dictionary.adaptive.clone()].concat();
                pixel_by_pixel(&mut plain, &all, (31, 17));
                assert_eq!(
                    format!("{quick:?}"),
                    format!("{plain:?}"),
                    "template {template}, {adaptive:?}"
                );
            }
        }
    }
}
