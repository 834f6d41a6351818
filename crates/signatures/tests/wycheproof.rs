//! Values of Project Wycheproof: what is valid verifies, what is not does not. The lines in `wycheproof/cases.tsv` are
//! condensed by the script beside them; `WYCHEPROOF` may name a file with more.

#![expect(clippy::panic, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use assay_signatures::algorithm::{MlDsaLevel, PssParameters, Scheme};
use assay_signatures::asn1::Tlv;
use assay_signatures::digest::DigestAlgorithm;
use assay_signatures::key::PublicKey;
use assay_signatures::verify::{Claim, Quirk, SignatureCheck, check};

fn digest(name: &str) -> Option<DigestAlgorithm> {
    Some(match name {
        "SHA-1" => DigestAlgorithm::Sha1,
        "SHA-224" => DigestAlgorithm::Sha224,
        "SHA-256" => DigestAlgorithm::Sha256,
        "SHA-384" => DigestAlgorithm::Sha384,
        "SHA-512" => DigestAlgorithm::Sha512,
        "SHA-512/224" => DigestAlgorithm::Sha512Over224,
        "SHA-512/256" => DigestAlgorithm::Sha512Over256,
        "SHA3-256" => DigestAlgorithm::Sha3Over256,
        _ => return None,
    })
}

fn scheme(file: &str, algorithm: &str, hash: &str, mask: &str, salt: &str) -> Option<Scheme> {
    let digest_or_none = digest(hash);
    Some(match algorithm {
        "DSA" => Scheme::Dsa {
            digest: digest_or_none,
        },
        "ECDSA" => Scheme::Ecdsa {
            digest: digest_or_none,
            plain: file.ends_with("p1363"),
        },
        "RSASSA-PKCS1-v1_5" => Scheme::RsaPkcs1 {
            digest: digest_or_none,
        },
        "RSASSA-PSS" => Scheme::RsaPss(PssParameters {
            digest: digest(hash)?,
            mask_digest: digest(mask)?,
            salt: salt.parse().ok()?,
        }),
        "EDDSA" if file == "ed448" => Scheme::Ed448,
        "EDDSA" => Scheme::Ed25519,
        "ML-DSA-44" => Scheme::MlDsa(MlDsaLevel::MlDsa44),
        "ML-DSA-65" => Scheme::MlDsa(MlDsaLevel::MlDsa65),
        "ML-DSA-87" => Scheme::MlDsa(MlDsaLevel::MlDsa87),
        _ => return None,
    })
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .bytes()
        .filter_map(|digit| char::from(digit).to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
        .collect()
}

/// Strayings that are accepted and told, each because signed files carry it.
fn is_told(outcome: &SignatureCheck) -> bool {
    let SignatureCheck::Verified(means) = outcome else {
        return false;
    };
    means.quirks.iter().any(|quirk| {
        matches!(
            quirk,
            Quirk::DigestInfoWithoutNull
                | Quirk::OtherDigestThanNamed { .. }
                | Quirk::OtherSaltThanNamed { .. }
                | Quirk::OtherEcdsaFormThanNamed
                | Quirk::UnpaddedValue
                | Quirk::ValueNotDer
        )
    })
}

#[test]
fn what_is_valid_verifies_and_nothing_else() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/wycheproof/cases.tsv");
    let path = std::env::var_os("WYCHEPROOF").map_or(folder, PathBuf::from);
    let Ok(lines) = fs::read_to_string(path) else {
        panic!("the cases are missing");
    };
    let mut wrong: BTreeMap<String, usize> = BTreeMap::new();
    let mut right = 0;
    for line in lines.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [
            file,
            algorithm,
            hash,
            mask,
            salt,
            key,
            message,
            value,
            result,
        ] = cells.as_slice()
        else {
            panic!("not a case: {line}");
        };
        let Some(scheme) = scheme(file, algorithm, hash, mask, salt) else {
            continue;
        };
        let key = bytes(key);
        let Ok(key) = Tlv::first(&key).and_then(|info| PublicKey::read(&info)) else {
            assert_eq!(*result, "invalid", "{file}: the key cannot be read");
            continue;
        };
        let outcome = check(&Claim {
            key: &key,
            scheme,
            digest: None,
            message: &[&bytes(message)],
            signature: &bytes(value),
        });
        let fits = match (*result, &outcome) {
            ("valid", SignatureCheck::Verified(_)) => true,
            // No kept-up crate has this curve.
            ("valid", SignatureCheck::Unsupported(_)) => file.contains("P512"),
            ("invalid", SignatureCheck::Verified(_)) => is_told(&outcome),
            ("invalid" | "acceptable", _) => true,
            _ => false,
        };
        if fits {
            right += 1;
        } else {
            let short = format!("{outcome:?}");
            let short: String = short.chars().take(150).collect();
            *wrong
                .entry(format!("{file} {result}: {short}"))
                .or_default() += 1;
        }
    }
    assert!(wrong.is_empty(), "{right} right, but {wrong:#?}");
    assert!(right > 350, "{right}");
}
