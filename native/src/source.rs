//! Where the bytes come from: memory, or a file that is read here so that they never pass through JavaScript.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use assay_forensics::{Failure, FailureCode};
use napi::bindgen_prelude::{Either, Uint8Array};

/// The engine decodes at most this much of a file (its limit on decoded stream data), so it reads no more either.
const MAX_BYTES: u64 = 256 << 20;

pub enum Source {
    Path(PathBuf),
    Bytes(Vec<u8>),
}

/// A file that was not handed to the engine.
pub struct Unread {
    /// Where it could be learned.
    pub size_bytes: Option<u64>,
    pub failure: Failure,
}

impl From<Either<String, Uint8Array>> for Source {
    /// Copied: JavaScript may change its buffers while a thread works.
    fn from(file: Either<String, Uint8Array>) -> Self {
        match file {
            Either::A(path) => Self::Path(path.into()),
            Either::B(bytes) => Self::Bytes(bytes.to_vec()),
        }
    }
}

impl Source {
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, Unread> {
        match self {
            Self::Bytes(bytes) if bytes.len() as u64 > MAX_BYTES => {
                Err(too_large(bytes.len() as u64))
            }
            Self::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::Path(path) => read(path).map(Cow::Owned),
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Unread> {
    // Asked before opening: a named pipe would hold `open` until somebody writes to it.
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(unreadable("not a regular file"));
    }
    if metadata.len() > MAX_BYTES {
        return Err(too_large(metadata.len()));
    }
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    // The size was only a promise: the file may grow while it is read.
    let read = file
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)? as u64;
    if read > MAX_BYTES {
        Err(too_large(read))
    } else {
        Ok(bytes)
    }
}

fn unreadable(why: impl Display) -> Unread {
    Unread {
        size_bytes: None,
        failure: Failure {
            code: FailureCode::EngineError,
            message: format!("The file could not be read: {why}."),
        },
    }
}

fn too_large(size: u64) -> Unread {
    Unread {
        size_bytes: Some(size),
        failure: Failure {
            code: FailureCode::FileTooLarge,
            message: format!("The file has {size} bytes; the engine reads at most {MAX_BYTES}."),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(source: &Source) -> Option<FailureCode> {
        source.bytes().err().map(|unread| unread.failure.code)
    }

    #[test]
    fn a_file_is_read_whole() {
        let source = Source::Path(concat!(env!("CARGO_MANIFEST_DIR"), "/src/source.rs").into());
        let bytes = source.bytes().ok();
        assert!(bytes.is_some_and(|bytes| bytes == include_bytes!("source.rs").as_slice()));
    }

    #[test]
    fn a_missing_file_and_a_folder_are_failures() {
        assert_eq!(
            failure(&Source::Path("/no/such/file.pdf".into())),
            Some(FailureCode::EngineError)
        );
        assert_eq!(
            failure(&Source::Path(env!("CARGO_MANIFEST_DIR").into())),
            Some(FailureCode::EngineError)
        );
    }

    #[test]
    #[cfg(unix)]
    fn a_device_is_not_read() {
        assert_eq!(
            failure(&Source::Path("/dev/zero".into())),
            Some(FailureCode::EngineError)
        );
    }

    #[test]
    fn bytes_past_the_limit_are_too_large() {
        let source = Source::Bytes(vec![0; MAX_BYTES as usize + 1]);
        assert_eq!(failure(&source), Some(FailureCode::FileTooLarge));
    }
}
