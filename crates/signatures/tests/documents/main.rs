//! Whole documents: signed by `files/make.py`, changed here, examined, and what is said about them.

#![expect(clippy::panic, reason = "a test that cannot go on has failed")]

mod bookkeeping;
mod corpus;
mod increment;
mod laid_over;
mod later_saves;
mod ranges;
mod second_documents;
mod times_and_trust;
