//! Where something stands: byte spans of the file, object ids, areas of a page.

use std::fmt;

/// Bytes `start..end` of the file as received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        Self {
            start,
            end: end.max(start),
        }
    }

    pub fn len(self) -> usize {
        self.end - self.start
    }

    pub fn is_empty(self) -> bool {
        self.end == self.start
    }

    pub fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// The bytes of `data` in this span; what lies past its end is left out.
    pub fn of(self, data: &[u8]) -> &[u8] {
        data.get(self.start.min(data.len())..self.end.min(data.len()))
            .unwrap_or_default()
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}–{}", self.start, self.end)
    }
}

/// Object number and generation (ISO 32000-2, 7.3.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId {
    pub number: u32,
    pub generation: u16,
}

impl ObjectId {
    pub fn new(number: u32, generation: u16) -> Self {
        Self { number, generation }
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number, self.generation)
    }
}

/// A rectangle of a page in PDF points from the bottom-left corner, `x0 <= x1` and `y0 <= y1`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub x0: f64,
    pub y0: f64,
    pub x1: f64,
    pub y1: f64,
}

impl Area {
    /// The rectangle with these two opposite corners.
    pub fn between(ax: f64, ay: f64, bx: f64, by: f64) -> Self {
        Self {
            x0: ax.min(bx),
            y0: ay.min(by),
            x1: ax.max(bx),
            y1: ay.max(by),
        }
    }

    pub fn width(&self) -> f64 {
        self.x1 - self.x0
    }

    pub fn height(&self) -> f64 {
        self.y1 - self.y0
    }

    /// Square points.
    pub fn size(&self) -> f64 {
        self.width() * self.height()
    }

    pub fn union(&self, other: &Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// The common part; `None` where they do not meet.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let common = Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        };
        (common.x0 < common.x1 && common.y0 < common.y1).then_some(common)
    }

    /// Share of this area that `other` covers, 0 to 1.
    pub fn covered_by(&self, other: &Self) -> f64 {
        let size = self.size();
        if size <= 0.0 {
            return 0.0;
        }
        self.intersection(other)
            .map_or(0.0, |common| common.size() / size)
    }
}
