//! The search for a path: every certificate at hand may be an issuer, each link counts only when its signature
//! verifies, and the work is bounded so that a thicket of certificates with one name cannot hold the processor.

use std::cell::Cell;
use std::sync::Arc;

use super::revocation::{Evidence, status};
use super::{Chain, Identity, JudgedAt, PathProblem, Purpose, Trust};
use crate::algorithm::Scheme;
use crate::asn1::Oid;
use crate::certificate::{CODE_SIGNING, Certificate, OCSP_SIGNING, SERVER, TIME_STAMPING};
use crate::digest::DigestAlgorithm;
use crate::time::Moment;
use crate::verify::SignatureCheck;

/// Longest path; real ones have two to five certificates.
const MAX_PATH: usize = 10;
/// Signatures checked in one search.
const MAX_CHECKS: usize = 96;

/// What a search may draw on.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'s> {
    pub pool: &'s [Arc<Certificate>],
    pub evidence: &'s Evidence,
    pub trust: &'s Trust,
}

/// Signatures that may still be checked. One budget serves all searches of a file.
#[derive(Debug)]
pub struct Checks(Cell<usize>);

impl Checks {
    pub fn new(count: usize) -> Checks {
        Checks(Cell::new(count))
    }

    /// Takes one; `false` when none is left.
    pub(super) fn take(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }

    fn are_spent(&self) -> bool {
        self.0.get() == 0
    }
}

/// Finds the best path from `signer` and judges it at those times.
pub fn build(
    signer: &Arc<Certificate>,
    sources: Sources<'_>,
    checks: &Checks,
    purpose: Purpose,
    at: JudgedAt,
) -> Identity {
    let mut search = Search {
        sources,
        purpose,
        when: at.assumed,
        checks,
        own_checks: MAX_CHECKS,
        best: None,
    };
    search.extend(&mut vec![Arc::clone(signer)], &mut Vec::new());
    let given_up = search.own_checks == 0 || checks.are_spent();
    let mut identity = match search.best {
        Some(found) => found,
        None => Identity {
            chain: Chain::Incomplete {
                missing: signer.issuer.clone(),
            },
            path: vec![Arc::clone(signer)],
            problems: Vec::new(),
            revocation: Vec::new(),
        },
    };
    if given_up && identity.chain != Chain::ConfiguredRoot {
        identity.problems.push(PathProblem::SearchGivenUp);
    }
    for pair in identity.path.windows(2) {
        if let [certificate, issuer] = pair {
            identity
                .revocation
                .push(status(certificate, issuer, &sources, checks, at));
        }
    }
    identity
}

struct Search<'a> {
    sources: Sources<'a>,
    purpose: Purpose,
    when: Option<Moment>,
    checks: &'a Checks,
    own_checks: usize,
    best: Option<Identity>,
}

