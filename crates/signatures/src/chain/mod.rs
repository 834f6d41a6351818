//! From a signer to a root: which certificates lead there, whether each of them may do so, and what the file itself
//! proves about revocation (RFC 5280, 6; RFC 6960). No network and no clock: a missing proof is missing, never good.

mod crl;
mod ocsp;
mod path;
mod revocation;

use std::fmt;
use std::sync::Arc;

pub use path::{Checks, Sources, build};
pub use revocation::{Evidence, Revocation, RevocationSource, Unusable};

use crate::asn1::Oid;
use crate::certificate::Certificate;
use crate::digest::DigestAlgorithm;
use crate::name::Name;
use crate::time::Moment;

/// What the caller trusts.
#[derive(Debug, Clone, Default)]
pub struct Trust {
    /// Roots of signers.
    pub roots: Vec<Arc<Certificate>>,
    /// Roots of time-stamp authorities; empty: the roots of signers count for them too.
    pub time_stamp_roots: Vec<Arc<Certificate>>,
    /// Certificates that may complete a path and prove nothing by themselves.
    pub intermediates: Vec<Arc<Certificate>>,
    /// When the file came to the caller, where the caller knows: what was signed existed by then.
    pub received: Option<Moment>,
}

/// The times a signer is judged at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JudgedAt {
    /// By when the signature is known to have existed: a trusted time stamp, or the time of receipt. What only the
    /// signer says is none, for whoever holds a key that was revoked can say anything.
    pub proven: Option<Moment>,
    /// The same; where nothing is known, what the signer claims.
    pub assumed: Option<Moment>,
}

impl From<Moment> for JudgedAt {
    fn from(moment: Moment) -> JudgedAt {
        JudgedAt {
            proven: Some(moment),
            assumed: Some(moment),
        }
    }
}

impl Trust {
    /// Roots from DER encodings; the second part counts those that are no certificates.
    pub fn from_roots(encodings: &[Vec<u8>]) -> (Trust, usize) {
        let mut trust = Trust::default();
        for encoding in encodings {
            if let Ok(certificate) = Certificate::read(encoding) {
                trust.roots.push(Arc::new(certificate));
            }
        }
        let unread = encodings.len() - trust.roots.len();
        (trust, unread)
    }

    fn roots_for(&self, purpose: Purpose) -> &[Arc<Certificate>] {
        match purpose {
            Purpose::TimeStamping if !self.time_stamp_roots.is_empty() => &self.time_stamp_roots,
            _ => &self.roots,
        }
    }
}

/// What the first certificate of a path is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Signing,
    TimeStamping,
}

/// Who signed, as far as the file and the trusted roots can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub chain: Chain,
    /// The signer first.
    pub path: Vec<Arc<Certificate>>,
    pub problems: Vec<PathProblem>,
    /// One for each certificate of the path but a root.
    pub revocation: Vec<Revocation>,
}

/// How far a path leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chain {
    /// There is no certificate to start from.
    NoCertificate,
    /// The signer vouches for itself.
    SelfSigned,
    /// The certificate of this issuer is nowhere to be found.
    Incomplete { missing: Name },
    /// To a root that only the file itself supplies: anybody can make one.
    FileRoot,
    /// To a root the caller trusts.
    ConfiguredRoot,
}

/// What keeps a path from being a proof. `at`: position in the path, the signer is 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathProblem {
    Expired {
        at: usize,
        not_after: Moment,
        when: Moment,
    },
    NotYetValid {
        at: usize,
        not_before: Moment,
        when: Moment,
    },
    /// There is no time, not even a claimed one, at which validity could be checked.
    NoTimeToCheck,
    NotAnAuthority {
        at: usize,
    },
    MayNotSignCertificates {
        at: usize,
    },
    /// An authority above may not vouch for the name of this certificate.
    NameNotAllowed {
        at: usize,
    },
    PathTooLong {
        at: usize,
        allowed: u32,
    },
    /// The signer's key usage allows neither signatures nor non-repudiation.
    MayNotSign,
    /// Its extended key usage names other purposes than signing documents alone: servers, code, answers, time.
    NotForDocuments,
    /// The certificate is not one for time-stamping alone (RFC 3161, 2.3).
    NotForTimeStamping,
    UnreadCriticalExtension {
        at: usize,
        extension: Oid,
    },
    UnreadableExtension {
        at: usize,
        extension: Oid,
    },
    WeakSignature {
        at: usize,
        digest: DigestAlgorithm,
    },
    /// The signature on the certificate cannot be checked here.
    SignatureNotChecked {
        at: usize,
    },
    /// The search for a path was given up.
    SearchGivenUp,
}

/// In the words of a sentence about the path.
impl fmt::Display for PathProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use PathProblem as P;
        let who = |at: &usize| match at {
            0 => "the signer's certificate".to_owned(),
            at => format!("certificate {} of the path", at + 1),
        };
        match self {
            P::Expired {
                at,
                not_after,
                when,
            } => write!(f, "{} ended on {not_after}, before {when}", who(at)),
            P::NotYetValid {
                at,
                not_before,
                when,
            } => write!(f, "{} began on {not_before}, after {when}", who(at)),
            P::NoTimeToCheck => f.write_str("nothing tells at what time to check the certificates"),
            P::NotAnAuthority { at } => write!(f, "{} may not issue certificates", who(at)),
            P::MayNotSignCertificates { at } => {
                write!(f, "the key of {} may not sign certificates", who(at))
            }
            P::NameNotAllowed { at } => write!(
                f,
                "the name of {} is none that an authority above it may vouch for",
                who(at)
            ),
            P::PathTooLong { at, allowed } => {
                write!(f, "{} allows {allowed} authorities below it", who(at))
            }
            P::MayNotSign => f.write_str("the signer's key is not for signatures"),
            P::NotForDocuments => f.write_str("the signer's certificate is not for documents"),
            P::NotForTimeStamping => {
                f.write_str("the certificate is not one for time-stamping alone")
            }
            P::UnreadCriticalExtension { at, extension } => {
                write!(
                    f,
                    "{} has the critical extension {extension}, which nothing here reads",
                    who(at)
                )
            }
            P::UnreadableExtension { at, extension } => {
                write!(f, "the extension {extension} of {} cannot be read", who(at))
            }
            P::WeakSignature { at, digest } => write!(f, "{} is signed over {digest}", who(at)),
            P::SignatureNotChecked { at } => {
                write!(f, "the signature on {} cannot be checked", who(at))
            }
            P::SearchGivenUp => f.write_str("the search for a path was given up"),
        }
    }
}

impl Identity {
    /// Whether the signer is who it says, by the caller's own roots, with nothing in the way.
    pub fn is_established(&self) -> bool {
        self.chain == Chain::ConfiguredRoot && self.problems.is_empty() && self.revoked().is_none()
    }

    /// The first certificate of the path that is proven to be revoked.
    pub fn revoked(&self) -> Option<&Revocation> {
        let mut all = self.revocation.iter();
        all.find(|status| matches!(status, Revocation::Revoked { .. }))
    }

    pub(crate) fn without_certificate() -> Identity {
        Identity {
            chain: Chain::NoCertificate,
            path: Vec::new(),
            problems: Vec::new(),
            revocation: Vec::new(),
        }
    }
}
