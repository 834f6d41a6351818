//! Outlines of small filled paths (8.5): letters and digits that a page draws as shapes and not as text.

use crate::fonts::{Outline, Pen};

/// Points kept of all paths of one state: a page of text drawn as shapes has some 200,000.
pub(super) const POINTS: usize = 400_000;
/// Points kept of one page, so that a drawing on it leaves some for the next.
const ON_PAGE: usize = 100_000;
/// Lines of text are not higher nor longer, points.
const HEIGHT: f64 = 40.0;
const LENGTH: f64 = 400.0;

/// The outline of a painted path that is filled and no larger than a line of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// Position among all things painted on this page: that of its [`super::Paint`].
    pub order: u32,
    /// In page space.
    pub outline: Outline,
}

/// The contours of a path under construction. Boxes of `re` are left out: no letter is drawn with it.
#[derive(Debug, Clone, Default)]
pub(super) struct Contours {
    pen: Pen,
    last: (f64, f64),
}

impl Contours {
    pub(super) fn point(&mut self, point: (f64, f64), begins: bool) {
        if begins {
            self.pen.end();
        }
        self.pen.push(point.0, point.1);
        self.last = point;
    }

    /// `c` has three points, `v` and `y` have two: the first control point is the current one, or the second is the end.
    pub(super) fn curve(&mut self, points: &[(f64, f64)], operator: &[u8]) {
        let (first, second, end) = match (operator, points) {
            (b"c", &[first, second, end]) => (first, second, end),
            (b"v", &[second, end]) => (self.last, second, end),
            (b"y", &[first, end]) => (first, end, end),
            _ => return,
        };
        self.pen.cubic(first, second, end);
        self.last = end;
    }

    /// The outline, where it is as small as text and may still be kept.
    pub(super) fn told(self, kept: usize) -> Option<Outline> {
        let outline = self.pen.finish(1.0)?;
        let [x0, y0, x1, y1] = outline.bounds()?;
        let small = y1 - y0 < HEIGHT && x1 - x0 < LENGTH;
        (small && kept + outline.points() <= ON_PAGE).then_some(outline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(operator: &[u8], points: &[(f64, f64)]) -> Option<Outline> {
        let mut contours = Contours::default();
        contours.point((0.0, 0.0), true);
        contours.point((8.0, 0.0), false);
        contours.curve(points, operator);
        contours.told(0)
    }

    #[test]
    fn a_curve_has_the_current_point_or_the_end_as_a_control_point() {
        let (start, up, end) = ((8.0, 0.0), (8.0, 6.0), (0.0, 6.0));
        let whole = drawn(b"c", &[start, up, end]);
        assert!(whole.is_some() && whole == drawn(b"v", &[up, end]));
        assert_eq!(drawn(b"c", &[up, end, end]), drawn(b"y", &[up, end]));
    }

    #[test]
    fn what_is_larger_than_a_line_is_not_kept() {
        assert_eq!(drawn(b"y", &[(8.0, 0.0), (0.0, 80.0)]), None);
        assert_eq!(drawn(b"y", &[(0.0, 6.0), (800.0, 6.0)]), None);
    }
}
