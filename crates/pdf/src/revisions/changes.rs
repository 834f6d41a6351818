//! What changed between two saves.
