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

/// A row of the table about the content of a file.
macro_rules! tamper {
    ($id:literal, $module:literal, $severity:ident, scored: $scored:literal, $proves:ident, $cause:literal, $meaning:literal, $benign:literal) => {
        $crate::signals::definition::Definition {
            id: $id,
            module: $module,
            kind: $crate::report::SignalKind::Tamper,
            severity: Some($crate::report::Severity::$severity),
            scored: $scored,
            proves: $crate::signals::definition::Proves::$proves,
            cause: $cause,
            meaning: $meaning,
            benign: $benign,
        }
    };
}

/// A row of the table about the trust in a file.
macro_rules! integrity {
    ($id:literal, $meaning:literal, $benign:literal) => {
        $crate::signals::definition::Definition {
            id: $id,
            module: "signatures",
            kind: $crate::report::SignalKind::Integrity,
            severity: None,
            scored: true,
            proves: $crate::signals::definition::Proves::Trust,
            cause: "signatures",
            meaning: $meaning,
            benign: $benign,
        }
    };
}

pub(super) use {integrity, tamper};
