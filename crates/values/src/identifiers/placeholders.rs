//! Numbers that nobody was ever given, as samples print them.

/// A run of the digits in order that no real number has: 1234567.
const COUNTING: usize = 6;

/// Numbers nobody was ever given: counting, one or two digits only, one block over and over.
pub fn is_placeholder(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
    let mut distinct = digits.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let counts = |step: i16| {
        let mut run = 1;
        digits.windows(2).any(|pair| {
            let [a, b] =
                [pair.first(), pair.last()].map(|d| i16::from(d.copied().unwrap_or(0) - b'0'));
            // Zeros in a row are padding.
            let padding = a == 0 && b == 0;
            run = if (a + step).rem_euclid(10) == b && !padding {
                run + 1
            } else {
                1
            };
            run >= COUNTING
        })
    };
    let blocks = digits.len() >= 12
        && digits
            .chunks_exact(4)
            .collect::<Vec<_>>()
            .windows(3)
            .any(|w| w.iter().all(|c| Some(c) == w.first()));
    distinct.len() <= 2 || counts(1) || counts(-1) || counts(0) || blocks
}
