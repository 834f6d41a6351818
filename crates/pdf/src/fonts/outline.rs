//! The shape of a glyph: closed contours of straight lines, whatever curves the program draws them with.

use read_fonts::ps::charstring::CommandSink;
use read_fonts::tables::glyf::{Anchor, CurvePoint, Glyf, Glyph};
use read_fonts::tables::loca::Loca;
use read_fonts::types::{Fixed, GlyphId};

/// Points of one glyph: Latin letters have some hundreds after flattening.
const POINTS: usize = 8192;
/// Glyphs that a composite glyph is put together from, and how deep.
const COMPONENTS: usize = 32;
const COMPONENT_DEPTH: u8 = 5;
/// Lines that a curve is replaced by.
const STEPS: u8 = 6;

/// A glyph's contours, in em, y upwards.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outline {
    pub contours: Vec<Vec<(f64, f64)>>,
}

impl Outline {
    pub fn is_empty(&self) -> bool {
        self.contours.is_empty()
    }

    /// How many points it has.
    pub fn points(&self) -> usize {
        self.contours.iter().map(Vec::len).sum()
    }

    /// Left, bottom, right, top; `None` where nothing is drawn.
    pub fn bounds(&self) -> Option<[f64; 4]> {
        let mut points = self.contours.iter().flatten().copied();
        let (x, y) = points.next()?;
        Some(points.fold([x, y, x, y], |[x0, y0, x1, y1], (x, y)| {
            [x0.min(x), y0.min(y), x1.max(x), y1.max(y)]
        }))
    }
}

/// Draws contours; a glyph of too many points stays empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pen {
    contours: Vec<Vec<(f64, f64)>>,
    open: Vec<(f64, f64)>,
    points: usize,
}

impl Pen {
    pub(crate) fn push(&mut self, x: f64, y: f64) {
        self.points += 1;
        if self.points <= POINTS {
            self.open.push((x, y));
        }
    }

    pub(crate) fn end(&mut self) {
        if self.open.len() > 2 {
            self.contours.push(std::mem::take(&mut self.open));
        }
        self.open.clear();
    }

    fn quadratic(&mut self, control: (f64, f64), to: (f64, f64)) {
        let Some(&from) = self.open.last() else {
            return;
        };
        for step in 1..=STEPS {
            let t = f64::from(step) / f64::from(STEPS);
            let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
            self.push(
                a * from.0 + b * control.0 + c * to.0,
                a * from.1 + b * control.1 + c * to.1,
            );
        }
    }

    pub(crate) fn cubic(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64)) {
        let Some(&from) = self.open.last() else {
            return;
        };
        for step in 1..=STEPS {
            let t = f64::from(step) / f64::from(STEPS);
            let s = 1.0 - t;
            let (a, b, c, d) = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
            self.push(
                a * from.0 + b * first.0 + c * second.0 + d * to.0,
                a * from.1 + b * first.1 + c * second.1 + d * to.1,
            );
        }
    }

    /// The outline, with units of the program brought to em.
    pub(crate) fn finish(mut self, unit: f64) -> Option<Outline> {
        self.end();
        if self.points > POINTS {
            return None;
        }
        for (x, y) in self.contours.iter_mut().flatten() {
            (*x, *y) = (*x * unit, *y * unit);
        }
        Some(Outline {
            contours: self.contours,
        })
    }
}

impl CommandSink for Pen {
    fn move_to(&mut self, x: Fixed, y: Fixed) {
        self.end();
        self.push(x.to_f64(), y.to_f64());
    }

    fn line_to(&mut self, x: Fixed, y: Fixed) {
        self.push(x.to_f64(), y.to_f64());
    }

    fn curve_to(&mut self, ax: Fixed, ay: Fixed, bx: Fixed, by: Fixed, x: Fixed, y: Fixed) {
        self.cubic(
            (ax.to_f64(), ay.to_f64()),
            (bx.to_f64(), by.to_f64()),
            (x.to_f64(), y.to_f64()),
        );
    }

    fn close(&mut self) {
        self.end();
    }
}

/// Where the glyphs of a TrueType program stand.
pub(super) struct Glyphs<'a> {
    pub(super) loca: Loca<'a>,
    pub(super) glyf: Glyf<'a>,
}

