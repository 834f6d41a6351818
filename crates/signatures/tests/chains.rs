//! Paths from a signer to a root, and what the file proves about revocation. The certificates are made by
//! `vectors/make.py`: Root, Middle (no further authority below it), Leaf, and a spoiled variant of each.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use assay_signatures::certificate::Certificate;
use assay_signatures::chain::{
    Chain, Checks, Evidence, Identity, JudgedAt, PathProblem, Purpose, Revocation, Sources, Trust,
    Unusable, build,
};
use assay_signatures::time::Moment;

fn read(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    fs::read(folder.join(format!("{name}.der"))).unwrap()
}

fn certificate(name: &str) -> Arc<Certificate> {
    Arc::new(Certificate::read(&read(name)).unwrap())
}

fn moment(text: &str) -> Option<Moment> {
    Moment::from_generalized_time(text.as_bytes())
}

fn path_of(leaf: &str, pool: &[&str], roots: &[&str], evidence: &Evidence) -> Identity {
    let pool: Vec<_> = pool.iter().map(|name| certificate(name)).collect();
    let roots: Vec<_> = roots.iter().map(|name| read(name)).collect();
    let (trust, unread) = Trust::from_roots(&roots);
    assert_eq!(unread, 0);
    let sources = Sources {
        pool: &pool,
        evidence,
        trust: &trust,
    };
    build(
        &certificate(leaf),
        sources,
        &Checks::new(1000),
        Purpose::Signing,
        moment("20240506070809Z")
            .map(JudgedAt::from)
            .unwrap_or_default(),
    )
}

fn path(leaf: &str, pool: &[&str], roots: &[&str]) -> Identity {
    path_of(leaf, pool, roots, &Evidence::default())
}

fn ocsp(name: &str) -> Revocation {
    let evidence = Evidence {
        ocsp: vec![read(name)],
        crls: Vec::new(),
    };
    leaf_status(&evidence)
}

fn crl(name: &str) -> Revocation {
    let evidence = Evidence {
        ocsp: Vec::new(),
        crls: vec![read(name)],
    };
    leaf_status(&evidence)
}

fn leaf_status(evidence: &Evidence) -> Revocation {
    let found = path_of("chain-leaf", &["chain-middle"], &["chain-root"], evidence);
    found.revocation[0].clone()
}

#[test]
fn a_path_to_a_trusted_root_establishes_the_signer() {
    let found = path("chain-leaf", &["chain-middle"], &["chain-root"]);
    assert_eq!(found.chain, Chain::ConfiguredRoot);
    assert_eq!(found.path.len(), 3);
    assert!(found.is_established(), "{:?}", found.problems);
    assert_eq!(found.revocation, [Revocation::NoData, Revocation::NoData]);
}

#[test]
fn a_root_that_only_the_file_supplies_establishes_nobody() {
    let found = path("chain-leaf", &["chain-middle", "chain-root"], &[]);
    assert_eq!(found.chain, Chain::FileRoot);
    assert!(!found.is_established());
}

