//! JPEG as evidence (ITU-T T.81): its segments, its quantisation tables, its quantised coefficients. Pixels come from
//! a library; what an encoder left in the file is read here.

mod coefficients;
mod cosine;
mod entropy;

pub use coefficients::{Coefficients, coefficients};
pub use cosine::Levels;

/// Segments kept: real files have a few dozen, an ICC profile in many parts included.
const SEGMENTS: usize = 4096;

/// The segments of a JPEG file.
#[derive(Debug, Clone, Default)]
pub struct Jpeg<'d> {
    pub width: u32,
    pub height: u32,
    pub components: Vec<Component>,
    /// Quantisation tables by number, steps in natural order (row by row).
    pub tables: [Option<[u16; 64]>; 4],
    /// `SOF` marker: 0xC0 baseline, 0xC1 extended, 0xC2 progressive.
    pub process: u8,
    /// Application data and comments, by marker.
    pub notes: Vec<(u8, &'d [u8])>,
    scans: Vec<Scan<'d>>,
}

/// A channel of the frame (B.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Component {
    pub id: u8,
    /// Sampling factors.
    pub across: u8,
    pub down: u8,
    pub table: u8,
}

/// A scan with the tables that held when it began.
#[derive(Debug, Clone)]
struct Scan<'d> {
    /// Component, DC table, AC table.
    parts: Vec<(usize, u8, u8)>,
    codes: [[Option<entropy::Codes>; 4]; 2],
    restart: u16,
    data: &'d [u8],
}

/// Natural index of the n-th coefficient of a zigzag (figure A.6).
const ZIGZAG: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/// Where the n-th coefficient of a zigzag stands in a block; past the end, the last place.
fn natural(at: usize) -> usize {
    usize::from(ZIGZAG.get(at).copied().unwrap_or(63))
}

impl<'d> Jpeg<'d> {
    /// `None` where the data is no JPEG with a frame.
    pub fn read(data: &'d [u8]) -> Option<Self> {
        let mut jpeg = Self::default();
        let mut codes: [[Option<entropy::Codes>; 4]; 2] = Default::default();
        let mut restart = 0;
        let mut at = memchr::memmem::find(data.get(..data.len().min(64))?, b"\xff\xd8")? + 2;
        for _ in 0..SEGMENTS {
            // Fill bytes and stray data before a marker are passed over.
            let Some(ahead) = data.get(at..).and_then(|rest| memchr::memchr(0xff, rest)) else {
                break;
            };
            at += ahead + 1;
            let marker = data.get(at).copied().unwrap_or(0xd9);
            if matches!(marker, 0 | 1 | 0xff | 0xd0..=0xd8) {
                continue;
            }
            if marker == 0xd9 {
                break;
            }
            let Some(body) = segment(data, at + 1) else {
                break;
            };
            at += 3 + body.len();
            match marker {
                0xdb => jpeg.quantisation(body),
                0xc4 => huffman(body, &mut codes),
                0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                    jpeg.frame(marker, body)?;
                }
                0xdd => restart = word(body, 0).unwrap_or(0),
                0xe0..=0xef | 0xfe => jpeg.notes.push((marker, body)),
                0xda => {
                    let rest = data.get(at..).unwrap_or_default();
                    if let Some(parts) = jpeg.parts(body) {
                        jpeg.scans.push(Scan {
                            parts,
                            codes: codes.clone(),
                            restart,
                            data: rest,
                        });
                    }
                }
                _ => {}
            }
            // One scan is read; what follows it holds no more notes in files of real encoders.
            if jpeg.scans.len() > 4 {
                break;
            }
        }
        (!jpeg.components.is_empty()).then_some(jpeg)
    }

    fn quantisation(&mut self, mut body: &[u8]) {
        while let Some((&head, rest)) = body.split_first() {
            let wide = head >> 4 != 0;
            let size = if wide { 128 } else { 64 };
            let Some((values, rest)) = rest.split_at_checked(size) else {
                return;
            };
            let mut table = [1u16; 64];
            for at in 0..64 {
                let value = match wide {
                    true => word(values, at * 2),
                    false => values.get(at).map(|&value| u16::from(value)),
                };
                if let (Some(slot), Some(value)) = (table.get_mut(natural(at)), value) {
                    *slot = value.max(1);
                }
            }
            if let Some(slot) = self.tables.get_mut(usize::from(head & 15)) {
                *slot = Some(table);
            }
            body = rest;
        }
    }

    fn frame(&mut self, marker: u8, body: &[u8]) -> Option<()> {
        if !self.components.is_empty() {
            return Some(());
        }
        let (height, width) = (word(body, 1)?, word(body, 3)?);
        let count = usize::from(*body.get(5)?);
        let parts = body.get(6..)?.chunks_exact(3).take(count.min(4));
        let components: Vec<Component> = parts
            .filter_map(|part| match part {
                &[id, factors, table] => Some(Component {
                    id,
                    across: factors >> 4,
                    down: factors & 15,
                    table,
                }),
                _ => None,
            })
            .collect();
        let sound = |c: &Component| (1..=4).contains(&c.across) && (1..=4).contains(&c.down);
        if width == 0 || height == 0 || body.first() != Some(&8) || !components.iter().all(sound) {
            return None;
        }
        self.process = marker;
        self.width = u32::from(width);
        self.height = u32::from(height);
        self.components = components;
        Some(())
    }

    fn parts(&self, body: &[u8]) -> Option<Vec<(usize, u8, u8)>> {
        let count = usize::from(*body.first()?);
        let parts = body.get(1..)?.chunks_exact(2).take(count.min(4));
        parts
            .map(|part| match part {
                &[id, tables] => {
                    let component = self.components.iter().position(|c| c.id == id)?;
                    Some((component, tables >> 4, tables & 15))
                }
                _ => None,
            })
            .collect()
    }

    /// The steps that the first channel was quantised by.
    pub fn luma_table(&self) -> Option<&[u16; 64]> {
        let table = self.components.first()?.table;
        self.tables.get(usize::from(table))?.as_ref()
    }
}

fn word(data: &[u8], at: usize) -> Option<u16> {
    match data.get(at..at + 2)? {
        &[high, low] => Some(u16::from_be_bytes([high, low])),
        _ => None,
    }
}

/// What a segment holds behind its length.
fn segment(data: &[u8], at: usize) -> Option<&[u8]> {
    let length = usize::from(word(data, at)?);
    data.get(at + 2..at + length.max(2))
}

fn huffman(mut body: &[u8], codes: &mut [[Option<entropy::Codes>; 4]; 2]) {
    while let Some((&head, rest)) = body.split_first() {
        let Some((counts, rest)) = rest.split_at_checked(16) else {
            return;
        };
        let total = counts.iter().map(|&count| usize::from(count)).sum();
        let Some((values, rest)) = rest.split_at_checked(total) else {
            return;
        };
        let slot = codes
            .get_mut(usize::from(head >> 4))
            .and_then(|tables| tables.get_mut(usize::from(head & 15)));
        if let Some(slot) = slot {
            *slot = entropy::Codes::new(counts, values);
        }
        body = rest;
    }
}
