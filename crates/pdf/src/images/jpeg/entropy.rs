//! The Huffman codes and bits of JPEG entropy-coded data (T.81, annexes C and F).

/// A table of codes.
#[derive(Debug, Clone)]
pub(super) struct Codes {
    /// By the next 9 bits: value and length, length 0 where the code is longer.
    short: Vec<(u8, u8)>,
    /// For each length, one past its last code, and what to add to a code to find its value.
    limits: [(u32, i32); 17],
    values: Vec<u8>,
}

const SHORT: u32 = 9;

impl Codes {
    pub(super) fn new(counts: &[u8], values: &[u8]) -> Option<Self> {
        let mut short = vec![(0u8, 0u8); 1 << SHORT];
        let mut limits = [(0u32, 0i32); 17];
        let (mut code, mut index) = (0u32, 0usize);
        for (length, &count) in (1u32..).zip(counts.iter().take(16)) {
            let first = code;
            for _ in 0..count {
                let value = *values.get(index)?;
                if length <= SHORT {
                    let shift = SHORT - length;
                    let start = (code << shift) as usize;
                    for slot in short.get_mut(start..start + (1 << shift))? {
                        *slot = (value, length as u8);
                    }
                }
                code += 1;
                index += 1;
            }
            if code > 1 << length {
                return None;
            }
            let limit = limits.get_mut(length as usize)?;
            *limit = (code, index as i32 - i32::from(count) - first as i32);
            code <<= 1;
        }
        Some(Self {
            short,
            limits,
            values: values.to_vec(),
        })
    }
}

/// Bits of a scan, from its start or the last restart; a marker ends them.
#[derive(Debug)]
pub(super) struct Bits<'d> {
    data: &'d [u8],
    at: usize,
    held: u64,
    count: u32,
    /// Bytes made up after the end.
    beyond: u32,
}

impl<'d> Bits<'d> {
    pub(super) fn new(data: &'d [u8]) -> Self {
        Self {
            data,
            at: 0,
            held: 0,
            count: 0,
            beyond: 0,
        }
    }

    /// Whether bits were taken that the data does not hold.
    pub(super) fn ended(&self) -> bool {
        self.beyond * 8 > self.count
    }

    fn fill(&mut self) {
        while self.count <= 48 {
            let byte = match (self.data.get(self.at), self.data.get(self.at + 1)) {
                (Some(0xff), Some(0)) => {
                    self.at += 2;
                    0xff
                }
                (Some(0xff), _) | (None, _) => {
                    self.beyond += 1;
                    0
                }
                (Some(&byte), _) => {
                    self.at += 1;
                    byte
                }
            };
            self.held = (self.held << 8) | u64::from(byte);
            self.count += 8;
        }
    }

    fn peek(&self, bits: u32) -> u32 {
        ((self.held >> (self.count - bits)) & ((1 << bits) - 1)) as u32
    }

    pub(super) fn code(&mut self, codes: &Codes) -> Option<u8> {
        if self.count < 16 {
            self.fill();
        }
        let (value, length) = *codes.short.get(self.peek(SHORT) as usize)?;
        if length > 0 {
            self.count -= u32::from(length);
            return Some(value);
        }
        for length in SHORT + 1..=16 {
            let code = self.peek(length);
            let (limit, add) = *codes.limits.get(length as usize)?;
            if code < limit {
                self.count -= length;
                let index = usize::try_from(code as i32 + add).ok()?;
                return codes.values.get(index).copied();
            }
        }
        None
    }

    /// `RECEIVE` and `EXTEND` (F.2.2.1): a number of that many bits.
    pub(super) fn number(&mut self, bits: u8) -> i32 {
        let bits = u32::from(bits.min(15));
        if bits == 0 {
            return 0;
        }
        if self.count < 16 {
            self.fill();
        }
        let value = self.peek(bits) as i32;
        self.count -= bits;
        if value < 1 << (bits - 1) {
            value - (1 << bits) + 1
        } else {
            value
        }
    }

    /// Goes on behind the next restart marker; `false` where there is none.
    pub(super) fn restart(&mut self) -> bool {
        self.held = 0;
        self.count = 0;
        self.beyond = 0;
        let rest = self.data.get(self.at..).unwrap_or_default();
        match rest {
            [0xff, 0xd0..=0xd7, ..] => {
                self.at += 2;
                true
            }
            _ => false,
        }
    }
}
