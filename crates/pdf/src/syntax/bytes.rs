//! Bytes of a name or string: a few in place, more on the heap. A file holds more of these than of anything else.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// Bytes that do not change, compared and printed as a slice is.
#[derive(Clone)]
pub struct Bytes(Place);

#[derive(Clone)]
enum Place {
    /// As many as `length` says; what is behind means nothing.
    Here { length: u8, bytes: [u8; ROOM] },
    /// Boxed twice, so that few bytes take little room.
    Away(Box<Box<[u8]>>),
}

/// What fits beside the tag and the length in 16 bytes.
const ROOM: usize = 14;

impl Bytes {
    /// The first `length` of some bytes. Where there are more it is quicker than from a slice of just these.
    #[inline]
    pub(super) fn first(length: usize, from: &[u8]) -> Self {
        match from.first_chunk() {
            Some(&bytes) if length <= ROOM => {
                let length = length as u8;
                Self(Place::Here { length, bytes })
            }
            _ => Self::from(from.get(..length).unwrap_or(from)),
        }
    }
}

impl From<&[u8]> for Bytes {
    // Apart from the quick way, which stays short so.
    #[inline(never)]
    fn from(from: &[u8]) -> Self {
        let mut bytes = [0; ROOM];
        match bytes.get_mut(..from.len()) {
            Some(here) => {
                here.copy_from_slice(from);
                let length = from.len() as u8;
                Self(Place::Here { length, bytes })
            }
            None => Self(Place::Away(Box::new(from.into()))),
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(from: Vec<u8>) -> Self {
        match from.len() {
            0..=ROOM => Self::from(from.as_slice()),
            _ => Self(Place::Away(Box::new(from.into_boxed_slice()))),
        }
    }
}

impl Default for Bytes {
    fn default() -> Self {
        Self::from([].as_slice())
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Place::Here { length, bytes } => bytes.get(..usize::from(*length)).unwrap_or(bytes),
            Place::Away(bytes) => bytes,
        }
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Bytes {}

impl PartialOrd for Bytes {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bytes {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl Hash for Bytes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_bytes_is_kept() {
        let all: Vec<u8> = (0..40).collect();
        for end in 0..all.len() {
            let some = all.get(..end).unwrap_or_default();
            assert_eq!(*Bytes::from(some), *some);
            assert_eq!(Bytes::from(some.to_vec()), Bytes::from(some));
        }
        assert_eq!(size_of::<Bytes>(), 16);
    }
}
