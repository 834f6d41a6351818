//! A row of the table of signals: what a signal means and what may raise it.

use crate::report::{Severity, SignalKind};

/// What a signal bears witness to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proves {
    /// What a reader sees was changed after production.
    Content,
    /// Bytes, structure or signature coverage changed; whether content did is open.
    Structure,
    /// Speaks for the file.
    Trust,
}

/// One row.
#[derive(Debug, Clone, Copy)]
pub struct Definition {
    pub id: &'static str,
    pub module: &'static str,
    pub kind: SignalKind,
    /// `None` for integrity signals.
    pub severity: Option<Severity>,
    pub scored: bool,
    pub proves: Proves,
    /// Signals of one cause count once.
    pub cause: &'static str,
    /// One sentence.
    pub meaning: &'static str,
    /// Which honest files raise it too.
    pub benign: &'static str,
}