impl Search<'_> {
    /// Follows every issuer of the last certificate of `path`. The depth is bounded by [`MAX_PATH`].
    fn extend(&mut self, path: &mut Vec<Arc<Certificate>>, unchecked: &mut Vec<usize>) {
        let Some(last) = path.last().map(Arc::clone) else {
            return;
        };
        let roots = self.sources.trust.roots_for(self.purpose);
        if roots.iter().any(|root| is_same_entity(root, &last)) {
            self.offer(Chain::ConfiguredRoot, path, unchecked);
            return;
        }
        for root in roots {
            if self.issued(&last, root) == Link::Verified {
                path.push(Arc::clone(root));
                self.offer(Chain::ConfiguredRoot, path, unchecked);
                path.pop();
            }
        }
        if last.is_self_issued() && self.issued(&last, &last) == Link::Verified {
            let chain = match path.len() {
                1 => Chain::SelfSigned,
                _ => Chain::FileRoot,
            };
            self.offer(chain, path, unchecked);
        }
        let mut extended = false;
        if path.len() < MAX_PATH {
            let given = self.sources.pool.iter();
            let given = given.chain(&self.sources.trust.intermediates);
            let candidates: Vec<_> = given.map(Arc::clone).collect();
            for issuer in candidates {
                if path.contains(&issuer) {
                    continue;
                }
                let link = self.issued(&last, &issuer);
                if link == Link::No {
                    continue;
                }
                extended = true;
                if link == Link::NotChecked {
                    unchecked.push(path.len() - 1);
                }
                path.push(issuer);
                self.extend(path, unchecked);
                path.pop();
                if link == Link::NotChecked {
                    unchecked.pop();
                }
            }
        }
        if !extended && !last.is_self_issued() {
            let missing = last.issuer.clone();
            self.offer(Chain::Incomplete { missing }, path, unchecked);
        }
    }

    /// Whether `issuer` issued `certificate`.
    fn issued(&mut self, certificate: &Certificate, issuer: &Certificate) -> Link {
        if certificate.issuer != issuer.subject || self.own_checks == 0 {
            return Link::No;
        }
        if let (Some(stated), Some(id)) = (
            &certificate.extensions.authority_key,
            &issuer.extensions.subject_key,
        ) && stated != id
        {
            return Link::No;
        }
        if !self.checks.take() {
            return Link::No;
        }
        self.own_checks -= 1;
        match certificate.signed_by(issuer) {
            SignatureCheck::Verified(_) => Link::Verified,
            SignatureCheck::Failed(_) => Link::No,
            SignatureCheck::Unsupported(_) => Link::NotChecked,
        }
    }

    fn offer(&mut self, chain: Chain, path: &[Arc<Certificate>], unchecked: &[usize]) {
        let mut problems = Vec::new();
        for at in unchecked {
            problems.push(PathProblem::SignatureNotChecked { at: *at });
        }
        judge(path, &chain, self.purpose, self.when, &mut problems);
        let found = Identity {
            chain,
            path: path.to_vec(),
            problems,
            revocation: Vec::new(),
        };
        if self
            .best
            .as_ref()
            .is_none_or(|best| rank(&found) > rank(best))
        {
            self.best = Some(found);
        }
    }
}

/// One step of a path.
#[derive(PartialEq, Eq)]
enum Link {
    Verified,
    No,
    /// Names agree, but the signature cannot be checked here.
    NotChecked,
}

/// The same certificate, or another one for the same name and key (a cross-certified or renewed root).
fn is_same_entity(root: &Certificate, certificate: &Certificate) -> bool {
    root.encoded == certificate.encoded
        || root.key == certificate.key && root.subject == certificate.subject
}

/// Better paths rank higher: a trusted end first, then fewer problems, then the shorter one.
fn rank(identity: &Identity) -> (u8, usize, usize) {
    let end = match identity.chain {
        Chain::ConfiguredRoot => 4,
        Chain::FileRoot => 3,
        Chain::SelfSigned => 2,
        Chain::Incomplete { .. } => 1,
        Chain::NoCertificate => 0,
    };
    let few = usize::MAX - identity.problems.len();
    (end, few, usize::MAX - identity.path.len())
}

fn judge(
    path: &[Arc<Certificate>],
    chain: &Chain,
    purpose: Purpose,
    when: Option<Moment>,
    problems: &mut Vec<PathProblem>,
) {
    if when.is_none() {
        problems.push(PathProblem::NoTimeToCheck);
    }
    for (at, certificate) in path.iter().enumerate() {
        let is_root = *chain == Chain::ConfiguredRoot && at + 1 == path.len();
        if let Some(when) = when {
            judge_time(certificate, at, when, problems);
        }
        judge_extensions(certificate, at, problems);
        if at == 0 {
            judge_signer(certificate, purpose, problems);
        } else {
            judge_authority(path, at, is_root, problems);
        }
        judge_name(path, at, problems);
        if !is_root && !certificate.is_self_issued() {
            judge_strength(certificate, at, problems);
        }
    }
}

