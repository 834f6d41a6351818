//! The arithmetic decoder of JBIG2 and the integers in its codes (ITU-T T.88, Annexes A and E), as far as sizes of
//! symbols need them.

/// Qe, the next state after the likelier symbol and after the other one, and whether they change places (table E.1).
const STATES: [(u32, u8, u8, bool); 47] = [
    (0x5601, 1, 1, true),
    (0x3401, 2, 6, false),
    (0x1801, 3, 9, false),
    (0x0ac1, 4, 12, false),
    (0x0521, 5, 29, false),
    (0x0221, 38, 33, false),
    (0x5601, 7, 6, true),
    (0x5401, 8, 14, false),
    (0x4801, 9, 14, false),
    (0x3801, 10, 14, false),
    (0x3001, 11, 17, false),
    (0x2401, 12, 18, false),
    (0x1c01, 13, 20, false),
    (0x1601, 29, 21, false),
    (0x5601, 15, 14, true),
    (0x5401, 16, 14, false),
    (0x5101, 17, 15, false),
    (0x4801, 18, 16, false),
    (0x3801, 19, 17, false),
    (0x3401, 20, 18, false),
    (0x3001, 21, 19, false),
    (0x2801, 22, 19, false),
    (0x2401, 23, 20, false),
    (0x2201, 24, 21, false),
    (0x1c01, 25, 22, false),
    (0x1801, 26, 23, false),
    (0x1601, 27, 24, false),
    (0x1401, 28, 25, false),
    (0x1201, 29, 26, false),
    (0x1101, 30, 27, false),
    (0x0ac1, 31, 28, false),
    (0x09c1, 32, 29, false),
    (0x08a1, 33, 30, false),
    (0x0521, 34, 31, false),
    (0x0441, 35, 32, false),
    (0x02a1, 36, 33, false),
    (0x0221, 37, 34, false),
    (0x0141, 38, 35, false),
    (0x0111, 39, 36, false),
    (0x0085, 40, 37, false),
    (0x0049, 41, 38, false),
    (0x0025, 42, 39, false),
    (0x0015, 43, 40, false),
    (0x0009, 44, 41, false),
    (0x0005, 45, 42, false),
    (0x0001, 45, 43, false),
    (0x5601, 46, 46, false),
];

/// What was learnt of one context.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context {
    state: u8,
    likelier: u8,
}

/// Reads decisions from data, which ones go on behind without end (E.3.4).
#[derive(Debug)]
pub struct Arithmetic<'a> {
    data: &'a [u8],
    at: usize,
    code: u32,
    interval: u32,
    shifts: u32,
}

impl<'a> Arithmetic<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        let mut decoder = Self {
            data,
            at: 0,
            code: 0,
            interval: 0x8000,
            shifts: 0,
        };
        decoder.code = u32::from(decoder.byte(0)) << 16;
        decoder.feed();
        decoder.code <<= 7;
        decoder.shifts = decoder.shifts.saturating_sub(7);
        decoder
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.data.get(self.at + ahead).copied().unwrap_or(0xff)
    }

    fn feed(&mut self) {
        let next = self.byte(1);
        match (self.byte(0), next) {
            (0xff, 0x90..) => {
                self.code = self.code.wrapping_add(0xff00);
                self.shifts = 8;
            }
            (0xff, _) => {
                self.at += 1;
                self.code = self.code.wrapping_add(u32::from(next) << 9);
                self.shifts = 7;
            }
            _ => {
                self.at += 1;
                self.code = self.code.wrapping_add(u32::from(next) << 8);
                self.shifts = 8;
            }
        }
    }

    pub fn bit(&mut self, context: &mut Context) -> u8 {
        let state = STATES.get(usize::from(context.state));
        let (qe, after_likelier, after_other, change) = state.copied().unwrap_or_default();
        self.interval = self.interval.wrapping_sub(qe);
        let below = self.code >> 16 < qe;
        if !below {
            self.code = self.code.wrapping_sub(qe << 16);
            if self.interval & 0x8000 != 0 {
                return context.likelier;
            }
        }
        let short = self.interval < qe;
        if below {
            self.interval = qe;
        }
        let bit = match below == short {
            true => {
                context.state = after_likelier;
                context.likelier
            }
            false => {
                let bit = 1 - context.likelier;
                if change {
                    context.likelier = bit;
                }
                context.state = after_other;
                bit
            }
        };
        while self.interval & 0x8000 == 0 {
            if self.shifts == 0 {
                self.feed();
            }
            self.interval <<= 1;
            self.code <<= 1;
            self.shifts -= 1;
        }
        bit
    }
}

/// Decodes integers of one kind.
#[derive(Debug)]
pub struct Integers {
    contexts: [Context; 512],
}

impl Default for Integers {
    fn default() -> Self {
        Self {
            contexts: [Context::default(); 512],
        }
    }
}

impl Integers {
    /// The next integer; `None` for the one that ends a row of them (A.2).
    pub fn next(&mut self, decoder: &mut Arithmetic<'_>) -> Option<i64> {
        const KINDS: [(u32, i64); 6] = [(2, 0), (4, 4), (6, 20), (8, 84), (12, 340), (32, 4436)];
        let mut before = 1;
        let negative = self.bit(decoder, &mut before) == 1;
        let mut kind = 0;
        while kind < KINDS.len() - 1 && self.bit(decoder, &mut before) == 1 {
            kind += 1;
        }
        let (bits, from) = KINDS.get(kind).copied().unwrap_or_default();
        let mut value = 0i64;
        for _ in 0..bits {
            value = value << 1 | i64::from(self.bit(decoder, &mut before));
        }
        value += from;
        match (negative, value) {
            (false, value) => Some(value),
            (true, 0) => None,
            (true, value) => Some(-value),
        }
    }

    fn bit(&mut self, decoder: &mut Arithmetic<'_>, before: &mut usize) -> u8 {
        let Some(context) = self.contexts.get_mut(*before & 511) else {
            return 0;
        };
        let bit = decoder.bit(context);
        *before = match *before < 256 {
            true => *before << 1 | usize::from(bit),
            false => (*before << 1 | usize::from(bit)) & 511 | 256,
        };
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test sequence of the standard (T.88, H.2): encoded bytes and the decisions that they stand for.
    #[test]
    fn the_sequence_of_the_standard_is_decoded() {
        let encoded = [
            0x84, 0xc7, 0x3b, 0xfc, 0xe1, 0xa1, 0x43, 0x04, 0x02, 0x20, 0x00, 0x00, 0x41, 0x0d,
            0xbb, 0x86, 0xf4, 0x31, 0x7f, 0xff, 0x88, 0xff, 0x37, 0x47, 0x1a, 0xdb, 0x6a, 0xdf,
            0xff, 0xac,
        ];
        let expected = [
            0x00, 0x02, 0x00, 0x51, 0x00, 0x00, 0x00, 0xc0, 0x03, 0x52, 0x87, 0x2a, 0xaa, 0xaa,
            0xaa, 0xaa, 0x82, 0xc0, 0x20, 0x00, 0xfc, 0xd7, 0x9e, 0xf6, 0xbf, 0x7f, 0xed, 0x90,
            0x4f, 0x46, 0xa3, 0xbf,
        ];
        let mut decoder = Arithmetic::new(&encoded);
        let mut context = Context::default();
        let decoded: Vec<u8> = (0..expected.len())
            .map(|_| (0..8).fold(0, |byte, _| byte << 1 | decoder.bit(&mut context)))
            .collect();
        assert_eq!(decoded, expected);
    }
}
