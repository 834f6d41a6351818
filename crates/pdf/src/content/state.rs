//! The graphics and text state (ISO 32000-2, 8.4 and 9.3) and the matrices it needs.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::place::Area;

use super::Marked;
use super::color::{Color, ColorSpace};
use super::drawings::Contours;
use super::figures::Outline;
use super::rendering::RenderingMode;

/// A transformation `[a b c d e f]` (8.3.4).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Matrix(pub [f64; 6]);

impl Matrix {
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// `self` applied first, then `after`.
    pub fn then(&self, after: &Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [ta, tb, tc, td, te, tf] = after.0;
        Self([
            a * ta + b * tc,
            a * tb + b * td,
            c * ta + d * tc,
            c * tb + d * td,
            e * ta + f * tc + te,
            e * tb + f * td + tf,
        ])
    }

    pub fn apply(&self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// How much longer lines become, on average of all directions.
    pub fn scale(&self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    /// The bounding box of a transformed rectangle.
    pub fn area(&self, area: &Area) -> Area {
        let corners = [
            (area.x0, area.y0),
            (area.x1, area.y0),
            (area.x0, area.y1),
            (area.x1, area.y1),
        ]
        .map(|(x, y)| self.apply(x, y));
        let fold = |pick: fn(&(f64, f64)) -> f64, join: fn(f64, f64) -> f64, start: f64| {
            corners.iter().map(pick).fold(start, join)
        };
        Area {
            x0: fold(|c| c.0, f64::min, f64::INFINITY),
            y0: fold(|c| c.1, f64::min, f64::INFINITY),
            x1: fold(|c| c.0, f64::max, f64::NEG_INFINITY),
            y1: fold(|c| c.1, f64::max, f64::NEG_INFINITY),
        }
    }

    /// Whether rectangles stay axis-parallel.
    pub fn keeps_axes(&self) -> bool {
        let [a, b, c, d, ..] = self.0;
        (b.abs() < 1e-6 && c.abs() < 1e-6) || (a.abs() < 1e-6 && d.abs() < 1e-6)
    }
}

/// What `q` saves and `Q` brings back.
#[derive(Debug, Clone)]
pub struct State {
    pub ctm: Matrix,
    pub fill_space: ColorSpace,
    pub fill: Color,
    pub stroke_space: ColorSpace,
    pub stroke: Color,
    pub fill_alpha: f32,
    pub stroke_alpha: f32,
    /// A blend mode other than Normal: what is beneath stays to be seen (11.3.5).
    pub blends: bool,
    /// A soft mask is set (11.6.5.3): nobody knows how much is painted.
    pub masked: bool,
    pub clip: Option<Area>,
    pub line_width: f64,
    pub text: TextState,
}

/// 9.3.1, table 103.
#[derive(Debug, Clone, Copy)]
pub struct TextState {
    /// Index in the page's fonts; `None` before the first `Tf`.
    pub font: Option<u16>,
    pub size: f64,
    pub character_spacing: f64,
    pub word_spacing: f64,
    /// 1 for 100 %.
    pub scale: f64,
    pub leading: f64,
    pub mode: RenderingMode,
    pub rise: f64,
}

impl State {
    pub fn new(ctm: Matrix) -> Self {
        let text = TextState {
            font: None,
            size: 0.0,
            character_spacing: 0.0,
            word_spacing: 0.0,
            scale: 1.0,
            leading: 0.0,
            mode: RenderingMode::default(),
            rise: 0.0,
        };
        Self {
            ctm,
            fill_space: ColorSpace::Gray,
            fill: Color::BLACK,
            stroke_space: ColorSpace::Gray,
            stroke: Color::BLACK,
            fill_alpha: 1.0,
            stroke_alpha: 1.0,
            blends: false,
            masked: false,
            clip: None,
            line_width: 1.0,
            text,
        }
    }

    pub fn clip_to(&mut self, area: Area) {
        let empty = Area {
            x0: area.x0,
            y0: area.y0,
            x1: area.x0,
            y1: area.y0,
        };
        self.clip = Some(match self.clip {
            Some(clip) => clip.intersection(&area).unwrap_or(empty),
            None => area,
        });
    }
}

/// The path under construction (8.5.2): its box, and whether it is one axis-parallel rectangle.
#[derive(Debug, Clone, Default)]
pub struct Path {
    /// In page space.
    pub area: Option<Area>,
    rectangles: usize,
    points: Vec<(f64, f64)>,
    curved: bool,
    pub(super) outline: Outline,
    pub(super) contours: Contours,
}

impl Path {
    /// A point of `m`, which begins a part, or of `l`.
    pub fn point(&mut self, ctm: &Matrix, x: f64, y: f64, begins: bool) {
        let (px, py) = ctm.apply(x, y);
        self.outline.corner(px, py, begins);
        self.contours.point((px, py), begins);
        self.add(ctm, x, y);
    }

    fn add(&mut self, ctm: &Matrix, x: f64, y: f64) {
        let (px, py) = ctm.apply(x, y);
        let area = Area {
            x0: px,
            y0: py,
            x1: px,
            y1: py,
        };
        self.area = Some(self.area.map_or(area, |all| all.union(&area)));
        if self.points.len() < 6 {
            self.points.push((px, py));
        } else {
            self.curved = true;
        }
    }

    pub fn curve(&mut self, ctm: &Matrix, points: &[(f64, f64)], operator: &[u8]) {
        self.curved = true;
        self.outline.give_up();
        for &(x, y) in points {
            self.add(ctm, x, y);
        }
        let placed: SmallVec<[_; 3]> = points.iter().map(|&(x, y)| ctm.apply(x, y)).collect();
        self.contours.curve(&placed, operator);
    }

    pub fn rectangle(&mut self, ctm: &Matrix, x: f64, y: f64, width: f64, height: f64) {
        let area = ctm.area(&Area::between(x, y, x + width, y + height));
        self.area = Some(self.area.map_or(area, |all| all.union(&area)));
        self.outline.rectangle(ctm, x, y, width, height);
        self.rectangles += 1;
        if !ctm.keeps_axes() {
            self.curved = true;
        }
    }

    /// One rectangle, by `re` or by lines along the axes (MuPDF draws boxes as paths).
    pub fn is_rectangle(&self) -> bool {
        if self.curved {
            return false;
        }
        match (self.rectangles, self.points.as_slice()) {
            (1, []) => true,
            (0, points @ [_, _, _, _, ..]) => {
                let corners = points.get(..4).unwrap_or_default();
                let closed = points
                    .get(4)
                    .is_none_or(|last| points.first().is_some_and(|first| close(*first, *last)));
                let next = corners.iter().cycle().skip(1);
                closed
                    && points.len() <= 5
                    && corners
                        .iter()
                        .zip(next)
                        .all(|(a, b)| (a.0 - b.0).abs() < 0.01 || (a.1 - b.1).abs() < 0.01)
            }
            _ => false,
        }
    }
}

fn close(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).abs() < 0.01 && (a.1 - b.1).abs() < 0.01
}

/// An open marked-content sequence.
#[derive(Debug, Clone)]
pub struct OpenMark {
    pub mark: Rc<Marked>,
    /// Index in the page's sequences, where it is one of them.
    pub sequence: Option<usize>,
    /// It, or a sequence around it, is optional content that is off.
    pub hidden: bool,
}
