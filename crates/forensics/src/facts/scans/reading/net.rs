//! The net that reads a cut: convolutions in whole numbers, so that every machine reads alike.
//!
//! Weights are a byte each, with a scale for each output; activations are kept in steps of 1/256.

use std::sync::LazyLock;

use super::cut::{Cut, ROWS};

/// What the net tells apart, after nothing: the character of an output, by its number less one.
pub const CHARACTERS: &str =
    " 0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZß.,:;-/'()%+*&#€£$@_=!?\"°§·";
/// Outputs: nothing, and each character.
pub const CLASSES: usize = 91;
/// Channels of the four folding layers.
const FOLDED: [usize; 4] = [16, 24, 32, 80];
/// Rows that are left after each of the first three.
const LEFT: [usize; 3] = [ROWS / 2, ROWS / 4, ROWS / 8];
/// Steps of an activation, and its highest value.
const ONE: f32 = 256.0;
const MOST: f32 = 8.0 * ONE;

/// For each layer: a scale and an offset for each output (little-endian f32), then the weights, output by output,
/// each in the order of its window. Made by `evaluate/reader`.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");
static NET: LazyLock<Net> = LazyLock::new(|| Net::of(WEIGHTS));

struct Layer {
    /// Numbers that one output looks at.
    window: usize,
    scales: Vec<f32>,
    offsets: Vec<f32>,
    weights: Vec<i16>,
}

struct Net {
    folding: [Layer; 4],
    deeper: [Layer; 2],
    last: Layer,
}

impl Net {
    fn of(bytes: &[u8]) -> Self {
        let mut rest = bytes;
        let [a, b, c, d] = FOLDED;
        let mut next = |window: usize, outputs: usize| Layer::of(&mut rest, window, outputs);
        Self {
            folding: [next(25, a), next(9 * a, b), next(9 * b, c), next(9 * c, d)],
            deeper: [next(3 * d, d), next(3 * d, d)],
            last: next(d, CLASSES),
        }
    }
}

impl Layer {
    fn of(bytes: &mut &[u8], window: usize, outputs: usize) -> Self {
        let mut take = |count: usize| {
            let (own, rest) = bytes.split_at_checked(count).unwrap_or((bytes, &[]));
            *bytes = rest;
            own
        };
        let floats = |bytes: &[u8]| {
            let (chunks, _) = bytes.as_chunks::<4>();
            chunks
                .iter()
                .map(|&chunk| f32::from_le_bytes(chunk))
                .collect()
        };
        Self {
            window,
            scales: floats(take(4 * outputs)),
            offsets: floats(take(4 * outputs)),
            weights: take(window * outputs)
                .iter()
                .map(|&byte| i16::from(byte as i8))
                .collect(),
        }
    }

    /// Each output's value for a window, in steps.
    fn values(&self, window: &[i16]) -> impl Iterator<Item = f32> {
        let rows = self.weights.chunks_exact(self.window);
        let scaled = rows.zip(self.scales.iter().zip(&self.offsets));
        scaled.map(move |(row, (scale, offset))| dot(row, window) as f32 * scale + offset)
    }
}

