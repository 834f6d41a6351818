//! Where a code is in a picture: three finder patterns, dark and light as 1 : 1 : 3 : 1 : 1 in rows and columns, in
//! three corners of a square (ISO/IEC 18004, 6.3.3).

use super::bitmap::Bitmap;

/// Patterns kept of one picture: a page of codes has a few dozen.
const PATTERNS: usize = 48;
/// Rows looked at.
const ROWS: usize = 180;
/// Modules between the middles of two finder patterns, beyond which they are no code's: the largest has 177.
const MODULES: std::ops::RangeInclusive<usize> = 21..=177;

/// A finder pattern.
#[derive(Debug, Clone, Copy)]
struct Finder {
    x: f64,
    y: f64,
    module: f64,
    /// Rows it was met in.
    rows: usize,
}

/// A square with finder patterns in three corners.
#[derive(Debug, Clone, Copy)]
pub struct Square {
    pub modules: usize,
    /// The middle of the corner pattern.
    corner: (f64, f64),
    /// From one module to the next along both edges.
    along: (f64, f64),
    down: (f64, f64),
}

impl Square {
    /// The middle of a module, in pixels.
    pub fn module(&self, x: usize, y: usize) -> (f64, f64) {
        self.point(x as f64, y as f64)
    }

    fn point(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (x - 3.0, y - 3.0);
        (
            self.corner.0 + x * self.along.0 + y * self.down.0,
            self.corner.1 + x * self.along.1 + y * self.down.1,
        )
    }

    /// The box around the whole code, in pixels: left, top, right, bottom.
    pub fn bounds(&self) -> [f64; 4] {
        let end = self.modules as f64 - 0.5;
        let (a, b) = (self.point(-0.5, -0.5), self.point(end, end));
        [a.0.min(b.0), a.1.min(b.1), a.0.max(b.0), a.1.max(b.1)]
    }
}

/// The squares that three finder patterns make, those met most often first.
pub fn squares(bitmap: &Bitmap) -> Vec<Square> {
    let finders = finders(bitmap);
    let mut squares = Vec::new();
    for corner in &finders {
        for beside in &finders {
            if let Some(square) = finders
                .iter()
                .find_map(|below| square(corner, beside, below))
            {
                squares.push(square);
            }
        }
    }
    squares
}

/// `beside` on the corner's row and `below` in its column, equally far: mirrored or turned, the decoder tells.
fn square(corner: &Finder, beside: &Finder, below: &Finder) -> Option<Square> {
    let across = (beside.x - corner.x, beside.y - corner.y);
    let down = (below.x - corner.x, below.y - corner.y);
    let module = corner.module;
    let level = across.1.abs() < module && down.0.abs() < module;
    let even = (across.0.abs() - down.1.abs()).abs() < 2.0 * module;
    let alike = [beside, below]
        .iter()
        .all(|other| (other.module - module).abs() < module * 0.4 + 0.5);
    if !level || !even || !alike || across.0.abs() < module * 10.0 {
        return None;
    }
    let module = (corner.module + beside.module + below.module) / 3.0;
    let apart = (across.0.abs() + down.1.abs()) / 2.0 / module;
    // The side of version v is 17 + 4 v.
    let version = ((apart + 7.0 - 17.0) / 4.0).round().max(1.0) as usize;
    let modules = 17 + 4 * version;
    let steps = (modules - 7) as f64;
    MODULES.contains(&modules).then_some(Square {
        modules,
        corner: (corner.x, corner.y),
        along: (across.0 / steps, across.1 / steps),
        down: (down.0 / steps, down.1 / steps),
    })
}

