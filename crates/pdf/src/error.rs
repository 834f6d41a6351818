//! Why there is no document, and which bound a file met. Everything a reader can tolerate is an anomaly instead.

use crate::limits;

/// There is no document to speak of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    #[error("no %PDF- header in the first {} bytes", limits::HEADER_SEARCH)]
    NoHeader,
    #[error(
        "no catalog: neither the cross-reference tables nor a scan of the whole file lead to one"
    )]
    NoCatalog,
    #[error("encrypted, and the empty password does not open it")]
    PasswordRequired,
    #[error("encrypted, and the password given does not open it")]
    PasswordWrong,
    #[error("encrypted by {0}, which this reader does not know")]
    UnknownEncryption(String),
    #[error(transparent)]
    Limit(#[from] LimitExceeded),
}

/// A bound on work that the file met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LimitExceeded {
    #[error("more than {} objects", limits::OBJECTS)]
    Objects,
    #[error("streams decode to more than {} MiB", limits::DECODED_BYTES >> 20)]
    DecodedBytes,
    #[error("more than {} content operators", limits::OPERATORS)]
    Operators,
    #[error("more than {} glyphs, paths and pictures on its pages", limits::DRAWN)]
    Drawn,
    #[error("objects that read the same bytes again and again, more than {} MiB", limits::PARSED_BYTES >> 20)]
    ParsedBytes,
    #[error("more than {} pages", limits::PAGES)]
    Pages,
}
