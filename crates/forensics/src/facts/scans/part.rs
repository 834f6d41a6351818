//! Parts of a picture, in pixels.

/// Left, top, right and bottom in pixels.
pub type Part = (usize, usize, usize, usize);

pub fn overlap(a: Part, b: Part) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

/// The part around two others.
pub fn union(a: Part, b: Part) -> Part {
    (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3))
}