fn judge_time(certificate: &Certificate, at: usize, when: Moment, problems: &mut Vec<PathProblem>) {
    if when > certificate.not_after {
        problems.push(PathProblem::Expired {
            at,
            not_after: certificate.not_after,
            when,
        });
    } else if when < certificate.not_before {
        problems.push(PathProblem::NotYetValid {
            at,
            not_before: certificate.not_before,
            when,
        });
    }
}

fn judge_extensions(certificate: &Certificate, at: usize, problems: &mut Vec<PathProblem>) {
    for extension in &certificate.extensions.unread_critical {
        problems.push(PathProblem::UnreadCriticalExtension {
            at,
            extension: *extension,
        });
    }
    for extension in &certificate.extensions.unreadable {
        problems.push(PathProblem::UnreadableExtension {
            at,
            extension: *extension,
        });
    }
}

fn judge_signer(certificate: &Certificate, purpose: Purpose, problems: &mut Vec<PathProblem>) {
    let usage = certificate.extensions.key_usage;
    if usage.is_some_and(|usage| !usage.digital_signature && !usage.non_repudiation) {
        problems.push(PathProblem::MayNotSign);
    }
    let purposes = certificate.extensions.purposes.as_deref();
    let other =
        |purpose: &Oid| [SERVER, CODE_SIGNING, OCSP_SIGNING, TIME_STAMPING].contains(purpose);
    if purpose == Purpose::Signing && purposes.is_some_and(|all| all.iter().all(other)) {
        problems.push(PathProblem::NotForDocuments);
    }
    if purpose == Purpose::TimeStamping && purposes != Some(&[TIME_STAMPING]) {
        problems.push(PathProblem::NotForTimeStamping);
    }
}

/// RFC 5280, 6.1.3 (b) and (c): self-issued certificates but the signer's are left alone.
fn judge_name(path: &[Arc<Certificate>], at: usize, problems: &mut Vec<PathProblem>) {
    let Some((certificate, above)) = path.get(at..).and_then(<[_]>::split_first) else {
        return;
    };
    let constraints = above.iter();
    let mut constraints = constraints.filter_map(|one| one.extensions.name_constraints.as_ref());
    let judged = at == 0 || !certificate.is_self_issued();
    if judged && constraints.any(|one| !one.allow(&certificate.subject)) {
        problems.push(PathProblem::NameNotAllowed { at });
    }
}

/// RFC 5280, 6.1.4 (k) to (n). A trusted root needs no extensions: it is trusted by name and key (6.1.1 d).
fn judge_authority(
    path: &[Arc<Certificate>],
    at: usize,
    is_root: bool,
    problems: &mut Vec<PathProblem>,
) {
    let Some(certificate) = path.get(at) else {
        return;
    };
    match certificate.extensions.basic_constraints {
        Some(constraints) if constraints.authority => {
            // Self-issued certificates below do not count (6.1.4 l).
            let below = path.get(1..at).unwrap_or_default();
            let below = below.iter().filter(|one| !one.is_self_issued()).count();
            if let Some(allowed) = constraints.path_length
                && below > allowed as usize
            {
                problems.push(PathProblem::PathTooLong { at, allowed });
            }
        }
        None if is_root => {}
        _ => problems.push(PathProblem::NotAnAuthority { at }),
    }
    let usage = certificate.extensions.key_usage;
    if usage.is_some_and(|usage| !usage.certificate_sign) {
        problems.push(PathProblem::MayNotSignCertificates { at });
    }
}

/// Collisions in MD5 and SHA-1 have been turned into false certificates.
fn judge_strength(certificate: &Certificate, at: usize, problems: &mut Vec<PathProblem>) {
    let named = Scheme::named(&certificate.signature_algorithm)
        .ok()
        .flatten();
    let digest = named.and_then(|named| named.scheme.digest());
    if let Some(digest @ (DigestAlgorithm::Md5 | DigestAlgorithm::Sha1)) = digest {
        problems.push(PathProblem::WeakSignature { at, digest });
    }
}