#[test]
fn a_missing_issuer_is_named() {
    let found = path("chain-leaf", &[], &["chain-root"]);
    match found.chain {
        Chain::Incomplete { missing } => assert_eq!(missing.to_string(), "CN=Middle, C=XX"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_signer_that_vouches_for_itself_is_called_so() {
    let found = path("chain-root", &["chain-middle"], &[]);
    assert_eq!(found.chain, Chain::SelfSigned);
}

#[test]
fn a_root_with_the_right_name_and_another_key_is_not_the_root() {
    let found = path(
        "chain-leaf",
        &["chain-middle"],
        &["chain-other-root-same-name"],
    );
    assert!(matches!(found.chain, Chain::Incomplete { .. }));
}

/// A leaf, the certificates at hand, the problem expected.
type Spoiled<'a> = (&'a str, &'a [&'a str], fn(&PathProblem) -> bool);

#[test]
fn whatever_spoils_a_link_is_a_problem_of_the_path() {
    let middle = ["chain-middle"];
    let cases: [Spoiled<'_>; 5] = [
        ("chain-leaf-expired", &middle, |problem| {
            matches!(problem, PathProblem::Expired { at: 0, .. })
        }),
        ("chain-leaf-encipher", &middle, |problem| {
            *problem == PathProblem::MayNotSign
        }),
        ("chain-leaf", &["chain-middle-no-authority"], |problem| {
            *problem == PathProblem::NotAnAuthority { at: 1 }
        }),
        (
            "chain-leaf-of-lower",
            &["chain-lower", "chain-middle"],
            |problem| matches!(problem, PathProblem::PathTooLong { at: 2, allowed: 0 }),
        ),
        ("chain-leaf-sha1", &middle, |problem| {
            matches!(problem, PathProblem::WeakSignature { at: 0, .. })
        }),
    ];
    for (leaf, pool, expected) in cases {
        let found = path(leaf, pool, &["chain-root"]);
        assert_eq!(found.chain, Chain::ConfiguredRoot, "{leaf} {pool:?}");
        assert!(found.problems.iter().any(expected), "{:?}", found.problems);
        assert!(!found.is_established());
    }
}

/// The middle may vouch for hosts of example.com alone; a signer has no such name (RFC 5280, 4.2.1.10).
#[test]
fn constraints_on_other_kinds_of_names_bind_no_signer() {
    let found = path("chain-leaf", &["chain-middle-constrained"], &["chain-root"]);
    assert!(found.is_established(), "{:?}", found.problems);
}

#[test]
fn the_better_of_two_paths_is_taken() {
    let pool = [
        "chain-middle-no-authority",
        "chain-middle-constrained",
        "chain-middle",
    ];
    let found = path("chain-leaf", &pool, &["chain-root"]);
    assert!(found.is_established(), "{:?}", found.problems);
}

#[test]
fn an_answer_of_the_issuer_or_its_responder_counts_and_no_other() {
    for name in ["ocsp-good", "ocsp-good-by-issuer"] {
        assert!(
            matches!(ocsp(name), Revocation::NotRevoked { .. }),
            "{name}"
        );
    }
    let refused = [
        ("ocsp-good-by-impostor", Unusable::NotAuthorised),
        ("ocsp-good-changed", Unusable::BadSignature),
        ("ocsp-good-stale", Unusable::Stale),
    ];
    for (name, expected) in refused {
        match ocsp(name) {
            Revocation::Unusable { why, .. } => assert_eq!(why, expected, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_revocation_tells_whether_it_came_before_the_signature() {
    let after = |status| match status {
        Revocation::Revoked {
            after_signing,
            reason,
            ..
        } => (after_signing, reason),
        other => panic!("{other:?}"),
    };
    assert_eq!(after(ocsp("ocsp-revoked")), (Some(false), Some(1)));
    assert_eq!(after(ocsp("ocsp-revoked-later")), (Some(true), Some(1)));
    assert_eq!(after(crl("crl-with")), (Some(false), Some(4)));
}

#[test]
fn a_list_counts_only_with_the_issuers_signature() {
    assert!(matches!(crl("crl-without"), Revocation::NotRevoked { .. }));
    assert!(matches!(
        crl("crl-forged"),
        Revocation::Unusable {
            why: Unusable::BadSignature,
            ..
        }
    ));
}

#[test]
fn a_thicket_of_certificates_ends_the_search_not_the_process() {
    // Every certificate has the same name and key, so that each could have issued each other.
    let pool = vec!["chain-middle"; 200];
    let mut names = pool.clone();
    names.extend(vec!["chain-lower"; 200]);
    let found = path("chain-leaf-of-lower", &names, &[]);
    assert!(!found.is_established());
}

#[test]
fn mutilated_certificates_answers_and_lists_never_panic() {
    for name in ["chain-leaf", "ocsp-good", "crl-with"] {
        let whole = read(name);
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1 << (at % 8);
            for bytes in [&changed[..], &whole[..at]] {
                let _ = Certificate::read(bytes);
                let evidence = Evidence {
                    ocsp: vec![bytes.to_vec()],
                    crls: vec![bytes.to_vec()],
                };
                if at % 16 == 0 {
                    leaf_status(&evidence);
                }
            }
        }
    }
}
