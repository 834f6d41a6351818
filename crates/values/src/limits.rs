//! Every bound on the work done for one document, with the reason for its size.

/// Words looked at; the rest is ignored. A hundred dense statement pages hold about this many.
pub const MAX_WORDS: usize = 20_000;
/// Characters of one word looked at. Longer runs are encoded data, never a value.
pub const MAX_WORD_CHARS: usize = 200;
/// Printed numbers kept. A statement prints two or three a row.
pub const MAX_AMOUNTS: usize = 12_000;
/// Columns of numbers kept, the best filled first. Tables wider than this do not fit a page.
pub const MAX_COLUMNS: usize = 14;
/// Rows whose cells take part in the search for relations between columns.
pub const MAX_TABLE_ROWS: usize = 4_000;
/// Equations kept, over all families.
pub const MAX_EQUATIONS: usize = 20_000;
/// Terms of one sum.
pub const MAX_TERMS: usize = 4_000;
/// Printed values that may be repaired in one document before the arithmetic is taken to be misread.
pub const MAX_REPAIRS: usize = 12;
/// Findings given back.
pub const MAX_FINDINGS: usize = 64;
/// Digits before the decimal mark of an amount. Beyond it is an account number.
pub const MAX_INTEGER_DIGITS: usize = 12;
/// Digits after the decimal mark. Unit prices and exchange rates use up to six.
pub const MAX_FRACTION_DIGITS: usize = 6;
