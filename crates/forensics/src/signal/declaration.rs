//! How a signal is declared: once, beside the function that raises it, with all that is said of it anywhere.

use crate::vocabulary::{Severity, SignalKind};

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

/// What a signal is. Only `declare!` makes one, so that a finding cannot name an id that nothing declares.
#[derive(Debug, PartialEq, Eq)]
pub struct Declaration {
    pub id: &'static str,
    /// Place in a report: findings of a lower rank come first. No two signals share one.
    pub rank: u32,
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
    /// Why it bears on trust, in one sentence.
    pub matters: &'static str,
    /// Which honest files raise it too.
    pub benign: &'static str,
}

/// Declares the signals that a file raises, and lists them as its `DECLARED`. The name of a declaration is its id in
/// capitals.
macro_rules! declare {
    ($($name:ident = $id:literal {
        rank: $rank:literal, module: $module:literal, severity: $severity:ident, scored: $scored:literal,
        proves: $proves:ident, cause: $cause:literal,
        meaning: $meaning:literal,
        matters: $matters:literal,
        benign: $benign:literal $(,)?
    })+) => {
        $(
            const _: () = assert!($id.eq_ignore_ascii_case(stringify!($name)), "a declaration is named as its id");
            #[doc = $meaning]
            pub(crate) static $name: $crate::signal::Declaration = $crate::signal::Declaration {
                id: $id,
                rank: $rank,
                module: $module,
                kind: declare!(@kind $severity),
                severity: declare!(@severity $severity),
                scored: $scored,
                proves: $crate::signal::Proves::$proves,
                cause: $cause,
                meaning: $meaning,
                matters: $matters,
                benign: $benign,
            };
        )+
        /// The signals of this file.
        pub(super) static DECLARED: &[&$crate::signal::Declaration] = &[$(&$name),+];
    };
    (@kind Ungraded) => { $crate::vocabulary::SignalKind::Integrity };
    (@kind $severity:ident) => { $crate::vocabulary::SignalKind::Tamper };
    (@severity Ungraded) => { None };
    (@severity $severity:ident) => { Some($crate::vocabulary::Severity::$severity) };
}
