//! Codes read back: made on a grid here, found and decoded as pictures and as drawings.

use super::bitmap::Bitmap;
use super::reading::read;

/// `rqrr`, version 1, as the decoder's own documentation prints it.
const CODE: [&str; 21] = [
    "111111100010001111111",
    "100000101110001000001",
    "101110100101101011101",
    "101110100000101011101",
    "101110101101101011101",
    "100000100111001000001",
    "111111101010101111111",
    "000000000010000000000",
    "101010100000100010010",
    "100110000001010101001",
    "010110110111011101111",
    "110001001111110110011",
    "001011101001011101001",
    "000000001110001001001",
    "111111100110100010011",
    "100000100110001000010",
    "101110101000101011011",
    "101110100101010101010",
    "101110101101011100001",
    "100000100011110111010",
    "111111101001011100111",
];

fn drawn(scale: usize, margin: usize, turned: bool) -> Bitmap {
    let side = 21 * scale + 2 * margin;
    let dark = (0..side * side).map(|at| {
        let (x, y) = (at % side, at / side);
        let module = |value: usize| value.checked_sub(margin).map(|value| value / scale);
        let (Some(x), Some(y)) = (module(x), module(y)) else {
            return false;
        };
        let (x, y) = if turned {
            (y, 20_usize.wrapping_sub(x))
        } else {
            (x, y)
        };
        let row = CODE.get(y).map(|row| row.as_bytes()).unwrap_or_default();
        row.get(x) == Some(&b'1')
    });
    Bitmap {
        width: side,
        height: side,
        dark: dark.collect(),
    }
}

#[test]
fn codes_of_any_size_with_and_without_a_margin_are_read_upright_and_turned() {
    for scale in [1, 2, 3, 5, 11] {
        for margin in [0, 1, 4, 40] {
            for turned in [false, true] {
                let found = read(&drawn(scale, margin, turned));
                let text = found.map(|(_, text)| text);
                assert_eq!(text.as_deref(), Some("rqrr"), "{scale} {margin} {turned}");
            }
        }
    }
}

#[test]
fn noise_is_no_code_and_ends() {
    let mut state = 7_u64;
    for side in [21, 60, 177, 400] {
        for _ in 0..20 {
            let dark = (0..side * side).map(|_| {
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                state >> 63 == 1
            });
            let bitmap = Bitmap {
                width: side,
                height: side,
                dark: dark.collect(),
            };
            assert_eq!(read(&bitmap).map(|(_, text)| text), None);
        }
    }
}

#[test]
fn the_decoder_takes_any_grid_of_any_version() {
    let mut state = 11_u64;
    for version in 1..=40 {
        for bias in [1_u64, 2, 8, 15] {
            let side = 17 + 4 * version;
            let mut bits = Vec::new();
            for _ in 0..side * side {
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                bits.push((state >> 60) < bias);
            }
            let grid = rqrr::SimpleGrid::from_func(side, |x, y| {
                bits.get(y * side + x).copied().unwrap_or(false)
            });
            let mut out = Vec::new();
            // What it says does not matter: it must say something.
            let _ = rqrr::Grid::new(grid).decode_to(&mut out);
        }
    }
}
