//! How strong the means of a signature are, and were when it was made (ETSI TS 119 312 V1.5.1, tables 2 and 4; NIST
//! SP 800-131A). A weak means does not break a signature: it says what an attacker with time and money could do.

use std::fmt;

use crate::digest::DigestAlgorithm;
use crate::time::Moment;
use crate::verify::{KeyKind, Means};

/// The judgement on a signature's means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Strength {
    /// Recommended today.
    Sound,
    /// Was acceptable when the signature was made, as far as that time is known; is not any more.
    Aged(Vec<Weakness>),
    /// Was past its date already when the signature was made, or that time is unknown.
    Weak(Vec<Weakness>),
    /// Forging is practical.
    Broken(Vec<Weakness>),
    /// There is nothing to judge.
    Unknown,
}

/// One weak part, and the year after which it is not to be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weakness {
    pub part: WeakPart,
    pub until: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeakPart {
    Digest(DigestAlgorithm),
    Key(KeyKind),
}

impl Strength {
    /// Judges the digests and the key of a signature that is known to have existed at `when`.
    pub fn of(
        means: &Means,
        message_digest: Option<DigestAlgorithm>,
        when: Option<Moment>,
    ) -> Strength {
        let mut weaknesses = Vec::new();
        let mut broken = false;
        let mut digests: Vec<_> = means.digest.into_iter().chain(message_digest).collect();
        digests.sort();
        digests.dedup();
        for digest in digests {
            if let Some(until) = digest_until(digest) {
                let part = WeakPart::Digest(digest);
                weaknesses.push(Weakness { part, until });
                broken |= digest == DigestAlgorithm::Md5;
            }
        }
        if let Some(until) = key_until(means.key) {
            let part = WeakPart::Key(means.key);
            weaknesses.push(Weakness { part, until });
            broken |= until == 0;
        }
        let aged = |when: Moment| weaknesses.iter().all(|one| when.year() <= one.until);
        match () {
            () if weaknesses.is_empty() => Strength::Sound,
            () if broken => Strength::Broken(weaknesses),
            () if when.is_some_and(aged) => Strength::Aged(weaknesses),
            () => Strength::Weak(weaknesses),
        }
    }
}

/// The last year a digest was acceptable; `None`: it still is.
fn digest_until(digest: DigestAlgorithm) -> Option<i64> {
    match digest {
        DigestAlgorithm::Md5 => Some(2004),
        DigestAlgorithm::Sha1 => Some(2012),
        DigestAlgorithm::Ripemd160 => Some(2014),
        _ => None,
    }
}

/// The last year a key was acceptable; 0: such keys have been factored in public.
fn key_until(key: KeyKind) -> Option<i64> {
    match key {
        KeyKind::Rsa { bits } if bits < 1000 => Some(0),
        KeyKind::Rsa { bits } if bits < 1900 => Some(2019),
        KeyKind::Dsa { bits } if bits < 1900 => Some(2015),
        KeyKind::Elliptic(curve) if curve.bits() < 256 => Some(2021),
        _ => None,
    }
}

impl fmt::Display for Weakness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            WeakPart::Digest(digest) => write!(f, "{digest}")?,
            WeakPart::Key(key) => write!(f, "{key}")?,
        }
        match self.until {
            0 => f.write_str(" (factored in public)"),
            until => write!(f, " (not acceptable after {until})"),
        }
    }
}