impl Glyphs<'_> {
    pub(super) fn draw(&self, glyph: u32) -> Option<Pen> {
        let mut pen = Pen::default();
        let mut left = COMPONENTS;
        self.draw_into(
            &mut pen,
            glyph,
            [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            0,
            &mut left,
        )?;
        Some(pen)
    }

    fn draw_into(
        &self,
        pen: &mut Pen,
        glyph: u32,
        matrix: [f64; 6],
        depth: u8,
        left: &mut usize,
    ) -> Option<()> {
        *left = left.checked_sub(1)?;
        match self.loca.get_glyf(GlyphId::new(glyph), &self.glyf).ok()? {
            None => {}
            Some(Glyph::Simple(simple)) => {
                let ends: Vec<usize> = simple
                    .end_pts_of_contours()
                    .iter()
                    .map(|end| usize::from(end.get()))
                    .collect();
                let points: Vec<CurvePoint> = simple.points().take(POINTS).collect();
                let mut start = 0;
                for end in ends {
                    contour(pen, points.get(start..=end)?, &matrix);
                    start = end + 1;
                }
            }
            Some(Glyph::Composite(composite)) if depth < COMPONENT_DEPTH => {
                for component in composite.components().take(COMPONENTS) {
                    let offset = match component.anchor {
                        Anchor::Offset { x, y } => (f64::from(x), f64::from(y)),
                        Anchor::Point { .. } => return None,
                    };
                    let scale = component.transform;
                    let own = [scale.xx, scale.yx, scale.xy, scale.yy]
                        .map(|part| f64::from(part.to_f32()));
                    let placed = placed(&matrix, &own, offset);
                    self.draw_into(pen, component.glyph.to_u32(), placed, depth + 1, left)?;
                }
            }
            Some(Glyph::Composite(_)) => return None,
        }
        Some(())
    }
}

/// A component's own scale and offset, within the matrix of the glyph that it stands in.
fn placed(outer: &[f64; 6], own: &[f64; 4], offset: (f64, f64)) -> [f64; 6] {
    let [a, b, c, d, e, f] = *outer;
    let [xx, yx, xy, yy] = *own;
    [
        a * xx + c * yx,
        b * xx + d * yx,
        a * xy + c * yy,
        b * xy + d * yy,
        a * offset.0 + c * offset.1 + e,
        b * offset.0 + d * offset.1 + f,
    ]
}

/// A contour of TrueType points: between two points off the curve lies one on it, half-way.
fn contour(pen: &mut Pen, points: &[CurvePoint], matrix: &[f64; 6]) {
    let [a, b, c, d, e, f] = *matrix;
    let at = |point: &CurvePoint| {
        let (x, y) = (f64::from(point.x), f64::from(point.y));
        (a * x + c * y + e, b * x + d * y + f)
    };
    let middle = |p: (f64, f64), q: (f64, f64)| ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return;
    };
    let start = if first.on_curve {
        at(first)
    } else if last.on_curve {
        at(last)
    } else {
        middle(at(first), at(last))
    };
    pen.end();
    pen.push(start.0, start.1);
    let mut control: Option<(f64, f64)> = None;
    for point in points.iter().skip(usize::from(first.on_curve)) {
        let here = at(point);
        match (control, point.on_curve) {
            (None, true) => pen.push(here.0, here.1),
            (None, false) => control = Some(here),
            (Some(before), true) => {
                pen.quadratic(before, here);
                control = None;
            }
            (Some(before), false) => {
                pen.quadratic(before, middle(before, here));
                control = Some(here);
            }
        }
    }
    if let Some(before) = control {
        pen.quadratic(before, start);
    }
    pen.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_of_points_off_the_curve_is_closed() {
        let mut pen = Pen::default();
        let points = [(0, 0), (10, 0), (10, 10), (0, 10)].map(|(x, y)| CurvePoint::off_curve(x, y));
        contour(&mut pen, &points, &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let outline = pen.finish(0.1).unwrap_or_default();
        assert_eq!(outline.contours.len(), 1);
        let bounds = outline.bounds().unwrap_or_default();
        assert!(
            bounds
                .iter()
                .zip([0.0, 0.0, 1.0, 1.0])
                .all(|(a, b)| (a - b).abs() < 0.2)
        );
    }

    #[test]
    fn a_glyph_of_too_many_points_stays_away() {
        let mut pen = Pen::default();
        for at in 0..POINTS + 1 {
            pen.push(at as f64, 0.0);
        }
        assert_eq!(pen.finish(1.0), None);
    }
}
