//! The quantised coefficients of a JPEG's first channel, as its encoder rounded them (T.81, F.2).

use super::entropy::{Bits, Codes};
use super::{Jpeg, Scan, natural};

/// Blocks of the first channel, row by row: 64 coefficients each in natural order, not multiplied by their steps.
#[derive(Debug, Clone)]
pub struct Coefficients {
    pub columns: usize,
    pub rows: usize,
    /// Pixels of the picture that a block spans.
    pub pixels: (u32, u32),
    blocks: Vec<Block>,
    /// Those that are not zero, as few are.
    values: Vec<i16>,
}

/// Which coefficients of a block are not zero, one bit each, and where their values begin.
#[derive(Debug, Clone, Copy, Default)]
struct Block {
    filled: u64,
    start: u32,
}

impl Coefficients {
    fn empty(columns: usize, rows: usize, pixels: (u32, u32)) -> Self {
        Self {
            columns,
            rows,
            pixels,
            blocks: vec![Block::default(); columns * rows],
            values: Vec::new(),
        }
    }

    /// Blocks of 8 by 8 pixels, row by row.
    pub fn of(columns: usize, rows: usize, blocks: impl IntoIterator<Item = [i16; 64]>) -> Self {
        let mut out = Self::empty(columns, rows, (8, 8));
        for (at, block) in blocks.into_iter().enumerate() {
            out.put(at, &block);
        }
        out
    }

    /// How many blocks there are.
    pub fn count(&self) -> usize {
        self.blocks.len()
    }

    pub fn block(&self, column: usize, row: usize) -> Option<[i16; 64]> {
        if column >= self.columns {
            return None;
        }
        let at = row.checked_mul(self.columns)? + column;
        self.blocks.get(at).map(|block| self.unpacked(block))
    }

    /// All blocks, row by row.
    pub fn blocks(&self) -> impl Iterator<Item = [i16; 64]> {
        self.blocks.iter().map(|block| self.unpacked(block))
    }

    fn unpacked(&self, block: &Block) -> [i16; 64] {
        let mut out = [0; 64];
        let values = self.values.get(block.start as usize..).unwrap_or_default();
        let mut filled = block.filled;
        for &value in values.iter().take(filled.count_ones() as usize) {
            if let Some(slot) = out.get_mut(filled.trailing_zeros() as usize) {
                *slot = value;
            }
            filled &= filled - 1;
        }
        out
    }

    fn put(&mut self, at: usize, block: &[i16; 64]) {
        let start = self.values.len() as u32;
        let (mut filled, mut bit) = (0, 1);
        for &value in block {
            if value != 0 {
                filled |= bit;
                self.values.push(value);
            }
            bit <<= 1;
        }
        if let Some(slot) = self.blocks.get_mut(at) {
            *slot = Block { filled, start };
        }
    }
}

/// Baseline and extended sequential data only; `None` for others and for what would take more than `limit` bytes.
pub fn coefficients(jpeg: &Jpeg<'_>, limit: usize) -> Option<Coefficients> {
    let scan = jpeg.scans.iter().find(|scan| {
        let mut parts = scan.parts.iter();
        parts.any(|part| part.0 == 0)
    })?;
    if !matches!(jpeg.process, 0xc0 | 0xc1) {
        return None;
    }
    let most = |of: fn(&super::Component) -> u8| jpeg.components.iter().map(of).max();
    let (across, down) = (most(|c| c.across)?, most(|c| c.down)?);
    let first = jpeg.components.first()?;
    let alone = scan.parts.len() == 1;
    // A scan of one component has no units of several blocks (A.2.2).
    let unit = |total: u32, factor: u8, most: u8| match alone {
        true => (total * u32::from(factor)).div_ceil(8 * u32::from(most)),
        false => total.div_ceil(8 * u32::from(most)),
    };
    let units = (
        unit(jpeg.width, first.across, across) as usize,
        unit(jpeg.height, first.down, down) as usize,
    );
    let own = match alone {
        true => (1, 1),
        false => (usize::from(first.across), usize::from(first.down)),
    };
    let (columns, rows) = (units.0 * own.0, units.1 * own.1);
    let total = columns.checked_mul(rows)?;
    if total == 0 || total.checked_mul(128)? > limit {
        return None;
    }
    let pixels = (
        8 * u32::from(across) / u32::from(first.across),
        8 * u32::from(down) / u32::from(first.down),
    );
    let mut out = Coefficients::empty(columns, rows, pixels);
    let read = Reader::new(jpeg, scan)?.read(units, own, alone, &mut out);
    // A scan that ends early is read as far as it goes; one that ends at once is none.
    (read > units.1 / 2).then_some(out)
}

struct Reader<'j, 'd> {
    scan: &'j Scan<'d>,
    /// Component, blocks a unit, its codes.
    parts: Vec<(usize, usize, &'j Codes, &'j Codes)>,
    bits: Bits<'d>,
    last: [i32; 4],
}

impl<'j, 'd> Reader<'j, 'd> {
    fn new(jpeg: &'j Jpeg<'d>, scan: &'j Scan<'d>) -> Option<Self> {
        let table = |class: usize, number: u8| {
            let tables = scan.codes.get(class)?;
            tables.get(usize::from(number))?.as_ref()
        };
        let parts = scan.parts.iter().map(|&(component, dc, ac)| {
            let of = jpeg.components.get(component)?;
            let blocks = usize::from(of.across) * usize::from(of.down);
            Some((component, blocks, table(0, dc)?, table(1, ac)?))
        });
        Some(Self {
            scan,
            parts: parts.collect::<Option<_>>()?,
            bits: Bits::new(scan.data),
            last: [0; 4],
        })
    }

    /// How many rows of units could be read whole.
    fn read(
        mut self,
        units: (usize, usize),
        own: (usize, usize),
        alone: bool,
        out: &mut Coefficients,
    ) -> usize {
        let mut until = self.scan.restart;
        let parts = self.parts.clone();
        let mut one = [0i16; 64];
        for row in 0..units.1 {
            for column in 0..units.0 {
                if self.scan.restart > 0 && until == 0 {
                    if !self.bits.restart() {
                        return row;
                    }
                    self.last = [0; 4];
                    until = self.scan.restart;
                }
                until = until.saturating_sub(1);
                for &(component, blocks, dc, ac) in &parts {
                    for n in 0..if alone { 1 } else { blocks } {
                        let (x, y) = (column * own.0 + n % own.0, row * own.1 + n / own.0);
                        let whole = self.block(component, dc, ac, &mut one).is_some();
                        if component == 0 {
                            out.put(y * out.columns + x, &one);
                        }
                        if !whole || self.bits.ended() {
                            return row;
                        }
                    }
                }
            }
        }
        units.1
    }

    fn block(
        &mut self,
        component: usize,
        dc: &Codes,
        ac: &Codes,
        out: &mut [i16; 64],
    ) -> Option<()> {
        *out = [0; 64];
        let bits = self.bits.code(dc)?;
        let last = self.last.get_mut(component)?;
        *last = last.saturating_add(self.bits.number(bits));
        *out.first_mut()? = (*last).clamp(-32768, 32767) as i16;
        let mut at = 1;
        while at < 64 {
            let code = self.bits.code(ac)?;
            let (run, size) = (usize::from(code >> 4), code & 15);
            match (run, size) {
                (15, 0) => at += 16,
                (_, 0) => break,
                _ => {
                    at += run;
                    if at > 63 {
                        return None;
                    }
                    *out.get_mut(natural(at))? = self.bits.number(size) as i16;
                    at += 1;
                }
            }
        }
        Some(())
    }
}