/// A window has at most 288 numbers up to 2048, a weight is at most 127: the sum stays far below 2³¹.
fn dot(a: &[i16], b: &[i16]) -> i32 {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

fn step_of(value: f32) -> i16 {
    value.round().clamp(0.0, MOST) as i16
}

/// How likely each class is in each place, as natural logarithms, place by place: a place is two columns of the cut.
pub fn read(cut: &Cut) -> Vec<f32> {
    let net = &*NET;
    let [first, second, third, fourth] = &net.folding;
    let mut seen = halved(cut, first);
    let places = cut.columns.div_ceil(2);
    for (layer, channels, (rows, left)) in [
        (second, FOLDED[0], (LEFT[0], LEFT[1])),
        (third, FOLDED[1], (LEFT[1], LEFT[2])),
    ] {
        seen = folded(&seen, layer, (places, rows, channels), left);
    }
    let mut seen = along(&seen, fourth, LEFT[2] * FOLDED[2], None);
    for layer in &net.deeper {
        seen = along(&seen, layer, FOLDED[3], Some(&seen));
    }
    let mut out = Vec::with_capacity(places * CLASSES);
    for place in seen.chunks_exact(FOLDED[3]) {
        let from = out.len();
        out.extend(net.last.values(place).map(|value| value / ONE));
        normalise(out.get_mut(from..).unwrap_or_default());
    }
    out
}

/// Likelihoods as logarithms that add up to one.
fn normalise(values: &mut [f32]) {
    let most = values.iter().copied().fold(f32::MIN, f32::max);
    let sum: f32 = values.iter().map(|value| (value - most).exp()).sum();
    let whole = most + sum.ln();
    values.iter_mut().for_each(|value| *value -= whole);
}

/// The first layer: windows of five by five, every other column and row.
fn halved(cut: &Cut, layer: &Layer) -> Vec<i16> {
    let places = cut.columns.div_ceil(2);
    let mut out = Vec::with_capacity(places * LEFT[0] * FOLDED[0]);
    let mut window = [0i16; 25];
    for at in 0..places * LEFT[0] {
        let (place, row) = (at / LEFT[0], at % LEFT[0]);
        for (n, slot) in window.iter_mut().enumerate() {
            let column = (2 * place + n / 5)
                .checked_sub(2)
                .filter(|c| *c < cut.columns);
            let row = (2 * row + n % 5).checked_sub(2).filter(|r| *r < ROWS);
            let ink = column.zip(row).and_then(|(c, r)| cut.ink.get(c * ROWS + r));
            *slot = ink.map_or(0, |&ink| i16::from(ink));
        }
        out.extend(layer.values(&window).map(step_of));
    }
    out
}

/// Windows of three by three, every column and every other row.
fn folded(seen: &[i16], layer: &Layer, size: (usize, usize, usize), left: usize) -> Vec<i16> {
    let (places, rows, channels) = size;
    let mut out = Vec::with_capacity(places * left * layer.scales.len());
    let mut window = vec![0i16; 9 * channels];
    for at in 0..places * left {
        let (place, row) = (at / left, at % left);
        for (n, slot) in window.chunks_exact_mut(channels.max(1)).enumerate() {
            let place = (place + n / 3).checked_sub(1).filter(|p| *p < places);
            let row = (2 * row + n % 3).checked_sub(1).filter(|r| *r < rows);
            let from = place
                .zip(row)
                .map(|(place, row)| (place * rows + row) * channels);
            match from.and_then(|from| seen.get(from..from + channels)) {
                Some(own) => slot.copy_from_slice(own),
                None => slot.fill(0),
            }
        }
        out.extend(layer.values(&window).map(step_of));
    }
    out
}

/// Windows of three places, all of what each holds; with what is carried past the layer added.
fn along(seen: &[i16], layer: &Layer, size: usize, past: Option<&[i16]>) -> Vec<i16> {
    let edge = vec![0i16; size];
    let padded = [&edge, seen, &edge].concat();
    let outputs = layer.scales.len();
    let mut out = Vec::with_capacity(seen.len() / size.max(1) * outputs);
    for (place, window) in padded.windows(3 * size).step_by(size).enumerate() {
        match past.and_then(|past| past.get(place * outputs..(place + 1) * outputs)) {
            Some(past) => {
                let values = layer.values(window).zip(past);
                out.extend(values.map(|(value, past)| step_of(value + f32::from(*past))));
            }
            None => out.extend(layer.values(window).map(step_of)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_those_of_the_layers() {
        let layers = NET.folding.iter().chain(&NET.deeper).chain([&NET.last]);
        let sizes = layers.map(|layer| {
            (
                layer.weights.len(),
                layer.scales.len() + layer.offsets.len(),
            )
        });
        let bytes: usize = sizes.map(|(weights, numbers)| weights + 4 * numbers).sum();
        assert_eq!(bytes, WEIGHTS.len());
        assert_eq!(CHARACTERS.chars().count() + 1, CLASSES);
    }

    #[test]
    fn blank_paper_says_nothing() {
        let blank = Cut {
            columns: 41,
            ink: vec![0; 41 * ROWS],
        };
        let read = read(&blank);
        assert_eq!(read.len(), 21 * CLASSES);
        assert!(super::super::ctc::spelt(&read).is_empty());
    }
}
