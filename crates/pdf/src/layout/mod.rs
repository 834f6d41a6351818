//! How the bytes of a file are laid out: what stands between objects, what no table lists, how each object is spelled,
//! and every rule the whole breaks. Facts asked for, not gathered at opening.

mod audit;
mod gaps;
mod style;
mod unlisted;

pub use audit::audit;
pub use gaps::{Gap, GapKind, gaps};
pub use style::{Blank, Style};
pub use unlisted::{Unlisted, unlisted};