/// Finder patterns, those met in most rows first.
fn finders(bitmap: &Bitmap) -> Vec<Finder> {
    let mut found: Vec<Finder> = Vec::new();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    // The core of a finder pattern is three modules high: of the largest code a sixtieth.
    let step = (bitmap.height / ROWS).max(1);
    for y in (0..bitmap.height).step_by(step) {
        runs.clear();
        dark_runs(bitmap.row(y), &mut runs);
        for three in runs.windows(3) {
            let Some((left, right)) = pattern(three) else {
                continue;
            };
            let module = (right - left) as f64 / 7.0;
            let x = (left + right) as f64 / 2.0;
            let Some(y) = confirmed(bitmap, x, y, module) else {
                continue;
            };
            note(&mut found, x, y, module);
        }
    }
    found.sort_by_key(|finder| std::cmp::Reverse(finder.rows));
    found.truncate(PATTERNS);
    found
}

fn note(found: &mut Vec<Finder>, x: f64, y: f64, module: f64) {
    let full = found.len() >= PATTERNS * 2;
    let near = found.iter_mut().find(|known| {
        let reach = known.module * 1.5 + 1.0;
        (known.x - x).abs() < reach && (known.y - y).abs() < reach
    });
    match near {
        Some(known) => known.rows += 1,
        None if !full => found.push(Finder {
            x,
            y,
            module,
            rows: 1,
        }),
        None => {}
    }
}

/// Start and end of each run of dark pixels.
fn dark_runs(row: &[bool], runs: &mut Vec<(usize, usize)>) {
    let mut start = None;
    for (x, &dark) in row.iter().enumerate() {
        match (dark, start) {
            (true, None) => start = Some(x),
            (false, Some(from)) => {
                runs.push((from, x));
                start = None;
            }
            _ => {}
        }
    }
    runs.extend(start.map(|from| (from, row.len())));
}

/// Three dark runs as 1, 3 and 1 with 1 between: where they begin and end.
fn pattern(three: &[(usize, usize)]) -> Option<(usize, usize)> {
    let &[a, b, c] = three else { return None };
    let lengths = [a.1 - a.0, b.0 - a.1, b.1 - b.0, c.0 - b.1, c.1 - c.0];
    is_pattern(&lengths).then_some((a.0, c.1))
}

fn is_pattern(lengths: &[usize; 5]) -> bool {
    let total: usize = lengths.iter().sum();
    let module = total as f64 / 7.0;
    let off = |length: usize, modules: f64| (length as f64 - modules * module).abs();
    // Half a module, and the pixel that scaling may add or take.
    let slack = module * 0.5 + 0.01;
    total >= 7
        && lengths
            .iter()
            .zip([1.0, 1.0, 3.0, 1.0, 1.0])
            .all(|(&length, modules)| off(length, modules) <= slack * modules.min(1.5))
}

/// The same pattern in the column through a point: its middle.
fn confirmed(bitmap: &Bitmap, x: f64, y: usize, module: f64) -> Option<f64> {
    let reach = (module * 6.0).ceil() as usize + 2;
    let dark = |y: usize| bitmap.at(x, y as f64 + 0.5);
    if !dark(y) {
        return None;
    }
    // Up from the point: dark, light, dark; the same downwards.
    let walk = |down: bool| -> Option<[usize; 3]> {
        let mut lengths = [0usize; 3];
        let mut part = 0;
        for step in 1..=reach {
            let at = match down {
                true => Some(y + step).filter(|&at| at < bitmap.height),
                false => y.checked_sub(step),
            };
            let is_dark = at.map(dark);
            if is_dark != Some(part != 1) {
                part += 1;
                if part > 2 || is_dark.is_none() {
                    break;
                }
            }
            if let Some(length) = lengths.get_mut(part) {
                *length += 1;
            }
        }
        (part >= 2).then_some(lengths)
    };
    let (up, down) = (walk(false)?, walk(true)?);
    let [u0, u1, u2] = up;
    let [d0, d1, d2] = down;
    let lengths = [u2, u1, u0 + 1 + d0, d1, d2];
    let total: usize = lengths.iter().sum();
    let same = (total as f64 / 7.0 - module).abs() < module * 0.3 + 0.5;
    (same && is_pattern(&lengths)).then(|| (y + 1 + d0 + d1 + d2) as f64 - total as f64 / 2.0)
}
