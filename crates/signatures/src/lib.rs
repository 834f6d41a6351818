//! Who vouched for which bytes: byte ranges, CMS, chains and what came after a signature.
