//! Codespaces (ISO 32000-2, 9.7.6.3): how many bytes of a string each code takes.

use super::glyph::Code;

/// Codes of one length, each byte between those of `low` and `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Codespace {
    pub(super) length: u8,
    pub(super) low: [u8; 4],
    pub(super) high: [u8; 4],
}

impl Codespace {
    /// The codespace from `low` to `high`, both of `length` bytes.
    pub(super) const fn new(length: u8, low: u32, high: u32) -> Self {
        // The first byte of a code stands first.
        let shift = 32 - 8 * length as u32;
        Self {
            length,
            low: (low << shift).to_be_bytes(),
            high: (high << shift).to_be_bytes(),
        }
    }

    /// How many bytes of `string` fit, counted from the first.
    fn fitting(&self, string: &[u8]) -> usize {
        string
            .iter()
            .zip(self.low.iter().zip(&self.high))
            .take(usize::from(self.length))
            .take_while(|(byte, (low, high))| low <= byte && byte <= high)
            .count()
    }

    fn contains(&self, string: &[u8]) -> bool {
        self.fitting(string) == usize::from(self.length)
    }
}

/// The codespaces of a CMap.
#[derive(Debug, Clone, Copy)]
pub(super) enum Codespaces<'c> {
    /// All codes have this length.
    Fixed(u8),
    Mixed(&'c [Codespace]),
}

impl<'c> Codespaces<'c> {
    pub(super) fn of(spaces: &'c [Codespace]) -> Self {
        match spaces.split_first() {
            None => Self::Fixed(2),
            Some((first, rest)) if rest.iter().all(|space| space.length == first.length) => {
                Self::Fixed(first.length)
            }
            Some(_) => Self::Mixed(spaces),
        }
    }

    /// Length of the code at the start of `string`, which is not empty.
    fn length(self, string: &[u8]) -> usize {
        match self {
            Self::Fixed(length) => usize::from(length),
            Self::Mixed(spaces) => match spaces.iter().find(|space| space.contains(string)) {
                Some(space) => usize::from(space.length),
                None => best_partial(spaces, string),
            },
        }
    }

    /// Length of a code whose bytes are not at hand: the shortest that can hold it.
    pub(super) fn length_of(self, code: u32) -> u8 {
        let spaces = match self {
            Self::Fixed(length) => return length,
            Self::Mixed(spaces) => spaces,
        };
        let bytes = code.to_be_bytes();
        (1..=4u8)
            .find(|&length| {
                let code_bytes = bytes.get(4 - usize::from(length)..).unwrap_or_default();
                let leading = bytes.get(..4 - usize::from(length)).unwrap_or_default();
                leading.iter().all(|&byte| byte == 0)
                    && spaces
                        .iter()
                        .any(|space| space.length == length && space.contains(code_bytes))
            })
            .unwrap_or(2)
    }
}

/// What an invalid code takes: as much as the range that fits it furthest, and of several the shortest.
fn best_partial(spaces: &[Codespace], string: &[u8]) -> usize {
    spaces
        .iter()
        .map(|space| (space.fitting(string), space.length))
        .max_by_key(|&(fitting, length)| (fitting, u8::MAX - length))
        .map_or(1, |(_, length)| usize::from(length))
}

/// The codes of a string, in order. A code cut off by the end of the string keeps the bytes there are.
#[derive(Debug, Clone)]
pub(super) struct Codes<'s> {
    pub(super) spaces: Codespaces<'s>,
    pub(super) string: &'s [u8],
}

impl Iterator for Codes<'_> {
    type Item = Code;

    #[inline]
    fn next(&mut self) -> Option<Code> {
        if self.string.is_empty() {
            return None;
        }
        let length = self.spaces.length(self.string).clamp(1, self.string.len());
        let (bytes, rest) = self.string.split_at_checked(length)?;
        self.string = rest;
        let code = bytes
            .iter()
            .fold(0u32, |code, &byte| code << 8 | u32::from(byte));
        Some(Code {
            code,
            length: length as u8,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIFT_JIS: &[Codespace] = &[
        Codespace::new(1, 0x00, 0x80),
        Codespace::new(2, 0x8140, 0x9ffc),
        Codespace::new(1, 0xa0, 0xdf),
        Codespace::new(2, 0xe040, 0xfcfc),
    ];

    #[track_caller]
    fn check(spaces: Codespaces<'_>, string: &[u8], expected: &[(u32, u8)]) {
        let read: Vec<_> = Codes { spaces, string }
            .map(|code| (code.code, code.length))
            .collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn codes_of_one_length_are_cut_evenly() {
        check(Codespaces::Fixed(2), b"\0A\0B", &[(0x41, 2), (0x42, 2)]);
        check(Codespaces::Fixed(2), b"\0AB", &[(0x41, 2), (0x42, 1)]);
        check(Codespaces::Fixed(1), b"", &[]);
    }

    #[test]
    fn codes_of_mixed_length_follow_their_ranges() {
        check(
            Codespaces::of(SHIFT_JIS),
            b"A\x81\x40\xb1\xe0\x40",
            &[(0x41, 1), (0x8140, 2), (0xb1, 1), (0xe040, 2)],
        );
    }

    #[test]
    fn an_invalid_code_takes_what_fits_best() {
        check(
            Codespaces::of(SHIFT_JIS),
            b"\x81\x20A\xffA",
            &[(0x8120, 2), (0x41, 1), (0xff, 1), (0x41, 1)],
        );
        check(Codespaces::of(SHIFT_JIS), b"\x81", &[(0x81, 1)]);
    }

    #[test]
    fn a_code_alone_tells_its_length() {
        let spaces = Codespaces::of(SHIFT_JIS);
        assert_eq!(spaces.length_of(0x41), 1);
        assert_eq!(spaces.length_of(0x8140), 2);
        assert_eq!(Codespaces::Fixed(2).length_of(0x41), 2);
    }
}
