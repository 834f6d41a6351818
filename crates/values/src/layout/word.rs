//! A word and its place, as whoever looks at a document hands it over.

/// `x0, y0, x1, y1` in points from the bottom-left corner of the page.
pub type Area = [f64; 4];

/// A run of characters and its place on the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// 1-based.
    pub page: u32,
    pub area: Area,
    pub text: String,
}
