//! The rows of the table about the trust in a file.

use super::definition::{Definition, integrity};

pub static TRUST: &[Definition] = &[
    integrity!(
        "signature_covers_file",
        "An intact digital signature covers every byte of the file.",
        "Speaks for the file."
    ),
    integrity!(
        "signature_covers_save",
        "A digital signature is intact for the state it signed; allowed changes follow.",
        "Speaks for the state it signed."
    ),
    integrity!(
        "signer_trusted",
        "The signer's certificate leads to a root of the trust list.",
        "Speaks for the file."
    ),
    integrity!(
        "signer_unverified",
        "Who signed was not verified: no trust list is configured.",
        "Any signed file where no trust list is set."
    ),
    integrity!(
        "signer_not_trusted",
        "The signer's certificate leads to no root of the trust list.",
        "Signers of another country or trade than the list."
    ),
    integrity!(
        "signature_time",
        "When a document was signed, and how that is known.",
        "All signed files."
    ),
    integrity!(
        "extended_after_signing",
        "Later saves did what the signature allows.",
        "Filled forms, further signatures, comments."
    ),
    integrity!(
        "signature_weak",
        "A signature rests on an algorithm or key that is too weak.",
        "Old documents."
    ),
    integrity!(
        "signature_unverifiable",
        "A signature uses means that this engine cannot verify.",
        "Rare algorithms."
    ),
];
