//! Outlines of painted paths that run along the axes (8.5.2): tables and bar codes are drawn with them, often thousands
//! of squares in one path, of which the box alone would tell nothing.

use smallvec::SmallVec;

use super::state::Matrix;

/// Corners kept of all paths of one state: the largest bar codes have some 40,000.
pub(super) const CORNERS: usize = 400_000;
/// Corners of one path.
const IN_PATH: usize = 100_000;
/// How far two corners of one edge may be off an axis, points.
const OFF_AXIS: f64 = 0.01;

/// A painted path of several parts, all of whose edges run along the axes of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Position among all things painted on this page: that of its [`super::Paint`].
    pub order: u32,
    pub corners: Vec<Corner>,
    /// Filled by the even-odd rule (8.5.3.3.3).
    pub even_odd: bool,
    /// How wide the line is, points, where the path is stroked and not filled.
    pub stroke: Option<f64>,
}

/// A corner of a figure, in page space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corner {
    pub x: f32,
    pub y: f32,
    /// The first of its part.
    pub begins: bool,
}

/// The corners of a path under construction, as long as its edges keep to the axes.
#[derive(Debug, Clone, Default)]
pub(super) struct Outline {
    /// One box needs no room of its own.
    corners: SmallVec<[Corner; 5]>,
    parts: usize,
    /// An edge left the axes, or there are too many.
    given_up: bool,
}

impl Outline {
    pub(super) fn corner(&mut self, x: f64, y: f64, begins: bool) {
        if self.given_up {
            return;
        }
        let begins = begins || self.corners.is_empty();
        let along = self.corners.last().is_none_or(|last| {
            let off = |a: f32, b: f64| (f64::from(a) - b).abs();
            begins || off(last.x, x) < OFF_AXIS || off(last.y, y) < OFF_AXIS
        });
        if !along || self.corners.len() >= IN_PATH {
            self.give_up();
            return;
        }
        self.parts += usize::from(begins);
        self.corners.push(Corner {
            x: x as f32,
            y: y as f32,
            begins,
        });
    }

    pub(super) fn rectangle(&mut self, ctm: &Matrix, x: f64, y: f64, width: f64, height: f64) {
        let corners = [
            (x, y),
            (x + width, y),
            (x + width, y + height),
            (x, y + height),
        ];
        for (index, (x, y)) in corners.into_iter().enumerate() {
            let (x, y) = ctm.apply(x, y);
            self.corner(x, y, index == 0);
        }
    }

    pub(super) fn give_up(&mut self) {
        self.given_up = true;
        self.corners = SmallVec::new();
    }

    /// The corners, when they say more than a box does: of several parts, or of lines with a width.
    pub(super) fn told(self, stroked: bool) -> Option<Vec<Corner>> {
        let parts = self.parts > usize::from(!stroked) || self.corners.len() > 5;
        (!self.given_up && parts && self.corners.len() >= 2).then(|| self.corners.into_vec())
    }
}
